import YobanNetwork
import YobanSimulatedDevices
import YobanVirtualTime

// The run of a task, from its launch to its end.
extension SchedulerService {
  /// Launches or wakes the app for a task, and for others that run together with it (FT10).
  func run(_ request: ScheduledTaskRequest, of record: JobRecord) {
    runAlone(request, of: record)
    runTogether(with: request, of: record)
  }

  func runAlone(_ request: ScheduledTaskRequest, of record: JobRecord) {
    let app = record.app
    record.queue.remove(request.identifier)
    if app.needsLaunch { device.launch(app, .backgroundTask(request.identifier)) }
    guard let process = app.process else { return }
    let limit = runTime(of: request, app)
    let machine = ScheduledTaskStateMachine(limit: limit, lead: policy.expirationLead, at: now)
    let task = ScheduledTask(request, machine, of: process, in: self)
    record.running.append(task)
    post(.launched(request.identifier, request.kind.name), of: task)
    if let own = request.kind.continued {
      post(.activity(request.identifier, title: own.title, subtitle: own.subtitle), of: task)
    }
    update(task)
    process.afterLaunch { [weak self, unowned process] _ in self?.deliver(task, to: process) }
  }

  private func runTime(of request: ScheduledTaskRequest, _ app: InstalledApp) -> Duration {
    switch request.kind {
    case .refresh: device.policy(LifecyclePolicy.self).backgroundWake
    case .processing:
      app.isForceQuit ? policy.processingLimitAfterForceQuit : processingLimit(app)
    case .continued: policy.continuedStall + policy.expirationLead
    }
  }

  /// Calls the task's launch handler on the app's main queue, after the app's launch.
  private func deliver(_ task: ScheduledTask, to process: AppProcess) {
    guard task.machine.state != .ended else { return }
    let handlers = LaunchHandlers.of(process)
    guard let name = handlers.registration(for: task.identifier), let receiver = handlers.receiver
    else {
      let exception = ScheduledTaskException.notRegistered(task.identifier)
      process.report(.taskNotRegistered(task.identifier))
      return process.kill(.crash(exception.description))
    }
    task.delivered = now
    receiver.launch(task, registeredAs: name)
  }

  func perform(_ actions: [ScheduledTaskStateMachine.Action], of task: ScheduledTask) {
    for action in actions {
      switch action {
      case .callExpirationHandler:
        noteOverlap(of: task)
        guard let process = task.process else { break }
        process.afterLaunch { [unowned process] _ in
          LaunchHandlers.of(process).receiver?.expire(task)
        }
      case .complete(let success):
        noteOverlap(of: task)
        post(.completed(task.identifier, success: success), of: task)
      case .kill:
        guard let process = task.process else { break }
        noteOverlap(of: task)
        process.report(.taskNotCompleted(task.identifier))
        process.kill(
          .killed(.backgroundTask, "the task \(task.identifier) was not completed in time"))
        return
      }
    }
    update(task)
  }

  /// Gives advice if the task, which ends or expires now, has run at the same time as another one of the app (FT10).
  private func noteOverlap(of task: ScheduledTask) {
    guard let process = task.process, let begin = task.delivered else { return }
    for other in record(of: process.app).running where other !== task {
      // A task that does nothing because another one runs ends at the instant at which it began.
      guard let otherBegin = other.delivered, now > max(begin, otherBegin) else { continue }
      process.reportOnce(.tasksTogether(task.identifier, other.identifier))
    }
  }

  /// Expires a task before its time limit.
  func expire(_ task: ScheduledTask, _ why: String) {
    let actions = task.machine.expire(at: now)
    guard !actions.isEmpty else { return }
    post(.expired(task.identifier, why), of: task)
    perform(actions, of: task)
  }

  /// Schedules the task's alarm and sets its process's run time, according to the state machine.
  private func update(_ task: ScheduledTask) {
    cancelAlarm(of: task)
    guard let process = task.process else { return }
    if let deadline = task.machine.nextDeadline {
      let moment = min(deadline, nextProgressCheck(of: task) ?? deadline)
      task.alarm = simulation.schedule(at: moment) { [weak self] in self?.alarmRang(of: task) }
    } else {
      record(of: process.app).running.removeAll { $0 === task }
    }
    if task.machine.state == .ended { record(of: process.app).noteEnd(of: task.request) }
    updateRunTime(of: process)
    guard task.machine.state == .ended else { return }
    if task.request.kind.continued != nil { runWaitingContinuedTasks() }
    reconsider()
  }

  private func alarmRang(of task: ScheduledTask) {
    task.alarm = nil
    guard let process = task.process else { return }
    checkProgress(of: task)
    if case .running(let until) = task.machine.state, until <= now {
      return expire(task, task.request.kind.continued == nil ? "its time is over" : "no progress")
    }
    perform(task.machine.deadlineReached(at: now, mayKill: process.isInBackground), of: task)
  }

  func cancelAlarm(of task: ScheduledTask) {
    if let alarm = task.alarm { simulation.cancel(alarm) }
    task.alarm = nil
  }

  /// Grants the process run time until 1 ms after the end of its tasks, so that it is killed and
  /// not suspended at that end.
  func updateRunTime(of process: AppProcess) {
    let running = record(of: process.app).running
    process.isProcessorUnlimited = running.contains { $0.request.kind.requiresPower }
    guard process.isInBackground else { return }
    let ends = running.compactMap {
      $0.request.kind.continued == nil ? $0.machine.end : longEnd($0)
    }
    if let end = ends.max() {
      process.grantForEvents(.scheduledTask, until: end + .milliseconds(1))
    } else {
      process.grant(.scheduledTask, until: nil)
    }
  }

  /// A continued processing task may run as long as it makes progress.
  private func longEnd(_ task: ScheduledTask) -> VirtualInstant? {
    if case .running = task.machine.state { .distantFuture } else { task.machine.end }
  }

  /// Expires processing tasks when the user uses the device, or when a required condition is lost.
  func expireWhatMayNotGoOn() {
    for task in records.flatMap(\.running) {
      guard case .processing(let network, let power) = task.request.kind else { continue }
      if device.isScreenOn {
        expire(task, "the user uses the device")
      } else if power, !device.power.isCharging {
        expire(task, "no external power")
      } else if network, device.network.path == .offline {
        expire(task, "no network")
      }
    }
  }
}
