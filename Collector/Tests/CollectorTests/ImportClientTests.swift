import Foundation
import TestPrograms
import Testing

@testable import Collector

/// Clients that other people have written send to the collector.
@Suite(.patience) struct ImportClientTests {
  private static let script = Python.script("influx_clients.py")

  @Test(
    .enabled(
      """
      Skipped: python3 has no clients of InfluxDB. To install them in a virtual environment: \
      export YOBAN_PYTHON="$(Tests/parquet-python)"
      """
    ) { await Python.has("influxdb, influxdb_client") })
  func `points of the Python clients of InfluxDB are stored once`() async throws {
    try await TestServer.run { server in
      let (output, status) = try await Python.run([Self.script, "\(server.port)", server.token])
      #expect(status == 0, "\(output)")
      let summaries = try await server.storage.summaries(of: "phone")
      let samples = Dictionary(
        uniqueKeysWithValues: summaries.map { ($0.name.stream, $0.sampleCount) })
      #expect(samples.values.reduce(0, +) == 7, "\(samples)")
      let room = try #require(summaries.first { $0.channels.contains("temperature") })
      #expect(room.sampleCount == 3)
      #expect(room.times == 1_764_018_000_000_000_000...1_764_018_002_000_000_000)
      let csv = try await server.get(
        "/v1/devices/phone/streams/\(room.name.stream)/samples.csv"
      ).body
      #expect(csv.contains("1764018001000000000"))
      #expect(csv.contains("21.5"))
    }
  }
}
