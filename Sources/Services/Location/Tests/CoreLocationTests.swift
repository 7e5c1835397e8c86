import CoreLocation
import Foundation
import Testing
import UIKit
import YobanTesting

@Suite struct CoreLocationTests {
  /// A delegate that prints its callbacks.
  private final class Listener: NSObject, CLLocationManagerDelegate {
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
      print("authorization \(manager.authorizationStatus.rawValue)")
    }
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
      print("update", Thread.isMainThread)
    }
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
      print("error \((error as NSError).domain) \((error as NSError).code)")
    }
  }

  /// A delegate that implements only the method of iOS 13 and earlier.
  private final class OldListener: NSObject, CLLocationManagerDelegate {
    func locationManager(
      _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
    ) {
      print("old \(status.rawValue)")
    }
  }

  private static let plist = InfoPlist([
    "UIBackgroundModes": ["location"], "NSLocationWhenInUseUsageDescription": "test",
    "NSLocationAlwaysAndWhenInUseUsageDescription": "test",
  ])

  private func appFixture(_ use: @escaping @MainActor @Sendable (CLLocationManager) -> Void)
    -> AppFixture
  {
    var appFixture = AppFixture { _ in
      let (manager, listener) = (CLLocationManager(), Listener())
      Kept.of("manager", manager)
      Kept.of("listener", listener)
      manager.delegate = listener
      use(manager)
    }
    appFixture.plist = Self.plist
    return appFixture
  }

  @Test(.world()) func `a delegate that implements only the older method gets it`() async throws {
    var appFixture = AppFixture { _ in
      let (manager, listener) = (CLLocationManager(), OldListener())
      Kept.of("manager", manager)
      Kept.of("listener", listener)
      manager.delegate = listener
      manager.requestWhenInUseAuthorization()
    }
    appFixture.plist = Self.plist
    let fixture = try await startApp(appFixture)
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.world.log.timedTexts == ["0.0 old 0", "2.0 old 4"])
  }

  @Test(.world()) func `updates are delivered on the main thread until they are stopped`()
    async throws
  {
    let fixture = try await startApp(
      appFixture { manager in
        manager.desiredAccuracy = kCLLocationAccuracyBest
        manager.startUpdatingLocation()
        DispatchQueue.main.asyncAfter(deadline: .now() + 3) {
          Kept.get("manager", as: CLLocationManager.self)!.stopUpdatingLocation()
        }
      }, opened: false)
    fixture.phone.location.setAuthorization(.whenInUse, for: fixture.app)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(10))
    #expect(
      fixture.world.log.timedTexts == [
        "0.0 authorization 4", "0.5 update true", "1.5 update true", "2.5 update true",
      ])
  }

  static let refusals: [(LocationAuthorization, String)] = [
    (.denied, "error kCLErrorDomain 1"), (.restricted, "error kCLErrorDomain 1"),
  ]

  @Test(.world(), arguments: refusals.indices, ["start", "request"])
  func `without permission the delegate gets the error denied`(_ row: Int, _ call: String)
    async throws
  {
    let (status, line) = Self.refusals[row]
    let fixture = try await startApp(
      appFixture { manager in
        if call == "start" { manager.startUpdatingLocation() } else { manager.requestLocation() }
      }, opened: false)
    fixture.phone.location.setAuthorization(status, for: fixture.app)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(30))
    #expect(fixture.world.log.texts.contains(line))
    #expect(!fixture.world.log.texts.contains { $0.hasPrefix("update") })
  }

  @Test(.world())
  func `a permission withdrawn during updates is reported twice, as a change and as an error`()
    async throws
  {
    let fixture = try await startApp(appFixture { $0.startUpdatingLocation() }, opened: false)
    fixture.phone.location.setAuthorization(.whenInUse, for: fixture.app)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.milliseconds(800))
    fixture.phone.location.setAuthorization(.denied, for: fixture.app)
    try await fixture.world.pass(.seconds(60))
    #expect(
      fixture.world.log.timedTexts == [
        "0.0 authorization 4", "0.5 update true", "0.8 authorization 2",
        "0.8 error kCLErrorDomain 1",
      ])
  }

  @Test(.world()) func `requestLocation delivers one position`() async throws {
    let fixture = try await startApp(appFixture { $0.requestLocation() }, opened: false)
    fixture.phone.location.setAuthorization(.whenInUse, for: fixture.app)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.world.log.timedTexts == ["0.0 authorization 4", "0.5 update true"])
  }

  @Test(.world())
  func `requestLocation without a position fails with an unknown location after 10 s`()
    async throws
  {
    let fixture = try await startApp(appFixture { $0.requestLocation() })
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.world.log.timedTexts == ["0.0 authorization 0", "10.0 error kCLErrorDomain 0"])
  }

  @Test(.world()) func `requestLocation does not stop updates that were already running`()
    async throws
  {
    let fixture = try await startApp(
      appFixture { manager in
        manager.desiredAccuracy = kCLLocationAccuracyNearestTenMeters
        manager.startUpdatingLocation()
        manager.requestLocation()
      }, opened: false)
    fixture.phone.location.setAuthorization(.whenInUse, for: fixture.app)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(3))
    #expect(fixture.world.log.texts.filter { $0 == "update true" }.count == 3)
  }

  @Test(.world()) func `a manager that is released stops its updates`() async throws {
    let fixture = try await startApp(appFixture { $0.startUpdatingLocation() }, opened: false)
    fixture.phone.location.setAuthorization(.whenInUse, for: fixture.app)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(1))
    await fixture.touch { Kept.release("manager") }
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.world.log.texts.filter { $0 == "update true" }.count == 1)
    #expect(fixture.world.trace.events.contains { $0.kind == .location(.stopped) })
  }

  @Test(.world()) func `a delegate that is released is not called`() async throws {
    let fixture = try await startApp(appFixture { $0.startUpdatingLocation() }, opened: false)
    fixture.phone.location.setAuthorization(.whenInUse, for: fixture.app)
    await fixture.phone.open(fixture.app)
    await fixture.touch { Kept.release("listener") }
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.world.log.texts == ["authorization 4"])
  }

  @Test func `an error has Core Location's domain and code, and can be matched by either`() throws {
    func fail() throws { throw CLError(.denied, userInfo: ["why": "test"]) }
    #expect(throws: CLError.self) { try fail() }
    do { try fail() } catch CLError.locationUnknown { Issue.record("another code") } catch CLError
      .denied
    {}
    let error = CLError(.historicalLocationError, userInfo: [NSLocalizedDescriptionKey: "words"])
    #expect((error as NSError).domain == kCLErrorDomain)
    #expect(
      (error as NSError).code == 19 && error.errorCode == 19
        && error.code == .historicalLocationError)
    #expect(error.localizedDescription == "words")
    #expect(CLError(.denied).userInfo.isEmpty)
  }
}
