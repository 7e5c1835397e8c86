import CoreLocation
import Testing
import UIKit
import YobanTesting

/// A finding is reported for settings with which the updates do not keep an app running.
@Suite struct LocationFindingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable (CLLocationManager) -> Void
    var authorization = LocationAuthorization.always
    var finding: Finding.Kind?
  }

  @Test(arguments: [
    Case(testDescription: "as it should be", change: { _ in }, finding: nil),
    Case(
      testDescription: "no consent", change: { $0.allowsBackgroundLocationUpdates = false },
      finding: .locationKeepaliveBroken.by(.loc1)),
    Case(
      testDescription: "a filter",
      change: {
        $0.distanceFilter = 10
        $0.startMonitoringSignificantLocationChanges()
      },
      finding: .locationKeepaliveBroken.by(.loc4)),
    Case(
      testDescription: "coarse",
      change: {
        $0.desiredAccuracy = 3_000
        $0.startMonitoringSignificantLocationChanges()
      },
      finding: .locationKeepaliveBroken.by(.loc4)),
    Case(
      testDescription: "a filter, without significant changes",
      change: { $0.distanceFilter = 10 }, finding: nil),
    Case(
      testDescription: "a filter, with the indicator",
      change: {
        $0.distanceFilter = 10
        $0.startMonitoringSignificantLocationChanges()
        $0.showsBackgroundLocationIndicator = true
      }, finding: nil),
    Case(
      testDescription: "a filter with While Using, which shows the indicator",
      change: { $0.distanceFilter = 10 }, authorization: .whenInUse, finding: nil),
  ])
  func
    `updates that do not keep the app running are a finding, unless the indicator is shown (LOC1, LOC4)`(
      _ row: Case
    ) async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(locationApp(monitoring: []), allowed: row.authorization)
      await phone.open(app)
      await phone.listener(app) { $0.manager.keepRunning(row.change) }
      await phone.goHome()
      try await phone.world.pass(.minutes(5))
      #expect(app.state == (row.finding == nil ? .background : .suspended))
    }
    #expect(world.kinds == (row.finding.map { [$0] } ?? []))
  }

  /// The minutes until the updates of a device at rest are paused.
  private static func pause(_ activity: CLActivityType) async throws -> Double {
    let world = try await withPhone { phone in
      let app = try phone.install(locationApp(monitoring: []), allowed: .always)
      await phone.open(app)
      await phone.listener(app) { listener in
        listener.manager.keepRunning {
          $0.pausesLocationUpdatesAutomatically = true
          $0.activityType = activity
        }
      }
      await phone.goHome()
      try await phone.world.pass(.minutes(60))
    }
    let paused = try #require(world.moments { $0 == .location(.paused) }.first)
    return (paused - .start).seconds / 60
  }

  @Test func `updates for a vehicle are paused later (LOC5)`() async throws {
    let other = try await Self.pause(.other)
    #expect(try await Self.pause(.fitness) == other)
    for activity in [CLActivityType.automotiveNavigation, .airborne] {
      #expect(try await Self.pause(activity) > other * 1.5)
    }
  }

  @Test func `Info.plist can request an approximate location from the start (LOC5, BC12)`()
    async throws
  {
    try await withPhone { phone in
      var app = locationApp(monitoring: [])
      app.plist = locationPlist { $0["NSLocationDefaultAccuracyReduced"] = true }
      let installed = try phone.install(app, allowed: .always)
      #expect(!phone.location.isPrecise(installed))
      phone.location.setPrecise(true, for: installed)
      #expect(phone.location.isPrecise(installed))
    }
  }
}
