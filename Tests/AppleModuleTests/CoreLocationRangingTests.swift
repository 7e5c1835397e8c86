import Foundation
import Testing
import UIKit
import YobanTesting

@testable import CoreLocation

/// Tests ranging, with the methods of iOS 13 and with the older ones.
@Suite struct CoreLocationRangingTests {
  private static func constraint() -> CLBeaconIdentityConstraint { .init(uuid: beaconUUID) }

  /// Returns the times of the reports in whole seconds since the first one.
  private func seconds(_ fixture: WorldFixture, _ words: String) -> [Int] {
    let moments = fixture.world.trace.events.compactMap { event -> Int64? in
      guard let line = event.kind.output, line.hasPrefix(words) else { return nil }
      return event.instant.nanoseconds
    }
    guard let first = moments.first else { return [] }
    return moments.map { Int(($0 - first) / 1_000_000_000) }
  }

  static let distances: [(meters: Double, CLProximity)] = [
    (0.2, .immediate), (2, .near), (12, .far),
  ]

  @Test(.world(), arguments: distances.indices)
  func `a constraint is reported each second, with the proximity (BC8)`(_ row: Int) async throws {
    let (meters, proximity) = Self.distances[row]
    let (fixture, beacon) = try await startLocationApp(
      locationScript { $0.manager.startRangingBeacons(satisfying: Self.constraint()) })
    beacon.place = Place(x: meters)
    beacon.switchOn()
    try await fixture.world.pass(.milliseconds(5500))
    #expect(
      fixture.eventLines
        == Array(repeating: "range [1.2 \(proximity.rawValue)]", count: 5))
    #expect(seconds(fixture, "range") == [0, 1, 2, 3, 4])
  }

  @Test(.world()) func `without a beacon the list is empty (BC8)`() async throws {
    let (fixture, _) = try await startLocationApp(
      locationScript { $0.manager.startRangingBeacons(satisfying: Self.constraint()) })
    try await fixture.world.pass(.milliseconds(2500))
    #expect(fixture.eventLines == ["range []", "range []"])
  }

  @Test(.world())
  func `each set of methods has its own callbacks, and is stopped separately (BC14)`()
    async throws
  {
    let (fixture, beacon) = try await startLocationApp(
      locationScript { listener in
        let manager = listener.manager as any RegionRanging
        manager.startRangingBeacons(in: doorRegion())
        #expect(manager.rangedRegions == [doorRegion()])
        #expect(listener.manager.rangedBeaconConstraints.isEmpty)
      })
    beacon.switchOn()
    try await fixture.world.pass(.milliseconds(1500))
    await fixture.tap { listener in
      listener.manager.startRangingBeacons(satisfying: Self.constraint())
      #expect(listener.manager.rangedBeaconConstraints == [Self.constraint()])
    }
    try await fixture.world.pass(.seconds(1))
    await fixture.tap { listener in
      (listener.manager as any RegionRanging).stopRangingBeacons(in: doorRegion())
      #expect((listener.manager as any RegionRanging).rangedRegions.isEmpty)
    }
    try await fixture.world.pass(.seconds(1))
    await fixture.tap { $0.manager.stopRangingBeacons(satisfying: Self.constraint()) }
    try await fixture.world.pass(.seconds(5))
    #expect(
      fixture.eventLines == [
        "range in door [1.2 2]", "range [1.2 2]", "range in door [1.2 2]", "range [1.2 2]",
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
        print("measured")
      }
    }
    var appFixture = AppFixture { _ in
      let meter = Meter()
      Kept.of("meter", meter)
      meter.manager.delegate = meter
      meter.manager.startRangingBeacons(satisfying: Self.constraint())
    }
    appFixture.plist = locationPlist
    let (fixture, beacon) = try await startLocationApp(appFixture)
    beacon.switchOn()
    try await fixture.world.pass(.milliseconds(3500))
    #expect(fixture.world.log.texts == ["measured", "measured", "measured"])
  }

  @Test(.world())
  func `a suspended app gets no reports, and ranging continues when it runs again (BC8)`()
    async throws
  {
    let (fixture, beacon) = try await startLocationApp(
      locationScript { $0.manager.startRangingBeacons(satisfying: Self.constraint()) })
    beacon.switchOn()
    try await fixture.world.pass(.seconds(3))
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.app.state == .suspended)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.milliseconds(2500))
    // Some reports from before the suspension, and some from after it.
    #expect((3...15).contains(fixture.eventLines.count))
    #expect(fixture.eventLines.allSatisfy { $0 == "range [1.2 2]" })
    #expect(seconds(fixture, "range").last! >= 60)
  }

  @Test(.world()) func `a withdrawn permission causes an error for both sets of methods (BC12)`()
    async throws
  {
    let (fixture, beacon) = try await startLocationApp(
      locationScript { listener in
        listener.manager.startRangingBeacons(satisfying: Self.constraint())
        (listener.manager as any RegionRanging).startRangingBeacons(in: doorRegion())
      })
    beacon.switchOn()
    try await fixture.world.pass(.milliseconds(1500))
    fixture.phone.location.setAuthorization(.denied, for: fixture.app)
    try await fixture.world.pass(.seconds(10))
    #expect(
      fixture.eventLines == [
        "range [1.2 2]", "range in door [1.2 2]", "ranging failed 1", "ranging in door failed 1",
      ])
  }

  // MARK: Both sets of methods with one system

  private typealias Requests = RangingRequests
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
