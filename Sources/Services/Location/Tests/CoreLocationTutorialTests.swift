import CoreLocation
import Foundation
import Testing
import TutorialsSwift5
import TutorialsSwift6
import UIKit
import YobanTesting

/// Runs code in the style of Core Location tutorials, in both language modes. It compiles
/// unchanged.
@Suite struct CoreLocationTutorialTests {
  /// Starts an app on a phone, with a beacon at 2 m that is switched off.
  private func start(
    iOS version: SystemVersion = 17, _ install: (Phone) throws -> InstalledApp
  ) async throws -> (Phone, InstalledApp, Accessory) {
    let world = try World.current
    let beacon = try world.addBeacon("beacon", uuid: beaconUUID, major: 1, minor: 2)
    beacon.place = Place(x: 2)
    let phone = try world.addPhone(iOS: version)
    let app = try install(phone)
    await phone.open(app)
    try await world.pass(.seconds(10))
    return (phone, app, beacon)
  }

  /// Installs an app that creates one object of a tutorial at launch and retains it.
  private static func app(
    _ make: @escaping @MainActor @Sendable () -> Any
  ) -> (Phone) throws -> InstalledApp {
    var app = AppFixture { _ in Kept.of("object", make()) }
    app.plist = locationPlist()
    return { [app] in try $0.install(app) }
  }

