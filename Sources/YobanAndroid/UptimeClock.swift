import AndroidFramework
import Foundation

/// Turns the time of a sensor event into the recorder's uptime.
///
/// Android stamps events with the time since boot that goes on while the phone sleeps; the recorder
/// counts without sleep. The difference changes only by a sleep, so it is read again with each new
/// second of events, and what two readings differ by chance does not move it.
struct UptimeClock {
  /// Elapsed realtime minus uptime, nanoseconds.
  private(set) var slept: Int64 = 0
  private var readAgainFrom = Int64.min

  static let toleranceNanoseconds: Int64 = 1_000_000

  /// Seconds of `ProcessInfo.systemUptime`.
  ///
  /// - Parameter timestamp: nanoseconds of `SystemClock.elapsedRealtimeNanos()`.
  mutating func uptime(of timestamp: Int64) -> TimeInterval {
    if timestamp >= readAgainFrom {
      read(
        elapsed: SystemClock.elapsedRealtimeNanos(),
        uptime: ProcessInfo.processInfo.systemUptime, at: timestamp)
    }
    return Double(timestamp - slept) / 1e9
  }

  mutating func read(elapsed: Int64, uptime: TimeInterval, at timestamp: Int64) {
    let found = elapsed - Int64((uptime * 1e9).rounded())
    let isFirst = readAgainFrom == .min
    readAgainFrom = timestamp + 1_000_000_000
    if isFirst || abs(found - slept) > Self.toleranceNanoseconds {
      // Less than the tolerance is the time between the two readings.
      slept = abs(found) > Self.toleranceNanoseconds ? found : 0
    }
  }
}
