import Chunks
import CollectorSQL
import CollectorSQLite
import Foundation
import GRDB
import Testing

@testable import Collector

/// Chunks whose bits have changed on the disk.
@Suite(.patience) struct IntegrityTests {
  private static let name = StreamName(device: "phone", stream: "accelerometer")
  private static let chunk = TestChunk(
    sequence: 7, gaps: [Gap(start: 3_000, end: 9_000, cause: .killed)], marks: [.stopped(at: 9_000)]
  )

  /// A change of the database, and whether the bytes of the chunk can still be trusted after it.
  struct Damage: Sendable, CustomTestStringConvertible {
    var name: String
    var sql: String
    var hasBytes = false
    var testDescription: String { name }
  }

  private static let damages = [
    Damage(
      name: "a changed byte of the body",
      sql: "UPDATE bodies SET body = CAST(substr(body, 1, 30) || x'FF' || substr(body, 32) AS BLOB)"
    ),
    Damage(name: "a shorter body", sql: "UPDATE bodies SET body = substr(body, 1, 40)"),
    Damage(name: "a missing body", sql: "DELETE FROM bodies"),
    Damage(name: "a changed digest", sql: "UPDATE chunks SET sha256 = zeroblob(32)"),
    Damage(name: "a digest of another length", sql: "UPDATE chunks SET sha256 = x'00'"),
    Damage(
      name: "a changed number of samples", sql: "UPDATE chunks SET samples = 4", hasBytes: true),
    Damage(
      name: "a changed time", sql: "UPDATE chunks SET last_time = first_time - 1", hasBytes: true),
  ]

