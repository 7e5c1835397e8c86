import Foundation

/// The Python interpreter for tests that need packages. `Tests/parquet-python` makes one with all of them.
enum Python {
  /// Named by `YOBAN_PYTHON`. If that is set, all tests run and fail when packages are missing.
  private static let named = ProcessInfo.processInfo.environment["YOBAN_PYTHON"]

  /// Whether the packages can be imported.
  static func has(_ packages: String) -> Bool {
    named != nil || runAndWait(["-c", "import \(packages)"]).status == 0
  }

  /// Returns everything that a script prints, and its exit code.
  ///
  /// - Parameter environment: variables besides those of the tests.
  static func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) async -> (output: String, status: Int32) {
    await offPool { runAndWait(arguments, environment) }
  }

  private static func runAndWait(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) -> (output: String, status: Int32) {
    let process = Process()
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [named ?? "python3"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    do { try process.run() } catch { return ("\(error)", -1) }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }
}
