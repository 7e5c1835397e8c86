import Chunks
import Foundation

/// The stored bytes of a chunk, with the digest that was stored beside them.
public struct StoredBody: Hashable, Sendable {
  public var bytes: [UInt8]
  /// The digest that was stored with the bytes; nil if it can no longer be read.
  public var digest: ChunkDigest?

  public init(bytes: [UInt8], digest: ChunkDigest?) {
    self.bytes = bytes
    self.digest = digest
  }

  /// Whether the bytes are those that the sender has sent under an identity.
  ///
  /// Computes their SHA-256, and reads the identity in the bytes: a damaged index of a database can lead to
  /// another chunk, which is intact.
  public func isIntact(as identity: ChunkIdentity) -> Bool {
    guard let digest, ChunkDigest(of: bytes) == digest else { return false }
    return (try? ChunkReader(bytes))?.header.identity == identity
  }
}

/// A chunk that is known to be damaged.
public struct DamagedChunk: Hashable, Sendable {
  public var identity: ChunkIdentity
  /// In seconds since 1970.
  public var foundAt: Int64

  public init(identity: ChunkIdentity, foundAt: Int64) {
    self.identity = identity
    self.foundAt = foundAt
  }
}

extension CollectorStorage {
  /// Returns the bytes of a chunk as they were sent; nil if it is not stored.
  ///
  /// Throws `.damaged` if what is stored has another SHA-256 than what was sent, and notes the damage.
  public func intactBytes(of identity: ChunkIdentity) async throws(StorageError) -> [UInt8]? {
    guard let body = try await body(of: identity) else { return nil }
    guard body.isIntact(as: identity) else {
      try await noteDamage(of: identity, at: Date.nowInSeconds)
      throw .damaged(identity)
    }
    return body.bytes
  }
}
