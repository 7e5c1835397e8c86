import Chunks
import CollectorContract
import Foundation

/// Keeps a lake as the database is: Parquet files in folders for the date, the device and the stream.
///
/// A run writes only the files whose content has changed, and removes those of deleted recordings. It finds out which
/// these are from what the database knows about each chunk, gap and mark, without reading samples. Memory holds this for
/// one stream, and one row group.
package struct LakeExport: Sendable {
  private let storage: any CollectorStorage
  package let files: any LakeFiles
  /// The devices whose files are kept up to date; empty for all.
  package var devices: Set<String> = []
  /// Whether files are written without the samples of damaged chunks. Otherwise, such a file stays as it was.
  package var skipsDamaged = false
  /// The number of values above which the samples of some hours are several files.
  var valuesPerFileMax: Int64 = 16_000_000
  /// The number of values that are in memory before row groups are written.
  var valuesPerBlockMax = 1 << 19
  private let clock = LakeClock()

  package init(_ storage: any CollectorStorage, to files: any LakeFiles) {
    self.storage = storage
    self.files = files
  }

  /// The changes of a run.
  package struct Report: Hashable, Sendable {
    package var writtenFiles = 0
    package var writtenRows = 0
    package var removedFiles = 0
    package var unchangedFiles = 0
    /// The files that were not written, each with the reason.
    package var failures: [String] = []
  }

  /// - Throws: `LakeError`, `ResearchExport.Failure` for an unknown device, and `StorageError`.
  package func run() async throws -> Report {
    let known = try await storage.devices()
    try await files.requireLakeOrNothing()
    let lock = try await files.lock()
    do {
      let report = try await run(known, lock)
      await lock.release()
      return report
    } catch {
      await lock.release()
      throw error
    }
  }

  private func run(_ known: [String], _ lock: any LakeLock) async throws -> Report {
    try await files.prepareLake()
    var written: [String: Set<String>] = [:]
    try await files.list(LakePath.statesFolder) { path, _ in
      guard let name = LakePath.stream(ofState: path) else { return }
      written[name.device, default: []].insert(name.stream)
    }
    let all = Set(known).union(written.keys)
    if let unknown = devices.subtracting(all).min() {
      throw ResearchExport.Failure("there is no device \(unknown)")
    }
    let damaged = Set(try await storage.damage().map(\.identity))
    var report = Report()
    for device in (devices.isEmpty ? all : devices).sorted() {
      for stream in Set(try await storage.streams(of: device))
        .union(written[device] ?? []).sorted()
      {
        let name = StreamName(device: device, stream: stream)
        try await update(name, damaged, lock, &report)
      }
    }
    return report
  }

  /// The number of files after which the state of a stream is stored, so that a run that was killed goes on there.
  private static let filesPerState = 32

  private func update(
    _ name: StreamName, _ damaged: Set<ChunkIdentity>, _ lock: any LakeLock, _ report: inout Report
  ) async throws {
    try await lock.renew()
    let wanted: [LakePart: LakePlan.File]
    do {
      wanted = try await plan(name, damaged)
    } catch let failure as LakeFailure {
      report.failures.append("\(name.device)/\(name.stream): \(failure.reason)")
      return
    }
    let path = LakePath.state(of: name)
    var state = LakeState()
    if let bytes = try await files.content(of: path) {
      guard let stored = LakeState(encoded: bytes) else { throw LakeError.damaged(files.name) }
      state = stored
    }
    let changed = wanted.filter { part, file in
      let content = state[part]?.content
      return content == nil || (content != file.content && content != file.intactContent)
    }.keys.sorted()
    let surplus = state.parts.subtracting(wanted.keys).sorted()
    report.unchangedFiles += wanted.keys.count { part in
      !changed.contains(part) && state[part]?.bytes != 0
    }
    guard !changed.isEmpty || !surplus.isEmpty else { return }
    let before = state
    for part in changed + surplus {
      state[part] = LakeState.File(content: nil, bytes: state[part]?.bytes ?? 0)
    }
    try await files.write(state.encoded, to: path)
    // Files that are replaced by longer or shorter ones of the same day are removed first, and then the earliest is
    // written first. So a row is never in two files.
    for part in surplus {
      try await lock.renew()
      try await files.remove(part.path(of: name))
      if state[part]?.bytes != 0 { report.removedFiles += 1 }
      state[part] = nil
    }
    for (index, part) in changed.enumerated() {
      guard let file = wanted[part] else { continue }
      let earlier = before[part]
      do {
        state[part] = try await write(part, file, of: name, earlier, lock, &report)
      } catch let failure as LakeFailure {
        report.failures.append("\(part.path(of: name)): \(failure.reason)")
        state[part] = earlier
      }
      if index % Self.filesPerState == Self.filesPerState - 1 {
        try await files.write(state.encoded, to: path)
      }
    }
    if state.files.isEmpty {
      try await files.remove(path)
    } else {
      try await files.write(state.encoded, to: path)
    }
  }
}

