import Foundation
import SimulatedOS
import Testing
import VirtualTime
import WatchKit

/// Prints what an extended runtime session says.
final class ExtendedListener: NSObject, WKExtendedRuntimeSessionDelegate {
  func extendedRuntimeSessionDidStart(_ extendedRuntimeSession: WKExtendedRuntimeSession) {
    let left = extendedRuntimeSession.expirationDate!.timeIntervalSinceNow
    print("started", Int(left.rounded()), extendedRuntimeSession.state)
  }
  func extendedRuntimeSessionWillExpire(_ extendedRuntimeSession: WKExtendedRuntimeSession) {
    print("will expire")
  }
  func extendedRuntimeSession(
    _ extendedRuntimeSession: WKExtendedRuntimeSession,
    didInvalidateWith reason: WKExtendedRuntimeSessionInvalidationReason, error: (any Error)?
  ) {
    print("invalid", reason, (error as NSError?)?.code ?? 0, extendedRuntimeSession.state)
  }
}

@MainActor private func makeSession() -> WKExtendedRuntimeSession {
  let listener = ExtendedListener()
  Kept.of("extended listener", listener)
  let session = WKExtendedRuntimeSession()
  session.delegate = listener
  Kept.of("extended", session)
  return session
}
@MainActor private var session: WKExtendedRuntimeSession { Kept.get("extended")! }

@Suite struct WatchKitExtendedRuntimeTests {
  static let kinds: [(mode: String, seconds: Int, isFrontmost: Bool)] = [
    ("self-care", 600, true), ("mindfulness", 3600, true), ("physical-therapy", 3600, false),
    ("alarm", 1800, false),
  ]

  private func script(_ modes: [String]) -> WatchScript {
    var script = WatchScript {}
    script.modes = modes
    return script
  }

