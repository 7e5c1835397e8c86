import Foundation
import Testing

/// Other programs read a whole archive, and the programs of its text are run as they are written.
@Suite(
  .enabled(
    if: PythonReaders.areAvailable,
    """
    Skipped: python3 has no pandas, pyarrow and duckdb. To install them in a virtual environment: \
    export YOBAN_PYTHON="$(Tests/parquet-python)"
    """))
struct ReadBackTests {
  @Test func `Python reads a whole archive as its text says`() throws {
    let folder = try TemporaryFolder()
    try ArchiveFixture().write(into: folder.url)
    let (status, output) = try PythonReaders.run(
      [PythonReaders.script, folder.url.path], output: folder.url.appending(path: "output.txt"))
    #expect(status == 0, "\(output)")
    #expect(output.hasSuffix("7 programs were run.\n"), "\(output)")
  }
}

/// The Python interpreter with pandas, pyarrow and duckdb.
private enum PythonReaders {
  static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "read_night.py").path

  /// Named by `YOBAN_PYTHON`. If that is set, the tests run and fail when packages are missing.
  private static let named = ProcessInfo.processInfo.environment["YOBAN_PYTHON"]

  static let areAvailable: Bool =
    named != nil
    || (try? run(["-c", "import duckdb, pandas, pyarrow"], output: nil).status) == 0

  /// Returns the exit code and the output. The output is a file, because reading a pipe traps when a
  /// signal, for example that of another child's exit, interrupts `FileHandle`.
  static func run(
    _ arguments: [String], output: URL?
  ) throws -> (status: Int32, output: String) {
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
    let text = try output.map { try String(contentsOf: $0, encoding: .utf8) }
    return (process.terminationStatus, text ?? "")
  }
}
