import Chunks
import CollectorSQL
import CollectorSQLite
import Foundation
import ObjectStore
import Testing

@testable import Collector

/// The bodies of chunks in a store of objects.
@Suite(.patience) struct ObjectTests {
  let name = StreamName(device: "phone", stream: "accelerometer")

  /// A storage in memory, and its objects.
  private func makeStorage() throws -> (storage: SQLiteStorage, objects: MemoryObjects) {
    let objects = MemoryObjects()
    var storage = try SQLiteStorage()
    storage.objects = objects
    return (storage, objects)
  }

  @Test func `the bytes of a new chunk are in one object, and not in the database`() async throws {
    let (storage, objects) = try makeStorage()
    let chunk = try TestChunk().checked()
    _ = try await storage.store([chunk])
    #expect(objects.objects.values.map(\.self) == [chunk.bytes])
    #expect(objects.objects.keys.allSatisfy { $0.hasPrefix("chunks/phone/accelerometer/0-") })
    #expect(try await storage.value("SELECT count(*) FROM bodies") == 0)
    #expect(try await storage.store([chunk]) == [.alreadyStored(ChunkRecord(chunk))])
    #expect(objects.putCount == 1)
  }

  @Test func `nothing is confirmed while the store is away, and a resend is stored once`()
    async throws
  {
    let (storage, objects) = try makeStorage()
    try await TestServer.run(over: storage) { server in
      objects.setFaults(.init(isUnavailable: true))
      try await server.put(TestChunk()).expectProblem(.unavailable)
      #expect(try await storage.stream(name) == nil)
      objects.setFaults(.init())
      #expect(try await server.put(TestChunk()).status == 201)
      // A receipt for what is stored also needs the object.
      objects.setFaults(.init(isUnavailable: true))
      try await server.put(TestChunk()).expectProblem(.unavailable)
      try await server.get(TestChunk().path).expectProblem(.unavailable)
      // This is no damage.
      await #expect(throws: StorageError.objectsUnavailable("the store is away")) {
        try await storage.verify(at: 0)
      }
      objects.setFaults(.init())
      #expect(try await server.put(TestChunk()).status == 200)
      #expect(try await storage.damage().isEmpty)
    }
  }

  @Test func `an object whose row was never written is an orphan, and the resend is stored once`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      var storage = try SQLiteStorage(path: directory + "/db")
      let objects = MemoryObjects()
      storage.objects = objects
      let chunk = try TestChunk().checked()
      try await storage.setReadOnly(true)
      await #expect(throws: StorageError.self) { _ = try await storage.store([chunk]) }
      #expect(objects.objects.count == 1)
      try await storage.setReadOnly(false)
      #expect(try await storage.store([chunk]) == [.stored(ChunkRecord(chunk))])
      #expect(objects.objects.count == 2)

      var report = try await storage.resolveOrphans(writtenBefore: 1_000, .remove)
      #expect((report.objectCount, report.resolvedCount, report.youngCount) == (2, 0, 1))
      report = try await storage.resolveOrphans(writtenBefore: 1_001, .remove)
      #expect((report.resolvedCount, report.youngCount) == (1, 0))
      #expect(objects.objects.count == 1)
      #expect(try await storage.intactBytes(of: chunk.identity) == chunk.bytes)
      #expect(try await storage.verify(at: 0).isIntact)
    }
  }

  @Test func `an object whose answer was lost is not used by the resend`() async throws {
    let (storage, objects) = try makeStorage()
    let chunk = try TestChunk().checked()
    objects.setFaults(.init(losesAnswers: true))
    await #expect(throws: StorageError.objectsUnavailable("no answer")) {
      _ = try await storage.store([chunk])
    }
    objects.setFaults(.init())
    #expect(try await storage.store([chunk]) == [.stored(ChunkRecord(chunk))])
    #expect(try await storage.stream(name)?.chunks.count == 1)
  }

  @Test(arguments: [true, false])
  func `a row whose object is gone or changed is damage, and a resend repairs it`(isGone: Bool)
    async throws
  {
    let (storage, objects) = try makeStorage()
    let chunk = try TestChunk().checked()
    _ = try await storage.store([chunk])
    objects.damage { isGone ? nil : [0] + $0 }
    await #expect(throws: StorageError.damaged(chunk.identity)) {
      _ = try await storage.intactBytes(of: chunk.identity)
    }
    #expect(try await storage.verify(at: 0).damaged == [chunk.identity])
    #expect(try await storage.store([chunk]) == [.repaired(ChunkRecord(chunk))])
    #expect(try await storage.intactBytes(of: chunk.identity) == chunk.bytes)
    #expect(try await storage.verify(at: 0).isIntact)
    // The damaged object is removed with the next deletions.
    try await storage.finishDeletions()
    #expect(objects.objects.values.map(\.self) == [chunk.bytes])
  }

  @Test func `deleting chunks removes their objects, also after an interruption`() async throws {
    let (storage, objects) = try makeStorage()
    try await storage.store(
      TestChunk(sequence: 0, times: [1]), TestChunk(sequence: 1, times: [2]),
      TestChunk(sequence: 2, times: [3]))
    func delete(_ time: Int64) async throws {
      _ = try await storage.delete(
        Deletion(device: "phone", stream: nil, times: time...time, author: "test", time: 0))
    }
    try await delete(1)
    #expect(objects.objects.count == 2)
    objects.setFaults(.init(isUnavailable: true))
    await #expect(throws: StorageError.objectsUnavailable("the store is away")) {
      try await delete(2)
    }
    objects.setFaults(.init())
    // The object of a deleted chunk is no orphan that could be stored again.
    #expect(try await storage.resolveOrphans(writtenBefore: .max, .store).resolvedCount == 0)
    try await storage.finishDeletions()
    #expect(objects.objects.count == 1)
    // A chunk whose time was deleted leaves no object behind.
    let again = try TestChunk(sequence: 1, times: [2]).checked()
    #expect(try await storage.store([again]) == [.deleted(ChunkRecord(again))])
    #expect(objects.objects.count == 1)
  }

  @Test func `conflicts, refused chunks and repeated ones of a batch leave no object behind`()
    async throws
  {
    var (storage, objects) = try makeStorage()
    storage.limits.streamsPerDevice = 1
    let first = try TestChunk().checked()
    let outcomes = try await storage.store([
      first, first, TestChunk(times: [5_000]).checked(), TestChunk(stream: "other").checked(),
    ])
    #expect(
      outcomes.dropLast() == [
        .stored(ChunkRecord(first)), .alreadyStored(ChunkRecord(first)),
        .conflict(isQuarantined: true),
      ])
    guard case .refused = outcomes[3] else {
      Issue.record("\(outcomes[3])")
      return
    }
    #expect(objects.objects.values.map(\.self) == [first.bytes])
  }

  @Test func `after an older database was restored, orphans are stored as chunks again`()
    async throws
  {
    let (storage, objects) = try makeStorage()
    try await storage.store(TestChunk(sequence: 0, times: [1]))
    let older = objects.objects
    try await storage.store(TestChunk(sequence: 1, times: [2]), TestChunk(sequence: 2, times: [3]))
    let (restored, remaining) = try makeStorage()
    for (key, bytes) in objects.objects where older[key] == nil {
      remaining.write(bytes, at: key, time: 5)
    }
    remaining.write([1, 2, 3], at: "chunks/phone/accelerometer/7-1", time: 5)
    remaining.write([1, 2, 3], at: "chunks/notes.txt", time: 5)
    let report = try await restored.resolveOrphans(writtenBefore: 10, .store)
    #expect(report.resolvedCount == 2)
    #expect(report.unusable == ["chunks/notes.txt", "chunks/phone/accelerometer/7-1"])
    #expect(try await restored.stream(name)?.chunks.map(\.sequence) == [1, 2])
    #expect(try await restored.verify(at: 0).isIntact)
    #expect(remaining.objects.count == 4)
  }

  @Test(arguments: [(false, true), (true, false), (true, true)])
  func `a copy of the database has its bodies where it should have them`(
    _ isInObjects: (before: Bool, after: Bool)
  ) async throws {
    var source = try SQLiteStorage()
    var target = try SQLiteStorage()
    let (from, to) = (MemoryObjects(name: "a"), MemoryObjects(name: "b"))
    if isInObjects.before { source.objects = from }
    if isInObjects.after { target.objects = to }
    for sequence in 0..<120 as Range<UInt64> {
      try await source.store(TestChunk(sequence: sequence, times: [Int64(sequence)]))
    }
    try await source.copyAll(to: target)
    #expect(try await target.verify(at: 0).chunks == 120)
    #expect(try await target.verify(at: 0).isIntact)
    #expect(to.objects.count == (isInObjects.after ? 120 : 0))
    #expect(
      try await target.value("SELECT count(*) FROM bodies") == (isInObjects.after ? 0 : 120))
    let new = try TestChunk(sequence: 200).checked()
    #expect(try await target.store([new]) == [.stored(ChunkRecord(new))])
  }

  @Test func `a copy with the same store of objects uses the same objects`() async throws {
    let (source, objects) = try makeStorage()
    var target = try SQLiteStorage()
    target.objects = objects
    try await source.store(TestChunk(), TestChunk(sequence: 1, times: [9_000]))
    try await source.copyAll(to: target)
    #expect(objects.putCount == 2)
    #expect(try await target.verify(at: 0).isIntact)
  }

  @Test func `samples that are read ahead are the same, and damage among them is an error`()
    async throws
  {
    let (storage, objects) = try makeStorage()
    let plain = try SQLiteStorage()
    for sequence in 0..<30 as Range<UInt64> {
      // Every third one overlaps the one before it.
      let start = Int64(sequence) * 100 - (sequence % 3 == 0 ? 150 : 0)
      let chunk = TestChunk(sequence: sequence, times: (0..<10).map { start + Int64($0) * 10 })
      try await storage.store(chunk)
      try await plain.store(chunk)
    }
    let path = "/v1/devices/phone/streams/accelerometer/samples.csv"
    try await TestServer.run(over: plain) { expected in
      try await TestServer.run(over: storage) { server in
        let answer = try await server.get(path)
        #expect(answer.body == (try await expected.get(path)).body)
        #expect(answer.body.split(separator: "\n").count == 301)
        // A part of it, so that it is found before the answer begins.
        objects.damage { _ in nil }
        _ = try await storage.verify(at: 0)
        try await server.get(path + "?from=2000").expectProblem(.chunkDamaged)
      }
    }
  }

  @Test func `a storage without its objects says so and calls nothing damaged`() async throws {
    var (storage, _) = try makeStorage()
    try await storage.store(TestChunk())
    storage.objects = nil
    await #expect(throws: StorageError.self) {
      _ = try await storage.intactBytes(of: try TestChunk().checked().identity)
    }
    #expect(try await storage.damage().isEmpty)
  }

  @Test func `chunks from before the store of objects stay readable beside new ones`() async throws
  {
    var storage = try SQLiteStorage()
    try await storage.store(TestChunk(sequence: 0, times: [1]))
    let objects = MemoryObjects()
    storage.objects = objects
    try await storage.store(TestChunk(sequence: 1, times: [2]))
    #expect(try await storage.verify(at: 0).chunks == 2)
    #expect(objects.objects.count == 1)
    let first = try TestChunk(sequence: 0, times: [1]).checked()
    #expect(try await storage.store([first]) == [.alreadyStored(ChunkRecord(first))])
    try await storage.execute("UPDATE bodies SET body = x'00'")
    #expect(try await storage.store([first]) == [.repaired(ChunkRecord(first))])
    #expect(objects.objects.count == 2)
  }
}
