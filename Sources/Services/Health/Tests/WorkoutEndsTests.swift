import Foundation
import HealthKit
import Testing
import WatchKit
import YobanTesting

/// Ends of workouts, and the launches of their apps (WK2, WK3, WK6).
@Suite(.world()) struct WorkoutEndsTests {
  /// An app that starts a workout when the user opens it, and pauses it.
  private static func app() -> WatchAppFixture {
    WatchAppFixture { if AppProcess.current!.cause == .user { startWorkout(pausing: true) } }
  }

  static let limits: [(hours: Double?, runs: Bool)] = [(nil, true), (12, false)]

  @Test(arguments: limits.indices)
  func `a paused workout runs for more than 12 h, unless the profile sets a limit (WK3)`(
    _ row: Int
  ) async throws {
    let (hours, runs) = Self.limits[row]
    let fixture = try await startWatchApp(
      Self.app(), change: { $0.watch!.pausedWorkoutLimit = hours.map { .hours($0) } })
    try await fixture.world.pass(.seconds(1))
    await fixture.watch.pressCrown()
    try await fixture.world.pass(.minutes(12 * 60 - 1))
    #expect(fixture.app.state == .background)
    try await fixture.world.pass(.minutes(2))
    #expect((fixture.app.state == .background) == runs)
  }

  @Test func `a workout that its app never recovers ends after three launches (WK2)`()
    async throws
  {
    var app = Self.app()
    app.launched = { [launched = app.launched] in
      if AppProcess.current!.cause == .workoutRecovery { exit(1) }
      launched()
    }
    let fixture = try await startWatchApp(app)
    try await fixture.world.pass(.minutes(1))
    await fixture.touch { exit(1) }
    try await fixture.world.pass(.minutes(10))
    #expect(fixture.app.state == .notRunning)
    #expect(!fixture.watch.health.hasActiveWorkout(fixture.app))
    #expect(
      fixture.app.launches == [.user, .workoutRecovery, .workoutRecovery, .workoutRecovery])
    #expect(fixture.watchEvents.contains(.workout("not recovered")))
  }

  @Test func `an app that does not recover its session gets a finding (WK2)`() async throws {
    let fixture = try await startWatchApp(Self.app())
    try await fixture.world.pass(.minutes(1))
    fixture.watch.jetsam(fixture.app)
    try await fixture.world.pass(.minutes(2))
    #expect(fixture.app.state == .background, "the session gives run time")
    #expect(fixture.world.findings.are([.healthkitNotRecovered.by(.wk2)]))
  }

  static let caps: [(load: Double, isKilling: Bool, ends: Bool)] = [
    (0.10, true, false), (0.5, true, true), (0.5, false, false),
  ]

  @Test(arguments: caps.indices)
  func `a workout app above the cap is killed with 0xc51bad01, or suspended (WK6)`(_ row: Int)
    async throws
  {
    let (load, isKilling, ends) = Self.caps[row]
    let fixture = try await startWatchApp(
      Self.app(), change: { $0.watch!.workoutAboveCapIsKilled = isKilling })
    let (world, watch, app) = (fixture.world, fixture.watch, fixture.app)
    try await world.pass(.seconds(1))
    app.process?.processorLoad = load
    try await world.pass(.minutes(10))
    #expect(app.state == .active, "in front nothing is counted")
    await watch.lowerWrist()
    try await world.pass(.seconds(47))  // 18 s until it is above the cap, then at least 30 s.
    #expect(app.state == .inactive)
    try await world.pass(.seconds(22))
    #expect((app.state == .inactive) == (load < 0.15))
    try await world.pass(.minutes(1))
    let codes = app.terminations.map { end -> TerminationCode? in
      if case .killed(let code, _) = end { code } else { nil }
    }
    #expect(codes == (ends ? [.watchProcessor] : []))
    #expect(world.findings.contains { $0.matches(.watchCpuCap.by(.wk6)) } == (load > 0.15))
    guard load > 0.15 else { return }
    #expect(app.state == (ends ? .background : .suspended), "launched again, or frozen")
    guard !ends else { return }
    app.process?.processorLoad = 0
    await watch.raiseWrist()
    await watch.lowerWrist()
    try await world.pass(.minutes(1))
    #expect(app.state == .inactive)
  }

  @Test func `a reboot and the deletion of the app both end a workout (WK2)`() async throws {
    let fixture = try await startWatchApp(Self.app())
    let (world, watch, app) = (fixture.world, fixture.watch, fixture.app)
    try await world.pass(.seconds(1))
    try await watch.reboot()
    try await world.pass(.minutes(10))
    #expect(app.state == .notRunning)
    #expect(!watch.health.hasActiveWorkout(app))
    await watch.open(app)
    try await world.pass(.minutes(1))
    #expect(watch.health.hasActiveWorkout(app))
    watch.delete(app)
    try await world.pass(.minutes(1))
    #expect(watch.apps.isEmpty)
    #expect(app.launches == [.user, .user])
  }

  @Test func `the permission to start a workout for the phone ends with the app (WK2)`()
    async throws
  {
    let world = try World.current
    let phone = try world.addPhone()
    let watch = try world.addWatch(pairedWith: phone)
    var phoneApp = AppFixture { _ in
      HKHealthStore().startWatchApp(with: HKWorkoutConfiguration()) { isLaunched, _ in
        print("watch app", isLaunched)
      }
    }
    phoneApp.bundleIdentifier = "example.vendor.phone"
    let app = try watch.install(WatchAppFixture {})
    await phone.open(try phone.install(phoneApp))
    try await world.pass(.seconds(1))
    #expect(app.launches == [.workout])
    watch.delete(app)
    let again = try watch.install(
      WatchAppFixture {
        Kept.of("listener", WorkoutListener())
        makeWorkout()
      })
    watch.health.setSharing(true, for: again)
    watch.launch(again, .watchRefresh)
    try await world.pass(.seconds(1))
    #expect(!watch.health.hasActiveWorkout(again))
    #expect(again.log.texts.contains("failed 14"))
  }

  /// The objects of a launch that has ended.
  ///
  /// Sendable: used only by the code that holds the simulation's baton.
  private final class Old: @unchecked Sendable {
    var session: HKWorkoutSession!
    let store: HKHealthStore

    init(_ store: HKHealthStore) { self.store = store }
  }

  @Test func `calls of a launch that has ended do nothing and report a finding (L8)`()
    async throws
  {
    let fixture = try await startWatchApp(Self.app())
    let (world, watch, app) = (fixture.world, fixture.watch, fixture.app)
    try await world.pass(.seconds(1))
    nonisolated(unsafe) var old: Old?
    await fixture.touch {
      old = Old(HKHealthStore())
      old?.session = workout
    }
    await watch.swipeAway(app)
    await watch.open(app)
    try await world.pass(.seconds(1))
    await fixture.touch {
      guard let old else { return }
      old.session.end()
      old.session.stopActivity(with: nil)
      old.store.requestAuthorization(toShare: [], read: []) { _, _ in }
      old.store.recoverActiveWorkoutSession { session, _ in print(session == nil) }
      old.store.enableBackgroundDelivery(for: HKQuantityType(.stepCount), frequency: .daily) {
        isEnabled, _ in print(isEnabled)
      }
      old.store.save([]) { _, _ in }
      old.store.delete([]) { _, _ in }
    }
    try await world.pass(.minutes(1))
    #expect(watch.health.hasActiveWorkout(app))
    #expect(watch.health.authorizationRequests == 2)
    #expect(world.log.texts.suffix(2) == ["true", "false"])
    #expect(world.findings.are(Array(repeating: .processDeadObject.by(.l8), count: 7)))
  }
}
