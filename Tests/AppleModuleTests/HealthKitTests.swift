import Foundation
import HealthKit
import SimulatedOS
import Testing
import VirtualTime
import WatchKit

@Suite struct HealthKitTests {
  @Test func `a workout that is paused at once after its start runs for hours (WK3, WK4)`()
    async throws
  {
    let fixture = try await playWatch(WatchAppFixture { startWorkout(pausing: true) }) { fixture in
      try await fixture.wait(.seconds(1))
      await fixture.watch.lowerWrist()
      try await fixture.wait(.seconds(12 * 3600))
      #expect(fixture.app.state == .inactive)
      #expect(fixture.app.process?.isRunning == true)
      await fixture.touch { workout.end() }
      await fixture.watch.pressCrown()
      try await fixture.wait(.seconds(60))
      #expect(fixture.app.state == .suspended)
    }
    #expect(
      fixture.lines.filter { $0.contains(" to ") || $0.contains("event") } == [
        "notStarted to running late 0 false", "running to paused late 0 false", "event pause",
        "paused to ended late 0 false",
      ])
    let isCredited = fixture.watchEvents.contains {
      if case .exerciseCredited = $0 { true } else { false }
    }
    #expect(!isCredited)
    #expect(fixture.findings == [])
  }

  @Test func `a running workout is credited as exercise minutes (WK3)`() async throws {
    let fixture = try await playWatch(WatchAppFixture { startWorkout() }) { fixture in
      try await fixture.wait(.seconds(31 * 60))
      await fixture.touch { workout.pause() }
      try await fixture.wait(.seconds(600))
      await fixture.touch { workout.end() }
      try await fixture.wait(.seconds(1))
    }
    #expect(fixture.watchEvents.contains(.exerciseCredited(minutes: 31)))
  }

  @Test func `a second workout of any app ends the first with error 8 (WK2)`() async throws {
    var other = WatchAppFixture { startWorkout() }
    other.name = "Other"
    other.bundleIdentifier = "example.other"
    let definition = other.definition
    let fixture = try await playWatch(WatchAppFixture { startWorkout() }) { fixture in
      try await fixture.wait(.seconds(60))
      let second = try fixture.watch.install(definition)
      await fixture.watch.open(second)
      try await fixture.wait(.seconds(60))
      #expect(fixture.app.state == .suspended)
      #expect(fixture.watch.health.hasActiveWorkout(second))
    }
    #expect(fixture.lines.contains("failed 8"))
    #expect(fixture.lines.contains("running to ended late 0 false"))
  }

  static let refusals: [(answer: HealthAnswer?, code: Int)] = [(.deniesAll, 4), (nil, 5)]

  @Test(arguments: refusals.indices)
  func `without permission to share workouts a session fails (WK2)`(_ row: Int) async throws {
    let (answer, code) = Self.refusals[row]
    let appFixture = WatchAppFixture {
      Kept.of("listener", WorkoutListener())
      if answer == nil { makeWorkout() } else { startWorkout() }
    }
    let fixture = try await playWatch(appFixture, opened: false) { fixture in
      fixture.watch.health.answers["Watch"] = answer
      await fixture.watch.open(fixture.app)
      try await fixture.wait(.seconds(5))
      await fixture.watch.pressCrown()
      try await fixture.wait(.seconds(30))
      #expect(fixture.app.state == .suspended)
    }
    #expect(fixture.lines.contains("failed \(code)"))
    #expect(!fixture.lines.contains { $0.contains(" to running") })
    #expect(fixture.findings == ["healthkit.not-authorized WK2"])
  }

  @Test
  func `without the entitlement the user is not asked, and the request fails with error 4 (WK2)`()
    async throws
  {
    var appFixture = WatchAppFixture { startWorkout() }
    appFixture.entitlements = []
    let fixture = try await playWatch(appFixture) { try await $0.wait(.seconds(1)) }
    #expect(fixture.lines.contains("refused 4"))
    #expect(fixture.findings == ["healthkit.not-entitled WK2"])
  }

  @Test func `without a usage description the permission request ends the app (WK2)`() async throws
  {
    var appFixture = WatchAppFixture { startWorkout() }
    appFixture.plist["NSHealthUpdateUsageDescription"] = nil
    let fixture = try await playWatch(appFixture) { try await $0.wait(.seconds(1)) }
    guard case .crash(let why)? = fixture.terminations.first else {
      Issue.record("\(fixture.terminations)")
      return
    }
    #expect(why.hasPrefix("NSInvalidArgumentException: NSHealthUpdateUsageDescription must be set"))
    #expect(fixture.findings == ["plist.missing-key WK2"])
  }

  @Test func `without the background mode a workout gives no background time (WK2)`() async throws {
    var appFixture = WatchAppFixture { startWorkout() }
    appFixture.modes = []
    let fixture = try await playWatch(appFixture) { fixture in
      try await fixture.wait(.seconds(1))
      await fixture.watch.lowerWrist()
      try await fixture.wait(.seconds(60))
      #expect(fixture.app.state == .suspended)
      await fixture.touch { workout.pause() }
      await fixture.watch.raiseWrist()
    }
    #expect(fixture.findings == ["plist.missing-key WK2"])
  }

  @Test func `a suspended app gets the end of its workout late, with the correct date (WK4)`()
    async throws
  {
    var appFixture = WatchAppFixture { startWorkout() }
    appFixture.modes = []
    var other = WatchAppFixture {}
    other.name = "Other"
    other.bundleIdentifier = "example.other"
    let definition = other.definition
    let fixture = try await playWatch(appFixture) { fixture in
      try await fixture.wait(.seconds(1))
      let second = try fixture.watch.install(definition)
      await fixture.watch.open(second)
      try await fixture.wait(.seconds(60))
      await fixture.watch.touch(second, "test") { startWorkout() }
      try await fixture.wait(.seconds(600))
      await fixture.watch.open(fixture.app)
      try await fixture.wait(.seconds(1))
    }
    #expect(fixture.lines.contains("running to ended late 600 false"))
  }

  static let ends: [(cause: String, isRelaunched: Bool)] = [
    ("jetsam", true), ("crash", true), ("force-quit", false), ("reboot", false),
  ]

  @Test(arguments: ends.indices)
  func `after a crash the app is relaunched and recovers its workout (WK2)`(_ row: Int)
    async throws
  {
    let (cause, isRelaunched) = Self.ends[row]
    var appFixture = WatchAppFixture {}
    appFixture.recovers = {
      Kept.of("listener", WorkoutListener())
      HKHealthStore().recoverActiveWorkoutSession { session, error in
        DispatchQueue.main.async {
          print("recovered", session.map { "\($0.state)" } ?? "nothing", error == nil)
          session?.delegate = Kept.get("listener", as: WorkoutListener.self)
          if let session { Kept.of("session", session) }
        }
      }
    }
    let fixture = try await playWatch(appFixture) { fixture in
      await fixture.touch { startWorkout(pausing: true) }
      try await fixture.wait(.seconds(60))
      await fixture.watch.pressCrown()
      switch cause {
      case "jetsam": fixture.watch.jetsam(fixture.app)
      case "crash": await fixture.touch { exit(1) }
      case "force-quit": await fixture.watch.swipeAway(fixture.app)
      default: try await fixture.watch.reboot()
      }
      try await fixture.wait(.seconds(3600))
      #expect((fixture.app.process?.isRunning == true) == isRelaunched)
      #expect(fixture.watch.health.hasActiveWorkout(fixture.app) == isRelaunched)
      guard isRelaunched else { return }
      await fixture.touch { workout.end() }
      try await fixture.wait(.seconds(60))
      #expect(fixture.app.state == .suspended)
    }
    #expect(fixture.lines.contains("recovered paused true") == isRelaunched)
    #expect(fixture.lines.contains("recovery background") == isRelaunched)
    #expect(fixture.lines.contains { $0.contains("paused to ended") } == isRelaunched)
  }

  @Test func `a workout that begins in background fails with error 14, from watchOS 10 on (WK2)`()
    async throws
  {
    for (version, fails) in [(9, false), (10, true)] as [(SystemVersion, Bool)] {
      var appFixture = WatchAppFixture {}
      appFixture.tasks = { task in
        Kept.of("listener", WorkoutListener())
        makeWorkout()
        DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
          task.setTaskCompletedWithSnapshot(false)
        }
      }
      let fixture = try await playWatch(appFixture, watchOS: version) { fixture in
        fixture.watch.health.setSharing(true, for: fixture.app)
        await fixture.watch.pressCrown()
        try await fixture.wait(.seconds(60))
        fixture.watch.watch.wake(fixture.app, for: .relevantShortcut)
        try await fixture.wait(.seconds(60))
        #expect((fixture.app.state == .suspended) == fails)
      }
      #expect(fixture.lines.contains("failed 14") == fails)
      #expect(fixture.findings == (fails ? ["healthkit.started-in-background WK2"] : []))
    }
  }

  @Test func `calls that are not allowed in a state fail with error 3 (WK2)`() async throws {
    let fixture = try await playWatch(WatchAppFixture { startWorkout() }) { fixture in
      try await fixture.wait(.seconds(1))
      await fixture.touch {
        workout.resume()
        workout.end()
        workout.pause()
      }
      try await fixture.wait(.seconds(1))
    }
    #expect(fixture.lines.filter { $0 == "failed 3" }.count == 2)
  }

  @Test func `a live builder collects the pauses, and creates a workout without them`() async throws
  {
    let fixture = try await playWatch(WatchAppFixture { startWorkout() }) { fixture in
      try await fixture.wait(.seconds(1))
      await fixture.touch {
        let builder = workout.associatedWorkoutBuilder()
        print(builder === workout.associatedWorkoutBuilder(), builder.workoutSession === workout)
        builder.dataSource = HKLiveWorkoutDataSource(
          healthStore: HKHealthStore(), workoutConfiguration: builder.workoutConfiguration)
        Kept.of("builder", builder)
        builder.beginCollection(withStart: Date()) { isDone, error in
          print("begun", isDone, error == nil)
        }
      }
      try await fixture.wait(.seconds(100))
      await fixture.touch { workout.pause() }
      try await fixture.wait(.seconds(50))
      await fixture.touch { workout.resume() }
      try await fixture.wait(.seconds(10))
      await fixture.touch {
        let builder: HKLiveWorkoutBuilder = Kept.get("builder")!
        workout.end()
        Task { @MainActor in
          try await builder.endCollection(at: Date())
          let made = try await builder.finishWorkout()
          print("made", Int(made!.duration.rounded()), made!.workoutEvents!.count)
        }
      }
      try await fixture.wait(.seconds(1))
    }
    #expect(fixture.lines.contains("true true"))
    #expect(fixture.lines.contains("begun true true"))
    #expect(fixture.lines.contains("made 110 2"))
  }

  @Test func `a configuration keeps its values when copied and archived`() async throws {
    let fixture = try await playWatch(
      WatchAppFixture {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .swimming
        configuration.locationType = .outdoor
        configuration.swimmingLocationType = .pool
        do {
          _ = try HKWorkoutSession(healthStore: HKHealthStore(), configuration: configuration)
        } catch HKError.errorInvalidArgument {
          print("needs a lap length")
        } catch {}
        configuration.lapLength = HKQuantity(unit: .yard(), doubleValue: 25)
        let data = try! NSKeyedArchiver.archivedData(
          withRootObject: configuration, requiringSecureCoding: true)
        let read = try! NSKeyedUnarchiver.unarchivedObject(
          ofClass: HKWorkoutConfiguration.self, from: data)!
        for one in [configuration.copy() as! HKWorkoutConfiguration, read] {
          print(
            one.activityType == .swimming, one.locationType == .outdoor,
            one.swimmingLocationType == .pool,
            abs(one.lapLength!.doubleValue(for: .meter()) - 22.86) < 1e-9)
        }
      }
    ) { _ in }
    #expect(
      fixture.lines.dropFirst().prefix(3) == [
        "needs a lap length", "true true true true", "true true true true",
      ])
  }
}
