import Foundation
import Testing

@testable import YobanExperiments

/// Tests that the logs of all tools yield the same rows for the same run.
@Suite struct ToolLogTests {
  static let logs = ToolLog.all.flatMap { log in ["E1", "E0"].map { (log, $0) } }

  /// Returns the lines of the experiment, as the check selects them.
  private static func lines(
    _ log: DeviceLog, _ experiment: String
  ) throws -> [DeviceLog.Line] {
    let known = try #require(Experiment.all.first { $0.id == experiment })
    return FieldVocabulary(known).selection(of: log).tokens.map { log.lines[$0.line] }
  }

  /// Returns a row without the identifier of the accessory, which `S0.log` leaves out.
  private static func withoutIdentifier(_ row: String) -> String {
    row.replacing(/identifier = [^,]*/, with: "identifier = {ID}")
  }

  @Test(arguments: logs) func `the log of each tool has the rows of the run`(
    _ log: ToolLog, _ experiment: String
  ) throws {
    let device = try DeviceLog(log.data(experiment))
    #expect(device.format == log.format)
    let rows = try Self.lines(device, experiment).map { Self.withoutIdentifier($0.text) }
    #expect(rows == ToolLog.run(experiment).map(\.row))
  }

  @Test(arguments: logs) func `the log of each tool has the times of the run`(
    _ log: ToolLog, _ experiment: String
  ) throws {
    let lines = try Self.lines(DeviceLog(log.data(experiment)), experiment)
    let first = try #require(lines.first?.time)
    let resolution = try #require(log.resolution)
    #expect(lines.count == ToolLog.run(experiment).count)
    for (line, expected) in zip(lines, ToolLog.run(experiment)) {
      let time = try #require(line.time)
      #expect(time.resolution == resolution)
      let difference = time.instant - first.instant - .seconds(expected.seconds)
      #expect(max(difference, .zero - difference) <= resolution, "\(line.number): \(line.text)")
    }
  }

  @Test(arguments: logs) func `the log of each tool passes the check`(
    _ log: ToolLog, _ experiment: String
  ) throws {
    let report = try FieldCheck(experiment).report(on: DeviceLog(log.data(experiment)))
    #expect(report.contradictions == [])
    #expect(report.part == "\(experiment).1")
    #expect(report.rowsBefore == 0)
    #expect(report.measurements.filter { !$0.isAdmitted } == [])
    #expect(report.measurements.count == (experiment == "E1" ? 3 : 1))
    // A line of bluetoothd is <private>. go-ios ostrace does not write which program logged it.
    #expect(report.hiddenLines == (log.tool == "go-ios-ostrace" && experiment == "E1" ? 1 : 0))
    let text = report.text()
    #expect(text.contains("The log was read as \(log.format)") == (log.format != PlainFormat.name))
  }

  @Test(arguments: logs) func `a changed row contradicts a rule in the log of each tool`(
    _ log: ToolLog, _ experiment: String
  ) throws {
    let text = try log.text(experiment)
    let row = "viewDidLoad() - [background]"
    let changed = text.replacing(row, with: "viewDidLoad() - [active]", maxReplacements: 1)
    let report = try FieldCheck(experiment).report(on: DeviceLog(Data(changed.utf8)))
    let contradiction = try #require(report.contradictions.first)
    #expect(report.contradictions.count == 1)
    #expect(contradiction.evidence.rule == "L1")
    // The line of the file, or the first line of the object that contains it.
    let lines = changed.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let changedLine = try #require(lines.firstIndex { $0.contains("viewDidLoad() - [active]") })
    let start =
      log.tool == "log-json"
      ? lines[...changedLine].lastIndex { $0.hasSuffix("{") && !$0.hasPrefix(" ") } : changedLine
    #expect(contradiction.lines == [try #require(start) + 1])
  }

  @Test(arguments: logs) func `a row that is missing in the log of each tool is named`(
    _ log: ToolLog, _ experiment: String
  ) throws {
    let changed = try log.text(experiment).replacing("viewDidLoad() - [background]", with: "other")
    let report = try FieldCheck(experiment).report(on: DeviceLog(Data(changed.utf8)))
    #expect(report.contradictions.map(\.isMissing) == [true])
    #expect(report.text().contains("(missing) viewDidLoad() [background]"))
  }

  @Test func `output of print, which has no time, is read from Xcode's console`() throws {
    let rows = ToolLog.run("E1").map(\.row)
    let console = (rows + ["Type: stdio"]).joined(separator: "\n")
    let log = try DeviceLog(Data(console.utf8))
    #expect(log.format == XcodeMetadataFormat.name)
    #expect(try Self.lines(log, "E1").map(\.text) == rows)
    #expect(try FieldCheck("E1").report(on: log).contradictions == [])
  }

  @Test func `the user's notes may be among the lines of a tool`() throws {
    let lines = """
      default\t10:00:02.000000+0900\tBeaconApp\tdidEnterRegion door [background]
      default\t10:00:02.010000+0900\tBeaconApp\tdidDetermineState inside door [background]
      10:01:00+0900 (door switched off)
      default\t10:01:30.000000+0900\tBeaconApp\tdidExitRegion door [background]
      default\t10:01:30.010000+0900\tBeaconApp\tdidDetermineState outside door [background]
      """
    let report = try FieldCheck("E4").report(on: DeviceLog(Data(lines.utf8)))
    #expect(report.contradictions == [])
    #expect(report.measurements.map(\.option).contains("location.exitDelay"))
    #expect(report.measurements.map(\.measured).contains { $0.hasPrefix("30 s after") })
  }
}
