import Collector

/// Measurements of clocks, each once, with the rules of the tables: of two with the same key, the first one is kept; of
/// the readings of an accessory, the one that was under way for the shorter time.
struct ClockRowSet {
  private struct Key: Hashable {
    var table: ClockTable
    var texts: [String]
    var numbers: [Int64]

    init(_ row: ClockRow) {
      (table, texts) = (row.table, row.texts)
      numbers =
        switch row.table {
        case .exchanges: [row.numbers[0]]
        case .readings: [row.numbers[1], row.minute]
        case .accessories: [row.minute]
        }
    }
  }

  private var rows: [Key: ClockRow] = [:]

  var count: Int { rows.count }

  func contains(_ row: ClockRow) -> Bool { rows[Key(row)] != nil }

  mutating func add(_ row: ClockRow) {
    let key = Key(row)
    if let known = rows[key] {
      guard row.table == .accessories, row.ahead > known.ahead else { return }
    }
    rows[key] = row
  }

  /// In an order that depends only on the measurements.
  var sorted: [ClockRow] {
    rows.values.sorted { left, right in
      if left.table != right.table { return left.table.rawValue < right.table.rawValue }
      if left.texts != right.texts { return left.texts.lexicographicallyPrecedes(right.texts) }
      return left.numbers.lexicographicallyPrecedes(right.numbers)
    }
  }
}

extension ClockRow {
  /// The time by which the clock of an accessory was ahead of the time of arrival.
  fileprivate var ahead: Int64 { numbers[1].clampedSubtract(numbers[0]) }
}
