import Foundation
import Testing
import YobanTestReport

/// An event stream in the form that Swift Testing 6.3 writes, made from a few words.
private struct Events {
  private var lines: [String] = []

  var data: Data { Data(lines.joined(separator: "\n").utf8) }

  mutating func declare(_ id: String, _ name: String, line: Int) {
    lines.append(
      #"{"kind":"test","payload":{"displayName":"\#(name)","id":"\#(id)","kind":"function","name":"f()","sourceLocation":{"filePath":"/repo/Tests/PulseTests.swift","line":\#(line),"column":4}},"version":"6.3.0"}"#
    )
  }

  mutating func add(_ kind: String, _ id: String, _ more: String = "", messages: [String] = []) {
    let list = messages.map { #"{"symbol":"details","text":"\#($0)"}"# }.joined(separator: ",")
    lines.append(
      #"{"kind":"event","payload":{"kind":"\#(kind)","testID":"\#(id)","messages":[\#(list)]\#(more)},"version":"6.3.0"}"#
    )
  }

  mutating func addIssue(_ id: String, _ text: String, line: Int, severity: String = "error") {
    add(
      "issueRecorded", id,
      #","issue":{"isFailure":\#(severity == "error"),"isKnown":false,"severity":"\#(severity)","sourceLocation":{"filePath":"/repo/Tests/PulseTests.swift","line":\#(line),"column":1}}"#,
      messages: ["Issue recorded", text])
  }

  mutating func attach(_ id: String, _ path: String) {
    add("valueAttached", id, #","attachment":{"path":"\#(path)"}"#)
  }
}

@Suite struct TestReportTests {
  private let paths = SourcePaths(roots: ["/repo"], changed: ["Pulse/Model.swift"])

  private func id(_ name: String) -> String { "PulseTests.Night/\(name)()/PulseTests.swift:5:4" }

  /// A run with a test of each outcome.
  private func exampleEvents() -> Events {
    var events = Events()
    for (index, name) in ["passes", "fails", "skipped", "ends"].enumerated() {
      events.declare(id(name), "the test \(name)", line: 10 + index)
    }
    events.add("testStarted", id("passes"))
    events.addIssue(id("passes"), "only a warning", line: 20, severity: "warning")
    events.attach(id("passes"), "/out/the-test.findings.json")
    events.add("testEnded", id("passes"))
    events.add("testStarted", id("fails"))
    events.addIssue(id("fails"), #"This does not hold: 1, 2: all\nFAULT: 100 %"#, line: 21)
    events.attach(id("fails"), "/out/tests/a story.html")
    events.attach(id("fails"), "/out/tests/gone.findings.json")
    events.add("testEnded", id("fails"))
    events.add("testSkipped", id("skipped"))
    events.add("testStarted", id("ends"))
    return events
  }

  private func example() -> TestRun {
    var run = TestRun()
    run.hasSucceeded = false
    run.add(events: exampleEvents().data + Data("\n{\"kind\":\"event\",\"payl".utf8)) { path in
      guard path == "/out/the-test.findings.json" else { return nil }
      return Data(
        #"[{"name":"bgtask.leaked","text":"It leaks. End it.","rule":"BG4: a rule","isAdvice":false},{"name":"bgtask.together","text":"Two tasks.","rule":"","isAdvice":true}]"#
          .utf8)
    }
    return run
  }

  @Test func `each test has its outcome, its issues and its files`() throws {
    let run = example()
    #expect(run.tests.map(\.outcome) == [.passed, .failed, .skipped, .unfinished])
    #expect(run.tests.map(\.suite) == Array(repeating: "PulseTests.Night", count: 4))
    let failed = try #require(run.tests.first { $0.outcome == .failed })
    #expect(failed.name == "the test fails")
    #expect(failed.attachments == ["/out/tests/a story.html"])
    #expect(failed.issues.map(\.text) == ["This does not hold: 1, 2: all\nFAULT: 100 %"])
    #expect(failed.issues[0].place == .init(path: "/repo/Tests/PulseTests.swift", line: 21))
    #expect(run.findings.map(\.name) == ["bgtask.leaked", "bgtask.together"])
    #expect(run.findings[0].tests == ["the test passes"])
    #expect(run.result == .failed)
  }

  @Test func `a known issue does not make a test fail`() {
    var events = Events()
    events.declare(id("known"), "known", line: 3)
    events.add("testStarted", id("known"))
    events.add("issueRecorded", id("known"), #","issue":{"isFailure":false,"isKnown":true}"#)
    events.add("testEnded", id("known"))
    var run = TestRun()
    run.add(events: events.data) { _ in nil }
    #expect(run.tests.map(\.outcome) == [.passed])
    #expect(run.tests.flatMap(\.issues).isEmpty)
    #expect(run.result == .passed)
  }

  @Test func `a finding that several tests see is reported once, with their names`() {
    var events = Events()
    for name in ["one", "two"] {
      events.declare(id(name), name, line: 3)
      events.attach(id(name), "/out/\(name).findings.json")
      events.add("testEnded", id(name))
    }
    var run = TestRun()
    run.add(events: events.data) { _ in
      Data(#"[{"name":"a","text":"b","rule":"","isAdvice":false}]"#.utf8)
    }
    #expect(run.findings.map(\.tests) == [["one", "two"]])
  }

  @Test func `tests of XCTest are read from the output`() {
    var run = TestRun()
    run.add(
      testOutput: """
        Test Case 'RangeTests.testNear' started at 2026-11-29 17:37:24.561
        /repo/Tests/RangeTests.swift:12: error: RangeTests.testNear : XCTAssertEqual failed: ("1") is not equal to ("2") - no
        Test Case 'RangeTests.testNear' failed (0.001 seconds)
        Test Case 'RangeTests.testFar' started at 2026-11-29 17:37:24.562
        Test Case 'RangeTests.testFar' passed (0.0 seconds)
        Test Case 'RangeTests.testEnd' started at 2026-11-29 17:37:24.562
        """)
    #expect(run.tests.map(\.name) == ["testNear", "testFar", "testEnd"])
    #expect(run.tests.map(\.outcome) == [.failed, .passed, .unfinished])
    #expect(run.tests[0].place == .init(path: "/repo/Tests/RangeTests.swift", line: 12))
    #expect(
      run.tests[0].issues.map(\.text) == [
        #"XCTAssertEqual failed: ("1") is not equal to ("2") - no"#
      ])
  }

  @Test(arguments: [
    (
      """
      [1/3] Compiling Pulse Model.swift
      /repo/Pulse/Model.swift:3:9: error: cannot find 'x' in scope
      /repo/Pulse/Model.swift:3:9: error: cannot find 'x' in scope
      error: fatalError
      """, ["Pulse/Model.swift:3: cannot find 'x' in scope"]
    ),
    ("error: no such module\nmore", [": no such module"]),
    ("Killed", [": The build failed: Killed"]),
  ])
  func `a build that fails has its errors, each once`(log: String, expected: [String]) {
    var run = TestRun()
    run.hasSucceeded = false
    run.add(failedBuildOutput: log)
    let found = run.buildErrors.map { error in
      "\(error.place.map { "\($0.path.dropFirst("/repo/".count)):\($0.line)" } ?? ""): \(error.text)"
    }
    #expect(found == expected)
    #expect(run.result == .notBuilt)
  }

  @Test func `a run without tests is no success`() {
    #expect(TestRun().result == .noTests)
  }

  // MARK: Annotations

  @Test func `annotations are workflow commands, with the characters that GitHub needs escaped`() {
    let commands = Annotation.commands(Annotation.all(of: example(), paths), paths)
    #expect(
      commands == [
        "::error file=Tests/PulseTests.swift,line=21,title=the test fails::This does not hold: 1, 2: all%0AFAULT: 100 %25",
        "::error file=Tests/PulseTests.swift,line=13,title=the test ends::The process of the tests ended in this test, or beside it.",
        "::warning file=Tests/PulseTests.swift,line=20,title=the test passes::only a warning",
        "::warning file=Tests/PulseTests.swift,line=10,title=bgtask.leaked::It leaks. End it.%0ABG4: a rule",
        "::notice file=Tests/PulseTests.swift,line=10,title=bgtask.together::Two tasks.",
      ])
  }

  private func leftOut(_ file: String, _ pieces: [(Int, String)], background: Bool) throws
    -> LeftOutModule
  {
    let list = pieces.map {
      #"{"line":\#($0.0),"lastLine":\#($0.0 + 1),"kind":"statement","reason":"no 'x, y'","effect":"\#($0.1)"}"#
    }
    let json =
      #"{"module":"Pulse","summary":"Pulse: 1 line","files":[{"path":"\#(file)","isBackground":\#(background),"functions":{"unchanged":1,"partly":2,"leftOut":3},"pieces":[\#(list.joined(separator: ","))]}],"errors":[]}"#
    return try JSONDecoder().decode(LeftOutModule.self, from: Data(json.utf8))
  }

  @Test func `left-out code of changed files comes first, then code that ends the app`() throws {
    var run = TestRun()
    run.leftOut = [
      try leftOut("/repo/A.swift", [(1, "is skipped"), (3, "ends the app")], background: false),
      try leftOut("/repo/B.swift", [(5, "ends the app")], background: true),
      try leftOut("/repo/Pulse/Model.swift", [(7, "is skipped")], background: false),
      try leftOut("/elsewhere/C.swift", [(9, "is absent")], background: false),
    ]
    let all = Annotation.all(of: run, paths)
    #expect(
      all.map { "\($0.level) \($0.place?.line ?? 0)" } == [
        "notice 7", "warning 5", "warning 3", "notice 1", "notice 9",
      ])
    #expect(
      Annotation.commands(all, paths) == [
        "::warning file=B.swift,line=5,endLine=6,title=left out in background tests%3A statement::no 'x, y'; the simulated app ends here",
        "::warning file=A.swift,line=3,endLine=4,title=left out in background tests%3A statement::no 'x, y'; the simulated app ends here",
        "::notice file=Pulse/Model.swift,line=7,endLine=8,title=left out in background tests%3A statement::no 'x, y'",
        "::notice file=A.swift,line=1,endLine=2,title=left out in background tests%3A statement::no 'x, y'",
        "::notice title=left out in background tests%3A statement::no 'x, y'",
      ])
  }

  @Test func `GitHub shows ten annotations of a level, and no more are printed`() {
    var run = TestRun()
    run.buildErrors = (1...12).map {
      .init(text: "error \($0)", place: .init(path: "/repo/A.swift", line: $0))
    }
    let commands = Annotation.commands(Annotation.all(of: run, paths), paths)
    #expect(commands.count == 10)
    #expect(commands.last?.hasSuffix("::error 10") == true)
  }

  @Test func `an entry for GitLab keeps its fingerprint when its line moves`() throws {
    func entries(line: Int) throws -> [[String: Any]] {
      var run = TestRun()
      run.buildErrors = [
        .init(text: "e", place: .init(path: "/repo/A.swift", line: line)),
        .init(text: "e", place: .init(path: "/repo/A.swift", line: line + 1)),
        .init(text: "no place", place: nil),
      ]
      let report = try CodeQualityReport(Annotation.all(of: run, paths), paths).write()
      return try #require(JSONSerialization.jsonObject(with: report) as? [[String: Any]])
    }
    let one = try entries(line: 1)
    let moved = try entries(line: 8)
    let fingerprints = one.compactMap { $0["fingerprint"] as? String }
    #expect(Set(fingerprints).count == 2)
    #expect(fingerprints == moved.compactMap { $0["fingerprint"] as? String })
    let location = moved[0]["location"] as? [String: Any]
    #expect(location?["path"] as? String == "A.swift")
    #expect((location?["lines"] as? [String: Int])?["begin"] == 8)
    #expect(moved[0]["severity"] as? String == "critical")
  }

  // MARK: The summary and the page

  @Test func `the summary has the story as it is, and tables that names cannot break`() {
    var run = example()
    run.findings[0].text = "a | b <script>"
    run.tests[1].issues[0].text = "```\nstory"
    let summary = JobSummary(run, title: "Pulse & Co", command: "make", paths).write()
    #expect(summary.hasPrefix("## Pulse &amp; Co: 2 of 4 background tests failed\n"))
    #expect(summary.contains("| 1 | 2 | 1 | 1 | 1 | 0 |"))
    #expect(summary.contains("````text\n```\nstory\n````"))
    #expect(summary.contains("a \\| b &lt;script&gt; BG4: a rule"))
    #expect(summary.contains("`a story.html`"))
    #expect(!summary.contains("<script>"))
  }

  @Test func `a summary that GitHub would refuse is cut, and says so`() {
    var run = example()
    let failed = run.tests[1]
    run.tests = (0..<100).map { _ in
      var test = failed
      test.issues[0].text = String(repeating: "é", count: 30_000)
      return test
    }
    let summary = JobSummary(run, title: "Pulse", command: "the command", paths).write()
    #expect(summary.utf8.count < 1_048_576)
    #expect(summary.contains("the rest is in the files of the report"))
    #expect(summary.contains("the command"))
  }

  @Test func `the page links the attached files and escapes texts`() {
    var run = example()
    run.tests[1].name = "<b>&\""
    let page = ReportIndex(run, title: "Pulse", paths).write(in: "/out")
    #expect(page.contains(#"<a href="tests/a%20story.html">a story.html</a>"#))
    #expect(page.contains("&lt;b&gt;&amp;&quot;"))
    #expect(!page.contains("<b>&"))
  }
}
