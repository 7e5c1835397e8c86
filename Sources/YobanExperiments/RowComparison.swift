import YobanVirtualTime

/// Compares rows with the expected rows, without side effects.
struct RowComparison {
  private let rows: [Row]
  private var place = 0
  private var lastTick = -1

  init(_ rows: [Row]) { self.rows = rows }

  /// Returns a description of the first difference; nil if there is none.
  mutating func difference(from expected: [ExpectedRow]) -> String? {
    for wanted in expected {
      if let difference = take(wanted) { return difference }
    }
    guard place == rows.count else {
      return "row \(place + 1) was not expected: \(rows[place])"
    }
    return nil
  }

  private mutating func take(_ wanted: ExpectedRow) -> String? {
    let first = place
    let difference: String? =
      switch wanted.shape {
      case .row(let text, let state): takeRow(text, state, wanted)
      case .ticks(let count): takeTicks(count)
      case .eachSecond(let text, let state, let count): takeRepeated(text, state, count, wanted)
      case .amongTicks(let count, let rows): takeGroup(count, rows)
      }
    return difference ?? delayDifference(wanted, from: first)
  }

  /// A description of the next row.
  private var next: String { place < rows.count ? "\(rows[place])" : "the end" }

  private func delayDifference(_ wanted: ExpectedRow, from first: Int) -> String? {
    guard let range = wanted.delay, place > first else { return nil }
    if case .amongTicks = wanted.shape {
      // The time from the group's first row to the row that ends the group.
      guard place < rows.count else { return "row \(place + 1) is missing: the end of \(wanted)" }
      let length = rows[place].instant - rows[first].instant
      guard !range.contains(length) else { return nil }
      return
        "rows \(first + 1) to \(place) (\(wanted)) lasted \(length), expected \(range.lowerBound) to \(range.upperBound)"
    }
    guard first > 0 else { return nil }
    return delayDifference(wanted, at: first, after: rows[first - 1].instant)
  }

  /// Compares the delay of one row.
  private func delayDifference(
    _ wanted: ExpectedRow, at number: Int, after before: VirtualInstant
  ) -> String? {
    let passed = rows[number].instant - before
    guard let range = wanted.delay, !range.contains(passed) else { return nil }
    return
      "row \(number + 1) (\(wanted)) came \(passed) after the row before, expected \(range.lowerBound) to \(range.upperBound)"
  }

  private mutating func takeRow(
    _ text: String, _ state: String?, _ wanted: ExpectedRow
  ) -> String? {
    guard place < rows.count else { return "row \(place + 1) is missing: expected \(wanted)" }
    let row = rows[place]
    guard row.text == text, row.state == state else {
      return "row \(place + 1): expected \(wanted), found \(row)"
    }
    place += 1
    return nil
  }

  private mutating func takeRepeated(
    _ text: String, _ state: String?, _ count: ClosedRange<Int>, _ wanted: ExpectedRow
  ) -> String? {
    var taken = 0
    while place < rows.count, rows[place].text == text, rows[place].state == state {
      if taken > 0, rows[place].instant - rows[place - 1].instant != .seconds(1) {
        return notASecondLater
      }
      taken += 1
      place += 1
    }
    guard !count.contains(taken) else { return nil }
    return "row \(place + 1): expected \(wanted), found \(taken) of them, then \(next)"
  }

  // MARK: The counter

  private mutating func takeTicks(_ count: ClosedRange<Int>) -> String? {
    var ticks = TickRun()
    return takeTicks(&ticks) ?? tickDifference(ticks.count, count)
  }

  /// Takes rows among which the counter runs: its lines may be at any place, a second apart.
  private mutating func takeGroup(_ count: ClosedRange<Int>, _ wanted: [ExpectedRow]) -> String? {
    var ticks = TickRun()
    // The time of the previous row that is not a line of the counter.
    var before = place > 0 ? rows[place - 1].instant : .start
    for row in wanted {
      if let difference = takeTicks(&ticks) { return difference }
      guard case .row(let text, let state) = row.shape else {
        preconditionFailure("a group with lines of the counter can contain only plain rows")
      }
      if let difference = takeRow(text, state, row) { return difference }
      if let difference = delayDifference(row, at: place - 1, after: before) { return difference }
      before = rows[place - 1].instant
    }
    return takeTicks(&ticks) ?? tickDifference(ticks.count, count)
  }

  /// Consecutive lines of the counter.
  private struct TickRun {
    var count = 0
    var last: VirtualInstant?
  }

  /// Takes all lines of the counter at the current position.
  private mutating func takeTicks(_ run: inout TickRun) -> String? {
    while place < rows.count, rows[place].tick == lastTick + 1 {
      if let last = run.last, rows[place].instant - last != .seconds(1) { return notASecondLater }
      run.last = rows[place].instant
      run.count += 1
      lastTick += 1
      place += 1
    }
    return nil
  }

  private var notASecondLater: String {
    "row \(place + 1) (\(rows[place])) did not come a second after the one before"
  }

  private func tickDifference(_ taken: Int, _ count: ClosedRange<Int>) -> String? {
    guard !count.contains(taken) else { return nil }
    return
      "row \(place + 1): expected \(count.lowerBound) to \(count.upperBound) lines of the counter from \(lastTick + 1 - taken), found \(taken), then \(next)"
  }
}
