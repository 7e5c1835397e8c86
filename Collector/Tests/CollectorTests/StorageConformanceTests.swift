import Chunks
import CollectorSQL
import CollectorSQLite
import Foundation
import Testing

@testable import Collector

/// Tests that every storage must pass.
@Suite(.patience) struct StorageConformanceTests {
  let name = StreamName(device: "phone", stream: "accelerometer")

  @Test(arguments: Backend.allCases)
  func `a chunk is stored once and its bytes can be read back`(_ backend: Backend) async throws {
    try await backend.withStorage { storage in
      let chunk = try TestChunk(gaps: [Gap(start: 3_000, end: 9_000, cause: .killed)]).checked()
      let record = ChunkRecord(chunk)
      #expect(try await storage.store([chunk]) == [.stored(record)])
      #expect(try await storage.store([chunk]) == [.alreadyStored(record)])
      #expect(try await storage.intactBytes(of: chunk.identity) == chunk.bytes)
      #expect(try await storage.stream(name)?.chunks == [record])
      #expect(record.times == 1_000...3_000)
      #expect(record.sampleCount == 3)
    }
  }

  @Test(arguments: Backend.allCases)
  func `other bytes under a stored identity replace nothing and are quarantined once`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      let first = try TestChunk().checked()
      let other = try TestChunk(times: [5_000]).checked()
      _ = try await storage.store([first])
      #expect(
        try await storage.store([other, other]) == [
          .conflict(isQuarantined: true), .conflict(isQuarantined: true),
        ])
      #expect(try await storage.intactBytes(of: first.identity) == first.bytes)
      #expect(try await storage.stream(name)?.chunks.count == 1)
      #expect(try await storage.stream(name)?.conflicts == [0])
    }
  }

  @Test(arguments: Backend.allCases)
  func `a batch detects its own repeated chunks`(_ backend: Backend) async throws {
    try await backend.withStorage { storage in
      let chunk = try TestChunk().checked()
      let other = try TestChunk(times: [5_000]).checked()
      #expect(
        try await storage.store([chunk, chunk, other]) == [
          .stored(ChunkRecord(chunk)), .alreadyStored(ChunkRecord(chunk)),
          .conflict(isQuarantined: true),
        ])
    }
  }

  @Test(arguments: Backend.allCases)
  func `contents are sorted by sequence, whatever the order of arrival`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      let gaps = [Gap(start: 7, end: 8, cause: .suspended), Gap(start: 3, end: 4, cause: .killed)]
      try await storage.store(
        TestChunk(sequence: 10, marks: [.stopped(at: 9)]),
        TestChunk(sequence: 2, gaps: gaps, marks: [.started(at: 1)]),
        TestChunk(stream: "gyroscope", sequence: 0),
        TestChunk(device: "watch", sequence: UInt64(Int64.max), times: [.min, .max]))
      let contents = try #require(try await storage.stream(name))
      #expect(contents.chunks.map(\.sequence) == [2, 10])
      #expect(contents.gaps == gaps)
      #expect(contents.marks == [.started(at: 1), .stopped(at: 9)])
      #expect(try await storage.devices() == ["phone", "watch"])
      #expect(try await storage.streams(of: "phone") == ["accelerometer", "gyroscope"])
      let far = try await storage.stream(StreamName(device: "watch", stream: "accelerometer"))
      #expect(far?.chunks.first?.times == .min ... .max)
    }
  }

  @Test(arguments: Backend.allCases)
  func `reading data that was never stored returns nothing`(_ backend: Backend) async throws {
    try await backend.withStorage { storage in
      let identity = try ChunkIdentity(device: "phone", stream: "accelerometer", sequence: 0)
      #expect(try await storage.intactBytes(of: identity) == nil)
      #expect(try await storage.stream(name) == nil)
      #expect(try await storage.devices().isEmpty)
      #expect(try await storage.streams(of: "phone").isEmpty)
      #expect(try await storage.token(hash: TokenHash(bytes: [1])) == nil)
    }
  }

  @Test(arguments: Backend.allCases)
  func `a token is found by its hash, before and after its revocation`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      let token = TokenRecord(
        hash: Token.random().hash, holder: .device("phone"), createdAt: 100)
      let admin = TokenRecord(hash: Token.random().hash, holder: .admin, createdAt: 200)
      try await storage.add(admin)
      try await storage.add(token)
      let reader = TokenRecord(
        hash: Token.random().hash, holder: .reader(["phone", "watch"]), createdAt: 300,
        expiresAt: 400)
      try await storage.add(reader)
      #expect(try await storage.tokens() == [token, admin, reader])
      #expect(reader.isValid(at: 399) && !reader.isValid(at: 400))
      #expect(try await storage.devices() == ["phone"])
      await #expect(throws: StorageError.alreadyExists) { try await storage.add(token) }

      #expect(try await storage.revokeToken(hash: token.hash, at: 300))
      #expect(try await storage.token(hash: token.hash)?.revokedAt == 300)
      #expect(try await !storage.revokeToken(hash: token.hash, at: 400))
      #expect(try await storage.token(hash: admin.hash) == admin)
    }
  }
}

