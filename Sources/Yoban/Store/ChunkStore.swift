import Chunks
import Foundation

/// The recordings of one device on its own disk, until the collector has them.
///
/// Call `recover()` first, once per launch. Then `append` writes blocks to the open chunk of a
/// stream, `close` finishes that chunk, `confirm` deletes it after storing its receipt, and
/// `quarantine` moves it into the quarantine when the collector refuses it. Only one store may use
/// a folder.
///
/// When the process is killed, nothing that `append` accepted is lost. When the system crashes, at
/// most the blocks appended since the last `close` or `synchronize` are lost. Isolated to the main
/// actor; every call is synchronous.
@RecorderActor
public final class ChunkStore {
  /// The name of this device at the collector.
  public let device: String
  /// The number of bytes that stay free for other uses. No chunk is begun with less free space.
  public let reservedByteCount: Int64
  /// The maximum size of all chunks together, in bytes. Beyond it, no chunk is begun or adopted.
  public let byteCountMax: Int64
  /// The report of `recover()`; nil before it ran.
  public internal(set) var recovery: RecoveryReport?

  /// The Data Protection class of all files of the store.
  public let protection: FileProtectionType
  /// Whether a chunk is packed when it is closed, which makes it two to six times smaller.
  public let packsChunks: Bool

  let layout: StoreLayout
  let files: FileOperations
  /// Reserved disk space, freed for small writes when the disk is full.
  var ballast: Ballast
  var openChunks: [String: OpenChunk] = [:]
  /// The sequence numbers of complete chunks by stream, ascending.
  var closed: [String: [UInt64]] = [:]
  var quarantine: [String: [UInt64]] = [:]
  var nextSequences: [String: UInt64] = [:]
  var facts: [ChunkIdentity: ChunkFacts] = [:]
  /// The file sizes of complete chunks, including the quarantined ones.
  var byteCounts: [ChunkIdentity: Int64] = [:]
  var receipts: ReceiptLog
  /// Torn chunks that could not be finished because the disk was full.
  var unfinished: [ChunkIdentity] = []
  private var buffer: [UInt8] = []

  /// Opens a store in a folder. The folder is created if it does not exist.
  ///
  /// - Parameters:
  ///   - device: the name of this device at the collector. It must stay the same as long as the
  ///     folder contains chunks.
  ///   - reservedByteCount: default: 32 MiB.
  ///   - byteCountMax: default: no limit. Beyond it, recordings get a gap with the cause
  ///     `disk-full` until chunks were deleted.
  ///   - protection: the Data Protection class of the store's folder and new files. Default: `.none`,
  ///     because an app that the system launches before the first unlock after a boot can write no
  ///     file of another class (DP1, DP3). `.completeUntilFirstUserAuthentication` protects recordings
  ///     on a device that was not unlocked since its boot, and loses what happens until then.
  ///   - packsChunks: false for a collector that does not know the encoding `grid`. Default: true. Packing
  ///     takes about 150 ns for each sample of three axes, and space on the disk for the packed chunk.
  /// - Throws: `StoreError`; `.unreadable` with `.invalidName` for an invalid device name.
  public init(
    folder: URL, device: String, reservedByteCount: Int64 = 32 << 20,
    byteCountMax: Int64 = .max, protection: FileProtectionType = .none,
    packsChunks: Bool = true, files: FileOperations = .posix
  ) throws(StoreError) {
    let path = folder.path(percentEncoded: false)
    layout = StoreLayout(root: path.hasSuffix("/") ? String(path.dropLast()) : path)
    self.device = device
    self.reservedByteCount = reservedByteCount
    self.byteCountMax = byteCountMax
    self.protection = protection
    self.packsChunks = packsChunks
    self.files = files
    ballast = Ballast(path: layout.ballast)
    do throws(ChunkError) {
      _ = try ChunkIdentity(device: device, stream: "any", sequence: 0)
    } catch {
      throw .unreadable(error, path: layout.root)
    }
    for folder in [layout.root, layout.streams, layout.quarantine] {
      try files.makeFolder(folder, protection)
    }
    receipts = try ReceiptLog(path: layout.receipts, files: files)
  }

