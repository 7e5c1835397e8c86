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
    let night = "/v1/devices/phone/streams/accelerometer"
    let paths = [
      "/", "/healthz", "/v1/devices", "/v1/devices/phone/streams", "\(night)/gaps?limit=100",
      "\(night)/chunks?limit=100", "\(night)/samples.csv?from=0&to=1000000000",
    ]
    print("chunks | " + paths.joined(separator: " | ") + " | / after an upload")
    for count in [1_000, 10_000, 100_000] {
      try await withTemporaryDirectory { directory in
        let storage = try SQLiteStorage(path: directory + "/db")
        try await Self.fill(storage, chunks: count)
        try await TestServer.run(over: storage) { server in
          // The first page computes all nights once.
          let first = try await Self.median(of: 1) { _ in _ = try await server.get("/") }
          var times: [String] = []
          for path in paths {
            let seconds = try await Self.median { _ in _ = try await server.get(path) }
            times.append("\((seconds * 1e6).rounded() / 1_000) ms")
          }
          let seconds = try await Self.median(of: 9, of: { _ in _ = try await server.get("/") }) {
            _ = try await server.put(Self.chunk(count + $0))
          }
          times.append("\((seconds * 1e6).rounded() / 1_000) ms")
          print("\(count) | " + times.joined(separator: " | ") + " | first / in \(first) s")
        }
      }
    }
  }

  /// A chunk of five minutes; 100 of them form a night, and a new one begins each day.
  private static func chunk(_ number: Int) -> TestChunk {
    let second: Int64 = 1_000_000_000
    let start = (Int64(number / 100) * 86_400 + Int64(number % 100) * 300) * second
    let gap = Gap(start: start + 200 * second, end: start + 203 * second, cause: .suspended)
    return TestChunk(
      sequence: UInt64(number), times: (0..<50).map { start + Int64($0) * second },
      gaps: number % 10 == 0 ? [gap] : [])
  }

  private static func fill(_ storage: SQLiteStorage, chunks count: Int) async throws {
    for start in stride(from: 0, to: count, by: 500) {
      _ = try await storage.store(
        try (start..<start + 500).map { try chunk($0).checked() })
    }
  }

  /// The median time of a body in seconds, without the time of what is done before each.
  private static func median(
    of count: Int = 15, of body: (Int) async throws -> Void,
    after prepare: (Int) async throws -> Void = { _ in }
  ) async throws -> Double {
    var times: [Double] = []
    for number in 0..<count {
      try await prepare(number)
      let start = ContinuousClock.now
      try await body(number)
      times.append((ContinuousClock.now - start) / .seconds(1))
    }
    return times.sorted()[times.count / 2]
  }
}
