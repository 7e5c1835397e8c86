import YobanSimulatedOS

/// The evidence of a log, line by line: the rules that it confirms and contradicts.
public struct FieldReport: Sendable {
  /// The reasons why a line is not evidence.
  public enum NoVerdictReason: String, Sendable, Hashable {
    case blank = "the line is blank"
    case unknown = "no experiment expects this line"
    case note = "a note of what was done"
    case inForeground = "the user decides how long the app is in foreground"
    case beforePart = "the part begins after this line"
    case afterPart = "the part ends before this line"
    case otherAccessory = "this accessory differs from the one of the experiment"
    case otherProcess = "another program logged this line"
    case duplicate = "the log contains this line twice"
    case partner = "it belongs to the contradiction of an earlier line"
  }

  /// The evidence of one line.
  public enum Verdict: Sendable, Hashable {
    /// - Parameter delay: How well the delay of the row is known, if the times confirm it, too.
    case confirms(Evidence, delay: Grade?)
    /// The indices of the contradictions, from 0.
    case contradicts([Int])
    case noEvidence(NoVerdictReason)
  }

  /// The form of the lines of the log.
  public struct Format: Sendable, Hashable {
    /// The format in words, such as `lines copied from Console.app`.
    public let name: String
    /// Whether no tool has added columns to the lines.
    public let isPlain: Bool
    /// The number of lines that have the format.
    public let lines: Int
    /// The number of other lines that are not blank.
    public let otherLines: Int
  }

  public struct Line: Sendable {
    /// The line number, from 1.
    public let number: Int
    /// The text of the line in the log, without its time.
    public let text: String
    public var verdict: Verdict
    /// The number of the counter that the line prints.
    let counter: Int?
  }

  /// The least change of a constant that would allow the log.
  public struct Change: Sendable, Hashable {
    /// The name of the constant, such as `bluetooth.wake`.
    public let option: String
    /// Its current value, such as `8 to 9 s`.
    public let value: String
    /// The change, such as `would have to reach 11 s`.
    public let change: String
  }

  /// A difference between the log and the rows of the part.
  public struct Contradiction: Sendable, Hashable {
    /// The lines of the log, ascending; for a missing row, the line before which it was expected.
    public internal(set) var lines: [Int]
    /// Whether a row is missing in the log.
    public let isMissing: Bool
    public let evidence: Evidence
    /// The expected row, such as `viewDidLoad() [background]`.
    public let expected: String
    public let message: String
    public let change: Change?
  }

  /// A measured duration, compared with a constant.
  public struct Measurement: Sendable, Hashable {
    /// The first and the last line.
    public let lines: ClosedRange<Int>
    /// A text such as `8 to 10 s after the last event`.
    public let measured: String
    public let option: String
    public let value: String
    public let evidence: Evidence
    public let isAdmitted: Bool
  }

  /// The name of the part, such as `E1.1`.
  public let part: String
  public let partName: String
  /// The version of iOS whose constants were compared.
  public let version: SystemVersion
  public let format: Format
  /// Other parts that explain the log equally well.
  public let alternatives: [String]
  public internal(set) var lines: [Line]
  public internal(set) var contradictions: [Contradiction]
  public internal(set) var measurements: [Measurement]
  /// The number of the part's rows before the beginning of the log.
  public let rowsBefore: Int
  /// The number of the part's rows after the end of the log.
  public let rowsAfter: Int
  /// The number of lines of the app whose text the phone has hidden.
  public let hiddenLines: Int
}

extension FieldReport {
  /// The result of a log for one rule.
  public struct RuleSummary: Sendable, Hashable {
    public let evidence: Evidence
    public internal(set) var confirmed = 0
    public internal(set) var contradicted = 0
  }

  /// Each rule that the log confirms or contradicts, with its lines, in the order of the log.
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

  /// The number of lines that are not evidence.
  public var silentLines: Int {
    lines.count { if case .noEvidence = $0.verdict { true } else { false } }
  }
}
