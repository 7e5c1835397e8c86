import Testing
import YobanVirtualTime

@testable import YobanAppleSystem
@testable import YobanSimulatedDevices
import YobanSimulatedOS

/// State of a watch that ends with a process or with an app, and state that remains (WK1, WK2, WK9,
/// WK10).
@Suite struct WatchEndsWorldTests {
  @Test func `a refresh of a deleted app never runs (WK9)`() async throws {
    let world = try await withWatch { watch in
      try await Self.scheduleAndDelete(watch)
      try await minutes(120)
      #expect(watch.apps.isEmpty && watch.watchService.refreshRecords.isEmpty)
    }
    #expect(world.launches == [.user])
  }

  /// Holds no reference to the app after it returns.
  private static func scheduleAndDelete(_ watch: Watch) async throws {
    let app = try watch.install(
      TestApp().on(.didFinishLaunching) { launch in
        launch.process.app.watchService.scheduleRefresh(
          at: at(1_800), userInfo: nil, for: launch.process)
      }.definition)
    watch.activeComplications = [app]
    await watch.open(app)
    await watch.pressCrown()
    #expect(watch.watchService.refreshRecords.first?.alarm != nil)
    watch.delete(app)
  }

  @Test func `the extended frontmost time ends with the process that requested it (WK1)`()
    async throws
  {
    let world = try await withWatch(watchOS: 7) { watch in
      let app = try watch.install(TestApp().definition)
      await watch.open(app)
      watch.watchService.setFrontmostTimeoutExtended(true, for: app.process!)
      await watch.lowerWrist()
      try await minutes(7)
      #expect(app.isFrontmost)
      watch.jetsam(app)
      await watch.open(app)
      await watch.lowerWrist()
      try await minutes(3)
      #expect(!app.isFrontmost)
    }
    #expect(world.callbacks.filter { $0 == .applicationDidEnterBackground }.count == 1)
  }

  @Test func `the permission to start a workout for the phone ends with the app (WK2)`()
    async throws
  {
    let world = try await withWatch { watch in
      let app = try watch.installSharing(WorkoutKeeper.app())
      watch.health.launch(app, for: WorkoutConfiguration())
      try await sleep(1)
      watch.delete(app)
      let again = try watch.installSharing(
        WorkoutKeeper.app().on(.didFinishLaunching) { WorkoutKeeper($0).session.start() })
      watch.launch(again, .watchRefresh)
      try await sleep(1)
      #expect(!watch.health.hasActiveWorkout(again))
    }
    #expect(world.output == ["failed 14"])
  }
}
