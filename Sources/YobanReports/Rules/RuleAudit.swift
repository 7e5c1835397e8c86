import YobanSimulatedOS

/// The outcome of a check of a rule by somebody who did not write it, with a source that the check itself has found.
public struct RuleAudit: Sendable, Hashable {
  public enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// An independent source says the same.
    case confirmed
    /// A source contradicted the rule, which was corrected.
    case corrected
    /// Sources disagree, and the rule names them.
    case doubted
    /// No independent source was found.
    case unconfirmed

    var meaning: String {
      switch self {
      case .confirmed: "an independent source says the same"
      case .corrected: "a source contradicted a sentence, a number or a grade, which was corrected"
      case .doubted: "sources disagree, and the rule names them"
      case .unconfirmed: "no independent source was found"
      }
    }
  }

  public let code: String
  public let verdict: Verdict
  /// The day of the check, such as `2026-11-30`.
  public let date: String
  /// The title, the publisher and the address of the source; empty without one.
  public let title: String
  public let publisher: String
  public let address: String
  public let note: String

  /// The columns of the file, in their order.
  static let columns = ["rule", "verdict", "date", "source", "by", "address", "note"]

  /// Reads `docs/rules/audit.tsv`: a heading, and a line for each rule with the columns separated by tabs.
  ///
  /// - Throws: `RuleAuditError` for a line that is not of this form.
  public static func read(_ text: String) throws(RuleAuditError) -> [RuleAudit] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let heading = lines.first?.split(separator: "\t").map(String.init)
    guard heading == columns else { throw RuleAuditError(line: 1, "the heading is not \(columns)") }
    var audits: [RuleAudit] = []
    for (index, line) in lines.enumerated().dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == columns.count else {
        throw RuleAuditError(line: index + 1, "\(fields.count) columns instead of \(columns.count)")
      }
      guard let verdict = Verdict(rawValue: fields[1]) else {
        throw RuleAuditError(line: index + 1, "\(fields[1]) is no verdict")
      }
      audits.append(
        RuleAudit(
          code: fields[0], verdict: verdict, date: fields[2], title: fields[3],
          publisher: fields[4], address: fields[5], note: fields[6]))
    }
    return audits
  }

  /// A line such as `confirmed on 2026-11-30: Apple, [Title](address). A note.`
  var inWords: String {
    var text = "\(verdict.rawValue) on \(date)"
    if !title.isEmpty {
      let source = RuleSource.page(title, by: publisher, at: address.isEmpty ? nil : address)
      text += ": \(source.markdown)"
    }
    guard !note.isEmpty else { return text }
    return verdict == .corrected
      ? "\(text). The check said of the earlier text: \(note)" : "\(text). \(note)"
  }
}

/// A line of `docs/rules/audit.tsv` that cannot be read.
public struct RuleAuditError: Error, CustomStringConvertible {
  public let description: String
  init(line: Int, _ problem: String) {
    description = "docs/rules/audit.tsv, line \(line): \(problem)"
  }
}
