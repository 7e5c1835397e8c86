import Foundation
import Testing
import UIKit
import YobanTesting

@testable import CoreLocation

/// Tests ranging, with the methods of iOS 13 and with the older ones.
@Suite struct CoreLocationRangingTests {
  @Test(.world())
  func `each set of methods has its own callbacks, and is stopped separately (BC14)`()
    async throws
  {
    let (fixture, beacon) = try await startLocationApp(
      locationApp(monitoring: []) { listener in
        let manager = listener.manager as any RegionRanging
        manager.startRangingBeacons(in: beacons("door"))
        #expect(manager.rangedRegions == [beacons("door")])
        #expect(listener.manager.rangedBeaconConstraints.isEmpty)
      })
    beacon.switchOn()
    try await fixture.world.pass(.milliseconds(1500))
    await fixture.listener { listener in
      listener.manager.startRangingBeacons(satisfying: allBeacons())
      #expect(listener.manager.rangedBeaconConstraints == [allBeacons()])
    }
    try await fixture.world.pass(.seconds(1))
    await fixture.listener { listener in
      (listener.manager as any RegionRanging).stopRangingBeacons(in: beacons("door"))
      #expect((listener.manager as any RegionRanging).rangedRegions.isEmpty)
    }
    try await fixture.world.pass(.seconds(1))
    await fixture.listener { $0.manager.stopRangingBeacons(satisfying: allBeacons()) }
    try await fixture.world.pass(.seconds(5))
    #expect(
      fixture.eventLines == [
        "ranged 1 in door", "ranged 1", "ranged 1 in door", "ranged 1",
      ])
  }

  @Test(.world()) func `a ranged beacon has distance, signal strength and time (BC8)`() async throws
  {
    final class Meter: NSObject, CLLocationManagerDelegate {
      let manager = CLLocationManager()
      func locationManager(
        _ manager: CLLocationManager, didRange beacons: [CLBeacon],
        satisfying beaconConstraint: CLBeaconIdentityConstraint
      ) {
        let beacon = beacons[0]
        // The distance is 2 m, and the beacon has -59 dBm at 1 m: -66 dBm by the log-distance
        // model.
        #expect(abs(beacon.rssi + 66) <= 3)
        #expect(beacon.accuracy > 1 && beacon.accuracy < 4)
        #expect(abs(beacon.timestamp.timeIntervalSinceNow) <= 1)
        #expect(beacon.uuid == beaconUUID && beaconConstraint == .init(uuid: beaconUUID))
        #expect(beacon.proximity == .near)
        print("measured")
      }
    }
    var app = AppFixture { _ in
      let meter = Meter()
      Kept.of("meter", meter)
      meter.manager.delegate = meter
      meter.manager.startRangingBeacons(satisfying: allBeacons())
    }
    app.plist = locationPlist()
    let (fixture, beacon) = try await startLocationApp(app)
    beacon.switchOn()
    try await fixture.world.pass(.milliseconds(3500))
    #expect(fixture.world.log.texts == ["measured", "measured", "measured"])
  }

  @Test(.world()) func `a withdrawn permission causes an error for both sets of methods (BC12)`()
    async throws
  {
    let (fixture, beacon) = try await startLocationApp(
      locationApp(monitoring: []) { listener in
        listener.manager.startRangingBeacons(satisfying: allBeacons())
        (listener.manager as any RegionRanging).startRangingBeacons(in: beacons("door"))
      })
    beacon.switchOn()
    try await fixture.world.pass(.milliseconds(1500))
    fixture.phone.location.setAuthorization(.denied, for: fixture.app)
    try await fixture.world.pass(.seconds(10))
    #expect(
      fixture.eventLines == [
        "ranged 1", "ranged 1 in door", "ranging failed 1", "ranging in door failed 1",
      ])
  }

  // MARK: Both sets of methods with one system

  private static let one = CLBeaconIdentityConstraint(uuid: beaconUUID, major: 1)
  private static let two = CLBeaconIdentityConstraint(uuid: beaconUUID, major: 2)
  private static func region(_ name: String, _ constraint: CLBeaconIdentityConstraint)
    -> CLBeaconRegion
  { CLBeaconRegion(beaconIdentityConstraint: constraint, identifier: name) }

  @Test func `the system ranges a constraint as long as one request needs it (BC14)`() {
    var requests = RangingRequests()
    #expect(requests.start(Self.one) == [.start(Self.one)])
    #expect(requests.start(Self.one) == [])
    #expect(requests.start(Self.region("a", Self.one)) == [])
    #expect(requests.start(Self.region("b", Self.one)) == [])
    #expect(requests.stop(Self.one) == [])
    #expect(requests.stop(Self.one) == [])
    #expect(requests.stop(Self.region("a", Self.one)) == [])
    #expect(requests.stop(Self.region("b", Self.one)) == [.stop(Self.one)])
    #expect(requests.stop(Self.region("b", Self.one)) == [])
    #expect(requests.constraints.isEmpty && requests.regions.isEmpty)
  }

  @Test func `a region with the same identifier replaces the earlier one (BC2)`() {
    var requests = RangingRequests()
    #expect(requests.start(Self.region("a", Self.one)) == [.start(Self.one)])
    #expect(requests.start(Self.region("a", Self.one)) == [])
    #expect(requests.start(Self.region("a", Self.two)) == [.stop(Self.one), .start(Self.two)])
    #expect(requests.regions.map(\.beaconIdentityConstraint) == [Self.two])
    // It is stopped with another object and another constraint: only the identifier counts.
    #expect(requests.stop(Self.region("a", Self.one)) == [.stop(Self.two)])
  }
}
