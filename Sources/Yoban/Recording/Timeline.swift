import Chunks
import Foundation

/// Converts sensor timestamps to nanoseconds since 1970, on a timeline that never goes back.
///
/// The anchor, the wall time at uptime 0, is fixed when the timeline begins, and kept across the
/// launches of one boot. A change of the wall clock does not move it. The time that the device
/// sleeps is added to it, because the uptime does not include sleep. A reboot sets a new anchor.
///
/// Pure and codable; all clock values are passed in as a `ClockReading`.
public struct Timeline: Codable, Hashable, Sendable {
  /// A change that a reading showed.
  public enum Change: Hashable, Sendable {
    /// The wall clock was changed by this much. The timeline is not affected.
    case clockChanged(by: Duration)
    /// The device slept. The timeline jumped ahead by this time.
    case slept(Duration)
    /// The device was booted since the last reading. The timeline has a new anchor.
    case rebooted
  }

  /// The wall time at uptime 0, in nanoseconds since 1970: a multiple of 1,000 plus the time slept.
  public private(set) var anchor: Int64
  /// The last reading that was taken into account.
  public private(set) var lastReading: ClockReading
  /// The time at which the timeline got its anchor, which tells anchors apart; nil in a file of an earlier version.
  private var anchoredAt: Int64?

  /// The latest moment that is read from a file, in nanoseconds since 1970: in the year 2160. The longest duration
  /// can be added to it.
  static let latestMoment: Int64 = 6_000_000_000_000_000_000

  /// The smallest difference that counts as a change of the wall clock. A smaller one is clock
  /// drift.
  static let clockChangeMin = Duration.seconds(1)
  /// The shortest time that counts as sleep. Two clocks cannot be read more exactly than this.
  static let sleepMin = Duration.milliseconds(50)

  /// Begins a timeline.
  public init(_ reading: ClockReading) {
    anchor = Self.anchor(reading)
    lastReading = reading
    anchoredAt = now
  }

  /// The time since which the timeline counts without a jump.
  public var since: Int64 { anchoredAt ?? anchor }

  /// Returns the time of an uptime in seconds, as in `CMLogItem.timestamp`; `Int64.min`, which no recording takes,
  /// for an uptime that is not a number or longer than a hundred years.
  @inline(__always)
  public func time(uptime: TimeInterval) -> Int64 {
    Self.time(uptime: uptime, anchor: anchor)
  }

  @inline(__always)
  static func time(uptime: TimeInterval, anchor: Int64) -> Int64 {
    guard uptime.magnitude <= Duration.longestSeconds else { return .min }
    return anchor &+ Int64(uptime * 1e9 + 0.5)
  }

  /// The time of the last reading.
  public var now: Int64 { time(uptime: lastReading.uptime) }

  /// Takes a reading into account that the process takes which took the last one, too. Call it once a second.
  ///
  /// The device was not booted in the meantime, however far the wall clock has been set.
  ///
  /// - Returns: the changes since the last reading, in this order.
  public mutating func update(_ reading: ClockReading) -> [Change] {
    let last = lastReading
    lastReading = reading
    return changes(from: last, to: reading)
  }

  /// Takes the first reading of a process into account, which finds the timeline of an earlier one.
  ///
  /// - Parameter earliest: the last stored moment. If the timeline is not later than it, for
  ///   example after a reboot, it is moved ahead of it.
  /// - Returns: the changes since the last reading, in this order.
  public mutating func resume(_ reading: ClockReading, notBefore earliest: Int64) -> [Change] {
    let last = lastReading
    lastReading = reading
    let isRebooted = Self.wasRebooted(from: last, to: reading)
    if isRebooted { anchor = Self.anchor(reading) }
    let changes = isRebooted ? [.rebooted] : changes(from: last, to: reading)
    let isMoved = keepAhead(of: earliest)
    if isRebooted || isMoved || anchoredAt == nil { anchoredAt = now }
    return changes
  }

  private mutating func changes(
    from last: ClockReading, to reading: ClockReading
  ) -> [Change] {
    var changes: [Change] = []
    let passed = last.continuous.duration(to: reading.continuous)
    let slept = passed - .seconds(reading.uptime - last.uptime)
    if slept >= Self.sleepMin {
      anchor += slept.nanoseconds
      changes.append(.slept(slept))
    }
    let change = Duration.nanoseconds(reading.wall - last.wall) - passed
    if change.magnitude >= Self.clockChangeMin { changes.append(.clockChanged(by: change)) }
    return changes
  }

  /// Moves the timeline ahead of a moment; returns whether it was not yet.
  private mutating func keepAhead(of earliest: Int64) -> Bool {
    let earliest = min(earliest, Self.latestMoment)
    guard now <= earliest else { return false }
    anchor += (earliest - now) / 1_000 * 1_000 + 1_000
    return true
  }

  /// Whether times can be computed with a timeline that was read from a file, which may be damaged.
  func isValid(now: ContinuousClock.Instant) -> Bool {
    let continuous = now.advanced(by: .zero - .longest)...now.advanced(by: .longest)
    return [anchor, lastReading.wall, since].allSatisfy {
      $0.magnitude <= Self.latestMoment.magnitude
    }
      && lastReading.uptime.magnitude <= Duration.longestSeconds
      && continuous.contains(lastReading.continuous)
  }

  private static func anchor(_ reading: ClockReading) -> Int64 {
    (reading.wall - Int64(reading.uptime * 1e9)) / 1_000 * 1_000
  }

  /// Returns whether the device was booted between two readings. A clock that went back was reset
  /// by a boot. If neither clock went back, the boot was so long ago that both passed their old
  /// values: then the wall clock and the continuous clock disagree, and the uptime is shorter than
  /// the time that passed.
  private static func wasRebooted(from last: ClockReading, to reading: ClockReading) -> Bool {
    if reading.uptime < last.uptime || reading.continuous < last.continuous { return true }
    let passed = last.continuous.duration(to: reading.continuous)
    let wallPassed = Duration.nanoseconds(reading.wall - last.wall)
    if (wallPassed - passed).magnitude < .seconds(5) { return false }
    return .seconds(reading.uptime) < wallPassed
  }
}

extension Duration {
  fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
