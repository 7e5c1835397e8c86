import Chunks
import Collector
import CollectorImports

extension SQLStorage {
  public func delete(_ deletion: Deletion) async throws(StorageError) -> Int {
    let id = try await write(of: deletion.device) { session in
      let row = try session.row(
        """
        INSERT INTO deletions (device, stream, from_time, to_time, deleted_at, deleted_by, chunks)
        VALUES (?, ?, ?, ?, ?, ?, -1) RETURNING id
        """,
        [
          .text(deletion.device), .optional(deletion.stream),
          .integer(deletion.times.lowerBound), .integer(deletion.times.upperBound),
          .integer(deletion.time), .text(deletion.author),
        ])
      return try row?.integer("id") ?? -1
    }
    let count = try await finish(deletion, id, wasInterrupted: false)
    try await removeDeletedObjects()
    await database.eraseDeleted()
    return count
  }

  public func finishDeletions() async throws(StorageError) {
    let rows = try await read { session in
      try session.rows("SELECT * FROM deletions WHERE chunks < 0 ORDER BY id").map { row in
        (id: try row.integer("id"), record: try DeletionRecord(row: row))
      }
    }
    try await removeDeletedObjects()
    guard !rows.isEmpty else { return }
    for (id, record) in rows { _ = try await finish(record.deletion, id, wasInterrupted: true) }
    try await removeDeletedObjects()
    await database.eraseDeleted()
  }

  /// Deletes what a deletion has not deleted yet, in short transactions, and returns the number of chunks.
  ///
  /// Until it has ended, the column `chunks` is -1 minus the number of chunks.
  private func finish(
    _ deletion: Deletion, _ id: Int64, wasInterrupted: Bool
  ) async throws(StorageError) -> Int {
    try await deletions.withTurn(of: deletion.device) { () async throws(StorageError) in
      let chunks = try await read { session in
        try session.integer("SELECT chunks FROM deletions WHERE id = ?", [.integer(id)]) ?? 0
      }
      // It may have ended while this waited.
      return chunks < 0 ? try await finishInTurn(deletion, id, wasInterrupted) : 0
    }
  }

  private func finishInTurn(
    _ deletion: Deletion, _ id: Int64, _ wasInterrupted: Bool
  ) async throws(StorageError) -> Int {
    var count = 0
    let names = try await streams(of: deletion.device)
      .filter { deletion.stream == nil || $0 == deletion.stream }
      .map { StreamName(device: deletion.device, stream: $0) }
    for name in names {
      let noteStep: @Sendable (any SQLSession, Int) throws -> Void = { session, count in
        try session.execute(
          "UPDATE deletions SET chunks = chunks - ? WHERE id = ? AND chunks < 0",
          [.integer(count), .integer(id)])
      }
      let packed = try await deletePacks(of: name, in: deletion.times, noteStep: noteStep)
      let pages = try await read { try ChunkPages(of: name, in: deletion.times, session: $0) }
      let deleted = try await deleteChunks(pages, after: packed, noteStep: noteStep)
      // It may have been interrupted after its last step.
      if wasInterrupted, deleted == 0 { _ = try await rebuildSummary(of: name) }
      count += deleted
      try await deleteConflicts(of: name, in: deletion.times)
    }
    try await removeStaleNights(of: deletion.device)
    try await emptyImports(of: deletion)
    try await removeClocks(of: deletion.device, stream: deletion.stream, in: deletion.times)
    try await write(of: deletion.device) { session in
      // A device without recordings is not missed.
      for table in ["reports", "silences"] {
        try session.execute(
          """
          DELETE FROM \(table) WHERE device = ? AND NOT EXISTS (
            SELECT 1 FROM streams WHERE streams.device = \(table).device)
          """, [.text(deletion.device)])
      }
      try Self.removeAlerts(of: deletion, in: session)
      try session.execute(
        "UPDATE deletions SET chunks = -1 - chunks WHERE id = ? AND chunks < 0", [.integer(id)])
    }
    return count
  }

  public func deletions() async throws(StorageError) -> [DeletionRecord] {
    try await read { session in
      try session.rows("SELECT * FROM deletions ORDER BY id DESC").map(DeletionRecord.init(row:))
    }
  }

