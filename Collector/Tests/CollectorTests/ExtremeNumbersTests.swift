import Chunks
import CollectorSQLite
import Foundation
import Testing

@testable import Collector

/// Every number that a device can choose, at its extremes and in pairs. A server that computes with them must still
/// answer every request, also after a restart.
@Suite(.patience) struct ExtremeNumbersTests {
  /// The numbers of a chunk.
  private enum Field: String, CaseIterable {
    case sequence, firstTime, lastTime, gapStart, gapEnd, started, stopped, interval
  }

  private static let extremes: [Int64] = [.min, -1, 0, 1, .max - 1, .max]

  /// Returns a chunk with these numbers and ordinary other ones; nil if a chunk cannot have one of them.
  private static func chunk(
    _ device: String, _ stream: String, _ numbers: [Field: Int64]
  ) -> TestChunk? {
    func number(_ field: Field, _ ordinary: Int64) -> Int64 { numbers[field] ?? ordinary }
    guard let sequence = UInt64(exactly: number(.sequence, 7)),
      number(.interval, 1) > 0
    else { return nil }
    return TestChunk(
      device: device, stream: stream, sequence: sequence,
      times: [number(.firstTime, 1_000), number(.lastTime, 2_000)],
      gaps: [
        Gap(start: number(.gapStart, 1_200), end: number(.gapEnd, 1_500), cause: .suspended)
      ],
      marks: [
        .started(at: number(.started, 1_000)), .stopped(at: number(.stopped, 2_000)),
      ], nominalInterval: .nanoseconds(number(.interval, 10_000_000)))
  }

  /// The chunks of one device for each pair of fields: each combination of extremes has a stream.
  private static var devices: [(name: String, chunks: [TestChunk])] {
    let fields = Field.allCases
    return fields.indices.flatMap { first in
      fields[(first + 1)...].map { second in
        let name = "\(fields[first])-\(second)"
        let chunks = extremes.indices.flatMap { left in
          extremes.indices.compactMap { right in
            chunk(
              name, "s\(left)-\(right)",
              [fields[first]: extremes[left], second: extremes[right]])
          }
        }
        return (name, chunks)
      }
    }
  }

  /// Bodies of other apps with extreme times and values.
  private static var imports: [(path: String, body: String)] {
    extremes.flatMap { number in
      [
        ("/write", "cpu v=\(number)i \(number)\ncpu v=\(number)i 1704067200000000000\n"),
        ("/write?precision=h", "cpu v=1 \(number)\n"),
        ("/v1/import/owntracks/imports", #"{"_type":"location","lat":1,"lon":2,"tst":\#(number)}"#),
        (
          "/v1/import/sensor-logger/imports",
          #"{"messageId":\#(number),"sessionId":"s","deviceId":"d","payload":[{"name":"a","time":\#(number),"values":{"x":\#(number)}},{"name":"a","time":1704067200000000000,"values":{"x":\#(number)}}]}"#
        ),
      ]
    }
  }

  @Test func `numbers at their extremes end no request and no server`() async throws {
    try await withTemporaryDirectory { directory in
      let database = directory + "/db"
      let storage = try SQLiteStorage(path: database)
      let devices = Self.devices
      let admin = try await storage.makeToken(.admin)
      var process = try await CollectorProcess(database: database)
      for (name, chunks) in devices {
        let server = TestServer(
          port: process.port, storage: storage,
          token: try await storage.makeToken(.device(name)), admin: admin)
        // Each stream has an ordinary chunk, too, so that there are differences between extremes and it.
        for chunk in chunks.flatMap({
          [TestChunk(device: name, stream: $0.stream, sequence: 3), $0]
        }) {
          let status = try await server.put(chunk).status
          #expect(status == 201, "\(name) \(chunk.stream)")
        }
      }
      let importer = TestServer(
        port: process.port, storage: storage,
        token: try await storage.makeToken(.device("imports")), admin: admin)
      for (path, body) in Self.imports {
        let answer = try await importer.request(
          path, .post,
          [
            .authorization: "Bearer \(importer.token)", .contentLength: String(body.utf8.count),
          ], Array(body.utf8))
        #expect(answer.status < 500, "\(path) \(body)")
      }
      for round in ["before a restart", "after a restart"] {
        let server = TestServer(port: process.port, storage: storage, token: admin, admin: admin)
        for name in devices.map(\.name) + ["imports"] {
          try await Self.readEverything(of: name, server, round)
        }
        for path in ["/", "/?after=a", "/metrics", "/healthz", "/v1/devices"] {
          #expect(try await server.getWhenFree(path).status == 200, "\(path) \(round)")
        }
        process.terminate()
        #expect(try await process.waitForExit().status == 0)
        process = try await CollectorProcess(database: database)
      }
      #expect(try await storage.verify(at: 0).isIntact)
    }
  }

  private static func readEverything(
    of device: String, _ server: TestServer, _ round: String
  ) async throws {
    let base = "/v1/devices/\(device)"
    var paths = ["/devices/\(device)", "\(base)/nights", "\(base)/streams"]
    for number in extremes {
      paths += ["/devices/\(device)?before=\(number)", "\(base)/nights?after=\(number)"]
    }
    let streams = try await server.storage.streams(of: device)
    // All streams have the same kinds of numbers: one of them is read with every limit.
    for (index, stream) in streams.enumerated() {
      let stream = "\(base)/streams/\(stream)"
      paths += ["\(stream)/chunks", "\(stream)/gaps", "\(stream)/samples.csv"]
      guard index == streams.count / 2 else { continue }
      paths += ["\(stream)/samples.jsonl", "\(stream)/samples.parquet"]
      for from in extremes {
        for to in extremes {
          paths.append("\(stream)/samples.csv?from=\(from)&to=\(to)")
          paths.append(
            "\(stream.replacing("/v1", with: ""))/curve?from=\(from)&to=\(to)&points=100")
        }
      }
    }
    for night in try await server.storage.nights(of: device, before: nil, atMost: 100).prefix(3) {
      let night = "/devices/\(device)/nights/\(night.span.start)"
      paths += ["", "/data", "/archive.zip", "/night.sqlite"].map { night + $0 }
    }
    for path in paths {
      let status = try await server.getWhenFree(path).status
      #expect([200, 400].contains(status), "\(status): \(path) \(round)")
    }
  }
}
