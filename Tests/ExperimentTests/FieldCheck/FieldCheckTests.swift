import Foundation
import Testing

@testable import YobanExperiments

/// Checks the published logs of the articles, as they are and with changes.
@Suite struct FieldCheckTests {
  // MARK: As published

  @Test(arguments: ArticleLog.all)
  func `the published rows of an article contradict no rule`(_ name: String, _ experiment: String)
    throws
  {
    let report = try ArticleLog(name).report(experiment)
    #expect(report.contradictions == [])
    #expect(report.silentLines == 0)
    #expect(report.rowsBefore == 0)
    #expect(report.measurements.filter { !$0.isAdmitted } == [])
  }

  @Test
  func
    `the log of S0 confirms the rules of its rows line by line (L1, L2, L7, BT9, BT10, BT11, BT20)`()
    throws
  {
    let report = try ArticleLog.s0.report("E1")
    #expect(report.part == "E1.1")
    let rules = report.lines.map { line -> String in
      if case .confirms(let evidence, _) = line.verdict { evidence.rule } else { "none" }
    }
    let launch = Array(repeating: "L1", count: 7)
    let home = ["L2", "L2", "L7", "L7"]
    let wake = ["BT10", "BT9", "BT11", "BT20", "BT9", "BT20", "BT20"]
    #expect(rules == launch + home + wake + Array(repeating: "BT9", count: 19))
  }

  @Test(arguments: [
    ("S0", "E1", "E1.1"), ("S1", "E2", "E2.1"), ("S3-running", "E4", "E4.1"),
    ("S3-suspended", "E4", "E4.2"), ("S3-terminated", "E4", "E4.6"), ("S3-ranging", "E4", "E4.9"),
    ("S3-second-detection", "E4", "E4.10"), ("S3-registered-again", "E4", "E4.11"),
  ])
  func `the part of the experiment that explains a log best is found`(
    _ name: String, _ experiment: String, _ part: String
  ) throws {
    #expect(try ArticleLog(name).report(experiment).part == part)
    #expect(try ArticleLog(name).contradicted(part) == [])
  }

  @Test func `other parts that explain a log equally well are listed`() throws {
    // These parts produce the same rows, because the rows do not depend on what the screen shows.
    #expect(try ArticleLog("S3-suspended").report("E4").alternatives == ["E4.3", "E4.4", "E4.5"])
  }

  // MARK: Rows in another order

  /// Line numbers (from 1) in S0's log that may be swapped with the next line: one of the two lines
  /// comes from the counter, the other from another thread.
  private static let free: Set<Int> = [12, 15, 16, 18, 28, 29]

  private static let s0Rules: [[String]] = {
    let launch = Array(repeating: ["L1"], count: 7)
    let home = [["L2"], ["L2"], ["L7"], ["L7"]]
    let wake = [["L7", "BT9", "BT10"], ["BT9"], ["BT11"], ["BT20"], ["BT9"], ["BT20"], ["BT20"]]
    return launch + home + wake + Array(repeating: ["BT9"], count: 19)
  }()

  @Test(arguments: 1..<37)
  func
    `swapping two rows of S0's log contradicts the rule of one of them (L1, L2, L7, BT9, BT11, BT20)`(
      _ line: Int
    ) throws
  {
    let rules = try ArticleLog.s0.swapping(line - 1).contradicted("E1")
    if Self.free.contains(line) {
      #expect(rules == [])
    } else {
      #expect(rules.count == 1)
      let rule = try #require(rules.first)
      #expect((Self.s0Rules[line - 1] + Self.s0Rules[line]).contains(rule))
    }
  }

  private static let others = ArticleLog.all.filter { $0.name != "S0" }

  @Test(arguments: others)
  func
    `swapping two rows of another article's log contradicts the rule of one of them (BC3, BC8, BT11, BT20)`(
      _ name: String, _ experiment: String
    ) throws
  {
    let log = ArticleLog(name)
    let rules = try log.report(experiment).lines.map(\.verdict.rule)
    for i in 0..<(log.lines.count - 1) where log.lines[i] != log.lines[i + 1] {
      let found = try log.swapping(i).contradicted(experiment)
      #expect(found.count == 1, "lines \(i + 1) and \(i + 2)")
      // A text that occurs twice, such as the determination of a state, can have two rules.
      let swapped = [log.lines[i], log.lines[i + 1]]
      let known = zip(log.lines, rules).filter { swapped.contains($0.0) }.map(\.1)
      #expect(known.contains(found.first), "lines \(i + 1) and \(i + 2): \(found)")
    }
  }

  @Test func `swapping two rows far from each other causes at most two contradictions`() throws {
    var lines = ArticleLog.s0.lines
    lines.swapAt(1, 14)
    let rules = try ArticleLog(lines: lines).contradicted("E1")
    #expect(Set(rules) == ["L1", "BT20"])
    #expect(rules.count == 2)
  }

  // MARK: Extra and missing rows

  @Test func `a log may end at any line`() throws {
    for count in 1...ArticleLog.s0.lines.count {
      let log = ArticleLog(lines: Array(ArticleLog.s0.lines.prefix(count)))
      #expect(try log.contradicted("E1") == [], "the first \(count) lines")
    }
  }

  @Test func `a log may begin after the launch`() throws {
    let log = ArticleLog(lines: Array(ArticleLog.s0.lines.dropFirst(4)))
    let report = try log.report("E1")
    #expect(report.contradictions == [])
    #expect(report.rowsBefore == 4)
  }

  @Test(arguments: 1..<36)
  func `a missing row contradicts its rule`(_ i: Int) throws {
    var log = ArticleLog.s0
    log.lines.remove(at: i)
    let rules = try log.contradicted("E1")
    #expect(rules.count == 1)
    let rule = try #require(rules.first)
    #expect(Self.s0Rules[i].contains(rule))
  }

