import Foundation
import HealthKit
import Testing
import WatchKit
import YobanTesting

@Suite struct HealthKitTests {
  @Test(.world())
  func `a workout that is paused at once after its start runs for hours (WK3, WK4)`()
    async throws
  {
    let fixture = try await startWatchApp(WatchAppFixture { startWorkout(pausing: true) })
    try await fixture.world.pass(.seconds(1))
    await fixture.watch.lowerWrist()
    #expect(!fixture.watch.isScreenOn)
    try await fixture.world.pass(.seconds(12 * 3600))
    #expect(fixture.app.state == .inactive)
    #expect(fixture.app.process?.isRunning == true)
    await fixture.watch.raiseWrist()
    #expect(fixture.watch.isScreenOn && fixture.app.state == .active)
    await fixture.watch.lowerWrist()
    try await fixture.world.pass(.minutes(5))
    await fixture.touch { workout.end() }
    #expect(fixture.app.state == .active, "to touch the app the user looks at the watch")
    await fixture.watch.lowerWrist()
    try await fixture.world.pass(.minutes(5))
    #expect(fixture.app.state == .suspended)
    let left = fixture.world.log.texts.filter { $0 == "didEnterBackground background" }
    #expect(left.count == 1, "only after the session's end")
    #expect(
      fixture.world.log.texts.filter { $0.contains(" to ") || $0.contains("event") } == [
        "notStarted to running late 0 false", "running to paused late 0 false", "event pause",
        "paused to ended late 0 false",
      ])
    let isCredited = fixture.watchEvents.contains {
      if case .exerciseCredited = $0 { true } else { false }
    }
    #expect(!isCredited)
    #expect(fixture.world.findings == [])
  }

  @Test(.world()) func `a running workout is credited as exercise minutes (WK3)`() async throws {
    let fixture = try await startWatchApp(WatchAppFixture { startWorkout() })
    try await fixture.world.pass(.seconds(31 * 60))
    await fixture.touch { workout.pause() }
    try await fixture.world.pass(.seconds(600))
    await fixture.touch { workout.end() }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.watchEvents.contains(.exerciseCredited(minutes: 31)))
  }

  @Test(.world()) func `a second workout of any app ends the first with error 8 (WK2)`()
    async throws
  {
    var other = WatchAppFixture { startWorkout() }
    other.name = "Other"
    other.bundleIdentifier = "example.other"
    let fixture = try await startWatchApp(WatchAppFixture { startWorkout() })
    try await fixture.world.pass(.seconds(60))
    let second = try fixture.watch.install(other)
    await fixture.watch.open(second)
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.app.state == .suspended)
    #expect(fixture.watch.health.hasActiveWorkout(second))
    #expect(fixture.world.log.texts.contains("failed 8"))
    #expect(fixture.world.log.texts.contains("running to ended late 0 false"))
  }

  static let refusals: [(answer: HealthAnswer?, code: Int)] = [(.deniesAll, 4), (nil, 5)]

  @Test(.world(), arguments: refusals.indices)
  func `without permission to share workouts a session fails (WK2)`(_ row: Int) async throws {
    let (answer, code) = Self.refusals[row]
    let appFixture = WatchAppFixture {
      Kept.of("listener", WorkoutListener())
      if answer == nil { makeWorkout() } else { startWorkout() }
    }
    let fixture = try await startWatchApp(appFixture, opened: false)
    if let answer { fixture.watch.health.answer(answer, for: fixture.app) }
    await fixture.watch.open(fixture.app)
    try await fixture.world.pass(.seconds(5))
    await fixture.watch.pressCrown()
    try await fixture.world.pass(.seconds(30))
    #expect(fixture.app.state == .suspended)
    #expect(fixture.world.log.texts.contains("failed \(code)"))
    #expect(!fixture.world.log.texts.contains { $0.contains(" to running") })
    #expect(fixture.world.findings.are([.healthkitNotAuthorized.by(.wk2)]))
  }

  @Test(.world())
  func `without the entitlement the user is not asked, and the request fails with error 4 (HK1)`()
    async throws
  {
    var appFixture = WatchAppFixture { startWorkout() }
    appFixture.entitlements = []
    let fixture = try await startWatchApp(appFixture)
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts.contains("refused 4"))
    #expect(fixture.world.findings.are([.healthkitNotEntitled.by(.hk1)]))
  }

  @Test(.world()) func `without a usage description the permission request ends the app (HK1)`()
    async throws
  {
    var appFixture = WatchAppFixture { startWorkout() }
    appFixture.plist["NSHealthUpdateUsageDescription"] = nil
    let fixture = try await startWatchApp(appFixture)
    try await fixture.world.pass(.seconds(1))
    guard case .crash(let why)? = fixture.app.terminations.first else {
      Issue.record("\(fixture.app.terminations)")
      return
    }
    #expect(why.hasPrefix("NSInvalidArgumentException: NSHealthUpdateUsageDescription must be set"))
    #expect(fixture.world.findings.are([.plistMissingKey.by(.hk1)]))
  }

  @Test(.world()) func `without the background mode a workout gives no background time (WK2)`()
    async throws
  {
    var appFixture = WatchAppFixture { startWorkout() }
    appFixture.modes = []
    let fixture = try await startWatchApp(appFixture)
    try await fixture.world.pass(.seconds(1))
    await fixture.watch.lowerWrist()
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.app.state == .suspended)
    await fixture.touch { workout.pause() }
    await fixture.watch.raiseWrist()
    #expect(fixture.world.findings.are([.plistMissingKey.by(.wk2)]))
  }

  @Test(.world())
  func `a suspended app gets the end of its workout late, with the correct date (WK4)`()
    async throws
  {
    var appFixture = WatchAppFixture { startWorkout() }
    appFixture.modes = []
    var other = WatchAppFixture {}
    other.name = "Other"
    other.bundleIdentifier = "example.other"
    let fixture = try await startWatchApp(appFixture)
    try await fixture.world.pass(.seconds(1))
    let second = try fixture.watch.install(other)
    await fixture.watch.open(second)
    try await fixture.world.pass(.seconds(60))
    await fixture.watch.touch(second, "test") { startWorkout() }
    try await fixture.world.pass(.seconds(600))
    await fixture.watch.open(fixture.app)
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts.contains("running to ended late 600 false"))
  }

  static let ends: [(cause: String, isRelaunched: Bool)] = [
    ("jetsam", true), ("crash", true), ("force-quit", false), ("reboot", false),
  ]

  @Test(.world(), arguments: ends.indices)
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
    let fixture = try await startWatchApp(appFixture)
    await fixture.touch { startWorkout(pausing: true) }
    try await fixture.world.pass(.seconds(60))
    await fixture.watch.pressCrown()
    switch cause {
    case "jetsam": fixture.watch.jetsam(fixture.app)
    case "crash": await fixture.touch { exit(1) }
    case "force-quit": await fixture.watch.swipeAway(fixture.app)
    default: try await fixture.watch.reboot()
    }
    try await fixture.world.pass(.seconds(3600))
    #expect((fixture.app.process?.isRunning == true) == isRelaunched)
    #expect(fixture.watch.health.hasActiveWorkout(fixture.app) == isRelaunched)
    guard isRelaunched else { return }
    await fixture.touch { workout.end() }
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.app.state == .suspended)
    #expect(fixture.world.log.texts.contains("recovered paused true") == isRelaunched)
    #expect(fixture.world.log.texts.contains("recovery background") == isRelaunched)
    #expect(fixture.world.log.texts.contains { $0.contains("paused to ended") } == isRelaunched)
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
      let fixture = try await withWorld { [appFixture] _ in
        let fixture = try await startWatchApp(appFixture, watchOS: version)
        fixture.watch.health.setSharing(true, for: fixture.app)
        await fixture.watch.pressCrown()
        try await fixture.world.pass(.seconds(60))
        fixture.watch.watchService.wake(fixture.app, for: .relevantShortcut)
        try await fixture.world.pass(.seconds(60))
        #expect((fixture.app.state == .suspended) == fails)
        return fixture
      }
      #expect(fixture.world.log.texts.contains("failed 14") == fails)
      #expect(
        fixture.world.findings.are(fails ? [.healthkitStartedInBackground.by(.wk2)] : [])
      )
    }
  }

  @Test(.world()) func `the iPhone can start a workout on the watch (WK2)`() async throws {
    let world = try World.current
    var appFixture = WatchAppFixture {}
    appFixture.workout = { configuration in
      print(configuration.activityType == .running, configuration.locationType == .outdoor)
      startWorkout()
    }
    var phoneScript = AppFixture { _ in
      let configuration = HKWorkoutConfiguration()
      configuration.activityType = .running
      configuration.locationType = .outdoor
      HKHealthStore().startWatchApp(with: configuration) { isLaunched, error in
        print("watch app", isLaunched, error == nil)
      }
    }
    phoneScript.bundleIdentifier = "example.vendor.phone"
    let phone = try world.addPhone()
    let watch = try world.addWatch(pairedWith: nil)
    let phoneApp = try phone.install(phoneScript)
    await phone.open(phoneApp)
    try await Task.sleep(for: .seconds(1))
    try world.pair(watch, with: phone)
    let app = try watch.install(appFixture)
    phone.jetsam(phoneApp)
    await phone.open(phoneApp)
    try await Task.sleep(for: .seconds(3600))
    #expect(app.state == .background)
    #expect(watch.health.hasActiveWorkout(app))
    #expect(phone.log.texts == ["watch app false false", "watch app true true"])
    #expect(
      watch.log.texts.prefix(4) == [
        "launched background", "workout background", "true true",
        "notStarted to running late 0 false",
      ])
  }

  @Test(.world()) func `calls that are not allowed in a state fail with error 3 (WK2)`()
    async throws
  {
    let fixture = try await startWatchApp(WatchAppFixture { startWorkout() })
    try await fixture.world.pass(.seconds(1))
    await fixture.touch {
      workout.resume()
      workout.end()
      workout.pause()
    }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts.filter { $0 == "failed 3" }.count == 2)
  }

  @Test(.world()) func `a live builder collects the pauses, and creates a workout without them`()
    async throws
  {
    let fixture = try await startWatchApp(WatchAppFixture { startWorkout() })
    try await fixture.world.pass(.seconds(1))
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
    try await fixture.world.pass(.seconds(100))
    await fixture.touch { workout.pause() }
    try await fixture.world.pass(.seconds(50))
    await fixture.touch { workout.resume() }
    try await fixture.world.pass(.seconds(10))
    await fixture.touch {
      let builder: HKLiveWorkoutBuilder = Kept.get("builder")!
      workout.end()
      Task { @MainActor in
        try await builder.endCollection(at: Date())
        let made = try await builder.finishWorkout()
        print("made", Int(made!.duration.rounded()), made!.workoutEvents!.count)
      }
    }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts.contains("true true"))
    #expect(fixture.world.log.texts.contains("begun true true"))
    #expect(fixture.world.log.texts.contains("made 110 2"))
  }

  @Test(.world()) func `a configuration keeps its values when copied and archived`() async throws {
    let fixture = try await startWatchApp(
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
      })
    #expect(
      fixture.world.log.texts.dropFirst().prefix(3) == [
        "needs a lap length", "true true true true", "true true true true",
      ])
  }
}
