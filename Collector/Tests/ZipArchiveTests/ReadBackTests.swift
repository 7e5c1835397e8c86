import Foundation
import TestPrograms
import Testing
import ZipArchive

/// Other programs read the archives.
struct ReadBackTests {
  /// The time of an entry, and the time in UTC that a reader must find.
  static let times: [(Int64, String)] = [
    (315_532_800, "1980-01-01 00:00:00"),
    (920_246_401, "1999-03-01 00:00:00"),
    (951_827_696, "2000-02-29 12:34:56"),
    (1_735_689_599, "2024-12-31 23:59:58"),
    (1_795_212_000, "2026-11-20 22:00:00"),
    (2_145_916_798, "2037-12-31 23:59:58"),
    // Out of the range of ZIP.
    (0, "1980-01-01 00:00:00"),
    (.min, "1980-01-01 00:00:00"),
    (.max, "2037-12-31 23:59:58"),
  ]

  @Test func `Python, unzip and bsdtar read every byte`() async throws {
    let folder = try TemporaryFolder()
    let noise = (0..<300_000).map { UInt8(truncatingIfNeeded: ($0 &* $0 &* 2_654_435_761) >> 13) }
    let line = Array("1795212000000000000,0.5\n".utf8)
    var contents: [(name: String, parts: [[UInt8]])] = [
      ("night/empty.txt", []), ("night/small text.txt", [Array("text".utf8)]),
      ("night/streams/noise.parquet", [noise, Array(noise[..<7]), noise]),
      ("night/many parts.csv", Array(repeating: line, count: 10_000)),
    ]
    contents += Self.times.indices.map { ("night/time-\($0)", [[UInt8($0)]]) }
    var zip = try ZipWriter()
    var bytes: [UInt8] = []
    var expected = ""
    for (index, content) in contents.enumerated() {
      let compression: ZipWriter.Compression =
        content.name.hasSuffix(".parquet") || index.isMultiple(of: 5) ? .store : .deflate
      let (seconds, time) = Self.times[max(0, index - 4)]
      try zip.begin(content.name, modified: seconds, compression: compression)
      for part in content.parts {
        try zip.append(part)
        bytes += zip.takeBytes()
      }
      try zip.end()
      try Data(content.parts.joined()).write(to: folder.url.appending(path: "content-\(index)"))
      expected += "\(content.name)\t\(compression)\t\(time)\n"
    }
    try zip.finish()
    bytes += zip.takeBytes()
    try Data(bytes).write(to: folder.url.appending(path: "archive.zip"))
    try Data(expected.utf8).write(to: folder.url.appending(path: "expected.txt"))
    let (output, status) = try await Python.run([Python.script("read_zip.py"), folder.url.path])
    #expect(status == 0, "\(output)")
    #expect(output.contains("Python has read \(contents.count) entries."))
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["YOBAN_ARCHIVE_LARGE"] != nil,
      "Skipped: it takes a minute. Set YOBAN_ARCHIVE_LARGE=1 to run it."),
    arguments: [ZipWriter.Compression.store, .deflate])
  func `Python reads entries after 4 GB`(compression: ZipWriter.Compression) async throws {
    let folder = try TemporaryFolder()
    let count = 5 << 30
    let (output, status) = try await Python.run(
      [Python.script("read_zeros.py"), folder.url.path, String(count)]
    ) { input in
      let zeros = [UInt8](repeating: 0, count: 1 << 20)
      var zip = try ZipWriter()
      try zip.begin("large/zeros.bin", modified: 1_795_212_000, compression: compression)
      for _ in 0..<count / zeros.count {
        try zip.append(zeros)
        try await input.write(zip.takeBytes())
      }
      try zip.end()
      try zip.begin("large/after.txt", modified: 1_795_212_000)
      try zip.append(Array("after".utf8))
      try zip.end()
      try zip.finish()
      try await input.write(zip.takeBytes())
    }
    #expect(status == 0, "\(output)")
    #expect(output.contains("Python has read \(count) zeros"))
  }
}
