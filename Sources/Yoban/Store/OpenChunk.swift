import Chunks

/// The file of the chunk that is being written. It grows by whole blocks or not at all.
struct OpenChunk {
  let identity: ChunkIdentity
  let path: String
  private let file: FileOperations.Descriptor
  private var writer: ChunkWriter
  /// The size of the header and the whole blocks in bytes.
  private var length: Int64 = 0
  /// The digest and the coverage of the bytes up to `length`; nil when an earlier process wrote
  /// some of them.
  private var written: (digest: ChunkDigest.Running, coverage: ChunkCoverage)? = (.init(), .init())
  private var hasDurableName = false
  /// Whether a part of a block may be stored beyond `length`, because removing it failed too.
  private var hasTornTail = false

  /// The facts about the whole chunk after it was packed: its file was replaced by another one, which is
  /// durable. Without its coverage if an earlier process wrote some of it.
  private var packed: (digest: ChunkDigest, coverage: ChunkCoverage?)?

  /// Whether the chunk is complete. No blocks may be appended then.
  var isFinished: Bool { writer.isFinished || packed != nil }

  /// Creates the file of a new chunk. Its header is written with the first blocks.
  ///
  /// Throws `StoreError`; there is then no file.
  init(_ header: ChunkHeader, path: String, files: FileOperations) throws(StoreError) {
    identity = header.identity
    self.path = path
    writer = Self.growing(ChunkWriter(header: header))
    file = try files.create(path)
  }

  /// Opens a file that must be cut to its whole blocks and finished.
  ///
  /// Throws `StoreError`; the file may then already be shorter, but only by its torn tail.
  init(
    resuming summary: ChunkReader.Summary, validLength: Int, path: String, files: FileOperations
  ) throws(StoreError) {
    identity = summary.header.identity
    self.path = path
    writer = Self.growing(ChunkWriter(resuming: summary))
    length = Int64(validLength)
    written = nil
    file = try files.open(path)
    do throws(StoreError) {
      try files.truncate(file, length, path)
    } catch {
      files.close(file)
      throw error
    }
  }

  /// Returns a writer for the blocks of an open chunk. They are small and are packed at the end, so the time
  /// for a small encoding is saved here.
  private static func growing(_ writer: ChunkWriter) -> ChunkWriter {
    var writer = writer
    writer.usesGrid = false
    return writer
  }

  /// Whether nothing was written yet, not even the header.
  var isEmpty: Bool { length == 0 }

  /// The facts about the chunk once it is finished; nil when the file must be read to get them.
  var facts: ChunkFacts? {
    if let packed {
      return packed.coverage.map {
        ChunkFacts(digest: packed.digest, byteCount: length, coverage: $0)
      }
    }
    guard isFinished, let written else { return nil }
    return ChunkFacts(
      digest: written.digest.digest, byteCount: length, coverage: written.coverage)
  }

  /// The size of the header and the whole blocks that are written, in bytes.
  var byteCount: Int64 { length }

  /// Whether the chunk can have these blocks, too; see `ChunkLimits`.
  func hasRoom(for blocks: [ChunkBlock]) -> Bool { writer.hasRoom(for: blocks) }

  /// Appends whole blocks with one write. `buffer` is temporary memory that is reused.
  ///
  /// Throws `StoreError`; the file then ends after its last whole block, as before.
  mutating func append(
    _ blocks: [ChunkBlock], buffer: inout [UInt8], files: FileOperations
  ) throws(StoreError) {
    var next = writer
    buffer.removeAll(keepingCapacity: true)
    if isEmpty { buffer += writer.headerBytes() }
    for block in blocks {
      switch block {
      case .samples(let samples): next.encode(samples: samples, into: &buffer)
      case .gap(let gap): next.encode(gap: gap, into: &buffer)
      case .mark(let mark): next.encode(mark: mark, into: &buffer)
      }
    }
    try write(buffer, files)
    writer = next
    for block in blocks { written?.coverage.add(block) }
  }

  /// Completes the chunk, and waits until the file is durable.
  ///
  /// - Parameter isPacking: whether to replace the file by a packed one, if that is possible.
  ///
  /// Throws `StoreError`; call it again later. If the chunk is not complete then, blocks may still be
  /// appended.
  mutating func finish(packing isPacking: Bool, files: FileOperations) throws(StoreError) {
    if isPacking, !isFinished { pack(files) }
    if packed != nil { return }
    if !isFinished {
      var next = writer
      var end: [UInt8] = []
      next.finish(into: &end)
      try write(end, files)
      writer = next
    }
    try synchronize(files: files)
  }

  /// Replaces the file by the complete chunk in fewer bytes. Does nothing if that is not smaller, if the disk
  /// has no room for both files or fails, or if a block of the file was altered, which the collector must see.
  private mutating func pack(_ files: FileOperations) {
    guard !hasTornTail, let bytes = try? files.read(path), Int64(bytes.count) == length,
      let (smaller, intact) = try? ChunkReader(bytes).packed(),
      intact == .torn(validLength: bytes.count), smaller.count < bytes.count,
      (try? files.replace(path, with: smaller)) != nil
    else { return }
    packed = (ChunkDigest(of: smaller), written?.coverage)
    length = Int64(smaller.count)
  }

  /// Waits until the file is durable. Throws `StoreError`; call it again later.
  func synchronize(files: FileOperations) throws(StoreError) {
    try files.synchronize(file, path)
  }

  /// Waits until the file and its name are durable. Without its name, an open file is not found
  /// after a crash of the system.
  mutating func synchronizeWithName(files: FileOperations) throws(StoreError) {
    try synchronize(files: files)
    guard !hasDurableName else { return }
    try files.synchronizeFolder(StoreLayout.folder(of: path))
    hasDurableName = true
  }

  /// Closes the file. The chunk must not be used afterwards.
  func close(files: FileOperations) {
    files.close(file)
  }

  private mutating func write(_ bytes: [UInt8], _ files: FileOperations) throws(StoreError) {
    if hasTornTail { try cutTail(files) }
    do throws(StoreError) {
      try files.writeAll(bytes, to: file, path: path)
    } catch {
      hasTornTail = true
      try? cutTail(files)
      throw error
    }
    length += Int64(bytes.count)
    written?.digest.add(bytes)
  }

  private mutating func cutTail(_ files: FileOperations) throws(StoreError) {
    try files.truncate(file, length, path)
    hasTornTail = false
  }
}
