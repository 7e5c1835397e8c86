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
    let actions = reduced.filter { $0.kind == ScenarioSteps.action }
    var seen: Set<String> = []
    for action in actions.map(\.place.subject) where seen.insert(action).inserted {
      let all = steps.count { $0.kind == ScenarioSteps.action && $0.place.subject == action }
      let left = actions.filter { $0.place.subject == action }.map(\.place.number)
      if left.count < all {
        // The others take place.
        words.append("\(action) (\(left.map(\.ordinal).joined(separator: ", ")) time)")
      } else {
        words.append(all > 1 ? "\(action) (\(all) times)" : action)
      }
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