  @Test(.world()) func `a beacon finder that welcomes people works (Swift 5)`() async throws {
    let (phone, _, beacon) = try await start(
      Self.app { BeaconFinder(uuid: beaconUUID) })
    try await Task.sleep(for: .seconds(60))
    beacon.switchOn()
    try await Task.sleep(for: .seconds(20))
    beacon.place = Place(x: 0.2)
    try await Task.sleep(for: .seconds(20))
    beacon.switchOff()
    try await Task.sleep(for: .seconds(60))
    let world = phone.world
    let seen = world.log.texts
    #expect(seen.contains("watching shop"))
    #expect(
      seen.suffix(4) == [
        "welcome to the shop", "near shelf 1", "at shelf 1, item 2", "good bye",
      ])
    #expect(world.trace.findings.isEmpty)
  }

  @Test(.world()) func `a view model in the style of iOS 7, with regions, works (Swift 5)`()
    async throws
  {
    let (phone, _, beacon) = try await start(
      iOS: 10, Self.app { oldBeaconViewModel() })
    beacon.switchOn()
    try await Task.sleep(for: .seconds(30))
    let world = phone.world
    #expect(world.log.texts == ["com.example.old: Near"])
    #expect(world.trace.findings.isEmpty)
  }

  @Test(.world()) func `a phone that acts as a beacon works (Swift 5)`() async throws {
    let world = try World.current
    let (sender, receiver) = (
      Self.app {
        let transmitter = Transmitter()
        transmitter.initLocalBeacon(uuid: beaconUUID.uuidString)
        return transmitter
      }, Self.app { BeaconFinder(uuid: beaconUUID) }
    )
    let phone = try world.addPhone("receiver")
    phone.place = Place(x: 2)
    await phone.open(try receiver(phone))
    try await Task.sleep(for: .seconds(60))
    let other = try world.addPhone("sender")
    await other.open(try sender(other))
    try await Task.sleep(for: .seconds(60))
    #expect(other.log.texts == ["transmitting: true"])
    #expect(phone.log.texts.suffix(2) == ["welcome to the shop", "near shelf 123"])
  }

  @Test(.world()) func `reminders at places work, also for a terminated app (Swift 5)`()
    async throws
  {
    let (phone, app, _) = try await start { try $0.installTutorial(GeofenceAppDelegate.self) }
    await phone.touch(app, "add") {
      addReminder(
        "buy milk", latitude: World.origin.latitude, longitude: World.origin.longitude,
        radius: 200, onEntry: true)
      addReminder(
        "lock the door", latitude: World.origin.latitude, longitude: World.origin.longitude,
        radius: 200, onEntry: false)
    }
    try await Task.sleep(for: .seconds(60))
    try await phone.carry(to: Place(x: 1000), at: 10)
    try await Task.sleep(for: .seconds(60))
    await phone.goHome()
    try await Task.sleep(for: .seconds(60))
    phone.jetsam(app)
    try await phone.carry(to: .origin, at: 10)
    try await Task.sleep(for: .seconds(60))
    await phone.open(app)
    await phone.touch(app, "remove") { removeReminder("lock the door") }
    try await phone.carry(to: Place(x: 1000), at: 10)
    try await Task.sleep(for: .seconds(60))
    let world = phone.world
    #expect(
      world.log.texts == [
        "alert: lock the door", "launched for a location event", "notification: buy milk",
      ])
    #expect(world.trace.findings.isEmpty)
  }

  @Test(.world()) func `a monitor of places and beacons works after a relaunch (Swift 6)`()
    async throws
  {
    let (phone, app, beacon) = try await start { try $0.installTutorial(PlaceAppDelegate.self) }
    beacon.switchOn()
    try await Task.sleep(for: .seconds(60))
    await phone.goHome()
    try await Task.sleep(for: .seconds(60))
    phone.jetsam(app)
    try await phone.carry(to: Place(x: 0, y: 1112), at: 10)  // the office, without the beacon
    try await Task.sleep(for: .seconds(300))
    let world = phone.world
    #expect(
      world.log.texts.filter { !$0.contains("desk (beacon) unsatisfied") } == [
        "launched", "desk (beacon) satisfied by 1.2", "launched", "office (circle) satisfied",
      ])
    #expect(world.log.texts.contains("desk (beacon) unsatisfied"))
    #expect(world.trace.findings.isEmpty)
  }

  @Test(.world()) func `a handler of live updates continues in background (Swift 6)`() async throws
  {
    let (phone, app, _) = try await start(
      Self.app {
        LocationsHandler.shared.startLocationUpdates()
        LocationsHandler.shared.backgroundActivity = true
        return LocationsHandler.shared
      })
    phone.isMoving = true
    await phone.goHome()
    try await Task.sleep(for: .seconds(600))
    #expect(app.state == .background)
    await phone.touch(app, "look") {
      print("more than 500:", LocationsHandler.shared.count > 500)
      LocationsHandler.shared.stopLocationUpdates()
    }
    try await Task.sleep(for: .seconds(5))
    await phone.touch(app, "end") { LocationsHandler.shared.backgroundActivity = false }
    try await Task.sleep(for: .seconds(60))
    #expect(app.state == .suspended)
    let world = phone.world
    #expect(world.log.texts == ["first location", "more than 500: true", "updates ended"])
    #expect(world.trace.findings.isEmpty)
  }

  @Test(.world()) func `a feature with a service session states its requirements (Swift 6)`()
    async throws
  {
    let (phone, app, _) = try await start(
      iOS: 18,
      Self.app {
        let feature = NearbyFeature()
        feature.start()
        return feature
      })
    await phone.touch(app, "fix") {
      Task { print("fix:", await firstFix() != nil) }
    }
    try await Task.sleep(for: .seconds(10))
    phone.location.setPrecise(false, for: app)
    try await Task.sleep(for: .seconds(1))
    await phone.touch(app, "precision") {
      let manager = CLLocationManager()
      Kept.of("manager", manager)
      Task { print("precise:", await askForPrecision(manager)) }
    }
    try await Task.sleep(for: .seconds(10))
    await phone.touch(app, "stop") { Kept.get("object", as: NearbyFeature.self)!.stop() }
    try await Task.sleep(for: .seconds(1))
    let world = phone.world
    #expect(
      world.log.texts == [
        "ready", "fix: true", "only roughly, then", "ready", "precise: true",
        "no diagnostics any more",
      ])
    #expect(world.trace.findings.isEmpty)
  }
}

extension Phone {
  /// Installs an app that starts the delegate of a tutorial.
  fileprivate func installTutorial<Delegate: UIApplicationDelegate & SendableMetatype>(
    _ delegate: Delegate.Type
  ) throws -> InstalledApp {
    try install(
      .delegate(delegate), infoPlist: locationPlist(), bundleIdentifier: "example.tutorial")
  }
}
