import Chunks
import CollectorContract
import Foundation
import Testing

@testable import Yoban

/// Tests how a phone's store handles the chunks of a watch, and the limit for a watch's own bytes.
@MainActor
@Suite struct RelayStoreTests {
  let folder = try! TestFolder()
  /// The store of the recording device, with the same device name.
  let source = try! TestFolder()

  /// Returns closed chunks of the recording device, as bytes.
  private func recorded(_ count: Int, from first: Int64 = 0) throws -> [(ChunkIdentity, [UInt8])] {
    let store = try source.recoveredStore()
    for index in 0..<Int64(count) {
      try store.append([.samples(from: first + index * 1_000)], to: .accelerometer)
      try store.close("accelerometer")
    }
    return try store.pending.map { ($0, Array(try Data(contentsOf: store.file(of: $0)))) }
  }

  private func adopt(
    _ chunk: ChunkIdentity, _ bytes: [UInt8], announced: [UInt8]? = nil, in store: ChunkStore
  ) throws -> Adoption {
    try folder.write(bytes, to: "incoming/file")
    return try store.adopt(
      folder.url.appending(path: "incoming/file"), as: chunk,
      digest: ChunkDigest(of: announced ?? bytes))
  }

  private var hasIncoming: Bool { folder.files.contains { $0.hasPrefix("incoming/") } }

  @Test func `an adopted chunk is pending like one that was recorded here`() throws {
    let store = try folder.recoveredStore()
    let chunks = try recorded(2)
    for (chunk, bytes) in chunks {
      #expect(try adopt(chunk, bytes, in: store) == .adopted)
    }
    #expect(store.pending == chunks.map(\.0))
    #expect(try folder.read("streams/accelerometer/1.chunk") == chunks[1].1)
    #expect(store.storedByteCount == Int64(chunks[0].1.count + chunks[1].1.count))
    #expect(!hasIncoming)
    let next = try folder.recoveredStore()
    #expect(next.pending == chunks.map(\.0))
    #expect(next.storedByteCount == store.storedByteCount)
  }

  @Test func `the same bytes are dropped if the store already has them in any place`() throws {
    let store = try folder.recoveredStore()
    let chunks = try recorded(2)
    let (chunk, bytes) = chunks[0]
    #expect(try adopt(chunk, bytes, in: store) == .adopted)
    #expect(try adopt(chunk, bytes, in: store) == .alreadyPending)

    let receipt = RelayReceipt(chunk, ChunkDigest(of: bytes))
    try store.confirm(receipt)
    #expect(store.pending == [])
    #expect(try adopt(chunk, bytes, in: store) == .alreadyDelivered(receipt))
    #expect(store.pending == [])

    let (second, secondBytes) = chunks[1]
    #expect(try adopt(second, secondBytes, in: store) == .adopted)
    try store.quarantine(second, because: ChunkProblem(status: 401, title: "", detail: ""))
    #expect(try adopt(second, secondBytes, in: store) == .alreadyQuarantined)
    #expect(try store.requeueQuarantined() == [second])
    #expect(!hasIncoming)
  }

