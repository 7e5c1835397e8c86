import Chunks

/// The response to the sender of a chunk once the chunk is durable. It is always the same for one
/// chunk.
struct Receipt: Encodable {
  var device: String
  var stream: String
  var sequence: UInt64
  var sha256: String
  var bytes: Int
  var samples: Int
  var gaps: Int

  init(_ name: StreamName, _ record: ChunkRecord) {
    device = name.device
    stream = name.stream
    sequence = record.sequence
    sha256 = record.digest.hex
    bytes = record.byteCount
    samples = record.sampleCount
    gaps = record.gapCount
  }
}
