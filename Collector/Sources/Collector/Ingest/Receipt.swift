import Chunks
import CollectorContract

extension Receipt {
  init(_ name: StreamName, _ record: ChunkRecord) {
    self.init(
      device: name.device, stream: name.stream, sequence: record.sequence,
      sha256: record.digest.hex, bytes: Int64(record.byteCount),
      samples: record.sampleCount, gaps: record.gapCount)
  }
}