  /// The maximum number of chunks that one transaction deletes, and of the rows and bytes with which it stops. SQLite
  /// overwrites what is deleted.
  private static var chunksPerDeletion: Int { 200 }
  private static var rowsPerDeletion: Int { 20_000 }
  private static var bytesPerDeletion: Int { 8 << 20 }

  /// Deletes some chunks of a stream with everything that is known about them, in short transactions, and returns their
  /// number. Throws if the task is canceled.
  ///
  /// The totals of the stream are exact at the end. Before, only the number of chunks is, and the others are not too
  /// small, because it takes long to compute them again.
  ///
  /// - Parameters:
  ///   - packed: the number of chunks of the stream that were deleted with their packs before.
  ///   - noteStep: called in each transaction, with the number of chunks that it has deleted.
  func deleteChunks(
    _ chunks: ChunkPages, after packed: Int = 0,
    noteStep: @escaping @Sendable (any SQLSession, Int) throws -> Void = { _, _ in }
  ) async throws(StorageError) -> Int {
    let name = chunks.name
    var pages = chunks
    pages.columns = "sequence"
    pages.readsPacks = false
    var count = packed
    while true {
      // The search can read much more than it finds, so it is outside of the transaction that writes.
      let (sequences, next) = try await read { [pages] session in
        var pages = pages
        return (try pages.next(in: session).compactMap(\.sequence), pages)
      }
      pages = next
      guard !sequences.isEmpty else { break }
      var rest = sequences[...]
      while !rest.isEmpty {
        try Task.requireUncanceled()
        let step = rest.prefix(Self.chunksPerDeletion)
        let deleted = try await write(of: name.device) { session in
          let deleted = try deleteFirst(step, of: name, in: session)
          try noteStep(session, deleted.chunks)
          return deleted
        }
        rest = rest.dropFirst(deleted.sequences)
        count += deleted.chunks
      }
    }
    if count > 0 { _ = try await rebuildSummary(of: name) }
    return count
  }

  /// Deletes the first of some chunks, and returns for how many sequences it has done that, and the number of those
  /// that had a chunk.
  private func deleteFirst(
    _ sequences: ArraySlice<UInt64>, of name: StreamName, in session: any SQLSession
  ) throws -> (sequences: Int, chunks: Int) {
    let isChunk = "device = ? AND stream = ? AND sequence = ?"
    var (sequenceCount, chunkCount, rowCount, byteCount) = (0, 0, 0, 0)
    /// The times of their samples, gaps and marks, whose nights change.
    var window: ClosedRange<Int64>?
    func widen(_ times: ClosedRange<Int64>) { window = window?.joined(with: times) ?? times }
    for sequence in sequences
    where rowCount < Self.rowsPerDeletion && byteCount < Self.bytesPerDeletion {
      let key = name.key + [.integer(Int64(sequence))]
      let bytes = try session.integer(
        """
        SELECT coalesce(sum(length(body)), 0) FROM bodies
        WHERE id IN (SELECT id FROM chunks WHERE \(isChunk))
        """, key)
      byteCount = byteCount.clampedAdd(Int(bytes ?? 0))
      for (table, first, last) in [
        ("chunks", "first_time", "last_time"), ("gaps", "start_time", "end_time"),
        ("marks", "time", "time"),
      ] {
        let row = try session.row(
          "SELECT min(\(first)) AS first, max(\(last)) AS last FROM \(table) WHERE \(isChunk)", key)
        guard let first = try? row?.integer("first"), let last = try? row?.integer("last")
        else { continue }
        // The clock may have been set back.
        widen(min(first, last)...max(first, last))
      }
      try session.noteRemovedObject(ofChunk: key)
      for table in ["bodies", "curves"] {
        try session.execute(
          "DELETE FROM \(table) WHERE id IN (SELECT id FROM chunks WHERE \(isChunk))", key)
      }
      let deleted = try session.execute("DELETE FROM chunks WHERE \(isChunk)", key)
      chunkCount += deleted
      rowCount += deleted
      for table in ["gaps", "marks", "damage", "conflicts"] {
        rowCount += try session.execute("DELETE FROM \(table) WHERE \(isChunk)", key)
      }
      sequenceCount += 1
    }
    let deleted = Set(sequences.prefix(sequenceCount))
    // The first of a run of deleted ones has the same neighbors as the others.
    for sequence in deleted where sequence == 0 || !deleted.contains(sequence - 1) {
      if let times = try session.nightNeighbors(of: name, sequence, hasSamples: true) {
        widen(times)
      } else if try session.hasChunk(of: name) {
        // Those that are left have the time of a mark now.
        widen(.min ... .max)
      }
    }
    try session.subtract(chunkCount, fromTotalsOf: name)
    // A night that has lost its first chunks begins later.
    try nightCache(of: name.device, in: session).markChanged(window ?? .min ... .max)
    return (sequenceCount, chunkCount)
  }

