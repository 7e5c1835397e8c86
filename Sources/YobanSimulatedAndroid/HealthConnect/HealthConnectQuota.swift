import YobanVirtualTime

/// Limits the calls of one app (AN29). Pure.
///
/// Like AOSP's `RateLimiter`, it has a bucket of calls for each period, which refills evenly. A call takes one from
/// the bucket of each period, or from none if one of them is empty.
struct HealthConnectQuota: Equatable {
  enum Call: CaseIterable { case foregroundRead, backgroundRead, foregroundWrite, backgroundWrite }

  /// The times at which the buckets of a call will be full.
  private struct Buckets: Equatable {
    var short = VirtualInstant.start, long = VirtualInstant.start
  }
  private var buckets: [Call: Buckets] = [:]

  /// Takes a call from its buckets.
  ///
  /// - Returns: nil if the call is allowed; otherwise the part of a call that the empty bucket has, less than 1.
  mutating func spend(
    _ call: Call, _ policy: AndroidHealthPolicy, at now: VirtualInstant
  ) -> Float? {
    let known = buckets[call, default: Buckets()]
    let limits = policy.limits(of: call)
    let (shortPeriod, longPeriod) = (policy.shortQuotaPeriod, policy.longQuotaPeriod)
    guard let short = Self.spend(known.short, limits.short, in: shortPeriod, at: now) else {
      return Self.available(known.short, limits.short, in: shortPeriod, at: now)
    }
    guard let long = Self.spend(known.long, limits.long, in: longPeriod, at: now) else {
      return Self.available(known.long, limits.long, in: longPeriod, at: now)
    }
    buckets[call] = Buckets(short: short, long: long)
    return nil
  }

  /// Returns the time at which a bucket is full again after one more call; nil if it is empty.
  private static func spend(
    _ fullAt: VirtualInstant, _ limit: Int, in period: Duration, at now: VirtualInstant
  ) -> VirtualInstant? {
    guard limit > 0 else { return nil }
    let next = max(fullAt, now) + period / limit
    return next <= now + period ? next : nil
  }

  /// Returns the calls in a bucket.
  private static func available(
    _ fullAt: VirtualInstant, _ limit: Int, in period: Duration, at now: VirtualInstant
  ) -> Float {
    let missing = (max(fullAt, now) - now) / period
    return max(0, Float(Double(limit) * (1 - missing)))
  }
}

extension AndroidHealthPolicy {
  fileprivate func limits(of call: HealthConnectQuota.Call) -> (short: Int, long: Int) {
    switch call {
    case .foregroundRead: (foregroundReads, foregroundReadsLong)
    case .backgroundRead: (backgroundReads, backgroundReadsLong)
    case .foregroundWrite, .backgroundWrite: (writes, writesLong)
    }
  }
}
