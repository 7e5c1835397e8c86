import Foundation
import VirtualTime

/// What draws from a battery all the time that it is on.
public enum BatteryConsumer: String, Sendable, Hashable, CaseIterable {
  case accelerometer, gyroscope
  /// A workout session.
  case workout
  /// Anything else that a scenario thinks of.
  case other
}

/// The charge of a battery: analytic between changes, so that any moment can be asked for. Pure.
struct BatteryMachine: Equatable, Sendable {
  /// What keeps the level's history short: everything before is in `levelAtMark`.
  private var levelAtMark: Double
  private var mark: VirtualInstant
  /// Share per hour, whatever happens.
  private var base: Double
  private var draws: [Double]
  private(set) var isCharging = false
  private var chargeDuration: Duration

  /// - Parameters:
  ///   - level: from 0 to 1.
  ///   - base: share per hour that the device itself uses.
  init(level: Double, base: Double, chargeDuration: Duration, at now: VirtualInstant) {
    levelAtMark = level
    mark = now
    self.base = base
    self.chargeDuration = chargeDuration
    draws = Array(repeating: 0, count: BatteryConsumer.allCases.count)
  }

  /// Share per hour that is used now, charger or not.
  var drainPerHour: Double { draws.reduce(base, +) }

  /// From 0 (empty) to 1 (full). On a charger it rises, whatever is used meanwhile.
  func level(at now: VirtualInstant) -> Double {
    let passed = now - mark
    let change = isCharging ? passed / chargeDuration : -passed.seconds / 3600 * drainPerHour
    return min(1, max(0, levelAtMark + change))
  }

  /// The moment at which it will be empty if nothing changes; nil on a charger, or if nothing draws.
  /// Now, if it is empty already.
  func empties(at now: VirtualInstant) -> VirtualInstant? {
    let drain = drainPerHour
    guard !isCharging, drain > 0 else { return nil }
    let seconds = levelAtMark / drain * 3600
    guard seconds < 1e9 else { return nil }
    // Rounded up: at that moment it is empty, not almost.
    return max(now, mark + .nanoseconds(Int64((seconds * 1e9).rounded(.up)) + 1))
  }

  /// How long a charger takes from now to a level; zero if it is as full already.
  func charging(to level: Double, at now: VirtualInstant) -> Duration {
    chargeDuration * max(0, level - self.level(at: now))
  }

  /// What a consumer uses per hour from now on. Returns whether that is a change.
  mutating func set(_ consumer: BatteryConsumer, perHour share: Double, at now: VirtualInstant)
    -> Bool
  {
    let index = BatteryConsumer.allCases.firstIndex(of: consumer)!
    guard draws[index] != share else { return false }
    settle(at: now)
    draws[index] = share
    return true
  }

  /// What the device itself uses per hour from now on, and how fast it charges. Returns whether that
  /// is a change.
  mutating func set(base: Double, chargeDuration: Duration, at now: VirtualInstant) -> Bool {
    guard self.base != base || self.chargeDuration != chargeDuration else { return false }
    settle(at: now)
    self.base = base
    self.chargeDuration = chargeDuration
    return true
  }

  /// Something used a share at once. Returns whether that is a change.
  mutating func use(_ share: Double, at now: VirtualInstant) -> Bool {
    guard share > 0 else { return false }
    settle(at: now)
    levelAtMark = max(0, levelAtMark - share)
    return true
  }

  /// It is put on a charger, or taken off.
  mutating func setCharging(_ isOn: Bool, at now: VirtualInstant) {
    settle(at: now)
    isCharging = isOn
  }

  /// A scenario says how full it is.
  mutating func setLevel(_ level: Double, at now: VirtualInstant) {
    mark = now
    levelAtMark = min(1, max(0, level))
  }

  private mutating func settle(at now: VirtualInstant) {
    levelAtMark = level(at: now)
    mark = now
  }
}