  /// Removes the nights that are kept although chunks in them were deleted.
  func removeStaleNights(of device: String) async throws(StorageError) {
    while try await write(
      of: device, { try nightCache(of: device, in: $0).removeStale(atMost: Self.rowsPerDeletion) })
    {}
  }

  /// Deletes the quarantined chunks of a stream with a sample in a range of times.
  private func deleteConflicts(
    of name: StreamName, in times: ClosedRange<Int64>
  ) async throws(StorageError) {
    let keys = try await read { session in
      try session.rows(
        "SELECT sequence, sha256, body FROM conflicts WHERE device = ? AND stream = ?", name.key
      ).filter { row in
        guard let bytes = try? row.bytes("body"), let summary = try? ChunkReader(bytes).summary()
        else { return times.lowerBound == .min }
        return summary.contains(times)
      }.map { row in ["sequence", "sha256"].map { row.value($0) } }
    }
    guard !keys.isEmpty else { return }
    try await write(of: name.device) { session in
      for key in keys {
        try session.execute(
          "DELETE FROM conflicts WHERE device = ? AND stream = ? AND sequence = ? AND sha256 = ?",
          name.key + key)
      }
    }
  }

  public func lastTime(
    of device: String, stream: String?
  ) async throws(StorageError) -> Int64? {
    try await read { session in
      let rows = try session.rows(
        """
        SELECT last_time FROM streams
        WHERE device = ? AND (stream = ? OR CAST(? AS BIGINT) = 1)
        """, [.text(device), .text(stream ?? ""), .integer(stream == nil)])
      if !rows.isEmpty { return rows.compactMap { try? $0.integer("last_time") }.max() ?? .min }
      guard stream == nil else { return nil }
      let request = try session.row(
        """
        SELECT 1 FROM imports WHERE device = ? AND length(body) > 0
        ORDER BY format, sha256 LIMIT 1
        """, [.text(device)])
      return request == nil ? nil : .min
    }
  }

  /// Removes alerts about the streams, also those that were not sent yet.
  private static func removeAlerts(of deletion: Deletion, in session: any SQLSession) throws {
    guard let stream = deletion.stream else {
      try session.execute("DELETE FROM alerts WHERE device = ?", [.text(deletion.device)])
      return
    }
    // The subject is the stream, or the stream and the kind of a refusal.
    let name = [SQLValue.text(deletion.device), .text(stream)]
    try session.execute(
      """
      DELETE FROM alerts
      WHERE device = ? AND (subject = ? OR substr(subject, 1, CAST(? AS INTEGER)) = ?)
      """, name + [.integer(stream.count + 1), .text(stream + " ")])
  }

  /// Removes the bytes of imported requests from which the streams were read.
  private func emptyImports(of deletion: Deletion) async throws(StorageError) {
    for format in ForeignFormat.all
    where deletion.stream.map({ $0.hasPrefix(format.name + ".") }) ?? true {
      try await emptyImports(of: deletion.device, where: "format = ?", .text(format.name))
    }
  }

  /// Removes the bytes of imported requests of a device for which a condition with one value holds, in short
  /// transactions.
  func emptyImports(
    of device: String, where condition: String, _ value: SQLValue
  ) async throws(StorageError) {
    while try await write(
      of: device,
      { session in
        try session.execute(
          """
          UPDATE imports SET body = ? WHERE (device, format, sha256) IN (
            SELECT device, format, sha256 FROM imports
            WHERE device = ? AND \(condition) AND length(body) > 0 LIMIT \(Self.importsPerStep))
          """, [.bytes([]), .text(device), value])
      }) > 0
    {}
  }

