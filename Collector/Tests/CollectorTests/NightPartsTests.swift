import Chunks
import CollectorSQLite
import Testing

@testable import Collector
@testable import CollectorSQL

/// Very many nights are computed in parts, so that not all are in memory.
@Suite(.patience) struct NightPartsTests {
  private static let minute = NightCacheTests.minute

  @Test func `very many nights are computed and kept in parts`() async throws {
    var storage = try SQLiteStorage()
    storage.limits.nightRowsAtOnce = 100
    let day = 24 * 60 * Self.minute
    try await storage.store(
      TestChunk(
        times: [0],
        marks: (0..<1_000).flatMap { night in
          [.started(at: night * day), .stopped(at: night * day + Self.minute)]
        }))
    var previous: NightCache.Changes?
    var counts: [Int] = []
    while previous?.isComplete != true {
      let next = try await storage.read { [storage, previous] session in
        try storage.nightCache(of: "phone", in: session).changes(after: previous)
      }
      let changes = try #require(next)
      #expect(try await storage.keep(changes))
      counts.append(changes.nights.count)
      previous = changes
    }
    #expect(counts.reduce(0, +) == 1_000)
    #expect(counts.allSatisfy { $0 <= 100 }, "\(counts)")
    try await NightCacheTests.expectNights(of: storage, "at the end")
  }

  /// Each mark ends the recording before it, and all are within an hour.
  @Test func `very many nights within an hour are computed in parts`() async throws {
    var storage = try SQLiteStorage()
    storage.limits.nightRowsAtOnce = 100
    try await storage.store(TestChunk(times: [0], marks: (0..<1_000).map { .started(at: $0) }))
    try await storage.store(
      TestChunk(sequence: 1, times: [], marks: (2_000..<3_000).map { .stopped(at: $0) }))
    let changes = try await storage.read { [storage] session in
      try storage.nightCache(of: "phone", in: session).changes()
    }
    let count = try #require(changes).nights.count
    #expect((50...101).contains(count), "\(count)")
    #expect(changes?.isComplete == false)
    try await NightCacheTests.expectNights(of: storage, "at the end")
  }

  @Test func `a recording without an end does not join the parts of later nights`() async throws {
    var storage = try SQLiteStorage()
    storage.limits.nightRowsAtOnce = 20
    try await storage.store(TestChunk(stream: "open", times: [0], marks: [.started(at: 0)]))
    let day = 24 * 60 * Self.minute
    for number in 1..<50 as Range<Int64> {
      try await storage.store(TestChunk(sequence: UInt64(number), times: [number * day]))
    }
    let changes = try await storage.read { [storage] session in
      try storage.nightCache(of: "phone", in: session).changes()
    }
    #expect(try #require(changes).nights.count < 25)
    try await NightCacheTests.expectNights(of: storage, "at the end")
  }

  /// An upload comes after each part, so that no part is kept.
  @Test func `nights that change all the time are shown as they are`() async throws {
    var storage = try SQLiteStorage()
    storage.limits.nightRowsAtOnce = 3
    for day in 0..<10 as Range<Int64> {
      try await storage.store(
        TestChunk(sequence: UInt64(day), times: [day * 24 * 60 * Self.minute]))
    }
    var changing = SQLStorage(database: ChangingDatabase(database: storage.database))
    changing.limits = storage.limits
    let nights = try await changing.nights(of: "phone", before: nil, atMost: 100)
    #expect(nights.count == 10)
    #expect(try await storage.value("SELECT count(*) FROM nights") == 0)
  }

  @Test func `a night with very many chunks is divided`() async throws {
    var storage = try SQLiteStorage()
    (storage.limits.nightRowsAtOnce, storage.limits.rowsPerNight) = (10, 40)
    for number in 0..<100 as Range<Int64> {
      try await storage.store(
        TestChunk(sequence: UInt64(number), times: [number * Self.minute]))
    }
    let nights = try await storage.nights(of: "phone", before: nil, atMost: 100)
    #expect(nights.map(\.chunkCount) == [18, 41, 41])
    #expect(nights.map(\.span.end) == [99, 81, 40].map { $0 * Self.minute })
  }
}

/// A database in which all nights change before each write.
private struct ChangingDatabase: SQLDatabase {
  static let dialect = SQLiteDatabase.dialect
  let database: SQLiteDatabase

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StorageError) -> Value {
    try await database.read(body)
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLSession) throws -> Value
  ) async throws(StorageError) -> Value {
    _ = try await database.write { session in
      try session.execute("UPDATE stale_nights SET changes = changes + 1", [])
    }
    return try await database.write(body)
  }

  func structureProblems() async throws(StorageError) -> [String] { [] }
}
