import Foundation

/// The clocks of a device, read at one moment.
public struct ClockReading: Codable, Hashable, Sendable {
  /// The wall clock in nanoseconds since 1970. The user or the network may change it at any time.
  public var wall: Int64
  /// Seconds since the device was booted, without the time it slept, as in `CMLogItem.timestamp`.
  public var uptime: TimeInterval
  /// A clock that continues while the device sleeps, and restarts when the device is booted.
  public var continuous: ContinuousClock.Instant

  public init(wall: Int64, uptime: TimeInterval, continuous: ContinuousClock.Instant) {
    self.wall = wall
    self.uptime = uptime
    self.continuous = continuous
  }

  /// Reads the clocks of this device. Repeats the reading if the thread was interrupted during it.
  public static func now() -> ClockReading {
    var reading = ClockReading(wall: 0, uptime: 0, continuous: .now)
    for _ in 0..<3 {
      let before = ProcessInfo.processInfo.systemUptime
      reading.continuous = .now
      reading.wall = Int64((Date().timeIntervalSince1970 * 1e6).rounded()) * 1_000
      reading.uptime = ProcessInfo.processInfo.systemUptime
      if reading.uptime - before < 0.001 { break }
    }
    return reading
  }
}
