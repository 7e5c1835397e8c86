/// An amount that may be used per time: it is filled up steadily, and what was not used is kept up to a maximum.
///
/// A state machine without a clock of its own.
struct TokenBucket: Hashable, Sendable {
  /// The largest amount that can be kept.
  let capacity: Double
  let perSecond: Double
  private var level: Double
  /// In seconds since any fixed time.
  private var filledAt: Double

  /// Creates a full bucket.
  init(capacity: Double, perSecond: Double, at now: Double) {
    self.capacity = capacity
    self.perSecond = perSecond
    level = capacity
    filledAt = now
  }

  /// Takes an amount if anything is left, even if it is less than the amount: the rest is owed. Returns nil then, and
  /// otherwise the time after which something is left, in seconds.
  mutating func take(_ amount: Double, at now: Double) -> Double? {
    fill(at: now)
    guard level > 0 else { return perSecond > 0 ? -level / perSecond : .infinity }
    level -= amount
    return nil
  }

  /// Takes an amount that cannot be refused any more.
  mutating func overdraw(by amount: Double, at now: Double) {
    fill(at: now)
    level -= amount
  }

  /// Whether it is as if it had never been used.
  func isFull(at now: Double) -> Bool {
    var bucket = self
    bucket.fill(at: now)
    return bucket.level >= capacity
  }

  private mutating func fill(at now: Double) {
    level = min(capacity, level + max(0, now - filledAt) * perSecond)
    filledAt = max(filledAt, now)
  }
}
