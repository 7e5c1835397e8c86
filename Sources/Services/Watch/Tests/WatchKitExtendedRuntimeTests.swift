import Foundation
import Testing
import WatchKit
import YobanTesting

/// A delegate that prints the callbacks of an extended runtime session.
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

@Suite(.world()) struct WatchKitExtendedRuntimeTests {
  static let kinds: [(mode: String, seconds: Int, isFrontmost: Bool)] = [
    ("self-care", 600, true), ("mindfulness", 3600, true), ("physical-therapy", 3600, false),
    ("alarm", 1800, false),
  ]

  private func appFixture(_ modes: [String]) -> WatchAppFixture {
    var appFixture = WatchAppFixture {}
    appFixture.modes = modes
    return appFixture
  }

  @Test(arguments: kinds.indices)
  func `each kind of session runs for its time, with the wrist down (WK5)`(_ row: Int) async throws
  {
    let (mode, seconds, _) = Self.kinds[row]
    let fixture = try await startWatchApp(appFixture([mode]))
    await fixture.touch { makeSession().start() }
    await fixture.watch.lowerWrist()
    try await fixture.world.pass(.seconds(seconds - 10))
    #expect(fixture.app.process?.isRunning == true)
    try await fixture.world.pass(.seconds(30))
    #expect(fixture.app.state == .suspended)
    #expect(
      fixture.world.log.timedTexts.dropFirst(2).filter {
        !$0.contains("did") && !$0.contains("Resign")
      } == [
        "0.0 started \(seconds) running", "\(seconds - 5).0 will expire",
        "\(seconds).0 invalid expired 0 invalid",
      ])
  }

  @Test(arguments: kinds.indices)
  func `a frontmost kind ends when the user leaves the app, a background kind does not (WK5)`(
    _ row: Int
  ) async throws {
    let (mode, _, isFrontmost) = Self.kinds[row]
    let fixture = try await startWatchApp(appFixture([mode]))
    await fixture.touch { makeSession().start() }
    try await fixture.world.pass(.seconds(10))
    await fixture.watch.pressCrown()
    try await fixture.world.pass(.seconds(60))
    #expect((fixture.app.state == .suspended) == isFrontmost)
    #expect((fixture.app.state == .background) == !isFrontmost)
    #expect(fixture.world.log.texts.contains("invalid resignedFrontmost 0 invalid") == isFrontmost)
  }

  /// The background modes, the action of the app, and the line that its delegate prints.
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
  func `a session that cannot start is invalidated, with its reason (WK5)`(_ row: Int) async throws
  {
    let (modes, act, line) = Self.refusals[row]
    let fixture = try await startWatchApp(appFixture(modes))
    await fixture.touch(act)
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts.filter { $0.hasPrefix("invalid") } == [line])
  }

  @Test func `a session must be started while the app is active (WK5)`() async throws {
    var appFixture = appFixture(["physical-therapy"])
    appFixture.tasks = { task in
      makeSession().start()
      DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
        task.setTaskCompletedWithSnapshot(false)
      }
    }
    let fixture = try await startWatchApp(appFixture, opened: false)
    fixture.watch.watchService.wake(fixture.app, for: .relevantShortcut)
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.world.log.texts.contains("invalid error 3 invalid"))
    #expect(!fixture.world.log.texts.contains { $0.hasPrefix("started") })
  }

  @Test func `with Background App Refresh off a session cannot be scheduled (WK5)`() async throws {
    let fixture = try await startWatchApp(appFixture(["alarm"]))
    fixture.watch.setBackgroundRefresh(false)
    await fixture.touch { makeSession().start(at: Date(timeIntervalSinceNow: 3600)) }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.world.log.texts.contains("invalid error 6 invalid"))
  }

  /// Whether the app's process has ended when the alarm begins, and whether the new launch handles
  /// it.
  static let alarms: [(isGone: Bool, listens: Bool)] = [(false, true), (true, true), (true, false)]

  @Test(arguments: alarms.indices)
  func `a smart alarm begins in background, in a new launch if necessary (WK5)`(_ row: Int)
    async throws
  {
    let (isGone, listens) = Self.alarms[row]
    var appFixture = appFixture(["alarm"])
    appFixture.extended = { session in
      guard listens else { return }
      let listener = ExtendedListener()
      Kept.of("extended listener", listener)
      session.delegate = listener
      Kept.of("extended", session)
      DispatchQueue.main.asyncAfter(deadline: .now() + 60) {
        session.notifyUser(hapticType: .notification)
      }
    }
    let fixture = try await startWatchApp(appFixture)
    await fixture.touch { makeSession().start(at: Date(timeIntervalSinceNow: 8 * 3600)) }
    await fixture.touch { print(session.state) }
    await fixture.watch.pressCrown()
    try await fixture.world.pass(.seconds(3600))
    if isGone { fixture.watch.jetsam(fixture.app) }
    try await fixture.world.pass(.seconds(7 * 3600 + 600))
    #expect((fixture.app.state == .background) == listens)
    try await fixture.world.pass(.seconds(1300))
    #expect(fixture.app.state == .suspended)
    #expect(fixture.world.log.texts.contains("scheduled"))
    #expect(fixture.world.log.timedTexts.contains("28800.0 started 1800 running") == listens)
    #expect(fixture.world.log.texts.contains("extended background") == isGone)
    #expect(fixture.world.log.texts.contains("invalid expired 0 invalid") == listens)
    #expect(
      fixture.world.findings.contains { $0.matches(.watchSilentAlarm.by(.wk5)) }
        == !(isGone && listens))
  }

  @Test(arguments: [true, false])
  func `a scheduled alarm is lost after a force-quit or a reboot (WK5)`(isReboot: Bool) async throws
  {
    let fixture = try await startWatchApp(appFixture(["alarm"]))
    await fixture.touch { makeSession().start(at: Date(timeIntervalSinceNow: 3600)) }
    await fixture.touch { print("scheduled") }
    await fixture.watch.pressCrown()
    if isReboot {
      try await fixture.watch.reboot()
      fixture.watch.unlock()
    } else {
      await fixture.watch.swipeAway(fixture.app)
    }
    try await fixture.world.pass(.seconds(3 * 3600))
    #expect(fixture.app.process == nil)
    #expect(fixture.world.log.texts.contains("scheduled"))
    #expect(!fixture.world.log.timedTexts.contains { $0.contains(" started ") })
    #expect(fixture.world.log.texts.filter { $0.hasPrefix("launched") }.count == 1)
  }

  @Test func `too much CPU use ends an extended session after 30 to 50 s with error 5 (WK6)`()
    async throws
  {
    let fixture = try await startWatchApp(appFixture(["physical-therapy"]))
    await fixture.touch { makeSession().start() }
    await fixture.watch.pressCrown()
    fixture.app.process?.processorLoad = 0.14
    try await fixture.world.pass(.seconds(600))
    #expect(fixture.app.process?.isRunning == true)
    fixture.app.process?.processorLoad = 0.30
    try await fixture.world.pass(.seconds(120))
    // The average exceeds 15 % after 0.9 of 9 more CPU seconds were used: within 4 s.
    let moment = fixture.world.trace.events.first {
      $0.kind == .output("invalid error 5 invalid")
    }?.instant
    #expect(moment.map { $0 > .start + .seconds(630) && $0 < .start + .seconds(655) } == true)
    #expect(fixture.world.findings.are([.watchCpuCap.by(.wk6)]))
    #expect(fixture.app.terminations == [])
  }
}
