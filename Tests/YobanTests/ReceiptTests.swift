import Chunks
import CollectorContract
import Foundation
import Testing

@testable import Yoban

@MainActor
@Suite struct ReceiptTests {
  let folder = try! TestFolder()

  /// Returns a store with some pending chunks.
  private func store(
    chunks: Int = 1, files: FileOperations = .posix
  ) throws -> ChunkStore {
    let store = try folder.recoveredStore(files: files)
    for index in 0..<Int64(chunks) {
      try store.append(
        [.mark(.started(at: index * 100)), .samples(from: index * 100)], to: .accelerometer)
      try store.close("accelerometer")
    }
    return store
  }

  @Test func `a chunk is deleted after its receipt was stored`() throws {
    let store = try store(chunks: 2)
    let chunk = store.pending[0]
    let digest = try #require(try store.digest(of: chunk))
    try store.confirm(try Receipt(for: chunk, in: store), of: chunk)
    #expect(folder.files == ["receipts.jsonl", "streams/accelerometer/1.chunk"])
    let line = String(decoding: try folder.read("receipts.jsonl"), as: UTF8.self)
    #expect(
      line == """
        {"covered_until":20,"mark":"started","mark_time":0,"sequence":0,\
        "sha256":"\(digest.hex)","stream":"accelerometer"}

        """)
    #expect(store.pending.map(\.sequence) == [1])
    #expect(try store.digest(of: chunk) == nil)
  }

  @Test func `a receipt that is delivered twice has no effect the second time`() throws {
    let store = try store()
    let chunk = store.pending[0]
    let receipt = try Receipt(for: chunk, in: store)
    try store.confirm(receipt, of: chunk)
    let log = try folder.read("receipts.jsonl")
    try store.confirm(receipt, of: chunk)
    #expect(try folder.read("receipts.jsonl") == log)
  }

  @Test(arguments: [
    ("other", "accelerometer", 0 as UInt64, true, ReceiptMismatch.device),
    ("phone", "other", 0, true, .stream), ("phone", "accelerometer", 1, true, .sequence),
    ("phone", "accelerometer", 0, false, .digest),
  ])
  func `a receipt for another chunk deletes nothing`(
    device: String, stream: String, sequence: UInt64, digestFits: Bool, mismatch: ReceiptMismatch
  ) throws {
    let store = try store()
    let chunk = store.pending[0]
    var receipt = try Receipt(for: chunk, in: store)
    (receipt.device, receipt.stream, receipt.sequence) = (device, stream, sequence)
    if !digestFits { receipt.sha256 = ChunkDigest(of: []).hex }
    #expect(throws: StoreError.receiptMismatch(mismatch, chunk: chunk)) {
      try store.confirm(receipt, of: chunk)
    }
    #expect(folder.files == ["streams/accelerometer/0.chunk"])
  }

  /// Tests snapshots of the folder as a crash before each call, or in the middle of each write,
  /// leaves it.
  @Test func `after a crash at any call, a chunk is lost only if its receipt is stored`() throws {
    let faulty = FaultyFiles()
    let store = try store(chunks: 3, files: faulty.operations)
    var snapshots: [TestFolder] = []
    let folder = folder
    faulty.beforeCall = { _ in snapshots.append(try! TestFolder(copying: folder)) }
    for chunk in store.pending {
      try store.confirm(try Receipt(for: chunk, in: store), of: chunk)
      let log = try folder.read("receipts.jsonl")
      for length in 0..<log.count where length % 7 == 0 {
        let torn = try TestFolder(copying: snapshots[snapshots.count - 1])
        try torn.write(Array(log[..<length]), to: "receipts.jsonl")
        // A crash can only tear the last line of a log, not an older one.
        if length > log.dropLast().lastIndex(of: 10) ?? 0 { snapshots.append(torn) }
      }
    }
    #expect(snapshots.count > 20)
    for snapshot in snapshots { try expectNothingLost(snapshot) }
  }

  private func expectNothingLost(_ folder: TestFolder) throws {
    let before = try folder.store()
    let receipts = Set(before.receipts.entries.map(\.sequence))
    let store = try folder.recoveredStore()
    let stored = Set(store.pending.map(\.sequence))
    #expect(receipts.isDisjoint(with: stored))
    #expect(receipts.union(stored) == [0, 1, 2])
    #expect(store.nextSequence(of: "accelerometer") == 3)
    #expect(store.recovery?.stream(named: "accelerometer")?.coveredUntil == 220)
    for chunk in store.pending { #expect(try store.digest(of: chunk) != nil) }
  }

  @Test func `a stored receipt for other bytes deletes nothing`() throws {
    var store = try store()
    let chunk = store.pending[0]
    var facts = try #require(try store.storedFacts(of: chunk))
    facts.digest = ChunkDigest(of: [])
    try store.receipts.append(ReceiptLog.Entry(chunk, facts), files: .posix)
    store = try folder.recoveredStore()
    #expect(store.pending == [chunk])
  }

  @Test func `a damaged line in the receipt log does no harm`() throws {
    let store = try store(chunks: 2)
    for chunk in store.pending { try store.confirm(try Receipt(for: chunk, in: store), of: chunk) }
    var log = try folder.read("receipts.jsonl")
    log[3] = 0
    try folder.write(log, to: "receipts.jsonl")
    let next = try folder.recoveredStore()
    #expect(next.receipts.entries.map(\.sequence) == [1])
    #expect(next.nextSequence(of: "accelerometer") == 2)
  }

  @Test func `a long log is reduced to the last receipt of each stream`() throws {
    let store = try folder.recoveredStore()
    for index in 0..<ReceiptLog.entryCountMax {
      let stream: StreamDescription = index == 0 ? .gyroscope : .accelerometer
      try store.append([.samples(from: Int64(index) * 100)], to: stream)
      for chunk in try store.close(stream.name) {
        try store.confirm(try Receipt(for: chunk, in: store), of: chunk)
      }
    }
    #expect(store.receipts.entries.map(\.stream) == ["accelerometer", "gyroscope"])
    let next = try folder.recoveredStore()
    #expect(next.nextSequence(of: "accelerometer") == UInt64(ReceiptLog.entryCountMax) - 1)
    #expect(next.nextSequence(of: "gyroscope") == 1)
    #expect(next.recovery?.stream(named: "gyroscope")?.coveredUntil == 20)
  }

  @Test func `receipts can still be stored on a full disk`() throws {
    let faulty = FaultyFiles()
    let store = try store(chunks: 40, files: faulty.operations)
    faulty.room = 0
    for chunk in store.pending { try store.confirm(try Receipt(for: chunk, in: store), of: chunk) }
    #expect(store.pending == [])
    #expect(store.receipts.entries.count == 40)
  }

  // MARK: Quarantine

  @Test func `a refused chunk is quarantined with the reason, and can be requeued`() throws {
    let store = try store(chunks: 2)
    let bytes = try folder.read("streams/accelerometer/0.chunk")
    let problem = ChunkProblem(status: 409, title: "Conflict", detail: "Ask the operator.")
    try store.quarantine(store.pending[0], because: problem)
    #expect(store.pending.map(\.sequence) == [1])
    #expect(try folder.read("quarantine/accelerometer/0.chunk") == bytes)

    let next = try folder.recoveredStore()
    #expect(next.quarantined.map(\.problem) == [problem])
    #expect(!next.isEmpty)
    #expect(try next.requeueQuarantined().map(\.sequence) == [0])
    #expect(next.quarantined == [])
    #expect(next.pending.map(\.sequence) == [0, 1])
    #expect(
      folder.files == ["streams/accelerometer/0.chunk", "streams/accelerometer/1.chunk"])
  }

  @Test func `a crash while a chunk is quarantined or requeued keeps it exactly once`() throws {
    let faulty = FaultyFiles()
    let store = try store(files: faulty.operations)
    var snapshots: [TestFolder] = []
    let folder = folder
    faulty.beforeCall = { _ in snapshots.append(try! TestFolder(copying: folder)) }
    try store.quarantine(
      store.pending[0], because: ChunkProblem(status: 400, title: "", detail: ""))
    try store.requeueQuarantined()
    #expect(snapshots.count > 5)
    for snapshot in snapshots {
      let next = try snapshot.recoveredStore()
      #expect(next.pending.count + next.quarantined.count == 1)
      #expect(next.nextSequence(of: "accelerometer") == 1)
    }
  }
}
