import SimulatedOS

/// The evidence of a log, line by line: which rules it confirms and contradicts.
public struct FieldReport: Sendable {
  /// Why a line is no evidence.
  public enum NoVerdictReason: String, Sendable, Hashable {
    case blank = "the line is blank"
    case unknown = "no experiment expects this line"
    case note = "a note of what was done"
    case inForeground = "the user decides how long the app is in foreground"
    case beforePart = "the part begins after this line"
    case afterPart = "the part ends before this line"
    case otherAccessory = "this accessory differs from the one of the experiment"
    case partner = "it belongs to the contradiction of an earlier line"
  }

  /// The evidence of one line.
  public enum Verdict: Sendable, Hashable {
    /// - Parameter delay: how well the delay of the row is known, if the times confirm that, too.
    case confirms(Evidence, delay: Grade?)
    /// The numbers of the contradictions, from 0.
    case contradicts([Int])
    case saysNothing(NoVerdictReason)
  }

  public struct Line: Sendable {
    /// From 1.
    public let number: Int
    /// The line as it stands in the log, without its time.
    public let text: String
    public var verdict: Verdict
    /// The number of the counter that it prints.
    let counter: Int?
  }

  /// The least change of a constant that would admit the log.
  public struct Change: Sendable, Hashable {
    /// Such as `bluetooth.wake`.
    public let option: String
    /// Its value now, such as `8 to 9 s`.
    public let value: String
    /// Such as `would have to reach 11 s`.
    public let change: String
  }

  /// A difference between the log and the rows of the part.
  public struct Contradiction: Sendable, Hashable {
    /// The lines of the log, ascending; for a missing row, the line before which it was expected.
    public internal(set) var lines: [Int]
    /// Whether the log lacks a row.
    public let isMissing: Bool
    public let evidence: Evidence
    /// What was expected, such as `viewDidLoad() [background]`.
    public let expected: String
    public let message: String
    public let change: Change?
  }

  /// How long something lasted, compared with a constant.
  public struct Measurement: Sendable, Hashable {
    /// The first and the last line.
    public let lines: ClosedRange<Int>
    /// Such as `8 to 10 s after the last event`.
    public let measured: String
    public let option: String
    public let value: String
    public let evidence: Evidence
    public let isAdmitted: Bool
  }

  /// Such as `E1.1`.
  public let part: String
  public let partName: String
  /// The version of iOS whose constants were compared.
  public let version: SystemVersion
  /// Parts that explain the log as well.
  public let alternatives: [String]
  public internal(set) var lines: [Line]
  public internal(set) var contradictions: [Contradiction]
  public internal(set) var measurements: [Measurement]
  /// How many rows of the part came before the log begins.
  public let rowsBefore: Int
  /// How many rows of the part the log ends before.
  public let rowsAfter: Int
}

extension FieldReport {
  /// What the log says of one rule.
  public struct RuleSummary: Sendable, Hashable {
    public let evidence: Evidence
    public internal(set) var confirmed = 0
    public internal(set) var contradicted = 0
  }

  /// Each rule that the log confirms or contradicts, with the lines that do, in the order of the log.
  public var rules: [RuleSummary] {
    var summaries: [RuleSummary] = []
    func change(_ evidence: Evidence, _ change: (inout RuleSummary) -> Void) {
      let i = summaries.firstIndex { $0.evidence == evidence }
      if i == nil { summaries.append(RuleSummary(evidence: evidence)) }
      change(&summaries[i ?? summaries.count - 1])
    }
    for line in lines {
      guard case .confirms(let evidence, let delay) = line.verdict else { continue }
      change(evidence) { $0.confirmed += 1 }
      if let delay, delay != evidence.grade {
        change(Evidence(grade: delay, rule: evidence.rule)) { $0.confirmed += 1 }
      }
    }
    for contradiction in contradictions { change(contradiction.evidence) { $0.contradicted += 1 } }
    return summaries
  }

  /// How many lines are evidence of nothing.
  public var silentLines: Int {
    lines.count { if case .saysNothing = $0.verdict { true } else { false } }
  }
}
