import YobanSimulatedOS

/// The rules that only one article has measured, with the reason why none of them harms a correct app.
extension RulePages {
  /// The rules whose sources are one article and nothing else. A sentence below such a rule can have other sources.
  static var measuredOnce: [PlatformRule] {
    RuleBook.rules.filter { rule in
      guard case .article? = rule.sources.first else { return false }
      return Set(rule.sources).count == 1
    }
  }

  /// Why each of these rules does not end or harm an app that is right by its maker's documentation, as somebody
  /// found who read all of them. A test fails if a rule is missing here.
  static let reasons: [String: String] = [
    "L1": "says in which order callbacks come; ends nothing",
    "L2": "says which callbacks come, and what the app reads in them; ends nothing",
    "L3": "says which callbacks come, and what the app reads in them; ends nothing",
    "L4": "the user ends the app",
    "L7": "an app that needs time after it left the screen begins a background task, as documented",
    "L14": "the process that exists receives the event, so the app misses nothing",
    "BG1": "ends only an app that does not end its tasks, which the documentation requires",
    "BG3": "the handler is documented; the rule only says how much earlier it is called",
    "BG5": "the documentation promises no run time without a task",
    "BG7": "keeps an app running",
    "BG8": "keeps an app running, on iOS 6 only",
    "BT3": "the documentation requires the key",
    "BT9": "the documentation gives about 10 s, too",
    "BT10": "says in which order code runs",
    "BT11": "a name is optional in the documentation",
    "BC3": "says in which order callbacks come",
    "BC4": "the documentation promises no time for an exit",
    "BC8": "the documentation gives about 10 s, too",
    "BC9": "an event is delivered, as documented",
    "BC10": "the app receives one callback more",
    "BC11": "the documentation promises no time for an event after a reboot",
    "LOC8": "would end one, and therefore has two behaviors",
    "WK3": "keeps an app running",
    "WC5": "would lose a file of one, and therefore has two behaviors",
    "AN7": "the documentation requires a wake lock",
  ]

  /// A section of the index.
  var oneArticle: String {
    """

    These rules have one article as their only source:

    | rule | article | harm to a correct app |
    | --- | --- | --- |

    """
      + Self.measuredOnce.map { rule in
        let article = if case .article(let one)? = rule.sources.first { one.rawValue } else { "" }
        return
          "| [\(rule.code)](\(rule.topic.page).md#\(rule.code.lowercased())) | \(article) | \(Self.reasons[rule.code] ?? "not examined") |\n"
      }.joined()
  }
}
