import Chunks
import Foundation
import ObjectStore
import Synchronization
import Testing

@testable import Collector
@testable import CollectorPostgres
@testable import CollectorSQL
@testable import CollectorSQLite

/// Chunks of nights that have ended, in packs.
@Suite(.patience) struct PackTests {
  let name = StreamName(device: "phone", stream: "accelerometer")
  private static let second: Int64 = 1_000_000_000
  private static let day: Int64 = 86_400 * second
  /// The first of March 2026.
  private static let start: Int64 = 1_772_323_200 * second

  /// A chunk of a night: ten of one minute each, and a new night each day.
  static func chunk(_ number: Int, stream: String = "accelerometer") -> TestChunk {
    let first = start + Int64(number / 10) * day + Int64(number % 10) * 60 * second
    var marks: [Mark] = []
    if number % 10 == 0 { marks = [.started(at: first)] }
    if number % 10 == 9 { marks = [.stopped(at: first + 50 * second)] }
    return TestChunk(
      stream: stream, sequence: UInt64(number), channels: ["x", "y"],
      times: (0..<5).map { first + $0 * 10 * second },
      values: (0..<10).map { Double(number * 10 + $0) / 8 },
      gaps: number % 4 == 0
        ? [Gap(start: first + 40 * second, end: first + 50 * second, cause: .suspended)] : [],
      marks: marks)
  }

  private static let times = [
    Int64.min, start - 1, start, start + 185 * second, start + 235 * second, start + day,
    start + day + 60 * second, start + 40 * day, .max,
  ]

  private func makeStorage(
    _ objects: MemoryObjects? = nil, path: String? = nil
  ) throws -> SQLiteStorage {
    var storage = try path.map { try SQLiteStorage(path: $0) } ?? SQLiteStorage()
    storage.objects = objects
    storage.packPolicy = .immediate
    return storage
  }

  private func fill(_ storage: any CollectorStorage, _ numbers: some Sequence<Int>) async throws {
    for number in numbers {
      for stream in ["accelerometer", "gyroscope"] {
        try await storage.store(Self.chunk(number, stream: stream))
      }
    }
  }

  private func pack(_ storage: SQLiteStorage) async throws -> PackingReport {
    try await storage.packClosedNights(at: .max)
  }

  @Test(arguments: [false, true])
  func `a night that has ended is one row of each stream, and all answers stay the same`(
    isInObjects: Bool
  ) async throws {
    let objects = MemoryObjects()
    let storage = try makeStorage(isInObjects ? objects : nil)
    let plain = try makeStorage()
    try await fill(storage, 0..<25)
    try await fill(plain, 0..<25)
    let report = try await pack(storage)
    #expect((report.packCount, report.chunkCount) == (6, 50))
    #expect(try await storage.value("SELECT count(*) FROM packs") == 6)
    for table in ["chunks", "bodies", "curves"] {
      #expect(try await storage.value("SELECT count(*) FROM \(table)") == 0)
    }
    #expect(try await storage.value("SELECT count(*) FROM pack_bodies") == (isInObjects ? 0 : 6))
    #expect(objects.objects.keys.filter { $0.hasPrefix("packs/") }.count == (isInObjects ? 6 : 0))
    #expect(objects.objects.count == (isInObjects ? 6 : 0))
    for _ in 0..<2 {
      try await StorageAnswers(of: storage, "phone", times: Self.times)
        .expectSame(as: StorageAnswers(of: plain, "phone", times: Self.times), "packed")
      // All nights are computed again, and the totals, too.
      #expect(try await storage.verify(at: 0).isIntact)
      #expect(try await storage.verify(at: 0).chunks == 50)
      try await plain.forgetNights(of: "phone")
    }
    // A second run packs nothing.
    #expect(try await pack(storage) == PackingReport())
  }

  @Test(arguments: ["", "a", "b", "c", "x", "~"])
  func `all devices are packed, whichever is the first one`(first: String) async throws {
    let storage = try makeStorage()
    for device in ["a", "b", "x"] { try await storage.store(TestChunk(device: device)) }
    let report = try await storage.packClosedNights(at: .max, after: first)
    #expect((report.packCount, report.chunkCount) == (3, 3))
  }

  @Test func `an open night and a chunk that has just arrived are not packed`() async throws {
    var storage = try makeStorage()
    storage.packPolicy = PackPolicy()
    try await fill(storage, 0..<15)
    let hours = { (count: Int64) in (Self.start + Self.day) / Self.second + count * 3_600 }
    #expect(try await storage.packClosedNights(at: hours(0)).chunkCount == 20)
    // The second one has no stop.
    #expect(try await storage.packClosedNights(at: hours(23)).chunkCount == 0)
    #expect(try await storage.packClosedNights(at: hours(25)).chunkCount == 10)
  }

