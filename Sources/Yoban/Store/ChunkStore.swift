import Chunks
import Foundation

/// The recordings of one device on its own disk, until the collector has them.
///
/// Call `recover()` first, once per process launch. Then `append` writes blocks to the one open
/// chunk of a stream, `close` ends it, `confirm` deletes it once its receipt is stored, and
/// `quarantine` puts it aside when the collector refuses it. Only one store may use a folder.
///
/// A kill of the process loses nothing that `append` took; a crash of the system at most what was
/// appended since the last `close` or `synchronise`. Isolated to the main actor; every call is synchronous.
@MainActor
public final class ChunkStore {
  /// The name under which this device sends.
  public let device: String
  /// Bytes that stay free for others: no chunk is begun with less.
  public let reservedByteCount: Int64
  /// Bytes that the chunks may have together: none is begun or adopted beyond it.
  public let byteCountMax: Int64
  /// What `recover()` found; nil before it ran.
  public internal(set) var recovery: RecoveryReport?

  let layout: StoreLayout
  let files: FileOperations
  /// What every small write falls back on.
  var ballast: Ballast
  var openChunks: [String: OpenChunk] = [:]
  /// The sequence numbers of complete chunks by stream, ascending.
  var closed: [String: [UInt64]] = [:]
  var quarantine: [String: [UInt64]] = [:]
  var nextSequences: [String: UInt64] = [:]
  var facts: [ChunkIdentity: ChunkFacts] = [:]
  /// The sizes of the files of complete chunks, those that were quarantined too.
  var byteCounts: [ChunkIdentity: Int64] = [:]
  var receipts: ReceiptLog
  /// Torn chunks that could not be ended for want of room.
  var unfinished: [ChunkIdentity] = []
  private var buffer: [UInt8] = []

  /// Opens a store in a folder, which is made if there is none.
  ///
  /// - Parameters:
  ///   - device: the name of this device at the collector; it must stay the same as long as the
  ///     folder holds chunks.
  ///   - reservedByteCount: default 32 MiB.
  ///   - byteCountMax: default: as much as there is room for. Beyond it what is recorded is a gap
  ///     `disk-full`, until chunks have left.
  /// - Throws: `StoreError`; `.unreadable` with `.invalidName` for a device name that breaks its
  ///   rule.
  public init(
    folder: URL, device: String, reservedByteCount: Int64 = 32 << 20,
    byteCountMax: Int64 = .max, files: FileOperations = .posix
  ) throws(StoreError) {
    let path = folder.path(percentEncoded: false)
    layout = StoreLayout(root: path.hasSuffix("/") ? String(path.dropLast()) : path)
    self.device = device
    self.reservedByteCount = reservedByteCount
    self.byteCountMax = byteCountMax
    self.files = files
    ballast = Ballast(path: layout.ballast)
    do throws(ChunkError) {
      _ = try ChunkIdentity(device: device, stream: "any", sequence: 0)
    } catch {
      throw .unreadable(error, path: layout.root)
    }
    try files.makeFolder(layout.streams)
    try files.makeFolder(layout.quarantine)
    receipts = try ReceiptLog(path: layout.receipts, files: files)
  }

  // MARK: Writing

  /// Appends whole blocks to the open chunk of a stream, beginning one if there is none.
  ///
  /// - Throws: `StoreError`. The files are then as before: not one of the blocks is stored.
  public func append(
    _ blocks: [ChunkBlock], to stream: StreamDescription
  ) throws(StoreError) {
    precondition(recovery != nil, "recover() comes first")
    guard !blocks.isEmpty else { return }
    if openChunks[stream.name]?.isFinished == true { try close(stream.name) }
    if openChunks[stream.name] == nil { openChunks[stream.name] = try begin(stream) }
    do throws(StoreError) {
      try openChunks[stream.name]!.append(blocks, buffer: &buffer, files: files)
    } catch {
      discardIfEmpty(stream.name)
      throw error
    }
  }

  /// Makes durable what was appended to the open chunk of a stream, if there is one.
  ///
  /// - Throws: `StoreError`. Nothing is lost: call it again, or go on appending.
  public func synchronise(_ stream: String) throws(StoreError) {
    try openChunks[stream]?.synchroniseWithName(files: files)
  }

