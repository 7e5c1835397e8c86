import Foundation
import Testing

/// Other implementations of Parquet read the files.
@Suite(
  .enabled(
    if: PythonReaders.areAvailable,
    """
    Skipped: python3 has no pyarrow and duckdb. To install them in a virtual environment: \
    export YOBAN_PYTHON="$(Tests/parquet-python)"
    """))
struct ReadBackTests {
  @Test(arguments: Recording.cases)
  func `pyarrow and duckdb read every bit`(_ recording: Recording) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "yoban-parquet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "\(recording.name).parquet")
    let expectation = folder.appending(path: "\(recording.name).txt")
    try recording.write(to: file)
    try recording.writeExpectation(to: expectation)
    let output = folder.appending(path: "output.txt")
    let status = try PythonReaders.run(
      [PythonReaders.script, file.path, expectation.path], output: output)
    let message = try String(contentsOf: output, encoding: .utf8)
    #expect(status == 0, "\(message)")
  }
}

/// The Python interpreter with pyarrow and duckdb.
private enum PythonReaders {
  static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "read_back.py").path

  /// Named by `YOBAN_PYTHON`. If that is set, the tests run and fail when packages are missing.
  private static let named = ProcessInfo.processInfo.environment["YOBAN_PYTHON"]

  static let areAvailable: Bool =
    named != nil || (try? run(["-c", "import duckdb, pyarrow"], output: nil)) == 0

  /// Returns the exit code. The output is a file, because reading a pipe traps when a signal, for
  /// example that of another child's exit, interrupts `FileHandle`.
  static func run(_ arguments: [String], output: URL?) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [named ?? "python3"] + arguments
    var handle = FileHandle.nullDevice
    if let output {
      try Data().write(to: output)
      handle = try FileHandle(forWritingTo: output)
    }
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
