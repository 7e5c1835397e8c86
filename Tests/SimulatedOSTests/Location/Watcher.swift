import Dispatch
import Foundation
import YobanSimulatedOS
import YobanVirtualTime

/// An app's location manager, in place of Core Location's. It prints each event.
final class Watcher: LocationEventReceiver, @unchecked SimulationConfined {
  /// The launch, which owns this object.
  unowned let launch: TestLaunch
  private(set) var client: LocationClient!
  /// The beginning of each printed line, which reports managers apart.
  private let prefix: String
  var hasDelegate = true
  private(set) var lastFix: LocationFix?
  private(set) var lastRanged: [RangedBeacon] = []

  @discardableResult
  init(_ launch: TestLaunch, _ prefix: String = "") {
    self.launch = launch
    self.prefix = prefix
    client = launch.device.location.openManager(for: launch.process, self)
    launch.kept.append(self)
  }

  /// The first manager of the launch whose code is running.
  static var current: Watcher { TestLaunch.current.kept.lazy.compactMap { $0 as? Watcher }.first! }

  private func say(_ line: String) { print(prefix + line) }

  func authorizationChanged() {
    say("\(client.authorization.rawValue)\(client.isPrecise ? "" : " approximately")")
  }
  func updated(_ fixes: [LocationFix]) {
    lastFix = fixes.last
    say("fix \(Int(fixes.last!.horizontalAccuracy))")
  }
  func failed(_ failure: LocationFailure) { say("failed \(failure.rawValue)") }
  func paused() { say("paused") }
  func resumed() { say("resumed") }
  func visited(_ visit: Visit) { say("visit \(visit.departure == nil ? "arrived" : "departed")") }
  func heading(_ fix: HeadingFix) { say("heading \(Int(fix.trueHeading.rounded()))") }
  func startedMonitoring(_ region: RegionDescription) { say("monitoring \(region.identifier)") }
  func entered(_ region: RegionDescription) { say("enter \(region.identifier)") }
  func exited(_ region: RegionDescription) { say("exit \(region.identifier)") }
  func determined(_ state: RegionState, _ region: RegionDescription) {
    say("\(state) \(region.identifier)")
  }
  func monitoringFailed(_ region: RegionDescription?, _ failure: LocationFailure) {
    say("monitoring failed \(region?.identifier ?? "?") \(failure.rawValue)")
  }
  func ranged(_ beacons: [RangedBeacon], _ constraint: BeaconConstraint) {
    lastRanged = beacons
    say("ranged \(beacons.count)")
  }
  func rangingFailed(_ constraint: BeaconConstraint, _ failure: LocationFailure) {
    say("ranging failed \(failure.rawValue)")
  }
}

extension UUID {
  /// The UUID of every beacon in these tests.
  static let beacons = UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")!
}

extension BeaconConstraint {
  static let all = BeaconConstraint(uuid: .beacons)
  static let door = BeaconConstraint(uuid: .beacons, major: 1, minor: 1)
}

extension RegionDescription {
  static let door = RegionDescription("door", .beacon(.door))

  static func circle(_ name: String, at place: Place, radius: Double) -> RegionDescription {
    let point = Geography(origin: World.origin).coordinate(of: place)
    return RegionDescription(
      name, .circle(latitude: point.latitude, longitude: point.longitude, radius: radius))
  }
}

/// An app that creates its manager at launch and starts monitoring its regions, as it should.
struct WatcherApp {
  static let usageKeys = [
    "NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationWhenInUseUsageDescription",
    "NSLocationAlwaysUsageDescription",
  ]

  static func app(
    named name: String = "App", monitoring regions: [RegionDescription] = [.door],
    modes: [String] = [], kind: LifecycleKind = .scenes,
    _ launched: @escaping @Sendable (Watcher) -> Void = { _ in }
  ) -> TestApp {
    bare(named: name, modes: modes, kind: kind).on(.didFinishLaunching) { launch in
      print("launched")
      let watcher = Watcher(launch)
      let known = watcher.client.monitoredRegions
      for region in regions where !known.contains(region) { watcher.client.startMonitoring(region) }
      launched(watcher)
    }
  }

  /// An app without a manager.
  static func bare(
    named name: String = "App", modes: [String] = [], kind: LifecycleKind = .scenes
  ) -> TestApp {
    var app = TestApp()
    app.name = name
    app.modes = modes
    app.kind = kind
    for key in usageKeys { app.info[key] = "To test." }
    return app
  }
}

/// Runs a scenario with one iPhone and a beacon next to it that is switched off.
@discardableResult
func withBeacon(
  seed: UInt64 = 1, iOS version: SystemVersion = 17, _ model: PhoneModel? = nil,
  change: @escaping @Sendable (inout DeviceProfile) -> Void = { _ in },
  _ scenario: @escaping @Sendable (Phone, Accessory) async throws -> Void
) async throws -> World {
  let world = try World(seed: seed)
  try await world.run {
    var profile = DeviceProfile.iPhone(iOS: version, model)
    change(&profile)
    let phone = try world.addPhone("phone", profile)
    let door = try world.addBeacon("door", uuid: .beacons, major: 1, minor: 1)
    try await scenario(phone, door)
  }
  return world
}

extension AppleDevice {
  /// Installs an app with an authorization, without asking the user.
  func install(
    _ app: TestApp, allowed status: LocationAuthorization
  ) throws -> InstalledApp {
    let installed = try install(app.definition)
    location.setAuthorization(status, for: installed)
    return installed
  }

  /// Installs an app with a manager, opens it, and waits until its regions' states are known.
  func openWatcher(
    _ app: TestApp = WatcherApp.app(), allowed status: LocationAuthorization = .always
  ) async throws -> InstalledApp {
    let installed = try install(app, allowed: status)
    await open(installed)
    try await sleep(10)
    return installed
  }
}

extension World {
  /// The lines printed since a moment.
  func output(from instant: VirtualInstant) -> [String] {
    trace.events.compactMap { event in
      guard event.instant >= instant, let line = event.kind.output else { return nil }
      return line
    }
  }

  /// The location events of the trace, including those of the device.
  var locationEvents: [TraceEvent.LocationEvent] {
    trace.events.compactMap { if let event = $0.kind.location { event } else { nil } }
  }
}
