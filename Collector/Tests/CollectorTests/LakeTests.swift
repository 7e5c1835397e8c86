import Chunks
import CollectorSQLite
import Foundation
import Synchronization
import TestPrograms
import Testing

@testable import Collector

/// Lakes in folders: what is in them, and what a run changes.
@Suite(.patience) struct LakeTests {
  private typealias Fixture = LakeFixture

  private static func export(
    _ storage: any CollectorStorage, _ files: any LakeFiles, valuesPerFile: Int64 = 1_200
  ) async throws -> LakeExport.Report {
    var export = LakeExport(storage, to: files)
    export.valuesPerFileMax = valuesPerFile
    export.valuesPerBlockMax = 250
    return try await export.run()
  }

  @Test(.needsLakeReaders, arguments: Backend.allCases)
  func `pyarrow and DuckDB find each value once, with one schema and right statistics`(
    _ backend: Backend
  ) async throws {
    try await backend.withStorage { storage in
      try await withTemporaryDirectory { folder in
        try await Fixture.store(Fixture.chunks, in: storage)
        let lake = folder + "/lake"
        let report = try await Self.export(storage, LakeFolder(lake))
        #expect(report.failures.isEmpty && report.removedFiles == 0)
        let read = try await Fixture.compare(lake, with: Fixture.chunks, in: folder)
        let rows = try Fixture.rows(Fixture.chunks)
        #expect(report.writtenRows == rows.count)
        #expect(read.contains("events: \(rows.count { $0.hasPrefix("events") }) rows"))
        // The first day has too many values for one file.
        let files = try Fixture.files(lake).keys.filter {
          $0.contains("date=2026-11-26/device=phone")
        }
        #expect(
          files.sorted().map { $0.suffix(15) } == [
            "part-00.parquet", "part-18.parquet", "part-21.parquet",
          ], "\(files)")
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `a run writes what has changed, and nothing else`(_ backend: Backend) async throws {
    try await backend.withStorage { storage in
      try await withTemporaryDirectory { folder in
        let lake = folder + "/lake"
        let late = Fixture.motion(9, from: Fixture.day + 22 * Fixture.hour, minutes: 10)
        try await Fixture.store(Fixture.chunks, in: storage)
        let first = try await Self.export(storage, LakeFolder(lake))
        let before = try Fixture.inodes(lake)

        let second = try await Self.export(storage, LakeFolder(lake))
        #expect(second == LakeExport.Report(unchangedFiles: first.writtenFiles))
        #expect(try Fixture.inodes(lake) == before)

        // A late chunk changes the file of its hours.
        try await storage.store(late)
        let third = try await Self.export(storage, LakeFolder(lake))
        #expect(third.writtenFiles == 1 && third.unchangedFiles == first.writtenFiles - 1)
        let after = try Fixture.inodes(lake)
        let path = "samples/date=2026-11-26/device=phone/stream=accelerometer/part-21.parquet"
        #expect(before.filter { after[$0.key] != $0.value }.keys.sorted() == [path])

        // A deleted chunk disappears from both days to which it belongs, with its gaps.
        let times = (Fixture.day + 24 * Fixture.hour, Fixture.day + 24 * Fixture.hour + 1)
        try await Fixture.delete("phone", from: times.0 - Fixture.hour, to: times.1, in: storage)
        let fourth = try await Self.export(storage, LakeFolder(lake))
        #expect(fourth.writtenFiles > 0 && fourth.failures.isEmpty)
        var left = Fixture.chunks
        left.removeAll { $0.sequence == 2 }
        #expect(try await Self.equalsNew(lake, left + [late], in: folder))

        // A deleted device leaves nothing, not even its name.
        try await Fixture.delete("phone", in: storage)
        let fifth = try await Self.export(storage, LakeFolder(lake))
        #expect(fifth.removedFiles > 0 && fifth.writtenFiles == 0)
        let names = try #require(FileManager.default.enumerator(atPath: lake))
          .compactMap { $0 as? String }
        #expect(names.allSatisfy { !$0.contains("phone") }, "\(names)")
        #expect(names.contains { $0.contains("device=007") })
      }
    }
  }

  /// Whether a lake has the same files as one that is written from new.
  private static func equalsNew(
    _ lake: String, _ chunks: [TestChunk], in folder: String
  ) async throws -> Bool {
    let storage = try SQLiteStorage()
    try await Fixture.store(chunks, in: storage)
    let reference = "\(folder)/reference-\(UUID().uuidString)"
    _ = try await export(storage, LakeFolder(reference))
    return try Fixture.files(lake) == Fixture.files(reference)
  }

  @Test
  func
    `without the knowledge of the last run, everything is written again, and nothing is left over`()
    async throws
  {
    try await withTemporaryDirectory { folder in
      let lake = folder + "/lake"
      let storage = try SQLiteStorage()
      try await Fixture.store(Fixture.chunks, in: storage)
      let first = try await Self.export(storage, LakeFolder(lake))
      let before = try Fixture.inodes(lake)
      try FileManager.default.removeItem(atPath: lake + "/_yoban")
      try await Fixture.delete("007", in: storage)
      let second = try await Self.export(storage, LakeFolder(lake))
      #expect(second.removedFiles == 3)
      #expect(second.writtenFiles == first.writtenFiles - 3 && second.unchangedFiles == 0)
      let phone = Fixture.chunks.filter { $0.device == "phone" }
      #expect(try await Self.equalsNew(lake, phone, in: folder))
      let after = try Fixture.inodes(lake)
      #expect(after.allSatisfy { before[$0.key] != $0.value })
    }
  }

  @Test func `a damaged chunk keeps its file as it was, until it is repaired or left out`()
    async throws
  {
    try await withTemporaryDirectory { folder in
      let lake = folder + "/lake"
      let storage = try SQLiteStorage(path: folder + "/db")
      try await Fixture.store(Fixture.chunks, in: storage)
      _ = try await Self.export(storage, LakeFolder(lake))
      let before = try Fixture.files(lake)
      try await storage.execute(
        "UPDATE bodies SET body = x'00' WHERE id = (SELECT id FROM chunks WHERE device = 'phone' AND sequence = 0)"
      )
      // The damage is not known yet, and the file need not be written.
      #expect(try await Self.export(storage, LakeFolder(lake)).writtenFiles == 0)
      // A chunk at the same times.
      let beside = Fixture.motion(9, from: Fixture.day + 20 * Fixture.hour + 1, minutes: 10)
      try await storage.store(beside)
      for _ in 0..<2 {
        let report = try await Self.export(storage, LakeFolder(lake))
        #expect(report.failures.count == 1 && report.writtenFiles == 0, "\(report)")
        #expect(report.failures.first?.contains("add --skip-damaged") == true)
        #expect(try Fixture.files(lake) == before)
      }
      var export = LakeExport(storage, to: try LakeFolder(lake))
      (export.valuesPerFileMax, export.valuesPerBlockMax) = (1_200, 250)
      export.skipsDamaged = true
      #expect(try await export.run().writtenFiles == 1)
      #expect(try await export.run().writtenFiles == 0)
      // The device sends the chunk again.
      try await storage.store(Fixture.chunks[0])
      #expect(try await Self.export(storage, LakeFolder(lake)).writtenFiles == 1)
      #expect(try await Self.equalsNew(lake, Fixture.chunks + [beside], in: folder))

      // A run finds damage itself, and the next one knows that something was left out.
      try await storage.execute(
        "UPDATE bodies SET body = x'00' WHERE id = (SELECT id FROM chunks WHERE device = 'phone' AND sequence = 3)"
      )
      let other = Fixture.motion(8, from: Fixture.day + 30 * Fixture.hour + 1, minutes: 10)
      try await storage.store(other)
      #expect(try await export.run().writtenFiles == 1)
      #expect(try await export.run().writtenFiles == 1)
      #expect(try await export.run().writtenFiles == 0)
      try await storage.store(Fixture.chunks[3])
      #expect(try await export.run().writtenFiles == 1)
      #expect(try await Self.equalsNew(lake, Fixture.chunks + [beside, other], in: folder))
    }
  }

  @Test func `a chunk about which nothing can be read does not disappear`() async throws {
    try await withTemporaryDirectory { folder in
      let lake = folder + "/lake"
      let storage = try SQLiteStorage()
      try await Fixture.store(Fixture.chunks, in: storage)
      _ = try await Self.export(storage, LakeFolder(lake))
      let before = try Fixture.files(lake)
      try await storage.execute(
        "UPDATE chunks SET sha256 = x'00' WHERE device = 'phone' AND sequence = 3")
      let report = try await Self.export(storage, LakeFolder(lake))
      #expect(report.failures.count == 1 && report.removedFiles == 0 && report.writtenFiles == 0)
      #expect(report.failures.first?.hasPrefix("phone/accelerometer: ") == true)
      #expect(try Fixture.files(lake) == before)
      try await storage.store(Fixture.chunks[3])
      #expect(try await Self.export(storage, LakeFolder(lake)).failures.isEmpty)
      #expect(try Fixture.files(lake) == before)
    }
  }

  @Test(.needsLakeReaders)
  func `a run that is killed at any step leaves no row twice, and the next one completes it`()
    async throws
  {
    try await withTemporaryDirectory { folder in
      let storage = try SQLiteStorage()
      try await Fixture.store(Fixture.chunks, in: storage)
      let old = folder + "/old"
      _ = try await Self.export(storage, LakeFolder(old))
      // The files of one day become more, and those of another one fewer; a stream comes, and one goes.
      let more = (10..<16).map {
        Fixture.motion(UInt64($0), from: Fixture.day + Int64($0) * Fixture.hour)
      }
      var new = TestChunk(device: "new", stream: "altitude", times: [Fixture.day])
      new.marks = [.started(at: Fixture.day)]
      try await Fixture.store(more + [new], in: storage)
      try await Fixture.delete("007", in: storage)
      try await Fixture.delete(
        "phone", from: Fixture.day + 30 * Fixture.hour, to: Fixture.day + 40 * Fixture.hour,
        in: storage)
      let finished = folder + "/finished"
      _ = try await Self.export(storage, LakeFolder(finished))

      var lakes: [String] = []
      while true {
        let lake = "\(folder)/\(lakes.count)"
        try FileManager.default.copyItem(atPath: old, toPath: lake)
        let files = KilledFiles(try LakeFolder(lake), steps: lakes.count)
        let report = try? await Self.export(storage, files)
        try #require((report != nil) != files.wasKilled)
        guard report == nil else { break }
        lakes.append(lake)
      }
      #expect(lakes.count > 40)
      let expected = folder + "/expected"
      try Fixture.rows(Fixture.chunks + more + [new]).joined(separator: "\n").write(
        toFile: expected, atomically: true, encoding: .utf8)
      let read = try await Python.run([Python.script("lake.py"), "states", expected] + lakes)
      #expect(read.output == "\(lakes.count) lakes\n")
      for lake in lakes {
        _ = try await Self.export(storage, LakeFolder(lake))
        #expect(try Fixture.files(lake) == Fixture.files(finished), "\(lake)")
        let temporary = try? FileManager.default.contentsOfDirectory(atPath: lake + "/_yoban/tmp")
        #expect(temporary?.isEmpty ?? true)
      }
    }
  }

  @Test func `only one run writes a lake at a time`() async throws {
    try await withTemporaryDirectory { folder in
      let storage = try SQLiteStorage()
      let lake = try LakeFolder(folder + "/lake")
      let lock = try await lake.lock()
      await #expect(throws: LakeError.isWritten(lake.name)) { try await Self.export(storage, lake) }
      await lock.release()
      _ = try await Self.export(storage, lake)
      _ = try await Self.export(storage, lake)
    }
  }

  @Test func `chunks with many samples of the same times are written without sorting them`()
    async throws
  {
    try await withTemporaryDirectory { folder in
      let storage = try SQLiteStorage()
      // Each counts for at least 256 KiB.
      let chunks = (0..<140 as Range<UInt64>).map { sequence in
        TestChunk(
          sequence: sequence, times: [Fixture.day + Int64(sequence), Fixture.day + Fixture.hour])
      }
      try await Fixture.store(chunks, in: storage)
      let report = try await Self.export(storage, LakeFolder(folder + "/lake"))
      #expect(report.writtenRows == 280 && report.failures.isEmpty)
    }
  }
}

/// The files of a lake whose process is killed after some steps.
private final class KilledFiles: LakeFiles {
  private let files: LakeFolder
  private let left: Mutex<Int>

  init(_ files: LakeFolder, steps: Int) {
    self.files = files
    left = Mutex(steps)
  }

  var name: String { files.name }
  var wasKilled: Bool { left.withLock { $0 < 0 } }

  /// Each change has two steps, so that the kill can be before it and after it.
  fileprivate func step() throws(LakeError) {
    let isKilled = left.withLock { left in
      left -= 1
      return left < 0
    }
    if isKilled { throw LakeError("killed") }
  }

  func lock() async throws(LakeError) -> any LakeLock { try await files.lock() }

  func list(
    _ folder: String, _ body: (_ path: String, _ bytes: Int64) throws -> Void
  ) async throws {
    try await files.list(folder, body)
  }

  func content(of path: String) async throws(LakeError) -> [UInt8]? {
    try await files.content(of: path)
  }

  func begin(_ path: String) async throws(LakeError) -> any LakeFile {
    try step()
    return KilledFile(file: try await files.begin(path), files: self)
  }

  func remove(_ path: String) async throws(LakeError) {
    try step()
    try await files.remove(path)
    try step()
  }
}

private struct KilledFile: LakeFile {
  var file: any LakeFile
  let files: KilledFiles

  mutating func append(_ bytes: [UInt8]) async throws(LakeError) {
    try files.step()
    try await file.append(bytes)
  }

  mutating func finish() async throws(LakeError) -> Int64 {
    try files.step()
    let bytes = try await file.finish()
    try files.step()
    return bytes
  }

  mutating func cancel() async {
    // A killed process removes nothing.
    if !files.wasKilled { await file.cancel() }
  }
}
