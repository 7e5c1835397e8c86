import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

@testable import YobanExploration

/// An app that does its work only at its launch, when it becomes active, or in the background.
private final class WorkingApp: UIResponder, UIApplicationDelegate {
  /// When the app does its work.
  enum Moment { case activation, background, launch }
  private let moment: Moment
  private var launches = UserDefaults.standard.integer(forKey: "launches")

  init(_ moment: Moment) { self.moment = moment }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    launches += 1
    UserDefaults.standard.set(launches, forKey: "launches")
    if moment == .launch { print("work") }
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    if moment == .activation { print("work") }
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    if moment == .background { print("work") }
  }
}

/// What an exploration does after the scenario, and when it judges.
@Suite struct RunEndTests {
  private static let quit = Fault(
    .forceQuit, "phone/Work",
    at: Anchor(
      subject: Subject(device: "phone", app: "Work", launch: 1), event: "app.state(suspended)"))

  private static func install(
    _ moment: WorkingApp.Moment, on phone: Phone
  ) throws -> InstalledApp {
    try phone.install(
      .making { WorkingApp(moment) }, infoPlist: InfoPlist(["CFBundleName": "Work"]))
  }

  private static func run(
    _ moment: WorkingApp.Moment, _ scenario: @escaping Scenario = { _ in }
  ) async throws -> RunResult {
    try await Explorer.play(
      { run in
        let phone = try run.world.addPhone()
        let app = try install(moment, on: phone)
        await phone.open(app)
        try await scenario(run)
        // What was done until here does not count.
        let before = app.log.texts.count
        run.eventually(within: .minutes(2), "work is done") { app.log.texts.count > before }
      }, Schedule())
  }

  @Test func `an app that is in front already becomes active again`() async throws {
    #expect(try await Self.run(.activation).failure == nil)
  }

  @Test func `the user leaves the apps once, for work of the background`() async throws {
    #expect(try await Self.run(.background).failure == nil)
  }

  @Test func `work that is never done is a failure, wrong since the property was first false`()
    async throws
  {
    let result = try await Self.run(.launch) { try await $0.world.pass(.minutes(7)) }
    let failure = try #require(result.failure)
    #expect(failure.kind == .property("work is done"))
    #expect(failure.since.instant == .start + .minutes(7))
    #expect(failure.undisturbedSince > failure.since.instant)
    #expect(result.usersTurn?.instant == .start + .minutes(7))
  }

  /// Such a property also holds after the user has left an app that never did its work.
  @Test func `what a user sees is judged while the user looks`() async throws {
    let result = try await Explorer.play(
      { run in
        let phone = try run.world.addPhone()
        let app = try Self.install(.launch, on: phone)
        await phone.open(app)
        await phone.goHome()
        run.eventually(within: .minutes(2), "a user who looks sees the answer") {
          app.state != .active || app.log.contains("answer")
        }
      }, Schedule())
    #expect(result.failure?.kind == .property("a user who looks sees the answer"))
  }

  @Test func `the user opens an app again that a fault has locked before a touch`() async throws {
    let lock = Fault(
      .lock, "phone",
      at: Anchor(
        subject: Subject(device: "phone", app: "Work", launch: 1), event: "app.state(active)"))
    let result = try await Explorer.play(
      { run in
        let phone = try run.world.addPhone()
        phone.hasPasscode = true
        let app = try Self.install(.launch, on: phone)
        await phone.open(app)
        try await run.world.pass(.minutes(1))
        await phone.touch(app, "print") { print("touched") }
        run.check("the touch reaches the app", app.log.contains("touched"))
      }, Schedule(faults: [lock]))
    #expect(result.happened.count == 1)
    #expect(result.failure == nil)
  }

  @Test func `a failed check ends the run at once`() async throws {
    let result = try await Explorer.play(
      { run in
        let phone = try run.world.addPhone()
        let app = try Self.install(.launch, on: phone)
        await phone.open(app)
        await phone.swipeAway(app)
        run.check("the app is running", app.process != nil)
        try await run.world.pass(.minutes(1))
      }, Schedule())
    let failure = try #require(result.failure)
    #expect(failure.kind == .property("the app is running"))
    #expect(failure.since == failure.moment)
    #expect(result.usersTurn == nil)
  }

