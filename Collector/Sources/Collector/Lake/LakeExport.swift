import Chunks
import Foundation

/// Keeps a lake as the database is: Parquet files in folders for the date, the device and the stream.
///
/// A run writes only the files whose content has changed, and removes those of deleted recordings. It finds out which
/// these are from what the database knows about each chunk, gap and mark, without reading samples. Memory holds a sum
/// for each hour of one stream, and one row group.
package struct LakeExport: Sendable {
  let storage: any CollectorStorage
  package let files: any LakeFiles
  /// The devices whose files are kept up to date; empty for all.
  package var devices: Set<String> = []
  /// Whether files are written without the samples of damaged chunks. Otherwise, such a file stays as it was.
  package var skipsDamaged = false
  /// The number of values above which the samples of some hours are several files.
  var valuesPerFileMax: Int64 = 16_000_000
  /// The number of values that are in memory before row groups are written.
  var valuesPerBlockMax = 1 << 19

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
  ///
  /// - Parameter time: now, in seconds since 1970.
  package func run(at time: Int64 = Date.nowInSeconds) async throws -> Report {
    let known = try await storage.devices()
    try await files.requireLakeOrNothing()
    let lock = try await files.lock()
    do {
      let report = try await run(known, on: time.floorDivided(by: 86_400), lock)
      await lock.release()
      return report
    } catch {
      await lock.release()
      throw error
    }
  }

  /// - Parameter day: today, in days since 1970 in UTC.
  private func run(
    _ known: [String], on day: Int64, _ lock: any LakeLock
  ) async throws -> Report {
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
      let counts = try await storage.progress(of: device).mapValues(\.chunkCount)
      let clocks = LakeClocks(try await storage.clockDigests(of: device))
      for stream in Set(try await storage.streams(of: device))
        .union(written[device] ?? []).sorted()
      {
        let name = StreamName(device: device, stream: stream)
        let source = Source(
          name: name, chunkCount: counts[stream] ?? 0, damaged: damaged, clocks: clocks)
        try await update(source, on: day, lock, &report)
      }
    }
    return report
  }

  /// The number of files after which the state of a stream is stored, so that a run that was killed goes on there.
  private static let filesPerState = 32

  /// A stream, with what is known when the run begins to look at it.
  struct Source {
    var name: StreamName
    var chunkCount: Int
    /// The chunks of all streams that are known to be damaged.
    var damaged: Set<ChunkIdentity>
    var clocks: LakeClocks
  }

  private func update(
    _ source: Source, on day: Int64, _ lock: any LakeLock, _ report: inout Report
  ) async throws {
    let name = source.name
    try await lock.renew()
    let wanted: [LakePart: LakePlan.File]
    do {
      wanted = try await plan(source)
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
      state[part]?.mustBeWritten(as: file, on: day) ?? true
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
        state[part] = try await write(part, file, of: source, earlier, lock, &report)
        state[part]?.writtenOn = day
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
