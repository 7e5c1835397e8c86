import Foundation
import YobanVirtualTime

/// A feature that continuously draws power from a battery while it is on.
package enum BatteryConsumer: String, Sendable, Hashable, CaseIterable {
  case accelerometer, gyroscope, magnetometer
  /// A workout session.
  case workout
  /// A consumer that a scenario defines.
  case other
}

/// The charge of a battery. It is computed between changes, so that it is known at any moment. The
/// type has no side effects.
struct BatteryMachine: Equatable, Sendable {
  /// The level at `mark`, the time of the last change.
  private var levelAtMark: Double
  private var mark: VirtualInstant
  /// The share of the battery that the device itself uses per hour.
  private var base: Double
  private var draws: [Double]
  private(set) var isCharging = false
  private var chargeDuration: Duration

  /// - Parameters:
  ///   - level: the charge, from 0 to 1.
  ///   - base: the share of the battery that the device itself uses per hour.
  init(level: Double, base: Double, chargeDuration: Duration, at now: VirtualInstant) {
    levelAtMark = level
    mark = now
    self.base = base
    self.chargeDuration = chargeDuration
    draws = Array(repeating: 0, count: BatteryConsumer.allCases.count)
  }

  /// The share of the battery that is used per hour now, whether or not it is charging.
  var drainPerHour: Double { draws.reduce(base, +) }

  /// Returns the charge at a moment, from 0 (empty) to 1 (full). On a charger it rises, regardless
  /// of consumption.
  func level(at now: VirtualInstant) -> Double {
    let passed = now - mark
    let change = isCharging ? passed / chargeDuration : -passed.seconds / 3600 * drainPerHour
    return min(1, max(0, levelAtMark + change))
  }

  /// Returns the moment at which the battery will be empty if nothing changes: nil on a charger, or
  /// if nothing draws power; now, if it is empty already.
  func empties(at now: VirtualInstant) -> VirtualInstant? {
    let drain = drainPerHour
    guard !isCharging, drain > 0 else { return nil }
    let seconds = levelAtMark / drain * 3600
    guard seconds < 1e9 else { return nil }
    // Rounded up, so that the battery is really empty at that moment.
    return max(now, mark + .nanoseconds(Int64((seconds * 1e9).rounded(.up)) + 1))
  }

  /// Returns the time that a charger takes from now to a level; zero if the level is already
  /// reached.
  func charging(to level: Double, at now: VirtualInstant) -> Duration {
    chargeDuration * max(0, level - self.level(at: now))
  }

  /// Sets the share that a consumer uses per hour from now on. Returns whether it changed.
  mutating func set(_ consumer: BatteryConsumer, perHour share: Double, at now: VirtualInstant)
    -> Bool
  {
    let index = BatteryConsumer.allCases.firstIndex(of: consumer)!
    guard draws[index] != share else { return false }
    rebase(at: now)
    draws[index] = share
    return true
  }

  /// Sets the share that the device itself uses per hour from now on, and the time of a full
  /// charge. Returns whether either changed.
  mutating func set(base: Double, chargeDuration: Duration, at now: VirtualInstant) -> Bool {
    guard self.base != base || self.chargeDuration != chargeDuration else { return false }
    rebase(at: now)
    self.base = base
    self.chargeDuration = chargeDuration
    return true
  }

  /// Uses a share of the battery at once. Returns whether the charge changed.
  mutating func use(_ share: Double, at now: VirtualInstant) -> Bool {
    guard share > 0 else { return false }
    rebase(at: now)
    levelAtMark = max(0, levelAtMark - share)
    return true
  }

  /// Connects the battery to a charger, or disconnects it.
  mutating func setCharging(_ isOn: Bool, at now: VirtualInstant) {
    rebase(at: now)
    isCharging = isOn
  }

  /// Sets the charge, as a scenario requires.
  mutating func setLevel(_ level: Double, at now: VirtualInstant) {
    mark = now
    levelAtMark = min(1, max(0, level))
  }

  private mutating func rebase(at now: VirtualInstant) {
    levelAtMark = level(at: now)
    mark = now
  }
}
