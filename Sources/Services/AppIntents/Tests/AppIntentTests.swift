import AppIntents
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// Intents that the system performs (AI1 to AI4).
@Suite struct AppIntentTests {
  static var fixture: AppFixture {
    var app = AppFixture()
    app.plist = InfoPlist(["NSSupportsLiveActivities": true])
    return app
  }

  private static func output(_ world: World) -> [String] {
    world.trace.events.compactMap(\.kind.output)
  }

  private static func events(_ world: World) -> [String] {
    world.trace.events.compactMap { $0.kind.appIntent?.name }
  }

  // MARK: Where

  enum Before: String, Sendable, CaseIterable { case terminated, forceQuit, suspended, inFront }

  @Test(arguments: Before.allCases)
  func `an intent runs in the app's process, which is launched without opening the app (AI1)`(
    _ before: Before
  ) async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.fixture)
      await phone.open(app)
      switch before {
      case .terminated: await phone.goHome(); phone.jetsam(app)
      case .forceQuit: await phone.swipeAway(app)
      case .suspended: await phone.goHome(); try await sleep(60)
      case .inFront: break
      }
      let result = try await phone.perform(NoteIntent("milk"), of: app)
      #expect(result.value == "milk short - 1")
      #expect(result.dialog.map { String(localized: $0.full) } == "Noted milk")
      try await sleep(5)
      #expect(app.state == (before == .inFront ? .active : .suspended))
    }
    let isLaunched = before == .terminated || before == .forceQuit
    #expect(world.launches == (isLaunched ? [.user, .appIntent("NoteIntent")] : [.user]))
    #expect(Self.output(world) == ["performs in \(before == .inFront ? 0 : 2)"])
    #expect(world.kinds.isEmpty)
  }

  @Test func `an intent with openAppWhenRun opens the app first (AI1)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.fixture)
      try await phone.perform(OpeningIntent(), of: app)
      #expect(app.state == .active)
    }
    #expect(world.launches == [.user])
    #expect(Self.output(world) == ["performs in 0"])
  }

  @Test func `a test sets parameters, and the error of an intent reaches it (AI1)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.fixture)
      var note = NoteIntent("milk")
      note.kind = .long
      note.tag = "shop"
      note.copies = 2
      #expect(try await phone.perform(note, of: app).value == "milk long shop 2")
      await #expect(throws: FailingIntent.Failure.self) {
        try await phone.perform(FailingIntent(), of: app)
      }
    }
    #expect(Self.events(world) == ["began", "finished", "began", "failed"])
  }

  @Test func `a parameter without a value ends the app, not the test (AI1)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.fixture)
      await #expect(throws: IntentNotFinished.self) {
        try await phone.perform(NoteIntent(), of: app)
      }
      #expect(app.state == .notRunning)
    }
    guard case .crash(let text)? = world.ends.first else {
      Issue.record("the app has not ended: \(world.ends)")
      return
    }
    #expect(text.contains("The parameter \"Text\" of an intent has no value"))
  }

  @Test func `each launch has its own dependencies, and an app without them ends (AI1)`()
    async throws
  {
    var app = Self.fixture
    app.launched = { _, _ in AppDependencyManager.shared.add(dependency: NoteStore()) }
    let fixture = app
    try await withPhone { phone in
      let app = try phone.install(fixture)
      #expect(try await phone.perform(CountIntent(), of: app).value == 1)
      #expect(try await phone.perform(CountIntent(), of: app).value == 2)
      phone.jetsam(app)
      #expect(try await phone.perform(CountIntent(), of: app).value == 1)
    }
    let world = try await withPhone { phone in
      let app = try phone.install(Self.fixture)
      await #expect(throws: IntentNotFinished.self) {
        try await phone.perform(CountIntent(), of: app)
      }
    }
    #expect(world.ends.count == 1)
  }

  enum Obstacle: Sendable, CaseIterable { case locked, old }

  @Test(arguments: Obstacle.allCases)
  func `before the first unlock, and on an old system, nothing is performed (AI1)`(
    _ obstacle: Obstacle
  ) async throws {
    let world = try await withPhone(iOS: obstacle == .old ? 15 : 17) { phone in
      phone.hasPasscode = true
      let app = try phone.install(Self.fixture)
      if obstacle == .locked { try await phone.reboot() }
      let why =
        obstacle == .old
        ? "phone has a system without App Intents" : "phone was not unlocked since its boot"
      await #expect(throws: IntentNotFinished("NoteIntent", .notBegun(why))) {
        try await phone.perform(NoteIntent("milk"), of: app)
      }
    }
    #expect(Self.output(world).isEmpty)
    #expect(world.launches.isEmpty)
  }

  @Test func `the phrases of shortcuts name the app and parameters`() {
    #expect(
      Shortcuts.appShortcuts.map(\.phrases) == [["Note in ${applicationName}", "Add a note"]])
  }

  @Test func `an intent launches the app of a watch, too (AI1)`() async throws {
    let world = try await withWatch { watch in
      let app = try watch.install(WatchAppFixture())
      try await watch.perform(SlowIntent(1), of: app)
    }
    #expect(world.launches == [.appIntent("SlowIntent")])
    #expect(Self.output(world).last == "slept")
  }

  // MARK: For how long

  struct Duration30: Sendable, CustomTestStringConvertible {
    let seconds: Double
    let finishes: Bool
    var testDescription: String { "\(seconds) s" }
  }

  @Test(arguments: [
    Duration30(seconds: 29, finishes: true), Duration30(seconds: 31, finishes: false),
  ])
  func `an intent has 30 s, then the app is suspended in the middle of it (AI2)`(_ row: Duration30)
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.fixture)
      let began = phone.world.now
      do {
        try await phone.perform(SlowIntent(row.seconds), of: app)
        #expect(row.finishes)
      } catch let error as IntentNotFinished {
        #expect(!row.finishes)
        #expect(error == IntentNotFinished("SlowIntent", .timedOut(after: .seconds(30))))
      }
      #expect(phone.world.now - began == .seconds(min(row.seconds, 30)))
      try await sleep(60)
      #expect(app.state == .suspended)
      #expect(Self.output(phone.world) == (row.finishes ? ["slept"] : []))
      await phone.open(app)
      try await sleep(1)
    }
    #expect(Self.output(world) == ["slept"])
    #expect(world.kinds == (row.finishes ? [] : [.intentTimedOut.by(.ai2)]))
  }

  @Test func `an app that ends in two intents is named, and its run time ends with it (AI1)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.fixture)
      async let first = Self.reason { try await phone.perform(SlowIntent(20), of: app) }
      async let second = Self.reason { try await phone.perform(SlowIntent(25), of: app) }
      try await sleep(10)
      phone.jetsam(app)
      #expect(await [first, second] == [.appEnded, .appEnded])
      try await sleep(60)
    }
    #expect(world.launches.count == 1)
    #expect(Self.events(world) == ["began", "began", "failed", "failed"])
  }

  /// The reason for which an intent has not finished.
  private static func reason(
    _ body: () async throws -> any IntentResult
  ) async -> IntentNotFinished.Reason? {
    do {
      _ = try await body()
      return nil
    } catch {
      return (error as? IntentNotFinished)?.reason
    }
  }

  // MARK: Live Activities

  @Test
  func `a LiveActivityIntent starts a Live Activity in background, another intent does not (AI3)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.fixture)
      try await phone.perform(StartRideIntent(), of: app)
      #expect(phone.liveActivities.shown.count == 1)
      // The permission ends with the intent.
      try await phone.perform(PlainStartRideIntent(), of: app)
      #expect(phone.liveActivities.shown.count == 1)
    }
    #expect(Self.output(world) == ["refused visibility"])
    #expect(world.kinds == [.liveActivityNotStarted.by(.la1)])
  }

  @Test func `on a system that is too old for LiveActivityIntent there is advice (AI3)`()
    async throws
  {
    let world = try await withPhone(iOS: 16.4) { phone in
      let app = try phone.install(Self.fixture)
      try await phone.perform(StartRideIntent(), of: app)
    }
    #expect(
      world.trace.advice.contains {
        $0.what.contains("LiveActivityIntent needs iOS 17")
      })
  }

  // MARK: Long ones

  struct Upload: Sendable, CustomTestStringConvertible {
    var iOS: SystemVersion = 27
    var last = 100
    /// Whether the intent reports from a callback of another queue, and goes on after it was canceled.
    var isStubborn = false
    var stopsAfter: Double?
    /// The value of the intent; nil if it does not finish.
    let value: Int?
    let output: [String]
    var findings: [Finding.Kind] = []
    var testDescription: String {
      "iOS \(iOS.short), reports until \(last), stubborn: \(isStubborn)"
    }
  }

  @Test(arguments: [
    Upload(value: 100, output: []),
    Upload(last: 20, value: nil, output: ["canceled by time"]),
    Upload(stopsAfter: 50, value: nil, output: ["canceled by the user"]),
    Upload(isStubborn: true, value: 100, output: []),
    Upload(
      last: 20, isStubborn: true, value: nil, output: ["canceled by time"],
      findings: [.intentTimedOut.by(.ai4)]),
    Upload(iOS: 26, value: nil, output: [], findings: [.intentTimedOut.by(.ai2)]),
  ])
  func `from iOS 27 on an intent that reports progress runs on (AI4)`(_ row: Upload) async throws {
    let world = try await withPhone(iOS: row.iOS) { phone in
      let app = try phone.install(Self.fixture)
      async let stops: Void = {
        guard let seconds = row.stopsAfter else { return }
        try await sleep(seconds)
        phone.stopIntents(of: app)
      }()
      let value = try? await phone.perform(
        UploadIntent(last: row.last, isStubborn: row.isStubborn), of: app
      ).value
      try await stops
      #expect(value == row.value)
      try await sleep(40)
      #expect(app.state == .suspended)
      // Code that was suspended in the middle ends in front.
      await phone.open(app)
      try await sleep(100)
    }
    #expect(Self.output(world) == row.output)
    #expect(world.kinds == row.findings)
  }
}
