import Chunks
import Foundation
import HealthKit
import SimulatedOS
import Testing
import VirtualTime

@testable import Yoban

/// What keeps the watch's app running, and for how long.
@Suite struct WorkoutHoldTests {
  private func exerciseMinutes(_ stage: RelayStage) -> Int {
    stage.world.trace.events.reduce(0) { sum, event in
      if case .watch(.exerciseCredited(let minutes)) = event.kind {
        sum + Int(minutes)
      } else {
        sum
      }
    }
  }

  @Test
  func `a paused session keeps the app running with the wrist down, without credit (WK2, WK3)`()
    async throws
  {
    let stage = try await play(minutes: 120) { try await $0.wait(minutes: 140) }
    try expectWholeNight(stage.collector, minutes: 120)
    #expect(exerciseMinutes(stage) == 0)
    #expect(!stage.watch.health.hasActiveWorkout(stage.watchApp))
  }

  @Test func `without the pause the night counts as exercise (WK3)`() async throws {
    var script = RelayScript()
    script.workout.pausesSession = false
    let stage = try await play(script, minutes: 60) { try await $0.wait(minutes: 80) }
    try expectWholeNight(stage.collector, minutes: 60)
    #expect(exerciseMinutes(stage) >= 60)
  }

  @Test func `without the session the recording stops with the wrist down (WK1)`() async throws {
    var script = RelayScript()
    script.workout.usesSession = false
    let stage = try await play(script, minutes: 30) { stage in
      try await stage.wait(minutes: 40)
      #expect(stage.collector.stored.count < 8)
      await stage.watch.raiseWrist()
      await stage.watch.open(stage.watchApp)
      try await stage.wait(minutes: 20)
    }
    // What the phone sends wakes the app for moments (WK9).
    try expectWholeNight(stage.collector, gaps: nil, minutes: 30, shareMax: 0.15)
    for stream in ["accelerometer", "rotation-rate"] {
      for case .gap(let gap) in try stage.collector.blocks(of: stream) {
        #expect(gap.cause == .suspended)
      }
    }
  }

  @Test func `a crash during the session is followed by its recovery (WK2)`() async throws {
    let stage = try await play(minutes: 30) { stage in
      try await stage.wait(minutes: 10)
      stage.watch.jetsam(stage.watchApp)
      try await stage.wait(minutes: 1)
      // Nobody touched the watch.
      #expect(stage.watch.health.hasActiveWorkout(stage.watchApp))
      try await stage.wait(minutes: 40)
    }
    try expectWholeNight(stage.collector, gaps: ["killed"], minutes: 30)
    #expect(!stage.lines(stage.watch).contains { $0.hasPrefix("workout ") })
    #expect(exerciseMinutes(stage) == 0)
    #expect(!stage.watch.health.hasActiveWorkout(stage.watchApp))
  }

  @Test func `a person who allows no workouts is asked once, and the app says so (WK2)`()
    async throws
  {
    let stage = try await play(
      minutes: 10, before: { $0.watch.health.answers["Watch"] = .deniesAll }
    ) { stage in
      try await stage.wait(minutes: 1)
      await stage.watch.raiseWrist()
      try await stage.wait(minutes: 0.5)
      await stage.watch.pressCrown()
      await stage.watch.open(stage.watchApp)
      try await stage.wait(minutes: 0.5)
    }
    #expect(stage.watch.health.authorizationRequests == 1)
    // At the answer, and each time that the app became active.
    #expect(stage.lines(stage.watch).filter { $0 == "workout notAuthorized" }.count >= 3)
  }

  @Test func `the session goes on for what is still to be relayed, but not for long (WK2)`()
    async throws
  {
    let stage = try await play(minutes: 10) { stage in
      stage.phone.place = Place(x: 5_000)
      stage.phone.network.path = .cellular
      try await stage.wait(minutes: 12)
      #expect(stage.watch.health.hasActiveWorkout(stage.watchApp))
      try await stage.wait(minutes: 9)
      #expect(!stage.watch.health.hasActiveWorkout(stage.watchApp))
    }
    #expect(stage.collector.stored.isEmpty)
    #expect(stage.chunks(stage.watchApp).count == 40)
  }

  @Test func `after a session of another app the hold begins again when its app is active (WK2)`()
    async throws
  {
    let stage = try await play(minutes: 30) { stage in
      try await stage.wait(minutes: 5)
      let other = try stage.watch.install(OtherWorkoutApp.definition)
      await stage.watch.raiseWrist()
      await stage.watch.open(other)
      try await stage.wait(minutes: 2)
      #expect(!stage.watch.health.hasActiveWorkout(stage.watchApp))
      await stage.watch.open(stage.watchApp)
      try await Task.sleep(for: .seconds(5))
      #expect(stage.watch.health.hasActiveWorkout(stage.watchApp))
      await stage.watch.lowerWrist()
      try await stage.wait(minutes: 40)
    }
    #expect(
      stage.lines(stage.watch).filter { $0.hasPrefix("workout ") } == [
        "workout anotherSessionStarted"
      ])
    try expectWholeNight(stage.collector, gaps: nil, minutes: 30)
    #expect(stage.chunks(stage.watchApp) == [])
  }

  @Test func `a refused call does not lose the session (WK2)`() async throws {
    let stage = try await play(minutes: 10) { stage in
      try await stage.wait(minutes: 2)
      // It is paused already.
      await stage.useWatch { $0.hold.session?.pause() }
      try await stage.wait(minutes: 1)
      await stage.useWatch { print("holding \($0.hold.isHolding)") }
      await stage.watch.lowerWrist()
      try await stage.wait(minutes: 20)
      #expect(!stage.watch.health.hasActiveWorkout(stage.watchApp), "it was ended at the end")
    }
    #expect(stage.lines(stage.watch).contains("workout sessionFailed(code: 3)"))
    #expect(stage.lines(stage.watch).contains("holding true"))
    try expectWholeNight(stage.collector, minutes: 10)
  }

  @Test func `after a reboot of the watch the person opens the app, and it goes on (WK2)`()
    async throws
  {
    let stage = try await play(minutes: 30) { stage in
      try await stage.wait(minutes: 5)
      try await stage.watch.reboot()
      try await stage.wait(minutes: 5)
      await stage.watch.open(stage.watchApp)
      try await Task.sleep(for: .seconds(5))
      #expect(stage.watch.health.hasActiveWorkout(stage.watchApp))
      await stage.watch.lowerWrist()
      try await stage.wait(minutes: 40)
    }
    try expectWholeNight(stage.collector, gaps: ["rebooted"], minutes: 30)
    #expect(stage.lines(stage.watch).contains("workout nothingToRecover"))
    #expect(stage.chunks(stage.watchApp) == [])
  }

  @Test func `a stop by the person ends the recording and the session (WK2)`() async throws {
    let stage = try await play(minutes: 60) { stage in
      try await stage.wait(minutes: 10)
      await stage.watch.raiseWrist()
      await stage.useWatch { $0.stop() }
      try await stage.wait(minutes: 3)
      #expect(!stage.watch.health.hasActiveWorkout(stage.watchApp))
    }
    #expect(stage.lines(stage.watch).contains("stopped"))
    #expect(stage.chunks(stage.watchApp) == [])
  }
}
