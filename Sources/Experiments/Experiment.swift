import Foundation
import SimulatedOS
import VirtualTime

/// One of the experiments E0 to E5: people measured what a real system does; it is done again on a
/// simulated device, and the rows are compared with what they saw.
public struct Experiment: Sendable {
  /// Such as `E0`.
  public let id: String
  public let title: String
  /// Each part is a world of its own.
  public let parts: [Part]

  public struct Part: Sendable {
    public let name: String
    public let expected: [ExpectedRow]
    let record: @Sendable (_ seed: UInt64) async throws -> [Row]
  }

  /// All experiments, in order.
  public static let all: [Experiment] = [.lifecycle]
}

/// Something an app logged, or the system did to it, at a moment.
public struct Row: Sendable, Hashable {
  public var instant: VirtualInstant
  public var text: String
  /// The application state that the app read, if it logged one.
  public var state: String?
}

/// A row that must come, in order.
public struct ExpectedRow: Sendable, Hashable {
  public var text: String
  public var state: String?
  /// How long after the row before it, if that matters.
  public var delay: ClosedRange<Duration>?

  public init(_ text: String, _ state: String? = nil, after delay: ClosedRange<Duration>? = nil) {
    self.text = text
    self.state = state
    self.delay = delay
  }
}

/// What came of one part.
public struct PartOutcome: Sendable {
  public let part: Experiment.Part
  public let rows: [Row]
  /// The first difference from what was expected, in words; nil if there is none.
  public let difference: String?
}

extension Experiment.Part {
  /// Runs the part in a new world.
  public func run(seed: UInt64) async throws -> PartOutcome {
    let rows = try await record(seed)
    return PartOutcome(part: self, rows: rows, difference: difference(rows))
  }

  private func difference(_ rows: [Row]) -> String? {
    for (i, wanted) in expected.enumerated() {
      guard i < rows.count else { return "row \(i + 1) is missing: expected \(wanted)" }
      let row = rows[i]
      guard row.text == wanted.text, row.state == wanted.state else {
        return "row \(i + 1): expected \(wanted), found \(row)"
      }
      guard let range = wanted.delay, i > 0 else { continue }
      let passed = row.instant - rows[i - 1].instant
      guard range.contains(passed) else {
        return
          "row \(i + 1) (\(wanted)) came \(passed) after the row before, expected \(range.lowerBound) to \(range.upperBound)"
      }
    }
    guard rows.count == expected.count else {
      return "row \(expected.count + 1) was not expected: \(rows[expected.count])"
    }
    return nil
  }
}

extension Row: CustomStringConvertible {
  public var description: String { text + (state.map { " [\($0)]" } ?? "") }

  /// Rows from a trace: what the app printed, plus suspension and end of the process.
  static func from(_ trace: Trace) -> [Row] {
    trace.events.compactMap { event in
      switch event.kind {
      case .output(let line): Row(line, at: event.instant)
      case .appState(.suspended): Row(instant: event.instant, text: "(suspended)", state: nil)
      case .terminated(let reason):
        Row(instant: event.instant, text: "(process ended: \(reason))", state: nil)
      case .person(let what): Row(instant: event.instant, text: "(person \(what))", state: nil)
      default: nil
      }
    }
  }

  private init(_ line: String, at instant: VirtualInstant) {
    self.instant = instant
    guard line.hasSuffix("]"), let open = line.lastIndex(of: "[") else {
      text = line
      return
    }
    text = line[..<open].trimmingCharacters(in: .whitespaces)
    state = String(line[line.index(after: open)...].dropLast())
  }
}

extension ExpectedRow: CustomStringConvertible {
  public var description: String { text + (state.map { " [\($0)]" } ?? "") }
}