/// The reason why one file is not written; the others are.
struct LakeFailure: Error {
  var reason: String
}

// MARK: Planning

extension LakeExport {
  /// The number of chunks, gaps or marks that are read at once.
  private static let rowsPerPage = 5_000

  /// Finds the files that a stream should have.
  private func plan(
    _ name: StreamName, _ damaged: Set<ChunkIdentity>
  ) async throws -> [LakePart: LakePlan.File] {
    var plan = LakePlan(valuesPerFileMax: valuesPerFileMax)
    var last: UInt64?
    while let page = try await storage.chunks(of: name, after: last, atMost: Self.rowsPerPage),
      let final = page.last
    {
      for chunk in page {
        guard let times = chunk.times else { continue }
        let identity = try ChunkIdentity(
          device: name.device, stream: name.stream, sequence: chunk.sequence)
        let isDamaged = damaged.contains(identity)
        if let hours = LakePlan.hours(of: times) {
          plan.add(chunk, hours: hours, isDamaged: isDamaged)
        } else {
          let hours = try await hours(of: chunk, name)
          // Without them, the files of the chunk could be taken for those of deleted recordings.
          guard hours != nil || skipsDamaged else { throw Self.damaged }
          plan.add(chunk, hours: hours ?? [], isDamaged: isDamaged)
        }
      }
      last = final.sequence
    }
    try await readEvents(of: name, in: .min ... .max) { plan.add($0) }
    var files = plan.files()
    for (part, file) in files where part.table == .samples {
      let content = try await clock.content(of: name, in: file.times)
      files[part]?.content += content
      files[part]?.intactContent += content
    }
    return files
  }

  /// The hours in which a chunk has samples; nil if it is damaged.
  private func hours(of chunk: ChunkRecord, _ name: StreamName) async throws -> Set<Int64>? {
    var hours: Set<Int64> = []
    var samples = TimeOrderedSamples([chunk], of: name, in: storage)
    do {
      while let run = try await samples.next() {
        for time in run.times { hours.insert(LakeTime.hour(of: time)) }
      }
    } catch StorageError.damaged {
      return nil
    }
    return hours
  }

  /// Reads the gaps and then the marks of a stream that begin in a range of times.
  private func readEvents(
    of name: StreamName, in times: ClosedRange<Int64>,
    _ body: (LakeEvent) throws -> Void
  ) async throws {
    let first = GapPosition(
      start: times.lowerBound.clampedSubtract(1), sequence: ChunkIdentity.sequenceMax,
      index: .max)
    var position = times.lowerBound == .min ? nil : first
    gaps: while let page = try await storage.gaps(
      of: name, after: position, atMost: Self.rowsPerPage), let last = page.last
    {
      for gap in page {
        guard gap.position.start <= times.upperBound else { break gaps }
        try body(LakeEvent(gap.gap))
      }
      position = last.position
    }
    position = times.lowerBound == .min ? nil : first
    marks: while let page = try await storage.marks(
      of: name, after: position, atMost: Self.rowsPerPage), let last = page.last
    {
      for mark in page {
        guard mark.position.start <= times.upperBound else { break marks }
        try body(LakeEvent(mark.mark))
      }
      position = last.position
    }
  }
}

// MARK: Writing

extension LakeExport {
  /// The number of times that a file is begun again because its chunks have changed meanwhile.
  private static let triesMax = 3

  /// Writes a file, or removes it if it has no rows, and returns what is known of it then.
  private func write(
    _ part: LakePart, _ wanted: LakePlan.File, of name: StreamName, _ earlier: LakeState.File?,
    _ lock: any LakeLock, _ report: inout Report
  ) async throws -> LakeState.File {
    let path = part.path(of: name)
    var tries = 0
    while true {
      tries += 1
      var file = try await files.begin(path)
      do {
        let (rows, isIntact) = try await write(part, wanted.times, of: name, to: &file, lock)
        let content = isIntact ? wanted.content : wanted.intactContent
        guard rows > 0 else {
          await file.cancel()
          try await files.remove(path)
          if earlier.map({ $0.bytes > 0 }) ?? false { report.removedFiles += 1 }
          return LakeState.File(content: content, bytes: 0)
        }
        let bytes = try await file.finish()
        report.writtenFiles += 1
        report.writtenRows += rows
        return LakeState.File(content: content, bytes: bytes)
      } catch let error as StorageError {
        await file.cancel()
        // A chunk was found to be damaged, and is known as such now; or it was deleted between two reads.
        let mayPass =
          switch error {
          case .damaged: skipsDamaged
          case .unavailable: tries < Self.triesMax
          default: false
          }
        if mayPass { continue }
        if case .damaged = error { throw Self.damaged }
        guard case .limitExceeded(let limit) = error else { throw error }
        throw LakeFailure(reason: "more than \(limit.limit) chunks belong to it")
      } catch {
        await file.cancel()
        throw error
      }
    }
  }

