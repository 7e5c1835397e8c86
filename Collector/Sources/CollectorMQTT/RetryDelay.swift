/// The growing delays between attempts: 1 s, 2 s, 4 s and so on, at most a minute, each shortened by chance.
///
/// Collectors that have lost the same broker therefore do not all return at the same time.
struct RetryDelay: Sendable {
  static let first = 1.0
  static let max = 60.0

  private var next = first

  /// Returns the delay before the next attempt in seconds.
  ///
  /// - Parameter share: a random number from 0 to 1.
  mutating func take(_ share: Double) -> Double {
    defer { next = min(next * 2, Self.max) }
    return next * (0.5 + share / 2)
  }

  /// An attempt has succeeded.
  mutating func reset() { next = Self.first }
}
