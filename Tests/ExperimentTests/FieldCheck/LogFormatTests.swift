import Foundation
import Testing

@testable import YobanExperiments

/// Tests the parser of each format with single lines, which are written as its tool does.
@Suite struct LogFormatTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var format: any LogFormat.Type
    var line: String
    var process: String?
    var text: String

    init(_ format: any LogFormat.Type, _ line: String, _ process: String?, _ text: String) {
      self.format = format
      self.line = line
      self.process = process
      self.text = text
    }

    var testDescription: String { line }

    func parse() -> LogLine? {
      let written = Substring(line)
      return format.init(fitting: [WrittenLine(number: 1, text: written)]).parse(written)
    }
  }

  static let cases = [
    // Console.app: type, time, process, message; also without the type, or without the process.
    Case(ConsoleAppFormat.self, "default\t10:03:22.123456+0900\tApp\ttick 3", "App", "tick 3"),
    Case(ConsoleAppFormat.self, "error\t10:03:22.123456-0130\tMy App\ttick 3", "My App", "tick 3"),
    Case(ConsoleAppFormat.self, "Standard\t10:03:22.123456 +0100\tApp\ttick 3", "App", "tick 3"),
    Case(ConsoleAppFormat.self, "10:03:22.123456+0900\tApp\ttick 3", "App", "tick 3"),
    Case(ConsoleAppFormat.self, "default\t10:03:22.123456+0900\ttick 3", nil, "tick 3"),
    Case(
      ConsoleAppFormat.self, "default\t2023-12-21 10:03:22.123456+0900\tApp\ttick 3", "App",
      "tick 3"),
    Case(ConsoleAppFormat.self, "default\t9:03:22.123456 PM\tApp\ttick 3", "App", "tick 3"),
    Case(ConsoleAppFormat.self, "default\t10:03:22.123456+0900\tApp\t", "App", ""),
    // The relay of the system log.
    Case(
      SyslogRelayFormat.self, "Dec  1 10:03:22 iPhone App(Foundation)[123] <Notice>: tick 3", "App",
      "tick 3"),
    Case(SyslogRelayFormat.self, "Dec 1 10:03:22 App[123] <Notice>: tick 3", "App", "tick 3"),
    Case(SyslogRelayFormat.self, "Dec 21 10:03:22 iPhone App[123]: tick 3", "App", "tick 3"),
    Case(
      SyslogRelayFormat.self, "Dec 21 10:03:22.000001 App(App.debug.dylib)[123] <Error>: tick 3",
      "App", "tick 3"),
    Case(
      SyslogRelayFormat.self,
      "Dec 21 10:03:22 iPhone App[1] <Notice>: M\\M-C\\M-$rz, voil\\M-C\\240",
      "App", "März, voilà"),
    Case(
      SyslogRelayFormat.self, "Dec 21 10:03:22 iPhone App[1] <Notice>: C:\\134a \\033 \\777 \\M-",
      "App", "C:\\a \\033 \\777 \\M-"),
    Case(
      SyslogRelayFormat.self, "Dec 21 10:03:22 iPhone App[1] <Notice>: \\M-f\\M^H\\M^V", "App", "或"),
    // log show in its styles.
    Case(
      LogCompactFormat.self, "2023-12-21 10:03:22.123 Df App[123:1f3a] (Foundation) tick 3", "App",
      "tick 3"),
    Case(
      LogCompactFormat.self, "2023-12-21 10:03:22.123 E  My App[123:1f3a] [a.b:c] tick 3",
      "My App", "tick 3"),
    Case(
      LogCompactFormat.self, "2023-12-21 10:03:22.123 A  App[123:1f3a] (UIKit) [a.b:] tick 3",
      "App", "tick 3"),
    Case(
      LogCompactFormat.self, "2023-12-21 10:03:22.123 Df App[123:1f3a] (door switched on)", "App",
      "(door switched on)"),
    Case(
      LogDefaultFormat.self,
      "2023-12-21 10:03:22.123456+0900 0x1f3a     Default     0x0                  123    0    My App: (Foundation) tick 3",
      "My App", "tick 3"),
    Case(
      LogDefaultFormat.self,
      "2017-12-07 18:33:56.230481+0800 0x1daa15   Activity    0x80000000000ab54b   48240  App: [a.b:c] tick 3",
      "App", "tick 3"),
    Case(
      LogSyslogFormat.self,
      "2023-12-21 10:03:22.123456+0900  localhost My App[123]: (Foundation) [a.b:c] tick 3",
      "My App", "tick 3"),
    Case(NSLogFormat.self, "2023-12-21 10:03:22.123 My App[123:456] tick 3", "My App", "tick 3"),
    Case(
      NSLogFormat.self, "2023-12-21 10:03:22.123456+0900 App[123:0x1f3a] [a.b:c] tick 3", "App",
      "tick 3"),
    // Other tools.
    Case(
      PymobiledeviceFormat.self, "2023-12-21 10:03:22.123456 App{Lib+0x3798}[123] <NOTICE>: tick 3",
      "App", "tick 3"),
    Case(
      PymobiledeviceFormat.self,
      "2023-12-21 10:03:22 App{}[123] <USER_ACTION>: a - [background] [a.b][c]", "App",
      "a - [background]"),
    Case(
      PymobiledeviceFormat.self, "2023-12-21 10:03:22 App{}[123] <NOTICE>: a : [1] - [background]",
      "App", "a : [1] - [background]"),
    Case(
      GoIOSFormat.self, "2023-12-21T10:03:22.123+09:00  PID:123    <Default>  [a.b:c]  tick 3", nil,
      "tick 3"),
    Case(
      GoIOSFormat.self, "2023-12-21T10:03:22.123Z  PID:12345  <Info   >  tick 3", nil, "tick 3"),
    Case(
      JSONLogFormat.self,
      #"{"timestamp":"2023-12-21 10:03:22.123456+0900","eventMessage":"tick 3","processImagePath":"\/a\/My App"},"#,
      "My App", "tick 3"),
    Case(
      JSONLogFormat.self,
      #"[{"msg":"Dec 21 10:03:22 iPhone App(Lib)[1] \u003cNotice\u003e: tick 3"}"#,
      "App", "tick 3"),
    Case(
      JSONLogFormat.self,
      #"{"timestamp":"2023-12-21T10:03:22","process":"App(Lib)","pid":"1","message":"tick 3"}"#,
      "App",
      "tick 3"),
    Case(
      JSONLogFormat.self, #"{"timestamp":"2023-12-21T10:03:22","eventMessage":null}"#, nil, ""),
  ]

  @Test(arguments: cases) func `a line in the format of a tool is parsed`(_ row: Case) throws {
    let line = try #require(row.parse())
    #expect(line.text == row.text)
    #expect(line.process == row.process)
    #expect(line.stamp != nil)
  }

  @Test(arguments: cases) func `no other format fits better than that of its tool`(
    _ row: Case
  ) {
    let reading = LogRecognizer.read([WrittenLine(number: 1, text: Substring(row.line))])
    #expect(reading.format == row.format.name)
  }

  /// Lines without the columns of any tool.
  static let plain = [
    "viewDidLoad() - [background]", "Background process...[3]",
    "2023-12-21 10:03:22 Background process...[3]",
    "2023-12-21 10:03:22.123 centralManager(_:willRestoreState:) : [1] - [background]",
    "10:03:22\ttick 3", "Dec 21 10:03:22 tick 3", "Dec 21 10:03:22 tick [3]", "a\tb\tc\td",
    "12.5\ta\tb", "{", "{}", "[{", "{\"a\":1}", "{\"message\":", "Type:", "Type: door",
    "Process: App", "Type: Notice | Key: value", "2023-12-21 10:03:22.123 Df tick 3",
    "2023-12-21 10:03:22.123 [1:2] tick 3", "Dec 21 10:03:22 iPhone App[] <Notice>: tick 3",
    "Dez 21 10:03:22 iPhone App[1] <Notice>: tick 3", "Dec 32 10:03:22 iPhone App[1] <Notice>: a",
    "2023-12-21T10:03:22.123Z  PID:  <Default>  tick 3", "[connected:00008101]", "<private>",
  ]

  @Test(arguments: plain) func `a line without the columns of a tool has no tool's format`(
    _ line: String
  ) {
    let written = WrittenLine(number: 1, text: Substring(line))
    #expect(LogRecognizer.read([written]).format == PlainFormat.name)
  }

  @Test func `messages with tabs do not change the columns of Console.app`() throws {
    let lines = ["a\tb\tc", "d", "e", "f\tg"].map { "default\t10:03:22.1+0900\tApp\t\($0)" }
    let log = try DeviceLog(Data(lines.joined(separator: "\n").utf8))
    #expect(log.lines.map(\.text) == ["a\tb\tc", "d", "e", "f\tg"])
    #expect(log.lines.allSatisfy { $0.process == "App" })
  }

  @Test func `an object that is cut off does not hide the next one`() throws {
    let text = """
      [{
        "eventMessage" : "tick 0",
        "timestamp" : "2023-12-21 10:03:22.1+0900"
      },{
        "eventMessage" : "tick 1",
      [{
        "eventMessage" : "tick 2",
        "timestamp" : "2023-12-21 10:03:23.1+0900"
      }]
      """
    let log = try DeviceLog(Data(text.utf8))
    #expect(log.lines.map(\.text).filter { $0.hasPrefix("tick") } == ["tick 0", "tick 2"])
    #expect(log.lines.filter { $0.text.hasPrefix("tick") }.map(\.number) == [1, 6])
  }
}
