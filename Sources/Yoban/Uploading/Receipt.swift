import Chunks
import Foundation

/// What the collector answers once a chunk is durable there, and always the same for one chunk.
public struct Receipt: Codable, Hashable, Sendable {
  public var device: String
  public var stream: String
  public var sequence: UInt64
  /// The SHA-256 of the bytes that the collector stored, in lower-case hexadecimal digits.
  public var sha256: String
  public var bytes: Int
  public var samples: Int
  public var gaps: Int

  public init(
    device: String, stream: String, sequence: UInt64, sha256: String, bytes: Int, samples: Int,
    gaps: Int
  ) {
    self.device = device
    self.stream = stream
    self.sequence = sequence
    self.sha256 = sha256
    self.bytes = bytes
    self.samples = samples
    self.gaps = gaps
  }

  /// Reads the body of an answer; nil when it is no receipt.
  public init?(json: [UInt8]) {
    guard let receipt = try? JSONDecoder().decode(Self.self, from: Data(json)) else { return nil }
    self = receipt
  }

  /// What does not fit to a chunk and the digest of our own bytes of it; nil when all does.
  public func mismatch(with chunk: ChunkIdentity, _ digest: ChunkDigest) -> ReceiptMismatch? {
    if device != chunk.device { return .device }
    if stream != chunk.stream { return .stream }
    if sequence != chunk.sequence { return .sequence }
    return sha256 == digest.hex ? nil : .digest
  }
}

/// The first thing in which a receipt differs from the chunk that was sent.
public enum ReceiptMismatch: String, Hashable, Sendable {
  case device, stream, sequence, digest
}
