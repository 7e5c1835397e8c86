import Foundation

@testable import YobanExperiments

/// The log of one run, as one tool writes it. `Tests/ExperimentTests/Logs/tools/README.md` names the
/// source of each.
struct ToolLog: Sendable, CustomStringConvertible {
  /// The name of the file, without the experiment.
  let tool: String
  let format: String
  /// The unit of the last digit of its times; nil if it writes none.
  let resolution: Duration?

  var description: String { tool }

  static let all = [
    ToolLog("field-log", PlainFormat.name, .milliseconds(1)),
    ToolLog("console-app", ConsoleAppFormat.name, .microseconds(1)),
    ToolLog("console-app-columns", ConsoleAppFormat.name, .microseconds(1)),
    ToolLog("idevicesyslog-1.3", SyslogRelayFormat.name, .seconds(1)),
    ToolLog("idevicesyslog-1.4", SyslogRelayFormat.name, .microseconds(1)),
    ToolLog("syslog-relay", SyslogRelayFormat.name, .seconds(1)),
    ToolLog("pymobiledevice3", PymobiledeviceFormat.name, .microseconds(1)),
    ToolLog("pymobiledevice3-json", JSONLogFormat.name, .microseconds(1)),
    ToolLog("go-ios-syslog", JSONLogFormat.name, .seconds(1)),
    ToolLog("go-ios-syslog-parse", JSONLogFormat.name, .seconds(1)),
    ToolLog("go-ios-ostrace", GoIOSFormat.name, .milliseconds(1)),
    ToolLog("go-ios-ostrace-json", JSONLogFormat.name, .microseconds(1)),
    ToolLog("log-default", LogDefaultFormat.name, .microseconds(1)),
    ToolLog("log-compact", LogCompactFormat.name, .milliseconds(1)),
    ToolLog("log-syslog", LogSyslogFormat.name, .microseconds(1)),
    ToolLog("log-ndjson", JSONLogFormat.name, .microseconds(1)),
    ToolLog("log-json", JSONLogFormat.name, .microseconds(1)),
    ToolLog("xcode-metadata", XcodeMetadataFormat.name, .microseconds(1)),
    ToolLog("nslog", NSLogFormat.name, .microseconds(1)),
  ]

  /// The tools whose lines name the program that logged them.
  static let withProcess = all.filter { !["field-log", "go-ios-ostrace"].contains($0.tool) }

  private init(_ tool: String, _ format: String, _ resolution: Duration?) {
    self.tool = tool
    self.format = format
    self.resolution = resolution
  }

  func data(_ experiment: String) throws -> Data {
    let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try Data(
      contentsOf: folder.appending(path: "Logs/tools/\(tool).\(experiment).log"))
  }

  /// Returns the file as text; a byte that is not UTF-8 is replaced.
  func text(_ experiment: String) throws -> String {
    String(decoding: try data(experiment), as: UTF8.self)
  }

  // MARK: The run

  /// The rows of a run with the times at which they were logged, in seconds after the first.
  ///
  /// The rows of E1 are those of `S0.log`. The clock of the run passes midnight of 31 December.
  static func run(_ experiment: String) -> [(row: String, seconds: Double)] {
    experiment == "E0" ? lifecycle : suspendedBluetooth
  }

  private static let lifecycle = [
    ("application(_:didFinishLaunchingWithOptions:) - [background]", 0),
    ("viewDidLoad() - [background]", 0.028),
    ("sceneWillEnterForeground(_:) - [background]", 0.047),
    ("sceneDidBecomeActive(_:) - [inactive]", 0.083),
    ("sceneWillResignActive(_:) - [active]", 30.115),
    ("sceneDidEnterBackground(_:) - [background]", 30.640),
    ("Execute background processing", 30.641),
    ("Background process...[0]", 30.642),
    ("Background process...[1]", 210.450),
    ("sceneWillEnterForeground(_:) - [background]", 210.462),
    ("sceneDidBecomeActive(_:) - [inactive]", 210.496),
    ("Background process...[2]", 211.452),
    ("Background process...[3]", 212.454),
    ("sceneWillResignActive(_:) - [active]", 213.010),
    ("sceneDidDisconnect(_:) - [background]", 213.188),
    ("applicationWillTerminate(_:) - [background]", 213.190),
  ]

  private static let suspendedBluetooth: [(row: String, seconds: Double)] = {
    let launch = [0, 0.031, 0.052, 0.090, 0.118, 5.402, 5.403]
    let home = [8.210, 8.745, 8.746, 8.747]
    let found = [195.300, 195.312, 195.313, 195.840, 196.302, 196.410, 196.655]
    let lost = [320.500, 320.512]
    func counter(_ count: Int, from start: Double) -> [Double] {
      (0..<count).map { start + 1.002 * Double($0) }
    }
    let times =
      launch + home + found + counter(9, from: 197.303) + lost + counter(8, from: 321.503)
    precondition(times.count == ArticleLog.s0.lines.count)
    return zip(ArticleLog.s0.lines, times).map { ($0, $1) }
  }()
}
