import Foundation
import Testing
import ZipArchive

/// Archives that were written by `ZipWriter`, and altered.
@Suite struct ReaderTests {
  private static func write(_ entries: [(name: String, bytes: [UInt8], repeats: Int)]) throws
    -> [UInt8]
  {
    var writer = try ZipWriter()
    var archive: [UInt8] = []
    for entry in entries {
      try writer.begin(entry.name, modified: 0, compression: .deflate)
      for _ in 0..<entry.repeats { try writer.append(entry.bytes) }
      try writer.end()
      archive += writer.takeBytes()
    }
    try writer.finish()
    return archive + writer.takeBytes()
  }

  private static func withFile(_ bytes: [UInt8], _ body: (ZipReader) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "zip-\(UUID()).zip").path
    try Data(bytes).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(ZipReader(path: path, byteCount: Int64(bytes.count)))
  }

  private static func contents(_ reader: ZipReader) throws -> [UInt8] {
    var contents: [UInt8] = []
    while case let part = try reader.read(atMost: 7), !part.isEmpty { contents += part }
    return contents
  }

  @Test func `entries are read one after the other, and can be skipped`() throws {
    let archive = try Self.write([
      ("a/one.txt", Array("one".utf8), 1), ("two.txt", Array("two".utf8), 1_000), ("three", [], 1),
    ])
    try Self.withFile(archive) { (reader: ZipReader) throws in
      #expect(try reader.next() == "a/one.txt")
      #expect(try reader.next() == "two.txt")
      #expect(try Self.contents(reader) == Array(String(repeating: "two", count: 1_000).utf8))
      #expect(try reader.next() == "three")
      #expect(try Self.contents(reader) == [])
      #expect(try reader.next() == nil)
    }
  }

  @Test func `an archive that is cut off is refused before its first entry`() throws {
    let archive = try Self.write([("one.txt", Array(0...255), 100)])
    for length in [0, 4, 30, archive.count / 2, archive.count - 30] {
      #expect(throws: ZipError.self, "\(length)") {
        try Self.withFile(Array(archive.prefix(length))) { _ = try $0.next() }
      }
    }
  }

  @Test func `altered bytes of an entry are noticed`() throws {
    var archive = try Self.write([("one.txt", Array(0...255), 100)])
    archive[archive.count / 3] ^= 0x10
    #expect(throws: ZipError.self) {
      try Self.withFile(archive) { (reader: ZipReader) throws in
        _ = try reader.next()
        _ = try Self.contents(reader)
      }
    }
  }

  /// 100 MiB of zeros are a few hundred kilobytes in the archive.
  @Test func `an archive that unpacks to far more than its size is refused`() throws {
    let archive = try Self.write([("zeros", [UInt8](repeating: 0, count: 1 << 20), 100)])
    let limit = max(64 << 20, 200 * archive.count)
    try #require(limit < 95 << 20)
    try Self.withFile(archive) { (reader: ZipReader) throws in
      _ = try reader.next()
      var count = 0
      let error = #expect(throws: ZipError.self) {
        while case let part = try reader.read(atMost: 1 << 20), !part.isEmpty {
          count += part.count
        }
      }
      #expect(error == .unpacksTooLarge(limit: Int64(limit)))
      #expect(count <= limit)
    }
  }
}
