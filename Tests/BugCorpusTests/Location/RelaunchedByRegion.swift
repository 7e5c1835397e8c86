import CoreLocation
import Testing
import UIKit
import YobanTesting

/// An app that sleeps while its user stays at a place, and records the way when the user leaves it.
///
/// The tracker is switched on by start(), which the rest of the app calls when it has read its
/// settings. When the system relaunches the app because its user has left the place, the event comes
/// before start(). The faulty tracker is moving by then, start() has nothing to do, and every
/// position is dropped by a tracker that was never switched on.
private final class TrackerApp: UIResponder, UIApplicationDelegate,
  @preconcurrency CLLocationManagerDelegate
{
  private let variant: Variant
  private let location = CLLocationManager()
  private var isMoving = false
  private var isEnabled = false
  private var hasPosition = false

  init(_ variant: Variant) { self.variant = variant }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    location.delegate = self
    location.allowsBackgroundLocationUpdates = true
    location.pausesLocationUpdatesAutomatically = false
    // The last process may have ended on the way.
    if UserDefaults.standard.bool(forKey: "moving") { location.startUpdatingLocation() }
    // The settings are read in half a second.
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { self.start() }
    return true
  }

  private func start() {
    switch variant {
    case .faulty:
      // Wrong: the tracker can be moving and not enabled, after an event that came before.
      if isMoving { return }
    case .mended: break
    }
    isEnabled = true
    print("enabled")
  }

  /// The user stays here.
  func stay() {
    let home = CLCircularRegion(
      center: CLLocationCoordinate2D(latitude: 35.6586, longitude: 139.7454), radius: 200,
      identifier: "home")
    home.notifyOnEntry = false
    location.startMonitoring(for: home)
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    print("left")
    isMoving = true
    UserDefaults.standard.set(true, forKey: "moving")
    location.startUpdatingLocation()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    if isEnabled, !hasPosition {
      hasPosition = true
      print("position")
    }
  }
}

extension KnownBug {
  static let relaunchedByRegion = KnownBug(
    name: "RelaunchedByRegion",
    thread: "https://github.com/transistorsoft/react-native-background-geolocation/issues/2661",
    clue: "phone: didUpdateLocations",
    property: .eventually(within: .minutes(5), "the way of a user who has left is recorded") {
      stage in
      !stage.app.log.contains("left") || stage.app.state == .notRunning
        || stage.app.log.contains("position")
    },
    build: { world, variant in
      let phone = try world.addPhone()
      let app = try phone.install(
        .making {
          TrackerApp(variant)
        }, infoPlist: .location("RelaunchedByRegion"))
      phone.location.setAuthorization(.always, for: app)
      return Stage(world: world, phone: phone, app: app)
    },
    scenario: { stage in
      try await stage.stay()
      try await stage.leave()
    })
}

extension Stage {
  fileprivate func stay() async throws {
    await phone.open(app)
    await phone.touch(app, "stay") { (app: TrackerApp) in app.stay() }
    try await world.pass(.minutes(1))
    await phone.goHome()
    try await world.pass(.minutes(10))
  }

  fileprivate func leave() async throws {
    try await phone.carry(to: Place(x: 3000), at: 5)
  }
}

@Suite struct RelaunchedByRegionTests {
  @Test func `an app that is relaunched by a region event drops the way in its faulty form`()
    async throws
  {
    try await expectShown(.relaunchedByRegion) { stage in
      try await stage.stay()
      stage.phone.jetsam(stage.app)
      try await stage.leave()
    }
  }

  @Test func `both forms record the way when nothing goes wrong`() async throws {
    try await expectQuiet(.relaunchedByRegion, prints: "position")
  }
}
