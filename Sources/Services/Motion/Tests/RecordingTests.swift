import Foundation
import Testing
import YobanSimulatedOS

@testable import YobanMotion

@Suite struct RecordingTests {
  private static let header = "time,seconds_elapsed,z,y,x"
  private static let rows = ["1000,0,3,2,1", "1010,0.1,6,5,4", "1030,0.3,9,8,7"]
  private static func csv(_ lines: String...) -> String { lines.joined(separator: "\n") + "\n" }

  // MARK: Invalid files

  struct Bad: Sendable, CustomTestStringConvertible {
    var what: String
    var text: String
    /// The line that the error names. Nil: the whole file.
    var line: Int?
    /// Words that the message must contain.
    var says: [String]
    var testDescription: String { what }
  }

  static let bad: [Bad] = [
    .init(what: "empty", text: "", line: nil, says: ["two rows"]),
    .init(what: "header only", text: csv(header), line: nil, says: ["two rows", "0 found"]),
    .init(what: "one row", text: csv(header, rows[0]), line: nil, says: ["two rows", "1 found"]),
    .init(
      what: "other header", text: csv("time,x,y,z", rows[0], rows[1]), line: 1,
      says: [header, "time,x,y,z"]),
    .init(what: "no header", text: csv(rows[0], rows[1]), line: 1, says: [header]),
    .init(
      what: "columns in another order", text: csv("time,seconds_elapsed,x,y,z", rows[0], rows[1]),
      line: 1, says: [header]),
    .init(
      what: "too few columns", text: csv(header, rows[0], "1010,0.1,6,5"), line: 3,
      says: ["5", "4 found"]),
    .init(
      what: "too many columns", text: csv(header, rows[0] + ",9", rows[1]), line: 2,
      says: ["5", "6 found"]),
    .init(
      what: "NaN", text: csv(header, rows[0], "1010,0.1,6,nan,4"), line: 3, says: ["finite", "nan"]),
    .init(
      what: "infinity", text: csv(header, "1000,0,inf,2,1", rows[1]), line: 2,
      says: ["finite", "inf"]),
    .init(
      what: "no number", text: csv(header, "1000,0,a,2,1", rows[1]), line: 2,
      says: ["finite", "a,2,1"]),
    .init(
      what: "empty value", text: csv(header, rows[0], "1010,0.1,,5,4"), line: 3, says: ["finite"]),
    .init(
      what: "time with a point", text: csv(header, "1000.5,0,3,2,1", rows[1]), line: 2,
      says: ["1000.5", "whole"]),
    .init(
      what: "time too large", text: csv(header, rows[0], "99999999999999999999,0,3,2,1"), line: 3,
      says: ["99999999999999999999"]),
    .init(
      what: "time going backwards", text: csv(header, rows[1], rows[0]), line: 3,
      says: ["1000", "1010", "later"]),
    .init(
      what: "time standing still", text: csv(header, rows[0], rows[0]), line: 3,
      says: ["1000", "later"]),
    .init(
      what: "time before 1970",
      text: csv(header, "-9223372036854775808,0,3,2,1", "9223372036854775807,0,3,2,1"), line: 2,
      says: ["1970"]),
    .init(
      what: "time far ahead", text: csv(header, rows[0], "9223372036854775807,0,3,2,1"), line: 3,
      says: ["9223372036854775807", "year"]),
    .init(
      what: "error after empty lines", text: csv(header, rows[0], "", "", "1010,0.1,6,nan,4"),
      line: 5, says: ["nan"]),
    .init(what: "binary", text: "\u{0}\u{1}\u{2}\n\u{3}\n", line: 1, says: [header]),
  ]

  @Test(arguments: bad, [false, true])
  func `the error for an invalid recording names file, line and remedy`(
    _ row: Bad, _ isPacked: Bool
  ) throws {
    let scratch = try TemporaryFolder()
    let name = isPacked ? "night_acc.csv.gz" : "night_acc.csv"
    try scratch.write(isPacked ? gzip(row.text) : Data(row.text.utf8), name)
    let error = #expect(throws: RecordingError.self) {
      try RecordingFile(folder: scratch.folder, name: "night_acc.csv")
    }
    #expect(error?.file == name && error?.line == row.line)
    let message = error?.description ?? ""
    #expect(message.hasPrefix(row.line.map { "\(name):\($0): " } ?? "\(name): "))
    for word in row.says { #expect(message.contains(word), "\(message)") }
  }

