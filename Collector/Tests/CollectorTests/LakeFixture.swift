import Chunks
import CollectorSQLite
import Foundation
import TestPrograms
import Testing

@testable import Collector

/// The recordings of the tests of lakes, and their rows as the test computes them.
struct LakeFixture {
  static let hour: Int64 = 3_600_000_000_000
  /// 2026-11-26T00:00:00Z.
  static let day: Int64 = 1_795_651_200_000_000_000

  /// Samples every 20 s in three channels with jitter; absent and unusual values.
  static func motion(
    _ sequence: UInt64, from start: Int64, minutes: Int64 = 60,
    channels: [String] = ["x", "y", "z"],
    unit: String = "g"
  ) -> TestChunk {
    let times = (0..<minutes * 3).map { start + $0 * 20_000_000_000 + $0 * $0 % 977 * 1_000 }
    var values = times.indices.flatMap { row in
      channels.indices.map { Double(row * 31 % 200) / 100 - Double($0) }
    }
    values[1] = .absent
    values[channels.count] = .nan
    values[2 * channels.count] = -.infinity
    return TestChunk(
      sequence: sequence, channels: channels, units: channels.map { _ in unit }, times: times,
      values: values)
  }

  /// Two days of a phone with a chunk across midnight and one in another unit with fewer channels; a device whose name
  /// looks like a number, with a stream before 1970, and a chunk that has events and no sample.
  static var chunks: [TestChunk] {
    var first = motion(0, from: day + 20 * hour)
    first.marks = [.started(at: day + 20 * hour)]
    var crossing = motion(2, from: day + 23 * hour, minutes: 120)
    crossing.gaps = [
      Gap(start: day + 22 * hour, end: day + 23 * hour, cause: .suspended),
      Gap(start: day + 25 * hour, end: day + 24 * hour, cause: .clockChanged),
    ]
    let second = motion(1, from: day + 21 * hour)
    let changed = motion(3, from: day + 30 * hour, channels: ["x", "temperature"], unit: "")
    let early = TestChunk(
      device: "007", stream: "true", channels: ["rate"], units: ["1/min"], times: [-1, 0, 1],
      values: [60, 61, 62])
    let events = TestChunk(
      device: "007", stream: "true", sequence: 1, channels: ["rate"], units: ["1/min"], times: [],
      values: [], marks: [.stopped(at: day)])
    return [first, crossing, second, changed, early, events]
  }

  /// The rows of some chunks, as lake.py expects them.
  static func rows(_ chunks: [TestChunk]) throws -> [String] {
    var rows: [String] = []
    for chunk in chunks {
      let units = chunk.units ?? chunk.channels.map { _ in "g" }
      let values = chunk.values ?? (0..<chunk.times.count * chunk.channels.count).map(Double.init)
      for (row, time) in chunk.times.enumerated() {
        for (place, channel) in chunk.channels.enumerated() {
          let value = values[row * chunk.channels.count + place]
          guard !value.isAbsent else { continue }
          rows.append(
            "samples \(chunk.device) \(chunk.stream) \(time) \(channel) \(units[place].isEmpty ? "-" : units[place]) \(value.bitPattern)"
          )
        }
      }
      let name = "events \(chunk.device) \(chunk.stream)"
      rows += chunk.gaps.map { "\(name) gap \($0.start) \($0.end) \($0.cause.rawValue)" }
      rows += chunk.marks.map { "\(name) mark \($0.time) - \($0.name)" }
    }
    return rows
  }

  static func store(_ chunks: [TestChunk], in storage: any CollectorStorage) async throws {
    for chunk in chunks { try await storage.store(chunk) }
  }

  /// Deletes what has a sample in a range of times.
  static func delete(
    _ device: String, from: Int64 = .min, to: Int64 = .max, in storage: any CollectorStorage
  ) async throws {
    _ = try await storage.delete(
      Deletion(device: device, times: from...to, author: "test", time: 0))
  }

  /// Reads a lake with pyarrow and DuckDB, and returns what the script says.
  static func compare(
    _ lake: String, with chunks: [TestChunk], in folder: String, environment: [String: String] = [:]
  ) async throws -> String {
    let expected = "\(folder)/expected-\(UUID().uuidString)"
    try rows(chunks).joined(separator: "\n").write(
      toFile: expected, atomically: true, encoding: .utf8)
    let result = try await Python.run(
      [Python.script("lake.py"), "compare", lake, expected], environment: environment)
    #expect(result.status == 0, "\(result.output)")
    return result.output
  }

  /// The files of a lake besides those for the next run, with their content.
  static func files(_ lake: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for path in FileManager.default.enumerator(atPath: lake)?.compactMap({ $0 as? String }) ?? [] {
      guard !path.hasPrefix("_yoban"),
        let content = FileManager.default.contents(atPath: "\(lake)/\(path)")
      else { continue }
      files[path] = content
    }
    return files
  }

  /// The number of the file in its file system, by path: another one means that the file was written again.
  static func inodes(_ lake: String) throws -> [String: Int] {
    try files(lake).keys.reduce(into: [:]) { inodes, path in
      inodes[path] =
        try FileManager.default.attributesOfItem(atPath: "\(lake)/\(path)")[.systemFileNumber]
        as? Int
    }
  }
}

extension Trait where Self == ConditionTrait {
  static var needsLakeReaders: Self {
    .enabled(
      "Skipped: python3 cannot import pyarrow and duckdb. To install them in a virtual environment: export YOBAN_PYTHON=\"$(Tests/parquet-python)\""
    ) { await Python.has("duckdb, pyarrow.dataset") }
  }
}
