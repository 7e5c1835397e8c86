import Chunks
import ClockOffsets
import Hummingbird
import ParquetWriter

/// Writes the samples of a stream as a Parquet file, in parts.
///
/// The columns are `time_ns`, the channels, and those of `TimeCorrection`. If a sample lacks a channel, or its
/// corrected time is not known, the value is null. The names, the units and the nominal interval are in the metadata of
/// the file, under names that begin with `yoban.`.
struct SampleParquet: Sendable {
  let chunks: [ChunkRecord]
  let channels: StreamChannels
  /// The times of the samples that are written.
  let times: ClosedRange<Int64>

  func write(
    _ name: StreamName, _ storage: any CollectorStorage,
    to send: (ByteBuffer) async throws -> Void
  ) async throws {
    var writer = try SampleParquetWriter(name, channels)
    var samples = TimeOrderedSamples(chunks, of: name, in: storage, within: times)
    var correction = TimeCorrection(name, in: storage)
    while let run = try await samples.next() {
      try writer.append(run, try await correction.times(of: run))
      let bytes = writer.takeBytes()
      if !bytes.isEmpty { try await send(ByteBuffer(bytes: bytes)) }
    }
    try await send(ByteBuffer(bytes: try writer.finish()))
  }
}

/// Writes the Parquet file of a stream from runs of samples.
struct SampleParquetWriter: ~Copyable {
  private var channelPlaces: ChannelPlaces
  private var writer: ParquetWriter

  /// - Parameter channels: the columns, none of which has the name of the column of the times.
  init(_ name: StreamName, _ channels: StreamChannels) throws {
    channelPlaces = ChannelPlaces(columns: channels.names)
    writer = try ParquetWriter(
      columns: [ParquetColumn(TimeCorrection.recordedColumn, .int64)]
        + channels.names.map { ParquetColumn($0, .double, isOptional: true) }
        + TimeCorrection.columns.map {
          ParquetColumn($0, .int64, isOptional: true)
        },
      keyValueMetadata: Self.metadata(name, channels))
  }

  /// - Parameter corrected: the times of the samples on the clock of the collector, as far as they are known.
  mutating func append(_ run: TimeOrderedSamples.Run, _ corrected: [CorrectedTime?]) throws {
    let places = channelPlaces.places(of: run.channels)
    for (row, time) in zip(run.rows, corrected) {
      let values = run.values(of: row)
      writer.append(run.times[row], to: 0)
      for (column, place) in places.enumerated() {
        guard let place, case let value = values[values.startIndex + place], !value.isAbsent else {
          continue
        }
        writer.append(value, to: column + 1)
      }
      if let time {
        writer.append(time.time, to: places.count + 1)
        writer.append(time.uncertainty, to: places.count + 2)
      }
      try writer.endRow()
    }
  }

  /// Returns the bytes that were produced since the last call.
  mutating func takeBytes() -> [UInt8] { writer.takeBytes() }

  /// Returns the last bytes of the file.
  consuming func finish() throws -> [UInt8] { try writer.finish() }

  /// The meaning of the columns of `TimeCorrection`.
  private static let corrected = """
    The time of the sample on the clock of the collector, computed from measurements of the clocks of the device and \
    of its accessory. The true time is at most uncertainty_ns earlier or later, if the assumptions in docs/clocks.md \
    hold. Null if nothing is known.
    """

  private static func metadata(
    _ name: StreamName, _ channels: StreamChannels
  ) -> [(key: String, value: String)] {
    var pairs = [
      ("yoban.device", name.device), ("yoban.stream", name.stream),
      ("yoban.\(TimeCorrection.timeColumn)", Self.corrected),
    ]
    for (channel, unit) in zip(channels.names, channels.units) where !unit.isEmpty {
      pairs.append(("yoban.unit.\(channel)", unit))
    }
    if let interval = channels.interval {
      pairs.append(("yoban.interval_ns", "\(interval)"))
    }
    return pairs.map { (key: $0.0, value: $0.1) }
  }
}
