import SimulatedOS
import VirtualTime

/// Why a row is expected: the rule that says so, and how well that is known.
public struct Evidence: Sendable, Hashable {
  public let grade: Grade
  /// Such as `BT9`; `docs/rules` says where it was read.
  public let rule: String
}

/// A row that must come, in order.
public struct ExpectedRow: Sendable, Hashable {
  /// What must be found in the log.
  public enum Shape: Sendable, Hashable {
    /// One row, with the application state that the app read if it logged one.
    case row(String, state: String?)
    /// So many lines of the app's counter, a second apart; the count goes on where it stopped.
    case ticks(ClosedRange<Int>)
    /// So many rows of this text, a second apart.
    case eachSecond(String, state: String?, ClosedRange<Int>)
    /// These rows in order, with so many lines of the app's counter before, between and after them.
    case amongTicks(ClosedRange<Int>, [ExpectedRow])
  }

  public var shape: Shape
  /// How long after the row before it, if that matters. Of a group, how long the group lasts.
  public var delay: ClosedRange<Duration>?
  /// Nil only for a row that the scenario itself brings about.
  public private(set) var evidence: Evidence?
  /// How well the delay is known; nil if as well as the row.
  private var delayGrade: Grade?

  private init(_ shape: Shape) { self.shape = shape }

  public init(_ text: String, _ state: String? = nil, after delay: ClosedRange<Duration>? = nil) {
    self.init(.row(text, state: state))
    self.delay = delay
  }

  public static func ticks(_ count: ClosedRange<Int>) -> ExpectedRow { Self(.ticks(count)) }

  /// The same row once a second, so many times.
  public static func eachSecond(
    _ text: String, _ state: String? = nil, _ count: ClosedRange<Int>
  ) -> ExpectedRow {
    Self(.eachSecond(text, state: state, count))
  }

  /// Rows of one stretch of run time, in which the app's counter runs.
  public static func amongTicks(
    _ count: ClosedRange<Int>, _ rows: [ExpectedRow]
  ) -> ExpectedRow {
    Self(.amongTicks(count, rows))
  }
}

// MARK: Evidence

extension ExpectedRow {
  /// Whether the scenario brings it about: what a user does, or what happens to a device or an
  /// accessory. What a user sees is a result.
  public var isGiven: Bool {
    guard case .row(let text, _) = shape, text.hasPrefix("(") else { return false }
    let results = ["(suspended", "(process ended", "(finding", "(badge", "(user sees"]
    return !results.contains { text.hasPrefix($0) }
  }

  /// Whether an app's own log can show it.
  public var isLogged: Bool {
    guard case .row(let text, _) = shape else { return true }
    return !text.hasPrefix("(")
  }

  /// The weaker of what is known of the row and of its delay; nil for a given row.
  public var grade: Grade? {
    guard let evidence else { return nil }
    let grades = [evidence.grade, delayGrade ?? evidence.grade]
    return Grade.bestFirst.last(where: grades.contains)
  }

  /// Says why the row is expected, unless that was said before.
  func by(_ grade: Grade, _ rule: String) -> ExpectedRow {
    guard !isGiven else { return self }
    var row = self
    row.evidence = evidence ?? Evidence(grade: grade, rule: rule)
    if case .amongTicks(let count, let rows) = shape {
      row.shape = .amongTicks(count, rows.by(grade, rule))
    }
    return row
  }

  /// Says that the row is known better than its delay.
  func delayed(_ grade: Grade) -> ExpectedRow {
    var row = self
    row.delayGrade = grade
    return row
  }

  /// The row and those in it, without the group's own.
  public var all: [ExpectedRow] {
    if case .amongTicks(_, let rows) = shape { [self] + rows.flatMap(\.all) } else { [self] }
  }
}

extension [ExpectedRow] {
  /// Groups of rows, one after the other.
  static func inOrder(_ groups: [ExpectedRow]...) -> [ExpectedRow] { groups.flatMap { $0 } }

  /// Says why the rows are expected, where that was not said before.
  func by(_ grade: Grade, _ rule: String) -> [ExpectedRow] { map { $0.by(grade, rule) } }
}

extension ExpectedRow: CustomStringConvertible {
  public var description: String {
    func plain(_ text: String, _ state: String?) -> String {
      text + (state.map { " [\($0)]" } ?? "")
    }
    return switch shape {
    case .row(let text, let state): plain(text, state)
    case .ticks(let count): "\(count.lowerBound) to \(count.upperBound) lines of the counter"
    case .eachSecond(let text, let state, let count):
      "\(plain(text, state)), \(count.lowerBound) to \(count.upperBound) times"
    case .amongTicks(let count, let rows):
      "\(count.lowerBound) to \(count.upperBound) lines of the counter among \(rows.count) rows"
    }
  }
}
