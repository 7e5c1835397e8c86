import Chunks
import Foundation
import Testing

@testable import Yoban

@MainActor
@Suite struct ChunkStoreTests {
  let folder = try! TestFolder()

  @Test func `appended blocks are in the chunk after it is closed`() throws {
    let store = try folder.recoveredStore()
    let written: [ChunkBlock] = [
      .mark(.started(at: 900)), .samples(from: 1_000),
      .gap(Gap(start: 1_020, end: 5_000, cause: .suspended)), .samples(from: 5_000, count: 2_000),
    ]
    try store.append(Array(written[..<2]), to: .accelerometer)
    try store.append(Array(written[2...]), to: .accelerometer)
    #expect(folder.files == ["streams/accelerometer/0.open"])
    let closed = try store.close("accelerometer")
    #expect(closed.map(\.description) == ["phone/accelerometer/0"])
    #expect(folder.files == ["streams/accelerometer/0.chunk"])
    let stored = try blocks(of: folder.read("streams/accelerometer/0.chunk"))
    #expect(Array(stored[..<3]) == Array(written[..<3]))
    #expect(Ledger(stored).samples == Ledger(written).samples)
    #expect(store.pending == closed)
  }

  @Test func `streams are separate and have their own sequence numbers`() throws {
    let store = try folder.recoveredStore()
    for _ in 0..<2 {
      for stream in [StreamDescription.gyroscope, .accelerometer] {
        try store.append([.samples(from: 1)], to: stream)
        try store.close(stream.name)
      }
    }
    #expect(
      store.pending.map(\.description) == [
        "phone/accelerometer/0", "phone/gyroscope/0", "phone/accelerometer/1", "phone/gyroscope/1",
      ])
    #expect(try store.close("accelerometer") == [])
    #expect(!store.isEmpty)
  }

  @Test func `a device name that violates the naming rule is refused`() {
    #expect(throws: StoreError.self) {
      try ChunkStore(folder: folder.url, device: "my phone")
    }
  }

  @Test func `no chunk is begun when less disk space than the reserve is free`() throws {
    let store = try folder.store(reservedByteCount: .max)
    try store.recover()
    #expect(throws: StoreError.diskFull(operation: .freeSpace, path: folder.path)) {
      try store.append([.samples(from: 1)], to: .accelerometer)
    }
    #expect(folder.files == [])
    #expect(try store.freeSpace() > 0)
  }

  // MARK: Failing writes

  /// Each call of a launch fails, alone or with the calls that follow: the blocks that were appended
  /// before are stored, and the store continues to work.
  @Test(arguments: [false, true], [1, 2, 3, 4])
  func `after any failed calls, whole blocks remain and the next attempt works`(
    half: Bool, failures: Int
  ) throws {
    let count = try callsOfOneLaunch(in: folder)
    for failing in 0..<count {
      let folder = try TestFolder()
      let faulty = FaultyFiles()
      let store = try folder.recoveredStore(files: faulty.operations)
      faulty.failsAt = faulty.calls.count + failing
      (faulty.failureCount, faulty.writesHalf) = (failures, half)
      var expected: [ChunkBlock] = []
      for index in 0..<4 as Range<Int64> {
        let batch: [ChunkBlock] = [.samples(from: index * 1_000)]
        while (try? store.append(batch, to: .accelerometer)) == nil {}
        expected += batch
        if index % 2 == 1 { while (try? store.close("accelerometer")) == nil {} }
      }
      expected = joined(Array(expected[..<2])) + joined(Array(expected[2...]))
      // A chunk is not packed if a call of the packing fails.
      let stored = try store.pending.flatMap {
        joined(try blocks(of: Array(Data(contentsOf: store.file(of: $0)))))
      }
      #expect(stored == expected, "call \(failing) failed")
      #expect(store.pending.map(\.sequence) == [0, 1], "call \(failing) failed")
      // The next launch removes the files that could not be removed.
      _ = try folder.recoveredStore()
      #expect(folder.files.count == 2, "call \(failing) failed")
    }
  }

  private func callsOfOneLaunch(in folder: TestFolder) throws -> Int {
    let faulty = FaultyFiles()
    let store = try folder.recoveredStore(files: faulty.operations)
    let before = faulty.calls.count
    for index in 0..<4 as Range<Int64> {
      try store.append([.samples(from: index)], to: .accelerometer)
      if index % 2 == 1 { try store.close("accelerometer") }
    }
    return faulty.calls.count - before
  }

  @Test func `a write that fails leaves the file with its whole blocks`() throws {
    let faulty = FaultyFiles()
    let store = try folder.recoveredStore(files: faulty.operations)
    try store.append([.samples(from: 1_000)], to: .accelerometer)
    let whole = try folder.read("streams/accelerometer/0.open")
    for half in [false, true] {
      faulty.failsAt = faulty.calls.count
      faulty.writesHalf = half
      #expect(throws: StoreError.self) {
        try store.append([.samples(from: 2_000, count: 100)], to: .accelerometer)
      }
      #expect(try folder.read("streams/accelerometer/0.open") == whole)
    }
  }

  @Test func `a torn tail that could not be removed is removed before the next write`() throws {
    let faulty = FaultyFiles()
    let store = try folder.recoveredStore(files: faulty.operations)
    try store.append([.samples(from: 1_000)], to: .accelerometer)
    (faulty.failsAt, faulty.failureCount, faulty.writesHalf) = (faulty.calls.count, 2, true)
    #expect(throws: StoreError.self) {
      try store.append([.samples(from: 2_000, count: 100)], to: .accelerometer)
    }
    try store.append([.samples(from: 3_000)], to: .accelerometer)
    try store.close("accelerometer")
    let stored = try blocks(of: folder.read("streams/accelerometer/0.chunk"))
    #expect(stored == joined([.samples(from: 1_000), .samples(from: 3_000)]))
    try expectFactsOfFile(store)
  }

  @Test func `a chunk whose file was altered is not packed, so that nothing is left out silently`()
    throws
  {
    let store = try folder.recoveredStore()
    for time in [1_000, 2_000, 3_000] as [Int64] {
      try store.append([.samples(from: time, count: 50)], to: .accelerometer)
    }
    var bytes = try folder.read("streams/accelerometer/0.open")
    bytes[bytes.count / 2] ^= 1
    // The store has the file open, so it is changed in place.
    let file = try FileHandle(
      forUpdating: folder.url.appending(path: "streams/accelerometer/0.open"))
    try file.write(contentsOf: bytes)
    try file.close()
    try store.close("accelerometer")
    let stored = try folder.read("streams/accelerometer/0.chunk")
    #expect(stored.prefix(bytes.count) == bytes[...])
    #expect(stored.count > bytes.count)
  }

  @Test func `a file whose first write failed and that cannot be removed takes the next blocks`()
    throws
  {
    let faulty = FaultyFiles()
    let store = try folder.recoveredStore(files: faulty.operations)
    // The calls are create, write, truncate and remove.
    (faulty.failsAt, faulty.failureCount, faulty.writesHalf) = (faulty.calls.count + 1, 3, true)
    #expect(throws: StoreError.self) {
      try store.append([.samples(from: 1_000)], to: .accelerometer)
    }
    #expect(faulty.calls.suffix(4) == [.create, .write, .truncate, .remove])
    try store.append([.samples(from: 2_000)], to: .accelerometer)
    try store.close("accelerometer")
    let stored = try blocks(of: folder.read("streams/accelerometer/0.chunk"))
    #expect(stored == [.samples(from: 2_000)])
    #expect(folder.files.count == 1)
    try expectFactsOfFile(store)
  }

  @Test func `the facts about a chunk that is being written match its file`() throws {
    let store = try folder.recoveredStore()
    for blocks: [ChunkBlock] in [
      [.mark(.started(at: 900)), .samples(from: 1_000)],
      [.gap(Gap(start: 1_020, end: 5_000, cause: .suspended))],
      [.samples(from: 5_000, count: 2_000), .mark(.stopped(at: 9_000))],
    ] {
      try store.append(blocks, to: .accelerometer)
    }
    try store.close("accelerometer")
    try expectFactsOfFile(store)
  }

  private func expectFactsOfFile(_ store: ChunkStore) throws {
    let chunk = try #require(store.pending.first)
    let known = try #require(store.facts[chunk])
    let read = try ChunkFacts(folder.read("streams/\(chunk.stream)/\(chunk.sequence).chunk"))
    #expect(known.digest == read.digest)
    #expect(known.byteCount == read.byteCount)
    #expect(known.coverage == read.coverage)
  }

  @Test func `synchronizing an open chunk also synchronizes its folder, but only once`() throws {
    var calls: [String] = []
    var files = FileOperations.posix
    files.synchronize = { _, _ in calls.append("file") }
    files.synchronizeFolder = { path in
      calls.append(path.split(separator: "/").suffix(2).joined(separator: "/"))
    }
    let store = try folder.recoveredStore(files: files)
    try store.synchronize("accelerometer")
    try store.append([.samples(from: 1_000)], to: .accelerometer)
    calls = []
    for _ in 0..<2 { try store.synchronize("accelerometer") }
    #expect(calls == ["file", "streams/accelerometer", "file"])
  }
}
