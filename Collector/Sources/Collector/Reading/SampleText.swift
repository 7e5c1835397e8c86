import Chunks
import ClockOffsets
import Hummingbird

/// Writes the samples of a stream as text, in parts.
///
/// Values have the shortest form that is read back as the same number.
struct SampleText: Sendable {
  enum Format {
    /// The header is `time_ns`, the names of the channels, and the columns of `TimeCorrection`. If a sample lacks a
    /// channel, or its corrected time is not known, the field is empty.
    case csv
    /// Each line is an object with the same members. What a sample lacks is absent. JSON has no infinity and no NaN:
    /// such a value is null.
    case jsonLines
  }

  let format: Format
  /// The channels of the stream, also of chunks that are not part of the answer.
  let columns: [String]
  let chunks: [ChunkRecord]
  /// The times of the samples that are written.
  let times: ClosedRange<Int64>

  /// The approximate number of bytes per part.
  private static let bufferBytes = 64 * 1024

  func write(
    _ name: StreamName, _ storage: any CollectorStorage,
    to send: (ByteBuffer) async throws -> Void
  ) async throws {
    var buffer = ByteBuffer()
    if format == .csv {
      let names = [TimeCorrection.recordedColumn] + columns + TimeCorrection.columns
      buffer.writeString(names.joined(separator: ",") + "\n")
    }
    var samples = TimeOrderedSamples(chunks, of: name, in: storage, within: times)
    var channelPlaces = ChannelPlaces(columns: columns)
    var correction = TimeCorrection(name, in: storage)
    while let run = try await samples.next() {
      let places = channelPlaces.places(of: run.channels)
      let corrected = try await correction.times(of: run)
      for (row, time) in zip(run.rows, corrected) {
        append(run, row, places, time, to: &buffer)
        if buffer.readableBytes >= Self.bufferBytes {
          try await send(buffer)
          buffer.clear()
        }
      }
    }
    if buffer.readableBytes > 0 { try await send(buffer) }
  }

  private func append(
    _ run: TimeOrderedSamples.Run, _ row: Int, _ places: [Int?], _ corrected: CorrectedTime?,
    to buffer: inout ByteBuffer
  ) {
    let values = run.values(of: row)
    var line = format == .csv ? "" : "{\"\(TimeCorrection.recordedColumn)\":"
    line += String(run.times[row])
    for (column, place) in places.enumerated() {
      let stored = place.map { values[values.startIndex + $0] }
      let value = stored.flatMap { $0.isAbsent ? nil : $0 }
      switch format {
      case .csv:
        line += ","
        if let value { line += value.description }
      case .jsonLines:
        // The names of channels need no escaping.
        guard let value else { continue }
        line += ",\"\(columns[column])\":\(value.isFinite ? value.description : "null")"
      }
    }
    switch (format, corrected) {
    case (.csv, let corrected?): line += ",\(corrected.time),\(corrected.uncertainty)\n"
    case (.csv, nil): line += ",,\n"
    case (.jsonLines, let corrected?):
      line += ",\"\(TimeCorrection.timeColumn)\":\(corrected.time)"
      line += ",\"\(TimeCorrection.uncertaintyColumn)\":\(corrected.uncertainty)}\n"
    case (.jsonLines, nil): line += "}\n"
    }
    buffer.writeString(line)
  }
}
