import YobanPlatformProfiles
import YobanVirtualTime

/// The usage rank that the system gives an app (AN9): `UsageStatsManager.STANDBY_BUCKET_…`.
public enum StandbyBucket: Int32, Sendable, Hashable, CaseIterable, Comparable {
  /// Battery optimization is off for the app.
  case exempted = 5
  case active = 10
  case workingSet = 20
  case frequent = 30
  case rare = 40
  case restricted = 45

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// The name, as in `adb shell am get-standby-bucket`.
  package var name: String {
    switch self {
    case .exempted: "exempted"
    case .active: "active"
    case .workingSet: "working set"
    case .frequent: "frequent"
    case .rare: "rare"
    case .restricted: "restricted"
    }
  }

  /// Returns the total run time of the app's jobs and its time window; nil: no limit.
  func jobQuota(_ policy: AndroidPolicy) -> (budget: Duration, window: Duration)? {
    switch self {
    case .exempted: policy.exemptedWindow.map { (policy.activeJobBudget, $0) }
    case .active: policy.activeWindow.map { (policy.activeJobBudget, $0) }
    case .workingSet: (policy.jobBudget, policy.workingSetWindow)
    case .frequent: (policy.jobBudget, policy.frequentWindow)
    case .rare: (policy.jobBudget, policy.rareWindow)
    case .restricted: (policy.jobBudget, policy.restrictedInterval)
    }
  }

  /// Returns the maximum number of alarms per hour; nil: no limit.
  func alarmsPerHour(_ policy: AndroidPolicy) -> Int? {
    switch self {
    case .exempted, .active: nil
    case .workingSet: policy.workingSetAlarms
    case .frequent: policy.frequentAlarms
    case .rare: policy.rareAlarms
    case .restricted: 1
    }
  }

  /// Returns the minimum time between two jobs, and between two alarms; nil: no limit.
  func interval(_ policy: AndroidPolicy) -> Duration? {
    self == .restricted ? policy.restrictedInterval : nil
  }
}

/// Computes the bucket of an app. Pure.
struct StandbyMachine: Equatable {
  private(set) var lastUsed: VirtualInstant
  /// The bucket set with `adb shell am set-standby-bucket`, until the app is used again.
  private(set) var forced: StandbyBucket?

  init(installedAt instant: VirtualInstant) { lastUsed = instant }

  /// The user opened the app, or it has a foreground service.
  mutating func used(at now: VirtualInstant) {
    lastUsed = now
    forced = nil
  }

  mutating func force(_ bucket: StandbyBucket) { forced = bucket }

  func bucket(
    isExempt: Bool, isInUse: Bool, _ policy: AndroidPolicy, at now: VirtualInstant
  ) -> StandbyBucket {
    guard policy.hasBuckets else { return .active }
    if isExempt { return .exempted }
    if isInUse { return .active }
    if let forced { return forced }
    return steps(policy).last { lastUsed + $0.after <= now }?.bucket ?? .active
  }

  /// Returns the next time at which the bucket changes if the app is not used.
  func nextChange(_ policy: AndroidPolicy, after now: VirtualInstant) -> VirtualInstant? {
    guard policy.hasBuckets, forced == nil else { return nil }
    return steps(policy).map { lastUsed + $0.after }.first { $0 > now }
  }

  private func steps(_ policy: AndroidPolicy) -> [(after: Duration, bucket: StandbyBucket)] {
    let steps: [(Duration, StandbyBucket)] = [
      (policy.workingSetAfter, .workingSet), (policy.frequentAfter, .frequent),
      (policy.rareAfter, .rare),
    ]
    return steps + (policy.hasRestrictedBucket ? [(policy.restrictedAfter, .restricted)] : [])
  }
}
