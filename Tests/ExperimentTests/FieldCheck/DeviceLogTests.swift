import Foundation
import Testing

@testable import YobanExperiments

@Suite struct DeviceLogTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var line: String
    var text: String
    var state: String?
    /// Seconds since midnight or since any other moment; nil for a line without a time.
    var seconds: Double?

    init(_ line: String, _ text: String, _ state: String? = nil, _ seconds: Double? = nil) {
      self.line = line
      self.text = text
      self.state = state
      self.seconds = seconds
    }

    var testDescription: String { line }
  }

  private static func line(_ text: String) throws -> DeviceLog.Line {
    try #require(try DeviceLog(Data(text.utf8)).lines.first)
  }

  static let rows = [
    Case("viewDidLoad() - [background]", "viewDidLoad()", "background"),
    Case("viewDidLoad() [background]", "viewDidLoad()", "background"),
    Case("  viewDidLoad() - [background] \r", "viewDidLoad()", "background"),
    Case(
      "centralManagerDidUpdateState(_:) : [poweredOn] - [active]",
      "centralManagerDidUpdateState(_:) : [poweredOn]", "active"),
    Case(
      "centralManagerDidUpdateState(_:) : [poweredOn]",
      "centralManagerDidUpdateState(_:) : [poweredOn]"),
    Case("didEnterRegion door [background]", "didEnterRegion door", "background"),
    Case("bluetooth poweredOff []", "bluetooth poweredOff", ""),
    Case("Background process...[12]", "Background process...[12]"),
    Case(
      "<CBPeripheral: 0x283058000, identifier = {ID}, name = (null), mtu = 0, state = disconnected>",
      "<CBPeripheral: name = (null), mtu = 0, state = disconnected>"),
    Case("", ""),
    Case("12 monkeys", "12 monkeys"),
    Case("12.5monkeys", "12.5monkeys"),
    Case("[0] [1]", "[0]", "1"),
  ]

  @Test(arguments: rows) func `a line has a text and, in its last brackets, the state`(
    _ row: Case
  ) throws {
    // The first line of a log must not be blank.
    let log = try DeviceLog(Data("\(row.line)\nlast".utf8))
    let line = log.lines[0]
    #expect(line.row.text == row.text)
    #expect(line.row.state == row.state)
    #expect(line.time == nil)
  }

  /// 21 December 2023 at 10:03:22.
  private static let clock = 36_202.0

  static let times = [
    Case(
      "2023-12-21 10:03:22.123456+0900 App[123:456] viewDidLoad() - [background]", "viewDidLoad()",
      "background", clock - 9 * 3600 + 0.123456),
    Case(
      "2023-12-21 10:03:22.5+0000 App[123:0x1f3a] [general] Background process...[3]",
      "[general] Background process...[3]", nil, clock + 0.5),
    Case(
      "2023-12-21 10:03:22.5Z App[123:456] [com.example:general] Background process...[3]",
      "Background process...[3]", nil, clock + 0.5),
    Case("2023-12-21T10:03:22.123Z tick 3", "tick 3", nil, clock + 0.123),
    Case("2023-12-21T10:03:22+09:00 tick 3", "tick 3", nil, clock - 9 * 3600),
    Case("2023-12-21T10:03:22-0130 tick 3", "tick 3", nil, clock + 5400),
    Case(
      "2023-12-21 10:03:22.123 Df App[123:456] (Foundation) tick 3", "tick 3", nil, clock + 0.123),
    Case(
      "2023-12-21 10:03:22.123456+0000 localhost App[123]: tick 3", "tick 3", nil,
      clock + 0.123456),
    Case(
      "2023-12-21 10:03:22.123456+0000 0x1f3a  Default  0x0  123  0  App: (Foundation) tick 3",
      "tick 3", nil, clock + 0.123456),
    Case("10:03:22.123 viewDidLoad() [active]", "viewDidLoad()", "active", clock + 0.123),
    Case("10:03:22,5\ttick 3", "tick 3", nil, clock + 0.5),
    Case("10:03:22 Background process...[3]", "Background process...[3]", nil, clock),
    Case(
      "10:03:22 centralManager(_:willRestoreState:) : [1] - [background]",
      "centralManager(_:willRestoreState:) : [1]", "background", clock),
    Case("12.345 didEnterRegion door [active]", "didEnterRegion door", "active", 12.345),
    Case("  0.000001 tick 3", "tick 3", nil, 0.000_001),
  ]

  @Test(arguments: times) func `a time before the text is read and removed`(_ row: Case) throws {
    let line = try Self.line(row.line)
    #expect(line.row.text == row.text)
    #expect(line.row.state == row.state)
    let seconds = try #require(line.time?.instant).timeIntervalOfDay
    #expect(abs(seconds - (row.seconds ?? -1)) < 1e-5)
  }

  @Test(arguments: [
    "25:00:00 tick 3", "10:03 tick 3", "2023-13-01 10:03:22 tick 3", "2023-12-21 tick 3",
    "1234567890.5 tick 3", "12. tick 3", "10:03:22.1234567890 tick 3", "10:03:22tick 3",
  ])
  func `text that is not a time stays in the text`(_ text: String) throws {
    let line = try Self.line(text)
    #expect(line.time == nil)
    #expect(line.text == text)
  }

  @Test func `times without a date continue after midnight`() throws {
    let log = try DeviceLog(Data("23:59:59.5 a\n00:00:00.5 b\n00:00:01 c\n".utf8))
    let instants = log.lines.compactMap { $0.time?.instant }
    #expect(instants.count == 3)
    #expect(instants[1] - instants[0] == .seconds(1))
    #expect(instants[2] - instants[1] == .milliseconds(500))
  }

  @Test func `dates count as days, also over the end of February in a leap year`() throws {
    let log = try DeviceLog(
      Data("2024-02-28 00:00:00 a\n2024-02-29 00:00:00 b\n2024-03-01 00:00:00 c\n".utf8))
    let instants = log.lines.compactMap { $0.time?.instant }
    #expect(
      zip(instants.dropFirst(), instants).map { $0 - $1 } == [.seconds(86_400), .seconds(86_400)])
  }

  @Test func `lines keep their numbers with any kind of line break`() throws {
    let log = try DeviceLog(Data("\u{FEFF}a\r\n\r\nb\n\nc\n\n\n".utf8))
    #expect(log.lines.map(\.number) == [1, 2, 3, 4, 5])
    #expect(log.lines.map(\.text) == ["a", "", "b", "", "c"])
  }

  // MARK: Logs that cannot be used

  @Test func `the error for an unusable log says what to do`() throws {
    let folder = FileManager.default.temporaryDirectory
    let missing = folder.appending(path: "no-such-log-\(UUID())").path
    #expect(throws: DeviceLogError.missing(missing)) { try DeviceLog(contentsOfFile: missing) }
    #expect(throws: DeviceLogError.folder(folder.path)) {
      try DeviceLog(contentsOfFile: folder.path)
    }
    #expect(throws: DeviceLogError.empty) { try DeviceLog(Data()) }
    #expect(throws: DeviceLogError.empty) { try DeviceLog(Data(" \n\r\n\t\n".utf8)) }
    #expect(throws: DeviceLogError.notText) { try DeviceLog(Data([0x80, 0x81, 0x61, 0x00])) }
    for error in [
      DeviceLogError.missing("x"), .folder("x"), .archive("x"), .unreadable("x"), .tooLong, .empty,
      .richText, .notText,
    ] {
      #expect(error.description.contains(": "), "\(error) does not say what to do")
    }
  }

  @Test func `an endless file is not read completely`() throws {
    #expect(throws: DeviceLogError.tooLong) { try DeviceLog(contentsOfFile: "/dev/zero") }
  }
}

extension Duration {
  /// Seconds since midnight or since any other moment.
  fileprivate var timeIntervalOfDay: Double {
    let seconds = Double(components.seconds) + Double(components.attoseconds) / 1e18
    return seconds < 86_400 ? seconds : seconds.truncatingRemainder(dividingBy: 86_400)
  }
}
