import CoreLocation
import Foundation
import UIKit
import YobanTesting

/// Measures two months of a user who walks past beacons, with an app that watches their regions:
/// the computation of the system when no single advertisement is simulated as an event.
enum RegionBenchmark {
  private static let days = 60
  private static let walksPerDay = 24

  static func run() async throws {
    let walks = days * walksPerDay
    let world = try World(seed: 1)
    let clock = CPUClock()
    try await world.run {
      let phone = try world.addPhone("phone", .iPhone(iOS: 17))
      for i in 0..<20 {
        let beacon = try world.addBeacon(
          "beacon \(i)", uuid: WatcherDelegate.uuid, major: 1, minor: UInt16(i))
        beacon.place = Place(x: 200 * Double(i))
        beacon.switchOn()
      }
      let app = try phone.install(
        AppDefinition(
          bundleIdentifier: "benchmark.watcher", name: "Watcher",
          infoPlist: InfoPlist(["NSLocationAlwaysAndWhenInUseUsageDescription": "To measure."])
        ) {
          UIApplicationMain(0, nil, nil, NSStringFromClass(WatcherDelegate.self))
        })
      phone.location.setAuthorization(.always, for: app)
      await phone.open(app)
      await phone.swipeAway(app)
      for walk in 1...walks {
        phone.place = Place(x: 200 * Double(walk % 20))
        try await Task.sleep(for: .seconds(24 * 3600 / walksPerDay))
      }
    }
    let seconds = clock.seconds
    let crossings = world.trace.events.count { event in
      switch event.kind.location {
      case .entered, .exited: true
      default: false
      }
    }
    precondition(crossings >= 2 * walks - 2, "\(crossings) of \(2 * walks) crossings")
    print(
      "20 beacon regions, \(days) days, \(crossings) crossings: \(rounded(seconds)) s CPU, \(Int(Double(crossings) / seconds)) crossings/s, each with a wake of the app"
    )
  }
}

/// Watches 20 regions and ignores the events.
final class WatcherDelegate: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
  nonisolated static let uuid = UUID(uuidString: "F7826DA6-4FA2-4E98-8024-BC5B71E0893E")!
  private let manager = CLLocationManager()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    manager.delegate = self
    guard manager.monitoredRegions.isEmpty else { return true }
    for minor in 0..<20 as Range<UInt16> {
      manager.startMonitoring(
        for: CLBeaconRegion(
          uuid: Self.uuid, major: 1, minor: minor, identifier: "beacon \(minor)"))
    }
    return true
  }
}
