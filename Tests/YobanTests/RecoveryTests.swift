import Chunks
import CollectorContract
import Foundation
import Testing

@testable import Yoban

@MainActor
@Suite struct RecoveryTests {
  let folder = try! TestFolder()

  /// The writes of a launch that never closes its chunk.
  static let writes: [[ChunkBlock]] = [
    [.mark(.started(at: 900)), .samples(from: 1_000)],
    [.samples(from: 2_000)],
    [.gap(Gap(start: 2_020, end: 9_000, cause: .suspended)), .samples(from: 9_000)],
  ]

  /// Returns the bytes of an open chunk.
  private func openChunk() throws -> [UInt8] {
    let store = try folder.recoveredStore()
    for blocks in Self.writes { try store.append(blocks, to: .accelerometer) }
    return try folder.read("streams/accelerometer/0.open")
  }

  @Test func `a chunk that is torn at any byte keeps every whole block`() throws {
    let bytes = try openChunk()
    for length in 0...bytes.count {
      let comment: Comment = "cut to \(length) of \(bytes.count) bytes"
      let cut = Array(bytes[..<length])
      let whole = (try? wholeBlocks(cut)) ?? (blocks: [], length: 0)
      let folder = try TestFolder()
      try folder.write(cut, to: "streams/accelerometer/0.open")
      let report = try folder.store().recover()

      let found = try #require(report.stream(named: "accelerometer"), comment)
      #expect(report.problems == [], comment)
      if whole.blocks.isEmpty {
        #expect(folder.files == [], comment)
        #expect(found.finishedChunk == nil, comment)
      } else {
        #expect(folder.files == ["streams/accelerometer/0.chunk"], comment)
        let stored = try blocks(of: folder.read("streams/accelerometer/0.chunk"))
        #expect(stored == joined(whole.blocks), comment)
        #expect(found.coveredUntil == Ledger(stored).coveredUntil, comment)
        #expect(found.lastMark == .started(at: 900), comment)
      }
      #expect(found.droppedByteCount == Int64(length - whole.length), comment)
      #expect(found.wasTorn == (length > whole.length), comment)
    }
  }

  private func wholeBlocks(_ bytes: [UInt8]) throws -> (blocks: [ChunkBlock], length: Int) {
    var reader = try ChunkReader(bytes)
    var blocks: [ChunkBlock] = []
    while let block = try reader.next() { blocks.append(block) }
    guard case .torn(let length) = reader.completeness else { return (blocks, bytes.count) }
    return (blocks, length)
  }