  /// The other bytes come from another installation, which begins to count at 0 again.
  @Test(arguments: ["pending", "delivered", "quarantined"])
  func `other bytes with a name that is already used are quarantined and replace nothing`(
    first: String
  ) throws {
    let store = try folder.recoveredStore()
    let (chunk, bytes) = try recorded(1)[0]
    let other = try TestFolder()
    let otherStore = try other.recoveredStore()
    try otherStore.append([.samples(from: 77)], to: .accelerometer)
    try otherStore.close("accelerometer")
    let otherBytes = try other.read("streams/accelerometer/0.chunk")
    #expect(try adopt(chunk, bytes, in: store) == .adopted)
    switch first {
    case "delivered": try store.confirm(RelayReceipt(chunk, ChunkDigest(of: bytes)))
    case "quarantined":
      try store.quarantine(chunk, because: ChunkProblem(status: 400, title: "", detail: ""))
    default: break
    }
    let before = folder.files.filter { !$0.contains("conflict") }
    let adoption = try adopt(chunk, otherBytes, in: store)
    guard case .conflict = adoption else { return #expect(Bool(false), "\(adoption)") }
    #expect(folder.files.filter { !$0.contains("conflict") } == before)
    let quarantinedPath = "quarantine/accelerometer/0-\(ChunkDigest(of: otherBytes).hex).conflict"
    #expect(try folder.read(quarantinedPath) == otherBytes)
    #expect(folder.files.contains(quarantinedPath + ".json"))
    // The conflicting chunk is not sent; only the pending one is.
    #expect(store.pending == (first == "pending" ? [chunk] : []))
    _ = try folder.recoveredStore()
  }

  @Test func `bytes that are not the announced chunk are dropped`() throws {
    let store = try folder.recoveredStore()
    let chunks = try recorded(2)
    let (chunk, bytes) = chunks[0]
    let foreign = try ChunkIdentity(device: "other", stream: "accelerometer", sequence: 0)
    let attempts = [
      try adopt(chunk, bytes, announced: chunks[1].1, in: store),
      try adopt(chunk, Array(bytes.dropLast(3)), announced: bytes, in: store),
      try adopt(chunk, Array(bytes.dropLast(3)), in: store),
      try adopt(chunk, [1, 2, 3], in: store),
      try adopt(chunks[1].0, bytes, in: store),
      try adopt(foreign, bytes, in: store),
    ]
    for adoption in attempts {
      guard case .damaged = adoption else {
        #expect(Bool(false), "\(adoption)")
        continue
      }
    }
    #expect(folder.files == [])
    #expect(store.isEmpty)
    #expect(try adopt(chunk, bytes, in: store) == .adopted)
  }

  @Test func `a complete copy replaces an unreadable one`() throws {
    let store = try folder.recoveredStore()
    let (chunk, bytes) = try recorded(1)[0]
    #expect(try adopt(chunk, bytes, in: store) == .adopted)
    try folder.write([0, 1, 2], to: "streams/accelerometer/0.chunk")
    let next = try folder.recoveredStore()
    try next.quarantine(chunk, because: ChunkProblem(status: nil, title: "", detail: ""))
    #expect(try adopt(chunk, bytes, in: next) == .adopted)
    #expect(next.pending == [chunk])
    try next.quarantine(chunk, because: ChunkProblem(status: 401, title: "", detail: ""))
    #expect(next.quarantined.map(\.chunk) == [chunk])
    #expect(try next.requeueQuarantined() == [chunk])
  }

  /// The receipt log keeps the last receipt of each stream only, so an older chunk is accepted
  /// again.
  @Test func `a chunk whose receipt is no longer in the log is adopted once more`() throws {
    let store = try folder.recoveredStore()
    let chunks = try recorded(2)
    for (chunk, bytes) in chunks {
      #expect(try adopt(chunk, bytes, in: store) == .adopted)
      try store.confirm(RelayReceipt(chunk, ChunkDigest(of: bytes)))
    }
    try store.compactReceipts()
    let (first, bytes) = chunks[0]
    #expect(try adopt(first, bytes, in: store) == .adopted)
    try store.confirm(RelayReceipt(first, ChunkDigest(of: bytes)))
    let last = RelayReceipt(chunks[1].0, ChunkDigest(of: chunks[1].1))
    #expect(try adopt(chunks[1].0, chunks[1].1, in: store) == .alreadyDelivered(last))
    #expect(store.isEmpty)
  }

  @Test func `a phone with a full disk adopts nothing, and adopts the chunk later`() throws {
    let (chunk, bytes) = try recorded(1)[0]
    let full = try folder.store(reservedByteCount: .max)
    try full.recover()
    #expect(throws: StoreError.diskFull(operation: .freeSpace, path: folder.path)) {
      try adopt(chunk, bytes, in: full)
    }
    #expect(full.pending == [])
    #expect(hasIncoming)
    let next = try folder.recoveredStore()
    #expect(try adopt(chunk, bytes, in: next) == .adopted)
  }

