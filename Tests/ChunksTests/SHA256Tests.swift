import Chunks
import Testing

/// The expected values are those of FIPS 180-2, appendix B, and of its published sample for no bytes.
@Suite struct SHA256Tests {
  static let examples: [(message: String, hex: String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ]

  @Test func `the hashes of the standard's messages are the standard's`() {
    for (message, hex) in Self.examples {
      #expect(ChunkDigest(bytes: SHA256Hash.hash(Array(message.utf8))) == ChunkDigest(hex: hex))
    }
  }

  /// 55, 56, 63, 64 and 65 bytes are on both sides of the ends of a block and of its padding.
  @Test(arguments: [1, 55, 56, 63, 64, 65, 1_000])
  func `bytes in parts have the hash of the whole`(_ size: Int) {
    for (message, hex) in Self.examples {
      let bytes = Array(message.utf8)
      var hash = SHA256Hash()
      for start in stride(from: 0, to: bytes.count, by: size) {
        hash.add(Array(bytes[start..<min(start + size, bytes.count)]))
        hash.add([])
      }
      #expect(ChunkDigest(bytes: hash.bytes) == ChunkDigest(hex: hex))
    }
  }

  @Test func `reading a hash does not end it, and a copy goes its own way`() {
    var hash = SHA256Hash()
    hash.add(Array("a".utf8))
    var copy = hash
    copy.add(Array("x".utf8))
    #expect(hash.bytes == SHA256Hash.hash(Array("a".utf8)))
    hash.add(Array("bc".utf8))
    #expect(hash.bytes == SHA256Hash.hash(Array("abc".utf8)))
    #expect(copy.bytes == SHA256Hash.hash(Array("ax".utf8)))
  }
}
