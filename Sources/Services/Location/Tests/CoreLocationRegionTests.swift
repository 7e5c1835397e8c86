import CoreLocation
import Foundation
import Testing
import UIKit
import YobanTesting

/// Tests regions, from `startMonitoring(for:)` to the delegate.
@Suite(.world()) struct CoreLocationRegionTests {
  @Test func `a region delivers nothing after it was stopped`() async throws {
    let (fixture, beacon) = try await startLocationApp(locationApp())
    try await fixture.world.pass(.seconds(60))
    await fixture.listener { listener in
      // For the system, another object with the same identifier is the same region (BC2).
      listener.manager.stopMonitoring(for: doorRegion())
      #expect(listener.manager.monitoredRegions.isEmpty)
      print("stopped")
    }
    beacon.switchOn()
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.eventLines.last == "stopped")
  }

  @Test func `registered regions have the same values in any manager and any launch`()
    async throws
  {
    let app = locationApp(monitoring: []) { listener in
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
    let (fixture, _) = try await startLocationApp(app)
    try await fixture.world.pass(.seconds(10))
    fixture.phone.jetsam(fixture.app)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts.contains("beacons a true 7 9 false true true"))
    #expect(fixture.world.log.texts.contains("circle b 250.0 10.0"))
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
