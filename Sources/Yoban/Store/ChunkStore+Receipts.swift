import Chunks
import CollectorContract

extension ChunkStore {
  /// Stores a receipt and then deletes its chunk. Chunks are deleted in no other way.
  ///
  /// Does nothing when the chunk is no longer stored here, because a receipt may arrive twice.
  ///
  /// - Throws: `.receiptMismatch` when the receipt is for other bytes, or any other `StoreError`.
  ///   The chunk is then still stored; if its receipt was already stored, the next launch deletes
  ///   it.
  public func confirm(_ receipt: Receipt, of chunk: ChunkIdentity) throws(StoreError) {
    guard isPending(chunk), let facts = try storedFacts(of: chunk) else { return }
    if let mismatch = receipt.mismatch(with: chunk, facts.digest) {
      throw .receiptMismatch(mismatch, chunk: chunk)
    }
    try confirm(chunk, facts)
  }

  /// Stores a receipt that was returned through the phone, and then deletes its chunk.
  ///
  /// - Throws: as `confirm(_:of:)` does.
  public func confirm(_ receipt: RelayReceipt) throws(StoreError) {
    let chunk = receipt.chunk
    guard chunk.device == device, isPending(chunk), let facts = try storedFacts(of: chunk) else {
      return
    }
    if receipt.digest != facts.digest { throw .receiptMismatch(.digest, chunk: chunk) }
    try confirm(chunk, facts)
  }

  /// Stores a matching receipt and then deletes its chunk.
  private func confirm(_ chunk: ChunkIdentity, _ facts: ChunkFacts) throws(StoreError) {
    if !hasReceipt(chunk, facts) {
      let entry = ReceiptLog.Entry(chunk, facts)
      try ballast.giving(files) { () throws(StoreError) in
        try receipts.append(entry, files: files)
      }
    }
    try delete(chunk)
    ballast.load(files: files)
    if receipts.entries.count >= ReceiptLog.entryCountMax { try compactReceipts() }
  }

  /// Deletes the chunks whose receipts were stored before a crash.
  ///
  /// A receipt for other bytes than the stored ones deletes nothing.
  func applyStoredReceipts() throws(StoreError) {
    for entry in receipts.entries {
      guard closed[entry.stream]?.contains(entry.sequence) == true else { continue }
      let chunk = identity(entry.stream, entry.sequence)
      guard let facts = try storedFacts(of: chunk), facts.digest.hex == entry.sha256 else {
        continue
      }
      try delete(chunk)
    }
  }

  /// Rewrites the receipt log. Does nothing while a chunk that has a receipt is still stored.
  func compactReceipts() throws(StoreError) {
    let isNeeded = receipts.entries.contains {
      closed[$0.stream]?.contains($0.sequence) == true
    }
    if !isNeeded { try receipts.compact(files: files) }
  }

  private func hasReceipt(_ chunk: ChunkIdentity, _ facts: ChunkFacts) -> Bool {
    receipts.receipt(of: chunk)?.sha256 == facts.digest.hex
  }

  private func delete(_ chunk: ChunkIdentity) throws(StoreError) {
    try files.remove(layout.chunkFile(chunk))
    forget(chunk)
  }

  /// Removes a chunk whose file was deleted or moved from the list of stored chunks.
  func forget(_ chunk: ChunkIdentity) {
    if let i = closed[chunk.stream]?.firstIndex(of: chunk.sequence) {
      closed[chunk.stream]!.remove(at: i)
    }
    facts[chunk] = nil
    byteCounts[chunk] = nil
  }
}
