import VirtualTime

/// What the device knows of one app's use of its location, over all launches of the app.
final class LocationRecord {
  let app: InstalledApp
  var authority = LocationAuthority()
  /// The user's setting, from iOS 14 on. Info.plist can ask for an approximate location from the
  /// beginning (LOC5).
  var isPrecise = true
  /// Full accuracy for as long as this launch (iOS 14).
  var hasTemporaryAccuracy = false
  /// The approximate position that it is given while its location is not precise (LOC5).
  var approximate: (fix: LocationFix, until: VirtualInstant)?
  /// In the order of their registration.
  var regions: [MonitoredRegion] = []
  var monitors: [NamedMonitor] = []
  var significant: SignificantChangeMachine?
  var visits: VisitMachine?
  var changeAlarm: EventToken?
  /// Events that the app is being launched for.
  var waiting: [AppLocationEvent] = []
  /// Events that wait for the front, or for the user.
  var held: [AppLocationEvent] = []
  /// When the user answers whether Always shall stay.
  var upgradeAnswer: EventToken?
  /// It had a background activity session and may make it again (LOC9).
  var hadActivity = false
  var showsIndicator = false

  init(_ app: InstalledApp) {
    self.app = app
    let plist = app.definition.infoPlist.values
    isPrecise = plist["NSLocationDefaultAccuracyReduced"] as? Bool != true
  }

  /// The process, or the app if it has none, in traces.
  var name: String { app.process?.name ?? app.definition.name }

  var trackers: [RegionTracker] {
    regions.map(\.tracker) + monitors.flatMap { $0.conditions.compactMap(\.tracker) }
  }
}

/// A region that an app registered (BC2).
final class MonitoredRegion {
  let description: RegionDescription
  /// Which launch of the app registered it.
  let launch: Int
  fileprivate(set) var tracker: RegionTracker!

  init(
    _ description: RegionDescription, launch: Int, _ service: LocationService,
    _ tell: @escaping (MonitoredRegion, RegionTransition) -> Void
  ) {
    self.description = description
    self.launch = launch
    tracker = .make(description.kind, service) { [unowned self] in tell(self, $0) }
  }
}

/// Something that the managers of an app are to be told.
struct AppLocationEvent {
  /// Such as `enter door`.
  let name: String
  var isFor: (ManagerSession) -> Bool = { _ in true }
  /// It says how things are, not what happened: a later one of the same name makes it worthless.
  var isState = false
  /// One after the other, each to every manager (BC3).
  let calls: [(any LocationEventReceiver) -> Void]
}