  @Test(arguments: damages)
  func `a damaged chunk is never given to anyone, and is repaired when it is sent again`(
    _ damage: Damage
  ) async throws {
    try await withTemporaryDirectory { directory in
      let storage = try SQLiteStorage(path: directory + "/db")
      try await TestServer.run(over: storage) { server in
        let receipt = try await server.put(Self.chunk).body
        try await storage.execute(damage.sql)

        let answer = try await server.get(Self.chunk.path)
        if damage.hasBytes {
          #expect(answer.status == 200)
        } else {
          try answer.expectProblem(.chunkDamaged)
        }
        let found = try await storage.verify(at: 100)
        #expect(found.damaged == [try Self.chunk.checked().identity])
        #expect(try await storage.damage().map(\.identity) == found.damaged)
        let report = try await server.get("/v1/devices/phone/streams")
        #expect(report.body.contains("\"damaged\":1"))

        let again = try await server.put(Self.chunk)
        #expect(again.status == 200)
        #expect(again.body == receipt)
        #expect(try await storage.intactBytes(of: found.damaged[0]) == Self.chunk.bytes())
        #expect(
          try await storage.verify(at: 200)
            == Verification(
              chunks: 1, bytes: Self.chunk.bytes().count,
              encodings: Self.chunk.checked().summary.encodings))
        #expect(try await storage.damage().isEmpty)
        let contents = try #require(try await storage.stream(Self.name))
        #expect(contents.chunks == [ChunkRecord(try Self.chunk.checked())])
        #expect(contents.gaps == Self.chunk.gaps)
        #expect(contents.marks == Self.chunk.marks)
        #expect(try await server.get("/metrics").body.contains("chunks_repaired_total 1\n"))
        #expect(try await server.put(Self.chunk).status == 200)
        #expect(try await server.get("/metrics").body.contains("chunks_repaired_total 1\n"))
      }
    }
  }

  @Test(arguments: ["chunks = 0", "first_sequence = -1", "first_sequence = 9"])
  func `damaged totals of a stream fail no page`(damage: String) async throws {
    let storage = try SQLiteStorage()
    try await TestServer.run(over: storage) { server in
      #expect(try await server.put(Self.chunk).status == 201)
      let paths = [
        "/", "/devices/phone", "/devices/phone/nights/1000", "/devices/phone/nights/1000/data",
        "/devices/phone/streams/accelerometer/curve?from=0&to=9000&points=10",
        "/v1/devices/phone/streams", "/v1/devices/phone/nights",
        "/v1/devices/phone/streams/accelerometer/samples.csv",
      ]
      var before: [String] = []
      for path in paths { before.append(try await server.get(path).body) }
      try await storage.execute("UPDATE streams SET \(damage)")
      for (path, body) in zip(paths, before) {
        let answer = try await server.get(path)
        #expect(answer.status == 200, "\(path)")
        // Pages of devices say how long ago the last upload was.
        if path != "/", path != "/devices/phone" { #expect(answer.body == body, "\(path)") }
      }
      #expect(try await server.put(TestChunk(sequence: 8, times: [5_000])).status == 201)
    }
  }

  @Test func `other bytes do not replace a damaged chunk`() async throws {
    let storage = try SQLiteStorage()
    _ = try await storage.store([Self.chunk.checked()])
    try await storage.execute("UPDATE bodies SET body = x'00'")
    var other = Self.chunk
    other.times = [5_000]
    #expect(try await storage.store([other.checked()]) == [.conflict(isQuarantined: true)])
    await #expect(throws: StorageError.damaged(try Self.chunk.checked().identity)) {
      _ = try await storage.intactBytes(of: try Self.chunk.checked().identity)
    }
    #expect(
      try await storage.store([Self.chunk.checked()]) == [
        .repaired(ChunkRecord(Self.chunk.checked()))
      ])
  }

  @Test func `damage shows in the health, the metrics and the page`() async throws {
    let storage = try SQLiteStorage()
    try await TestServer.run(over: storage) { server in
      _ = try await server.put(Self.chunk)
      #expect(try await server.get("/healthz").body == "ok\n")
      #expect(
        try await server.get("/metrics").body.contains("\nyoban_collector_damaged_chunks 0\n"))
      #expect(try await !server.get("/").body.contains("can no longer be read"))
      try await storage.execute("UPDATE bodies SET body = x'00'")
      try await server.get(Self.chunk.path).expectProblem(.chunkDamaged)
      #expect(try await server.get("/healthz").body == "ok\ndamaged chunks: 1\n")
      #expect(
        try await server.get("/metrics").body.contains("\nyoban_collector_damaged_chunks 1\n"))
      #expect(try await server.get("/").body.contains("1 stored chunk can no longer be read"))
    }
  }

  @Test func `samples are not missing from an answer without notice`() async throws {
    let storage = try SQLiteStorage()
    try await TestServer.run(over: storage) { server in
      _ = try await server.put(TestChunk(sequence: 1, times: [1_000]))
      _ = try await server.put(TestChunk(sequence: 2, times: [2_000]))
      try await storage.execute("UPDATE bodies SET body = x'00' WHERE id = 1")
      _ = try await storage.verify(at: 0)
      let path = "/v1/devices/phone/streams/accelerometer/samples.csv"
      try await server.get(path).expectProblem(.chunkDamaged)
      let others = try await server.get(path + "?damaged=skip")
      #expect(others.status == 200)
      #expect(others.body == "time_ns,x,corrected_time_ns,uncertainty_ns\n2000,0.0,,\n")
    }
  }

  /// Otherwise a second of a long stream costs as much as all of it.
  @Test func `only the chunks that can have the requested samples are read`() async throws {
    let storage = try SQLiteStorage()
    try await TestServer.run(over: storage) { server in
      for sequence in 1...3 as ClosedRange<UInt64> {
        let start = Int64(sequence) * 1_000
        _ = try await server.put(
          TestChunk(sequence: sequence, times: [start, start + 500], values: [0.5, 1.5]))
      }
      // Whoever reads one of these two gets an error.
      try await storage.execute("UPDATE bodies SET body = x'00' WHERE id <> 2")
      let path = "/v1/devices/phone/streams/accelerometer/samples.csv"
      for (query, rows) in [
        ("from=1501&to=3000", "2000,0.5,,\n2500,1.5,,\n"), ("from=2000&to=2001", "2000,0.5,,\n"),
        ("from=2501&to=2999", ""), ("from=9000", ""), ("to=1000", ""),
        ("to=-9223372036854775808", ""), ("from=9223372036854775807", ""),
      ] {
        let answer = try await server.get("\(path)?\(query)")
        #expect(answer.status == 200)
        #expect(answer.body == "time_ns,x,corrected_time_ns,uncertainty_ns\n" + rows, "\(query)")
      }
      #expect(try await storage.damage().isEmpty)
      try await server.get("/v1/devices/phone/streams/accelerometer/chunks/1")
        .expectProblem(.chunkDamaged)
      #expect(try await server.get("\(path)?from=2000&to=3000").status == 200)
      try await server.get("\(path)?from=1500&to=3000").expectProblem(.chunkDamaged)
    }
  }

  /// Bits change anywhere in the file. Whatever is read is right, or an error.
  @Test(arguments: [1...10, 11...20, 21...30, 31...40] as [ClosedRange<UInt64>])
  func `after changes of bits in the file, no wrong bytes are returned`(
    _ seeds: ClosedRange<UInt64>
  ) async throws {
    var (opened, right, refused) = (0, 0, 0)
    for seed in seeds {
      try await withTemporaryDirectory { directory in
        let path = directory + "/db"
        let chunks = (0..<20).map {
          TestChunk(sequence: $0, times: (0..<4_000).map { Int64($0) * 7 })
        }
        do {
          let storage = try SQLiteStorage(path: path)
          for chunk in chunks { _ = try await storage.store([chunk.checked()]) }
          try await storage.close()
        }
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        var random = SeededNumbers(seed: seed)
        for _ in 0..<(seed % 2 == 0 ? 3 : 60) {
          bytes[Int(random.next() % UInt64(bytes.count))] ^= UInt8(1 << (random.next() % 8))
        }
        try Data(bytes).write(to: URL(filePath: path))
        guard let storage = try? SQLiteStorage(path: path) else { return }
        opened += 1
        for chunk in chunks {
          let checked = try chunk.checked()
          if let read = try? await storage.intactBytes(of: checked.identity) {
            right += 1
            #expect(read == checked.bytes, "seed \(seed), chunk \(checked.identity.sequence)")
          } else {
            refused += 1
          }
          _ = try? await storage.stream(Self.name)
          _ = try? await storage.summaries(of: "phone")
          _ = try? await storage.chunks(of: Self.name, from: .min, to: nil)
          if case .alreadyStored = try? await storage.store([checked])[0] {
            #expect(try await storage.intactBytes(of: checked.identity) == checked.bytes)
          }
        }
        _ = try? await storage.verify(at: 0)
      }
    }
    // Three changed bits seldom hit the pages without which SQLite opens no file, so half of the files open. Most of
    // them hit chunks, which are most of the file.
    #expect(opened >= 5)
    #expect(right > 0)
    #expect(refused > 0)
  }

  @Test func `while another process writes, all uploads are refused for now, and none is lost`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      let path = directory + "/db"
      // This time only has to pass: the other process keeps the lock until all answers are there.
      let storage = try SQLiteStorage(path: path, lockTimeout: .milliseconds(200))
      try await TestServer.run(over: storage) { server in
        #expect(try await server.put(TestChunk(sequence: 100)).status == 201)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: path, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        try await withThrowingTaskGroup(of: Void.self) { group in
          for sequence in 0..<8 as Range<UInt64> {
            group.addTask {
              try await server.put(TestChunk(sequence: sequence)).expectProblem(.unavailable)
            }
          }
          try await group.waitForAll()
        }
        // Reading goes on.
        #expect(try await server.get(TestChunk(sequence: 100).path).status == 200)
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        for sequence in 0..<8 as Range<UInt64> {
          #expect(try await server.put(TestChunk(sequence: sequence)).status == 201)
        }
      }
    }
  }

  @Test func `on a read-only disk nothing is confirmed, and everything can be read`() async throws {
    try await withTemporaryDirectory { directory in
      let storage = try SQLiteStorage(path: directory + "/db")
      try await TestServer.run(over: storage) { server in
        #expect(try await server.put(TestChunk(sequence: 0)).status == 201)
        try await storage.setReadOnly(true)
        try await server.put(TestChunk(sequence: 1)).expectProblem(.unavailable)
        #expect(try await server.get(TestChunk(sequence: 0).path).status == 200)
        #expect(try await server.get("/healthz").status == 200)
        try await storage.setReadOnly(false)
        #expect(try await server.put(TestChunk(sequence: 1)).status == 201)
      }
    }
  }

  @Test func `a database of version 1 gets the tables of this version and keeps its chunks`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      let path = directory + "/db"
      do {
        let storage = try SQLiteStorage(path: path)
        _ = try await storage.store([Self.chunk.checked()])
        try await storage.makeVersion1()
        try await storage.close()
      }
      let storage = try SQLiteStorage(path: path)
      let identity = try Self.chunk.checked().identity
      #expect(try await storage.intactBytes(of: identity) == Self.chunk.bytes())
      #expect(
        try await storage.store([Self.chunk.checked()]) == [
          .alreadyStored(ChunkRecord(Self.chunk.checked()))
        ])
      #expect(try await storage.value("PRAGMA user_version") == Schema.version)
      #expect(try await storage.verify(at: 0).isIntact)
    }
  }
}