  @Test(arguments: 0..<37)
  func `a duplicate row contradicts its rule`(_ i: Int) throws {
    var log = ArticleLog.s0
    log.lines.insert(log.lines[i], at: i)
    let rules = try log.contradicted("E1")
    #expect(rules.count == 1)
    // The numbers of the counter belong to L7.
    let rule = try #require(rules.first)
    #expect((Self.s0Rules[i] + ["L7"]).contains(rule))
  }

  @Test func `a row in the wrong state contradicts its rule, and the report names its line (L2)`()
    throws
  {
    var log = ArticleLog.s0
    log.lines[7] = "sceneWillResignActive(_:) - [inactive]"
    let report = try log.report("E1")
    let contradiction = try #require(report.contradictions.first)
    #expect(report.contradictions.count == 1)
    #expect(contradiction.evidence.rule == "L2")
    #expect(contradiction.lines == [8])
    #expect(contradiction.expected == "sceneWillResignActive(_:) [active]")
    #expect(contradiction.message.contains("found [inactive]"))
    #expect(report.lines[7].verdict == .contradicts([0]))
  }

  @Test func `for a missing row, which has no line, the next line is named (L1)`() throws {
    var log = ArticleLog.s0
    log.lines.remove(at: 1)
    let report = try log.report("E1")
    #expect(report.contradictions.map(\.isMissing) == [true])
    #expect(report.contradictions.map(\.lines) == [[2]])
  }

  // MARK: Additional content of other people's logs

  @Test func `lines that no experiment expects are ignored`() throws {
    var lines: [String] = []
    for line in ArticleLog.s0.lines {
      lines += ["[CoreBluetooth] XPC connection invalid", line, ""]
    }
    let report = try ArticleLog(lines: lines).report("E1")
    #expect(report.contradictions == [])
    #expect(report.silentLines == ArticleLog.s0.lines.count * 2 - 1)
  }

  @Test func `an error label, a missing dash and a missing state make no difference`() throws {
    let lines = ArticleLog.s0.lines.map {
      $0.replacing("didDiscoverServices:error:)", with: "didDiscoverServices:)")
        .replacing(" - [", with: " [")
    }
    #expect(try ArticleLog(lines: lines).contradicted("E1") == [])
    let bare = ArticleLog.s0.lines.map { $0.split(separator: " - [")[0] }.map(String.init)
    #expect(try ArticleLog(lines: bare).contradicted("E1") == [])
  }

  @Test func `a log of a peripheral with a name gives no evidence about one without (BT11)`() throws
  {
    var log = ArticleLog.s0
    log.lines[13] = log.lines[13].replacing("(null)", with: "JBL Speaker, mtu = 3")
    let report = try log.report("E1")
    #expect(report.contradictions == [])
    #expect(report.lines[13].verdict == .noEvidence(.otherAccessory))
    log.lines[13] = log.lines[13].replacing("disconnected", with: "connected")
    #expect(try log.contradicted("E1") == ["BT11"])
  }

  @Test func `values of another accessory make no difference, unless the app wrote them (BT20)`()
    throws
  {
    var log = ArticleLog.s1
    log.lines[2] = "found Thermometer 7 [on]"
    log.lines[6] = "battery 3 %"
    log.lines[7] = "scratch FF 7E"
    #expect(try log.contradicted("E2") == [])
    log.lines[9] = "scratch 01 03"
    #expect(try log.contradicted("E2") == ["BT20"])
  }

  @Test func `in foreground the counter of E0 may run for any time (L3, L4)`() throws {
    let launch = [
      "application(_:didFinishLaunchingWithOptions:) - [background]",
      "viewDidLoad() - [background]",
      "sceneWillEnterForeground(_:) - [background]", "sceneDidBecomeActive(_:) - [inactive]",
    ]
    let home = [
      "sceneWillResignActive(_:) - [active]", "sceneDidEnterBackground(_:) - [background]",
      "Execute background processing", "Background process...[0]",
    ]
    let counter = (2...400).map { "Background process...[\($0)]" }
    let end = [
      "sceneWillResignActive(_:) - [active]", "sceneDidDisconnect(_:) - [background]",
      "applicationWillTerminate(_:) - [background]",
    ]
    // The suspended loop may continue before the callback or after it.
    for back in [
      ["Background process...[1]", launch[2], launch[3]],
      [launch[2], "Background process...[1]", launch[3]],
    ] {
      let report = try ArticleLog(lines: launch + home + back + counter + end).report("E0")
      #expect(report.part == "E0.1")
      #expect(report.contradictions == [])
    }
  }

  @Test func `a log without counter lines gives no evidence about run times`() throws {
    let lines = ArticleLog.s0.lines.filter { !$0.hasPrefix("Background process...") }
    let report = try ArticleLog(lines: lines).report("E1")
    #expect(report.contradictions == [])
    #expect(report.measurements == [])
  }

  // MARK: Logs that cannot be compared

  @Test func `a log of another experiment is refused with a hint`() throws {
    #expect(throws: FieldCheckError.nothingKnown("E4", better: "E2")) {
      try ArticleLog.s1.report("E4")
    }
    #expect(throws: FieldCheckError.unknownFormat("E1", ["1: hello"])) {
      try ArticleLog(lines: ["hello"]).report("E1")
    }
    #expect(throws: FieldCheckError.unknownName("E5")) { try FieldCheck("E5") }
    #expect(throws: FieldCheckError.unknownName("E1.99")) { try FieldCheck("E1.99") }
  }
}

extension FieldReport.Verdict {
  /// The rule that this line confirms.
  fileprivate var rule: String? {
    if case .confirms(let evidence, _) = self { evidence.rule } else { nil }
  }
}
