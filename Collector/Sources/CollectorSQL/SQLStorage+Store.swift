import Chunks
import Collector
import OrderedCollections

extension SQLStorage {
  public func store(
    _ batch: [CheckedChunk], isWaiting: Bool
  ) async throws(StorageError) -> [StoreOutcome] {
    guard objects != nil else { return try await store(batch, isWaiting, nil) }
    let needed = NeededObjects()
    var placed: [CheckedChunk] = []
    for chunk in batch { placed.append(try await place(chunk)) }
    while true {
      do {
        let outcomes = try await store(placed, isWaiting, needed)
        let unused = zip(placed, outcomes).filter { !$1.usesObject }.map(\.0)
        await removeObjects(of: unused)
        return outcomes
      } catch {
        // A chunk that was stored has been deleted meanwhile, or is damaged.
        let unplaced = needed.takeUnplaced()
        guard !unplaced.isEmpty else { throw error }
        for index in placed.indices where unplaced.contains(placed[index].identity) {
          placed[index] = try await putIntoObject(placed[index])
        }
      }
    }
  }

  private func store(
    _ batch: [CheckedChunk], _ isWaiting: Bool, _ needed: NeededObjects?
  ) async throws(StorageError) -> [StoreOutcome] {
    let devices = Set(batch.map(\.identity.device))
    guard isWaiting else {
      return try await write(needing: needed) { [limits] session in
        let locked = try devices.filter(session.tryLock)
        let own = batch.filter { locked.contains($0.identity.device) }
        var outcomes = try Self.store(own, limits, in: session)[...]
        return batch.map { chunk in
          locked.contains(chunk.identity.device) ? outcomes.removeFirst() : .deviceIsBusy
        }
      }
    }
    let noteCount = batch.reduce(0) { $0 + $1.noteCount }
    if let device = devices.first, devices.count == 1,
      noteCount > CheckedChunk.shortNotesMax || longWrites.isRunning(device)
    {
      return try await write(of: device, needing: needed) { [limits] in
        try Self.store(batch, limits, in: $0)
      }
    }
    return try await write(needing: needed) { [limits] session in
      try session.lock(devices: devices)
      return try Self.store(batch, limits, in: session)
    }
  }

  private static func store(
    _ batch: [CheckedChunk], _ limits: StorageLimits, in session: any SQLSession
  ) throws -> [StoreOutcome] {
    var writer = ChunkWriting(session, limits)
    let outcomes: [StoreOutcome]
    do {
      outcomes = try batch.map { try writer.store($0) }
    } catch let error as ObjectNeeded {
      // All objects of the batch are read at once.
      for chunk in batch { try writer.noteNeeded(chunk) }
      throw error
    }
    try writer.finish()
    if outcomes.contains(where: \.isAboutEarlierTransaction) { try session.requireDurability() }
    return outcomes
  }
}

extension StoreOutcome {
  /// Whether the object of the chunk is used, or will be when the chunk is stored.
  fileprivate var usesObject: Bool {
    switch self {
    case .stored, .repaired, .deviceIsBusy: true
    case .alreadyStored, .conflict, .deleted, .refused: false
    }
  }

  /// Whether what it promises was written by an earlier transaction.
  fileprivate var isAboutEarlierTransaction: Bool {
    switch self {
    case .alreadyStored, .conflict, .deleted: true
    case .stored, .repaired, .refused, .deviceIsBusy: false
    }
  }
}

/// Stores the chunks of one transaction. The totals of streams are written once, at the end.
struct ChunkWriting {
  /// The maximum number of quarantined chunks per device.
  static let conflictsPerDeviceMax = 1_000
  static let conflictBytesPerDeviceMax = 64 << 20

  let session: any SQLSession
  private let limits: StorageLimits
  private var summaries: [StreamName: StreamSummary] = [:]
  /// Totals that were read and have not changed.
  private var loadedSummaries: [StreamName: StreamSummary] = [:]
  private var staleNights: [String: ClosedRange<Int64>] = [:]
  private var reports: [String: DeviceReport] = [:]
  /// The numbers of streams of devices that get new ones.
  private var streamCounts: [String: Int] = [:]

