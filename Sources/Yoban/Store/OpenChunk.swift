import Chunks

/// The file that a stream is being written to: it grows by whole blocks or not at all.
struct OpenChunk {
  let identity: ChunkIdentity
  let path: String
  private let file: FileOperations.Descriptor
  private var writer: ChunkWriter
  /// Bytes of the header and of whole blocks.
  private var length = 0
  /// Of the bytes up to `length`, and what they cover; nil where an earlier process wrote some of them.
  private var written: (digest: ChunkDigest.Running, coverage: ChunkCoverage)? = (.init(), .init())
  private var hasDurableName = false
  /// Whether a part of a block may lie beyond `length`, because cutting it off failed too.
  private var hasTornTail = false

  /// Whether the end block is written, so that only `seal` may follow.
  var isFinished: Bool { writer.isFinished }

  /// Creates the file of a new chunk; its header is written with the first blocks.
  ///
  /// Throws `StoreError`; there is then no file.
  init(_ header: ChunkHeader, path: String, files: FileOperations) throws(StoreError) {
    identity = header.identity
    self.path = path
    writer = ChunkWriter(header: header)
    file = try files.create(path)
  }

  /// Goes on with a file that is to be cut to its whole blocks and ended.
  ///
  /// Throws `StoreError`; the file may then be shorter, by the torn tail only.
  init(
    resuming summary: ChunkReader.Summary, validLength: Int, path: String, files: FileOperations
  ) throws(StoreError) {
    identity = summary.header.identity
    self.path = path
    writer = ChunkWriter(resuming: summary)
    length = validLength
    written = nil
    file = try files.open(path)
    do throws(StoreError) {
      try files.truncate(file, validLength, path)
    } catch {
      files.close(file)
      throw error
    }
  }

  /// Whether nothing was written yet, not even the header.
  var isEmpty: Bool { length == 0 }

  /// What is known of it once it is finished; nil where the file must be read for that.
  var facts: ChunkFacts? {
    guard isFinished, let written else { return nil }
    return ChunkFacts(
      digest: written.digest.digest, byteCount: length, coverage: written.coverage)
  }

  /// Bytes of the header and of whole blocks, as far as they are written.
  var byteCount: Int64 { Int64(length) }

  /// Appends whole blocks with one write. `buffer` is scratch space.
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

  /// Writes the end block, unless it is written, and waits until all is on the storage.
  ///
  /// Throws `StoreError`; call it again later. Without an end block blocks may be appended again.
  mutating func finish(files: FileOperations) throws(StoreError) {
    if !isFinished {
      var next = writer
      var end: [UInt8] = []
      next.finish(into: &end)
      try write(end, files)
      writer = next
    }
    try synchronise(files: files)
  }

  /// Waits until all is on the storage. Throws `StoreError`; call it again later.
  func synchronise(files: FileOperations) throws(StoreError) {
    try files.synchronise(file, path)
  }

  /// The same, and the file's name with it, which an open file needs to be found after a crash.
  mutating func synchroniseWithName(files: FileOperations) throws(StoreError) {
    try synchronise(files: files)
    guard !hasDurableName else { return }
    try files.synchroniseFolder(StoreLayout.folder(of: path))
    hasDurableName = true
  }

  /// Closes the file, which must not be used afterwards.
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
    length += bytes.count
    written?.digest.add(bytes)
  }

  private mutating func cutTail(_ files: FileOperations) throws(StoreError) {
    try files.truncate(file, length, path)
    hasTornTail = false
  }
}
