import SimulatedOS

/// A rule for a terminal.
public struct RuleText {
  private let rule: PlatformRule

  public init(_ rule: PlatformRule) { self.rule = rule }

  /// The rule with its sources and its constants, at most 100 columns wide, without a line break at
  /// its end.
  public func text() -> String {
    var lines = wrap("\(rule.code)  \(rule.statement)", indent: 0, hanging: rule.code.count + 2)
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
    if let place = RuleBook.place(of: rule.code) { lines += item("read", place) }
    return lines.joined(separator: "\n")
  }

  /// One line for a list of rules.
  public static func line(_ rule: PlatformRule) -> String {
    let code = rule.code.padding(to: 6)
    return wrap("\(code)\(rule.grade.rawValue.padding(to: 12))\(rule.statement)", indent: 0, hanging: 18)
      .joined(separator: "\n")
  }

  private static func known(_ grade: Grade, _ sources: [RuleSource]) -> String {
    sources.isEmpty ? grade.rawValue : "\(grade.rawValue): \(list(sources))"
  }

  private static func list(_ sources: [RuleSource]) -> String {
    sources.map(\.description).joined(separator: "; ")
  }

  private func item(_ name: String, _ text: String) -> [String] {
    wrap("  \(name.padding(to: 12))\(text)", indent: 0, hanging: 14)
  }

  private func wrap(_ text: String, indent: Int, hanging: Int) -> [String] {
    Self.wrap(text, indent: indent, hanging: hanging)
  }

  /// Breaks a text at spaces into lines of at most 100 columns; later lines are indented.
  private static func wrap(_ text: String, indent: Int, hanging: Int) -> [String] {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    var isEmpty = true
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if !isEmpty, line.count + 1 + word.count > 100 {
        lines.append(line)
        line = String(repeating: " ", count: hanging) + word
      } else {
        line += isEmpty ? String(word) : " \(word)"
      }
      isEmpty = false
    }
    return lines + [line]
  }
}

/// The constants of the simulator that come from a rule.
enum RuleConstants {
  /// In the order of the profiles' tables, each once.
  static func rows(of code: String) -> [PlatformRow] {
    let all = Platform.allCases.flatMap { PlatformFacts.table(of: $0) } + PlatformFacts.world
    return all.filter { $0.rule == code }
  }

  /// Such as `bluetooth.wake: 8 to 9 s (measured), run time after each event of Bluetooth`.
  static func inWords(_ row: PlatformRow) -> String {
    "\(row.option): \(values(row)), \(row.name)"
  }

  /// Such as `before 13: 8 (reported), from 13: 12 (reported)`.
  static func values(_ row: PlatformRow) -> String {
    zip(row.periods, row.entries).map { period, entry in
      "\(period.isEmpty ? "" : "\(period): ")\(entry.value) (\(entry.grade.rawValue))"
    }.joined(separator: ", ")
  }
}

extension String {
  /// With spaces at its end, so that columns stand below each other.
  fileprivate func padding(to width: Int) -> String {
    count >= width ? self + " " : self + String(repeating: " ", count: width - count)
  }
}
