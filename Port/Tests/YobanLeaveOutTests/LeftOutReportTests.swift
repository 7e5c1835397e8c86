import Testing

@testable import YobanLeaveOut

/// The account of files between which members have moved, and of code that the port did not take over.
@Suite struct LeftOutReportTests {
  /// A.swift has received the function `f` of B.swift, whose error is at the mark.
  private static let received =
    "\nclass A {\n  func a() {}\n\n  override func f() {\n    x()\n  }\n\n}\nfunc b() {}\n"
  private static let regions = [
    SourceRegion(offset: 1, path: "/app/A.swift", line: 1),
    SourceRegion(offset: 26, path: "/app/B.swift", line: 20),
    SourceRegion(offset: 61, path: "/app/A.swift", line: 3),
  ]

  private static func search(_ lost: [LostCode] = [], line: Int = 20) -> LeaveOut {
    var regions = regions
    regions[1].line = line
    return LeaveOut(
      [
        .init(
          path: "/check/A.swift", original: "/app/A.swift", text: received, regions: regions),
        .init(
          path: "/check/B.swift", original: "/app/B.swift",
          text: "\nextension A {\n  func c() {\n    one()\n  }\n}\n", lost: lost),
      ], available: Row.available, ownModules: [])
  }

  private static func finished(_ leaveOut: LeaveOut, _ errors: String = "") -> LeaveOut {
    var leaveOut = leaveOut
    let clean = CompilerOutput("", hasCrashed: false)
    let error = CompilerOutput(errors, hasCrashed: false)
    for output in [clean, error, error, clean, clean, clean]
    where leaveOut.next != .finished {
      leaveOut.advance(output)
    }
    return leaveOut
  }

  private static func file(_ name: String, _ leaveOut: LeaveOut) -> LeftOutReport.File? {
    leaveOut.report(module: "App").files.first { $0.path == "/app/\(name).swift" }
  }

  @Test func `a moved function counts for the file that it comes from`() {
    let done = Self.finished(Self.search())
    #expect(Self.file("A", done)?.functions.unchanged == 2)
    #expect(Self.file("B", done)?.functions.unchanged == 2)
    #expect(Self.file("A", done)?.lines == 4)
    #expect(Self.file("B", done)?.lines == 5)
  }

  @Test func `a piece of a moved function has its place in the file that it comes from`() {
    let done = Self.finished(
      Self.search(), "/check/A.swift:6:5: error: cannot find 'x' in scope\n")
    #expect(done.texts[0].text.contains("yobanLeftOut(\"B.swift:21\""))
    let (a, b) = (Self.file("A", done), Self.file("B", done))
    #expect(a?.pieces.isEmpty == true && a?.changedLines == 0 && a?.functions.unchanged == 2)
    #expect(b?.pieces.map(\.line) == [21] && b?.changedLines == 1)
    #expect(b?.functions == .init(unchanged: 1, partly: 1, leftOut: 0))
    #expect(done.report(module: "App").hasPiece(at: "B.swift:21"))
  }

  @Test func `a place of port json in a moved function is that of its own file`() {
    var leaveOut = LeaveOut(
      [
        .init(
          path: "/check/A.swift", original: "/app/A.swift", text: Self.received,
          regions: Self.regions)
      ], available: Row.available, ownModules: [], values: ["B.swift:21": "y()"])
    leaveOut = Self.finished(leaveOut, "/check/A.swift:6:5: error: cannot find 'x' in scope\n")
    #expect(leaveOut.texts[0].text.contains("    y()\n"), "\(leaveOut.texts[0].text)")
  }

