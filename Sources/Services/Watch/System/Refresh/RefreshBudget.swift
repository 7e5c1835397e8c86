import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// The schedule of an app's background refreshes (WK9). It has no side effects.
///
/// One request is kept; a later request replaces it. The refresh runs at its date or later, and not
/// before the interval since the last refresh has passed.
struct RefreshBudget: Equatable {
  /// The place of the app on the watch, which decides the interval.
  enum Place: Equatable {
    case complication, dock
  }

  private(set) var requested: VirtualInstant?
  private(set) var last: VirtualInstant?

  mutating func request(_ date: VirtualInstant) { requested = date }

  /// Returns the time at which the refresh may run; nil if none is requested, or if the app is
  /// neither on the active face nor in the dock.
  func due(_ place: Place?, _ policy: WatchPolicy) -> VirtualInstant? {
    guard let requested, let place else { return nil }
    return max(requested, next(place, policy) ?? requested)
  }

  /// Returns the time from which the budget allows a refresh; nil if nothing has used it yet.
  func next(_ place: Place, _ policy: WatchPolicy) -> VirtualInstant? {
    let interval =
      switch place {
      case .complication: policy.refreshInterval
      case .dock: policy.dockRefreshInterval
      }
    return last.map { $0 + interval }
  }

  /// Records that an update of another kind uses the budget now (HK5).
  mutating func use(at now: VirtualInstant) { last = now }

  /// Records that the refresh runs now.
  mutating func run(at now: VirtualInstant) {
    requested = nil
    last = now
  }
}

/// The refresh requests of an app, kept between its launches.
final class RefreshRecord {
  unowned let app: InstalledApp
  /// The budgets for `WKApplicationRefreshBackgroundTask` and for
  /// `WKSnapshotRefreshBackgroundTask`.
  var application = RefreshBudget()
  var snapshot = RefreshBudget()
  /// The archived `userInfo` of each request.
  var applicationInfo: [UInt8]?
  var snapshotInfo: [UInt8]?
  var alarm: EventToken?
  /// The tasks that the app has not completed.
  var tasks: [WatchRefreshTask] = []

  init(_ app: InstalledApp) { self.app = app }
}
