/// `java.time.Instant`, in whole milliseconds, as Health Connect keeps times.
public final class Instant: Sendable {
  private let epochMilli: Int64
  private init(_ epochMilli: Int64) { self.epochMilli = epochMilli }

  /// Returns the time of the device's clock.
  public static func now() -> Instant {
    Instant(Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }
  public static func ofEpochMilli(_ epochMilli: Int64) -> Instant { Instant(epochMilli) }
  public func toEpochMilli() -> Int64 { epochMilli }
  public func isBefore(_ otherInstant: Instant) -> Bool { epochMilli < otherInstant.epochMilli }
  public func isAfter(_ otherInstant: Instant) -> Bool { epochMilli > otherInstant.epochMilli }
}
