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
  private(set) var skippedValueCount = 0
  private var streams: [String: Stream] = [:]

  init(format: ForeignFormat) { self.format = format }

  /// The largest number of channels of a chunk.
  static let maximumChannels = 16
  /// The largest number of channels of an entry; more are counted as skipped values.
  static let maximumEntryChannels = 256

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
    skippedValueCount += all.count - mapped.count
    for start in stride(from: 0, to: mapped.count, by: Self.maximumChannels) {
      let group = start / Self.maximumChannels + 1
      let end = min(start + Self.maximumChannels, mapped.count)
      let name = ForeignName.stream(format, parts: parts, group: group)
      insert(Row(time: time, cells: Array(mapped[start..<end])), into: name, label: label)
    }
  }

  private mutating func insert(_ row: Row, into name: String, label: String) {
    let identity = ForeignRowIdentity(
      time: row.time, values: row.cells.lazy.map { ($0.channel.name, $0.value) })
    if streams[name, default: Stream(label: label)].identities.insert(identity).inserted {
      streams[name]?.rows.append(row)
    } else {
      duplicateCount += 1
    }
  }

  /// Returns the series by stream name. Rows with the same time stay in the order of the request.
  func finish() -> [ForeignSeries] {
    streams.sorted { $0.key < $1.key }.flatMap { name, stream in
      let order = stream.rows.indices.sorted {
        (stream.rows[$0].time, $0) < (stream.rows[$1].time, $1)
      }
      return Self.divide(order.map { stream.rows[$0] }).map { rows in
        Self.series(of: rows, stream: name, label: stream.label)
      }
    }
  }

  /// Divides rows so that the rows of each division have at most 16 channels in total.
  private static func divide(_ rows: [Row]) -> [[Row]] {
    var divisions: [[Row]] = []
    var names: Set<String> = []
    for row in rows {
      let union = names.union(row.cells.map(\.channel.name))
      if divisions.isEmpty || union.count > maximumChannels {
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
    var values = [Double](repeating: .nan, count: rows.count * channels.count)
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
