import Foundation
import TestPrograms
import Testing

/// Other programs read a whole archive, and the programs of its text are run as they are written.
@Suite(
  .enabled(
    """
    Skipped: python3 has no pandas, pyarrow and duckdb. To install them in a virtual environment: \
    export YOBAN_PYTHON="$(Tests/parquet-python)"
    """
  ) { await Python.has("duckdb, pandas, pyarrow") })
struct ReadBackTests {
  @Test func `Python reads a whole archive as its text says`() async throws {
    let folder = try TemporaryFolder()
    try ArchiveFixture().write(into: folder.url)
    let (output, status) = try await Python.run([
      Python.script("read_night.py"), folder.url.path,
    ])
    #expect(status == 0, "\(output)")
    #expect(output.hasSuffix("7 programs were run.\n"), "\(output)")
  }
}