  /// Code that the port lost in B.swift, and the functions of the file that are unchanged, kept in part and left out.
  static let losses: [(lost: LostCode, functions: LeftOutReport.Functions, lines: Int)] = [
    (
      .init(
        line: 8, lastLine: 10, kind: "declaration", reason: "no class", functions: 1),
      .init(unchanged: 2, partly: 0, leftOut: 1), 3
    ),
    (
      .init(
        line: 8, lastLine: 8, kind: "declaration", reason: "no class", functions: 2),
      .init(unchanged: 2, partly: 0, leftOut: 2), 1
    ),
    (
      .init(
        line: 3, lastLine: 3, kind: "statement", reason: "no runtime", functions: 0),
      .init(unchanged: 1, partly: 1, leftOut: 0), 1
    ),
    (
      // In the function that has moved to A.swift.
      .init(
        line: 21, lastLine: 21, kind: "statement", reason: "no runtime", functions: 0),
      .init(unchanged: 1, partly: 1, leftOut: 0), 1
    ),
    (
      .init(
        line: 3, lastLine: 3, kind: "attribute", reason: "no copy", functions: 0),
      .init(unchanged: 2, partly: 0, leftOut: 0), 1
    ),
  ]

  @Test(arguments: losses.indices)
  func `code that the port did not take over is a piece of its file`(_ row: Int) {
    let row = Self.losses[row]
    let done = Self.finished(Self.search([row.lost]))
    let file = Self.file("B", done)
    #expect(file?.functions == row.functions)
    #expect(file?.changedLines == row.lines)
    #expect(file?.pieces.map(\.line) == [row.lost.line])
    #expect(file?.pieces.map(\.lastLine) == [row.lost.lastLine])
    #expect(file?.pieces.map(\.kind) == [row.lost.kind])
    #expect(file?.pieces.map(\.reason) == [row.lost.reason])
    #expect(file?.pieces.map(\.effect) == [LeftOutReport.Effect.none])
    let report = done.report(module: "App")
    #expect(!report.isEmpty && report.html.contains(row.lost.reason))
    #expect(report.reasons.map(\.name) == [row.lost.reason])
  }

  @Test func `what the port writes for Core Data is no function of the user`() {
    let text =
      "\nclass A: M { override class func yobanInstance(_ e: E) -> M { A(e) }\n"
      + "  var x: Int { get { yobanValue(\"x\") } set { yobanSet(newValue, \"x\") } }\n"
      + "  func add(_ b: B) { yobanCall(\"add:\", b) }\n  func f() {}\n}\n"
    let done = Self.finished(
      LeaveOut(
        [.init(path: "/check/A.swift", original: "/app/A.swift", text: text)],
        available: Row.available, ownModules: []))
    #expect(Self.file("A", done)?.functions == .init(unchanged: 1, partly: 0, leftOut: 0))
  }

  @Test func `files that are not in Swift are listed, and named in the summary`() {
    var report = Self.finished(Self.search()).report(module: "App")
    report.add("/app/Empty.m", [])
    #expect(report.isEmpty && report.otherFiles.isEmpty)
    report.add(
      "/app/Legacy.m",
      [
        LostCode(
          line: 1, lastLine: 1, kind: "file", reason: "Objective-C", functions: 0)
      ])
    #expect(!report.isEmpty && report.files.count == 2 && report.functions.count == 4)
    #expect(report.summary.hasSuffix("; 1 file that is not in Swift is left out, or in part"))
    #expect(report.html.contains("<b>Legacy.m</b></summary>"))
    #expect(report.html.contains("<td>file<td>is absent<td>Objective-C"))
    #expect(report.text(page: "").contains("not in Swift, and left out, or in part: Legacy.m\n"))
    #expect(report.reasons.map(\.name) == ["Objective-C"])
  }

  @Test func `after the lines of a moved function have changed, its file is searched again`() {
    let error = "/check/A.swift:6:5: error: cannot find 'x' in scope\n"
    let memory = Self.finished(Self.search(), error).memory
    func again(line: Int) -> String {
      var regions = Self.regions
      regions[1].line = line
      return LeaveOut(
        [
          .init(
            path: "/check/A.swift", original: "/app/A.swift", text: Self.received, regions: regions),
          .init(
            path: "/check/B.swift", original: "/app/B.swift",
            text: "\nextension A {\n  func c() {\n    one()\n  }\n}\n"),
        ], available: Row.available, ownModules: [], memory: memory
      ).texts[0].text
    }
    #expect(again(line: 20).contains("B.swift:21"))
    #expect(!again(line: 30).contains("yobanLeftOut"))
  }
}
