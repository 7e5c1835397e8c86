import Foundation
import HealthKit
import Testing
import WatchKit
import YobanTesting
import YobanVirtualTime

@testable import YobanHealth

/// Workouts of a watch that the app of its iPhone mirrors (WK13).
@Suite(.world()) struct MirroredWorkoutTests {
  /// A watch whose app records a run, and its iPhone with the same app.
  private struct Pair: @unchecked SimulationConfined {
    let world: World
    let phone: Phone
    let watch: Watch
    let phoneApp: InstalledApp
    let watchApp: InstalledApp

    /// - Parameter handles: whether the iPhone's app has a handler at launch.
    init(handles: Bool = true, iOS version: SystemVersion = 17) throws {
      world = try World.current
      phone = try world.addPhone(iOS: version)
      watch = try world.addWatch(pairedWith: phone, watchOS: 10)
      var appFixture = AppFixture { _ in if handles { Self.handle() } }
      appFixture.bundleIdentifier = "example.vendor.phone"
      phoneApp = try phone.install(appFixture)
      var watchFixture = WatchAppFixture {
        if AppProcess.current!.cause == .user { Run.start(mirrors: true) }
      }
      watchFixture.recovers = { Run.recover() }
      watchApp = try watch.install(watchFixture)
    }

    /// A pair whose user has opened the watch app, which mirrors its run.
    static func running(handles: Bool = true) async throws -> Pair {
      let pair = try Pair(handles: handles)
      await pair.watch.open(pair.watchApp)
      try await pair.world.pass(.seconds(3))
      return pair
    }

    /// Sets the handler, as an app does at its launch.
    @MainActor static func handle() {
      let store = HKHealthStore()
      Kept.of("store", store)
      store.workoutSessionMirroringStartHandler = { session in
        DispatchQueue.main.async {
          print(
            "mirrors \(session.type) \(session.state) \(session.workoutConfiguration.activityType == .running)"
          )
          let runner = Runner()
          Kept.of("runner", runner)
          Kept.of("session", session)
          session.delegate = runner
        }
      }
    }

    /// The user opens the iPhone's app and touches it.
    func onPhone(_ body: @escaping @MainActor @Sendable () -> Void) async {
      await phone.open(phoneApp)
      await phone.touch(phoneApp, "test", body)
    }
    func onWatch(_ body: @escaping @MainActor @Sendable () -> Void) async {
      await watch.touch(watchApp, "test", body)
    }
  }

  @Test func `mirroring launches the iPhone's app, and both sides have the same state (WK13)`()
    async throws
  {
    let pair = try await Pair.running()
    #expect(pair.phoneApp.launches == [.workoutMirroring])
    #expect(pair.phoneApp.state == .background)
    #expect(pair.watchApp.count("mirrored true 0") == 1)
    try await pair.world.pass(.minutes(1))
    #expect(pair.phoneApp.state == .suspended)
    await pair.onPhone { Run.session.pause() }
    try await pair.world.pass(.seconds(1))
    #expect(pair.watchApp.count("running to paused") == 1)
    #expect(pair.phoneApp.count("running to paused") == 1)
    await pair.onWatch { Run.session.end() }
    try await pair.world.pass(.seconds(1))
    #expect(
      pair.phoneApp.log.texts == [
        "mirrors mirrored running true", "running to paused", "paused to ended",
        "disconnected false",
      ])
    #expect(pair.watchApp.count("disconnected false") == 0)
    #expect(pair.world.findings == [])
  }

  @Test func `an app without a handler at launch gets no session, and a finding (WK13)`()
    async throws
  {
    let pair = try await Pair.running(handles: false)
    await pair.onWatch { Run.send(10) }
    try await pair.world.pass(.minutes(1))
    #expect(pair.phoneApp.launches == [.workoutMirroring])
    #expect(pair.watchApp.count("mirrored true 0") == 1)
    #expect(pair.watchApp.count("sent 3") == 1, "the remote session has no delegate")
    #expect(pair.world.findings.are([.healthkitNoMirroringHandler.by(.wk13)]))
    await pair.onPhone { Pair.handle() }
    try await pair.world.pass(.seconds(1))
    #expect(pair.phoneApp.log.texts == ["mirrors mirrored running true"])
  }

  @Test func `a suspended app gets data in one array, from time to time (WK13)`() async throws {
    let pair = try await Pair.running()
    await pair.onWatch { Run.send(1) }
    try await pair.world.pass(.seconds(1))
    #expect(pair.phoneApp.count("received [1]") == 1)
    try await pair.world.pass(.seconds(60))
    #expect(pair.phoneApp.state == .suspended)
    for bytes in 2...4 {
      await pair.onWatch { Run.send(bytes) }
      try await pair.world.pass(.seconds(10))
    }
    #expect(pair.watchApp.count("sent 0") == 4)
    #expect(pair.phoneApp.log.texts.last == "received [1]")
    try await pair.world.pass(.minutes(3))
    #expect(pair.phoneApp.log.texts.last == "received [2, 3, 4]")
    #expect(pair.phoneApp.state == .suspended, "the wake is over")
    await pair.onWatch { Run.send(5) }
    try await pair.world.pass(.seconds(1))
    await pair.phone.open(pair.phoneApp)
    try await pair.world.pass(.seconds(1))
    #expect(pair.phoneApp.log.texts.last == "received [5]", "the user came first")
    await pair.onPhone { Run.send(6) }
    try await pair.world.pass(.seconds(1))
    #expect(pair.watchApp.count("received [6]") == 1)
  }

  @Test func `more than 100 KB in 10 s fail with error 13 (WK13)`() async throws {
    let pair = try await Pair.running()
    await pair.onWatch {
      Run.send(60_000, "first")
      Run.send(40_001, "second")
      Run.send(40_000, "third")
    }
    try await pair.world.pass(.seconds(11))
    await pair.onWatch { Run.send(100_000, "fourth") }
    try await pair.world.pass(.seconds(1))
    let sent = pair.watchApp.log.texts.filter { $0.hasSuffix(" 0") || $0.hasSuffix(" 13") }
    #expect(Set(sent) == ["mirrored true 0", "first 0", "second 13", "third 0", "fourth 0"])
  }

  @Test func `a lost connection comes back with another session (WK13)`() async throws {
    let pair = try await Pair.running()
    pair.watch.watchLink.isCutOff = true
    try await pair.world.pass(.seconds(5))
    await pair.onWatch { Run.session.pause() }
    pair.watch.watchLink.isCutOff = false
    try await pair.world.pass(.seconds(1))
    #expect(pair.phoneApp.log.texts.last == "running to paused", "told when the link is back")
    pair.watch.watchLink.isCutOff = true
    try await pair.world.pass(.seconds(11))
    #expect(pair.watchApp.count("disconnected true") == 1)
    #expect(pair.phoneApp.state == .suspended && pair.phoneApp.count("disconnected true") == 0)
    await pair.onWatch {
      Run.session.resume()
      Run.send(1)
    }
    try await pair.world.pass(.minutes(5))
    #expect(pair.watchApp.count("sent 3") == 1)
    pair.watch.watchLink.isCutOff = false
    try await pair.world.pass(.seconds(1))
    #expect(pair.phoneApp.count("mirrors mirrored running true") == 2)
    #expect(pair.phoneApp.count("disconnected true") == 1, "late, as the app was suspended")
    await pair.onWatch { Run.session.stopMirroringToCompanionDevice { _, _ in } }
    try await pair.world.pass(.seconds(1))
    #expect(pair.phoneApp.log.texts.last == "disconnected false")
    await pair.onPhone { Run.session.pause() }
    try await pair.world.pass(.seconds(1))
    #expect(pair.watchApp.count("running to paused") == 1, "only the call before")
    #expect(pair.world.findings.are([.healthkitMirrorNotValid.by(.wk13)]))
    #expect(pair.watch.health.hasActiveWorkout(pair.watchApp))
    #expect(pair.phoneApp.launches == [.workoutMirroring])
  }

  @Test func `an app that ended is connected again after its next launch (WK13)`() async throws {
    let pair = try await Pair.running()
    pair.phone.jetsam(pair.phoneApp)
    try await pair.world.pass(.minutes(1))
    #expect(pair.watchApp.count("disconnected true") == 1)
    #expect(pair.phoneApp.launches == [.workoutMirroring])
    await pair.phone.open(pair.phoneApp)
    try await pair.world.pass(.seconds(1))
    #expect(pair.phoneApp.count("mirrors mirrored running true") == 2)
  }

  @Test func `the launch of another app connects nothing (WK13)`() async throws {
    let pair = try Pair()
    var other = AppFixture { _ in }
    other.bundleIdentifier = "example.vendor.other"
    let otherApp = try pair.phone.install(other)
    await pair.watch.open(pair.watchApp)
    try await pair.world.pass(.seconds(3))
    pair.phone.jetsam(pair.phoneApp)
    await pair.phone.open(otherApp)
    try await pair.world.pass(.seconds(1))
    #expect(pair.phoneApp.launchCount == 1, "not launched again")
    #expect(pair.phoneApp.count("mirrors mirrored running true") == 1)
  }

  @Test func `mirroring can be stopped while the session runs, and after its end (WK13)`()
    async throws
  {
    let pair = try await Pair.running()
    await pair.onPhone {
      Run.mirror()
      Run.stopMirroring()
    }
    try await pair.world.pass(.seconds(1))
    #expect(pair.phoneApp.count("mirrored false 3") == 1, "only a watch mirrors its session")
    #expect(pair.phoneApp.count("stopped false 3") == 1)
    for line in ["stopped true 0", "stopped false 3"] {
      await pair.onWatch { Run.stopMirroring() }
      try await pair.world.pass(.seconds(1))
      #expect(pair.watchApp.log.texts.last == line)
    }
    await pair.onWatch { Run.mirror() }
    try await pair.world.pass(.seconds(1))
    // Apple's example.
    await pair.onWatch {
      let (session, builder) = (Run.session, Run.builder)
      session.end()
      Task { @MainActor in
        do {
          try await builder.endCollection(at: Date())
          let made = try await builder.finishWorkout()
          try await session.stopMirroringToCompanionDevice()
          print("over \(made != nil)")
        } catch { print("failed \(error)") }
      }
    }
    try await pair.world.pass(.seconds(2))
    #expect(pair.watchApp.count("over true") == 1)
    await pair.onWatch { Run.stopMirroring() }
    try await pair.world.pass(.seconds(1))
    #expect(pair.watchApp.count("stopped true 0") == 2)
  }

  @Test(arguments: [5.0, 20])
  func `a session that ends without a connection is not mirrored any more (WK13)`(
    afterSeconds seconds: Double
  ) async throws {
    let pair = try await Pair.running()
    pair.watch.watchLink.isCutOff = true
    try await pair.world.pass(.seconds(seconds))
    #expect(pair.watch.health.mirroring.count == 1)
    await pair.onWatch { Run.session.end() }
    try await pair.world.pass(.seconds(20))
    #expect(pair.watch.health.mirroring.isEmpty)
  }

  @Test func `a pause from the iPhone while the watch app is away reaches its builder (WK14)`()
    async throws
  {
    let pair = try await Pair.running()
    await pair.phone.open(pair.phoneApp)
    pair.watch.jetsam(pair.watchApp)
    await pair.onPhone { Run.session.pause() }
    try await pair.world.pass(.seconds(10))
    #expect(pair.watchApp.launches == [.user, .workoutRecovery])
    #expect(pair.watchApp.count("recovered paused true false") == 1)
    await pair.watch.open(pair.watchApp)
    await pair.onWatch { print("events \(Run.builder.workoutEvents.map(\.type.rawValue))") }
    try await pair.world.pass(.seconds(1))
    #expect(pair.watchApp.count("events [1]") == 1)
  }

  static let failures = ["out of reach", "iOS 16", "no app", "ended"]

  @Test(arguments: failures)
  func `mirroring fails without an iPhone's app in reach, or after the end (WK13)`(_ why: String)
    async throws
  {
    let pair = try Pair(iOS: why == "iOS 16" ? 16 : 17)
    switch why {
    case "out of reach": pair.watch.watchLink.isCutOff = true
    case "no app": pair.phone.delete(pair.phoneApp)
    default: break
    }
    await pair.watch.open(pair.watchApp)
    try await pair.world.pass(.seconds(3))
    if why == "ended" {
      await pair.onWatch { Run.session.end() }
      try await pair.world.pass(.seconds(1))
      await pair.onWatch { Run.mirror() }
      try await pair.world.pass(.seconds(1))
      #expect(pair.watchApp.count("mirrored false 3") == 1)
    } else {
      #expect(pair.watchApp.count("mirrored false 0") == 1)
      #expect(pair.phoneApp.launches == [])
    }
  }
}

/// The window of bytes, without a simulation.
@Suite struct MirrorWindowTests {
  /// The seconds, the bytes, and whether they may be sent, of a window of 100 bytes in 10 s.
  static let rows: [[(Double, Int64, Bool)]] = [
    [(0, 100, true), (0, 1, false), (9.9, 1, false), (10, 100, true)],
    [(0, 101, false), (0, 100, true)],
    [(0, 50, true), (5, 50, true), (10, 51, false), (10, 50, true), (15, 50, true)],
    [(0, -1, false), (0, .max, false), (0, 0, true)],
  ]

  @Test(arguments: rows.indices)
  func `a window has room when its oldest bytes are over (WK13)`(_ row: Int) {
    var window = MirrorWindow()
    for (seconds, bytes, isAllowed) in Self.rows[row] {
      let result = window.accepts(bytes, at: at(seconds), limit: 100, in: .seconds(10))
      #expect(result == isAllowed, "\(bytes) at \(seconds)")
    }
  }
}