/// Tests only for the storage in a file.
@Suite(.patience) struct SQLiteFileTests {
  @Test func `a full database stores nothing of the batch and keeps its data`() async throws {
    try await withTemporaryDirectory { directory in
      let storage = try SQLiteStorage(
        path: directory + "/collector.sqlite", databaseBytesMax: 600_000)
      let small = try TestChunk().checked()
      let large = try TestChunk(
        sequence: 1, times: (0..<60_000).map { Int64($0) }
      ).checked()
      _ = try await storage.store([small])
      await #expect(throws: StorageError.full) {
        try await storage.store([try TestChunk(sequence: 2).checked(), large])
      }
      let name = StreamName(device: "phone", stream: "accelerometer")
      #expect(try await storage.stream(name)?.chunks.map(\.sequence) == [0])
      #expect(try await storage.store([small]) == [.alreadyStored(ChunkRecord(small))])
      #expect(try await storage.intactBytes(of: small.identity) == small.bytes)
    }
  }

  @Test func `a database of a newer version is not opened`() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/collector.sqlite"
      let storage = try SQLiteStorage(path: path)
      let (known, newer) = (Schema.version, Schema.version + 1)
      try await storage.setSchemaVersion(newer)
      #expect(throws: StorageError.newerSchema(found: newer, known: known)) {
        try SQLiteStorage(path: path)
      }
    }
  }

  @Test func `every commit is written to disk, only the owner can access the file`() async throws {
    try await withTemporaryDirectory { directory in
      let path = directory + "/collector.sqlite"
      let storage = try SQLiteStorage(path: path)
      #expect(try await storage.durability() == (journal: "wal", synchronous: 2))
      for file in [path, path + "-wal"] {
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
      }
    }
  }

  @Test func `a device and a stream can have as much as the limits allow`() async throws {
    var storage = try SQLiteStorage()
    storage.limits.streamsPerDevice = 2
    storage.limits.channelsPerStream = 3
    func outcome(
      _ device: String, _ stream: String, _ sequence: UInt64, _ channels: [String] = ["x"]
    ) async throws -> LimitExceeded.Kind? {
      let chunk = TestChunk(
        device: device, stream: stream, sequence: sequence, channels: channels, times: [1])
      let outcomes = try await storage.store([chunk.checked()])
      guard case .refused(let exceeded) = outcomes[0] else { return nil }
      return exceeded.kind
    }
    #expect(try await outcome("phone", "a", 0) == nil)
    #expect(try await outcome("phone", "b", 0) == nil)
    #expect(try await outcome("phone", "c", 0) == .streams)
    #expect(try await outcome("phone", "a", 1) == nil)
    #expect(try await outcome("watch", "c", 0) == nil)

    #expect(try await outcome("phone", "a", 2, ["y", "z"]) == nil)
    #expect(try await outcome("phone", "a", 3, ["x", "v"]) == .channels)
    #expect(try await outcome("phone", "a", 3, ["z", "x"]) == nil)
    #expect(try await storage.streams(of: "phone") == ["a", "b"])

    // One chunk of a batch does not keep the others from being stored.
    let batch = try [("c", 9), ("b", 9)].map { stream, sequence in
      try TestChunk(stream: stream, sequence: sequence).checked()
    }
    let outcomes = try await storage.store(batch)
    guard case .refused = outcomes[0], case .stored = outcomes[1] else {
      Issue.record("other outcomes: \(outcomes)")
      return
    }
    // There is room again after a stream was deleted.
    _ = try await storage.delete(
      Deletion(
        device: "phone", stream: "b", times: .min ... .max, author: "test", time: 0))
    #expect(try await outcome("phone", "d", 0) == nil)
  }
}
