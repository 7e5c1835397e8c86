import Chunks
import CollectorSQLite
import Foundation
import Testing

@testable import Collector

/// The times of requests with more and more stored chunks. `YOBAN_GROWTH=1 swift test --filter GrowthTable`
/// prints a table; it takes some minutes.
@Suite struct GrowthTable {
  @Test(.enabled(if: ProcessInfo.processInfo.environment["YOBAN_GROWTH"] != nil))
  func `the time of a request by the number of chunks`() async throws {
    let paths = [
      "/healthz", "/v1/devices", "/v1/devices/phone/streams",
      "/v1/devices/phone/streams/accelerometer/samples.csv?from=0&to=50000",
    ]
    print("chunks | " + paths.joined(separator: " | "))
    for count in [1_000, 10_000, 100_000] {
      try await withTemporaryDirectory { directory in
        let storage = try SQLiteStorage(path: directory + "/db")
        try await Self.fill(storage, chunks: count)
        try await TestServer.run(over: storage) { server in
          var times: [String] = []
          for path in paths {
            let seconds = try await Self.median { _ = try await server.get(path) }
            times.append("\((seconds * 1e6).rounded() / 1_000) ms")
          }
          print("\(count) | " + times.joined(separator: " | "))
        }
      }
    }
  }

  private static func fill(_ storage: SQLiteStorage, chunks count: Int) async throws {
    for start in stride(from: 0, to: count, by: 500) {
      var batch: [CheckedChunk] = []
      for number in start..<start + 500 {
        let first = Int64(number) * 50_000
        let times = (0..<50 as Range<Int64>).map { first + $0 * 1_000 }
        batch.append(try TestChunk(sequence: UInt64(number), times: times).checked())
      }
      _ = try await storage.store(batch)
    }
  }

  private static func median(_ body: () async throws -> Void) async throws -> Double {
    var times: [Double] = []
    for _ in 0..<15 {
      let start = ContinuousClock.now
      try await body()
      times.append((ContinuousClock.now - start) / .seconds(1))
    }
    return times.sorted()[times.count / 2]
  }
}
