import YobanPlatformProfiles
import YobanVirtualTime

/// The alarms of an Android phone, and the rules for when each may ring (AN8, AN9). Pure.
struct AlarmQueue {
  enum Kind: String, Equatable {
    case inexact = "inexact"
    case exact = "exact"
    /// `setAndAllowWhileIdle`.
    case whileIdle = "while-idle"
    /// `setExactAndAllowWhileIdle`.
    case exactWhileIdle = "exact while-idle"
    /// `setAlarmClock`.
    case clock = "alarm clock"
  }

  struct Alarm: Equatable {
    /// The position in the order in which the alarms were set.
    var number = 0
    /// The app's package.
    var app: String
    /// The target of the alarm. A new alarm of the same app with the same target replaces this one.
    var target: Target
    var kind: Kind
    var trigger: VirtualInstant
    /// Whether it wakes the CPU.
    var wakes: Bool
    /// The interval of a repeating alarm.
    var interval: Duration?
  }

  enum Target: Equatable {
    case intent(PendingIntentDescription)
    /// A listener in the process. The alarm is removed when the process ends.
    case listener(Int, tag: String)
  }

  /// The conditions for the alarms of one app.
  struct Surroundings {
    var isDeepIdle = false
    var isProcessorAwake = true
    /// The maximum number of alarms per hour, and the minimum interval between two; nil: no limit
    /// (AN9).
    var perHour: Int?
    var interval: Duration?
  }

  /// The alarms of an app that rang in the last day.
  private struct History {
    var app: String
    var rung: [VirtualInstant] = []
    /// Those that rang in Doze, by the quota that they count in (AN8).
    var whileIdle: [VirtualInstant] = []
    var exactWhileIdle: [VirtualInstant] = []
  }

  let policy: AndroidPolicy
  private(set) var alarms: [Alarm] = []
  private var histories: [History] = []
  private var lastNumber = 0

  init(_ policy: AndroidPolicy) { self.policy = policy }

  mutating func set(_ alarm: Alarm) {
    alarms.removeAll { $0.app == alarm.app && Self.isSame($0.target, alarm.target) }
    lastNumber += 1
    var alarm = alarm
    alarm.number = lastNumber
    alarms.append(alarm)
  }

  mutating func cancel(_ target: Target, of app: String) {
    alarms.removeAll { $0.app == app && Self.isSame($0.target, target) }
  }

  /// Removes all alarms of an app, after a force stop, a reboot or its deletion.
  mutating func cancelAll(of app: String) { alarms.removeAll { $0.app == app } }

  /// Removes the alarms of an app's listeners after its process has ended.
  mutating func processEnded(of app: String) {
    alarms.removeAll {
      if case .listener = $0.target { $0.app == app } else { false }
    }
  }

  /// Returns the next alarm to ring and its time under the current conditions. Alarms that wait for
  /// a condition to change are ignored.
  func next(
    at now: VirtualInstant, _ around: (_ app: String) -> Surroundings
  ) -> (alarm: Alarm, moment: VirtualInstant)? {
    let all = alarms.compactMap { alarm in
      moment(of: alarm, around(alarm.app), at: now).map { (alarm: alarm, moment: $0) }
    }
    return all.min { ($0.moment, $0.alarm.number) < ($1.moment, $1.alarm.number) }
  }

  /// Returns the time at which an alarm may ring; nil if it may not under the current conditions.
  func moment(
    of alarm: Alarm, _ around: Surroundings, at now: VirtualInstant
  ) -> VirtualInstant? {
    if !alarm.wakes, !around.isProcessorAwake { return nil }
    if alarm.kind == .clock { return alarm.trigger }
    let history = histories.first { $0.app == alarm.app }
    var moment = alarm.trigger
    if around.isDeepIdle {
      guard let quota = quotaInDoze(of: alarm.kind) else { return nil }
      moment = max(
        moment, Self.free(quota.count, in: quota.time, history?[keyPath: quota.rung] ?? [], at: now)
      )
    }
    if let perHour = around.perHour {
      moment = max(
        moment, Self.free(perHour, in: .seconds(3600), history?.rung ?? [], at: now))
    }
    if let interval = around.interval, let last = history?.rung.last {
      moment = max(moment, last + interval)
    }
    return moment
  }

  /// Records that an alarm rings. It is removed, or set to its next time if it repeats.
  mutating func rang(_ alarm: Alarm, isDeepIdle: Bool, at now: VirtualInstant) {
    if let i = alarms.firstIndex(where: { $0.number == alarm.number }) {
      if let interval = alarm.interval, interval > .zero {
        while alarms[i].trigger <= now { alarms[i].trigger = alarms[i].trigger + interval }
      } else {
        alarms.remove(at: i)
      }
    }
    let i =
      histories.firstIndex { $0.app == alarm.app }
      ?? {
        histories.append(History(app: alarm.app))
        return histories.count - 1
      }()
    let day = Duration.seconds(24 * 3600)
    histories[i].rung.removeAll { $0 <= now - day }
    histories[i].whileIdle.removeAll { $0 <= now - day }
    histories[i].exactWhileIdle.removeAll { $0 <= now - day }
    if alarm.kind != .clock { histories[i].rung.append(now) }
    if isDeepIdle, let quota = quotaInDoze(of: alarm.kind) {
      histories[i][keyPath: quota.rung].append(now)
    }
  }

  /// Returns how many alarms of a kind may ring in Doze within a time, and the list of those that rang; nil for the
  /// kinds that do not ring in Doze, and for alarm clocks, which ring without a limit (AN8).
  private func quotaInDoze(
    of kind: Kind
  ) -> (count: Int, time: Duration, rung: WritableKeyPath<History, [VirtualInstant]>)? {
    switch kind {
    case .inexact, .exact, .clock: return nil
    case .exactWhileIdle:
      if let count = policy.exactWhileIdlePerHour {
        return (count, .seconds(3600), \.exactWhileIdle)
      }
      fallthrough
    case .whileIdle: return (policy.whileIdleAlarms, policy.whileIdleWindow, \.whileIdle)
    }
  }

  /// Returns the time at which another alarm is allowed, if at most `count` may ring within `time`.
  private static func free(
    _ count: Int, in time: Duration, _ moments: [VirtualInstant], at now: VirtualInstant
  ) -> VirtualInstant {
    let recent = moments.filter { $0 > now - time }
    guard recent.count >= count else { return .start }
    return recent[recent.count - count] + time
  }

  private static func isSame(_ a: Target, _ b: Target) -> Bool {
    switch (a, b) {
    case (.intent(let a), .intent(let b)): a.isSame(as: b)
    case (.listener(let a, _), .listener(let b, _)): a == b
    case (.intent, .listener), (.listener, .intent): false
    }
  }
}

/// A `PendingIntent` in the system, which survives its process.
public struct PendingIntentDescription: Sendable, Hashable, Codable {
  package enum Target: String, Sendable, Hashable, Codable {
    case activity, broadcast, service
    case foregroundService = "foreground service"
  }

  package var target: Target
  package var requestCode: Int32
  package var intent: AndroidIntentDescription

  package init(_ target: Target, requestCode: Int32, _ intent: AndroidIntentDescription) {
    self.target = target
    self.requestCode = requestCode
    self.intent = intent
  }

  /// Whether two are the same pending intent. Extras do not count.
  func isSame(as other: Self) -> Bool {
    target == other.target && requestCode == other.requestCode
      && intent.isSame(as: other.intent)
  }
}