  @Test(arguments: [false, true])
  func `a resend of a packed chunk is recognized, and a damaged one is repaired`(
    isInObjects: Bool
  ) async throws {
    let objects = MemoryObjects()
    let storage = try makeStorage(isInObjects ? objects : nil)
    try await fill(storage, 0..<10)
    _ = try await pack(storage)
    let chunk = try Self.chunk(3).checked()
    #expect(try await storage.store([chunk]) == [.alreadyStored(ChunkRecord(chunk))])
    #expect(try await storage.value("SELECT count(*) FROM chunks") == 0)
    // Other bytes under the same identity.
    var other = Self.chunk(3)
    other.values = (0..<10).map { Double($0) }
    #expect(try await storage.store([try other.checked()]) == [.conflict(isQuarantined: true)])
    #expect(try await storage.stream(name)?.conflicts == [3])

    // A bit of the bodies changes.
    if isInObjects {
      objects.damage { bytes in
        var bytes = bytes
        bytes[20] ^= 1
        return bytes
      }
    } else {
      try await storage.execute(
        "UPDATE pack_bodies SET body = CAST(x'4141414141414141' || substr(body, 9) AS BLOB)")
    }
    let first = try Self.chunk(0).checked()
    await #expect(throws: StorageError.damaged(first.identity)) {
      _ = try await storage.intactBytes(of: first.identity)
    }
    #expect(try await storage.verify(at: 0).damaged.map(\.sequence) == [0, 0])
    #expect(try await storage.store([first]) == [.repaired(ChunkRecord(first))])
    let gyroscope = try Self.chunk(0, stream: "gyroscope").checked()
    #expect(try await storage.store([gyroscope]) == [.repaired(ChunkRecord(gyroscope))])
    #expect(try await storage.damage().isEmpty)
    #expect(try await storage.verify(at: 0).isIntact)
    // The rows have come back, and are packed again.
    #expect(try await storage.value("SELECT count(*) FROM chunks") == 20)
    #expect(try await pack(storage).packCount == 2)
    #expect(try await storage.verify(at: 0).isIntact)
    #expect(try await storage.value("SELECT count(*) FROM removed_packs") == 0)
    #expect(objects.objects.count == (isInObjects ? 2 : 0))
  }

  @Test func `a chunk with times of a pack brings its rows back, and a missing one does not`()
    async throws
  {
    let storage = try makeStorage()
    let plain = try makeStorage()
    for one in [storage, plain] { try await fill(one, (0..<10).filter { $0 != 4 }) }
    #expect(try await pack(storage).packCount == 4)
    for one in [storage, plain] { try await fill(one, [4]) }
    #expect(try await storage.value("SELECT count(*) FROM packs") == 4)
    var late = Self.chunk(2)
    late.sequence = 50
    late.times = late.times.map { $0 + 1 }
    for one in [storage, plain] { try await one.store(late) }
    #expect(try await storage.value("SELECT count(*) FROM packs") == 3)
    try await StorageAnswers(of: storage, "phone", times: Self.times)
      .expectSame(as: StorageAnswers(of: plain, "phone", times: Self.times), "late")
    #expect(try await storage.stream(name)?.chunks.map(\.sequence) == Array(0..<10) + [50])
  }

  @Test func `a damaged index is read from its copy, and a lost pack is repaired by its device`()
    async throws
  {
    let objects = MemoryObjects()
    let storage = try makeStorage(objects)
    try await fill(storage, 0..<10)
    _ = try await pack(storage)
    // Another connection does not know the index yet.
    func reopened() throws -> SQLiteStorage {
      var other = SQLiteStorage(database: storage.database)
      other.objects = objects
      other.packPolicy = .immediate
      return other
    }
    try await storage.execute("UPDATE packs SET contents = x'1234'")
    #expect(try await reopened().stream(name)?.chunks.count == 10)
    // It is written again, and this is said once.
    let verified = try await reopened().verify(at: 0)
    #expect(
      verified.structure.sorted()
        == ["accelerometer", "gyroscope"].map {
          "the index of the pack of the chunks 0 to 9 of phone/\($0) was damaged and was written again from its copy"
        })
    #expect(verified.damaged.isEmpty)
    #expect(try await reopened().verify(at: 0).isIntact)
    try await storage.execute("UPDATE packs SET contents = x'1234'")
    objects.damage { _ in nil }
    let lost = try reopened()
    #expect(try await lost.stream(name)?.damaged == Array(0..<10))
    #expect(try await lost.verify(at: 0).damaged.count == 20)
    for number in 0..<10 {
      let chunk = try Self.chunk(number).checked()
      #expect(try await lost.store([chunk]) == [.repaired(ChunkRecord(chunk))])
    }
    #expect(try await lost.damage().allSatisfy { $0.identity.stream == "gyroscope" })
    #expect(try await lost.stream(name)?.chunks.count == 10)
  }

  @Test(arguments: [false, true])
  func `a part of a pack is deleted, with its bytes, and a whole pack at once`(
    isInObjects: Bool
  ) async throws {
    let objects = MemoryObjects()
    let storage = try makeStorage(isInObjects ? objects : nil)
    let plain = try makeStorage()
    for one in [storage, plain] { try await fill(one, 0..<30) }
    _ = try await pack(storage)
    // One chunk of the first night, and the whole second one.
    for times in [
      Self.start + 130 * Self.second...Self.start + 131 * Self.second,
      Self.start + Self.day...Self.start + Self.day + 3_600 * Self.second,
    ] {
      let deletion = Deletion(device: "phone", stream: nil, times: times, author: "test", time: 0)
      let count = try await storage.delete(deletion)
      #expect(try await plain.delete(deletion) == count)
      #expect(count == (times.lowerBound < Self.start + Self.day ? 2 : 20))
      try await StorageAnswers(of: storage, "phone", times: Self.times)
        .expectSame(as: StorageAnswers(of: plain, "phone", times: Self.times), "deleted")
    }
    #expect(try await storage.value("SELECT count(*) FROM packs") == 2)
    #expect(
      try await storage.value("SELECT count(DISTINCT id) FROM pack_bodies") == (isInObjects ? 0 : 2)
    )
    #expect(objects.objects.count == (isInObjects ? 2 : 0))
    let deleted = try Self.chunk(2).checked()
    #expect(try await storage.store([deleted]) == [.deleted(ChunkRecord(deleted))])
    #expect(
      try await storage.delete(
        Deletion(
          device: "phone", stream: nil, times: .min ... .max, author: "test", time: 0)) == 38)
    #expect(try await storage.devices().isEmpty)
    for table in ["packs", "pack_bodies", "chunks", "gaps", "marks", "removed_packs"] {
      #expect(try await storage.value("SELECT count(*) FROM \(table)") == 0, "\(table)")
    }
    #expect(objects.objects.isEmpty)
  }

  @Test func `an old pack is deleted by a rule when its last chunk is old enough`() async throws {
    let storage = try makeStorage()
    try await fill(storage, 0..<20)
    _ = try await pack(storage)
    #expect(
      try await storage.expire(
        "phone", samplesBefore: Self.start + 200 * Self.second, arrivedBefore: .max) == 0)
    #expect(
      try await storage.expire(
        "phone", samplesBefore: Self.start + Self.day, arrivedBefore: .max) == 20)
    #expect(try await storage.stream(name)?.chunks.map(\.sequence) == Array(10..<20))
    try await storage.finishDeletions()
    #expect(try await storage.value("SELECT count(DISTINCT id) FROM pack_bodies") == 2)
    #expect(try await storage.verify(at: 0).isIntact)
  }

  @Test func `an end between the object and the row leaves an orphan, and nothing is lost`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      let objects = MemoryObjects()
      let storage = try makeStorage(objects, path: directory + "/db")
      try await fill(storage, 0..<10)
      // Nights are computed, so that nothing else has to be written.
      _ = try await storage.nights(of: "phone", before: nil, atMost: 9)
      try await storage.setReadOnly(true)
      await #expect(throws: StorageError.self) { _ = try await pack(storage) }
      try await storage.setReadOnly(false)
      #expect(objects.objects.keys.filter { $0.hasPrefix("packs/") }.count == 1)
      #expect(objects.objects.count == 21)
      #expect(try await storage.verify(at: 0).isIntact)
      #expect(try await pack(storage).packCount == 2)
      #expect(objects.objects.count == 3)
      let report = try await storage.resolveOrphans(writtenBefore: .max, .remove)
      #expect(report.resolvedCount == 1)
      #expect(objects.objects.count == 2)
      #expect(try await storage.verify(at: 0).isIntact)
    }
  }

  /// A server that stops must not wait for many objects. Packing first reads 100 of them, then it removes them.
  @Test(arguments: [5, 105])
  func `packing ends soon after its task is canceled, and the next run goes on`(
    request canceled: Int
  ) async throws {
    let objects = MemoryObjects()
    let storage = try makeStorage(objects)
    try await fill(storage, 0..<50)
    let task = Mutex<Task<PackingReport, any Error>?>(nil)
    let count = Atomic(0)
    objects.onRequest.withLock {
      $0 = {
        guard count.add(1, ordering: .relaxed).newValue == canceled else { return }
        task.withLock { $0?.cancel() }
      }
    }
    task.withLock { $0 = Task { try await storage.packClosedNights(at: .max) } }
    let work = try #require(task.withLock { $0 })
    await #expect(throws: StorageError.self) { try await work.value }
    // Sixteen requests are made at the same time.
    #expect((canceled...canceled + 16).contains(count.load(ordering: .relaxed)))
    #expect(try await storage.value("SELECT count(*) FROM packs") == (canceled > 100 ? 10 : 0))
    #expect(try await storage.verify(at: 0).chunks == 100)
    _ = try await pack(storage)
    try await storage.finishDeletions()
    #expect(objects.objects.count == 10)
    #expect(try await storage.verify(at: 0).isIntact)
  }

  @Test func `a pack without a row is stored as chunks again`() async throws {
    let objects = MemoryObjects()
    let storage = try makeStorage(objects)
    try await fill(storage, 0..<10)
    _ = try await pack(storage)
    let restored = try makeStorage(objects)
    let report = try await restored.resolveOrphans(writtenBefore: .max, .store)
    #expect(report.resolvedCount == 2)
    #expect(try await restored.stream(name) == storage.stream(name))
    #expect(try await restored.verify(at: 0).chunks == 20)
  }

  @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
  func `a copy of the database has its packs where it should have them`(
    _ isInObjects: (before: Bool, after: Bool)
  ) async throws {
    let (from, to) = (MemoryObjects(name: "a"), MemoryObjects(name: "b"))
    let source = try makeStorage(isInObjects.before ? from : nil)
    let target = try makeStorage(isInObjects.after ? to : nil)
    try await fill(source, 0..<25)
    _ = try await source.packClosedNights(at: .max)
    try await fill(source, 25..<27)
    try await source.copyAll(to: target)
    try await StorageAnswers(of: target, "phone", times: Self.times)
      .expectSame(as: StorageAnswers(of: source, "phone", times: Self.times), "copied")
    #expect(try await target.verify(at: 0).isIntact)
    #expect(
      try await target.value("SELECT count(*) FROM pack_bodies") == (isInObjects.after ? 0 : 6))
    #expect(to.objects.keys.filter { $0.hasPrefix("packs/") }.count == (isInObjects.after ? 6 : 0))
  }

  @Test(.needsPostgres, arguments: [false, true])
  func `packs are copied between SQLite and PostgreSQL, and months are dropped`(
    isInObjects: Bool
  ) async throws {
    let source = try makeStorage()
    try await fill(source, 0..<10)
    try await fill(source, 400..<410)
    _ = try await source.packClosedNights(at: .max)
    let server = try await PostgresServer.shared.get()
    let url = try await server.makeDatabase()
    let database = try #require(url.split(separator: "?").first?.split(separator: "/").last)
    var target = try await PostgresStorage(url: url)
    if isInObjects { target.objects = MemoryObjects() }
    try await source.copyAll(to: target)
    try await StorageAnswers(of: target, "phone", times: Self.times)
      .expectSame(as: StorageAnswers(of: source, "phone", times: Self.times), "in PostgreSQL")
    func months() async throws -> String {
      try await server.sql(
        "SELECT string_agg(relname, ' ' ORDER BY relname) FROM pg_class WHERE relname ~ '^packs_20.._..$'",
        in: String(database)
      ).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    #expect(try await months() == "packs_2026_03 packs_2026_04")
    _ = try await target.expire(
      "phone", samplesBefore: Self.start + 30 * Self.day, arrivedBefore: .max)
    try await target.finishDeletions()
    #expect(try await months() == "packs_2026_04")
    #expect(try await target.verify(at: 0).chunks == 20)
    #expect(try await target.verify(at: 0).isIntact)
    let back = try makeStorage()
    try await target.copyAll(to: back)
    try await StorageAnswers(of: back, "phone", times: Self.times)
      .expectSame(as: StorageAnswers(of: target, "phone", times: Self.times), "back")
  }

  @Test func `two months have the days that the calendar says`() {
    for (time, name, first, next) in [
      (Int64(0), "1970_01", Int64(0), Int64(31)), (951_782_400, "2000_02", 10_988, 11_017),
      (4_107_542_399, "2100_02", 47_513, 47_541), (-1, "1969_12", -31, 0),
      (1_798_761_600, "2027_01", 20_819, 20_850),
    ] {
      let month = PostgresMonth(containing: time * Self.second)
      #expect(month.name == name)
      #expect(month.times == first * Self.day..<next * Self.day, "\(name)")
    }
  }
}
