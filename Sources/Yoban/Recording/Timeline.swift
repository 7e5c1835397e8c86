import Chunks
import Foundation

/// Gives sensor timestamps a place in time: nanoseconds since 1970 on a line that never goes back.
///
/// The anchor, the wall time at uptime 0, is fixed when the line begins and kept across the
/// process launches of one boot. Setting the wall clock does not move it; the time that the device
/// sleeps, which the uptime leaves out, is added to it. A reboot begins again.
///
/// Pure and codable; all clocks come in as a `ClockReading`.
public struct Timeline: Codable, Hashable, Sendable {
  /// What a reading showed.
  public enum Change: Hashable, Sendable {
    /// The wall clock was set by this much; the line goes on as before.
    case clockChanged(by: Duration)
    /// The device slept; the line jumped ahead with it.
    case slept(Duration)
    /// The device was booted since the last reading: the line has a new anchor.
    case rebooted
  }

  /// Wall time at uptime 0 in nanoseconds since 1970, a multiple of 1,000 plus what was slept.
  public private(set) var anchor: Int64
  /// The last reading that was taken into account.
  public private(set) var lastReading: ClockReading

  /// Less is the drift between two clocks, not a user.
  static let clockChangeMin = Duration.seconds(1)
  /// Less is the inaccuracy of reading two clocks one after the other.
  static let sleepMin = Duration.milliseconds(50)

  /// Begins a line.
  public init(_ reading: ClockReading) {
    anchor = Self.anchor(reading)
    lastReading = reading
  }

  /// The moment of an uptime in seconds, as `CMLogItem.timestamp` gives it.
  @inline(__always)
  public func time(uptime: TimeInterval) -> Int64 {
    Self.time(uptime: uptime, anchor: anchor)
  }

  @inline(__always)
  static func time(uptime: TimeInterval, anchor: Int64) -> Int64 {
    anchor &+ Int64(uptime * 1e9 + 0.5)
  }

  /// The moment of the last reading.
  public var now: Int64 { time(uptime: lastReading.uptime) }

  /// Takes a reading into account. Call it once a second, and at launch with `notBefore`.
  ///
  /// - Parameter earliest: the line must not begin before this moment after a reboot: the last
  ///   that is stored.
  /// - Returns: what the clocks did since the last reading, in this order.
  public mutating func update(_ reading: ClockReading, notBefore earliest: Int64 = .min) -> [Change]
  {
    let last = lastReading
    lastReading = reading
    if Self.wasRebooted(from: last, to: reading) {
      anchor = Self.anchor(reading)
      keepAhead(of: earliest)
      return [.rebooted]
    }
    var changes: [Change] = []
    let passed = last.continuous.duration(to: reading.continuous)
    let slept = passed - .seconds(reading.uptime - last.uptime)
    if slept >= Self.sleepMin {
      anchor += slept.nanoseconds
      changes.append(.slept(slept))
    }
    let change = Duration.nanoseconds(reading.wall - last.wall) - passed
    if change.magnitude >= Self.clockChangeMin { changes.append(.clockChanged(by: change)) }
    keepAhead(of: earliest)
    return changes
  }

  private mutating func keepAhead(of earliest: Int64) {
    if now <= earliest { anchor += (earliest - now) / 1_000 * 1_000 + 1_000 }
  }

  private static func anchor(_ reading: ClockReading) -> Int64 {
    (reading.wall - Int64(reading.uptime * 1e9)) / 1_000 * 1_000
  }

  /// A clock that went back was reset by a boot. If none did, the boot was long ago: then wall and
  /// continuous clock disagree, and the device has been up for less than the time that passed.
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
