import Foundation
import YobanSimulatedDevices
import YobanVirtualTime

/// The state of one app's use of location, across all launches of the app.
final class LocationRecord {
  let app: InstalledApp
  var authority = LocationAuthority()
  /// The user's setting, from iOS 14 on. Info.plist can make an approximate location the default
  /// (LOC5).
  var isPrecise = true
  /// Whether the app has full accuracy until this launch ends (iOS 14).
  var hasTemporaryAccuracy = false
  /// The approximate position that the app gets while its location is not precise (LOC5).
  var approximate: (fix: LocationFix, until: VirtualInstant)?
  /// The app's regions, in the order of registration.
  var regions: [MonitoredRegion] = []
  var registrationRate = RegistrationRate()
  var monitors: [NamedMonitor] = []
  /// The regions that other services watch for the app, such as those of its notifications (NT3).
  var quietRegions: [RegionTracker] = []
  var significant: SignificantChangeMachine?
  var visits: VisitMachine?
  var changeAlarm: EventToken?
  /// Events for which the app is being launched.
  var waiting: [AppLocationEvent] = []
  /// Events that wait until the app is in the foreground, or for an answer of the user.
  var held: [AppLocationEvent] = []
  /// The scheduled answer of the user to whether to keep Always.
  var upgradeAnswer: EventToken?
  /// Whether the app had a background activity session, and so may make it again in the background
  /// (LOC9).
  var hadActivity = false
  /// The authorizations that the service sessions of the app require, or those of its last launch required (LOC9).
  var heldGoals: Set<ServiceSessionGoal> = []
  /// The time of the last launch.
  var launchedAt = VirtualInstant.start
  /// Whether a finding has said that the app has no service session for Always.
  var isMissingSessionReported = false
  var showsIndicator = false
  /// The token for pushes to the app's extension; nil as long as the app has none (LOC12).
  var pushToken: Data?
  /// The number of requests for the token so far, and how many of them the app has stopped.
  var pushRequests = 0
  var stoppedPushRequests = 0

  init(_ app: InstalledApp) {
    self.app = app
    let plist = app.definition.infoPlist.values
    isPrecise = plist["NSLocationDefaultAccuracyReduced"] as? Bool != true
  }

  /// The name in traces: of the process, or of the app if it has no process.
  var name: String { app.nameInTraces }

  var trackers: [RegionTracker] {
    regions.map(\.tracker) + monitors.flatMap { $0.conditions.compactMap(\.tracker) }
      + quietRegions
  }
}

/// A region that an app registered (BC2).
final class MonitoredRegion {
  let description: RegionDescription
  /// The number of the launch that registered it.
  let launch: Int
  fileprivate(set) var tracker: RegionTracker!

  init(
    _ description: RegionDescription, launch: Int, _ service: LocationService,
    _ notify: @escaping (MonitoredRegion, RegionTransition) -> Void
  ) {
    self.description = description
    self.launch = launch
    tracker = .make(description.kind, service) { [unowned self] in notify(self, $0) }
  }
}

/// An event to deliver to the managers of an app.
struct AppLocationEvent {
  /// The event's name in traces, such as `enter door`.
  let name: String
  var isFor: (ManagerSession) -> Bool = { _ in true }
  /// Whether the event is a state; a later state of the same name replaces it.
  var isState = false
  /// The callbacks, in order; each is made to every manager before the next one (BC3).
  let calls: [(any LocationEventReceiver) -> Void]
}
