#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The SHA-256 of all bytes of a chunk; together with the identity it identifies the chunk.
public struct ChunkDigest: Hashable, Sendable {
  /// Exactly 32 bytes.
  public let bytes: [UInt8]

  /// Creates the digest of a whole chunk.
  public init(of chunk: [UInt8]) {
    var running = Running()
    running.add(chunk)
    self = running.digest
  }

  /// A digest that is computed while the bytes of a chunk are written.
  public struct Running: Sendable {
    private var hash = SHA256Hash()

    public init() {}

    public mutating func add(_ bytes: [UInt8]) {
      hash.add(bytes)
    }

    /// The digest of all bytes so far.
    public var digest: ChunkDigest { ChunkDigest(hash.bytes) }
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a digest from 32 bytes; nil for any other number of bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == SHA256Hash.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Creates a digest from 64 hexadecimal digits; nil for any other text.
  public init?(hex: String) {
    let digits = Array(hex.utf8)
    guard digits.count == 2 * SHA256Hash.byteCount else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.value(ofHexDigit: digits[index]),
        let low = Self.value(ofHexDigit: digits[index + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    self.init(bytes: bytes)
  }

  /// Creates a digest from padded base64, as in a `Content-Digest` field; nil for any other text.
  public init?(base64: String) {
    guard let data = Data(base64Encoded: base64) else { return nil }
    self.init(bytes: Array(data))
  }

  /// The digest as 64 lower-case hexadecimal digits.
  public var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 0xF)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The digest as padded base64.
  public var base64: String { Data(bytes).base64EncodedString() }

  /// The value of a `Content-Digest` field (RFC 9530).
  public var contentDigestField: String { "sha-256=:\(base64):" }

  private static func value(ofHexDigit digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x41 + 10
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }
}

extension ChunkDigest: CustomStringConvertible {
  public var description: String { hex }
}