  @Test func `zeros that the file system allocated in advance are not part of a chunk`() throws {
    let zeros = [UInt8](repeating: 0, count: 4_096)
    try folder.write(try openChunk() + zeros, to: "streams/accelerometer/0.open")
    let complete = try TestFolder()
    let store = try complete.recoveredStore()
    try store.append(Self.writes[0], to: .accelerometer)
    try store.close("accelerometer")
    let bytes = try complete.read("streams/accelerometer/0.chunk")
    try folder.write(bytes + zeros, to: "streams/accelerometer/1.open")
    try folder.write(zeros, to: "streams/accelerometer/2.open")

    let report = try folder.store().recover()
    #expect(report.problems == [])
    #expect(
      folder.files == ["streams/accelerometer/0.chunk", "streams/accelerometer/1.chunk"])
    #expect(try folder.read("streams/accelerometer/1.chunk") == bytes)
    #expect(
      try blocks(of: folder.read("streams/accelerometer/0.chunk"))
        == joined(Self.writes.flatMap(\.self)))
  }

  @Test func `a file that is not a torn chunk is quarantined, not deleted`() throws {
    var altered = try openChunk()
    altered[20] ^= 1
    try folder.write(altered, to: "streams/accelerometer/0.open")
    try folder.write(Array("hello, world".utf8), to: "streams/gyroscope/4.open")
    let store = try folder.store()
    let report = try store.recover()
    #expect(report.problems.map(\.code) == ["unreadable", "unreadable"])
    #expect(
      store.quarantined.map(\.chunk.description) == ["phone/accelerometer/0", "phone/gyroscope/4"])
    #expect(try folder.read("quarantine/accelerometer/0.chunk") == altered)
    #expect(store.nextSequence(of: "gyroscope") == 5)
    #expect(try store.requeueQuarantined() == [])
  }

  /// A crash after any single call of a recovery must leave a state that the next recovery can
  /// complete.
  @Test func `a recovery may be interrupted after any call`() throws {
    _ = try openChunk()
    let bytes = try folder.read("streams/accelerometer/0.open")
    try folder.write(Array(bytes.dropLast(5)), to: "streams/accelerometer/0.open")
    var snapshots: [TestFolder] = []
    let faulty = FaultyFiles()
    let source = folder
    faulty.beforeCall = { _ in snapshots.append(try! TestFolder(copying: source)) }
    try folder.store(files: faulty.operations).recover()
    let expected = try folder.read("streams/accelerometer/0.chunk")
    #expect(snapshots.count > 3)
    for snapshot in snapshots {
      let report = try snapshot.store().recover()
      #expect(report.problems == [])
      #expect(snapshot.files == ["streams/accelerometer/0.chunk"])
      #expect(try snapshot.read("streams/accelerometer/0.chunk") == expected)
    }
  }

  @Test func `a torn chunk that cannot be ended on a full disk is ended later`() throws {
    let bytes = try openChunk()
    try folder.write(Array(bytes.dropLast(5)), to: "streams/accelerometer/0.open")
    let faulty = FaultyFiles()
    try FileManager.default.removeItem(at: folder.url.appending(path: "ballast"))
    // Removing the torn tail frees some space, but not enough.
    faulty.room = -1_000
    let store = try folder.store(files: faulty.operations)
    let report = try store.recover()
    #expect(report.problems.map(\.code) == ["disk-full"])
    #expect(report.stream(named: "accelerometer")?.coveredUntil == 8_999)
    #expect(store.nextSequence(of: "accelerometer") == 1)
    #expect(store.pending == [])
    #expect(!store.isEmpty)

    faulty.room = 1_000_000
    try store.append([.samples(from: 20_000)], to: .accelerometer)
    #expect(try store.close("accelerometer").map(\.sequence) == [1, 0])
    #expect(store.pending.map(\.sequence) == [0, 1])
  }

  @Test func `a folder with chunks of another device name is refused until it is empty`() throws {
    let store = try folder.recoveredStore()
    try store.append([.samples(from: 1)], to: .accelerometer)
    try store.close("accelerometer")
    #expect(throws: StoreError.deviceChanged(stored: "phone", given: "tablet")) {
      try ChunkStore(folder: folder.url, device: "tablet").recover()
    }
    let chunk = store.pending[0]
    try store.confirm(try Receipt(for: chunk, in: store), of: chunk)
    try ChunkStore(folder: folder.url, device: "tablet").recover()
  }

  @Test func `an unreadable last chunk does not affect the chunks before it`() throws {
    let store = try folder.recoveredStore()
    for time in [1_000, 2_000] as [Int64] {
      try store.append([.samples(from: time)], to: .accelerometer)
      try store.close("accelerometer")
    }
    var bytes = try folder.read("streams/accelerometer/1.chunk")
    bytes[3] ^= 1
    try folder.write(bytes, to: "streams/accelerometer/1.chunk")
    let report = try folder.store().recover()
    #expect(report.problems.map(\.code) == ["unreadable"])
    #expect(report.stream(named: "accelerometer")?.coveredUntil == 1_020)
  }

  @Test func `sequence numbers are never used twice`() throws {
    var used: [UInt64] = []
    for launch in 0..<6 {
      let store = try folder.recoveredStore()
      used.append(store.nextSequence(of: "accelerometer"))
      try store.append([.samples(from: 1)], to: .accelerometer)
      guard launch != 2 else { continue }  // Killed with an open chunk.
      for chunk in try store.close("accelerometer") {
        switch launch {
        case 1, 3: try store.confirm(try Receipt(for: chunk, in: store), of: chunk)
        case 4:
          try store.quarantine(chunk, because: ChunkProblem(status: 400, title: "", detail: ""))
        default: break
        }
      }
    }
    #expect(used == [0, 1, 2, 3, 4, 5])
  }
}
