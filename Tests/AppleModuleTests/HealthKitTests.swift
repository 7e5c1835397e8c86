import Foundation
import HealthKit
import SimulatedOS
import Testing
import VirtualTime
import WatchKit

@Suite struct HealthKitTests {
  @Test func `a workout that is started and paused at once runs on for hours (WK3, WK4)`()
    async throws
  {
    let stage = try await playWatch(WatchScript { startWorkout(pausing: true) }) { stage in
      try await stage.wait(.seconds(1))
      await stage.watch.lowerWrist()
      try await stage.wait(.seconds(12 * 3600))
      #expect(stage.app.state == .inactive)
      #expect(stage.app.process?.isRunning == true)
      await stage.touch { workout.end() }
      await stage.watch.pressCrown()
      try await stage.wait(.seconds(60))
      #expect(stage.app.state == .suspended)
    }
    #expect(
      stage.lines.filter { $0.contains(" to ") || $0.contains("event") } == [
        "notStarted to running late 0 false", "running to paused late 0 false", "event pause",
        "paused to ended late 0 false",
      ])
    let isCredited = stage.watchEvents.contains {
      if case .exerciseCredited = $0 { true } else { false }
    }
    #expect(!isCredited)
    #expect(stage.findings == [])
  }

  @Test func `a running workout credits its minutes (WK3)`() async throws {
    let stage = try await playWatch(WatchScript { startWorkout() }) { stage in
      try await stage.wait(.seconds(31 * 60))
      await stage.touch { workout.pause() }
      try await stage.wait(.seconds(600))
      await stage.touch { workout.end() }
      try await stage.wait(.seconds(1))
    }
    #expect(stage.watchEvents.contains(.exerciseCredited(minutes: 31)))
  }

  @Test func `a second workout of any app ends the first with 8 (WK2)`() async throws {
    var other = WatchScript { startWorkout() }
    other.name = "Other"
    other.bundleIdentifier = "example.other"
    let definition = other.definition
    let stage = try await playWatch(WatchScript { startWorkout() }) { stage in
      try await stage.wait(.seconds(60))
      let second = try stage.watch.install(definition)
      await stage.watch.open(second)
      try await stage.wait(.seconds(60))
      #expect(stage.app.state == .suspended)
      #expect(stage.watch.health.hasActiveWorkout(second))
    }
    #expect(stage.lines.contains("failed 8"))
    #expect(stage.lines.contains("running to ended late 0 false"))
  }

  static let refusals: [(answer: HealthAnswer?, code: Int)] = [(.deniesAll, 4), (nil, 5)]

  @Test(arguments: refusals.indices)
  func `without permission to share workouts a session fails (WK2)`(_ row: Int) async throws {
    let (answer, code) = Self.refusals[row]
    let script = WatchScript {
      Kept.of("listener", WorkoutListener())
      if answer == nil { makeWorkout() } else { startWorkout() }
    }
    let stage = try await playWatch(script, opened: false) { stage in
      stage.watch.health.answers["Watch"] = answer
      await stage.watch.open(stage.app)
      try await stage.wait(.seconds(5))
      await stage.watch.pressCrown()
      try await stage.wait(.seconds(30))
      #expect(stage.app.state == .suspended)
    }
    #expect(stage.lines.contains("failed \(code)"))
    #expect(!stage.lines.contains { $0.contains(" to running") })
    #expect(stage.findings == ["healthkit.not-authorized WK2"])
  }

  @Test func `without the entitlement nobody is asked, and the code is 4 (WK2)`() async throws {
    var script = WatchScript { startWorkout() }
    script.entitlements = []
    let stage = try await playWatch(script) { try await $0.wait(.seconds(1)) }
    #expect(stage.lines.contains("refused 4"))
    #expect(stage.findings == ["healthkit.not-entitled WK2"])
  }

  @Test func `without a usage description the request ends the app (WK2)`() async throws {
    var script = WatchScript { startWorkout() }
    script.plist["NSHealthUpdateUsageDescription"] = nil
    let stage = try await playWatch(script) { try await $0.wait(.seconds(1)) }
    guard case .crash(let why)? = stage.terminations.first else {
      Issue.record("\(stage.terminations)")
      return
    }
    #expect(why.hasPrefix("NSInvalidArgumentException: NSHealthUpdateUsageDescription must be set"))
    #expect(stage.findings == ["plist.missing-key WK2"])
  }

  @Test func `without the background mode a workout gives no run time (WK2)`() async throws {
    var script = WatchScript { startWorkout() }
    script.modes = []
    let stage = try await playWatch(script) { stage in
      try await stage.wait(.seconds(1))
      await stage.watch.lowerWrist()
      try await stage.wait(.seconds(60))
      #expect(stage.app.state == .suspended)
      await stage.touch { workout.pause() }
      await stage.watch.raiseWrist()
    }
    #expect(stage.findings == ["plist.missing-key WK2"])
  }

  @Test func `a suspended app hears of the end of its workout late, with the true date (WK4)`()
    async throws
  {
    var script = WatchScript { startWorkout() }
    script.modes = []
    var other = WatchScript {}
    other.name = "Other"
    other.bundleIdentifier = "example.other"
    let definition = other.definition
    let stage = try await playWatch(script) { stage in
      try await stage.wait(.seconds(1))
      let second = try stage.watch.install(definition)
      await stage.watch.open(second)
      try await stage.wait(.seconds(60))
      await stage.watch.touch(second, "test") { startWorkout() }
      try await stage.wait(.seconds(600))
      await stage.watch.open(stage.app)
      try await stage.wait(.seconds(1))
    }
    #expect(stage.lines.contains("running to ended late 600 false"))
  }

  static let ends: [(cause: String, isRelaunched: Bool)] = [
    ("jetsam", true), ("crash", true), ("force-quit", false), ("reboot", false),
  ]

  @Test(arguments: ends.indices)
  func `after a crash the app is launched again and recovers its workout (WK2)`(_ row: Int)
    async throws
  {
    let (cause, isRelaunched) = Self.ends[row]
    var script = WatchScript {}
    script.recovers = {
      Kept.of("listener", WorkoutListener())
      HKHealthStore().recoverActiveWorkoutSession { session, error in
        DispatchQueue.main.async {
          print("recovered", session.map { "\($0.state)" } ?? "nothing", error == nil)
          session?.delegate = Kept.get("listener", as: WorkoutListener.self)
          if let session { Kept.of("session", session) }
        }
      }
    }
    let stage = try await playWatch(script) { stage in
      await stage.touch { startWorkout(pausing: true) }
      try await stage.wait(.seconds(60))
      await stage.watch.pressCrown()
      switch cause {
      case "jetsam": stage.watch.jetsam(stage.app)
      case "crash": await stage.touch { exit(1) }
      case "force-quit": await stage.watch.swipeAway(stage.app)
      default: try await stage.watch.reboot()
      }
      try await stage.wait(.seconds(3600))
      #expect((stage.app.process?.isRunning == true) == isRelaunched)
      #expect(stage.watch.health.hasActiveWorkout(stage.app) == isRelaunched)
      guard isRelaunched else { return }
      await stage.touch { workout.end() }
      try await stage.wait(.seconds(60))
      #expect(stage.app.state == .suspended)
    }
    #expect(stage.lines.contains("recovered paused true") == isRelaunched)
    #expect(stage.lines.contains("recovery background") == isRelaunched)
    #expect(stage.lines.contains { $0.contains("paused to ended") } == isRelaunched)
  }

  @Test func `begun in background a workout fails with 14, from watchOS 10 on (WK2)`()
    async throws
  {
    for (version, fails) in [(9, false), (10, true)] as [(SystemVersion, Bool)] {
      var script = WatchScript {}
      script.tasks = { task in
        Kept.of("listener", WorkoutListener())
        makeWorkout()
        DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
          task.setTaskCompletedWithSnapshot(false)
        }
      }
      let stage = try await playWatch(script, watchOS: version) { stage in
        stage.watch.health.setSharing(true, for: stage.app)
        await stage.watch.pressCrown()
        try await stage.wait(.seconds(60))
        stage.watch.watch.wake(stage.app, for: .relevantShortcut)
        try await stage.wait(.seconds(60))
        #expect((stage.app.state == .suspended) == fails)
      }
      #expect(stage.lines.contains("failed 14") == fails)
      #expect(stage.findings == (fails ? ["healthkit.started-in-background WK2"] : []))
    }
  }

  @Test func `calls that a state does not allow fail with 3 (WK2)`() async throws {
    let stage = try await playWatch(WatchScript { startWorkout() }) { stage in
      try await stage.wait(.seconds(1))
      await stage.touch {
        workout.resume()
        workout.end()
        workout.pause()
      }
      try await stage.wait(.seconds(1))
    }
    #expect(stage.lines.filter { $0 == "failed 3" }.count == 2)
  }

  @Test func `a live builder collects the pauses, and makes a workout without them`() async throws {
    let stage = try await playWatch(WatchScript { startWorkout() }) { stage in
      try await stage.wait(.seconds(1))
      await stage.touch {
        let builder = workout.associatedWorkoutBuilder()
        print(builder === workout.associatedWorkoutBuilder(), builder.workoutSession === workout)
        builder.dataSource = HKLiveWorkoutDataSource(
          healthStore: HKHealthStore(), workoutConfiguration: builder.workoutConfiguration)
        Kept.of("builder", builder)
        builder.beginCollection(withStart: Date()) { isDone, error in
          print("begun", isDone, error == nil)
        }
      }
      try await stage.wait(.seconds(100))
      await stage.touch { workout.pause() }
      try await stage.wait(.seconds(50))
      await stage.touch { workout.resume() }
      try await stage.wait(.seconds(10))
      await stage.touch {
        let builder: HKLiveWorkoutBuilder = Kept.get("builder")!
        workout.end()
        Task { @MainActor in
          try await builder.endCollection(at: Date())
          let made = try await builder.finishWorkout()
          print("made", Int(made!.duration.rounded()), made!.workoutEvents!.count)
        }
      }
      try await stage.wait(.seconds(1))
    }
    #expect(stage.lines.contains("true true"))
    #expect(stage.lines.contains("begun true true"))
    #expect(stage.lines.contains("made 110 2"))
  }

  @Test func `a configuration keeps its values when it is copied and archived`() async throws {
    let stage = try await playWatch(
      WatchScript {
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
      stage.lines.dropFirst().prefix(3) == [
        "needs a lap length", "true true true true", "true true true true",
      ])
  }
}
