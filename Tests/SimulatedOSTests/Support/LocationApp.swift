import Dispatch
import YobanSimulatedOS
import YobanVirtualTime

/// A test's event receiver implements only the methods that it needs.
extension LocationEventReceiver {
  var hasDelegate: Bool { true }
  func authorizationChanged() {}
  func updated(_ fixes: [LocationFix]) {}
  func failed(_ failure: LocationFailure) {}
  func paused() {}
  func resumed() {}
  func visited(_ visit: Visit) {}
  func heading(_ fix: HeadingFix) {}
  func startedMonitoring(_ region: RegionDescription) {}
  func entered(_ region: RegionDescription) {}
  func exited(_ region: RegionDescription) {}
  func determined(_ state: RegionState, _ region: RegionDescription) {}
  func monitoringFailed(_ region: RegionDescription?, _ failure: LocationFailure) {}
  func ranged(_ beacons: [RangedBeacon], _ constraint: BeaconConstraint) {}
  func rangingFailed(_ constraint: BeaconConstraint, _ failure: LocationFailure) {}
}

/// An app's location manager that keeps the app running with updates, in place of Core Location's.
final class LocationKeeper: LocationEventReceiver, @unchecked SimulationConfined {
  let launch: TestLaunch
  private var session: ManagerSession!
  private(set) var fixes = 0
  private var task: Int?

  init(_ launch: TestLaunch) {
    self.launch = launch
    session = ManagerSession(service, launch.process, self)
    service.open(session)
    launch.kept.append(self)
  }

  static var current: LocationKeeper {
    TestLaunch.current.kept.lazy.compactMap { $0 as? LocationKeeper }.first!
  }

  var service: LocationService { launch.device.location }

  func authorizationChanged() {
    print("authorization \(service.authorization(of: launch.process.app).rawValue)")
  }
  func updated(_ fixes: [LocationFix]) { self.fixes += fixes.count }
  func paused() { print("paused") }
  func resumed() { print("resumed") }

  func start(_ change: (inout LocationRequest) -> Void = { _ in }) {
    var request = LocationRequest()
    request.allowsBackgroundUpdates = true
    request.pausesAutomatically = false
    change(&request)
    session.configure(request)
    session.start()
  }

  /// Renews a background task every minute: the next begins before the last one ends (LOC8).
  func renewTasks() {
    let next = launch.process.beginBackgroundTask(name: "keep alive")
    if let task { launch.process.endBackgroundTask(task) }
    task = next
    DispatchQueue.main.asyncAfter(deadline: .now() + 60) { self.renewTasks() }
  }

  /// Begins a task every minute and ends none: the opposite case of LOC8.
  func leakTasks() {
    _ = launch.process.beginBackgroundTask(name: "leaked")
    DispatchQueue.main.asyncAfter(deadline: .now() + 60) { self.leakTasks() }
  }
}

/// An app that may use location, and is idle until a test starts it.
struct LocationApp {
  static let usageKey = "NSLocationAlwaysAndWhenInUseUsageDescription"
  static let whenInUseKey = "NSLocationWhenInUseUsageDescription"

  static func app(
    modes: [String] = ["location"],
    _ launched: @escaping @Sendable (LocationKeeper) -> Void = { _ in }
  ) -> TestApp {
    var app = TestApp()
    app.modes = modes
    app.info = [usageKey: "To test.", whenInUseKey: "To test."]
    return app.on(.didFinishLaunching) { launch in launched(LocationKeeper(launch)) }
  }
}
