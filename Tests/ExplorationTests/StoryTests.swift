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

  /// The lines of the story of a run in which the strap ends its connections after four events.
  private static func lines(
    _ failure: RunFailure, _ events: [RunEvent] = events, nearest: [RunEvent] = [],
    usersTurn: RunMoment? = nil, usersReturn: RunMoment? = nil, absent: String? = nil
  ) -> [String] {
    var schedule = Schedule(seed: 1, faults: [fault])
    schedule.reductions = [absent].compactMap(\.self).map {
      ChoiceOverride(ChoicePlace("presence", of: $0), value: 0)
    }
    let run = RunResult(
      schedule: schedule, failure: failure, usersTurn: usersTurn, usersReturn: usersReturn,
      happened: [.init(fault: fault, instant: .start + .seconds(2), after: 4)], places: [],
      findings: [], seen: [], hoped: [], digest: "", error: nil, targets: .init(), events: events)
    return StoryLines(run, [], nearest: nearest).lines.map { "\($0.instant) \($0.text)" }
  }

  private static func moment(_ seconds: Double, after events: Int) -> RunMoment {
    RunMoment(.start + .seconds(seconds), after: events)
  }

  private static let failure = RunFailure(
    .property("the strap is used"), at: moment(302, after: 4), since: moment(2, after: 4))

  /// An event after the failure is not told.
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
        "00:05:02.000 After 5 min it still does not hold; no app has done anything since 00:00:02.000.",
      ])
  }

  @Test func `a finding that the failure does not need is marked`() {
    let events = [
      Self.event(2, "finding.a", "ble.wrong-state: a", .finding),
      Self.event(3, "finding.b", "ble.no-delegate: b", .finding),
    ]
    let failure = RunFailure(.property("the strap is used"), at: Self.moment(302, after: 2))
    let run = RunResult(
      schedule: Schedule(seed: 1), failure: failure, happened: [], places: [],
      findings: ["ble.wrong-state", "ble.no-delegate"], seen: [], hoped: [], digest: "",
      targets: .init(), events: events)
    let lines = StoryLines(run, [], dispensable: ["ble.wrong-state"]).lines.map(\.text)
    #expect(
      lines.contains(
        "Pulse on phone, a finding: ble.wrong-state: a. (The failure also occurs without this finding, with the fault at another time.)"
      ))
    #expect(lines.contains("Pulse on phone, a finding: ble.no-delegate: b."))
  }

  @Test func `the time counts since the last disturbance, and the failure began before it`() {
    let late = RunFailure(
      .property("the strap is used"), at: Self.moment(950, after: 5),
      since: Self.moment(2, after: 4), undisturbedSince: .start + .seconds(650))
    let lines = Self.lines(late)
    #expect(lines.contains("00:00:02.000 From now on, this does not hold: the strap is used."))
    #expect(
      lines.last
        == "00:15:50.000 It still does not hold, although nothing has disturbed the app for 5 min."
    )
  }

  @Test func `events between the fault and the failure are told, and repeats in one line`() {
    let values = (1...40).map {
      Self.event(10 + Double($0), "bluetooth.attribute(strap)", "value \($0) of strap")
    }
    let late = RunFailure(
      .property("the strap is used"), at: Self.moment(60, after: 44))
    #expect(
      Self.lines(late, Self.events.prefix(4) + values).suffix(2) == [
        "00:00:11.000 Pulse on phone: value 1 of strap. Then 39 more times like this, the last at 00:00:50.000: value 40 of strap.",
        "00:01:00.000 Now this does not hold: the strap is used.",
      ])
  }

  @Test func `of many events those are told that do not happen in the run that passes`() throws {
    // Forty different events, of which the passing run has all but two.
    let many = (0..<40).map {
      Self.event(10 + 10 * Double($0), "location.fix(\($0))", "position \($0)")
    }
    let failing = Self.events.prefix(4) + many
    let passing = failing.filter { !["position 19", "position 35"].contains($0.words) }
    let late = RunFailure(.property("the strap is used"), at: Self.moment(600, after: 44))
    let lines = Self.lines(late, Array(failing), nearest: Array(passing))
    #expect(lines.contains { $0.hasSuffix("position 19.") })
    #expect(lines.contains { $0.hasSuffix("position 35.") })
    #expect(lines.count < 40)
  }

  @Test func `what the user does after the scenario is one sentence`() {
    let after = [
      Self.event(900, "user.did(opens Pulse)", "opens Pulse", .user, of: Subject(device: "phone"))
    ]
    let late = RunFailure(.property("the strap is used"), at: Self.moment(950, after: 5))
    let lines = Self.lines(
      late, Self.events.prefix(4) + after, usersTurn: Self.moment(900, after: 4))
    #expect(
      lines.suffix(2) == [
        "00:15:00.000 The scenario and its faults are over, and the user opens every app.",
        "00:15:50.000 Now this does not hold: the strap is used.",
      ])
  }

  @Test func `the return of the user, who had left the apps for a while, is in the story`() {
    let late = RunFailure(.property("the strap is used"), at: Self.moment(950, after: 4))
    let lines = Self.lines(
      late, Array(Self.events.prefix(4)), usersTurn: Self.moment(600, after: 4),
      usersReturn: Self.moment(900, after: 4))
    #expect(
      lines.suffix(2) == [
        "00:15:00.000 The user has left the apps for a while, and opens them again.",
        "00:15:50.000 Now this does not hold: the strap is used.",
      ])
  }

  @Test func `findings that differ only in their numbers are folded, though others lie between`() {
    let repeated = (0..<20).flatMap { number in
      [
        Self.event(3, "finding.limit", "a finding: region \(number) is too much", .finding),
        Self.event(3, "output.line(refused)", "refused", .output),
      ]
    }
    let late = RunFailure(.property("the strap is used"), at: Self.moment(950, after: 44))
    let lines = Self.lines(late, Self.events.prefix(4) + repeated).filter { $0.contains("region") }
    #expect(lines.count == 4)
    #expect(lines[2].hasSuffix("region 2 is too much."))
    #expect(lines[3].contains("region 3 is too much. Then 16 more times like this"))
  }

  @Test func `a device that the failure does not need is not in the story`() {
    let events = [
      Self.event(0, "power.off", "power: battery empty", .other, of: Subject(device: "watch"))
    ]
    let late = RunFailure(.property("the strap is used"), at: Self.moment(2, after: 5))
    for absent in ["watch", nil] {
      let lines = Self.lines(late, events + Self.events.prefix(4), absent: absent)
      #expect(lines.contains { $0.contains("battery empty") } == (absent == nil))
    }
  }

  @Test func `a check that fails before the end of the scenario is told before it`() {
    let check = RunFailure(.property("the strap is used"), at: Self.moment(2, after: 4))
    #expect(
      Self.lines(check, usersTurn: Self.moment(2, after: 5)).last
        == "00:00:02.000 Now this does not hold: the strap is used.")
  }

  @Test
  func `the departure names the first event that differs, and what happens only in the other run`()
    throws
  {
    let end = VirtualInstant.start + .seconds(3_000)
    var passing = Self.events
    passing[3] = Self.event(2, "output.line(subscribed)", "subscribed", .output)
    let departure = try #require(Departure(Self.events, passing, until: end))
    #expect(departure.index == 3)
    #expect(departure.instead == [passing[3]])
    #expect(Departure(passing, passing, until: end) == nil)
    let short = try #require(Departure(Self.events, Array(Self.events.prefix(4)), until: end))
    #expect(short.index == 4 && short.instead.isEmpty)
    // What happens after the failure, and that apps come and go, says nothing.
    let longer =
      Array(Self.events.prefix(4)) + [
        Self.event(2, "app.state(suspended)", "is suspended", .process),
        Self.event(4, "bluetooth.attribute(strap)", "a value of strap"),
        Self.event(9, "output.line(late)", "late", .output),
      ]
    let late = try #require(
      Departure(Array(Self.events.prefix(4)), longer, until: .start + .seconds(8)))
    #expect(late.instead.map(\.words) == ["a value of strap"])
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