  private static var importsPerStep: Int { 2 }
}

extension ChunkPages {
  /// The chunks with a sample in a range of times. One without samples counts by its marks and gaps, and one without
  /// these if the range has no beginning.
  fileprivate init(
    of name: StreamName, in times: ClosedRange<Int64>, session: any SQLSession
  ) throws {
    self.init(of: name, overlapping: times, try StreamSummary.current(name, in: session))
    func has(_ table: String, where condition: String = "1 = 1") -> String {
      """
      EXISTS (SELECT 1 FROM \(table) AS n WHERE n.device = c.device AND n.stream = c.stream
        AND n.sequence = c.sequence AND \(condition))
      """
    }
    let range: [SQLValue] = [.integer(times.lowerBound), .integer(times.upperBound)]
    let isInRange = [
      has("marks", where: "n.time BETWEEN ? AND ?"),
      has("gaps", where: "n.start_time BETWEEN ? AND ?"),
    ]
    let isWithoutTime =
      times.lowerBound == .min ? "NOT \(has("marks")) AND NOT \(has("gaps"))" : "1 = 0"
    withoutSamples = Condition(
      sql: "(\((isInRange + [isWithoutTime]).joined(separator: " OR ")))", values: range + range)
  }
}

extension SQLSession {
  /// Keeps the number of chunks of a stream right until the totals are computed again.
  func subtract(_ count: Int, fromTotalsOf name: StreamName) throws {
    try execute(
      """
      UPDATE streams SET chunks = CASE WHEN chunks > ? THEN chunks - ? ELSE 1 END
      WHERE device = ? AND stream = ?
      """, [.integer(count), .integer(count)] + name.key)
  }

  /// Lets the object of a chunk be removed after this transaction, in which the row of the chunk is deleted.
  ///
  /// - Parameter key: the values of its three key columns.
  func noteRemovedObject(ofChunk key: [SQLValue]) throws {
    guard objects != nil else { return }
    try execute(
      """
      INSERT INTO removed_objects (key) SELECT \(ObjectKey.ofRow) FROM chunks
      WHERE device = ? AND stream = ? AND sequence = ? AND object IS NOT NULL
      ON CONFLICT DO NOTHING
      """, key)
  }
}

extension CheckedChunk {
  /// Whether its time was deleted.
  func isDeleted(in session: any SQLSession) throws -> Bool {
    let deletions = try session.rows(
      """
      SELECT from_time, to_time FROM deletions WHERE device = ? AND (stream IS NULL OR stream = ?)
      """, identity.name.key
    ).compactMap { row -> ClosedRange<Int64>? in
      let (from, to) = (try row.integer("from_time"), try row.integer("to_time"))
      return from <= to ? from...to : nil
    }
    return deletions.contains { summary.contains($0) }
  }
}

extension ChunkReader.Summary {
  /// Whether a chunk has a sample in a range of times. A chunk without samples counts by its marks and gaps.
  fileprivate func contains(_ times: ClosedRange<Int64>) -> Bool {
    if let firstTime, let lastTime {
      return firstTime <= times.upperBound && lastTime >= times.lowerBound
    }
    return (marks.map(\.time) + gaps.map(\.start)).contains(where: times.contains)
  }
}

extension DeletionRecord {
  /// The number of chunks, also of a deletion that has not ended.
  private static func count(_ chunks: Int64) -> Int { Int(chunks < 0 ? -1 - chunks : chunks) }

  fileprivate init(row: SQLRow) throws {
    let (from, to) = (try row.integer("from_time"), try row.integer("to_time"))
    self.init(
      deletion: Deletion(
        device: try row.text("device"), stream: try row.optionalText("stream"),
        times: min(from, to)...max(from, to), author: try row.text("deleted_by"),
        time: try row.integer("deleted_at")),
      chunkCount: try Self.count(row.integer("chunks")))
  }
}
