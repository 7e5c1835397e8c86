import Foundation
import HealthKit
import Testing
import WatchKit
import YobanTesting
import YobanVirtualTime

/// Long random launches of two apps on a watch, and the invariants that hold in them.
@Suite struct WorkoutRandomTests {
  /// An app that starts a workout when the user opens it, and pauses it.
  private static func app(_ name: String) -> WatchAppFixture {
    var app = WatchAppFixture {
      if AppProcess.current!.cause == .user { startWorkout(pausing: true) }
    }
    (app.name, app.bundleIdentifier) = (name, "example.\(name)")
    return app
  }

  private static func play(_ seed: UInt64) async throws -> World {
    try await withWorld(seed: seed) { world in
      let watch = try world.addWatch(pairedWith: nil)
      watch.power.isCharging = true
      let apps = try ["One", "Two"].map { try watch.install(app($0)) }
      watch.activeComplications = [apps[0]]
      var random = RandomStream(seed: seed, name: "user")
      for _ in 0..<80 {
        let app = random.pick(apps)
        switch random.next(below: 12) {
        case 0, 1: await watch.open(app)
        case 2, 3: await watch.lowerWrist()
        case 4: await watch.raiseWrist()
        case 5: await watch.pressCrown()
        case 6: watch.jetsam(app)
        case 7: if random.chance(1, in: 3) { await watch.swipeAway(app) }
        case 8:
          await watch.touch(app, "end") { Kept.get("session", as: HKWorkoutSession.self)?.end() }
        case 9: watch.watchService.wake(app, for: .relevantShortcut)
        case 10: app.process?.processorLoad = random.pick([0, 0.1, 0.9])
        default: if random.chance(1, in: 10) { try await watch.reboot() }
        }
        try await world.pass(random.duration(in: .zero...(.seconds(200))))
        check(watch, apps, "seed \(seed)")
      }
      return world
    }
  }

  private static func check(_ watch: Watch, _ apps: [InstalledApp], _ context: Comment) {
    let inWorkout = apps.filter { watch.health.hasActiveWorkout($0) }
    #expect(inWorkout.count <= 1, context)
    for app in inWorkout where app.process != nil {
      #expect(app.process?.isRunning == true, context)
    }
    #expect(apps.count { $0.isFrontmost } <= 1, context)
    if !watch.isWristUp { #expect(apps.allSatisfy { $0.state != .active }, context) }
    for app in apps where app.state == .suspended {
      #expect(app.process?.isRunning == false, context)
    }
  }

  @Test(arguments: UInt64(1)...60)
  func `random launches keep the invariants of the rules (WK1, WK2)`(_ seed: UInt64)
    async throws
  {
    let world = try await Self.play(seed)
    #expect(world.trace.events.contains { $0.kind == .watch(.workout("paused")) })
  }

  @Test(arguments: [3, 17] as [UInt64])
  func `the same seed gives the same trace, byte by byte`(_ seed: UInt64) async throws {
    let first = try await Self.play(seed)
    let second = try await Self.play(seed)
    #expect(first.trace.digest == second.trace.digest)
    #expect(first.trace.events.count > 100)
  }
}