  @Test(
    arguments: [
      (0, "the work is done, once"), (1, nil), (2, "the work is done, not more than once"),
    ] as [(Int, String?)])
  func `what happens exactly once fails if it never happens, and if it happens twice`(
    count: Int, failure: String?
  ) async throws {
    let result = try await Explorer.play(
      { run in
        run.exactlyOnce(within: .minutes(2), "the work is done") { count }
        try await run.world.pass(.minutes(1))
      }, Schedule())
    #expect(result.failure?.kind == failure.map(RunFailure.Kind.property))
  }

  @Test func `a run that fails without a fault has a story`() async throws {
    let result = try await Explorer().explore { run in
      let phone = try run.world.addPhone()
      let app = try phone.install(
        .making { WorkingApp(.launch) }, infoPlist: InfoPlist(["CFBundleName": "Work"]))
      run.always("no work is done") { !app.log.contains("work") }
      await phone.open(app)
    }
    #expect(result.verdict == .unusable)
    let story = try #require(result.withoutFaults?.story)
    #expect(story.lines.map(\.text).contains("Work on phone prints: work."))
    #expect(story.lines.last?.text == "Now this does not hold: no work is done.")
    #expect("\(result)".hasPrefix("The run without faults already fails.\nThis does not hold"))
    #expect(story.trace.contains("Work on phone  work"))
  }

  /// After a force-quit, an app that the system launches again is expected to work without its user.
  @Test(arguments: [true, false])
  func `an app that the system has launched again is judged without its user`(isLaunched: Bool)
    async throws
  {
    let result = try await Explorer.play(
      { run in
        let phone = try run.world.addPhone()
        let app = try phone.install(
          .making { WorkingApp(.launch) },
          infoPlist: InfoPlist([
            "CFBundleName": "Work", "NSLocationAlwaysAndWhenInUseUsageDescription": "To test.",
            "NSLocationWhenInUseUsageDescription": "To test.",
          ]))
        run.eventually(within: .minutes(2), "the app is never swiped away") {
          !app.terminations.contains(.forceQuit)
        }
        await phone.open(app)
        await phone.goHome()
        try await run.world.pass(.minutes(1))
        if isLaunched { phone.launch(app, .location) }
        try await run.world.pass(.minutes(30))
      }, Schedule(faults: [Self.quit]))
    let failure = try #require(result.failure)
    let end = (result.usersTurn ?? RunMoment(.start + .hours(24), after: 0))
    #expect((failure.instant < end.instant) == isLaunched)
  }

  /// By default, the time stops after a force-quit until the user opens the app.
  @Test(arguments: [true, false])
  func `the time of a property without the user also counts after a force-quit`(
    isWithoutUser: Bool
  ) async throws {
    let result = try await Explorer.play(
      { run in
        let phone = try run.world.addPhone()
        let app = try Self.install(.launch, on: phone)
        run.eventually(
          within: .minutes(5), withoutUser: isWithoutUser, "the app has a process"
        ) { app.process != nil }
        await phone.open(app)
        await phone.goHome()
        try await run.world.pass(.minutes(30))
      }, Schedule(faults: [Self.quit]))
    #expect(result.happened.count == 1)
    #expect((result.failure == nil) == !isWithoutUser)
  }

  @Test(arguments: [true, false])
  func `at the end the user unlocks only what is locked`(isLocked: Bool) async throws {
    let runner = InProcessRunner { run in
      let phone = try run.world.addPhone()
      phone.hasPasscode = true
      let app = try Self.install(.launch, on: phone)
      await phone.open(app)
      if isLocked { await phone.lock() }
      run.eventually(within: .minutes(2), "work is done twice") { app.log.texts.count > 1 }
    }
    let events = try #require(try await runner.run(RunRequest(Schedule(), .events)).events)
    #expect(events.contains { $0.role == .user && $0.words.hasPrefix("opens") })
    #expect(events.contains { $0.role == .user && $0.words.hasPrefix("unlocks") } == isLocked)
  }
}
