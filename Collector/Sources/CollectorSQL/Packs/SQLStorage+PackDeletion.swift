import Chunks
import Collector

extension SQLStorage {
  /// Deletes the packs of a stream that are in a range of times as a whole, each in one transaction, and returns the
  /// number of their chunks. Of a pack with a part in the range, the rows are brought back, so that some of them can be
  /// deleted.
  ///
  /// - Parameter noteStep: called in each transaction, with the number of chunks that it has deleted.
  func deletePacks(
    of name: StreamName, in times: ClosedRange<Int64>,
    noteStep: @escaping @Sendable (any SQLSession, Int) throws -> Void
  ) async throws(StorageError) -> Int {
    let packs = try await read { try $0.packs(of: name, overlapping: times) }
    var count = 0
    for pack in packs {
      try Task.requireUncanceled()
      let isWhole =
        times.contains(pack.times.lowerBound) && times.contains(pack.times.upperBound)
      count += try await write(of: name.device) { session in
        guard try session.isStored(pack) else { return 0 }
        if isWhole {
          try delete(pack, in: session)
          try noteStep(session, pack.chunkCount)
          return pack.chunkCount
        }
        let entries = try session.entries(of: pack)
        if entries?.contains(where: { $0.times.overlaps(times) }) ?? true {
          try session.thaw(pack)
        }
        return 0
      }
    }
    return count
  }

  /// Deletes the packs of a stream whose last sample is before a time, and whose chunks have arrived before a time,
  /// each in one transaction, and returns the number of their chunks.
  func expirePacks(
    of name: StreamName, samplesBefore samples: Int64, arrivedBefore arrival: Int64
  ) async throws(StorageError) -> Int {
    let packs = try await read { session in
      try session.packs(
        of: name,
        where: "first_time < ? AND last_time < ? AND (received_at < ? OR received_at IS NULL)",
        [.integer(samples), .integer(samples), .integer(arrival)])
    }
    var count = 0
    for pack in packs {
      try Task.requireUncanceled()
      count += try await write(of: name.device) { session in
        guard try session.isStored(pack) else { return 0 }
        try delete(pack, in: session)
        return pack.chunkCount
      }
    }
    return count
  }

  /// Deletes a pack with everything that is known about its chunks.
  private func delete(_ pack: Pack, in session: any SQLSession) throws {
    let name = pack.name
    let (isInRange, range) = (Pack.isInRange, pack.rangeValues)
    var window = pack.times
    for (table, first, last) in [("gaps", "start_time", "end_time"), ("marks", "time", "time")] {
      let row = try session.row(
        "SELECT min(\(first)) AS first, max(\(last)) AS last FROM \(table) WHERE \(isInRange)",
        range)
      guard let first = try? row?.integer("first"), let last = try? row?.integer("last")
      else { continue }
      // The clock may have been set back.
      window = window.joined(with: min(first, last)...max(first, last))
    }
    for table in ["gaps", "marks", "damage", "conflicts"] {
      try session.execute("DELETE FROM \(table) WHERE \(isInRange)", range)
    }
    try session.remove(pack)
    if let times = try session.nightNeighbors(
      of: name, pack.sequences.lowerBound, hasSamples: true)
    {
      window = window.joined(with: times)
    } else if try session.hasChunk(of: name) {
      // Those that are left have the time of a mark now.
      window = .min ... .max
    }
    try session.subtract(pack.chunkCount, fromTotalsOf: name)
    try nightCache(of: name.device, in: session).markChanged(window)
  }
}

extension SQLSession {
  /// Whether a pack that was read in an earlier transaction is still stored.
  func isStored(_ pack: Pack) throws -> Bool {
    try row(
      "SELECT 1 FROM packs WHERE device = ? AND stream = ? AND first_time = ? AND id = ?",
      pack.key + [.integer(pack.id)]) != nil
  }
}
