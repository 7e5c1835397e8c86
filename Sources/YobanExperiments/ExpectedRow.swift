import YobanSimulatedOS
import YobanVirtualTime

/// The rule behind an expected row, and how well it is known.
public struct Evidence: Sendable, Hashable {
  public let grade: Grade
  /// The rule code, such as `BT9`; `docs/rules` contains its sources.
  public let rule: String
}

/// An expected row. The rows of a part must appear in order.
public struct ExpectedRow: Sendable, Hashable {
  /// The expected content of the log.
  public enum Shape: Sendable, Hashable {
    /// One row, with the application state that the app read if it logged one.
    case row(String, state: String?)
    /// A number of lines of the app's counter, a second apart; the counter continues where it
    /// stopped.
    case ticks(ClosedRange<Int>)
    /// A number of rows with this text, a second apart.
    case eachSecond(String, state: String?, ClosedRange<Int>)
    /// These rows in order, with a number of lines of the app's counter before, between and after
    /// them.
    case amongTicks(ClosedRange<Int>, [ExpectedRow])
  }

  public var shape: Shape
  /// The time since the previous row, if it matters; for a group, the length of the group.
  public var delay: ClosedRange<Duration>?
  /// Nil only for rows that the scenario itself causes.
  public private(set) var evidence: Evidence?
  /// The grade of the delay; nil if the row's grade applies.
  private var delayGrade: Grade?

  private init(_ shape: Shape) { self.shape = shape }

  public init(_ text: String, _ state: String? = nil, after delay: ClosedRange<Duration>? = nil) {
    self.init(.row(text, state: state))
    self.delay = delay
  }

  public static func ticks(_ count: ClosedRange<Int>) -> ExpectedRow { Self(.ticks(count)) }

  /// The same row once a second, a number of times.
  public static func eachSecond(
    _ text: String, _ state: String? = nil, _ count: ClosedRange<Int>
  ) -> ExpectedRow {
    Self(.eachSecond(text, state: state, count))
  }

  /// Rows of one stretch of run time in which the app's counter runs.
  public static func amongTicks(
    _ count: ClosedRange<Int>, _ rows: [ExpectedRow]
  ) -> ExpectedRow {
    Self(.amongTicks(count, rows))
  }
}

// MARK: Evidence

extension ExpectedRow {
  /// Whether the scenario causes the row: a user's action, or an event of a device or an accessory.
  /// A row about what the user sees is a result, not given.
  public var isGiven: Bool {
    guard case .row(let text, _) = shape, text.hasPrefix("(") else { return false }
    let results = ["(suspended", "(process ended", "(finding", "(badge", "(user sees"]
    return !results.contains { text.hasPrefix($0) }
  }

  /// Whether an app's own log can contain the row.
  public var isLogged: Bool {
    guard case .row(let text, _) = shape else { return true }
    return !text.hasPrefix("(")
  }

  /// The weaker of the grades of the row and its delay; nil for a given row.
  public var grade: Grade? {
    guard let evidence else { return nil }
    let grades = [evidence.grade, delayGrade ?? evidence.grade]
    return Grade.bestFirst.last(where: grades.contains)
  }

  /// Returns the row with the evidence, unless it already has one.
  func by(_ grade: Grade, _ rule: String) -> ExpectedRow {
    guard !isGiven else { return self }
    var row = self
    row.evidence = evidence ?? Evidence(grade: grade, rule: rule)
    if case .amongTicks(let count, let rows) = shape {
      row.shape = .amongTicks(count, rows.by(grade, rule))
    }
    return row
  }

  /// Returns the row with a separate, lower grade for its delay.
  func delayed(_ grade: Grade) -> ExpectedRow {
    var row = self
    row.delayGrade = grade
    return row
  }

  /// The row and the rows inside it; the lines of the counter in a group are not included.
  public var all: [ExpectedRow] {
    if case .amongTicks(_, let rows) = shape { [self] + rows.flatMap(\.all) } else { [self] }
  }
}

extension [ExpectedRow] {
  /// Joins groups of rows, one after the other.
  static func inOrder(_ groups: [ExpectedRow]...) -> [ExpectedRow] { groups.flatMap { $0 } }

  /// Returns the rows with the evidence, where they do not already have one.
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
