import Chunks

/// A value of an entry, under its name in the app.
struct Cell {
  let name: [UInt8]
  var unit: String?
  /// The position among the documented channels; `Int.max` for others.
  var rank = Int.max
  let value: Double
}

/// Collects rows and sorts them into series.
struct SeriesBuilder {
  let format: ForeignFormat
  private(set) var duplicateCount = 0
  private(set) var droppedValueCount = 0
  private var streams: [String: Stream] = [:]
  private var hasTooManySeries = false

  init(format: ForeignFormat) { self.format = format }

  /// The largest number of channels of a chunk.
  static let maximumChannels = 16
  /// The largest number of channels of an entry; more are counted as malformed values.
  static let maximumEntryChannels = 256
  /// The largest number of series of a request. Each is written as a chunk, in one transaction.
  static let maximumSeries = 1_000

  private struct Row {
    let time: Int64
    let cells: [MappedCell]
  }

  private struct MappedCell {
    let channel: ForeignChannel
    let rank: Int
    let value: Double

    static func comesBefore(_ left: MappedCell, _ right: MappedCell) -> Bool {
      (left.rank, left.channel.name) < (right.rank, right.channel.name)
    }
  }

  private struct Stream {
    let label: String
    var rows: [Row] = []
    var identities: Set<ForeignRowIdentity> = []
  }

  /// Adds one row. Its cells have different names; it has at least one.
  ///
  /// Only this row decides which of its cells are in which stream, so that a row which is sent
  /// again in another batch is in the same streams.
  mutating func add(parts: [[UInt8]], label: String, time: Int64, cells: [Cell]) {
    let all = cells.map { cell in
      let channel = ForeignChannel(name: ForeignName.channel(cell.name), unit: cell.unit)
      return MappedCell(channel: channel, rank: cell.rank, value: cell.value)
    }.sorted(by: MappedCell.comesBefore)
    let mapped = all.prefix(Self.maximumEntryChannels)
    droppedValueCount += all.count - mapped.count
    let base = ForeignName.stream(format, parts: parts)
    for start in stride(from: 0, to: mapped.count, by: Self.maximumChannels) {
      let group = start / Self.maximumChannels + 1
      let end = min(start + Self.maximumChannels, mapped.count)
      let name = ForeignName.stream(base, group: group)
      insert(Row(time: time, cells: Array(mapped[start..<end])), into: name, label: label)
    }
  }

  private mutating func insert(_ row: Row, into name: String, label: String) {
    guard streams[name] != nil || streams.count < Self.maximumSeries else {
      hasTooManySeries = true
      return
    }
    let identity = ForeignRowIdentity(
      time: row.time, values: row.cells.lazy.map { ($0.channel.name, $0.value) })
    if streams[name, default: Stream(label: label)].identities.insert(identity).inserted {
      streams[name]?.rows.append(row)
    } else {
      duplicateCount += 1
    }
  }

  /// Returns the series by stream name. Rows with the same time stay in the order of the request.
  ///
  /// - Throws: `.tooManySeries`.
  func finish() throws(ForeignFormatError) -> [ForeignSeries] {
    let tooManySeries = ForeignFormatError.tooManySeries(format, limit: Self.maximumSeries)
    guard !hasTooManySeries else { throw tooManySeries }
    var series: [ForeignSeries] = []
    for (name, stream) in streams.sorted(by: { $0.key < $1.key }) {
      let order = stream.rows.indices.sorted {
        (stream.rows[$0].time, $0) < (stream.rows[$1].time, $1)
      }
      let divisions = Self.divide(order.map { stream.rows[$0] })
      guard series.count + divisions.count <= Self.maximumSeries else { throw tooManySeries }
      series += divisions.map { Self.series(of: $0, stream: name, label: stream.label) }
    }
    return series
  }

  /// Divides rows so that each division has room in a chunk: its rows have at most 16 channels in total, and not too
  /// many values.
  private static func divide(_ rows: [Row]) -> [[Row]] {
    var divisions: [[Row]] = []
    var names: Set<String> = []
    for row in rows {
      let union = names.union(row.cells.map(\.channel.name))
      let valueCount = ((divisions.last?.count ?? 0) + 1) * union.count
      if divisions.isEmpty || union.count > maximumChannels || valueCount > ChunkLimits.valuesMax {
        divisions.append([row])
        names = Set(row.cells.map(\.channel.name))
      } else {
        divisions[divisions.count - 1].append(row)
        names = union
      }
    }
    return divisions
  }

  private static func series(of rows: [Row], stream: String, label: String) -> ForeignSeries {
    var columns: [String: Int] = [:]
    var channels: [MappedCell] = []
    for cell in rows.lazy.flatMap(\.cells) where columns[cell.channel.name] == nil {
      columns[cell.channel.name] = 0
      channels.append(cell)
    }
    channels.sort(by: MappedCell.comesBefore)
    for (column, cell) in channels.enumerated() { columns[cell.channel.name] = column }
    var values = [Double](repeating: .absent, count: rows.count * channels.count)
    for (index, row) in rows.enumerated() {
      for cell in row.cells {
        guard let column = columns[cell.channel.name] else { continue }
        values[index * channels.count + column] = cell.value
      }
    }
    return ForeignSeries(
      stream: stream, label: label, channels: channels.map(\.channel), times: rows.map(\.time),
      values: values)
  }
}
