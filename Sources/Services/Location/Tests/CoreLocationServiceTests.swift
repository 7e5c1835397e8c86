import CoreLocation
import Foundation
import Testing
import UIKit
import YobanTesting

/// Tests visits, heading, deferred updates, location pushes, and all services at once.
@Suite struct CoreLocationServiceTests {
  @Test(.world()) func `a visit has a coordinate and dates (LOC7)`() async throws {
    final class Visitor: NSObject, CLLocationManagerDelegate {
      let manager = CLLocationManager()
      func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
        // The arrival is in the past, also if the device was there before monitoring began.
        #expect(visit.arrivalDate <= Date() && visit.departureDate > visit.arrivalDate)
        #expect(CLLocationCoordinate2DIsValid(visit.coordinate) && visit.horizontalAccuracy > 0)
        print("visit \(visit.departureDate == .distantFuture)")
      }
    }
    var appFixture = AppFixture { _ in
      let visitor = Visitor()
      Kept.of("visitor", visitor)
      visitor.manager.delegate = visitor
      visitor.manager.startMonitoringVisits()
    }
    appFixture.plist = locationPlist()
    let (fixture, _) = try await startLocationApp(appFixture)
    try await fixture.phone.carry(to: Place(x: 3000), at: 15)
    try await fixture.world.pass(.seconds(3600))
    #expect(fixture.world.log.texts.last == "visit true")
  }

  // MARK: Heading

  @Test(.world()) func `the heading is the direction in which the phone is carried`() async throws {
    let (fixture, _) = try await startLocationApp(
      locationApp(monitoring: []) { $0.manager.startUpdatingHeading() })
    try await fixture.phone.carry(to: Place(x: 100), at: 10)  // to the east
    await fixture.listener { listener in
      let heading = listener.manager.heading!
      #expect(abs(heading.trueHeading - 90) < 15 && abs(heading.magneticHeading - 90) < 15)
      #expect(heading.headingAccuracy >= 0)
      listener.manager.stopUpdatingHeading()
      print("stopped")
    }
    try await fixture.phone.carry(to: Place(x: 100, y: 100), at: 10)
    #expect(fixture.eventLines.count >= 2)
    #expect(fixture.eventLines.last == "stopped")
  }

  @Test(.world()) func `a turn smaller than the filter is not delivered`() async throws {
    let (fixture, _) = try await startLocationApp(
      locationApp(monitoring: []) { listener in
        listener.manager.headingFilter = 100
        listener.manager.startUpdatingHeading()
      })
    try await fixture.phone.carry(to: Place(x: 0, y: 50), at: 10)  // north
    await fixture.listener { _ in print("now") }
    try await fixture.phone.carry(to: Place(x: 50, y: 50), at: 10)  // east: 90 degrees
    try await fixture.phone.carry(to: Place(x: 50, y: 0), at: 10)  // south: 180 degrees
    let lines = fixture.eventLines
    let now = try #require(lines.firstIndex(of: "now"))
    #expect(lines[(now + 1)...].count == 1)
  }

  @Test(.world()) func `a device in landscape orientation has the heading of its side`()
    async throws
  {
    let (fixture, _) = try await startLocationApp(
      locationApp(monitoring: []) { listener in
        #expect(listener.manager.headingOrientation == .portrait)
        listener.manager.headingOrientation = .landscapeLeft
        listener.manager.headingOrientation = .faceUp  // has no effect
        #expect(listener.manager.headingOrientation == .landscapeLeft)
        listener.manager.startUpdatingHeading()
        let upright = LocationListener("upright ")
        upright.manager.startUpdatingHeading()
        Kept.of("upright", upright)
      })
    try await fixture.phone.carry(to: Place(x: 50, y: 50), at: 10)
    await fixture.listener { listener in
      let upright = Kept.get("upright", as: LocationListener.self)!.manager.heading!
      let turn = listener.manager.heading!.magneticHeading - upright.magneticHeading
      #expect(turn == 90 || turn == -270)
    }
  }

  // MARK: Services with little effect

  @Test(.world()) func `deferred updates have no effect (LOC6)`() async throws {
    let (fixture, _) = try await startLocationApp(locationApp(monitoring: []))
    await fixture.listener { listener in
      let manager = listener.manager as any RegionRanging
      #expect(!type(of: manager).deferredLocationUpdatesAvailable())
      manager.allowDeferredLocationUpdates(untilTraveled: 100, timeout: 60)
      listener.manager.startUpdatingLocation()
    }
    try await fixture.world.pass(.milliseconds(1800))
    #expect(fixture.eventLines == ["fix 5", "fix 5"])
  }

  @Test(.world(), arguments: ["completion", "async"])
  func `location pushes need the entitlement`(_ form: String) async throws {
    let (fixture, _) = try await startLocationApp(locationApp(monitoring: []))
    await fixture.listener { listener in
      nonisolated(unsafe) let manager = listener.manager
      @Sendable func say(_ token: Data?, _ error: (any Error)?) {
        let isMissing =
          (error as? CLLocationPushServiceError)?.code == .missingEntitlement
        print("push \(token == nil) \(isMissing)")
      }
      if form == "async" {
        Task {
          do { say(try await manager.startMonitoringLocationPushes(), nil) } catch {
            say(nil, error)
          }
        }
      } else {
        manager.startMonitoringLocationPushes(completion: say)
        print("later")
      }
      manager.stopMonitoringLocationPushes()
    }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.eventLines == (form == "async" ? [] : ["later"]) + ["push true true"])
  }

  // MARK: All services

  /// Plays a scenario with all services at once, and a relaunch.
  private func recordAll(seed: UInt64) async throws -> WorldFixture {
    try await withWorld(seed: seed) { _ in
      let (fixture, beacon) = try await startLocationApp(
        locationApp { listener in
          let manager = listener.manager
          manager.startRangingBeacons(satisfying: .init(uuid: beaconUUID))
          manager.startUpdatingLocation()
          manager.startMonitoringSignificantLocationChanges()
          manager.startMonitoringVisits()
          manager.startUpdatingHeading()
          Task {
            let monitor = await CLMonitor("all")
            await monitor.add(
              CLMonitor.BeaconIdentityCondition(uuid: beaconUUID), identifier: "condition")
            for try await event in await monitor.events { print("monitor \(event.state)") }
          }
          Task {
            for try await update in CLLocationUpdate.liveUpdates() {
              print("live \(update.location?.coordinate.longitude ?? 0)")
            }
          }
        })
      beacon.switchOn()
      try await fixture.world.pass(.seconds(60))
      try await fixture.phone.carry(to: Place(x: 2000), at: 15)
      fixture.phone.jetsam(fixture.app)
      try await fixture.phone.carry(to: .origin, at: 15)
      try await fixture.world.pass(.seconds(60))
      return fixture
    }
  }

  @Test func `the same seed gives the same trace with all services at once`() async throws {
    let (one, other) = (try await recordAll(seed: 7), try await recordAll(seed: 7))
    #expect(one.world.trace.digest == other.world.trace.digest)
    #expect(
      one.world.log.texts.contains("monitor satisfied")
        && one.world.log.texts.contains("enter door"))
    let another = try await recordAll(seed: 8)
    #expect(another.world.trace.digest != one.world.trace.digest)
  }
}
