import YobanSimulatedOS

/// The grades of the expected rows of a part.
public struct KnownRows: CustomStringConvertible {
  private let grades: [Grade]

  public init(_ rows: [ExpectedRow]) { grades = rows.flatMap(\.all).compactMap(\.grade) }

  /// The number of rows per grade, by the grade's name.
  public var counts: [String: Int] {
    Dictionary(grades.map { ($0.rawValue, 1) }, uniquingKeysWith: +)
  }

  /// The grade that most rows have; of two equally common grades, the better one.
  public var verdict: String {
    let most = Grade.bestFirst.map { grade in grades.count { $0 == grade } }.max() ?? 0
    return Grade.bestFirst.first { grade in grades.count { $0 == grade } == most }?.rawValue
      ?? "expected"
  }

  /// A summary, such as `12 rows measured, 3 documented, 1 assumed`.
  public var description: String {
    let counts = Grade.bestFirst.compactMap { grade in
      let count = grades.count { $0 == grade }
      return count == 0 ? nil : (count, grade.rawValue)
    }
    guard let first = counts.first else { return "no rows" }
    let rest = counts.dropFirst().map { ", \($0.0) \($0.1)" }.joined()
    return "\(first.0) \(first.0 == 1 ? "row" : "rows") \(first.1)\(rest)"
  }
}
