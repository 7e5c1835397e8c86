import Foundation
import Testing

@testable import YobanExperiments

/// Tests logs that are damaged, mixed, hidden, or no logs at all.
@Suite struct BadLogTests {
  private static func report(_ text: String, _ experiment: String = "E1") throws -> FieldReport {
    try FieldCheck(experiment).report(on: DeviceLog(Data(text.utf8)))
  }

  private static func lines(_ tool: String) throws -> [String] {
    let log = try #require(ToolLog.all.first { $0.tool == tool })
    return try log.text("E1").split(whereSeparator: \.isNewline).map(String.init)
  }

  // MARK: Files

  @Test func `a file that is no text is refused`() {
    let picture = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D])
    let numbers = Data((0..<4_000).map { UInt8(truncatingIfNeeded: $0 &* 167) })
    for bytes in [picture, numbers, Data(count: 100)] {
      #expect(throws: DeviceLogError.notText) { try DeviceLog(bytes) }
    }
    #expect(throws: DeviceLogError.richText) {
      try DeviceLog(Data(#"{\rtf1\ansi viewDidLoad() - [background]}"#.utf8))
    }
    #expect(throws: DeviceLogError.empty) { try DeviceLog(Data([0xEF, 0xBB, 0xBF])) }
  }

  @Test func `for a log archive the error names the command that reads it`() throws {
    let archive = FileManager.default.temporaryDirectory
      .appending(path: "\(UUID()).logarchive")
    try FileManager.default.createDirectory(at: archive, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: archive) }
    #expect(throws: DeviceLogError.archive(archive.path)) {
      try DeviceLog(contentsOfFile: archive.path)
    }
    #expect(DeviceLogError.archive(archive.path).description.contains("log show --style compact"))
  }

  @Test(arguments: [true, false])
  func `UTF-16, which PowerShell writes, is read`(_ isLittleEndian: Bool) throws {
    let text = try Self.lines("idevicesyslog-1.4").joined(separator: "\r\n")
    let units = ("\u{FEFF}" + text).utf16.flatMap { unit in
      let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return isLittleEndian ? bytes : bytes.reversed()
    }
    let report = try FieldCheck("E1").report(on: DeviceLog(Data(units)))
    #expect(report.contradictions == [])
    #expect(report.rules == (try Self.report(text).rules))
  }

  @Test(arguments: ToolLog.all)
  func `a log that is cut off anywhere contradicts no rule`(_ log: ToolLog) throws {
    let data = try log.data("E1")
    for length in stride(from: 1, to: data.count, by: max(1, data.count / 25)) {
      let cut: FieldReport
      do {
        cut = try FieldCheck("E1").report(on: DeviceLog(data.prefix(length)))
      } catch is FieldCheckError {
        // The beginning has no row yet.
        #expect(length < data.count / 4)
        continue
      }
      #expect(cut.contradictions == [], "the first \(length) bytes")
    }
  }

  @Test func `a line of any length is skipped`() throws {
    var lines = try Self.lines("console-app")
    let long = String(repeating: "x\t[{ \\M-", count: 100_000)
    for (i, prefix) in ["", "default\t23:55:10.1+0900\tApp\t", "{\"eventMessage\":\""].enumerated()
    {
      lines.insert(prefix + long, at: i * 10)
    }
    let report = try Self.report(lines.joined(separator: "\n"))
    #expect(report.contradictions == [])
    #expect(report.lines.allSatisfy { $0.text.count <= 400 })
  }

  // MARK: Formats

  @Test func `rows in the formats of two tools are refused, and the line is named`() throws {
    let console = try Self.lines("console-app")
    let relay = try Self.lines("idevicesyslog-1.4")
    let mixed = (console.prefix(30) + relay.suffix(25)).joined(separator: "\n")
    let row = try #require(
      relay.suffix(25).enumerated().first { $1.contains("AwaitedAccessoryApp(") })
    let first = 30 + 1 + row.offset
    #expect(
      throws: FieldCheckError.mixedFormats(
        ConsoleAppFormat.name, SyslogRelayFormat.name, line: first)
    ) { try Self.report(mixed) }
  }

  @Test func `lines of another tool without a row do no harm`() throws {
    let noise = [
      "Dec 31 23:59:59 iPhone kernel[0] <Notice>: hello",
      "2025-12-31 23:59:59.1 Df kernel[0:1] hello", "{\"msg\":\"hello\"}",
    ]
    let report = try Self.report((noise + Self.lines("console-app")).joined(separator: "\n"))
    #expect(report.contradictions == [])
    #expect(
      report.text().contains("The log was read as lines copied from Console.app; 6 lines have"))
  }

  @Test func `the error for an unknown format names the known ones and the first lines`() throws {
    let text = "\n<log><row>hello</row></log>\n\u{1B}[2Jsecond\nthird\nfourth"
    let lines = ["2: <log><row>hello</row></log>", "3: \u{1B}[2Jsecond", "4: third"]
    let error = FieldCheckError.unknownFormat("E1", lines)
    #expect(throws: error) { try Self.report(text) }
    for name in LogRecognizer.names { #expect(error.description.contains("\n  \(name)\n")) }
    #expect(error.description.contains("\n  3: ?[2Jsecond\n"))
  }

  @Test func `the error for a log without the app names the programs in it`() throws {
    let lines = try Self.lines("console-app").filter { !$0.contains("AwaitedAccessoryApp") }
    // Another program's hidden line does not mean that the app's rows are hidden.
    let error = FieldCheckError.noRows(
      "E1", format: ConsoleAppFormat.name, lines: 6, hidden: 1,
      processes: ["SpringBoard", "runningboardd", "bluetoothd", "kernel", "locationd"])
    #expect(throws: error) { try Self.report(lines.joined(separator: "\n")) }
    #expect(
      error.description.contains(
        "they come from SpringBoard, runningboardd, bluetoothd, kernel, locationd; the text of 1 of them"
      ))
    #expect(error.description.contains("does not contain the output of print"))
  }

  // MARK: Texts that the phone has hidden

  @Test(arguments: ToolLog.withProcess)
  func `if all rows are <private>, the error says what to do`(_ log: ToolLog) throws {
    var text = try log.text("E1")
    for row in Set(ToolLog.run("E1").map(\.row)) where !row.hasPrefix("<CBPeripheral") {
      text = text.replacing(row, with: "<private>")
    }
    text = text.replacing(/<CBPeripheral[^>]*>/, with: "<private>")
    text = text.replacing(/\\u003cCBPeripheral.*?\\u003e/, with: "<private>")
    let error = FieldCheckError.onlyHiddenRows(
      "E1", lines: ToolLog.run("E1").count, process: "AwaitedAccessoryApp")
    #expect(throws: error) { try Self.report(text) }
    #expect(
      error.description.contains("37 lines of AwaitedAccessoryApp are <private>, because iOS hides")
    )
    #expect(error.description.contains("privacy: .public"))
  }

  @Test func `if a row is <private>, the report says so`() throws {
    let text = try Self.lines("console-app").joined(separator: "\n")
      .replacing("viewDidLoad() - [background]", with: "<private>")
    let report = try Self.report(text)
    #expect(report.hiddenLines == 1)
    #expect(report.contradictions.map(\.isMissing) == [true])
    let words = report.text().split(separator: "\n").joined(separator: " ")
    #expect(words.contains("1 line is <private>, because iOS hides the values"))
    #expect(words.contains("Logger().notice(\"\\(line, privacy: .public)\")"))
  }

  // MARK: Lines

  @Test func `rows that another program logs are left out`() throws {
    var lines = try Self.lines("console-app")
    lines.insert("default\t23:55:10.030000+0900\tLifecycleApp\tviewDidLoad() - [background]", at: 2)
    let report = try Self.report(lines.joined(separator: "\n"))
    #expect(report.contradictions == [])
    #expect(report.lines[2].verdict == .noEvidence(.otherProcess))
  }

  @Test func `a line that a tool has written twice counts once`() throws {
    for tool in ["console-app", "log-compact", "pymobiledevice3-json"] {
      let lines = try Self.lines(tool).flatMap { [$0, $0] }
      let report = try Self.report(lines.joined(separator: "\n"))
      #expect(report.contradictions == [], "\(tool)")
      #expect(
        report.lines.count { $0.verdict == .noEvidence(.duplicate) } == ToolLog.run("E1").count)
    }
  }

  @Test func `the same row twice, at different times, is not left out`() throws {
    var lines = try Self.lines("console-app")
    let row = try #require(lines.firstIndex { $0.contains("viewDidLoad()") })
    lines.insert(lines[row].replacing(".031417", with: ".031418"), at: row + 1)
    #expect(lines[row] != lines[row + 1])
    #expect(try Self.report(lines.joined(separator: "\n")).contradictions.count == 1)
  }

  @Test func `if the clock is set back, the times before and after are not compared`() throws {
    let lines = try Self.lines("console-app").map { line in
      // Two hours back, after the app was suspended.
      line.replacing("\t23:58:", with: "\t21:58:").replacing("\t23:59:", with: "\t21:59:")
        .replacing("\t00:00:", with: "\t22:00:")
    }
    let report = try Self.report(lines.joined(separator: "\n"))
    #expect(report.contradictions == [])
    #expect(report.measurements.count == 3)
  }
}
