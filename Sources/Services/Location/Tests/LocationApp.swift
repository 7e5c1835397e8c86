import CoreLocation
import Foundation
import Testing
import UIKit
import YobanTesting

let beaconUUID = UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")!

/// All beacons of these tests.
func allBeacons() -> CLBeaconIdentityConstraint { .init(uuid: beaconUUID) }

/// The region of the beacon that is called door; the same in every launch of an app.
func doorRegion() -> CLBeaconRegion {
  CLBeaconRegion(uuid: beaconUUID, major: 1, minor: 1, identifier: "door")
}

/// The region of the door with other properties.
func door(_ change: (CLBeaconRegion) -> Void) -> CLBeaconRegion {
  let region = doorRegion()
  change(region)
  return region
}

func beacons(_ name: String) -> CLBeaconRegion {
  CLBeaconRegion(uuid: beaconUUID, identifier: name)
}
func beacons(_ name: String, major: UInt16) -> CLBeaconRegion {
  CLBeaconRegion(uuid: beaconUUID, major: major, identifier: name)
}
func beacons(_ name: String, major: UInt16, minor: UInt16) -> CLBeaconRegion {
  CLBeaconRegion(uuid: beaconUUID, major: major, minor: minor, identifier: name)
}

func circle(_ name: String, at place: Place, radius: Double) -> CLCircularRegion {
  let point = World.geography.coordinate(of: place)
  return CLCircularRegion(
    center: .init(latitude: point.latitude, longitude: point.longitude), radius: radius,
    identifier: name)
}

/// The place in the world of a location.
func place(of location: CLLocation) -> Place {
  World.geography.place(
    of: Coordinate(
      latitude: location.coordinate.latitude, longitude: location.coordinate.longitude))
}

let farAway = Place(x: 10_000)

/// The texts for the user that each version of iOS asks for.
let usageKeys = [
  "NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationWhenInUseUsageDescription",
  "NSLocationAlwaysUsageDescription",
]

/// An Info.plist with all texts that location needs.
///
/// - Parameter requiresSessions: whether the app needs service sessions (LOC9).
func locationPlist(
  modes: [String] = ["location"], requiresSessions: Bool = false,
  _ change: (inout [String: Any]) -> Void = { _ in }
) -> InfoPlist {
  var values: [String: Any] = [
    "UIBackgroundModes": modes, "NSBluetoothAlwaysUsageDescription": "To test.",
    "NSLocationTemporaryUsageDescriptionDictionary": ["nearby": "To test."],
  ]
  for key in usageKeys { values[key] = "To test." }
  if requiresSessions { values["NSLocationRequireExplicitServiceSession"] = true }
  change(&values)
  return InfoPlist(values)
}

/// An app that creates a listener in each launch and starts the regions that are not monitored yet, as it should.
///
/// - Parameter regions: Made in each launch.
func locationApp(
  named name: String = "App",
  monitoring regions: @autoclosure @escaping @Sendable () -> [CLRegion] = [doorRegion()],
  modes: [String] = ["location"],
  _ launched: @escaping @MainActor @Sendable (LocationListener) -> Void = { _ in }
) -> AppFixture {
  appWithLocation(named: name, modes: modes) { _ in
    let listener = makeListener()
    let known = listener.manager.monitoredRegions
    for region in regions() where !known.contains(region) {
      listener.manager.startMonitoring(for: region)
    }
    launched(listener)
  }
}

/// An app that may use location, without a manager.
///
/// - Parameter launched: Has the launch options' key of location.
func appWithLocation(
  named name: String = "App", modes: [String] = ["location"],
  _ launched: @escaping @MainActor @Sendable (_ isForLocation: Bool) -> Void = { _ in }
) -> AppFixture {
  var app = AppFixture()
  app.name = name
  app.bundleIdentifier = "example.\(name)"
  app.plist = locationPlist(modes: modes)
  app.launched = { _, options in
    print("launched")
    launched(options?[.location] as? Bool == true)
  }
  return app
}