  init(_ session: any SQLSession, _ limits: StorageLimits) {
    self.session = session
    self.limits = limits
  }

  mutating func store(_ chunk: CheckedChunk) throws -> StoreOutcome {
    let record = ChunkRecord(chunk)
    guard let found = try storedChunk(chunk.identity) else {
      if try chunk.isDeleted(in: session) { return .deleted(record) }
      if let exceeded = try exceededLimit(record, of: chunk.identity.name) {
        return .refused(exceeded)
      }
      try thawPacks(of: chunk.identity.name, sharing: record.times)
      try insert(chunk, record)
      try addToSummary(record, chunk.summary.header)
      try noteStaleNights(of: chunk, record)
      // Only with something new: a chunk that is already stored must get its receipt from a full disk, too.
      if let report = chunk.report { reports[chunk.identity.device] = report }
      try ClockRows(of: chunk).insert(in: session)
      if let alert = chunk.alert { try alert.insert(in: session) }
      return .stored(record)
    }
    let body = try session.body(of: found, chunk.identity)
    let stored = found.record
    // The receipt of these bytes is right only if everything that is stored about them is.
    if body.bytes == chunk.bytes, let stored, stored == record { return .alreadyStored(stored) }
    // Without bytes and digest, nothing tells any more what was stored.
    let isLost = body.bytes.isEmpty && body.digest == nil
    if body.bytes == chunk.bytes || body.digest == chunk.digest || isLost {
      if case .packed(let pack, _) = found { try session.thaw(pack) }
      try replace(chunk, record)
      return .repaired(record)
    }
    if try chunk.isDeleted(in: session) { return .deleted(record) }
    noteStale(stored?.times ?? .min ... .max, chunk.identity.device)
    return .conflict(isQuarantined: try quarantine(chunk))
  }

  /// Returns the limit that a new chunk of a stream would exceed; nil for none.
  private mutating func exceededLimit(
    _ record: ChunkRecord, of name: StreamName
  ) throws -> LimitExceeded? {
    guard let known = try knownSummary(of: name)?.channels ?? channels(of: name) else {
      let count =
        try streamCounts[name.device]
        ?? session.integer("SELECT count(*) FROM streams WHERE device = ?", [.text(name.device)])
        .map { Int($0) } ?? 0
      guard count < limits.streamsPerDevice else {
        return LimitExceeded(.streams, limit: limits.streamsPerDevice, name)
      }
      streamCounts[name.device] = count + 1
      return nil
    }
    return known.count + record.channels.count(where: { !known.contains($0) })
      <= limits.channelsPerStream
      ? nil : LimitExceeded(.channels, limit: limits.channelsPerStream, name)
  }

  /// The channels of a stream; nil if it has no totals, and so no chunk. An upload must not fail because its totals
  /// are damaged, so they count as none.
  private func channels(of name: StreamName) throws -> OrderedSet<String>? {
    let row = try session.row(
      "SELECT channels FROM streams WHERE device = ? AND stream = ?", name.key)
    return row.map { OrderedSet((try? $0.channels()) ?? []) }
  }

  /// Writes the totals and what is no longer up to date. Must be called after the last chunk.
  func finish() throws {
    for summary in summaries.values { try summary.save(in: session) }
    for (device, report) in reports { try report.save(for: device, in: session) }
    for (device, window) in staleNights {
      try NightCache(device: device, session: session, limits: limits).markStale(window)
    }
  }

  /// Notes the object with which a chunk is compared.
  func noteNeeded(_ chunk: CheckedChunk) throws {
    do {
      if let stored = try session.storedChunk(chunk.identity, Self.columns) {
        _ = try session.body(of: stored, chunk.identity)
      }
    } catch is ObjectNeeded {}
  }