  @Test func `the error for a missing file names its path`() throws {
    let scratch = try TemporaryFolder()
    let error = #expect(throws: RecordingError.self) {
      try RecordedMotion(folder: scratch.folder, prefix: "night")
    }
    #expect(
      error?.file == scratch.folder.appending(path: "night_acc.csv").path && error?.line == nil)
    try scratch.write(Self.csv(Self.header, Self.rows[0], Self.rows[1]), "night_acc.csv")
    let second = #expect(throws: RecordingError.self) {
      try RecordedMotion(folder: scratch.folder, prefix: "night")
    }
    #expect(second?.file == scratch.folder.appending(path: "night_gyr.csv").path)
    #expect(second?.description.contains("not found") == true)
  }

  enum Damage: String, CaseIterable, Sendable {
    case empty, noGzip, cutOff, flippedBit, wrongChecksum

    func apply(to file: Data) -> Data {
      var bytes = [UInt8](file)
      switch self {
      case .empty: return Data()
      case .noGzip: return Data("time,seconds_elapsed,z,y,x\n".utf8)
      case .cutOff: return Data(bytes.dropLast(12))
      case .flippedBit: bytes[20] ^= 1
      case .wrongChecksum: bytes[bytes.count - 8] ^= 1
      }
      return Data(bytes)
    }
  }

  @Test(arguments: Damage.allCases)
  func `the error for a damaged gzip file names the file`(_ damage: Damage) throws {
    let scratch = try TemporaryFolder()
    try scratch.write(
      damage.apply(to: gzip(Self.csv(Self.header, Self.rows[0], Self.rows[1]))), "night_acc.csv.gz")
    let error = #expect(throws: RecordingError.self) {
      try RecordingFile(folder: scratch.folder, name: "night_acc.csv")
    }
    #expect(error?.file == "night_acc.csv.gz" && error?.line == nil)
    #expect(error?.description.contains("damaged") == true)
  }

  // MARK: Valid files

  @Test(arguments: [false, true])
  func `columns are z, y, x, in plain and packed files, with or without a last newline`(
    _ isPacked: Bool
  )
    throws
  {
    let scratch = try TemporaryFolder()
    for text in [
      Self.csv(Self.header, Self.rows[0], Self.rows[1]),
      "\(Self.header)\n\(Self.rows[0])\n\(Self.rows[1])",
    ] {
      try scratch.write(isPacked ? gzip(text) : Data(text.utf8), isPacked ? "a.csv.gz" : "a.csv")
      let file = try RecordingFile(folder: scratch.folder, name: "a.csv")
      #expect(file.times == [1000, 1010])
      #expect(file.values == [SIMD3(1, 2, 3), SIMD3(4, 5, 6)])
    }
  }

  @Test
  func `a recording repeats: its first row follows the last after one median interval`()
    throws
  {
    let series = RecordedSeries(
      try RecordingFile(
        csv: Data(Self.csv(Self.header, Self.rows[0], Self.rows[1], Self.rows[2]).utf8), name: "a"))
    // The steps are 10 and 20. Of two values the median is the larger one.
    #expect(series.nominalInterval == 20)
    #expect((0..<7).map { series.time(of: $0) } == [0, 10, 30, 50, 60, 80, 100])
    #expect((0..<7).map { series.value(at: $0).x } == [1, 4, 7, 1, 4, 7, 1])
    for time in Int64(-3)...250 {
      let found = (0...20).first { series.time(of: $0) >= time }
      #expect(series.firstIndex(notBefore: time) == found)
    }
  }

  @Test(
    .enabled(if: SharedData.contains("ip12_acc.csv.gz"), "needs ../shared/data"),
    arguments: ["ip12_acc", "ip12_gyr"])
  func `every value of the iPhone's recording lies on its sensor's grid`(_ name: String) throws {
    let recording = try RecordingFile(folder: SharedData.folder, name: "\(name).csv")
    let sensor: MotionSensor = name.hasSuffix("acc") ? .accelerometer : .gyroscope
    #expect(recording.values.filter { !Grid.contains($0, of: sensor) }.isEmpty)
    #expect(recording.values.count > 36_000)
  }
}