/// Creates the listener of a launch, and retains it until the process ends.
@MainActor @discardableResult
func makeListener(_ prefix: String = "") -> LocationListener {
  let listener = LocationListener(prefix)
  Kept.of("listener\(prefix)", listener)
  return listener
}

/// Begins a background task, which ends when its time expires.
@MainActor func beginTask() {
  let task = UIApplication.shared.beginBackgroundTask {
    UIApplication.shared.endBackgroundTask(Kept.get("task")!)
  }
  Kept.of("task", task)
}

/// Begins a background task each minute, and ends the one before (LOC8).
@MainActor func renewTasks() {
  let before: UIBackgroundTaskIdentifier? = Kept.get("task")
  beginTask()
  if let before { UIApplication.shared.endBackgroundTask(before) }
  DispatchQueue.main.asyncAfter(deadline: .now() + 60) { renewTasks() }
}

// MARK: Worlds

/// Moments that a scenario stores for later.
final class Moments: @unchecked SimulationConfined {
  var on = VirtualInstant.start
  var off = VirtualInstant.start
}

/// As `withPhone`, with a beacon at the same place that is switched off.
@discardableResult
func withBeacon(
  seed: UInt64 = 1, iOS version: SystemVersion = 17, _ model: PhoneModel? = nil,
  change: @escaping @Sendable (inout DeviceProfile) -> Void = { _ in },
  _ scenario: @escaping @Sendable (Phone, Accessory) async throws -> Void
) async throws -> World {
  try await withPhone(seed: seed, iOS: version, model, change: change) { phone in
    try await scenario(phone, try phone.world.addDoor())
  }
}

/// Starts an app that has a permission in the test's world, with a beacon at 2 m that is switched off.
func startLocationApp(
  _ app: AppFixture, iOS version: SystemVersion = 17, _ status: LocationAuthorization = .always
) async throws -> (WorldFixture, Accessory) {
  let fixture = try await startApp(app, iOS: version, opened: false)
  let beacon = try fixture.world.addDoor()
  beacon.place = Place(x: 2)
  fixture.phone.location.setAuthorization(status, for: fixture.app)
  await fixture.phone.open(fixture.app)
  return (fixture, beacon)
}

extension WorldFixture {
  /// Runs a closure with the listener of the app's current launch.
  func listener(_ body: @escaping @MainActor @Sendable (LocationListener) -> Void) async {
    await phone.listener(app, body)
  }

  /// The lines without those about launches and authorization.
  var eventLines: [String] {
    world.log.texts.filter {
      !["launched", "denied", "notDetermined"].contains($0) && !$0.hasPrefix("authorized")
    }
  }
}

extension Phone {
  /// Runs a closure in the app's process, with the listener of its current launch.
  func listener(
    _ app: InstalledApp, _ body: @escaping @MainActor @Sendable (LocationListener) -> Void
  ) async {
    await touch(app, "location") { body(Kept.get("listener")!) }
  }

  /// Installs an app with an authorization, without asking the user.
  func install(_ app: AppFixture, allowed status: LocationAuthorization) throws -> InstalledApp {
    let installed = try install(app)
    location.setAuthorization(status, for: installed)
    return installed
  }

  /// Installs an app, opens it, and waits until its regions' states are known.
  func start(
    _ app: AppFixture = locationApp(monitoring: [doorRegion()]),
    allowed status: LocationAuthorization = .always
  ) async throws -> InstalledApp {
    let installed = try install(app, allowed: status)
    await open(installed)
    try await world.pass(.seconds(10))
    return installed
  }
}

extension World {
  /// Adds the beacon of `doorRegion`, switched off.
  func addDoor() throws -> Accessory { try addBeacon("door", uuid: beaconUUID, major: 1, minor: 1) }

  var locationEvents: [TraceEvent.LocationEvent] { trace.events.compactMap(\.kind.location) }

  /// The lines printed since a moment.
  func texts(from instant: VirtualInstant) -> [String] {
    trace.events.filter { $0.instant >= instant }.compactMap(\.kind.output)
  }
}