  private static let columns = "\(ChunkRecord.columns), object, body"

  private mutating func storedChunk(_ identity: ChunkIdentity) throws -> StoredChunk? {
    let row = try session.row(
      """
      SELECT \(Self.columns) FROM chunks LEFT JOIN bodies USING (id)
      WHERE device = ? AND stream = ? AND sequence = ?
      """, identity.key)
    if let row { return .row(row) }
    // Mostly, a new chunk comes after all others.
    if let known = knownSummary(of: identity.name), known.sequences.upperBound < identity.sequence {
      return nil
    }
    return try session.packedChunk(identity)
  }

  /// The totals of a stream; nil if it has none, or if they are damaged.
  private mutating func knownSummary(of name: StreamName) -> StreamSummary? {
    if let known = summaries[name] ?? loadedSummaries[name] { return known }
    loadedSummaries[name] = try? StreamSummary.load(name, in: session)
    return loadedSummaries[name]
  }

  /// Brings the rows of packs back with which a new chunk shares times.
  private mutating func thawPacks(
    of name: StreamName, sharing times: ClosedRange<Int64>?
  ) throws {
    guard let times else { return }
    if let known = knownSummary(of: name),
      known.times.map({ $0.upperBound < times.lowerBound }) ?? true
    {
      return
    }
    for pack in try session.packs(of: name, overlapping: times) { try session.thaw(pack) }
  }

  /// Stores a damaged chunk again, with everything that is known about it.
  private mutating func replace(_ chunk: CheckedChunk, _ record: ChunkRecord) throws {
    let key = chunk.identity.key
    let isChunk = "device = ? AND stream = ? AND sequence = ?"
    try session.noteRemovedObject(ofChunk: key)
    for table in ["bodies", "curves"] {
      try session.execute(
        "DELETE FROM \(table) WHERE id IN (SELECT id FROM chunks WHERE \(isChunk))", key)
    }
    for table in ["chunks", "gaps", "marks", "damage"] {
      try session.execute("DELETE FROM \(table) WHERE \(isChunk)", key)
    }
    try insert(chunk, record)
    let name = chunk.identity.name
    if let summary = summaries.removeValue(forKey: name) { try summary.save(in: session) }
    loadedSummaries[name] = nil
    try StreamSummary.rebuild(name, in: session)
    // The damaged rows may have belonged to other nights.
    noteStale(.min ... .max, name.device)
  }

  private func insert(_ chunk: CheckedChunk, _ record: ChunkRecord) throws {
    if let objects = session.objects, chunk.object == nil {
      objects.noteUnplaced(chunk.identity)
      throw ObjectNeeded()
    }
    let key = chunk.identity.key
    let id = try session.insertChunk(
      chunk.identity.name, record, receivedAt: chunk.report?.time, object: chunk.object)
    if chunk.object == nil {
      try session.execute(
        "INSERT INTO bodies (id, body) VALUES (?, ?)", [.integer(id), .bytes(chunk.bytes)])
    }
    try session.execute(
      "INSERT INTO curves (id, fine, coarse) VALUES (?, ?, ?)",
      [.integer(id), .bytes(chunk.curves.fine.encoded), .bytes(chunk.curves.coarse.encoded)])
    let gaps = chunk.summary.gaps.enumerated().map { position, gap in
      key + [
        .integer(position), .integer(gap.start), .integer(gap.end), .text(gap.cause.rawValue),
      ]
    }
    try session.insert(gaps, into: "gaps")
    let marks = chunk.summary.marks.enumerated().map { position, mark in
      key + [.integer(position), .integer(mark.time), .text(mark.name)]
    }
    try session.insert(marks, into: "marks")
  }

