import Chunks
import Foundation
import TestPrograms
import Testing

@testable import Collector

/// The notebook for researchers, `Examples/Notebook/night.ipynb`, with a running collector.
@Suite(
  .serialized,
  .enabled(
    """
    Skipped: python3 lacks the libraries of the notebook. To install them in a virtual environment: \
    export YOBAN_PYTHON="$(Tests/parquet-python)"
    """
  ) { await Python.has("matplotlib, nbclient, pandas, pyarrow") }, .patience)
struct NotebookTests {
  private static let check = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Examples/Notebook/check").standardized.path
  private static let start: Int64 = 1_764_018_000_000_000_000
  private static let second: Int64 = 1_000_000_000

  /// A minute at 10 Hz; in the third chunk, samples are missing and a gap says why.
  private static func chunk(_ number: Int) -> TestChunk {
    let step = second / 10
    let first = start + Int64(number) * 60 * second
    var times = (0..<600).map { first + Int64($0) * step }
    var gaps: [Gap] = []
    if number == 2 {
      gaps = [Gap(start: times[99], end: times[400], cause: .suspended)]
      times.removeSubrange(100..<400)
    }
    return TestChunk(
      sequence: UInt64(number), times: times, gaps: gaps,
      marks: number == 0 ? [.started(at: first)] : [], nominalInterval: .milliseconds(100))
  }

  @Test func `the notebook shows whether a night is complete`() async throws {
    try await TestServer.run { server in
      for number in [0, 2, 3] { _ = try await server.put(Self.chunk(number)) }
      let incomplete = try await run(server)
      #expect(incomplete.status == 0, "\(incomplete.output)")
      #expect(
        incomplete.output.contains(
          "Not complete: accelerometer lacks 1 chunk; accelerometer has 1 unexplained pause."),
        "\(incomplete.output)")
      _ = try await server.put(Self.chunk(1))
      let complete = try await run(server)
      #expect(complete.output.contains("\nComplete: "), "\(complete.output)")
      #expect(complete.output.contains("night.parquet has 2,100 samples of 1 stream "))
    }
  }

  @Test func `a refusal of the collector is shown with its reason`() async throws {
    try await TestServer.run { server in
      let (output, status) = try await Python.run([
        Self.check, "http://127.0.0.1:\(server.port)", "no-token", "phone",
      ])
      #expect(status == 1)
      let reason = "401 for /v1/devices/phone/streams: The token is unknown"
      #expect(output.contains(reason), "\(output)")
    }
  }

  private func run(_ server: TestServer) async throws -> ProgramResult {
    try await Python.run([Self.check, "http://127.0.0.1:\(server.port)", server.token, "phone"])
  }
}
