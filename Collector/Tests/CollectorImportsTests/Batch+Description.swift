import Chunks

@testable import CollectorImports

extension ForeignBatch {
  /// One line per series and per row, for comparisons: `stream: name[unit] …`, then `time value …`.
  /// A missing value is `_`.
  var lines: [String] {
    series.flatMap { series in
      let channels = series.channels.map { $0.name + ($0.unit.map { "[\($0)]" } ?? "") }
      let rows = series.times.indices.map { row in
        let values = series.channels.indices.map {
          let value = series.values[row * series.channels.count + $0]
          return value.isAbsent ? "_" : "\(value)"
        }
        return ([String(series.times[row])] + values).joined(separator: " ")
      }
      return ["\(series.stream): \(channels.joined(separator: " "))"] + rows
    }
  }

  /// The counts in the order other, malformed entries, malformed values, duplicates.
  var counts: [Int] { [otherCount, malformedCount, malformedValueCount, duplicateCount] }
}

extension ForeignRequest {
  /// A request with times in seconds.
  static let example = ForeignRequest(precision: "s", receptionTime: 1)
}

extension ForeignParser {
  func parse(_ text: String) throws(ForeignFormatError) -> ForeignBatch {
    try parse(Array(text.utf8))
  }
}
