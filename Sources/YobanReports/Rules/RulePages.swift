import YobanSimulatedOS

/// The pages of `docs/rules`: every rule once, with its sources, its constants and its tests.
public struct RulePages {
  private let tests: RuleTestIndex
  private let used: Set<String>
  private let audits: [String: RuleAudit]

  /// - Parameters:
  ///   - tests: The tests that name each rule.
  ///   - used: The codes that the simulator's sources name.
  ///   - audits: The checks of the rules.
  public init(tests: RuleTestIndex, used: Set<String>, audits: [RuleAudit]) {
    self.tests = tests
    self.used = used
    self.audits = Dictionary(audits.map { ($0.code, $0) }) { $1 }
  }

  /// Returns the pages by file name, each with a line break at the end.
  public func pages() -> [String: String] {
    var pages = ["README.md": index]
    for topic in RuleTopic.all { pages["\(topic.page).md"] = page(topic) }
    return pages
  }

  // MARK: The index

  private var index: String {
    var text = """
      # Rules: how iOS, watchOS and Android treat background work

      The simulated devices follow the rules on these pages. The code, the tests and the findings name a
      rule by its code, such as BT9. `yoban rule BT9` prints one; a finding prints the sentence of its
      rule.

      These pages are made by `scripts/rule-pages` from the files `PlatformRule+….swift` of the services; to correct
      a rule, change it there and run the script. A test fails while the two differ.

      ## How well a rule is known

      | grade | the statement is |
      | --- | --- |
      | measured | measured on a real device in one of the five articles below |
      | documented | stated by the maker of the system (page, header, session, engineer) or by a specification |
      | reported | published by somebody else who saw it, or often repeated without a page that could be read |
      | assumed | unknown: a choice of the simulator, and an option of the device's profile |

      Where sources disagree, the rule says so and names both. Measured on the version in question comes
      first, then documented, then reported. But what a single article measured does not end or harm an app
      that is right by its maker's documentation. Such a rule has two behaviors, `documented`, which is the
      default, and `observed`. An option of the profile chooses one, and an exploration may choose
      `observed` and says so in its story.

      | rule with two behaviors | option |
      | --- | --- |
      \(RuleBook.rules.compactMap { rule in
        rule.choice.map { "| [\(rule.code)](\(rule.topic.page).md#\(rule.code.lowercased())) | `\($0)` |" }
      }.joined(separator: "\n"))
      \(oneArticle)
      ## What others found

      Each rule was checked by somebody who did not write it, with sources that the check itself has found.
      [audit.tsv](audit.tsv) has a line for each rule, to sort and to filter; the pages show the outcome.

      | outcome | rules | meaning |
      | --- | --- | --- |
      \(RuleAudit.Verdict.allCases.map { verdict in
        "| \(verdict.rawValue) | \(audits.values.count { $0.verdict == verdict }) | \(verdict.meaning) |"
      }.joined(separator: "\n"))

      ## The five articles

      | code | title | published | device | what was built and measured |
      | --- | --- | --- | --- | --- |

      """
    for article in Article.allCases {
      text +=
        "| \(article.rawValue) | \(article.title) | \(article.publication) | \(article.device) | \(article.subject) |\n"
    }
    for topic in RuleTopic.all {
      text += "\n## [\(topic.title)](\(topic.page).md)\n\n\(topic.summary)\n\n"
      text += "| rule | statement | holds for | grade | tests |\n| --- | --- | --- | --- | --- |\n"
      for rule in RuleBook.rules(of: topic) {
        text +=
          "| [\(rule.code)](\(topic.page).md#\(rule.code.lowercased())) | \(cell(rule.statement)) | \(cell(rule.versions)) | \(rule.grade.rawValue) | \(tests.tests(of: rule.code).count) |\n"
      }
    }
    return text
  }

  // MARK: A topic

  private func page(_ topic: RuleTopic) -> String {
    """
    # \(topic.title)

    \(topic.summary) [What the grades and the articles S0 to S4 are](README.md). Made by
    `scripts/rule-pages`.

    """ + RuleBook.rules(of: topic).map { "\n" + section($0) }.joined()
  }

  private func section(_ rule: PlatformRule) -> String {
    var rows = [("holds for", rule.versions), ("grade", rule.grade.rawValue)]
    if !rule.sources.isEmpty { rows.append(("source", RuleSource.markdown(rule.sources))) }
    rows += rule.details.map { detail in
      let sources =
        detail.sources.isEmpty ? "" : "<br>Source: \(RuleSource.markdown(detail.sources))"
      return ("also \(detail.grade.rawValue)", detail.statement + sources)
    }
    rows.append(("simulated", rule.simulated))
    if let choice = rule.choice {
      rows.append(
        ("two behaviors", "`\(choice)` is `.documented`, or `.observed` for what this rule says"))
    }
    rows += RuleConstants.rows(of: rule.code).map { row in
      ("constant `\(row.option)`", "\(RuleConstants.values(row)): \(row.name)")
    }
    rows.append(("known difference", rule.difference ?? "none"))
    if let audit = audits[rule.code] { rows.append(("checked", audit.inWords)) }
    let named = tests.tests(of: rule.code)
    rows.append(
      (
        "tests",
        named.isEmpty ? "none" : named.map { "`\($0.suite)`: \($0.name)" }.joined(separator: "<br>")
      ))
    if !used.contains(rule.code) {
      rows.append(("used", "nothing in the simulator's sources names this rule"))
    }
    let table = rows.map { "| \($0.0) | \(cell($0.1)) |\n" }.joined()
    return "## \(rule.code)\n\n\(rule.statement)\n\n| | |\n| --- | --- |\n\(table)"
  }

  /// Escapes a text for a cell of a table.
  private func cell(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("\n", with: " ")
  }
}

extension RuleSource {
  /// The source with a link, for the pages.
  var markdown: String {
    switch self {
    case .article(let article): "article [\(article.rawValue)](README.md#the-five-articles)"
    case .page(let title, let publisher, let address):
      "\(publisher), " + (address.map { "[\(title)](\($0))" } ?? "\"\(title)\"")
    case .thread(let repository, let number):
      repository.contains("/")
        ? "[\(repository) #\(number)](https://github.com/\(repository)/issues/\(number))"
        : "\(repository) #\(number)"
    }
  }

  fileprivate static func markdown(_ sources: [RuleSource]) -> String {
    sources.map(\.markdown).joined(separator: "; ")
  }
}