  /// Opens a store in a folder and repairs it after the last launch.
  ///
  /// Throws `StoreError`.
  package static func opened(
    _ folder: URL, device: String, reservedByteCount: Int64 = 32 << 20,
    byteCountMax: Int64 = .max, protection: FileProtectionType = .none, packsChunks: Bool = true
  ) throws(StoreError) -> ChunkStore {
    let store = try ChunkStore(
      folder: folder, device: device, reservedByteCount: reservedByteCount,
      byteCountMax: byteCountMax, protection: protection, packsChunks: packsChunks)
    try store.recover()
    return store
  }

  /// Makes a folder of the store, with the protection that its files inherit.
  func makeFolder(_ path: String) throws(StoreError) {
    try files.makeFolder(path, protection)
  }

  // MARK: Writing

  /// Appends whole blocks to the open chunk of a stream. Begins a chunk if none is open, or the open one has no room
  /// for the blocks.
  ///
  /// - Parameter blocks: at most as many as one chunk can have; see `ChunkLimits`.
  /// - Returns: the chunks that were closed before, and now wait for their upload.
  /// - Throws: `StoreError`; `.unreadable` with `.limitExceeded` for more blocks. None of the blocks is stored then.
  @discardableResult
  public func append(
    _ blocks: [ChunkBlock], to stream: StreamDescription
  ) throws(StoreError) -> [ChunkIdentity] {
    precondition(recovery != nil, "call recover() first")
    guard !blocks.isEmpty else { return [] }
    var closed: [ChunkIdentity] = []
    if let chunk = openChunks[stream.name], chunk.isFinished || !chunk.hasRoom(for: blocks) {
      closed = try close(stream.name)
    }
    guard openChunks[stream.name] != nil || ChunkLimits.parts(of: blocks).count == 1 else {
      throw .unreadable(.limitExceeded(byteOffset: 0), path: layout.streamFolder(stream.name))
    }
    if openChunks[stream.name] == nil { openChunks[stream.name] = try begin(stream) }
    do throws(StoreError) {
      try openChunks[stream.name]!.append(blocks, buffer: &buffer, files: files)
    } catch {
      discardIfEmpty(stream.name)
      throw error
    }
    return closed
  }

  /// Makes everything durable that was appended to the open chunk of a stream, if there is one.
  ///
  /// - Throws: `StoreError`. Nothing is lost: call it again, or continue appending.
  public func synchronize(_ stream: String) throws(StoreError) {
    try openChunks[stream]?.synchronizeWithName(files: files)
  }

  /// Finishes the open chunk of a stream and makes it durable.
  ///
  /// - Returns: the chunks that now wait for their upload: the one that was open, if any, and those
  ///   that `recover()` had no room to finish.
  /// - Throws: `StoreError`. Nothing is lost: call it again, or continue appending.
  @discardableResult
  public func close(_ stream: String) throws(StoreError) -> [ChunkIdentity] {
    discardIfEmpty(stream)
    guard let chunk = openChunks[stream], !chunk.isEmpty else { return [] }
    let identity = chunk.identity
    try openChunks[stream]!.finish(packing: packsChunks, files: files)
    try files.rename(layout.openFile(identity), layout.chunkFile(identity))
    byteCounts[identity] = openChunks[stream]!.byteCount
    facts[identity] = openChunks[stream]!.facts
    openChunks.removeValue(forKey: stream)!.close(files: files)
    // If a crash loses the rename, recovery finds the complete chunk under its `.open` name.
    try? files.synchronizeFolder(layout.streamFolder(stream))
    closed[stream, default: []].append(identity.sequence)
    return [identity] + finishUnfinished()
  }

  private func begin(_ stream: StreamDescription) throws(StoreError) -> OpenChunk {
    try checkRoom(for: 0)
    try makeFolder(layout.streamFolder(stream.name))
    let sequence = nextSequence(of: stream.name)
    guard sequence <= ChunkIdentity.sequenceMax else {
      throw .sequencesExhausted(stream: stream.name)
    }
    let header: ChunkHeader
    do throws(ChunkError) {
      header = try stream.header(
        of: ChunkIdentity(device: device, stream: stream.name, sequence: sequence))
    } catch {
      throw .unreadable(error, path: layout.streamFolder(stream.name))
    }
    let path = layout.openFile(header.identity)
    let chunk = try OpenChunk(header, path: path, files: files)
    nextSequences[stream.name] = sequence + 1
    return chunk
  }