  /// Tests the folder after a crash before each call, and after a failure of each call.
  @Test func `after any failed call, a chunk is either adopted completely or still available`()
    throws
  {
    let chunks = try recorded(1)
    let (chunk, bytes) = chunks[0]
    let faulty = FaultyFiles()
    let trial = try TestFolder()
    let store = try trial.store(files: faulty.operations)
    try store.recover()
    try trial.write(bytes, to: "incoming/file")
    let first = faulty.calls.count
    let file = "incoming/file"
    _ = try store.adopt(
      trial.url.appending(path: file), as: chunk, digest: ChunkDigest(of: bytes))
    let count = faulty.calls.count - first
    #expect(count >= 3)
    for failing in 0..<count {
      let folder = try TestFolder()
      let files = FaultyFiles()
      let store = try folder.store(files: files.operations)
      try store.recover()
      try folder.write(bytes, to: file)
      files.failsAt = files.calls.count + failing
      let url = folder.url.appending(path: file)
      #expect(throws: StoreError.self, "call \(failing)") {
        try store.adopt(url, as: chunk, digest: ChunkDigest(of: bytes))
      }
      #expect(store.pending == [], "call \(failing)")
      #expect(try folder.read(file) == bytes, "call \(failing)")
      let adoption = try store.adopt(url, as: chunk, digest: ChunkDigest(of: bytes))
      #expect(adoption == .adopted, "call \(failing)")
      #expect(try folder.read("streams/accelerometer/0.chunk") == bytes, "call \(failing)")
    }
  }

  @Test func `after a crash at any call of an adoption, the chunk is adopted or still incoming`()
    throws
  {
    let (chunk, bytes) = try recorded(1)[0]
    let faulty = FaultyFiles()
    let store = try folder.store(files: faulty.operations)
    try store.recover()
    var snapshots: [TestFolder] = []
    let folder = folder
    faulty.beforeCall = { _ in snapshots.append(try! TestFolder(copying: folder)) }
    #expect(try adopt(chunk, bytes, in: store) == .adopted)
    #expect(snapshots.count >= 3)
    for snapshot in snapshots {
      let next = try snapshot.recoveredStore()
      #expect(next.pending.isEmpty == snapshot.files.contains("incoming/file"))
      if next.pending.isEmpty {
        let adoption = try next.adopt(
          snapshot.url.appending(path: "incoming/file"), as: chunk,
          digest: ChunkDigest(of: bytes))
        #expect(adoption == .adopted)
      }
      #expect(next.pending == [chunk])
    }
  }

  // MARK: The limit for the store's own bytes

  @Test func `no chunk is begun beyond the limit, until chunks have left the store`() throws {
    let store = try ChunkStore(
      folder: folder.url, device: "phone", reservedByteCount: 0, byteCountMax: 300)
    try store.recover()
    var count = 0
    while (try? store.append([.samples(from: Int64(count) * 100)], to: .accelerometer)) != nil {
      try store.close("accelerometer")
      count += 1
      if count > 100 { break }
    }
    #expect((2...10).contains(count))
    #expect(store.storedByteCount >= 300)
    #expect(throws: StoreError.diskFull(operation: .freeSpace, path: folder.path)) {
      try store.append([.samples(from: 1)], to: .gyroscope)
    }
    #expect(store.pending.count == count)
    for chunk in store.pending.prefix(count) {
      try store.confirm(try Receipt(for: chunk, in: store), of: chunk)
    }
    #expect(store.storedByteCount == 0)
    try store.append([.samples(from: 1)], to: .gyroscope)
  }

  @Test func `quarantined and open chunks also count for the limit`() throws {
    let store = try folder.recoveredStore()
    try store.append([.samples(from: 1)], to: .accelerometer)
    try store.close("accelerometer")
    let one = store.storedByteCount
    #expect(one == Int64(try folder.read("streams/accelerometer/0.chunk").count))
    try store.quarantine(
      store.pending[0], because: ChunkProblem(status: 400, title: "", detail: ""))
    #expect(store.storedByteCount == one)
    try store.append([.samples(from: 2)], to: .accelerometer)
    let open = Int64(try folder.read("streams/accelerometer/1.open").count)
    #expect(store.storedByteCount == one + open)
    #expect(try folder.recoveredStore().storedByteCount > one)
  }

  // MARK: Receipts from the phone

  @Test func `a receipt from the phone deletes its chunk once, and only for the same bytes`() throws
  {
    let store = try folder.recoveredStore()
    for index in 0..<2 as Range<Int64> {
      try store.append([.samples(from: index * 100)], to: .accelerometer)
      try store.close("accelerometer")
    }
    let chunk = store.pending[0]
    let digest = try #require(try store.digest(of: chunk))
    #expect(throws: StoreError.receiptMismatch(.digest, chunk: chunk)) {
      try store.confirm(RelayReceipt(chunk, ChunkDigest(of: [])))
    }
    #expect(store.pending.count == 2)
    try store.confirm(RelayReceipt(chunk, digest))
    try store.confirm(RelayReceipt(chunk, digest))
    #expect(store.pending.map(\.sequence) == [1])
    #expect(store.receipts.entries.map(\.sequence) == [0])
    let foreign = try ChunkIdentity(device: "other", stream: "accelerometer", sequence: 1)
    try store.confirm(RelayReceipt(foreign, digest))
    #expect(store.pending.map(\.sequence) == [1])
  }
}
