import Chunks
import CollectorContract

extension Receipt {
  /// Returns the first field that does not match the chunk or the digest of its local bytes; nil
  /// when everything matches.
  public func mismatch(with chunk: ChunkIdentity, _ digest: ChunkDigest) -> ReceiptMismatch? {
    if device != chunk.device { return .device }
    if stream != chunk.stream { return .stream }
    if sequence != chunk.sequence { return .sequence }
    return sha256 == digest.hex ? nil : .digest
  }
}

/// The first field in which a receipt differs from the chunk that was sent.
public enum ReceiptMismatch: String, Hashable, Sendable {
  case device, stream, sequence, digest
}
