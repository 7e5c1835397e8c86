import Foundation

/// Converts the time of a sensor event into the recorder's uptime.
///
/// Android's timestamps count the time since boot including sleep; the recorder counts without
/// sleep. The difference changes only when the phone sleeps. It is read again after each second of
/// events; small differences between two readings are ignored.
struct UptimeClock {
  /// Elapsed realtime minus uptime, in nanoseconds.
  private(set) var slept: Int64 = 0
  private var nextReading = Int64.min

  static let toleranceNanoseconds: Int64 = 1_000_000

  /// Returns the time in seconds of `ProcessInfo.systemUptime`.
  ///
  /// - Parameters:
  ///   - timestamp: in nanoseconds of `SystemClock.elapsedRealtimeNanos()`.
  ///   - elapsed: reads that clock.
  mutating func uptime(of timestamp: Int64, elapsed: () -> Int64) -> TimeInterval {
    if timestamp >= nextReading {
      read(
        elapsed: elapsed(), uptime: ProcessInfo.processInfo.systemUptime, at: timestamp)
    }
    return Double(timestamp - slept) / 1e9
  }

  mutating func read(elapsed: Int64, uptime: TimeInterval, at timestamp: Int64) {
    let found = elapsed - Int64((uptime * 1e9).rounded())
    let isFirst = nextReading == .min
    nextReading = timestamp + 1_000_000_000
    if isFirst || abs(found - slept) > Self.toleranceNanoseconds {
      // A difference below the tolerance is the time between the two readings.
      slept = abs(found) > Self.toleranceNanoseconds ? found : 0
    }
  }
}
