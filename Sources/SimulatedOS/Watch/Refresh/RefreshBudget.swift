import VirtualTime

/// When an app's background refresh may run (WK9). Pure.
///
/// One request is kept; a later one takes its place. It runs at its date or later: not sooner than
/// the interval after the last one.
struct RefreshBudget: Equatable {
  /// What decides how often: nil if the app is on no active face and not in the dock.
  enum Place: Equatable {
    case complication, dock
  }

  private(set) var requested: VirtualInstant?
  private(set) var last: VirtualInstant?

  mutating func request(_ date: VirtualInstant) { requested = date }

  /// When it may run; nil if nothing is asked for, or the app has no place.
  func due(_ place: Place?, _ policy: WatchPolicy) -> VirtualInstant? {
    guard let requested, let place else { return nil }
    let interval =
      switch place {
      case .complication: policy.refreshInterval
      case .dock: policy.dockRefreshInterval
      }
    return max(requested, last.map { $0 + interval } ?? requested)
  }

  /// It runs now.
  mutating func run(at now: VirtualInstant) {
    requested = nil
    last = now
  }
}

/// What an app asked of the watch, kept between its launches.
final class RefreshRecord {
  unowned let app: InstalledApp
  /// For `WKApplicationRefreshBackgroundTask` and for `WKSnapshotRefreshBackgroundTask`.
  var application = RefreshBudget()
  var snapshot = RefreshBudget()
  /// The archived `userInfo` of both.
  var applicationInfo: [UInt8]?
  var snapshotInfo: [UInt8]?
  var alarm: EventToken?
  /// Tasks that the app has not completed.
  var tasks: [WatchRefreshTask] = []

  init(_ app: InstalledApp) { self.app = app }
}
