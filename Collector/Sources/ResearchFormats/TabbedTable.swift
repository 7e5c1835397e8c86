import Foundation

/// Tables with tabs between the fields, as BIDS has them.
enum TabbedTable {
  /// Returns a table with a header. A tab or a line break in a field becomes a space, and an empty field `n/a`.
  static func text(_ header: [String], _ rows: [[String]]) -> String {
    ([header] + rows).map { row in row.map(field).joined(separator: "\t") + "\n" }.joined()
  }

  private static func field(_ text: String) -> String {
    let safe = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    return safe.isEmpty ? "n/a" : safe
  }
}

/// Files in JSON, as BIDS has them.
enum BIDSJSON {
  static func bytes(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("a value without infinity and NaN can be written as JSON")
    }
    return Array(data) + [0x0A]
  }
}
