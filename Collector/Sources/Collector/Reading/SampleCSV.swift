import Chunks
import Hummingbird

/// Writes the samples of a stream as CSV, in parts.
///
/// The header is `time_ns` and the names of the channels. Values have the shortest form that is
/// read back as the same number. If a sample lacks a channel, its field is empty.
struct SampleCSV: Sendable {
  /// The channels of the stream, also of chunks that are not part of the answer.
  let columns: [String]
  let chunks: [ChunkRecord]
  let isWanted: @Sendable (Int64) -> Bool

  /// The approximate number of bytes per part.
  private static let bufferBytes = 64 * 1024

  func write(
    _ name: StreamName, _ storage: any CollectorStorage,
    to send: (ByteBuffer) async throws -> Void
  ) async throws {
    var buffer = ByteBuffer()
    buffer.writeString((["time_ns"] + columns).joined(separator: ",") + "\n")
    var samples = TimeOrderedSamples(chunks, of: name, in: storage)
    while let run = try await samples.next() {
      let places = columns.map { run.channels.firstIndex(of: $0) }
      for row in run.rows where isWanted(run.times[row]) {
        Self.append(run, row, places, to: &buffer)
        if buffer.readableBytes >= Self.bufferBytes {
          try await send(buffer)
          buffer.clear()
        }
      }
    }
    if buffer.readableBytes > 0 { try await send(buffer) }
  }

  private static func append(
    _ run: TimeOrderedSamples.Run, _ row: Int, _ places: [Int?], to buffer: inout ByteBuffer
  ) {
    let values = run.values(of: row)
    var line = String(run.times[row])
    for place in places {
      line += ","
      if let place { line += values[values.startIndex + place].description }
    }
    line += "\n"
    buffer.writeString(line)
  }
}
