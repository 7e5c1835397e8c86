import Chunks

/// That the collector has stored exactly these bytes of a chunk: what comes back to the watch.
///
/// A chunk is a closed chunk: its identity and the SHA-256 of its bytes say which one is meant.
public struct RelayReceipt: Hashable, Sendable {
  public var chunk: ChunkIdentity
  /// Of the bytes that the collector stored.
  public var digest: ChunkDigest

  public init(_ chunk: ChunkIdentity, _ digest: ChunkDigest) {
    self.chunk = chunk
    self.digest = digest
  }
}

extension RelayReceipt: CustomStringConvertible {
  /// `device/stream/sequence` and the digest in hexadecimal digits, with a space between them.
  public var description: String { "\(chunk) \(digest.hex)" }

  /// Reads what `description` writes; nil for another text.
  public init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, let chunk = ChunkIdentity(taskDescription: String(words[0])),
      let digest = ChunkDigest(hex: String(words[1]))
    else { return nil }
    self.init(chunk, digest)
  }
}
