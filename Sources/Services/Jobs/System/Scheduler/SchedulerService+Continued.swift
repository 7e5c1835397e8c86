import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

// Continued processing tasks: they begin in the foreground, at once, with a Live Activity (FT5).
extension SchedulerService {
  /// Whether continued processing tasks of the app may use the GPU in the background. Requires the
  /// entitlement.
  package static func offersBackgroundGPU(to app: InstalledApp) -> Bool {
    app.definition.entitlements.contains(Entitlement.backgroundGPU)
  }

  private var continuedRunning: Int {
    records.flatMap(\.running).filter { $0.request.kind.continued != nil }.count
  }

  /// Begins a continued processing task now, or appends it to the queue.
  func begin(
    _ request: ScheduledTaskRequest, waits: Bool, _ record: JobRecord
  ) throws(ScheduledTaskError) {
    let hasRoom = continuedRunning < policy.continuedAtOnce
    if !hasRoom, !waits { throw .immediateRunIneligible }
    record.app.process?.post(.scheduledTask(.submitted(request.identifier, request.kind.name)))
    if hasRoom {
      run(request, of: record)
    } else {
      record.queued.removeAll { $0.identifier == request.identifier }
      record.queued.append(request)
    }
  }

  /// Cancels the queued continued requests after the user has removed the app in the app switcher, or when the device
  /// goes down (FT5). Running continued tasks of that process have ended silently.
  func cancelQueued(of record: JobRecord) {
    let app = record.app
    for request in record.queued {
      device.post(.scheduledTask(.cancelled(request.identifier)), process: app.definition.name)
    }
    record.queued = []
  }

  /// Begins queued continued tasks of apps that have a process which has registered their handlers, while the device
  /// is up.
  func runWaitingContinuedTasks() {
    guard device.isUp else { return }
    for record in records {
      guard let process = record.app.process else { continue }
      let handlers = LaunchHandlers.of(process)
      while continuedRunning < policy.continuedAtOnce,
        let next = record.queued.firstIndex(where: {
          handlers.registration(for: $0.identifier) != nil
        })
      {
        run(record.queued.remove(at: next), of: record)
      }
    }
  }

  /// The time of the next check of a task's progress: one sixth of the allowed time without
  /// progress from now.
  func nextProgressCheck(of task: ScheduledTask) -> VirtualInstant? {
    guard task.request.kind.continued != nil, case .running = task.machine.state else { return nil }
    return now + policy.continuedStall / 6
  }

  /// Checks the progress of a continued processing task.
  func checkProgress(of task: ScheduledTask) {
    guard task.request.kind.continued != nil, let process = task.process,
      let receiver = LaunchHandlers.of(process).receiver
    else { return }
    let progress = receiver.progress(of: task)
    guard progress != task.lastProgress else { return }
    task.lastProgress = progress
    task.machine.progressed(at: now, standsStillFor: policy.continuedStall)
  }
}
