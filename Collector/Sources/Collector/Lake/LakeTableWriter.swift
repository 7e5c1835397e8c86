import Chunks
import ClockOffsets
import ParquetWriter

/// Writes the rows of one file of a lake, one row group at a time.
///
/// A row group of samples has the values of one channel, sorted by time. So a reader that wants one channel, or some
/// minutes, finds in the statistics which row groups it can leave out.
struct LakeTableWriter: ~Copyable {
  /// The number of values above which rows are written. So many are in memory.
  private let valuesPerBlockMax: Int
  private let table: LakeTable
  private var writer: ParquetWriter
  private var rowCount = 0
  private var blocks: [ChannelName: Block] = [:]
  private var valueCount = 0

  private struct ChannelName: Hashable, Comparable {
    var channel: String
    var unit: String

    static func < (left: Self, right: Self) -> Bool {
      (left.channel, left.unit) < (right.channel, right.unit)
    }
  }

  private struct Block {
    var times: [Int64] = []
    var corrected: [CorrectedTime?] = []
    var values: [Double] = []
  }

  init(_ table: LakeTable, valuesPerBlockMax: Int) throws(ParquetError) {
    self.table = table
    self.valuesPerBlockMax = valuesPerBlockMax
    writer = try ParquetWriter(
      columns: Self.columns(of: table),
      keyValueMetadata: [
        ("yoban.table", table.rawValue), ("yoban.format", "\(LakeMarker.formatVersion)"),
      ])
  }

  /// The schema of a table. A change of it is a new `LakeMarker.formatVersion`.
  private static func columns(of table: LakeTable) -> [ParquetColumn] {
    switch table {
    case .samples:
      [ParquetColumn(TimeCorrection.recordedColumn, .int64)]
        + TimeCorrection.columns.map { ParquetColumn($0, .int64, isOptional: true) } + [
          ParquetColumn("channel", .string), ParquetColumn("unit", .string, isOptional: true),
          ParquetColumn("value", .double),
        ]
    case .events:
      [
        ParquetColumn("kind", .string), ParquetColumn("start_ns", .int64),
        ParquetColumn("end_ns", .int64, isOptional: true), ParquetColumn("name", .string),
      ]
    }
  }

  /// Adds samples. A value that a sample lacks has no row.
  ///
  /// - Parameter corrected: the times of the samples on the clock of the collector, as far as they are known.
  mutating func append(
    _ run: TimeOrderedSamples.Run, _ corrected: [CorrectedTime?]
  ) throws(ParquetError) {
    let channels = run.channels
    let values = run.values
    for (place, (channel, unit)) in zip(channels, run.units).enumerated() {
      var block = Block()
      swap(&block, &blocks[ChannelName(channel: channel, unit: unit), default: Block()])
      for (row, time) in zip(run.rows, corrected) {
        let value = values[row * channels.count + place]
        guard !value.isAbsent else { continue }
        block.times.append(run.times[row])
        block.corrected.append(time)
        block.values.append(value)
        valueCount += 1
      }
      swap(&block, &blocks[ChannelName(channel: channel, unit: unit), default: Block()])
    }
    if valueCount >= valuesPerBlockMax { try endBlock() }
  }

  mutating func append(_ event: LakeEvent) throws(ParquetError) {
    writer.append(event.start, to: 1)
    if let end = event.end { writer.append(end, to: 2) }
    try writer.append(event.kind.rawValue, to: 0)
    try writer.append(event.name, to: 3)
    try writer.endRow()
    rowCount += 1
  }

  /// Returns the bytes that were produced since the last call.
  mutating func takeBytes() -> [UInt8] { writer.takeBytes() }

  /// Returns the last bytes of the file, and the number of rows in it.
  consuming func finish() throws(ParquetError) -> (bytes: [UInt8], rowCount: Int) {
    try endBlock()
    let count = rowCount
    return (try writer.finish(), count)
  }

  private mutating func endBlock() throws(ParquetError) {
    for (name, block) in blocks.sorted(by: { $0.key < $1.key }) {
      for (place, value) in block.values.enumerated() {
        writer.append(block.times[place], to: 0)
        if let corrected = block.corrected[place] {
          writer.append(corrected.time, to: 1)
          writer.append(corrected.uncertainty, to: 2)
        }
        try writer.append(name.channel, to: 3)
        if !name.unit.isEmpty { try writer.append(name.unit, to: 4) }
        writer.append(value, to: 5)
        try writer.endRow()
      }
      try writer.endGroup()
      rowCount += block.times.count
    }
    blocks.removeAll(keepingCapacity: true)
    valueCount = 0
  }
}
