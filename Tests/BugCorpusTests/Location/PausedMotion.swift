import CoreLocation
import CoreMotion
import Testing
import UIKit
import YobanTesting

/// An app that counts the user's movements all day, and keeps itself running with location updates.
///
/// The faulty app leaves the automatic pause of location updates on. When its user sits for a while, the
/// updates pause, and with them the app. The mended app switches the pause off: then it runs for hours.
private final class MovementApp: UIResponder, UIApplicationDelegate,
  @preconcurrency CLLocationManagerDelegate
{
  private let variant: Variant
  private let location = CLLocationManager()
  private let motion = CMMotionManager()

  init(_ variant: Variant) { self.variant = variant }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    location.delegate = self
    location.allowsBackgroundLocationUpdates = true
    // Wrong in the faulty form: true is also the default.
    location.pausesLocationUpdatesAutomatically = variant == .faulty
    location.startUpdatingLocation()
    motion.accelerometerUpdateInterval = 1
    motion.startAccelerometerUpdates()
    _ = Timer.scheduledTimer(withTimeInterval: 60, repeats: true) { _ in
      MainActor.assumeIsolated {
        if self.motion.accelerometerData != nil { print("recorded") }
      }
    }
    return true
  }
}

extension KnownBug {
  static let pausedMotion = KnownBug(
    name: "PausedMotion",
    thread: "https://github.com/matghazaryan/SOMotionDetector/issues/25",
    clue: "location.keepalive.broken",
    property: .eventually(within: .minutes(5), "the movements of each minute are recorded") {
      stage in
      guard let last = stage.app.log.last(where: { $0.text == "recorded" }) else { return true }
      return stage.app.state == .notRunning
        || stage.app.locationAuthorization != .always
        || stage.world.now - last.instant < .minutes(2)
    },
    build: { world, variant in
      let phone = try world.addPhone()
      let app = try phone.install(
        .making { MovementApp(variant) }, infoPlist: .location("PausedMotion"))
      phone.location.setAuthorization(.always, for: app)
      return Stage(world: world, phone: phone, app: app)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      try await stage.world.pass(.minutes(2))
      await stage.phone.goHome()
      try await stage.world.pass(.hours(3))
    })
}

@Suite struct PausedMotionTests {
  @Test func `a user who sits ends the recording of the faulty app, and not of the mended one`()
    async throws
  {
    try await expectShown(
      .pausedMotion, findings: [.locationKeepaliveBroken.by(.loc3)],
      by: KnownBug.pausedMotion.scenario)
  }
}
