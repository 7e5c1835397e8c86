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

  @Test
  func `a manager that is not retained delivers nothing, and its regions stay registered (BC9)`()
    async throws
  {
    var appFixture = AppFixture { _ in
      let listener = LocationListener()
      listener.manager.startMonitoring(for: doorRegion())
    }
    appFixture.plist = locationPlist()
    let (fixture, beacon) = try await startLocationApp(appFixture)
    beacon.switchOn()
    try await fixture.world.pass(.seconds(60))
    await fixture.touch { print(CLLocationManager().monitoredRegions.count) }
    #expect(fixture.world.log.texts == ["1"])
  }
}
