import Chunks
import CollectorPostgres
import CollectorSQL
import CollectorSQLite
import Testing

@testable import Collector

/// Everything that is stored can be copied into another database.
@Suite(.patience) struct MigrationTests {
  private static func fill(_ storage: any CollectorStorage) async throws {
    for number in 0..<120 as Range<UInt64> {
      let start = Int64(number) * 1_000
      var chunk = TestChunk(sequence: number, times: [start, start + 10])
      if number % 7 == 0 { chunk.gaps = [Gap(start: start - 5, end: start, cause: .killed)] }
      if number == 0 { chunk.marks = [.started(at: 0)] }
      try await storage.store(chunk)
    }
    try await storage.store(TestChunk(sequence: 3, times: [1]))
    // Clocks were measured on two days, of which one is folded.
    for (sequence, hour) in [(9, 0), (10, 40)] as [(UInt64, Int64)] {
      let chunk = TestChunk(stream: "gyroscope", sequence: sequence, times: [1])
      _ = try await storage.store([
        ClockTests.checked(chunk, ClockTests.report(hour * 12))
      ])
      if hour == 0 {
        _ = try await storage.foldClocks(of: "phone", after: nil, receivedBefore: .max)
      }
    }
    _ = try await storage.delete(
      Deletion(device: "phone", times: 50_000...51_000, author: "test", time: 1))
    _ = try await storage.nights(of: "phone", before: nil, atMost: 1)
    try await storage.add(
      TokenRecord(hash: Token.random().hash, holder: .reader(["phone"]), createdAt: 3))
  }

  private static func expectEqual(
    _ source: any CollectorStorage, _ target: any CollectorStorage
  ) async throws {
    for stream in ["accelerometer", "gyroscope"] {
      let name = StreamName(device: "phone", stream: stream)
      #expect(try await source.stream(name) == target.stream(name))
    }
    #expect(try await source.summaries(of: "phone") == target.summaries(of: "phone"))
    #expect(try await source.tokens() == target.tokens())
    #expect(try await source.deletions() == target.deletions())
    let clocks = try await source.clockMeasurements(of: "phone", in: .min ... .max)
    #expect(clocks.exchanges.count == 2)
    #expect(try await target.clockMeasurements(of: "phone", in: .min ... .max) == clocks)
    let nights = try await source.nights(of: "phone", before: nil, atMost: 100)
    #expect(try await target.nights(of: "phone", before: nil, atMost: 100) == nights)
    #expect(try await target.verify(at: 0).isIntact)
    // New rows get new numbers, and known chunks are known.
    let new = try TestChunk(sequence: 500, times: [500_000]).checked()
    #expect(try await target.store([new]) == [.stored(ChunkRecord(new))])
    let known = try TestChunk(sequence: 9, times: [9_000, 9_010]).checked()
    #expect(try await target.store([known]) == [.alreadyStored(ChunkRecord(known))])
  }

  @Test(.needsPostgres)
  func `a SQLite file is copied into PostgreSQL and back`() async throws {
    try await withTemporaryDirectory { directory in
      let file = try SQLiteStorage(path: directory + "/db")
      try await Self.fill(file)
      let server = try await PostgresServer.shared.get()
      let postgres = try await PostgresStorage(url: try await server.makeDatabase())
      try await file.copyAll(to: postgres)
      try await Self.expectEqual(file, postgres)
      let back = try SQLiteStorage(path: directory + "/back")
      try await postgres.copyAll(to: back)
      #expect(try await back.summaries(of: "phone") == postgres.summaries(of: "phone"))
      #expect(try await back.verify(at: 0).isIntact)
      // A database with data is not overwritten.
      await #expect(throws: StorageError.self) { try await file.copyAll(to: back) }
    }
  }

  @Test(.needsPostgres)
  func `the command copies a database and says what it has copied`() async throws {
    try await withTemporaryDirectory { directory in
      do {
        let storage = try SQLiteStorage(path: directory + "/db")
        try await Self.fill(storage)
        try await storage.close()
      }
      let server = try await PostgresServer.shared.get()
      let url = try await server.makeDatabase()
      let result = try await CollectorProcess.run(
        "migrate", "--from", directory + "/db", "--to", url)
      #expect(result.status == 0)
      #expect(result.output.contains("bodies: 120 rows copied\n"), "\(result.output)")
      #expect(try await CollectorProcess.run("verify", "--database", url).status == 0)
      for (from, to, status) in [
        (directory + "/db", url, 2 as Int32), (directory + "/no", url, 2),
        (directory + "/db", directory + "/db", 64),
      ] {
        let result = try await CollectorProcess.run("migrate", "--from", from, "--to", to)
        #expect(result.status == status, "\(from) \(to)")
      }
    }
  }
}

/// A database of an earlier version gets the tables of this one.
@Suite(.patience) struct VersionTests {
  /// The latest chunk has neither the channel nor the unit of the first one.
  private static let chunks = [
    TestChunk(units: ["m"], times: [1]),
    TestChunk(sequence: 2, channels: ["y"], times: [9], nominalInterval: .milliseconds(10)),
  ]

  private static func expectUnits(_ storage: any CollectorStorage) async throws {
    let units = try await storage.summaries(of: "phone").first?.units
    #expect(units?.unit(of: "x") == "m")
    #expect(units?.unit(of: "y") == "g")
    #expect(units?.interval == 10_000_000)
    #expect(try await storage.verify(at: 0).isIntact)
    // The new tables can be used.
    try await storage.set(RetentionRule(device: nil, days: 3))
    #expect(try await storage.retentionRules() == [RetentionRule(device: nil, days: 3)])
    #expect(try await storage.waitingAlertCount() == 0)
    try await storage.forgetDeliveries(of: "session")
    #expect(try await storage.nights(of: "phone", before: nil, atMost: 9).count == 1)
    try await storage.add(["phone"], toGroup: "ward")
    #expect(
      try await storage.devices(after: nil, containing: "", in: "ward", atMost: 9) == ["phone"])
    #expect(try await storage.enrollments(atMost: 1).isEmpty)
  }

  @Test(arguments: [3, 4, 5]) func `an earlier version of a SQLite file`(version: Int) async throws
  {
    try await withTemporaryDirectory { directory in
      let storage = try SQLiteStorage(path: directory + "/db")
      for chunk in Self.chunks { try await storage.store(chunk) }
      try await storage.makeVersion(version)
      try await storage.close()
      try await Self.expectUnits(try SQLiteStorage(path: directory + "/db"))
    }
  }

  @Test(.needsPostgres, arguments: [3, 4, 5])
  func `an earlier version of a PostgreSQL database`(version: Int) async throws {
    let server = try await PostgresServer.shared.get()
    let url = try await server.makeDatabase()
    do {
      let storage = try await PostgresStorage(url: url)
      for chunk in Self.chunks { try await storage.store(chunk) }
    }
    let name = try #require(url.split(separator: "?").first?.split(separator: "/").last)
    _ = try await server.sql(
      SQLiteStorage.statements(toVersion: version)
        + "UPDATE yoban_schema SET version = \(version);", in: String(name))
    try await Self.expectUnits(try await PostgresStorage(url: url))
  }
}
