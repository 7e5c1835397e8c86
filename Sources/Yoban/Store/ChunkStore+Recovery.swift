import Chunks

/// A report of what this launch found in the store's folder.
public struct RecoveryReport: Hashable, Sendable {
  /// All known streams, ordered by name.
  public internal(set) var streams: [StreamRecovery] = []
  /// Files that could not be read or finished. They are kept and tried again at the next launch.
  public internal(set) var problems: [StoreError] = []

  /// Returns the stream with this name, if it is known.
  public func stream(named name: String) -> StreamRecovery? {
    streams.first { $0.stream == name }
  }
}

/// The state in which a stream was found.
public struct StreamRecovery: Hashable, Sendable {
  public let stream: String
  /// Up to this moment, every wanted moment is a sample or lies in a gap; in nanoseconds since
  /// 1970.
  public internal(set) var coveredUntil: Int64?
  /// The last mark of the stream's last chunk.
  public internal(set) var lastMark: Mark?
  /// The number of bytes of a torn block that were cut off; 0 when no block was torn.
  public internal(set) var droppedByteCount: Int64 = 0
  /// The chunk that an earlier launch left open and that now waits for its upload.
  public internal(set) var finishedChunk: ChunkIdentity?

  /// Whether an earlier launch ended while it was writing a block.
  public var wasTorn: Bool { droppedByteCount > 0 }
}

extension ChunkStore {
  /// Repairs the files after the last launch, however it ended. Call it once, before any other
  /// method.
  ///
  /// Every open chunk is cut after its last whole block and finished, or removed if it contains no
  /// block. Chunks whose receipts are stored are deleted. If a crash interrupts the recovery, the
  /// next launch completes it.
  ///
  /// - Throws: `StoreError` when the folder cannot be read; `.deviceChanged` when it contains
  ///   chunks of another device name, which could not be sent. A single bad file is not an error:
  ///   it is quarantined or left unchanged, and listed in the report.
  @discardableResult
  public func recover() throws(StoreError) -> RecoveryReport {
    precondition(recovery == nil, "call recover() only once")
    var report = RecoveryReport()
    for stream in try streamNames() {
      var found = StreamRecovery(stream: stream)
      let own = try sortedFiles(in: layout.streamFolder(stream), &report)
      closed[stream] = own.chunks
      quarantine[stream] = try sortedFiles(in: layout.quarantineFolder(stream), &report).chunks
      try readSizes(of: stream)
      for sequence in own.open {
        do throws(StoreError) {
          try finish(identity(stream, sequence), &found)
        } catch {
          report.problems.append(error)
        }
      }
      report.streams.append(found)
    }
    for index in report.streams.indices {
      do throws(StoreError) {
        try measure(&report.streams[index])
      } catch {
        report.problems.append(error)
      }
    }
    try applyStoredReceipts()
    try claimFolder()
    if receipts.entries.count >= ReceiptLog.entryCountMax { try compactReceipts() }
    ballast.load(files: files)
    recovery = report
    return report
  }

  /// Tries again to finish the torn chunks for which there was no room. Returns those that were
  /// finished.
  func finishUnfinished() -> [ChunkIdentity] {
    let chunks = unfinished
    unfinished = []
    return chunks.compactMap { chunk in
      var found = StreamRecovery(stream: chunk.stream)
      try? finish(chunk, &found)
      return found.finishedChunk
    }
  }

  /// Records in the folder the device name of its chunks.
  private func claimFolder() throws(StoreError) {
    let stored = try files.read(layout.device).map { String(decoding: $0, as: UTF8.self) }
    guard stored != device else { return }
    if let stored, !isEmpty { throw .deviceChanged(stored: stored, given: device) }
    try ballast.giving(files) { () throws(StoreError) in
      try files.replace(layout.device, with: Array(device.utf8))
    }
  }

  /// Returns the names of all streams with a file or a receipt, sorted.
  private func streamNames() throws(StoreError) -> [String] {
    var names = Set(receipts.entries.map(\.stream))
    names.formUnion(try files.list(layout.streams))
    names.formUnion(try files.list(layout.quarantine))
    return names.sorted().filter {
      (try? ChunkIdentity(device: device, stream: $0, sequence: 0)) != nil
    }
  }

  private func readSizes(of stream: String) throws(StoreError) {
    for sequence in closed[stream] ?? [] {
      let chunk = identity(stream, sequence)
      byteCounts[chunk] = try files.size(layout.chunkFile(chunk)) ?? 0
    }
    for sequence in quarantine[stream] ?? [] {
      let chunk = identity(stream, sequence)
      byteCounts[chunk] = try files.size(layout.quarantinedFile(chunk)) ?? 0
    }
  }

  /// Returns the sequences of the chunks in a folder, sorted, reports files with an impossible number, and removes
  /// what is left of attempts to replace files. The files themselves are as before then.
  private func sortedFiles(
    in folder: String, _ report: inout RecoveryReport
  ) throws(StoreError) -> (open: [UInt64], chunks: [UInt64]) {
    var (open, chunks) = ([UInt64](), [UInt64]())
    for name in try files.list(folder).sorted() {
      switch StoreLayout.kind(of: name) {
      case .open(let sequence): open.append(sequence)
      case .chunk(let sequence): chunks.append(sequence)
      case .temporary: try? files.remove("\(folder)/\(name)")
      case .misnumbered(let problem):
        report.problems.append(.unreadable(problem, path: "\(folder)/\(name)"))
      case .other: break
      }
    }
    return (open.sorted(), chunks.sorted())
  }