  /// Quarantines a conflicting chunk, at most once, unless the device's quarantine is full. Returns
  /// whether the chunk is in quarantine.
  private func quarantine(_ chunk: CheckedChunk) throws -> Bool {
    let identity = chunk.identity
    let known = try session.row(
      """
      SELECT 1 FROM conflicts WHERE device = ? AND stream = ? AND sequence = ? AND sha256 = ?
      """, identity.key + [.bytes(chunk.digest.bytes)])
    if known != nil { return true }
    let kept = try session.row(
      """
      SELECT count(*) AS chunks, CAST(coalesce(sum(bytes), 0) AS BIGINT) AS bytes
      FROM conflicts WHERE device = ?
      """, [.text(identity.device)])
    guard try kept?.count("chunks") ?? 0 < Self.conflictsPerDeviceMax,
      try (kept?.count("bytes") ?? 0).clampedAdd(chunk.bytes.count)
        <= Self.conflictBytesPerDeviceMax
    else { return false }
    try session.execute(
      "INSERT INTO conflicts VALUES (?, ?, ?, ?, ?, ?)",
      identity.key + [
        .bytes(chunk.digest.bytes), .integer(chunk.bytes.count), .bytes(chunk.bytes),
      ])
    return true
  }

  /// Adds a chunk that was just stored to the totals of its stream.
  private mutating func addToSummary(_ record: ChunkRecord, _ header: ChunkHeader) throws {
    let identity = header.identity
    let name = identity.name
    guard var summary = knownSummary(of: name) else {
      let other = try session.row(
        """
        SELECT 1 FROM chunks WHERE device = ? AND stream = ? AND sequence <> ?
        ORDER BY sequence LIMIT 1
        """,
        identity.key)
      if try other == nil && !session.hasPack(of: name) {
        var summary = StreamSummary(name, record)
        summary.units.add(header)
        summaries[name] = summary
        return
      }
      // There is none, or it is damaged; an upload must not fail because of that.
      try StreamSummary.rebuild(name, in: session)
      summaries[name] = try StreamSummary.load(name, in: session)
      return
    }
    // While no two chunks share times, only the neighbors in time can overlap a new one.
    // Mostly, it comes after all others.
    let isLater = record.times.map { $0.lowerBound > summary.times?.upperBound ?? .min } ?? true
    let sharesTimes =
      try !summary.mayRepeatTimes && !isLater && overlapsNeighbor(record, of: identity)
    summary.add(record, sharesTimes: sharesTimes)
    summary.units.add(header)
    summaries[name] = summary
  }

  private func overlapsNeighbor(
    _ record: ChunkRecord, of identity: ChunkIdentity
  ) throws -> Bool {
    guard let times = record.times else { return false }
    let last = try session.integer(
      """
      SELECT last_time FROM chunks
      WHERE device = ? AND stream = ? AND first_time <= ? AND sequence <> ?
      ORDER BY first_time DESC LIMIT 1
      """,
      identity.name.key + [.integer(times.upperBound), .integer(Int64(identity.sequence))])
    return last.map { $0 >= times.lowerBound } ?? false
  }

  /// Notes which nights a new chunk may change: those of its own times, and the one of the chunk before it,
  /// which knows now whether chunks are missing after it.
  private mutating func noteStaleNights(of chunk: CheckedChunk, _ record: ChunkRecord) throws {
    let (identity, summary) = (chunk.identity, chunk.summary)
    var times = summary.gaps.flatMap { [$0.start, $0.end] } + summary.marks.map(\.time)
    if let own = record.times { times += [own.lowerBound, own.upperBound] }
    let isAlone = summaries[identity.name]?.chunkCount == 1
    let neighbors = try session.nightNeighbors(
      of: identity.name, identity.sequence, hasSamples: record.times != nil)
    // Without a neighbor with samples, the stream's chunks without samples have the time of a mark.
    if let other = isAlone ? nil : neighbors ?? .min ... .max {
      times += [other.lowerBound, other.upperBound]
    }
    guard let first = times.min(), let last = times.max() else { return }
    noteStale(first...last, identity.device)
  }

  private mutating func noteStale(_ window: ClosedRange<Int64>, _ device: String) {
    staleNights[device] = staleNights[device]?.joined(with: window) ?? window
  }
}
