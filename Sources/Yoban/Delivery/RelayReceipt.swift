import Chunks

/// The confirmation for the watch that the collector has stored exactly these bytes of a chunk.
///
/// The identity and the SHA-256 digest of the closed chunk's bytes identify the chunk.
public struct RelayReceipt: Hashable, Sendable {
  public var chunk: ChunkIdentity
  /// The digest of the bytes that the collector stored.
  public var digest: ChunkDigest

  public init(_ chunk: ChunkIdentity, _ digest: ChunkDigest) {
    self.chunk = chunk
    self.digest = digest
  }
}

extension RelayReceipt: CustomStringConvertible {
  /// `device/stream/sequence`, a space, and the digest in hexadecimal digits.
  public var description: String { "\(chunk) \(digest.hex)" }

  /// Parses the format of `description`; nil for any other text.
  public init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, let chunk = ChunkIdentity(taskDescription: String(words[0])),
      let digest = ChunkDigest(hex: String(words[1]))
    else { return nil }
    self.init(chunk, digest)
  }
}
