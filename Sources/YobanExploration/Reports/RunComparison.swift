import YobanVirtualTime

/// The events of two runs side by side, in the order of their times. It has no side effects.
struct RunComparison {
  struct Row {
    var instant: VirtualInstant
    var failing: RunEvent?
    var passing: RunEvent?
    var isFirstDifference = false

    var isEqual: Bool { failing != nil && passing != nil }
  }
  private(set) var rows: [Row] = []

  /// The number of equal events that are shown before the first difference.
  private static let before = 12
  /// The largest number of rows.
  private static let rowsMax = 600

  init(_ failing: [RunEvent], _ passing: [RunEvent]) {
    let common = zip(failing, passing).prefix { $0 == $1 }.count
    rows = failing[max(0, common - Self.before)..<common].map {
      Row(instant: $0.instant, failing: $0, passing: $0)
    }
    var (i, j) = (common, common)
    var isFirst = true
    while rows.count < Self.rowsMax, i < failing.count || j < passing.count {
      var row: Row
      let (here, there) = (failing.at(i), passing.at(j))
      if let here, let there, here == there {
        row = Row(instant: here.instant, failing: here, passing: there)
        (i, j) = (i + 1, j + 1)
      } else if let here, there.map({ here.instant <= $0.instant }) ?? true {
        row = Row(instant: here.instant, failing: here)
        i += 1
      } else {
        row = Row(instant: there!.instant, passing: there)
        j += 1
      }
      row.isFirstDifference = isFirst
      isFirst = false
      rows.append(row)
    }
  }
}

extension Array {
  fileprivate func at(_ index: Int) -> Element? { index < count ? self[index] : nil }
}