  /// Finishes a chunk that an earlier launch left open.
  private func finish(
    _ chunk: ChunkIdentity, _ found: inout StreamRecovery
  ) throws(StoreError) {
    let path = layout.openFile(chunk)
    guard let bytes = try files.read(path) else { return }
    let whole: WholeBlocks
    do throws(ChunkError) {
      whole = try WholeBlocks(of: bytes)
    } catch {
      let problem = ChunkProblem(status: nil, title: error.message, detail: error.remedy)
      try quarantine(chunk, at: path, because: problem)
      throw .unreadable(error, path: path)
    }
    found.droppedByteCount += Int64(bytes.count - whole.length)
    guard let summary = whole.summary, summary.blockCount > 0 else {
      try files.remove(path)
      return
    }
    do throws(StoreError) {
      try end(summary, whole.length, path)
    } catch {
      unfinished.append(chunk)
      throw error
    }
    try files.rename(path, layout.chunkFile(chunk))
    try? files.synchronizeFolder(layout.streamFolder(chunk.stream))
    closed[chunk.stream] = ((closed[chunk.stream] ?? []) + [chunk.sequence]).sorted()
    byteCounts[chunk] = try files.size(layout.chunkFile(chunk)) ?? 0
    found.finishedChunk = chunk
  }

  private func end(
    _ summary: ChunkReader.Summary, _ length: Int, _ path: String
  ) throws(StoreError) {
    if summary.completeness == .complete {
      let file = try files.open(path)
      defer { files.close(file) }
      try files.truncate(file, Int64(length), path)
      try files.synchronize(file, path)
    } else {
      var open = try OpenChunk(resuming: summary, validLength: length, path: path, files: files)
      defer { open.close(files: files) }
      try ballast.giving(files) { () throws(StoreError) in
        try open.finish(packing: packsChunks, files: files)
      }
    }
  }

  /// Determines how far a stream is covered and its next sequence number.
  ///
  /// Throws `StoreError` for an unreadable chunk, after reading the chunks before it.
  private func measure(_ found: inout StreamRecovery) throws(StoreError) {
    let stream = found.stream
    var numbers = Set((closed[stream] ?? []) + (quarantine[stream] ?? []))
    numbers.formUnion(unfinished.filter { $0.stream == stream }.map(\.sequence))
    numbers.formUnion(receipts.entries.filter { $0.stream == stream }.map(\.sequence))
    nextSequences[stream] = numbers.max().map { $0 + 1 }
    var failure: StoreError?
    for sequence in numbers.sorted(by: >) where found.coveredUntil == nil {
      do throws(StoreError) {
        let coverage = try coverage(of: identity(stream, sequence))
        found.coveredUntil = coverage.coveredUntil
        if found.lastMark == nil { found.lastMark = coverage.lastMark }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func coverage(of chunk: ChunkIdentity) throws(StoreError) -> ChunkCoverage {
    if isPending(chunk) { return try storedFacts(of: chunk)?.coverage ?? ChunkCoverage() }
    if let entry = receipts.receipt(of: chunk) { return entry.coverage }
    let path = unfinished.contains(chunk) ? layout.openFile(chunk) : layout.quarantinedFile(chunk)
    guard let bytes = try files.read(path), let summary = try? ChunkReader(bytes).summary() else {
      return ChunkCoverage()
    }
    return ChunkCoverage(summary)
  }
}

/// The part of a file that is intact after a crash.
private struct WholeBlocks {
  /// Nil when the first write was cut off within the header, so that no data is lost.
  var summary: ChunkReader.Summary?
  /// The length of the intact part in bytes.
  var length: Int

  /// Throws `ChunkError` for a file that is not a torn chunk of this library: it must not be cut.
  init(of bytes: [UInt8]) throws(ChunkError) {
    do throws(ChunkError) {
      let summary = try ChunkReader(bytes).summary()
      self.summary = summary
      switch summary.completeness {
      case .complete: length = bytes.count
      case .torn(let validLength): length = validLength
      }
    } catch  where Self.isTornHeader(bytes, error) {
      (summary, length) = (nil, 0)
    } catch .trailingBytes(let offset) {
      // Bytes that the system had reserved beyond the end of the file when the power failed.
      summary = try ChunkReader(Array(bytes[..<offset])).summary()
      length = offset
    }
  }

  /// The maximum length of a header in bytes: see docs/chunk-format.md.
  private static let headerLengthMax = 1024

  private static func isTornHeader(_ bytes: [UInt8], _ error: ChunkError) -> Bool {
    switch error {
    case .notAChunk: bytes.count < 8 || bytes.allSatisfy { $0 == 0 }
    // The offset is that of the length field, or the end of the file when the file ends before it.
    case .damagedHeader(let offset): offset < 12 && bytes.count < headerLengthMax
    default: false
    }
  }
}
