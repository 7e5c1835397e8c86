import CoreLocation
import Foundation
import Testing
import UIKit
import YobanExploration
import YobanTesting

// The code of docs/explore.md.

let door = UUID(uuidString: "F7826DA6-4FA2-4E98-8024-BC5B71E0893E")!

final class VisitApp: UIResponder, UIApplicationDelegate, @preconcurrency CLLocationManagerDelegate
{
  /// Whether each visit is stored when it is counted, as at the end of the page, or when the user leaves
  /// the app, as at its beginning.
  private let storesAtOnce: Bool
  private let manager = CLLocationManager()
  private var visits = UserDefaults.standard.integer(forKey: "visits")

  init(storesAtOnce: Bool) { self.storesAtOnce = storesAtOnce }

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
    if storesAtOnce { UserDefaults.standard.set(visits, forKey: "visits") }
    print("visit \(visits)")
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    UserDefaults.standard.set(visits, forKey: "visits")
  }
}

private func threeVisits(storesAtOnce: Bool) -> Scenario {
  { run in
    let world = run.world
    let beacon = try world.addBeacon("door", uuid: door, major: 1, minor: 1)
    let phone = try world.addPhone()
    let app = try phone.install(
      .making { VisitApp(storesAtOnce: storesAtOnce) },
      infoPlist: InfoPlist([
        "CFBundleName": "Visits", "NSLocationAlwaysAndWhenInUseUsageDescription": "Counts visits.",
      ]))
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
}

@Suite struct VisitTests {
  @Test(.exploration(runs: 30, time: .seconds(3_600))) func `visits are counted`() async throws {
    try await explore(threeVisits(storesAtOnce: true))
  }

  /// In README, lines of three points stand for lines that are left out.
  @Test func `the documents show the story of the app that stores too late`() async throws {
    let explorer = Explorer()
    let result = try await explorer.explore(threeVisits(storesAtOnce: false))
    let story = "\(try #require(result.found.first?.story))"
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    func text(_ path: String) throws -> String {
      try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
    #expect(try text("docs/explore.md").contains("```\n\(story)\n```"), "\(story)")
    for name in ["README.md", "README.ja.md"] {
      let shown = try #require(
        try text(name).components(separatedBy: "swift test --filter VisitTests\n").last?
          .components(separatedBy: "```").first)
      let lines = Set(story.split(separator: "\n"))
      let others = shown.split(separator: "\n").filter { $0 != "..." && !lines.contains($0) }
      #expect(others == [], "\(name)")
    }
  }
}