  /// Ends the open chunk of a stream and makes it durable.
  ///
  /// - Returns: the chunks that now wait to be sent: the one that was open, if any, and those
  ///   that `recover()` had no room to end.
  /// - Throws: `StoreError`. Nothing is lost: call it again, or go on appending.
  @discardableResult
  public func close(_ stream: String) throws(StoreError) -> [ChunkIdentity] {
    discardIfEmpty(stream)
    guard let chunk = openChunks[stream], !chunk.isEmpty else { return [] }
    let identity = chunk.identity
    try openChunks[stream]!.finish(files: files)
    try files.rename(layout.openFile(identity), layout.chunkFile(identity))
    byteCounts[identity] = openChunks[stream]!.byteCount
    facts[identity] = openChunks[stream]!.facts
    openChunks.removeValue(forKey: stream)!.close(files: files)
    // A lost rename costs nothing: recovery finds a complete chunk under its open name.
    try? files.synchroniseFolder(layout.streamFolder(stream))
    closed[stream, default: []].append(identity.sequence)
    return [identity] + finishUnfinished()
  }

  private func begin(_ stream: StreamDescription) throws(StoreError) -> OpenChunk {
    try checkRoom(for: 0)
    try files.makeFolder(layout.streamFolder(stream.name))
    let identity = identity(stream.name, nextSequence(of: stream.name))
    let header: ChunkHeader
    do throws(ChunkError) {
      header = try stream.header(of: identity)
    } catch {
      throw .unreadable(error, path: layout.openFile(identity))
    }
    let chunk = try OpenChunk(header, path: layout.openFile(identity), files: files)
    nextSequences[stream.name] = identity.sequence + 1
    return chunk
  }

  /// Throws `.diskFull` when the disk or the store's own bound has no room for so many bytes more.
  func checkRoom(for byteCount: Int64) throws(StoreError) {
    let (sum, isTooMuch) = storedByteCount.addingReportingOverflow(byteCount)
    guard try files.freeSpace(layout.root) - byteCount >= reservedByteCount,
      !isTooMuch, sum < byteCountMax
    else {
      throw .diskFull(operation: .freeSpace, path: layout.root)
    }
  }

  /// Takes back a chunk whose first write failed; its number was never seen by anyone.
  private func discardIfEmpty(_ stream: String) {
    guard let chunk = openChunks[stream], chunk.isEmpty else { return }
    chunk.close(files: files)
    guard (try? files.remove(chunk.path)) != nil else { return }
    openChunks[stream] = nil
    nextSequences[stream] = chunk.identity.sequence
  }

  // MARK: Reading

  /// The number that the next chunk of a stream gets: it was never used before.
  public func nextSequence(of stream: String) -> UInt64 { nextSequences[stream] ?? 0 }

  /// The chunks that wait for their receipt, the oldest of each stream first.
  public var pending: [ChunkIdentity] {
    var chunks: [ChunkIdentity] = []
    for (stream, sequences) in closed { chunks += sequences.map { identity(stream, $0) } }
    return chunks.sorted { ($0.sequence, $0.stream) < ($1.sequence, $1.stream) }
  }

  /// Whether a complete chunk waits for its receipt.
  public func isPending(_ chunk: ChunkIdentity) -> Bool {
    closed[chunk.stream]?.contains(chunk.sequence) ?? false
  }

  /// The file of a chunk that waits for its receipt; its bytes never change.
  public func file(of chunk: ChunkIdentity) -> URL {
    URL(filePath: layout.chunkFile(chunk), directoryHint: .notDirectory)
  }

  /// The digest of our own bytes of a chunk; nil when it is not stored here.
  ///
  /// Known of what this process wrote; of other chunks the file is read, once per process launch. Throws
  /// `StoreError`.
  public func digest(of chunk: ChunkIdentity) throws(StoreError) -> ChunkDigest? {
    try storedFacts(of: chunk)?.digest
  }

  /// Whether anything is stored that has not reached the collector.
  public var isEmpty: Bool {
    openChunks.isEmpty && unfinished.isEmpty && closed.values.allSatisfy(\.isEmpty)
      && quarantine.values.allSatisfy(\.isEmpty)
  }

  /// The bytes of all chunks together: open, waiting and quarantined.
  public var storedByteCount: Int64 {
    byteCounts.values.reduce(0, +) + openChunks.values.reduce(0) { $0 + $1.byteCount }
  }

  /// The bytes of a complete chunk; 0 when it is not stored here.
  public func byteCount(of chunk: ChunkIdentity) -> Int64 { byteCounts[chunk] ?? 0 }

  /// The bytes that are free on the disk of the store. Throws `StoreError`.
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

  /// An identity from names that were checked before.
  func identity(_ stream: String, _ sequence: UInt64) -> ChunkIdentity {
    do throws(ChunkError) {
      return try ChunkIdentity(device: device, stream: stream, sequence: sequence)
    } catch {
      preconditionFailure("a stored name breaks its rule: \(error)")
    }
  }
}