  @Test(arguments: kinds.indices)
  func `each kind runs for its time, with the wrist down (WK5)`(_ row: Int) async throws {
    let (mode, seconds, _) = Self.kinds[row]
    let stage = try await playWatch(script([mode])) { stage in
      await stage.touch { makeSession().start() }
      await stage.watch.lowerWrist()
      try await stage.wait(.seconds(seconds - 10))
      #expect(stage.app.process?.isRunning == true)
      try await stage.wait(.seconds(30))
      #expect(stage.app.state == .suspended)
    }
    #expect(
      stage.timedLines.dropFirst(2).filter { !$0.contains("did") && !$0.contains("Resign") } == [
        "0.0 started \(seconds) running", "\(seconds - 5).0 will expire",
        "\(seconds).0 invalid expired 0 invalid",
      ])
  }

  @Test(arguments: kinds.indices)
  func `a frontmost kind ends when the user leaves the app, a background kind does not (WK5)`(
    _ row: Int
  ) async throws {
    let (mode, _, isFrontmost) = Self.kinds[row]
    let stage = try await playWatch(script([mode])) { stage in
      await stage.touch { makeSession().start() }
      try await stage.wait(.seconds(10))
      await stage.watch.pressCrown()
      try await stage.wait(.seconds(60))
      #expect((stage.app.state == .suspended) == isFrontmost)
      #expect((stage.app.state == .background) == !isFrontmost)
    }
    #expect(stage.lines.contains("invalid resignedFrontmost 0 invalid") == isFrontmost)
  }

  /// The modes, what the app does, and what its delegate hears.
  static let refusals: [(modes: [String], act: @MainActor @Sendable () -> Void, line: String)] = [
    ([], { makeSession().start() }, "invalid error 7 invalid"),
    (["alarm", "self-care"], { makeSession().start() }, "invalid error 7 invalid"),
    (["self-care"], { makeSession().invalidate() }, "invalid error 4 invalid"),
    (
      ["self-care"], { makeSession().start(at: Date(timeIntervalSinceNow: 60)) },
      "invalid error 8 invalid"
    ),
    (
      ["alarm"], { makeSession().start(at: Date(timeIntervalSinceNow: 36 * 3600 + 60)) },
      "invalid error 2 invalid"
    ),
    (
      ["self-care"],
      {
        let first = makeSession()
        first.start()
        Kept.of("first", first)
        let second = WKExtendedRuntimeSession()
        second.delegate = Kept.get("extended listener", as: ExtendedListener.self)
        second.start()
        Kept.of("extended", second)
      }, "invalid sessionInProgress 0 invalid"
    ),
  ]

  @Test(arguments: refusals.indices)
  func `what cannot start is invalid, with its reason (WK5)`(_ row: Int) async throws {
    let (modes, act, line) = Self.refusals[row]
    let stage = try await playWatch(script(modes)) { stage in
      await stage.touch(act)
      try await stage.wait(.seconds(1))
    }
    #expect(stage.lines.filter { $0.hasPrefix("invalid") } == [line])
  }

  @Test func `it must be started while the app is active (WK5)`() async throws {
    var script = script(["physical-therapy"])
    script.tasks = { task in
      makeSession().start()
      DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
        task.setTaskCompletedWithSnapshot(false)
      }
    }
    let stage = try await playWatch(script, opened: false) { stage in
      stage.watch.watch.wake(stage.app, for: .relevantShortcut)
      try await stage.wait(.seconds(10))
    }
    #expect(stage.lines.contains("invalid error 3 invalid"))
    #expect(!stage.lines.contains { $0.hasPrefix("started") })
  }

  @Test func `with Background App Refresh off no alarm can be scheduled (WK5)`() async throws {
    let stage = try await playWatch(script(["alarm"])) { stage in
      stage.watch.setBackgroundRefresh(false)
      await stage.touch { makeSession().start(at: Date(timeIntervalSinceNow: 3600)) }
      try await stage.wait(.seconds(1))
    }
    #expect(stage.lines.contains("invalid error 6 invalid"))
  }

  /// Whether the app's process is gone when the alarm begins, and whether the new life listens.
  static let alarms: [(isGone: Bool, listens: Bool)] = [(false, true), (true, true), (true, false)]

  @Test(arguments: alarms.indices)
  func `a smart alarm begins in background, in a new life if need be (WK5)`(_ row: Int)
    async throws
  {
    let (isGone, listens) = Self.alarms[row]
    var script = script(["alarm"])
    script.extended = { session in
      guard listens else { return }
      let listener = ExtendedListener()
      Kept.of("extended listener", listener)
      session.delegate = listener
      Kept.of("extended", session)
      DispatchQueue.main.asyncAfter(deadline: .now() + 60) {
        session.notifyUser(hapticType: .notification)
      }
    }
    let stage = try await playWatch(script) { stage in
      await stage.touch { makeSession().start(at: Date(timeIntervalSinceNow: 8 * 3600)) }
      await stage.touch { print(session.state) }
      await stage.watch.pressCrown()
      try await stage.wait(.seconds(3600))
      if isGone { stage.watch.jetsam(stage.app) }
      try await stage.wait(.seconds(7 * 3600 + 600))
      #expect((stage.app.state == .background) == listens)
      try await stage.wait(.seconds(1300))
      #expect(stage.app.state == .suspended)
    }
    #expect(stage.lines.contains("scheduled"))
    #expect(stage.timedLines.contains("28800.0 started 1800 running") == listens)
    #expect(stage.lines.contains("extended background") == isGone)
    #expect(stage.lines.contains("invalid expired 0 invalid") == listens)
    #expect(stage.findings.contains("watch.silent-alarm WK5") == !(isGone && listens))
  }

  @Test(arguments: [true, false])
  func `a scheduled alarm is lost with a force-quit or a reboot (WK5)`(isReboot: Bool) async throws {
    let stage = try await playWatch(script(["alarm"])) { stage in
      await stage.touch { makeSession().start(at: Date(timeIntervalSinceNow: 3600)) }
      await stage.touch { print("scheduled") }
      await stage.watch.pressCrown()
      if isReboot {
        try await stage.watch.reboot()
        stage.watch.unlock()
      } else {
        await stage.watch.swipeAway(stage.app)
      }
      try await stage.wait(.seconds(3 * 3600))
      #expect(stage.app.process == nil)
    }
    #expect(stage.lines.contains("scheduled"))
    #expect(!stage.timedLines.contains { $0.contains(" started ") })
    #expect(stage.lines.filter { $0.hasPrefix("launched") }.count == 1)
  }

  @Test func `too much CPU ends an extended session after 30 to 50 s with 5 (WK6)`() async throws {
    let stage = try await playWatch(script(["physical-therapy"])) { stage in
      await stage.touch { makeSession().start() }
      await stage.watch.pressCrown()
      stage.app.process?.processorLoad = 0.14
      try await stage.wait(.seconds(600))
      #expect(stage.app.process?.isRunning == true)
      stage.app.process?.processorLoad = 0.30
      try await stage.wait(.seconds(120))
    }
    // Above 15 % on average once 0.9 of 9 CPU seconds more were used: within 4 s.
    let moment = stage.world.trace.events.first {
      $0.kind == .output("invalid error 5 invalid")
    }?.instant
    #expect(moment.map { $0 > .start + .seconds(630) && $0 < .start + .seconds(655) } == true)
    #expect(stage.findings == ["watch.cpu-cap WK6"])
    #expect(stage.terminations == [])
  }
}
