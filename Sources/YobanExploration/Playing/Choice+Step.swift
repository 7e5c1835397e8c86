import YobanVirtualTime

extension Choice {
  /// Whether this is a step of the scenario and not a decision of a system.
  var isStep: Bool { kind.basis == ScenarioSteps.basis }

  /// The steps that are left out of a scenario or made shorter, in words: the devices, the actions with
  /// their number, and the time.
  static func leftOutWords(_ steps: [Choice], _ reductions: [ChoiceOverride]) -> [String] {
    let places = Set(reductions.map(\.place))
    let reduced = steps.filter { places.contains($0.place) }
    var words = reduced.filter { $0.kind == ScenarioSteps.presence }.map {
      "\($0.place.subject) is on"
    }
    let actions = reduced.filter { $0.kind == ScenarioSteps.action }.map(\.place.subject)
    var seen: Set<String> = []
    for action in actions where seen.insert(action).inserted {
      let count = actions.count { $0 == action }
      words.append(count > 1 ? "\(action) (\(count) times)" : action)
    }
    let waits = steps.filter { $0.kind == ScenarioSteps.wait }
    if reduced.contains(where: { $0.kind == ScenarioSteps.wait }) {
      func sum(_ value: (Choice) -> Int64) -> String {
        Duration.milliseconds(waits.reduce(0) { $0 + value($1) }).inWords
      }
      let (left, all) = (sum { $0.standard - $0.value }, sum(\.standard))
      words.append("\(left == all ? "all" : "\(left) of the") \(all) that the scenario waits")
    }
    return words
  }
}
