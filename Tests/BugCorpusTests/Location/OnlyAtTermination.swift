import CoreLocation
import Testing
import UIKit
import YobanTesting

/// An app that records the way of its user, and that wants to be launched again after its end.
///
/// The faulty app asks for significant changes in applicationWillTerminate. The system does not call
/// that method of a suspended app, and not before a reboot or when memory is short: nothing launches the
/// app again.
private final class WayApp: UIResponder, UIApplicationDelegate,
  @preconcurrency CLLocationManagerDelegate
{
  private let variant: Variant
  private let location = CLLocationManager()

  init(_ variant: Variant) { self.variant = variant }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    location.delegate = self
    location.allowsBackgroundLocationUpdates = true
    location.pausesLocationUpdatesAutomatically = false
    location.desiredAccuracy = kCLLocationAccuracyHundredMeters
    if variant == .mended { location.startMonitoringSignificantLocationChanges() }
    location.startUpdatingLocation()
    return true
  }

  func applicationWillTerminate(_ application: UIApplication) {
    // Wrong: the method is not called at most ends.
    if variant == .faulty { location.startMonitoringSignificantLocationChanges() }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard let last = locations.last else { return }
    UserDefaults.standard.set(last.coordinate.longitude, forKey: "longitude")
  }
}

extension KnownBug {
  static let onlyAtTermination = KnownBug(
    name: "OnlyAtTermination",
    thread: "https://github.com/mauron85/background-geolocation-ios/issues/8",
    clue: "nothing is left with the system",
    property: .eventually(within: .minutes(8), "a moving app runs again within 8 minutes") {
      stage in
      guard let opened = stage.app.lastOpened, stage.phone.isUp, !stage.app.isForceQuit,
        stage.world.now - opened <= stage.phone.uptime
      else { return true }
      return !stage.phone.isMoving || stage.app.state != .notRunning
    },
    build: { world, variant in
      let phone = try world.addPhone()
      let app = try phone.install(
        .making { WayApp(variant) }, infoPlist: .location("OnlyAtTermination"))
      phone.location.setAuthorization(.always, for: app)
      return Stage(world: world, phone: phone, app: app)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      try await stage.world.pass(.seconds(10))
      await stage.phone.goHome()
      try await stage.world.pass(.minutes(1))
      try await stage.phone.carry(to: Place(x: 18_000), at: 20)
    })
}

@Suite struct OnlyAtTerminationTests {
  @Test func `an app that was removed from memory is launched again in its mended form only`()
    async throws
  {
    try await expectShown(.onlyAtTermination) { stage in
      await stage.phone.open(stage.app)
      try await stage.world.pass(.seconds(10))
      await stage.phone.goHome()
      try await stage.world.pass(.minutes(1))
      stage.phone.jetsam(stage.app)
      try await stage.phone.carry(to: Place(x: 18_000), at: 20)
    }
  }

  @Test func `both forms run when nothing goes wrong`() async throws {
    for variant in Variant.allCases {
      let verdict = try await play(.onlyAtTermination, variant)
      #expect(verdict.brokenSince == nil)
      #expect(verdict.findings == [])
    }
  }
}
