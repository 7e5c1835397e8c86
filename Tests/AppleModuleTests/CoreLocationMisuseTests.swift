import CoreLocation
import Foundation
import Testing
import UIKit
import YobanTesting

/// Tests common mistakes with Core Location, and their consequences.
@Suite(.world()) struct CoreLocationMisuseTests {
  @Test func `background updates without the background mode end the app (LOC1)`() async throws {
    let fixture = try await startApp(AppFixture())
    await fixture.touch {
      CLLocationManager().allowsBackgroundLocationUpdates = true
      print("must not run")
    }
    #expect(
      fixture.app.terminations.map(\.description).allSatisfy {
        $0.contains("allowsBackgroundLocationUpdates")
      })
    #expect(fixture.world.log.texts.isEmpty && fixture.world.trace.findings.isEmpty)
    #expect(fixture.app.terminations.count == 1)
  }

  @Test func `requestLocation without a delegate ends the app`() async throws {
    let fixture = try await startApp(AppFixture())
    await fixture.touch {
      CLLocationManager().requestLocation()
      print("must not run")
    }
    #expect(fixture.world.log.texts.isEmpty && fixture.app.terminations.count == 1)
    #expect(
      fixture.app.terminations.allSatisfy { $0.description.contains("Delegate must respond") })
  }

  static let texts: [(missing: String, always: Bool)] = [
    ("NSLocationWhenInUseUsageDescription", false),
    ("NSLocationAlwaysAndWhenInUseUsageDescription", true),
  ]

  @Test(arguments: texts.indices)
  func `without the usage description the user is not asked (LOC1)`(_ row: Int) async throws {
    let (key, isAlways) = Self.texts[row]
    var appFixture = AppFixture { _ in
      let listener = LocationListener()
      Kept.of("listener", listener)
      if isAlways {
        listener.manager.requestAlwaysAuthorization()
      } else {
        listener.manager.requestWhenInUseAuthorization()
      }
    }
    appFixture.plist = InfoPlist()
    let fixture = try await startApp(appFixture)
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.world.log.texts == ["authorization 0"])
    #expect(fixture.world.trace.findings.map(\.kind) == [.plistMissingKey])
    #expect(fixture.world.trace.findings[0].what.contains(key))
  }

  @Test func `a manager of an earlier launch has no effect, with a finding`() async throws {
    // A static variable would retain it like this; here the test does.
    nonisolated(unsafe) var old: CLLocationManager?
    let (fixture, beacon) = try await startLocationApp(locationScript { old = $0.manager })
    fixture.phone.jetsam(fixture.app)
    nonisolated(unsafe) let manager = old!
    manager.startMonitoring(for: doorRegion())
    manager.startRangingBeacons(satisfying: .init(uuid: beaconUUID))
    beacon.switchOn()
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.app.state == .notRunning)
    #expect(fixture.eventLines.isEmpty)
    #expect(fixture.world.trace.findings.count == 2)
    #expect(fixture.world.trace.findings.allSatisfy { $0.name == "process.dead-object" })
    old = nil
  }

  @Test func `registering the same region again at each launch is a finding (BC10)`() async throws {
    let (fixture, beacon) = try await startLocationApp(
      locationScript { $0.manager.startMonitoring(for: doorRegion()) })
    beacon.switchOn()
    try await fixture.world.pass(.seconds(60))
    fixture.phone.jetsam(fixture.app)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.world.trace.findings.map(\.kind) == [.regionReregistered])
    // The region was removed and added: its state is delivered again, but not the entry.
    #expect(fixture.eventLines.filter { $0.hasPrefix("enter") }.count <= 1)
    #expect(fixture.eventLines.last == "inside door active")
  }

  @Test
  func `a manager that is not retained delivers nothing, and its regions stay registered (BC9)`()
    async throws
  {
    var appFixture = AppFixture { _ in
      let listener = LocationListener()
      listener.manager.startMonitoring(for: doorRegion())
    }
    appFixture.plist = locationPlist
    let (fixture, beacon) = try await startLocationApp(appFixture)
    beacon.switchOn()
    try await fixture.world.pass(.seconds(60))
    await fixture.touch { print(CLLocationManager().monitoredRegions.count) }
    #expect(fixture.world.log.texts == ["1"])
  }
}
