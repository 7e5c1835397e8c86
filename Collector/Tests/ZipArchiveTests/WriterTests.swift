import Foundation
import Testing
import ZipArchive

struct WriterTests {
  /// Other tests of this process use the variables of the environment, so each zone has its own process.
  @Test(arguments: ["UTC", "Asia/Tokyo", "America/St_Johns"])
  func `the same calls give the same bytes in every time zone`(zone: String) async throws {
    let archive = try Self.archive(of: "text")
    await #expect(processExitsWith: .success) { [zone, archive = archive as [UInt8]] in
      setenv("TZ", zone, 1)
      tzset()
      let (same, other) = (try Self.archive(of: "text"), try Self.archive(of: "other"))
      #expect(same == archive)
      #expect(other != archive)
    }
  }

  @Test func `an archive without entries has only an end`() throws {
    var zip = try ZipWriter()
    try zip.finish()
    #expect(zip.takeBytes() == [0x50, 0x4b, 5, 6] + Array(repeating: 0, count: 18))
  }

  @Test(arguments: [
    "", "/a", "a/", "a//b", ".", "..", "a/../b", "a/./b", "..\\a", "a:b", "ä", "a\0b", "a\nb",
    "a.", "a/b ", "a\u{7f}", "CON?", String(repeating: "a", count: 1_025),
  ])
  func `an unsafe name is refused`(name: String) throws {
    var zip = try ZipWriter()
    #expect { try zip.begin(name, modified: 0) } throws: { error in
      guard case .invalidName(name, _) = error as? ZipError else { return false }
      return true
    }
    // Nothing was begun.
    #expect(zip.takeBytes().isEmpty)
    try zip.finish()
  }

  @Test(arguments: ["a", "a/b.c-d_e", "a b/..c", ".hidden", String(repeating: "a", count: 1_024)])
  func `a safe name is accepted`(name: String) throws {
    var zip = try ZipWriter()
    try zip.begin(name, modified: 0)
    try zip.end()
    try zip.finish()
  }

  @Test(arguments: [("a/b", "a/b"), ("a/b", "A/B"), ("a/b", "a"), ("A", "a/b/c"), ("x/y/z", "x/Y")])
  func `two entries cannot be the same file, or a file and a folder`(
    first: String, second: String
  ) throws {
    var zip = try ZipWriter()
    try zip.begin(first, modified: 0)
    try zip.end()
    #expect(throws: ZipError.conflictingName(second)) { try zip.begin(second, modified: 0) }
    // The refused name is not remembered.
    try zip.begin("other/c", modified: 0)
    try zip.end()
    try zip.finish()
  }

  @Test func `a call out of order throws and changes nothing`() throws {
    var zip = try ZipWriter()
    #expect(throws: ZipError.noEntryIsOpen) { try zip.append([1]) }
    #expect(throws: ZipError.noEntryIsOpen) { try zip.end() }
    try zip.begin("a", modified: 0)
    #expect(throws: ZipError.entryIsOpen("a")) { try zip.begin("b", modified: 0) }
    #expect(throws: ZipError.entryIsOpen("a")) { try zip.finish() }
    try zip.append([])
    try zip.append(Array("te".utf8))
    try Array("xt".utf8).withUnsafeBytes { try zip.append($0) }
    try zip.end()
    try zip.finish()
    #expect(throws: ZipError.isFinished) { try zip.finish() }
    #expect(throws: ZipError.isFinished) { try zip.append([1]) }
    #expect(throws: ZipError.isFinished) { try zip.end() }
    #expect(throws: ZipError.isFinished) { try zip.begin("c", modified: 0) }
    #expect(try zip.takeBytes() == Self.archive(of: "text", name: "a", modified: 0))
    #expect(zip.takeBytes().isEmpty)
  }

  @Test(arguments: [ZipWriter.Compression.store, .deflate])
  func `bytes are handed out while an entry is written`(
    compression: ZipWriter.Compression
  ) throws {
    var generator = SystemRandomNumberGenerator()
    let part = (0..<1 << 20).map { _ in UInt8.random(in: 0...255, using: &generator) }
    var zip = try ZipWriter()
    try zip.begin("noise", modified: 0, compression: compression)
    var total = 0
    for count in 1...16 {
      try zip.append(part)
      total += zip.takeBytes().count
      // At most what zlib keeps is missing, and noise does not become smaller.
      #expect(((count << 20) - 400_000...(count << 20) + 16_384).contains(total))
    }
    try zip.end()
    try zip.finish()
    #expect(zip.takeBytes().count < 400_000)
  }

  @Test func `a writer may be discarded at any time`() throws {
    for calls in 0..<4 {
      var zip = try ZipWriter()
      if calls > 0 { try zip.begin("a", modified: 0) }
      if calls > 1 { try zip.append([1, 2, 3]) }
      if calls > 2 { try zip.end() }
      _ = consume zip
    }
  }

  private static func archive(
    of text: String, name: String = "folder/text", modified: Int64 = 1_795_212_000
  ) throws -> [UInt8] {
    var zip = try ZipWriter()
    try zip.begin(name, modified: modified)
    try zip.append(Array(text.utf8))
    try zip.end()
    try zip.finish()
    return zip.takeBytes()
  }
}
