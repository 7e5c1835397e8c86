import Chunks

extension ChunkStore {
  /// Stores a receipt and then deletes its chunk: the only way in which a recording is deleted.
  ///
  /// Nothing happens when the chunk is not stored here any more: a receipt may come twice.
  ///
  /// - Throws: `.receiptMismatch` when the receipt is for other bytes, and any other `StoreError`.
  ///   The chunk is then still there or, after the receipt was stored, deleted at the next launch.
  public func confirm(_ receipt: Receipt, of chunk: ChunkIdentity) throws(StoreError) {
    guard isPending(chunk), let facts = try storedFacts(of: chunk) else { return }
    if let mismatch = receipt.mismatch(with: chunk, facts.digest) {
      throw .receiptMismatch(mismatch, chunk: chunk)
    }
    try confirm(chunk, facts)
  }

  /// The same for a receipt that came back through the phone.
  public func confirm(_ receipt: RelayReceipt) throws(StoreError) {
    let chunk = receipt.chunk
    guard chunk.device == device, isPending(chunk), let facts = try storedFacts(of: chunk) else {
      return
    }
    if receipt.digest != facts.digest { throw .receiptMismatch(.digest, chunk: chunk) }
    try confirm(chunk, facts)
  }

  /// Stores a receipt that fits, and then deletes its chunk.
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

  /// Deletes a chunk without any receipt.
  ///
  /// Wrong: only for `RelayConfiguration.Shortcut`. Throws `StoreError`; it is then still there.
  func deleteWithoutReceipt(_ chunk: ChunkIdentity) throws(StoreError) {
    if isPending(chunk) { try delete(chunk) }
  }

  /// Deletes a chunk before its receipt is stored.
  ///
  /// Wrong: only for `RelayConfiguration.Shortcut`. Throws `StoreError`; it is then still there.
  ///
  /// - Returns: what stores the receipt; nil when nothing was deleted.
  func deleteBeforeStoring(_ receipt: RelayReceipt) throws(StoreError) -> (@MainActor () -> Void)? {
    let chunk = receipt.chunk
    guard let facts = try storedFacts(of: chunk), facts.digest == receipt.digest else { return nil }
    let entry = ReceiptLog.Entry(chunk, facts)
    try delete(chunk)
    return { [self] in try? receipts.append(entry, files: files) }
  }

  /// Deletes the chunks whose receipts were stored before a crash.
  ///
  /// A receipt for other bytes than those stored deletes nothing.
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

  /// Rewrites the log of receipts; does nothing while a chunk with a receipt is stored.
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

  /// Takes a chunk whose file is gone, or elsewhere, out of those that wait.
  func forget(_ chunk: ChunkIdentity) {
    if let i = closed[chunk.stream]?.firstIndex(of: chunk.sequence) {
      closed[chunk.stream]!.remove(at: i)
    }
    facts[chunk] = nil
    byteCounts[chunk] = nil
  }
}
