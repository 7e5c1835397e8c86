import Foundation
import Testing

@testable import YobanExperiments

/// Tests how long an app ran, measured by its counter lines and by times.
@Suite struct FieldNumberTests {
  // MARK: Counter lines

  @Test func `a wake with 14 counter lines contradicts BT9, and the report names the number (BT9)`()
    throws
  {
    // S0 printed the numbers 1 to 11 in this wake.
    let report = try ArticleLog.s0.adding(3, beforeCounter: 10).report("E1")
    let contradiction = try #require(report.contradictions.first)
    #expect(report.contradictions.count == 1)
    #expect(contradiction.evidence == Evidence(grade: .measured, rule: "BT9"))
    #expect(contradiction.message.contains("14 lines of the counter, expected 9 to 12"))
    #expect(contradiction.message.contains("the app ran for 13 to 15 s; the rule says 8 to 11 s"))
    // 12 lines follow didDiscoverCharacteristicsFor; the last one is 11 s after the first.
    #expect(
      contradiction.change
        == .init(option: "bluetooth.wake", value: "8 to 9 s", change: "would have to reach 11 s"))
    // The first 12 lines of the wake are allowed; two are too many.
    #expect(contradiction.lines == [29, 30])
  }

  @Test(arguments: [(0, true), (1, true), (2, false), (5, false)])
  func `a wake may have as many counter lines as the rule and the constant allow (BT9)`(
    _ more: Int, _ isPossible: Bool
  ) throws {
    #expect(
      try ArticleLog.s0.adding(more, beforeCounter: 10).contradicted("E1")
        == (isPossible ? [] : ["BT9"]))
  }

  @Test
  func
    `a wake that is too short contradicts BT9, and the report names the constant that would allow it (BT9)`()
    throws
  {
    // The first wake without its last five lines: 6 lines remain, 4 of them after its last event.
    let kept = ArticleLog.s0.lines.filter { line in
      !(7...11).contains { line == "Background process...[\($0)]" }
    }
    let report = try ArticleLog(lines: kept).adding(0, beforeCounter: 0).report("E1")
    #expect(report.contradictions.map(\.evidence.rule) == ["BT9"])
    let change = try #require(report.contradictions.first?.change)
    #expect(change.option == "bluetooth.wake")
    // The line between the two wakes may also belong to the first one: 5 lines, less than 6 s.
    #expect(change.change == "would have to begin below 6 s")
  }

  @Test func `a second counter line before the suspension contradicts L7 (L7)`() throws {
    let report = try ArticleLog.s0.adding(1, beforeCounter: 0).report("E1")
    let contradiction = try #require(report.contradictions.first)
    #expect(report.contradictions.count == 1)
    #expect(contradiction.evidence.rule == "L7")
    #expect(contradiction.lines == [12])
    #expect(
      contradiction.change
        == .init(
          option: "lifecycle.graceAfterBackground", value: "100 to 900 ms",
          change: "would have to reach 1 s"))
  }

  @Test func `for a counter that never stops, the report suggests a debugger (L7)`() throws {
    let report = try ArticleLog.s0.adding(180, beforeCounter: 0).report("E1")
    #expect(report.contradictions.map(\.evidence.rule) == ["L7"])
    #expect(report.contradictions.first?.message.contains("debugger") == true)
  }

  @Test func `the numbers of the counter must be consecutive (L7)`() throws {
    var log = ArticleLog.s0
    log.lines[30] = "Background process...[40]"
    let report = try log.report("E1")
    // The next numbers are among the skipped ones, so they are not another contradiction.
    #expect(report.contradictions.map(\.message) == ["the counter went from 13 to 40"])
    #expect(report.contradictions.map(\.lines) == [[31]])
    #expect(report.lines[31].verdict == .noEvidence(.partner))
  }

  @Test func `ranging that continues for too long contradicts BC8 (BC8)`() throws {
    var log = ArticleLog("S3-ranging")
    log.lines += Array(repeating: "didRange 1 [background]", count: 5)
    let report = try log.report("E4")
    #expect(report.contradictions.map(\.evidence.rule) == ["BC8"])
    #expect(
      report.contradictions.first?.change
        == .init(option: "location.eventWake", value: "10 s", change: "would have to reach 14 s"))
  }

  @Test func `the report lists what the log measures for a constant, with the lines (L7, BT9)`()
    throws
  {
    let measurements = try ArticleLog.s0.report("E1").measurements
    #expect(
      measurements.map(\.option)
        == ["lifecycle.graceAfterBackground", "bluetooth.wake", "bluetooth.wake"])
    #expect(measurements.map(\.lines) == [11...11, 12...27, 28...37])
    // The line [12] may be the last one of the first wake or the first one of the second.
    #expect(
      measurements.map(\.measured) == [
        "less than 1 s", "8 to 11 s after the last event", "at least 7 s after the last event",
      ])
    #expect(measurements.map(\.evidence.grade) == [.assumed, .measured, .measured])
  }

  // MARK: Times

  /// Times for S0's log: moved to home screen at 20 s, accessory on at 200 s, off at 400 s.
  private static let seconds: [Double] = {
    let front: [Double] = [0, 0.1, 0.2, 0.3, 0.35, 5, 5.01, 20, 20.1, 20.11, 20.12]
    let first: [Double] = [200, 200.01, 200.02, 200.4, 201, 201.2, 201.3]
    return front + first + (2...10).map { 200 + Double($0) } + (0...9).map { 400 + Double($0) }
  }()

  /// Returns S0's log with these times. From line 29 on, each line is one second earlier, because
  /// didDisconnect directly follows the first number.
  private static func timed(_ change: (inout [Double]) -> Void = { _ in }) -> ArticleLog {
    var seconds = seconds
    seconds[28] = 400.01
    for i in 29..<seconds.count { seconds[i] = 400 + Double(i - 28) }
    change(&seconds)
    return ArticleLog.s0.timed(seconds)
  }

  @Test func `times that fit also confirm the delays (L1, BT20)`() throws {
    let report = try Self.timed().report("E1")
    #expect(report.contradictions == [])
    // centralManagerDidUpdateState was delivered within a second, which was an assumption.
    #expect(
      report.lines[4].verdict == .confirms(Evidence(grade: .measured, rule: "L1"), delay: .assumed))
    #expect(report.rules.contains { $0.evidence == Evidence(grade: .assumed, rule: "L1") })
  }

  @Test func `in a log with times, run times are measured by the times (BT9)`() throws {
    let measurements = try Self.timed().report("E1").measurements
    // The app ran from 201.3 s to 210 s; the line at 211 s was not printed.
    #expect(measurements[1].measured == "8.7 to 10 s after the last event")
    #expect(measurements[1].lines == 12...27)
  }

  @Test func `the time of a line decides to which wake it belongs (BT10)`() throws {
    // The number 12 was printed 0.9 s after 11, so the second wake begins with didDisconnect.
    let log = Self.timed { $0[27] = 210.9 }
    let report = try log.report("E1")
    #expect(report.measurements.map(\.lines) == [11...11, 12...28, 29...37])
    #expect(report.contradictions.map(\.evidence.rule) == ["BT9"])
    #expect(report.contradictions.first?.change?.change == "would have to reach 9.6 s")
  }

  @Test func `a wake that is too long by its times contradicts the constant (BT9)`() throws {
    // The loop is slow: it prints eleven lines, the last one 12 s after the last event.
    let log = Self.timed { for i in 18...26 { $0[i] = 201.3 + Double(i - 17) * 1.35 } }
    let report = try log.report("E1")
    #expect(report.contradictions.map(\.evidence.rule) == ["BT9"])
    #expect(report.contradictions.first?.change?.option == "bluetooth.wake")
    #expect(report.contradictions.first?.change?.change == "would have to reach 12.2 s")
  }

  @Test func `a pause in the middle of a wake contradicts its rule (BT9)`() throws {
    let log = Self.timed { for i in 22...26 { $0[i] += 3 } }
    let report = try log.report("E1")
    #expect(report.contradictions.contains { $0.message.contains("4 s passed after line 22") })
    #expect(Set(report.contradictions.map(\.evidence.rule)) == ["BT9"])
  }

  @Test
  func `a row that is too late contradicts the delay, with the confidence of the constant (BT20)`()
    throws
  {
    // didConnect is 2.5 s after didDiscover; all later rows are delayed, too.
    let log = Self.timed { seconds in
      for i in 14...26 { seconds[i] += 2.1 }
      seconds[15] = 201
    }
    let swapped = log.swapping(14)
    let report = try swapped.report("E1")
    let contradiction = try #require(report.contradictions.first)
    #expect(contradiction.evidence == Evidence(grade: .assumed, rule: "BT20"))
    #expect(contradiction.message.contains("came 2.5 s after"))
  }

  @Test
  func `two lines before the event that woke the app contradict BT10, if the times show it (BT10)`()
    throws
  {
    // The second wake prints two numbers, one second apart, before didDisconnect.
    let seconds = Self.seconds[..<28] + [401, 401.01] + (2...8).map { 400 + Double($0) }
    let log = ArticleLog(lines: ArticleLog.s0.swapping(28).lines).timed(Array(seconds))
    let report = try log.report("E1")
    #expect(report.contradictions.map(\.evidence.rule) == ["BT10"])
    #expect(report.contradictions.map(\.lines) == [[29]])
  }

  @Test func `times in whole seconds are compared with that precision (BT20)`() throws {
    let log = ArticleLog(
      lines: Self.timed().lines.map { String($0.prefix(8)) + $0.dropFirst(12) })
    #expect(try log.contradicted("E1") == [])
  }

  // MARK: User notes

  /// Returns the log of a beacon that is switched on and off, with notes of the user. The exit is
  /// logged the given number of seconds after the note.
  private static func beacon(exit: Int) -> ArticleLog {
    ArticleLog(lines: [
      "10:00:00 (door switched on)", "10:00:01.2 didEnterRegion door [background]",
      "10:00:01.3 didDetermineState inside door [background]", "10:01:00 (door switched off)",
      "10:0\(1 + exit / 60):\(exit % 60 + 10).0 didExitRegion door [background]",
      "10:0\(1 + exit / 60):\(exit % 60 + 10).1 didDetermineState outside door [background]",
    ])
  }

  @Test(arguments: [(20, true), (34, true), (36, true), (45, false)])
  func
    `a note tells when the beacon was switched off, so that the delay of the exit can be checked (BC4)`(
      _ exit: Int, _ isPossible: Bool
    ) throws
  {
    // The exit is logged 10 s later than the argument says.
    let report = try Self.beacon(exit: exit).report("E4.4")
    let measurement = try #require(report.measurements.first { $0.option == "location.exitDelay" })
    #expect(measurement.isAdmitted == isPossible)
    #expect(report.contradictions.map(\.evidence.rule) == (isPossible ? [] : ["BC4"]))
    #expect(report.lines[0].verdict == .noEvidence(.note))
    if !isPossible {
      #expect(
        report.contradictions.first?.change
          == .init(
            option: "location.exitDelay", value: "30 to 45 s", change: "would have to reach 55 s"))
    }
  }

  @Test func `regions that are monitored too late after a reboot contradict BC11 (BC11)`() throws {
    let lines = [
      "09:58:00 didEnterRegion door [background]",
      "09:58:00 didDetermineState inside door [background]", "09:59:30 (phone rebooting)",
      "10:00:00 (phone booted)", "10:05:00 didFinishLaunching for location [background]",
      "10:05:00 didEnterRegion door [background]",
      "10:05:00 didDetermineState inside door [background]",
    ]
    let report = try ArticleLog(lines: lines).report("E4")
    #expect(report.part == "E4.12")
    #expect(report.contradictions.map(\.evidence.rule) == ["BC11"])
    #expect(
      report.contradictions.first?.change
        == .init(option: "location.rearming", value: "180 s", change: "would have to reach 300 s"))
  }
}
