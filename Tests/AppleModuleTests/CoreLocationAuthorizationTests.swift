import CoreLocation
import Foundation
import Testing
import UIKit
import YobanTesting

/// Tests the decisions of the user about location.
@Suite(.world()) struct CoreLocationAuthorizationTests {
  private func ask(always: Bool) -> AppFixture {
    locationScript { listener in
      guard listener.manager.authorizationStatus == .notDetermined else { return }
      if always {
        listener.manager.requestAlwaysAuthorization()
      } else {
        listener.manager.requestWhenInUseAuthorization()
      }
    }
  }

  @Test func `a permission for one time must be requested again in the next launch (BC13)`()
    async throws
  {
    let fixture = try await startApp(ask(always: false), opened: false)
    fixture.phone.location.answer(.allowOnce, for: fixture.app)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(10))
    fixture.phone.jetsam(fixture.app)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.timedTexts.map { String($0.suffix(15)) } == [
        "authorization 0", "authorization 4", "authorization 0",
      ])
  }

  @Test func `Always is requested once, after While Using (BC13)`() async throws {
    let fixture = try await startApp(ask(always: false))
    try await fixture.world.pass(.seconds(10))
    await fixture.tap { $0.manager.requestAlwaysAuthorization() }
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.world.log.texts == ["authorization 0", "authorization 4", "authorization 3"])
  }

  @Test
  func `a provisional Always reads as Always, and the event waits for the user's answer (BC13)`()
    async throws
  {
    let fixture = try await startApp(ask(always: true))
    let beacon = try fixture.world.addBeacon("beacon", uuid: beaconUUID, major: 1, minor: 2)
    beacon.place = Place(x: 2)
    try await fixture.world.pass(.seconds(10))
    await fixture.tap { listener in
      #expect(listener.manager.authorizationStatus == .authorizedAlways)
      listener.manager.startMonitoring(for: doorRegion())
    }
    try await fixture.world.pass(.seconds(60))
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(60))
    beacon.switchOn()
    try await fixture.world.pass(.milliseconds(1500))
    #expect(!fixture.world.log.texts.contains { $0.hasPrefix("enter") })
    try await fixture.world.pass(.seconds(30))
    #expect(fixture.world.log.texts.contains("enter door background"))
  }

  @Test func `managers are notified when location services are switched off (LOC2)`() async throws {
    let (fixture, _) = try await startLocationApp(locationScript())
    try await fixture.world.pass(.seconds(1))
    fixture.phone.location.setEnabled(false)
    await fixture.tap { listener in
      #expect(!CLLocationManager.locationServicesEnabled())
      #expect(listener.manager.authorizationStatus == .denied)
    }
    fixture.phone.location.setEnabled(true)
    await fixture.tap { _ in #expect(CLLocationManager.locationServicesEnabled()) }
    #expect(fixture.world.log.texts == ["authorization 3", "authorization 2", "authorization 3"])
  }

  @Test func `the deprecated properties return the same values`() async throws {
    let (fixture, _) = try await startLocationApp(locationScript(), .whenInUse)
    await fixture.tap { listener in
      let type = CLLocationManager.self as any RegionRanging.Type
      #expect(type.authorizationStatus() == .authorizedWhenInUse)
      #expect(!listener.manager.isAuthorizedForWidgetUpdates)
    }
  }

  // MARK: Accuracy

  @Test func `the user can allow only an approximate location (LOC5)`() async throws {
    let (fixture, _) = try await startLocationApp(
      locationScript { $0.manager.startUpdatingLocation() })
    fixture.phone.location.setPrecise(false, for: fixture.app)
    try await fixture.world.pass(.seconds(60))
    await fixture.tap { listener in
      #expect(listener.manager.accuracyAuthorization == .reducedAccuracy)
      #expect(listener.manager.location!.horizontalAccuracy >= 1000)
    }
    #expect(fixture.world.log.texts.contains("authorization 3 reduced"))
  }

  @Test func `a manager that requests the reduced accuracy gets 1 to 100 km (LOC5)`() async throws {
    let (fixture, _) = try await startLocationApp(
      locationScript { listener in
        listener.manager.desiredAccuracy = kCLLocationAccuracyReduced
        listener.manager.startUpdatingLocation()
      })
    try await fixture.world.pass(.seconds(30))
    await fixture.tap { listener in
      #expect(listener.manager.location!.horizontalAccuracy < 100_000)
      #expect(listener.manager.location!.horizontalAccuracy >= 1000)
    }
  }

  static let temporary: [(key: String, given: Bool, line: String)] = [
    ("nearby", true, "done - precise"), ("nearby", false, "done 18 reduced"),
    ("unknown", true, "done 18 reduced"),
  ]

  @Test(arguments: temporary.indices, ["completion", "async"])
  func `temporary full accuracy needs a purpose text and the user's consent (BC12)`(
    _ row: Int, _ form: String
  )
    async throws
  {
    let (key, isGiven, line) = Self.temporary[row]
    let (fixture, _) = try await startLocationApp(locationScript())
    fixture.phone.location.answerFullAccuracy(isGiven, for: fixture.app)
    fixture.phone.location.setPrecise(false, for: fixture.app)
    await fixture.tap { listener in
      nonisolated(unsafe) let manager = listener.manager
      @Sendable func say(_ error: (any Error)?) {
        let code = (error as? CLError).map { "\($0.code.rawValue)" } ?? "-"
        let isPrecise = manager.accuracyAuthorization == .fullAccuracy
        print("done \(code) \(isPrecise ? "precise" : "reduced")")
      }
      if form == "async" {
        Task {
          do {
            try await manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: key)
            say(nil)
          } catch { say(error) }
        }
      } else {
        manager.requestTemporaryFullAccuracyAuthorization(
          withPurposeKey: key, completion: { say($0) })
      }
    }
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.world.log.texts.filter { $0.hasPrefix("done") } == [line])
  }

  @Test func `temporary full accuracy can also be requested without a completion`() async throws {
    let (fixture, _) = try await startLocationApp(locationScript())
    fixture.phone.location.setPrecise(false, for: fixture.app)
    await fixture.tap {
      $0.manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "nearby")
    }
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.world.log.texts.last == "authorization 3")
  }
}
