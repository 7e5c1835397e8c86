import CoreLocation
import Testing
import UIKit
import YobanTesting

/// An app that watches the zones of its user's home server.
///
/// The system watches 20 regions for each app, and the app has 24 zones. The faulty app watches all of
/// them, and again those that are missing whenever the system refuses one: this never ends. The mended
/// app chooses 20 zones.
private final class ZonesApp: UIResponder, UIApplicationDelegate,
  @preconcurrency CLLocationManagerDelegate
{
  private let variant: Variant
  private let location = CLLocationManager()
  private var isWaiting = false

  init(_ variant: Variant) { self.variant = variant }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    location.delegate = self
    choose()
    return true
  }

  /// Watches the zones that are not watched yet.
  private func choose() {
    print("chooses")
    let zones = (0..<24).map { number in
      CLCircularRegion(
        center: CLLocationCoordinate2D(latitude: 35.6 + Double(number) / 100, longitude: 139.7),
        radius: 200, identifier: "zone \(number)")
    }
    let chosen = variant == .faulty ? zones[...] : zones.prefix(20)
    let watched = Set(location.monitoredRegions.map(\.identifier))
    for zone in chosen where !watched.contains(zone.identifier) {
      location.startMonitoring(for: zone)
    }
  }

  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  ) {
    switch variant {
    case .faulty:
      // Wrong: there is no room for the same zones later, either.
      guard !isWaiting else { return }
      isWaiting = true
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) {
        self.isWaiting = false
        self.choose()
      }
    case .mended: break
    }
  }
}

extension KnownBug {
  static let regionsWithoutEnd = KnownBug(
    name: "RegionsWithoutEnd", thread: "https://github.com/home-assistant/iOS/issues/1267",
    clue: "region.without-end",
    property: .always("the app does not choose its zones more than 50 times") {
      stage in stage.app.log.lines(containing: "chooses").count <= 50
    },
    build: { world, variant in
      let phone = try world.addPhone()
      let app = try phone.install(
        .making { ZonesApp(variant) }, infoPlist: .location("RegionsWithoutEnd"))
      phone.location.setAuthorization(.always, for: app)
      return Stage(world: world, phone: phone, app: app)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      try await stage.world.pass(.minutes(1))
    })
}

@Suite struct RegionsWithoutEndTests {
  @Test func `an app that registers refused regions again never ends`() async throws {
    try await expectShown(
      .regionsWithoutEnd, findings: [.regionLimit.by(.bc1), .regionWithoutEnd.by(.bc1)],
      by: KnownBug.regionsWithoutEnd.scenario)
  }
}