  private static let damaged = LakeFailure(
    reason:
      "chunks are damaged, so this stays as it was. Send them again from the device that still has them, or add --skip-damaged to leave them out"
  )

  /// Writes the rows, and returns their number, and whether no chunk was left out.
  private func write(
    _ part: LakePart, _ times: ClosedRange<Int64>, of name: StreamName,
    to file: inout any LakeFile, _ lock: any LakeLock
  ) async throws -> (rows: Int, isIntact: Bool) {
    var writer = try LakeTableWriter(
      part.table, of: name, clock: clock, valuesPerBlockMax: valuesPerBlockMax)
    var isIntact = true
    switch part.table {
    case .events:
      try await readEvents(of: name, in: times) { try writer.append($0) }
    case .samples:
      let end = times.upperBound == .max ? nil : times.upperBound + 1
      let found = try await storage.chunks(of: name, from: times.lowerBound, to: end)
      guard let found else { break }
      guard found.damaged.isEmpty || skipsDamaged else { throw Self.damaged }
      isIntact = found.damaged.isEmpty
      // Chunks that share so many times that they cannot be sorted are written one after the other.
      let isSortable = found.chunks.overlapBytes <= [ChunkRecord].overlapBytesMax
      for chunks in isSortable ? [found.chunks] : found.chunks.sortedByTime.map({ [$0] }) {
        var samples = TimeOrderedSamples(chunks, of: name, in: storage, within: times)
        while let run = try await samples.next() {
          try writer.append(run)
          let bytes = writer.takeBytes()
          guard !bytes.isEmpty else { continue }
          try await file.append(bytes)
          try await lock.renew()
        }
      }
    }
    let (bytes, rows) = try writer.finish()
    try await file.append(bytes)
    return (rows, isIntact)
  }
}

// MARK: The lake itself

extension LakeFiles {
  /// Throws if there are files and they are no lake, so that nothing is changed in a folder of somebody else.
  fileprivate func requireLakeOrNothing() async throws {
    if let bytes = try await content(of: LakePath.marker) {
      let marker = try? JSONDecoder().decode(LakeMarker.self, from: Data(bytes))
      guard let marker else { throw LakeError.damaged(name) }
      guard marker.format <= LakeMarker.formatVersion else {
        throw LakeError(
          "\(name) was written by a newer version of yoban-collector, in format \(marker.format); this version knows format \(LakeMarker.formatVersion)"
        )
      }
      return
    }
    try await list("") { path, _ in
      guard LakePath.isOwn(path) else {
        throw LakeError(
          "\(name) has files that are no part of a lake, such as \(path): name a folder or a prefix that is new or empty"
        )
      }
    }
  }

  /// Makes a lake of an empty folder. If the knowledge of the files was lost, they are noted as files of which nothing
  /// is known, so that they are written again or removed.
  fileprivate func prepareLake() async throws {
    if let bytes = try await content(of: LakePath.marker),
      let marker = try? JSONDecoder().decode(LakeMarker.self, from: Data(bytes)),
      marker.format == LakeMarker.formatVersion
    {
      return
    }
    var states: [StreamName: LakeState] = [:]
    for table in LakeTable.allCases {
      try await list(table.rawValue) { path, bytes in
        guard let (name, part) = LakePath.part(of: path) else { return }
        states[name, default: LakeState()][part] = LakeState.File(content: nil, bytes: bytes)
      }
    }
    for (name, state) in states {
      try await write(state.encoded, to: LakePath.state(of: name))
    }
    try await write(ContractJSON.encode(LakeMarker()), to: LakePath.marker)
  }
}

extension LakeError {
  fileprivate static func damaged(_ name: String) -> LakeError {
    LakeError(
      "what the last export has noted in \(name) cannot be read: remove the folder _yoban there, and run this again. All files are written again then"
    )
  }
}
