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

  /// Takes a call from its buckets. Returns false if it exceeds the quota.
  mutating func spend(
    _ call: Call, _ policy: AndroidHealthPolicy, at now: VirtualInstant
  ) -> Bool {
    let known = buckets[call, default: Buckets()]
    let (short, long) = policy.limits(of: call)
    guard let short = Self.spend(known.short, short, in: policy.shortQuotaPeriod, at: now),
      let long = Self.spend(known.long, long, in: policy.longQuotaPeriod, at: now)
    else { return false }
    buckets[call] = Buckets(short: short, long: long)
    return true
  }

  /// Returns the time at which a bucket is full again after one more call; nil if it is empty.
  private static func spend(
    _ fullAt: VirtualInstant, _ limit: Int, in period: Duration, at now: VirtualInstant
  ) -> VirtualInstant? {
    guard limit > 0 else { return nil }
    let next = max(fullAt, now) + period / limit
    return next <= now + period ? next : nil
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
