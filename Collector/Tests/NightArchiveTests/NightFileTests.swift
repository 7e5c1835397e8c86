import Foundation
import TestPrograms
import Testing

@testable import NightArchive

struct NightFileTests {
  private let folder: TemporaryFolder
  private var path: String { folder.url.appending(path: "night.sqlite").path }

  init() throws { folder = try TemporaryFolder() }

  @Test func `the same calls give the same bytes`() throws {
    let other = try TemporaryFolder()
    for folder in [folder, other] {
      var file = try NightFile(
        creatingAt: folder.url.appending(path: "night.sqlite").path, of: Self.night)
      try file.append(
        times: Array(0..<10_000), values: (0..<20_000).map { sin(Double($0)) }, to: "acc")
      _ = try file.finish()
    }
    let bytes = try [folder, other].map {
      try Data(contentsOf: $0.url.appending(path: "night.sqlite"))
    }
    #expect(bytes[0].count > 200_000)
    #expect(bytes[0] == bytes[1])
  }

  @Test func `a file that is not finished is closed`() throws {
    for number in 0..<50 {
      var file = try NightFile(creatingAt: path + "\(number)", of: Self.night)
      try file.append(times: Array(0..<1_000), values: Array(repeating: 1, count: 2_000), to: "acc")
    }
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      .compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }
    #expect(!open.contains { $0.hasPrefix(path) })
  }

  @Test func `finish returns what was appended`() throws {
    var file = try NightFile(creatingAt: path, of: Self.night)
    try file.append(times: [30, 10], values: [1, 2, 3, 4], to: "acc")
    try file.append(times: [], values: [], to: "acc")
    try file.append(times: [20, 40][1...], values: [5.0][...], channels: ["y"], to: "acc")
    let streams = try file.finish()
    #expect(streams.map(\.sampleCount) == [3, 0])
    #expect(streams.map(\.times) == [10...40, nil])
    #expect(streams[0].channels == Self.night.streams[0].channels)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 1)
  }

  @Test func `a file that exists is not touched`() throws {
    try Data("text".utf8).write(to: URL(filePath: path))
    #expect(throws: NightFileError.cannotCreate(path: path, code: EEXIST)) {
      _ = try NightFile(creatingAt: path, of: Self.night)
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("text".utf8))
    #expect(throws: NightFileError.cannotCreate(path: "/none/night", code: ENOENT)) {
      _ = try NightFile(creatingAt: "/none/night", of: Self.night)
    }
  }

  @Test func `samples that do not fit are refused, and the file can be continued`() throws {
    var file = try NightFile(creatingAt: path, of: Self.night)
    #expect(throws: NightFileError.unknownStream("ACC")) {
      try file.append(times: [1], values: [1, 2], to: "ACC")
    }
    #expect(throws: NightFileError.unknownChannel("z", stream: "acc")) {
      try file.append(times: [1], values: [1], channels: ["z"], to: "acc")
    }
    #expect(throws: NightFileError.duplicateChannel("x", stream: "acc")) {
      try file.append(times: [1], values: [1, 2], channels: ["x", "x"], to: "acc")
    }
    #expect(
      throws: NightFileError.wrongValueCount(stream: "acc", times: 2, channels: 2, values: 3)
    ) {
      try file.append(times: [1, 2], values: [1, 2, 3], to: "acc")
    }
    try file.append(times: [1], values: [1, 2], to: "acc")
    let streams = try file.finish()
    #expect(streams.map(\.sampleCount) == [1, 0])
  }

  /// A table of SQLite has at most 2,000 columns. Collectors had no limit of the channels before.
  @Test func `of a stream with very many channels the first ones are in the file`() async throws {
    let names = (0..<2_500).map { "c\($0)" }
    var night = Self.night
    night.streams[0].channels = names.map { ArchivedChannel($0) }
    var file = try NightFile(creatingAt: path, of: night)
    try file.append(times: [1], values: names.indices.map(Double.init), to: "acc")
    try file.append(
      times: [2], values: [7, 8], channels: ["c2100", "c3"],
      corrected: [ArchivedTime(5, uncertainty: 6)], to: "acc")
    #expect(try file.finish()[0].sampleCount == 2)
    let query = "SELECT time_ns, c0, c3, c1996, uncertainty_ns FROM acc ORDER BY time_ns"
    let (output, status) = try await Python.run([
      "-c", "import sqlite3; print(sqlite3.connect('\(path)').execute('\(query)').fetchall())",
    ])
    #expect(status == 0)
    #expect(output == "[(1, 0.0, 3.0, 1996.0, None), (2, None, 8.0, None, 6)]\n")
    #expect(throws: NightFileError.duplicateChannel("c2100", stream: "acc")) {
      var other = try NightFile(creatingAt: path + "-2", of: night)
      try other.append(times: [1], values: [1, 1], channels: ["c2100", "c2100"], to: "acc")
    }
    #expect(NightReadme.text(night).contains("the first 1997"))
  }

  @Test func `a night that contradicts itself is refused`() throws {
    var night = Self.night
    night.streams[1].name = "acc"
    #expect(throws: NightFileError.duplicateStream("acc")) {
      _ = try NightFile(creatingAt: path, of: night)
    }
    night = Self.night
    night.streams[0].channels = [ArchivedChannel("x"), ArchivedChannel("x")]
    #expect(throws: NightFileError.duplicateChannel("x", stream: "acc")) {
      _ = try NightFile(creatingAt: path, of: night)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    night = Self.night
    night.missing = [MissingChunks(stream: "acc", firstSequence: 1, lastSequence: .max)]
    #expect(throws: NightFileError.sequenceTooLarge(.max, stream: "acc")) {
      _ = try NightFile(creatingAt: path, of: night)
    }
  }

  @Test func `an error of SQLite is thrown once, and then the file is useless`() throws {
    var file = try NightFile(creatingAt: path, of: Self.night)
    // As if the disk had no space for more pages.
    try file.database.execute("PRAGMA max_page_count = 30")
    #expect {
      try file.append(
        times: Array(0..<100_000), values: Array(repeating: 1.5, count: 200_000), to: "acc")
    } throws: { error in
      // SQLITE_FULL.
      guard case .sqliteFailed(code: 13, let message) = error as? NightFileError else {
        return false
      }
      return message == "database or disk is full"
    }
    #expect(throws: NightFileError.hasFailed) { try file.append(times: [], values: [], to: "acc") }
    do {
      _ = try file.finish()
      Issue.record("A file that has failed was finished.")
    } catch {
      #expect(error == .hasFailed)
    }
  }

  private static let night = ArchivedNight(
    device: "phone", start: 0, end: 100, collectorVersion: "0.1.0",
    streams: [
      ArchivedStream(name: "acc", channels: [ArchivedChannel("x"), ArchivedChannel("y")]),
      ArchivedStream(name: "heart-rate", channels: [ArchivedChannel("bpm")]),
    ])
}
