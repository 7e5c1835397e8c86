import Foundation
import NightArchive
import ParquetWriter
import ZipArchive

/// Writes the archive of a night whose content `read_night.py` computes again.
struct ArchiveFixture {
  static let start: Int64 = 1_795_212_000_000_000_000

  /// The samples of a stream: the value of each channel, nil if a sample has none.
  struct Samples {
    var channels: [String]
    var rows: [(time: Int64, values: [Double?])]
  }

  /// Runs of rows that have values for the same channels, as chunks have them.
  private static func runs(
    _ samples: Samples
  ) -> [(channels: [String], times: [Int64], values: [Double])] {
    var runs: [(channels: [String], times: [Int64], values: [Double])] = []
    for row in samples.rows {
      let channels = zip(samples.channels, row.values).filter { $0.1 != nil }.map(\.0)
      let values = row.values.compactMap { $0 }
      if runs.last?.channels != channels { runs.append((channels, [], [])) }
      runs[runs.count - 1].times.append(row.time)
      runs[runs.count - 1].values += values
    }
    return runs
  }

  private let night = ArchivedNight(
    device: "phone", start: start, end: start + 180_000_000_000, isOpen: true,
    collectorVersion: "0.1.0",
    streams: [
      ArchivedStream(
        name: "accelerometer",
        channels: ["x", "y", "z"].map { ArchivedChannel($0, unit: "m/s²") }, interval: 20_000_000),
      ArchivedStream(
        name: "Accelerometer", channels: [ArchivedChannel("V"), ArchivedChannel("v", unit: "a|b")]),
      ArchivedStream(name: "gaps", channels: [ArchivedChannel("time_ns")], hasParquet: false),
      ArchivedStream(name: "heart-rate", channels: [ArchivedChannel("bpm", unit: "1/min")]),
      ArchivedStream(name: "silent", channels: [ArchivedChannel("level", unit: "dB")]),
    ],
    gaps: [
      ArchivedGap(
        stream: "accelerometer", start: start + 59_980_000_000, end: start + 120_000_000_000,
        cause: "suspended"),
      ArchivedGap(stream: "heart-rate", start: start + 5, end: start + 1, cause: "clock-changed"),
    ],
    marks: [
      ArchivedMark(stream: "accelerometer", time: start, name: "started"),
      ArchivedMark(stream: "accelerometer", time: start + 1, name: "a, \"b\""),
    ],
    missing: [MissingChunks(stream: "accelerometer", firstSequence: 1, lastSequence: 1)],
    // The SHA-256 of the texts "chunk STREAM SEQUENCE".
    chunks: [
      ArchivedChunk(
        stream: "accelerometer", sequence: 0,
        sha256: "b0381e72a7b6a86e01922d2b4abceee7126873f9d337e8ea369442650448e2b3", byteCount: 21,
        sampleCount: 3_000, times: start...start + 59_980_000_000),
      ArchivedChunk(
        stream: "accelerometer", sequence: 2,
        sha256: "66b2176d3528d47f47d1552d2ad2d7b5008ffedbfc9b0271cc2b011d82a0e7b0", byteCount: 21,
        sampleCount: 3_000, times: start + 120_000_000_000...start + 179_980_000_000),
      ArchivedChunk(
        stream: "heart-rate", sequence: 7,
        sha256: "d50f9b8780d3aa81c8b62ed054032ea01c4ccb3aa9f45ee2f316c20fc79a31df", byteCount: 18,
        sampleCount: 0, times: nil),
      ArchivedChunk(
        stream: "heart-rate", sequence: 8, sha256: String(repeating: "0", count: 64), byteCount: 1,
        sampleCount: 1, times: 1...1, isDamaged: true),
    ],
    clocks: [
      ArchivedClockPoint(stream: nil, time: start, offset: 730_000_001, uncertainty: 5_000_000),
      ArchivedClockPoint(
        stream: nil, time: start + 60_000_000_000, offset: -12_000, uncertainty: 6_000_000),
      ArchivedClockPoint(
        stream: "heart-rate", time: 77, offset: 77 - start, uncertainty: 25_000_000),
    ],
    jumps: [
      ArchivedJump(clock: "wall", stream: nil, time: start + 3, amount: -90_000_000_000),
      ArchivedJump(clock: "accessory", stream: "heart-rate", time: start + 4, amount: nil),
    ])

