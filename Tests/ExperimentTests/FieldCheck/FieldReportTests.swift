import Foundation
import Testing

@testable import YobanExperiments

/// Tests the text that a user of the tool reads, also for hostile logs.
@Suite struct FieldReportTests {
  @Test func `a report has a row for each line, rules, constants and a conclusion`() throws {
    let text = try ArticleLog.s0.report("E1").text()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix("E1.1, steps 1 to 3"))
    #expect(lines[2] == "   line  evidence     rule   known       log")
    #expect(
      lines[3].hasSuffix(
        "confirms     L1     measured    application(_:didFinishLaunchingWithOptions:) - [background]"
      ))
    // Counter lines with the same evidence are combined in one row.
    #expect(
      text.contains("  30-37  confirms     BT9    measured    Background process...[13] to [20]"))
    #expect(text.contains("\nBT9    measured                       21               0\n"))
    #expect(text.contains("\nNo line contradicts the simulation.\n"))
    #expect(lines.allSatisfy { $0.count <= 110 })
  }

  @Test func `a contradiction is printed below its line, in at most 110 columns`() throws {
    let text = try ArticleLog.s0.adding(3, beforeCounter: 10).report("E1").text()
    let lines = text.split(separator: "\n").map(String.init)
    let row = try #require(lines.firstIndex { $0.contains("Background process...[14]") })
    #expect(lines[row].contains("CONTRADICTS"))
    #expect(lines[row + 1].hasPrefix("         BT9 (measured): 14 lines of the counter"))
    #expect(text.contains("\n1 contradiction.\n"))
    #expect(lines.allSatisfy { $0.count <= 110 })
  }

  @Test func `a missing row is printed where it was expected`() throws {
    var log = ArticleLog.s0
    log.lines.remove(at: 1)
    let lines = try log.report("E1").text().split(separator: "\n")
    let row = try #require(lines.firstIndex { $0.contains("(missing) viewDidLoad() [background]") })
    #expect(lines[row - 1].contains("didFinishLaunchingWithOptions"))
    #expect(lines[row + 2].contains("sceneWillEnterForeground"))
  }

  @Test func `many lines without evidence are combined in one row`() throws {
    let noise = (1...50).map { "noise \($0)" }
    let text = try ArticleLog(lines: noise + ArticleLog.s0.lines).report("E1").text()
    #expect(
      text.contains(
        "   1-50  nothing                         50 lines: no experiment expects this line"))
  }

  @Test func `JSON Lines have an object for each line, and a summary at the end`() throws {
    let log = ArticleLog.s0.adding(3, beforeCounter: 10)
    let objects = try log.report("E1").jsonLines().map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let lines = objects.filter { $0["type"] as? String == "line" }
    #expect(lines.compactMap { $0["line"] as? Int } == Array(1...log.lines.count))
    #expect(lines.compactMap { $0["log"] as? String } == log.lines)
    #expect(lines[0]["rule"] as? String == "L1")
    let contradiction = try #require(objects.first { $0["type"] as? String == "contradiction" })
    #expect(contradiction["rule"] as? String == "BT9")
    #expect((contradiction["change"] as? [String: String])?["option"] == "bluetooth.wake")
    #expect(objects.last?["type"] as? String == "summary")
    #expect(objects.last?["contradictions"] as? Int == 1)
  }

  @Test func `the constants of another version can be compared`() throws {
    let log = try DeviceLog(Data(ArticleLog.s0.lines.joined(separator: "\n").utf8))
    let report = try FieldCheck("E1", version: 26).report(on: log)
    #expect(
      report.text().hasPrefix(
        "E1.1, steps 1 to 3: found, connected and lost while suspended. The constants are those of iOS 26."
      ))
    #expect(report.contradictions == [])
  }

  // MARK: Hostile logs

  /// A random number generator with a seed, so that a failure can be repeated.
  private struct Noise: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  @Test(arguments: 1...40) func `random bytes are refused or reported, and never trap`(
    _ seed: UInt64
  ) {
    var noise = Noise(state: seed)
    let bytes = (0..<4_000).map { _ in UInt8.random(in: 0...255, using: &noise) }
    Self.check(Data(bytes))
    // The same bytes as text: seven-bit values are always valid UTF-8.
    Self.check(Data(bytes.map { $0 & 0x7F }))
  }

  @Test(arguments: 1...40) func `rows in any order, cut anywhere, never trap`(_ seed: UInt64) throws
  {
    var noise = Noise(state: seed)
    let rows =
      ArticleLog.all.flatMap { ArticleLog($0.name).lines } + [
        "(door switched on)", "(suspended)", "10:00:00", "99.5 tick 7", "tick -1", "[", "] [",
        " - []",
        "Background process...[99999999999999999999]", "Background process...[1000000]",
        "<CBPeripheral: >", "scratch", "scratch ZZ", "battery  %",
        "2023-02-31 23:59:60.9+9999 tick 1",
        "found ", "\u{1B}[31mred\u{202E}", "launched for ",
      ]
    let lines = (0..<60).map { _ in
      let row = rows.randomElement(using: &noise)!
      let time = Bool.random(using: &noise) ? "\(Int.random(in: 0...99, using: &noise)).5 " : ""
      return time + row.prefix(Int.random(in: 0...(row.count * 2), using: &noise))
    }
    Self.check(Data(lines.joined(separator: "\n").utf8))
  }

  @Test func `very long lines and very many lines never trap`() throws {
    Self.check(Data(String(repeating: "[", count: 2_000_000).utf8))
    Self.check(Data((String(repeating: "a", count: 1_000_000) + " - [background]").utf8))
    Self.check(Data((String(repeating: "\n", count: 100_000) + "viewDidLoad() [background]").utf8))
    let many = Array(repeating: "viewDidLoad() [background]", count: 6_000)
    #expect(throws: FieldCheckError.tooManyRows(6_000)) { try ArticleLog(lines: many).report("E0") }
  }

  @Test func `control characters for the terminal are not printed`() throws {
    let log = ArticleLog(lines: ArticleLog.s0.lines + ["\u{1B}[2J\u{202E}\u{7}evil"])
    #expect(try log.report("E1").text().contains("?[2J??evil"))
  }

  private static func check(_ data: Data) {
    for (id, _) in FieldCheck.experiments {
      guard let check = try? FieldCheck(id), let log = try? DeviceLog(data),
        let report = try? check.report(on: log)
      else { continue }
      #expect(report.lines.count == log.lines.count)
      #expect(report.text().split(separator: "\n").allSatisfy { $0.count <= 110 })
      #expect(!report.jsonLines().isEmpty)
    }
  }
}
