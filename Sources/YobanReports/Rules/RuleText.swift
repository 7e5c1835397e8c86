import YobanSimulatedOS
import YobanTextLayout

/// The text of a rule for a terminal.
public struct RuleText {
  private static let width = 100

  private let rule: PlatformRule

  public init(_ rule: PlatformRule) { self.rule = rule }

  /// Returns the rule with its sources and its constants, at most 100 columns wide, without a line
  /// break at the end.
  public func text() -> String {
    var lines = "\(rule.code)  \(rule.statement)"
      .wrapped(to: Self.width, hanging: rule.code.count + 2)
    lines.append("")
    lines += item("holds for", rule.versions)
    lines += item("known", Self.known(rule.grade, rule.sources))
    for detail in rule.details {
      let sources = detail.sources.isEmpty ? "" : " (\(Self.list(detail.sources)))"
      lines += item(detail.grade.rawValue, detail.statement + sources)
    }
    lines += item("simulated", rule.simulated)
    if let difference = rule.difference { lines += item("differs", difference) }
    for row in RuleConstants.rows(of: rule.code) {
      lines += item("constant", RuleConstants.inWords(row))
    }
    lines += item("read", rule.place)
    return lines.joined(separator: "\n")
  }

  /// Returns one entry for a list of rules.
  public static func line(_ rule: PlatformRule) -> String {
    "\(rule.code.padded(to: 6))\(rule.grade.rawValue.padded(to: 12))\(rule.statement)"
      .wrapped(to: width, hanging: 18).joined(separator: "\n")
  }

  private static func known(_ grade: Grade, _ sources: [RuleSource]) -> String {
    sources.isEmpty ? grade.rawValue : "\(grade.rawValue): \(list(sources))"
  }

  private static func list(_ sources: [RuleSource]) -> String {
    sources.map(\.description).joined(separator: "; ")
  }

  private func item(_ name: String, _ text: String) -> [String] {
    "  \(name.padded(to: 12))\(text)".wrapped(to: Self.width, hanging: 14)
  }
}

/// The constants of the simulator that come from a rule.
enum RuleConstants {
  /// Returns the constants of a rule, in the order of the profiles' tables, each once.
  static func rows(of code: String) -> [PlatformRow] {
    let all = Platform.allCases.flatMap { PlatformFacts.table(of: $0) } + PlatformFacts.world
    return all.filter { $0.rule == code }
  }

  /// A text such as `bluetooth.wake: 8 to 9 s (measured), run time after each event of Bluetooth`.
  static func inWords(_ row: PlatformRow) -> String {
    "\(row.option): \(values(row)), \(row.name)"
  }

  /// A text such as `before 13: 8 (reported), from 13: 12 (reported)`.
  static func values(_ row: PlatformRow) -> String {
    zip(row.periods, row.entries).map { period, entry in
      "\(period.isEmpty ? "" : "\(period): ")\(entry.value) (\(entry.grade.rawValue))"
    }.joined(separator: ", ")
  }
}
