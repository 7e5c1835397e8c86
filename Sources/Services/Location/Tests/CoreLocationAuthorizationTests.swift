import CoreLocation
import Foundation
import Testing
import UIKit
import YobanTesting

/// Tests the decisions of the user about location.
@Suite(.world()) struct CoreLocationAuthorizationTests {
  @Test func `the deprecated properties return the same values`() async throws {
    let (fixture, _) = try await startLocationApp(locationApp(monitoring: []), .whenInUse)
    await fixture.listener { listener in
      let type = CLLocationManager.self as any RegionRanging.Type
      #expect(type.authorizationStatus() == .authorizedWhenInUse)
      #expect(!listener.manager.isAuthorizedForWidgetUpdates)
    }
  }

  // MARK: Accuracy

  @Test func `a manager that requests the reduced accuracy gets 1 to 100 km (LOC5)`() async throws {
    let (fixture, _) = try await startLocationApp(
      locationApp(monitoring: []) { listener in
        listener.manager.desiredAccuracy = kCLLocationAccuracyReduced
        listener.manager.startUpdatingLocation()
      })
    try await fixture.world.pass(.seconds(30))
    await fixture.listener { listener in
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
    let (fixture, _) = try await startLocationApp(locationApp(monitoring: []))
    fixture.phone.location.answerFullAccuracy(isGiven, for: fixture.app)
    fixture.phone.location.setPrecise(false, for: fixture.app)
    await fixture.listener { listener in
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
    #expect(fixture.world.kinds == (key == "nearby" ? [] : [.plistMissingKey.by(.loc11)]))
    // It ends with the process.
    fixture.phone.jetsam(fixture.app)
    #expect(!fixture.phone.location.isPrecise(fixture.app))
  }

  @Test func `temporary full accuracy can also be requested without a completion`() async throws {
    let (fixture, _) = try await startLocationApp(locationApp(monitoring: []))
    fixture.phone.location.setPrecise(false, for: fixture.app)
    await fixture.listener {
      $0.manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "nearby")
    }
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.world.log.texts.last == "authorizedAlways")
  }
}
