import CoreLocation
import Foundation
import Testing
import UIKit
import YobanTesting

/// Tests regions, from `startMonitoring(for:)` to the delegate.
@Suite(.world()) struct CoreLocationRegionTests {
  /// Returns the lines after the last one that begins with the given text.
  private func lines(_ fixture: WorldFixture, since words: String) -> [String] {
    let lines = fixture.eventLines
    guard let i = lines.lastIndex(where: { $0.hasPrefix(words) }) else { return [] }
    return Array(lines[(i + 1)...])
  }

  @Test func `a region is registered, entered and left, each with its state (BC3)`() async throws {
    let (fixture, beacon) = try await startLocationApp(
      locationScript { $0.manager.startMonitoring(for: doorRegion()) })
    try await fixture.world.pass(.seconds(60))
    beacon.switchOn()
    try await fixture.world.pass(.seconds(60))
    beacon.switchOff()
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.eventLines.first == "started door")
    #expect(
      fixture.eventLines.filter { $0.hasPrefix("enter") || $0.hasPrefix("exit") }
        == ["enter door active", "exit door active"])
    let enter = try #require(fixture.eventLines.firstIndex(of: "enter door active"))
    #expect(
      fixture.eventLines[enter...] == [
        "enter door active", "inside door active", "exit door active", "outside door active",
      ])
  }

  @Test func `every manager of the app gets the events of a region (BC3)`() async throws {
    let (fixture, beacon) = try await startLocationApp(
      locationScript { listener in
        Kept.of("A", LocationListener("A"))
        Kept.of("B", LocationListener("B"))
        listener.manager.startMonitoring(for: doorRegion())
      })
    try await fixture.world.pass(.seconds(60))
    beacon.switchOn()
    try await fixture.world.pass(.seconds(10))
    for name in ["", "A ", "B "] {
      let lines = fixture.world.log.texts.filter {
        $0 == "\(name)enter door active" || $0 == "\(name)inside door active"
      }
      #expect(lines == ["\(name)enter door active", "\(name)inside door active"])
    }
  }

  @Test func `a region without notifyOnEntry delivers no entry`() async throws {
    let (fixture, beacon) = try await startLocationApp(
      locationScript { listener in
        let region = doorRegion()
        region.notifyOnEntry = false
        listener.manager.startMonitoring(for: region)
      })
    try await fixture.world.pass(.seconds(60))
    beacon.switchOn()
    try await fixture.world.pass(.seconds(60))
    beacon.switchOff()
    try await fixture.world.pass(.seconds(60))
    #expect(!fixture.world.log.texts.contains { $0.hasPrefix("enter") })
    #expect(fixture.world.log.texts.contains("exit door active"))
  }

  @Test func `requestState delivers the known state later (BC7)`() async throws {
    let (fixture, beacon) = try await startLocationApp(
      locationScript { $0.manager.startMonitoring(for: doorRegion()) })
    beacon.switchOn()
    try await fixture.world.pass(.seconds(60))
    await fixture.tap { listener in
      Kept.of("other", LocationListener("other"))
      listener.manager.requestState(for: doorRegion())
      print("asked")
    }
    try await fixture.world.pass(.seconds(1))
    await fixture.tap { listener in
      listener.manager.requestState(for: CLBeaconRegion(uuid: UUID(), identifier: "never"))
    }
    try await fixture.world.pass(.seconds(1))
    #expect(lines(fixture, since: "asked") == ["inside door active", "unknown never active"])
  }

  @Test func `a region delivers nothing after it was stopped`() async throws {
    let (fixture, beacon) = try await startLocationApp(
      locationScript { $0.manager.startMonitoring(for: doorRegion()) })
    try await fixture.world.pass(.seconds(60))
    await fixture.tap { listener in
      // For the system, another object with the same identifier is the same region (BC2).
      listener.manager.stopMonitoring(for: doorRegion())
      #expect(listener.manager.monitoredRegions.isEmpty)
      print("stopped")
    }
    beacon.switchOn()
    try await fixture.world.pass(.seconds(60))
    #expect(lines(fixture, since: "stopped") == [])
  }

  @Test func `a 21st region fails with its error and a finding (BC1)`() async throws {
    let (fixture, _) = try await startLocationApp(
      locationScript { listener in
        for number in 1...21 {
          listener.manager.startMonitoring(
            for: CLBeaconRegion(
              uuid: beaconUUID, major: CLBeaconMajorValue(number), identifier: "region \(number)"))
        }
      })
    try await fixture.world.pass(.seconds(10))
    await fixture.tap { listener in
      #expect(listener.manager.monitoredRegions.count == 20)
      // Circles count for the limit, too.
      listener.manager.startMonitoring(
        for: CLCircularRegion(center: .init(), radius: 100, identifier: "circle"))
    }
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.world.log.texts.filter { $0.hasPrefix("started") }.count == 20)
    #expect(
      fixture.world.log.texts.filter { $0.contains("failed") } == [
        "monitoring region 21 failed 5", "monitoring circle failed 5",
      ])
    #expect(fixture.world.trace.findings.allSatisfy { $0.name == "region.limit" })
    #expect(!fixture.world.trace.findings.isEmpty)
  }

  @Test func `registered regions have the same values in any manager and any launch`()
    async throws
  {
    let appFixture = locationScript { listener in
      let known = listener.manager.monitoredRegions.sorted { $0.identifier < $1.identifier }
      for region in known {
        if let region = region as? CLBeaconRegion {
          print(
            "beacons \(region.identifier) \(region.uuid == beaconUUID)",
            "\(region.major ?? -1) \(region.minor ?? -1)",
            "\(region.notifyOnEntry) \(region.notifyOnExit) \(region.notifyEntryStateOnDisplay)")
        } else if let region = region as? CLCircularRegion {
          print("circle \(region.identifier) \(region.radius) \(region.center.latitude)")
        }
      }
      guard known.isEmpty else { return }
      let beacons = CLBeaconRegion(uuid: beaconUUID, major: 7, minor: 9, identifier: "a")
      beacons.notifyOnEntry = false
      beacons.notifyEntryStateOnDisplay = true
      listener.manager.startMonitoring(for: beacons)
      listener.manager.startMonitoring(
        for: CLCircularRegion(
          center: .init(latitude: 10, longitude: 20), radius: 250, identifier: "b"))
    }
    let (fixture, _) = try await startLocationApp(appFixture)
    try await fixture.world.pass(.seconds(10))
    fixture.phone.jetsam(fixture.app)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts.contains("beacons a true 7 9 false true true"))
    #expect(fixture.world.log.texts.contains("circle b 250.0 10.0"))
  }

  // MARK: Launches

  @Test(arguments: [true, false])
  func
    `a terminated app is launched for an event and gets it, with the launch option (BC9, L13, L16)`(
      _ isForceQuit: Bool
    ) async throws
  {
    var appFixture = locationScript()
    appFixture.launched = { application, options in
      let isLaunched = options?[.location] as? Bool == true
      print("launched \(isLaunched) \(application.applicationState == .background)")
      let listener = LocationListener()
      Kept.of("listener", listener)
      if !isLaunched { listener.manager.startMonitoring(for: doorRegion()) }
    }
    let (fixture, beacon) = try await startLocationApp(appFixture)
    try await fixture.world.pass(.seconds(60))
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(60))
    if isForceQuit {
      await fixture.phone.swipeAway(fixture.app)
    } else {
      fixture.phone.jetsam(fixture.app)
    }
    try await fixture.world.pass(.seconds(60))
    beacon.switchOn()
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.app.state == .suspended)
    #expect(
      lines(fixture, since: "launched true true") == [
        "enter door background", "inside door background",
      ]
    )
    #expect(fixture.world.trace.findings.isEmpty)
  }

  @Test func `an event for a launch without a delegate is lost, with a finding (BC9)`() async throws
  {
    var appFixture = locationScript()
    appFixture.launched = { _, options in
      guard options?[.location] == nil else { return }
      let listener = LocationListener()
      Kept.of("listener", listener)
      listener.manager.startMonitoring(for: doorRegion())
    }
    let (fixture, beacon) = try await startLocationApp(appFixture)
    try await fixture.world.pass(.seconds(60))
    fixture.phone.jetsam(fixture.app)
    beacon.switchOn()
    try await fixture.world.pass(.seconds(60))
    await fixture.phone.open(fixture.app)
    await fixture.touch { Kept.of("listener", LocationListener()) }
    try await fixture.world.pass(.seconds(60))
    #expect(!fixture.world.log.texts.contains { $0.hasPrefix("enter") })
    #expect(fixture.world.trace.findings.count == 1)
  }

  @Test func `the state is delivered when the display is turned on inside a region (BC6)`()
    async throws
  {
    let (fixture, beacon) = try await startLocationApp(
      locationScript { listener in
        let region = doorRegion()
        region.notifyEntryStateOnDisplay = true
        listener.manager.startMonitoring(for: region)
      })
    beacon.switchOn()
    try await fixture.world.pass(.seconds(60))
    await fixture.phone.lock()
    try await fixture.world.pass(.seconds(60))
    await fixture.touch { print("not running") }
    fixture.phone.wakeScreen()
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.eventLines.last == "inside door background")
    #expect(fixture.eventLines.filter { $0 == "inside door background" }.count == 1)
    #expect(!fixture.world.log.texts.contains("not running"))
  }

  // MARK: Circles

  @Test func `the exit and the entry of a circle are delivered some time beyond its border (BC16)`()
    async throws
  {
    let (fixture, _) = try await startLocationApp(
      locationScript { listener in
        listener.manager.startMonitoring(
          for: CLCircularRegion(
            center: .init(latitude: World.origin.latitude, longitude: World.origin.longitude),
            radius: 200, identifier: "home"))
      })
    try await fixture.world.pass(.seconds(60))
    try await fixture.phone.carry(to: Place(x: 1000), at: 10)
    try await fixture.world.pass(.seconds(60))
    try await fixture.phone.carry(to: .origin, at: 10)
    try await fixture.world.pass(.seconds(60))
    #expect(
      fixture.eventLines.filter { $0.hasPrefix("enter") || $0.hasPrefix("exit") }
        == ["exit home active", "enter home active"])
  }

  @Test func `the maximum radius is realistic`() async throws {
    _ = try await startLocationApp(
      locationScript { listener in
        #expect(listener.manager.maximumRegionMonitoringDistance > 10_000)
        #expect(listener.manager.maximumRegionMonitoringDistance < 40_000_000)
      })
  }

  // MARK: Permission

  @Test func `the permission While Using does not allow a launch (BC12)`() async throws {
    let (fixture, beacon) = try await startLocationApp(
      locationScript { $0.manager.startMonitoring(for: doorRegion()) }, .whenInUse)
    try await fixture.world.pass(.seconds(60))
    fixture.phone.jetsam(fixture.app)
    beacon.switchOn()
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.app.state == .notRunning)
    #expect(!fixture.world.log.texts.contains { $0.hasPrefix("enter") })
  }

  static let available: [(AnyClass, SystemVersion, Bool)] = [
    (CLBeaconRegion.self, 17, true), (CLBeaconRegion.self, 7, true),
    (CLBeaconRegion.self, 6, false), (CLCircularRegion.self, 6, true), (CLRegion.self, 17, false),
    (NSString.self, 17, false),
  ]

  @Test(arguments: available.indices)
  func `only some kinds of regions can be monitored`(_ row: Int) async throws {
    let (type, version, isAvailable): (AnyClass, SystemVersion, Bool) = Self.available[row]
    let fixture = try await startApp(AppFixture(), iOS: version)
    await fixture.touch {
      #expect(CLLocationManager.isMonitoringAvailable(for: type) == isAvailable)
      #expect(CLLocationManager.isRangingAvailable() == (version >= 7))
      #expect(CLLocationManager.significantLocationChangeMonitoringAvailable())
      #expect(CLLocationManager.headingAvailable())
    }
  }
}
