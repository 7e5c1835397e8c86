import YobanSimulatedDevices
import YobanVirtualTime

/// An activity as an app gets it.
package struct ActivityReading: Sendable, Hashable {
  package var activity: MotionActivity
  /// The time when it began, in nanoseconds since 1970 by the device's wall clock.
  package var wallTime: Int64
  /// Seconds since the device booted, as `CMLogItem.timestamp`.
  package var timestamp: Double
}

/// Receives activities, on the process's main queue.
package protocol ActivityEventReceiver: AnyObject {
  func received(_ reading: ActivityReading)
  /// The user does not allow motion for the app; no activities are delivered.
  func wasRefused()
}

/// One process's use of activity updates. While the process is suspended, it keeps the newest one.
final class ActivityUse {
  let app: AppProcess
  let receiver: any ActivityEventReceiver
  private var pending: ActivityReading?
  private var isStopped = false

  init(_ app: AppProcess, _ receiver: any ActivityEventReceiver) {
    self.app = app
    self.receiver = receiver
  }

  func deliver(_ reading: ActivityReading) {
    defer { pending = reading }
    // A delivery waits for the process to continue: it takes the newest reading.
    guard pending == nil else { return }
    app.process.onMain { [self] in
      guard let newest = pending else { return }
      pending = nil
      guard !isStopped else { return }
      receiver.received(newest)
    }
  }

  func stop() { isStopped = true }
}

/// `CMMotionActivityManager` (MO5).
extension MotionService {
  /// The name of activities in the trace.
  static let activityStream = "activity"

  /// The activity of the user. A scenario sets it: `phone.motion.activity = .walking`.
  ///
  /// Default: stationary.
  public var activity: MotionActivity {
    get { activities.current }
    set {
      guard newValue != activities.current else { return }
      let simulation = device.world.simulation
      activities.begin(newValue, at: simulation.now.nanoseconds)
      device.post(.user("'s activity becomes \(newValue.rawValue)"))
      simulation.schedule(at: simulation.now + policy.activityDelay) { [weak self] in
        self?.reportActivity()
      }
      walkingChanged()
    }
  }

  /// Whether the device classifies activities and counts steps: an iPhone 5s or later with iOS 8, and every watch.
  package var canClassify: Bool {
    switch device.profile.hardware {
    case .phone(let model): device.profile.version >= 8 && model != .iPhone4S
    case .watch: true
    case .android: false
    }
  }

  /// Delivers the present activity, then each change. Replaces an earlier start by the same receiver.
  package func startActivity(for process: AppProcess, _ receiver: any ActivityEventReceiver) {
    guard process.isAlive(for: "startActivityUpdates(to:withHandler:)") else { return }
    stopActivity(for: process, receiver)
    guard canClassify else { return process.report(.noActivity) }
    guard mayUseMotion(process, withoutKey: .activityWithoutUsageDescription) else {
      return process.process.onMain { receiver.wasRefused() }
    }
    let use = ActivityUse(process, receiver)
    activityUses.append(use)
    process.post(.sensor(Self.activityStream, isOn: true))
    if let known = known(to: device.world.now.nanoseconds).last { use.deliver(reading(known)) }
  }

  package func stopActivity(for process: AppProcess, _ receiver: any ActivityEventReceiver) {
    guard let i = activityUses.firstIndex(where: { $0.app === process && $0.receiver === receiver })
    else { return }
    activityUses.remove(at: i).stop()
    process.post(.sensor(Self.activityStream, isOn: false))
  }

  /// Returns the activities of a period of at most the last seven days; the first one may have begun before it.
  ///
  /// - Parameters:
  ///   - start: in nanoseconds since 1970, as `end`.
  /// - Returns: nil without permission.
  package func activities(
    from start: Int64, to end: Int64, for process: AppProcess
  ) -> [ActivityReading]? {
    guard process.isAlive(for: "queryActivityStarting(from:to:to:withHandler:)"), canClassify,
      mayUseMotion(process, withoutKey: .activityWithoutUsageDescription)
    else { return nil }
    let now = device.world.now.nanoseconds
    let oldest = now - policy.activityKept.nanoseconds
    let first = max(device.simulatedTime(ofWallTime: start), oldest)
    let last = min(device.simulatedTime(ofWallTime: end), now)
    let known = known(to: now).last?.time ?? .min
    return activities.changes(from: first, to: last).filter { $0.time <= known }.map(reading)
  }

  private func reportActivity() {
    guard let change = known(to: device.world.now.nanoseconds).last else { return }
    for use in activityUses { use.deliver(reading(change)) }
  }

  /// The activities that the system has recognized until now.
  private func known(to now: Int64) -> [ActivityHistory.Change] {
    let delay = policy.activityDelay.nanoseconds
    return activities.changes.filter { $0.time == .min || $0.time + delay <= now }
  }

  private func reading(_ change: ActivityHistory.Change) -> ActivityReading {
    // The first activity has always been there; the device says that it began when it was switched on.
    let time = max(change.time, device.bootTime)
    return ActivityReading(
      activity: change.activity, wallTime: device.wallTime(ofSimulatedTime: time),
      timestamp: Double(device.uptime(at: time)) / 1e9)
  }
}
