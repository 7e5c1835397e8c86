import Testing
import YobanTesting
import YobanVirtualTime

@testable import YobanExploration

@Suite struct StoryTests {
  private static let app = Subject(device: "phone", app: "Pulse", launch: 1)

  private static func event(
    _ seconds: Double, _ name: String, _ words: String, _ role: RunEvent.Role = .other,
    of subject: Subject = app
  ) -> RunEvent {
    RunEvent(
      instant: .start + .seconds(seconds), subject: subject, name: name, words: words, role: role)
  }

  private static let events = [
    event(0, "user.did(opens Pulse)", "opens Pulse", .user, of: Subject(device: "phone")),
    event(0, "app.launched(user)", "launched (user)", .process),
    event(2, "bluetooth.connected(strap)", "connected to strap"),
    event(2, "output.line(connected)", "connected", .output),
    event(900, "bluetooth.attribute(strap)", "a value of strap"),
    event(2000, "app.terminated(late)", "ended: too late", .process),
  ]
  private static let fault = Fault(
    .linkLost, "strap", at: Anchor(subject: app, event: "bluetooth.connected(strap)"))

  private static func lines(_ failure: RunFailure, departure: Int? = nil) -> [String] {
    StoryLines.lines(
      events, [.init(fault: fault, instant: .start + .seconds(2), after: 4)], [], failure,
      departure: departure
    ).map { "\($0.instant) \($0.text)" }
  }

  private static let failure = RunFailure(
    .property("the strap is used"), at: .start + .seconds(302), since: .start + .seconds(2))

  /// An event far from the fault is not told, nor is one after the failure.
  @Test
  func
    `a story tells the user, the fault after the events before it, what is near it, and the failure`()
  {
    #expect(
      Self.lines(Self.failure) == [
        "00:00:00.000 The user of phone opens Pulse.",
        "00:00:00.000 Pulse on phone: launched (user).",
        "00:00:02.000 Pulse on phone: connected to strap.",
        "00:00:02.000 Pulse on phone prints: connected.",
        "00:00:02.000 strap ends its connections.",
        "00:00:02.000 From now on, this does not hold: the strap is used.",
        "00:05:02.000 After 5 min it still does not hold.",
      ])
  }

  @Test func `the event at which the run departs from one that passes is part of the story`() {
    let late = RunFailure(
      .property("the strap is used"), at: .start + .seconds(950), since: .start + .seconds(950))
    #expect(!Self.lines(late).contains { $0.contains("a value") })
    #expect(
      Self.lines(late, departure: 4).contains("00:15:00.000 Pulse on phone: a value of strap."))
    #expect(
      Self.lines(late).last == "00:15:50.000 From now on, this does not hold: the strap is used.")
  }

  @Test func `the departure names the first event that differs, and one that is missing`() throws {
    var passing = Self.events
    passing[3] = Self.event(2, "output.line(subscribed)", "subscribed", .output)
    let departure = try #require(Departure(Self.events, passing))
    #expect(departure.index == 3)
    #expect(departure.missing == passing[3])
    #expect(Departure(passing, passing) == nil)
    #expect(Departure(Self.events, Array(Self.events.prefix(4)))?.index == 4)
    #expect(Departure(Self.events, Array(Self.events.prefix(4)))?.missing == nil)
  }

  @Test func `two runs are compared side by side, in the order of their times`() {
    var passing = Self.events
    passing[3] = Self.event(3, "output.line(subscribed)", "subscribed", .output)
    let rows = RunComparison(Self.events, passing).rows
    #expect(rows.map(\.isEqual) == [true, true, true, false, false, true, true])
    #expect(rows.map(\.isFirstDifference).firstIndex(of: true) == 3)
    #expect(rows[3].failing == Self.events[3] && rows[4].passing == passing[3])
  }

  @Test(arguments: [
    (Duration.milliseconds(340), "340 ms"), (.seconds(5), "5 s"), (.milliseconds(5_250), "5.2 s"),
    (.seconds(600), "10 min"), (.seconds(65), "1 min 5 s"), (.seconds(7_500), "2 h 5 min"),
  ])
  func `durations are written in words`(duration: Duration, words: String) {
    #expect(duration.inWords == words)
  }

  @Test func `the test to paste has a name that Swift accepts, and the schedule`() {
    let schedule = Schedule(seed: 3, faults: [Self.fault])
    let test = TestSource.test(schedule, Self.failure)
    #expect(test.contains("@Test func `strap ends its connections`() async throws {"))
    #expect(test.contains("\"\(schedule)\""))
  }

  @Test(
    arguments: [
      (4, "", "crash, a trap"),
      (
        5 | 0x80, "x\nPulse/A.swift:3: Fatal error: Index out of range\n",
        "crash, a trap: Pulse/A.swift:3: Fatal error: Index out of range"
      ),
      (11, "", "crash, an access to memory that is not there"),
      (3 << 8, "", "the process ended with exit code 3"),
    ] as [(Int32, String, String)])
  func `the reason of a crash contains the message of the trap`(
    status: Int32, output: String, reason: String
  ) {
    #expect(CrashReason.text(status: status, output: output) == reason)
  }
}
