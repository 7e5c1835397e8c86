import CoreLocation
import Testing
import UIKit
import YobanTesting

/// A control: an app that reports where its user is, after significant changes.
///
/// Its thread says that the reports do not resume after Low Power Mode. By rule L19 location does
/// not depend on that mode, and nothing in such an app does either. A search that finds a bug here
/// is wrong.
private final class WhereaboutsApp: UIResponder, UIApplicationDelegate,
  @preconcurrency CLLocationManagerDelegate
{
  private let location = CLLocationManager()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    location.delegate = self
    location.startMonitoringSignificantLocationChanges()
    return true
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard let last = locations.last else { return }
    print("at", last.coordinate.latitude, last.coordinate.longitude)
  }
}

extension KnownBug {
  static let lowPowerControl = KnownBug(
    name: "LowPowerControl", thread: "https://github.com/owntracks/ios/issues/430",
    clue: nil,
    property: .eventually(within: .minutes(15), "the last report is within 2 km of the phone") {
      stage in
      guard stage.app.lastOpened != nil, stage.phone.isUp,
        stage.app.locationAuthorization == .always
      else { return true }
      guard let report = stage.app.log.texts.last(where: { $0.hasPrefix("at ") }) else {
        return false
      }
      let numbers = report.split(separator: " ").compactMap { Double($0) }
      let position = stage.phone.location.position
      let reported = CLLocation(latitude: numbers[0], longitude: numbers[1])
      let here = CLLocation(latitude: position.latitude, longitude: position.longitude)
      return here.distance(from: reported) <= 2000
    },
    build: { world, _ in
      let phone = try world.addPhone()
      let app = try phone.install(
        .making { WhereaboutsApp() }, infoPlist: .location("LowPowerControl"))
      phone.location.setAuthorization(.always, for: app)
      return Stage(world: world, phone: phone, app: app)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      await stage.phone.goHome()
      try await stage.phone.carry(to: Place(x: 10_000), at: 10)
      try await stage.world.pass(.minutes(15))
    })
}

@Suite struct LowPowerControlTests {
  @Test func `the control reports its places when nothing goes wrong`() async throws {
    try await expectQuiet(.lowPowerControl, prints: "at ")
  }

  @Test func `the control reports its places during and after Low Power Mode (L19)`() async throws {
    let verdict = try await play(.lowPowerControl, .faulty) { stage in
      await stage.phone.open(stage.app)
      await stage.phone.goHome()
      stage.phone.power.isLowPowerMode = true
      try await stage.phone.carry(to: Place(x: 10_000), at: 10)
      try await stage.world.pass(.minutes(15))
      stage.phone.power.isLowPowerMode = false
      try await stage.phone.carry(to: .origin, at: 10)
      stage.phone.jetsam(stage.app)
      try await stage.phone.carry(to: Place(x: 10_000), at: 10)
    }
    #expect(verdict.brokenSince == nil, "\(verdict.log)")
    #expect(verdict.findings == [])
    #expect(verdict.log.lines(containing: "at ").count > 3)
  }
}
