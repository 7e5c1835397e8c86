import Foundation
import UIKit
import YobanTesting

/// Measures what a launch costs, and whether it stays the same: one app that the user opens 10,000 times in one
/// world, and that the system removes from memory each time. Each process writes a line to a file, and has a task
/// that still waits when it ends.
enum LaunchBenchmark {
  private static let launches = 10_000

  static func run() async throws {
    let world = try World(seed: 1)
    try await world.run {
      let phone = try world.addPhone("phone", .iPhone(iOS: 17))
      let app = try phone.install(
        AppDefinition(
          bundleIdentifier: "benchmark.launches", name: "Launches", infoPlist: InfoPlist([:])
        ) {
          UIApplicationMain(0, nil, nil, NSStringFromClass(LaunchedDelegate.self))
        })
      try await idle("an hour without an app")
      await phone.open(app)
      await phone.goHome()
      try await idle("an hour with a suspended app")
      phone.jetsam(app)
      for part in 1...10 {
        let start = ResourceUse.now
        for _ in 0..<launches / 10 {
          await phone.open(app)
          await phone.goHome()
          try await Task.sleep(for: .seconds(30))
          phone.jetsam(app)
        }
        let use = ResourceUse.now
        print(
          "launches up to \(part * launches / 10): \(rounded(start.processor(to: use) / Double(launches / 10) * 1e6)) µs CPU each, \(rounded(use.resident)) MB with \(world.trace.events.count) events of the trace, \(use.threads) threads, \(use.descriptors) descriptors"
        )
      }
      precondition(app.launchCount == launches + 1, "\(app.launchCount) launches")
    }
  }

  private static func idle(_ name: String) async throws {
    let start = ResourceUse.now
    try await Task.sleep(for: .seconds(3600))
    print("\(name): \(rounded(start.processor(to: .now) * 1e6)) µs CPU")
  }
}

/// Writes a line at each launch, and waits.
final class LaunchedDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    try? Data("launched\n".utf8).write(to: folder.appendingPathComponent("launch.txt"))
    Task { try? await Task.sleep(for: .seconds(3600)) }
    return true
  }
}
