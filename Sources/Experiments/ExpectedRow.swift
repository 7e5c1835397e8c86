import VirtualTime

/// A row that must come, in order.
public struct ExpectedRow: Sendable, Hashable {
  public var text: String
  public var state: String?
  /// How long after the row before it, if that matters.
  public var delay: ClosedRange<Duration>?
  /// Rows `tick 0`, `tick 1` and so on, each the next of the last: so many of them, instead of one
  /// row.
  public var ticks: ClosedRange<Int>?
  /// So many rows of this text, a second apart, instead of one row.
  public var repeated: ClosedRange<Int>?

  public init(_ text: String, _ state: String? = nil, after delay: ClosedRange<Duration>? = nil) {
    self.text = text
    self.state = state
    self.delay = delay
  }

  /// Ticks of the app's counter, a second apart, which goes on where it stopped.
  public static func ticks(_ count: ClosedRange<Int>) -> ExpectedRow {
    var row = ExpectedRow("tick ... (\(count.lowerBound) to \(count.upperBound) of them)")
    row.ticks = count
    return row
  }

  /// The same row once a second, so many times.
  public static func eachSecond(
    _ text: String, _ state: String? = nil, _ count: ClosedRange<Int>
  ) -> ExpectedRow {
    var row = ExpectedRow(text, state)
    row.repeated = count
    return row
  }
}

extension ExpectedRow: CustomStringConvertible {
  public var description: String {
    let count = repeated.map { ", \($0.lowerBound) to \($0.upperBound) times" } ?? ""
    return text + (state.map { " [\($0)]" } ?? "") + count
  }
}

/// Compares rows with what was expected of them. Pure.
struct RowComparison {
  private let rows: [Row]
  private var place = 0
  private var lastTick = -1

  init(_ rows: [Row]) { self.rows = rows }

  /// The first difference in words; nil if there is none.
  mutating func difference(from expected: [ExpectedRow]) -> String? {
    for wanted in expected {
      if let difference = takeAny(wanted) { return difference }
    }
    guard place == rows.count else {
      return "row \(place + 1) was not expected: \(rows[place])"
    }
    return nil
  }

  private mutating func takeAny(_ wanted: ExpectedRow) -> String? {
    if let count = wanted.ticks { return takeTicks(count) }
    if let count = wanted.repeated { return takeRepeated(wanted, count) }
    return take(wanted)
  }

  private mutating func takeRepeated(_ wanted: ExpectedRow, _ count: ClosedRange<Int>) -> String? {
    var taken = 0
    while place < rows.count, rows[place].text == wanted.text, rows[place].state == wanted.state {
      if taken > 0, rows[place].instant - rows[place - 1].instant != .seconds(1) {
        return "row \(place + 1) (\(rows[place])) did not come a second after the row before"
      }
      taken += 1
      place += 1
    }
    guard !count.contains(taken) else { return nil }
    return "row \(place + 1): expected \(wanted), found \(taken) of them, then \(next)"
  }

  /// The row that comes now, in words.
  private var next: String { place < rows.count ? "\(rows[place])" : "the end" }

  private mutating func take(_ wanted: ExpectedRow) -> String? {
    guard place < rows.count else { return "row \(place + 1) is missing: expected \(wanted)" }
    let row = rows[place]
    guard row.text == wanted.text, row.state == wanted.state else {
      return "row \(place + 1): expected \(wanted), found \(row)"
    }
    place += 1
    guard let range = wanted.delay, place > 1 else { return nil }
    let passed = row.instant - rows[place - 2].instant
    guard !range.contains(passed) else { return nil }
    return
      "row \(place) (\(wanted)) came \(passed) after the row before, expected \(range.lowerBound) to \(range.upperBound)"
  }

  private mutating func takeTicks(_ count: ClosedRange<Int>) -> String? {
    var taken = 0
    while place < rows.count, rows[place].text == "tick \(lastTick + 1)" {
      if taken > 0, rows[place].instant - rows[place - 1].instant != .seconds(1) {
        return "row \(place + 1) (\(rows[place])) did not come a second after the row before"
      }
      lastTick += 1
      taken += 1
      place += 1
    }
    guard !count.contains(taken) else { return nil }
    return
      "row \(place + 1): expected \(count.lowerBound) to \(count.upperBound) ticks from tick \(lastTick + 1 - taken), found \(taken), then \(next)"
  }
}
