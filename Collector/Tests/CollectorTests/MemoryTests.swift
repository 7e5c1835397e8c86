import Chunks
import CollectorSQLite
import Foundation
import Testing

@testable import Collector

/// The memory of the whole process, with chunks that are small and valid, and as large as possible when they are read.
@Suite(.patience) struct MemoryTests {
  /// A chunk of some kilobytes with as many values as a chunk may have. Two of a stream share their times.
  private static func chunk(_ channelCount: Int, _ number: UInt64) -> TestChunk {
    let rowCount = Int(ChunkLimits.valuesMax) / channelCount
    let start = Int64(number / 2) * 2_000_000_000
    return TestChunk(
      stream: "channels-\(channelCount)", sequence: number,
      channels: (0..<channelCount).map { "c\($0)" },
      times: (0..<rowCount).map { start + Int64($0) * 1_000 },
      values: [Double](repeating: 0, count: rowCount * channelCount), usesGrid: true)
  }

  @Test func `512 MB of addresses are enough for the largest chunks`() async throws {
    try await withTemporaryDirectory { directory in
      let database = directory + "/db"
      let process = try await CollectorProcess(database: database, addressSpaceKilobytes: 512 << 10)
      let storage = try SQLiteStorage(path: database)
      let server = TestServer(
        port: process.port, storage: storage,
        token: try await storage.makeToken(.device("phone")),
        admin: try await storage.makeToken(.admin))
      for channelCount in [1, 16] {
        let uploads = try (0..<4 as Range<UInt64>).map { number in
          let chunk = Self.chunk(channelCount, number)
          return (path: chunk.path, bytes: try chunk.bytes())
        }
        #expect(uploads.allSatisfy { $0.bytes.count < 600_000 }, "\(uploads.map(\.bytes.count))")
        try await Self.inParallel(uploads) { upload in
          // The share of the device may be used up; then it sends again, as a device does.
          while try await server.put(upload.bytes, to: upload.path).status != 201 {
            try await Task.sleep(for: .milliseconds(10))
          }
        }
      }
      let streams = [1, 16].map { "/v1/devices/phone/streams/channels-\($0)" }
      let range = "?from=0&to=100000"
      let reads =
        streams.flatMap { ["\($0)/samples.csv\(range)", "\($0)/samples.parquet\(range)"] }
        + ["/v1/devices/phone/streams", "/v1/devices/phone/nights", "/"]
        + [1, 16].map {
          "/devices/phone/streams/channels-\($0)/curve?from=0&to=1000000&points=2000"
        }
      // As many at once as one token can have, and more.
      for path in reads {
        try await Self.inParallel(Array(repeating: path, count: 6)) { path in
          let answer = try await server.get(path, token: path.hasPrefix("/v1") ? nil : server.admin)
          #expect([200, 503].contains(answer.status), "\(path): \(answer.body.prefix(300))")
        }
      }
      process.terminate()
      #expect(try await process.waitForExit().status == 0)
      #expect(try await storage.summaries(of: "phone").map(\.chunkCount) == [4, 4])
    }
  }

  private static func inParallel<Item: Sendable>(
    _ items: [Item], _ body: @escaping @Sendable (Item) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for item in items { group.addTask { try await body(item) } }
      try await group.waitForAll()
    }
  }
}
