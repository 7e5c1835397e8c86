import YobanVirtualTime

extension ExplorationResult: CustomStringConvertible {
  /// The result as text for a terminal or a log.
  public var description: String {
    if let failure = baseline.failure {
      return withoutFaults?.story.map { "The run without faults already fails.\n\($0)" }
        ?? "The run without faults already fails: \(failure)"
    }
    if let error = baseline.error { return "The run without faults already ends early: \(error)" }
    var parts = found.map { found in
      let story =
        found.story.map { "\($0)" } ?? "\(found.smallest.failure!)\n\(found.smallest.schedule)"
      return story + "\n" + found.searchWords + "\n"
    }
    if found.isEmpty { parts += unseen.map { "In no run this was true: \($0)" } }
    if let endedEarly { parts.append("\(endedEarly)") }
    parts.append(summary)
    if found.isEmpty { parts.append("\(reach)") }
    return parts.joined(separator: "\n")
  }

  /// Such as "412 runs in 10.3 s, 40 a second: no failure".
  public var summary: String {
    let rate = seconds > 0 ? ", \(Int(Double(runs) / seconds)) a second" : ""
    let failures =
      switch found.count {
      case 0: "no failure"
      case 1: "a failure"
      case let count: "\(count) failures"
      }
    return "\(runs) runs in \(tenths(seconds)) s\(rate): \(failures)"
  }
}

extension ExplorationResult.Reach: CustomStringConvertible {
  /// Sentences that say how much it means that nothing was found.
  public var description: String {
    let singles =
      singlesPlayed >= self.singles
      ? "All \(self.singles) single faults and other decisions of the systems were played."
      : "\(singlesPlayed) of \(self.singles) single faults and other decisions of the systems were played: more runs play the others."
    let pairs =
      switch (depth, pairsPlayed + combinationsPlayed) {
      case (...1, _): "No two faults in one run."
      case (_, 0): "No pair of faults was played."
      default:
        "\(pairsPlayed) pairs, and \(pairsLeft) more were drawn; \(combinationsPlayed) random combinations of up to \(depth)."
      }
    return "\(singles) \(pairs)"
  }
}

extension ExplorationResult.EndedEarly: CustomStringConvertible {
  /// Sentences for a terminal or a log.
  public var description: String {
    let text = error.prefix { !$0.isNewline }
    return runs == 1
      ? "In a run the scenario ended early, which is not a failure: \(text)\n  \(schedule)"
      : "In \(runs) runs the scenario ended early, which is not a failure. The first: \(text)\n  \(schedule)"
  }
}

extension FoundFailure {
  /// A sentence that says in which run and by which part of the search the failure was found.
  var searchWords: String {
    let kind =
      switch phase {
      case "known": "among the failures of earlier explorations"
      case "single": "with a single fault"
      case "pair": "with a second fault in the recovery from a first one"
      default: "with random faults"
      }
    return "Found in run \(runsToFailure), \(kind)."
  }
}

/// Such as "10.3".
func tenths(_ number: Double) -> String {
  let all = Int((number * 10).rounded())
  return "\(all / 10).\(all % 10)"
}