  /// The corrected time of a sample: only the third minute of the accelerometer has them.
  private static func corrected(_ time: Int64, _ stream: String) -> ArchivedTime? {
    guard stream == "accelerometer", time >= start + 120_000_000_000 else { return nil }
    return ArchivedTime(time - 730_000_001, uncertainty: 5_000_000 + time % 1_000)
  }

  private static func samples(_ stream: String) -> Samples {
    switch stream {
    case "accelerometer":
      // Fifty samples per second in the first and in the third minute.
      let indexes = Array(0..<3_000) + Array(6_000..<9_000)
      return Samples(
        channels: ["x", "y", "z"],
        rows: indexes.map { index in
          (start + Int64(index) * 20_000_000, [Double(index) / 8, -Double(index), 1e-300])
        })
    case "Accelerometer":
      // The two channels are never present together.
      return Samples(
        channels: ["V", "v"],
        rows: [(start, [1.5, nil]), (start, [nil, 2.5]), (start + 1, [nil, 3.5])])
    case "gaps": return Samples(channels: ["time_ns"], rows: [(start, [0.1])])
    case "heart-rate":
      return Samples(
        channels: ["bpm"],
        rows: [
          (.min, [.nan]), (-1, [.infinity]), (0, [-.infinity]), (1, [-0.0]), (2, [nil]),
          (.max, [.leastNonzeroMagnitude]),
        ])
    default: return Samples(channels: ["level"], rows: [])
    }
  }

  /// Writes `archive.zip` into a folder.
  func write(into folder: URL) throws {
    var night = night
    let sqlite = folder.appending(path: "temporary.sqlite")
    var file = try NightFile(creatingAt: sqlite.path, of: night)
    for stream in night.streams {
      for run in Self.runs(Self.samples(stream.name)) {
        try file.append(
          times: run.times[...], values: run.values[...], channels: run.channels,
          corrected: run.times.map { Self.corrected($0, stream.name) }, to: stream.name)
      }
    }
    night.streams = try file.finish()

    let layout = ArchiveLayout(night)
    var zip = try ZipWriter()
    var bytes: [UInt8] = []
    func add(
      _ name: String, _ content: [UInt8], compression: ZipWriter.Compression = .deflate
    ) throws {
      try zip.begin(
        layout.path(name), modified: night.end / 1_000_000_000, compression: compression)
      for start in stride(from: 0, to: content.count, by: 10_000) {
        try zip.append(Array(content[start..<min(start + 10_000, content.count)]))
        bytes += zip.takeBytes()
      }
      try zip.end()
    }
    try add(ArchiveLayout.readme, Array(NightReadme.text(night).utf8))
    try add(ArchiveLayout.sqliteFile, Array(Data(contentsOf: sqlite)))
    for (stream, names) in Swift.zip(night.streams, layout.streams) {
      guard let file = names.parquetFile else { continue }
      try add(
        file, Self.parquet(Self.samples(stream.name), of: stream.name), compression: .store)
    }
    try add(ArchiveLayout.gapsFile, Array(NightCSV.gaps(night.gaps).utf8))
    try add(ArchiveLayout.marksFile, Array(NightCSV.marks(night.marks).utf8))
    try add(ArchiveLayout.missingFile, Array(NightCSV.missing(night.missing).utf8))
    try add(ArchiveLayout.chunksFile, Array(NightCSV.chunks(night.chunks).utf8))
    try add(ArchiveLayout.clocksFile, Array(NightCSV.clocks(night.clocks).utf8))
    try add(ArchiveLayout.jumpsFile, Array(NightCSV.jumps(night.jumps).utf8))
    try zip.finish()
    bytes += zip.takeBytes()
    try Data(bytes).write(to: folder.appending(path: "archive.zip"))
  }

  private static func parquet(_ samples: Samples, of stream: String) throws -> [UInt8] {
    var writer = try ParquetWriter(
      columns: [ParquetColumn("time_ns", .int64)]
        + samples.channels.map { ParquetColumn($0, .double, isOptional: true) }
        + ArchiveLayout.correctedColumns.map { ParquetColumn($0, .int64, isOptional: true) })
    for row in samples.rows {
      writer.append(row.time, to: 0)
      for (index, value) in row.values.enumerated() {
        if let value { writer.append(value, to: index + 1) }
      }
      if let time = corrected(row.time, stream) {
        writer.append(time.time, to: row.values.count + 1)
        writer.append(time.uncertainty, to: row.values.count + 2)
      }
      try writer.endRow()
    }
    return try writer.finish()
  }
}
