import Chunks
import CollectorContract
import CollectorSQL
import CollectorSQLite
import Foundation
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import Collector

/// Uploads are handled on the threads of their event loops, and everything else is not.
@Suite(.patience) struct EventLoopTests {
  /// Counts the writes that run at the same time.
  final class Writes: Sendable {
    private let counts = Mutex((running: 0, most: 0))

    func begin() {
      counts.withLock { counts in
        counts.running += 1
        counts.most = max(counts.most, counts.running)
      }
    }

    func end() { counts.withLock { $0.running -= 1 } }

    var most: Int { counts.withLock { $0.most } }
  }

  @Test func `uploads are answered while other requests block all of their threads`() async throws {
    try await withTemporaryDirectory { directory in
      let storage = try SQLiteStorage(path: directory + "/db")
      let release = DispatchSemaphore(value: 0)
      // More reads than there are threads for them.
      let reads = (0..<16).map { _ in
        Task { try await storage.database.read { _ in release.wait() } }
      }
      let endReads: @Sendable () -> Void = { for _ in reads { release.signal() } }
      // If the server does not start.
      defer { endReads() }
      try await TestServer.run(over: storage) { server in
        // A server that stops waits for what its services read.
        defer { endReads() }
        for sequence in 0..<8 as Range<UInt64> {
          let chunk = TestChunk(sequence: sequence, times: [Int64(sequence)])
          let answer = try await server.put(chunk)
          #expect(answer.status == 201)
        }
      }
    }
  }

  @Test func `jobs of a storage run one after another, and reads see what was written`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      let storage = try SQLiteStorage(path: directory + "/db")
      let writes = Writes()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<50 {
          group.addTask {
            try await storage.database.write { session in
              writes.begin()
              defer { writes.end() }
              try session.execute(
                "INSERT INTO reports (device, time) VALUES (?, ?)",
                [.text("phone-\(number)"), .integer(Int64(number))])
            }
            let times = try await storage.database.readBriefly { session in
              try session.rows(
                "SELECT time FROM reports WHERE device = ?", [.text("phone-\(number)")]
              ).map { $0.integer(at: 0) }
            }
            #expect(times == [Int64(number)])
          }
        }
        try await group.waitForAll()
      }
      #expect(writes.most == 1)
    }
  }

  @Test func `an event loop looks at its sockets while its jobs never end`() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let eventLoop = group.next()
    let server = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
    let executor = EventLoopExecutor(eventLoop)
    let endless = (0..<10).map { _ in
      Task(executorPreference: executor) { while !Task.isCancelled { await Task.yield() } }
    }
    // Whether the loop sees that a client has connected.
    let client = try await ClientBootstrap(group: group)
      .connect(to: try #require(server.localAddress)).get()
    for task in endless { task.cancel() }
    try await client.close()
    try await server.close()
    try await group.shutdownGracefully()
  }

  @Test func `a value is the same after it was stored in SQLite`() async throws {
    let storage = try SQLiteStorage()
    let values: [SQLValue] = [
      .null, .integer(.min), .integer(.max), .text(""), .text("ein\0Ä🙂"), .bytes([]),
      .bytes([0, 255]), .real(-0.5),
    ]
    let rows = try await storage.database.write { session in
      let list = values.indices.map { "? AS v\($0)" }.joined(separator: ", ")
      return try session.rows("SELECT \(list)", values)
    }
    #expect(rows.count == 1)
    for (index, value) in values.enumerated() {
      switch value {
      case .integer(let number): #expect(rows.first?.integer(at: index) == number)
      case .text(let text): #expect(rows.first?.text(at: index) == text)
      default: break
      }
    }
    let isSame = try await storage.database.write { session in
      try session.rows(
        "SELECT ? IS NULL AND typeof(?) = 'blob' AND length(?) = 0 AND hex(?) = '00FF' AND ? = -0.5",
        [.null, .bytes([]), .bytes([]), .bytes([0, 255]), .real(-0.5)]
      ).first?.integer(at: 0)
    }
    #expect(isSame == 1)
  }

  @Test(
    arguments: [
      ("phone", nil), ("phone", true), ("phone", false), ("a \"name\"", nil), ("Ä\n", true),
    ] as [(String, Bool?)])
  func `a receipt has the same bytes as the general encoder writes`(
    device: String, deleted: Bool?
  ) throws {
    let receipt = Receipt(
      device: device, stream: "heart-rate.1_x", sequence: .max, sha256: "0a9f", bytes: 7,
      samples: 0, gaps: 3, deleted: deleted)
    #expect(receipt.json == ContractJSON.encode(receipt))
    #expect(Receipt(json: receipt.json) == receipt)
  }

  @Test func `a chunk is read once with the samples of all of its blocks`() throws {
    let times = (0..<3_000).map { Int64($0) * 7 }
    let values = times.indices.map { Double($0).squareRoot() }
    let bytes = try TestChunk(times: times, values: values).bytes()
    let contents = try ChunkReader(bytes).contents()
    let summary = try ChunkReader(bytes).summary()
    #expect(contents.summary == summary)
    #expect(contents.samples == SampleBlock(channelCount: 1, times: times, values: values))
    #expect(contents.summary.blockCount == 3)
    let torn = try ChunkReader(Array(bytes.dropLast(2_000))).contents()
    #expect(torn.summary.sampleCount == UInt64(torn.samples.count))
    #expect(torn.summary.completeness != .complete)
  }
}
