import CollectorContract
import Foundation

/// A running collector with a database of its own.
final class CollectorProcess {
  let port: Int
  private let process = Process()
  private let database: String
  private static let program =
    ProcessInfo.processInfo.environment["YOBAN_COLLECTOR"] ?? ".build/release/yoban-collector"

  init(database: String, options: [String] = []) throws {
    self.database = database
    let output = Pipe()
    process.executableURL = URL(filePath: Self.program)
    process.arguments =
      ["serve", "--port", "0", "--database", database, "--log-level", "error"]
      // One token uploads as much as a study.
      + ["--token-bytes-per-day", "0", "--token-requests-per-second", "0"] + options
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let text = line.split(separator: ":").last,
      let port = Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
    else { fail("the collector has not started: \(line)") }
    self.port = port
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }

  /// Creates a token with the command line, for a device or for all readers.
  func token(_ arguments: [String]) throws -> String {
    try Self.run(["token", "create", "--database", database] + arguments).text
  }

  /// Returns a request that reads something.
  static func getRequest(_ path: String, token: String) -> [UInt8] {
    Array(
      "GET \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: \(CollectorField.bearer(token))\r\n\r\n"
        .utf8)
  }

  /// Runs a command until it ends. Ends this program if it fails.
  static func run(
    _ arguments: [String]
  ) throws -> (text: String, seconds: Double, processorSeconds: Double) {
    let command = Process()
    let output = Pipe()
    command.executableURL = URL(filePath: program)
    command.arguments = arguments
    command.standardOutput = output
    let (start, usedBefore) = (ContinuousClock.now, endedProcessorSeconds)
    try command.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    command.waitUntilExit()
    require(command.terminationStatus == 0, "\(arguments) has failed: \(text)")
    return (
      text.trimmingCharacters(in: .whitespacesAndNewlines),
      (ContinuousClock.now - start) / .seconds(1), endedProcessorSeconds - usedBefore
    )
  }

  /// The time that ended programs, which this one has started, have used processors.
  private static var endedProcessorSeconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
  }

  /// The time that all threads have used processors until now, in seconds.
  var processorSeconds: Double {
    let path = "/proc/\(process.processIdentifier)/stat"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    // After the name in parentheses, the 12th and the 13th field are the ticks of the process and of the
    // system for it.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let own = Double(fields[11]), let system = Double(fields[12]) else {
      return 0
    }
    return (own + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The resident memory in MB: now, or the peak.
  func memory(_ field: MemoryField) -> Int {
    let path = "/proc/\(process.processIdentifier)/status"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(field.rawValue) }
    return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 / 1_000 } ?? 0
  }

  enum MemoryField: String {
    case now = "VmRSS"
    case peak = "VmHWM"
  }
}
