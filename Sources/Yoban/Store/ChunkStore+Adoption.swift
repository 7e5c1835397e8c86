import Chunks
import Foundation

#if os(Android)
  import Android
#endif

/// The outcome of adopting a file that came from another device.
public enum Adoption: Hashable, Sendable {
  /// The file is stored and waits for its receipt.
  case adopted
  /// The same bytes are already stored here and wait for their receipt. The copy was removed.
  case alreadyPending
  /// The collector has the same bytes, according to the stored receipt. The copy was removed.
  case alreadyDelivered(RelayReceipt)
  /// The same bytes are quarantined here, because the collector refused them. The copy was removed.
  case alreadyQuarantined
  /// Other bytes are known under this identity. The new file was quarantined, with a note.
  case conflict(ChunkProblem)
  /// The file is not the announced chunk. It was removed, because the sender still has it.
  case damaged(ChunkProblem)
}

extension ChunkStore {
  /// Adopts a complete chunk of this store's device that was received as a file.
  ///
  /// The file must be on the same volume as the store. The sender keeps its chunk until it gets the
  /// collector's receipt, so this method may remove a copy that adds nothing.
  ///
  /// - Parameters:
  ///   - file: removed or moved, unless an error is thrown.
  ///   - chunk: the announced identity. A chunk of another device is `damaged`.
  ///   - digest: the announced digest of all bytes.
  /// - Throws: `StoreError`, for example `.diskFull` when there is no room. The file is then
  ///   unchanged and nothing of it is stored.
  public func adopt(
    _ file: URL, as chunk: ChunkIdentity, digest: ChunkDigest
  ) throws(StoreError) -> Adoption {
    precondition(recovery != nil, "call recover() first")
    let path = file.path(percentEncoded: false)
    guard let bytes = try files.read(path) else {
      throw .file(operation: .read, path: path, code: ENOENT)
    }
    let found: ChunkFacts
    switch announced(bytes, chunk, digest) {
    case .success(let facts): found = facts
    case .failure(let refusal):
      try files.remove(path)
      return .damaged(refusal.problem)
    }
    if let known = receipts.receipt(of: chunk) {
      if known.sha256 != digest.hex { return try quarantine(path, chunk, digest) }
      try files.remove(path)
      return .alreadyDelivered(RelayReceipt(chunk, digest))
    }
    if isPending(chunk) {
      if try storedFacts(of: chunk)?.digest != digest { return try quarantine(path, chunk, digest) }
      try files.remove(path)
      return .alreadyPending
    }
    if let quarantined = try quarantinedDigest(of: chunk) {
      if quarantined != digest { return try quarantine(path, chunk, digest) }
      try files.remove(path)
      return .alreadyQuarantined
    }
    try take(path, chunk, found)
    return .adopted
  }

  /// Checks the bytes against the announced identity and digest, and against their own header.
  private func announced(
    _ bytes: [UInt8], _ chunk: ChunkIdentity, _ digest: ChunkDigest
  ) -> Result<ChunkFacts, Refusal> {
    guard chunk.device == device else {
      return .failure(
        Refusal("The chunk belongs to \(chunk.device).", "This folder is for \(device)."))
    }
    guard ChunkDigest(of: bytes) == digest else {
      return .failure(
        Refusal("The bytes do not match the announced digest.", "The chunk is sent again."))
    }
    do throws(ChunkError) {
      let summary = try ChunkReader(bytes).summary()
      guard summary.completeness == .complete, summary.header.identity == chunk else {
        return .failure(
          Refusal(
            "The file is not the complete chunk \(chunk).",
            "Check it on the device that recorded it."))
      }
      return .success(try ChunkFacts(bytes))
    } catch {
      return .failure(Refusal(error.message, error.remedy))
    }
  }

  private func take(
    _ path: String, _ chunk: ChunkIdentity, _ found: ChunkFacts
  ) throws(StoreError) {
    try checkRoom(for: found.byteCount)
    try makeFolder(layout.streamFolder(chunk.stream))
    // The bytes are made durable before the rename. After a crash of the system the chunk is
    // therefore complete or missing, and never blocks the copy that the sender sends again.
    let descriptor = try files.open(path)
    defer { files.close(descriptor) }
    try files.synchronize(descriptor, path)
    try files.rename(path, layout.chunkFile(chunk))
    try? files.synchronizeFolder(layout.streamFolder(chunk.stream))
    closed[chunk.stream] = ((closed[chunk.stream] ?? []) + [chunk.sequence]).sorted()
    nextSequences[chunk.stream] = max(nextSequence(of: chunk.stream), chunk.sequence + 1)
    facts[chunk] = found
    byteCounts[chunk] = found.byteCount
  }

  /// Moves a file whose identity is already used into the quarantine, beside any other file there.
  private func quarantine(
    _ path: String, _ chunk: ChunkIdentity, _ digest: ChunkDigest
  ) throws(StoreError) -> Adoption {
    let problem = ChunkProblem(
      status: nil, title: "Another chunk with other bytes has the identity \(chunk).",
      detail: "A new installation needs a new device name, because its chunks count from 0 again.")
    try makeFolder(layout.quarantineFolder(chunk.stream))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    guard let note = try? encoder.encode(problem) else {
      preconditionFailure("strings and integers always encode")
    }
    try ballast.giving(files) { () throws(StoreError) in
      try files.replace(layout.conflictNote(chunk, digest), with: Array(note))
    }
    try files.rename(path, layout.conflictFile(chunk, digest))
    return .conflict(problem)
  }

  /// The digest of a chunk that the collector refused. Nil when there is none, or when the
  /// quarantined file is unreadable: the new file may then be intact.
  private func quarantinedDigest(of chunk: ChunkIdentity) throws(StoreError) -> ChunkDigest? {
    guard quarantine[chunk.stream]?.contains(chunk.sequence) == true,
      let bytes = try files.read(layout.quarantinedFile(chunk)), (try? ChunkFacts(bytes)) != nil
    else { return nil }
    return ChunkDigest(of: bytes)
  }

  /// The reason why a file is not accepted.
  private struct Refusal: Error {
    var problem: ChunkProblem

    init(_ title: String, _ detail: String) {
      problem = ChunkProblem(status: nil, title: title, detail: detail)
    }
  }
}