  /// Throws `.diskFull` when the disk or `byteCountMax` has no room for this many more bytes.
  func checkRoom(for byteCount: Int64) throws(StoreError) {
    let (sum, isTooMuch) = storedByteCount.addingReportingOverflow(byteCount)
    guard try files.freeSpace(layout.root) - byteCount >= reservedByteCount,
      !isTooMuch, sum < byteCountMax
    else {
      throw .diskFull(operation: .freeSpace, path: layout.root)
    }
  }

  /// Removes a chunk whose first write failed. Its sequence number is used again, because it was
  /// never published. If its file cannot be removed, it stays open and the next blocks go into it.
  private func discardIfEmpty(_ stream: String) {
    guard let chunk = openChunks[stream], chunk.isEmpty,
      (try? files.remove(chunk.path)) != nil
    else { return }
    chunk.close(files: files)
    openChunks[stream] = nil
    nextSequences[stream] = chunk.identity.sequence
  }

  // MARK: Reading

  /// The sequence number of the next chunk of a stream. It was never used before.
  public func nextSequence(of stream: String) -> UInt64 { nextSequences[stream] ?? 0 }

  /// The chunks that wait for their receipts, the oldest of each stream first.
  public var pending: [ChunkIdentity] {
    var chunks: [ChunkIdentity] = []
    for (stream, sequences) in closed { chunks += sequences.map { identity(stream, $0) } }
    return chunks.sorted { ($0.sequence, $0.stream) < ($1.sequence, $1.stream) }
  }

  /// Whether a complete chunk waits for its receipt.
  public func isPending(_ chunk: ChunkIdentity) -> Bool {
    closed[chunk.stream]?.contains(chunk.sequence) ?? false
  }

  /// The file of a chunk that waits for its receipt. Its content never changes.
  public func file(of chunk: ChunkIdentity) -> URL {
    URL(filePath: layout.chunkFile(chunk), directoryHint: .notDirectory)
  }

  /// Returns the digest of a chunk's local bytes; nil when the chunk is not stored here.
  ///
  /// For a chunk that this process did not write, the file is read once per launch. Throws
  /// `StoreError`.
  public func digest(of chunk: ChunkIdentity) throws(StoreError) -> ChunkDigest? {
    try storedFacts(of: chunk)?.digest
  }

  /// Whether all stored recordings have reached the collector, so that no chunk is left here.
  public var isEmpty: Bool {
    openChunks.isEmpty && unfinished.isEmpty && closed.values.allSatisfy(\.isEmpty)
      && quarantine.values.allSatisfy(\.isEmpty)
  }

  /// The total size of all chunks in bytes: open, waiting and quarantined ones.
  public var storedByteCount: Int64 {
    byteCounts.values.reduce(0, +) + openChunks.values.reduce(0) { $0 + $1.byteCount }
  }

  /// The size of a complete chunk in bytes; 0 when it is not stored here.
  public func byteCount(of chunk: ChunkIdentity) -> Int64 { byteCounts[chunk] ?? 0 }

  /// Returns the free space on the store's disk in bytes. Throws `StoreError`.
  public func freeSpace() throws(StoreError) -> Int64 { try files.freeSpace(layout.root) }

  func storedFacts(of chunk: ChunkIdentity) throws(StoreError) -> ChunkFacts? {
    if let known = facts[chunk] { return known }
    let path = layout.chunkFile(chunk)
    guard let bytes = try files.read(path) else { return nil }
    do throws(ChunkError) {
      let found = try ChunkFacts(bytes)
      facts[chunk] = found
      return found
    } catch {
      throw .unreadable(error, path: path)
    }
  }

  /// Creates an identity from a stream name that was validated before.
  func identity(_ stream: String, _ sequence: UInt64) -> ChunkIdentity {
    do throws(ChunkError) {
      return try ChunkIdentity(device: device, stream: stream, sequence: sequence)
    } catch {
      preconditionFailure("a stored name is not valid: \(error)")
    }
  }
}
