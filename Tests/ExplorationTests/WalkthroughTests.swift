import CoreLocation
import Foundation
import Testing
import UIKit
import YobanTesting

// The code of docs/explore.md.

let door = UUID(uuidString: "F7826DA6-4FA2-4E98-8024-BC5B71E0893E")!

final class VisitApp: UIResponder, UIApplicationDelegate, @preconcurrency CLLocationManagerDelegate
{
  private let manager = CLLocationManager()
  private var visits = UserDefaults.standard.integer(forKey: "visits")

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    manager.delegate = self
    manager.startMonitoring(for: CLBeaconRegion(uuid: door, identifier: "door"))
    return true
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    visits += 1
    UserDefaults.standard.set(visits, forKey: "visits")
    print("visit \(visits)")
  }
}

let threeVisits: Scenario = { run in
  let world = run.world
  let beacon = try world.addBeacon("door", uuid: door, major: 1, minor: 1)
  let phone = try world.addPhone()
  let app = try phone.install(
    infoPlist: InfoPlist([
      "CFBundleName": "Visits", "NSLocationAlwaysAndWhenInUseUsageDescription": "Counts visits.",
    ])
  ) { VisitApp() }
  phone.location.setAuthorization(.always, for: app)

  run.always("each visit has a number of its own") {
    let visits = app.log.texts.filter { $0.hasPrefix("visit ") }
    return Set(visits).count == visits.count
  }
  run.sometimes("a visit is counted in the background") {
    app.state == .background && app.log.contains("visit ")
  }

  await phone.open(app)
  try await world.pass(.seconds(30))
  await phone.goHome()
  for _ in 1...3 {
    try await world.pass(.minutes(10))
    beacon.switchOn()
    try await world.pass(.minutes(10))
    beacon.switchOff()
  }
}

@Suite struct VisitTests {
  @Test(.exploration(runs: 30, time: .seconds(3_600))) func `visits are counted`() async throws {
    try await explore(threeVisits)
  }
}
