import Foundation
import TestPrograms
import Testing

/// Other implementations of Parquet read the files.
@Suite(
  .enabled(
    """
    Skipped: python3 has no pyarrow and duckdb. To install them in a virtual environment: \
    export YOBAN_PYTHON="$(Tests/parquet-python)"
    """
  ) { await Python.has("duckdb, pyarrow") })
struct ReadBackTests {
  @Test(arguments: Recording.cases)
  func `pyarrow and duckdb read every bit`(_ recording: Recording) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "yoban-parquet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "\(recording.name).parquet")
    let expectation = folder.appending(path: "\(recording.name).txt")
    try recording.write(to: file)
    try recording.writeExpectation(to: expectation)
    let (output, status) = try await Python.run([
      Python.script("read_back.py"), file.path, expectation.path,
    ])
    #expect(status == 0, "\(output)")
  }
}
