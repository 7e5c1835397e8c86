import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

/// The CPU cap of an app with a session on a watch (WK6). It has no side effects.
///
/// The load is averaged over the last minute. The session ends if the average stays above the
/// allowed share for too long.
struct ProcessorCap: Equatable {
  private var monitor: ProcessorMonitor
  /// The longest time that the average may be above the share.
  let tolerance: Duration
  /// The time since which the average is above the share; nil while it is not.
  private(set) var aboveSince: VirtualInstant?

  /// - Parameters:
  ///   - share: the allowed share of a core, from 0 to 1.
  ///   - tolerance: drawn at random from the range that the rule gives.
  init(share: Double, window: Duration, tolerance: Duration) {
    monitor = ProcessorMonitor(share: share, window: window)
    self.tolerance = tolerance
  }

  /// Sets the load from now on, as a share of a core.
  mutating func loadChanged(to load: Double, at now: VirtualInstant) {
    update(at: now)
    monitor.loadChanged(to: load, at: now)
    update(at: now)
  }

  /// Handles the arrival of `nextDeadline`.
  ///
  /// - Returns: Whether the app has been above the cap for too long.
  mutating func deadlineReached(at now: VirtualInstant) -> Bool {
    update(at: now)
    return aboveSince.map { $0 + tolerance <= now } ?? false
  }

  private mutating func update(at now: VirtualInstant) {
    aboveSince = monitor.isAbove(at: now) ? aboveSince ?? now : nil
  }

  /// Returns the time at which `deadlineReached` must be called if the load does not change; nil if
  /// it need not be called before the load changes.
  func nextDeadline(at now: VirtualInstant) -> VirtualInstant? {
    guard let aboveSince else { return monitor.exceeds(at: now) }
    let end = aboveSince + tolerance
    return monitor.fallsBelow(at: now).map { min($0, end) } ?? end
  }
}

/// The cap of a process, and its alarm.
final class ProcessorCapRecord {
  let process: AppProcess
  var cap: ProcessorCap
  var alarm: EventToken?

  init(_ process: AppProcess, _ cap: ProcessorCap) {
    self.process = process
    self.cap = cap
  }
}

extension WatchService {
  /// Updates the cap after the load of an app changed, or its session began or ended.
  func capChanged(_ process: AppProcess) {
    let isCounted =
      runningSession(of: process.app) != nil
      || hasWorkout(process.app) && process.isInBackground
    guard isCounted, process.process.state != .dead else { return forgetCap(of: process) }
    let record: ProcessorCapRecord
    if let known = caps.first(where: { $0.process === process }) {
      record = known
    } else {
      guard process.processorLoad > 0 else { return }
      record = ProcessorCapRecord(
        process,
        ProcessorCap(
          share: policy.processorShare / 100, window: policy.processorWindow,
          tolerance: random.duration(in: policy.processorTolerance)))
      caps.append(record)
    }
    record.cap.loadChanged(to: process.isRunning ? process.processorLoad : 0, at: now)
    setAlarm(record)
  }

  func forgetCap(of process: AppProcess) {
    for record in caps where record.process === process {
      if let alarm = record.alarm { simulation.cancel(alarm) }
    }
    caps.removeAll { $0.process === process }
  }

  /// Updates the cap after a session of the app has ended.
  package func forgetCap(of app: InstalledApp) {
    if let process = app.process { capChanged(process) }
  }

  private func setAlarm(_ record: ProcessorCapRecord) {
    if let alarm = record.alarm { simulation.cancel(alarm) }
    record.alarm = record.cap.nextDeadline(at: now).map { deadline in
      simulation.schedule(at: max(now, deadline)) { [weak self, weak record] in
        guard let self, let record else { return }
        record.alarm = nil
        if record.cap.deadlineReached(at: now) {
          exceeded(record.process)
        } else {
          setAlarm(record)
        }
      }
    }
  }

  private func exceeded(_ process: AppProcess) {
    forgetCap(of: process)
    let why =
      "used more than \(Int(policy.processorShare)) % of the CPU over \(policy.processorWindow) during a session"
    process.report(.processorCap(why))
    if let session = runningSession(of: process.app) {
      perform(session.machine.end(.error(.exceededResourceLimits)), of: session)
    }
    device.notifyServices { $0.exceededProcessorCap(process, why) }
  }
}

extension Finding {
  static func processorCap(_ why: String) -> Finding {
    Finding(
      .watchCpuCap, rule: .wk6, what: "The app \(why).",
      remedy: "Do less at a time, batch what can wait, and leave heavy work to the iPhone.")
  }
}

extension Finding.Kind {
  /// The app used more CPU than a session allows.
  public static let watchCpuCap = Self("watch.cpu-cap")
}
