import Chunks
import Foundation
import HealthKit
import Testing
import YobanTesting

@_spi(Effects) @testable import Yoban

/// Tests what keeps the watch's app running, and for how long.
@Suite(.world()) struct WorkoutHoldTests {
  private func exerciseMinutes(_ fixture: RelayFixture) -> Int {
    fixture.world.trace.events.reduce(0) { sum, event in
      if case .exerciseCredited(let minutes) = event.kind.watch {
        sum + Int(minutes)
      } else {
        sum
      }
    }
  }

  @Test
  func
    `a paused session keeps the app running with the wrist down and is not credited as exercise (WK2, WK3)`()
    async throws
  {
    let fixture = try await startRelay(minutes: 120)
    try await fixture.world.pass(.minutes(140))
    try expectWholeNight(fixture.collector, minutes: 120)
    #expect(exerciseMinutes(fixture) == 0)
    #expect(!fixture.watch.health.hasActiveWorkout(fixture.watchApp))
  }

  @Test func `without the pause the night counts as exercise (WK3)`() async throws {
    var appFixture = RelayAppFixture()
    appFixture.workout.pausesSession = false
    let fixture = try await startRelay(appFixture, minutes: 60)
    try await fixture.world.pass(.minutes(80))
    try expectWholeNight(fixture.collector, minutes: 60)
    #expect(exerciseMinutes(fixture) >= 60)
  }

  @Test func `without the session the recording stops when the wrist goes down (WK1)`() async throws
  {
    var appFixture = RelayAppFixture()
    appFixture.workout.usesSession = false
    let fixture = try await startRelay(appFixture, minutes: 30)
    try await fixture.world.pass(.minutes(40))
    #expect(fixture.collector.stored.count < 8)
    await fixture.watch.raiseWrist()
    await fixture.watch.open(fixture.watchApp)
    try await fixture.world.pass(.minutes(20))
    // Transfers from the phone wake the app for short moments (WK9).
    try expectWholeNight(fixture.collector, gaps: nil, minutes: 30, shareMax: 0.15)
    for stream in ["accelerometer", "rotation-rate"] {
      for case .gap(let gap) in try fixture.collector.blocks(of: stream) {
        #expect(gap.cause == .suspended)
      }
    }
  }

  @Test func `after a crash during the session, the system recovers it (WK2)`() async throws {
    let fixture = try await startRelay(minutes: 30)
    try await fixture.world.pass(.minutes(10))
    fixture.watch.jetsam(fixture.watchApp)
    try await fixture.world.pass(.minutes(1))
    // The user did not touch the watch.
    #expect(fixture.watch.health.hasActiveWorkout(fixture.watchApp))
    try await fixture.world.pass(.minutes(40))
    try expectWholeNight(fixture.collector, gaps: ["killed"], minutes: 30)
    #expect(!fixture.watchApp.log.texts.contains { $0.hasPrefix("workout ") })
    #expect(exerciseMinutes(fixture) == 0)
    #expect(!fixture.watch.health.hasActiveWorkout(fixture.watchApp))
  }

  @Test func `a user who denies workouts is asked only once, and the app reports the denial (WK2)`()
    async throws
  {
    let fixture = try await startRelay(
      minutes: 10, before: { $0.watch.health.answer(.deniesAll, for: $0.watchApp) })
    try await fixture.world.pass(.minutes(1))
    await fixture.watch.raiseWrist()
    try await fixture.world.pass(.minutes(0.5))
    await fixture.watch.pressCrown()
    await fixture.watch.open(fixture.watchApp)
    try await fixture.world.pass(.minutes(0.5))
    #expect(fixture.watch.health.authorizationRequests == 1)
    // Printed after the user's answer, and each time the app became active.
    #expect(fixture.watchApp.log.texts.filter { $0 == "workout notAuthorized" }.count >= 3)
  }

  @Test
  func
    `the session continues for chunks that still have to be relayed, but only for a short time (WK2)`()
    async throws
  {
    let fixture = try await startRelay(minutes: 10)
    fixture.phone.place = Place(x: 5_000)
    fixture.phone.network.path = .cellular
    try await fixture.world.pass(.minutes(12))
    #expect(fixture.watch.health.hasActiveWorkout(fixture.watchApp))
    try await fixture.world.pass(.minutes(9))
    #expect(!fixture.watch.health.hasActiveWorkout(fixture.watchApp))
    #expect(fixture.collector.stored.isEmpty)
    #expect(fixture.chunks(fixture.watchApp).count == 40)
  }

  @Test func `after a session of another app, the hold starts again when its app is active (WK2)`()
    async throws
  {
    let fixture = try await startRelay(minutes: 30)
    try await fixture.world.pass(.minutes(5))
    let other = try fixture.watch.install(
      .delegate(OtherWorkoutApp.self), infoPlist: OtherWorkoutApp.infoPlist,
      entitlements: ["com.apple.developer.healthkit"])
    await fixture.watch.raiseWrist()
    await fixture.watch.open(other)
    try await fixture.world.pass(.minutes(2))
    #expect(!fixture.watch.health.hasActiveWorkout(fixture.watchApp))
    await fixture.watch.open(fixture.watchApp)
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.watch.health.hasActiveWorkout(fixture.watchApp))
    await fixture.watch.lowerWrist()
    try await fixture.world.pass(.minutes(40))
    #expect(
      fixture.watchApp.log.texts.filter { $0.hasPrefix("workout ") } == [
        "workout anotherSessionStarted"
      ])
    try expectWholeNight(fixture.collector, gaps: nil, minutes: 30)
    #expect(fixture.chunks(fixture.watchApp) == [])
  }

  @Test func `a failed call does not end the session (WK2)`() async throws {
    let fixture = try await startRelay(minutes: 10)
    try await fixture.world.pass(.minutes(2))
    // The session is paused already.
    await fixture.useWatch { $0.hold.session?.pause() }
    try await fixture.world.pass(.minutes(1))
    await fixture.useWatch { print("holding \($0.hold.isHolding)") }
    await fixture.watch.lowerWrist()
    try await fixture.world.pass(.minutes(20))
    #expect(
      !fixture.watch.health.hasActiveWorkout(fixture.watchApp),
      "the session must end with the recording")
    #expect(fixture.watchApp.log.texts.contains("workout sessionFailed(code: 3)"))
    #expect(fixture.watchApp.log.texts.contains("holding true"))
    try expectWholeNight(fixture.collector, minutes: 10)
  }

  @Test
  func `after a reboot of the watch the user opens the app, and the recording continues (WK2)`()
    async throws
  {
    let fixture = try await startRelay(minutes: 30)
    try await fixture.world.pass(.minutes(5))
    try await fixture.watch.reboot()
    try await fixture.world.pass(.minutes(5))
    await fixture.watch.open(fixture.watchApp)
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.watch.health.hasActiveWorkout(fixture.watchApp))
    await fixture.watch.lowerWrist()
    try await fixture.world.pass(.minutes(40))
    try expectWholeNight(fixture.collector, gaps: ["rebooted"], minutes: 30)
    #expect(fixture.watchApp.log.texts.contains("workout nothingToRecover"))
    #expect(fixture.chunks(fixture.watchApp) == [])
  }

  @Test func `a stop by the user ends the recording and the session (WK2)`() async throws {
    let fixture = try await startRelay(minutes: 60)
    try await fixture.world.pass(.minutes(10))
    await fixture.watch.raiseWrist()
    await fixture.useWatch { $0.stop() }
    try await fixture.world.pass(.minutes(3))
    #expect(!fixture.watch.health.hasActiveWorkout(fixture.watchApp))
    #expect(fixture.watchApp.log.texts.contains("stopped"))
    #expect(fixture.chunks(fixture.watchApp) == [])
  }
}
