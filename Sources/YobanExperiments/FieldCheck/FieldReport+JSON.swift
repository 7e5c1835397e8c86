import YobanReports

extension FieldReport {
  /// Returns JSON Lines: an object for each line of the log, each contradiction and each
  /// measurement, and a final one for the whole log.
  public func jsonLines() -> [String] {
    let objects =
      lines.map(members) + contradictions.map(members) + measurements.map(members) + [summary]
    return objects.map { JSONValue.object($0).text(for: .line) }
  }

  private func members(of line: Line) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "type": "line", "line": .integer(Int64(line.number)), "log": .string(line.text),
    ]
    switch line.verdict {
    case .confirms(let evidence, let delay):
      members["evidence"] = "confirms"
      members["rule"] = .string(evidence.rule)
      members["known"] = .string(evidence.grade.rawValue)
      if let delay { members["delay_known"] = .string(delay.rawValue) }
    case .contradicts(let numbers):
      members["evidence"] = "contradicts"
      members["rules"] = .array(numbers.map { .string(contradictions[$0].evidence.rule) })
    case .noEvidence(let why):
      members["evidence"] = "nothing"
      members["why"] = .string(why.rawValue)
    }
    return members
  }

  private func members(of contradiction: Contradiction) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "type": "contradiction", "rule": .string(contradiction.evidence.rule),
      "known": .string(contradiction.evidence.grade.rawValue),
      "expected": .string(contradiction.expected), "message": .string(contradiction.message),
      "missing": .boolean(contradiction.isMissing),
    ]
    let lines = contradiction.lines.map { JSONValue.integer(Int64($0)) }
    // A missing row has no line; it was expected before this line.
    members[contradiction.isMissing ? "before_line" : "lines"] =
      contradiction.isMissing ? lines[0] : .array(lines)
    if let change = contradiction.change {
      members["change"] = .object([
        "option": .string(change.option), "value": .string(change.value),
        "text": .string(change.change),
      ])
    }
    return members
  }

  private func members(of measurement: Measurement) -> [String: JSONValue] {
    [
      "type": "measurement", "option": .string(measurement.option),
      "value": .string(measurement.value), "rule": .string(measurement.evidence.rule),
      "known": .string(measurement.evidence.grade.rawValue),
      "measured": .string(measurement.measured),
      "first_line": .integer(Int64(measurement.lines.lowerBound)),
      "last_line": .integer(Int64(measurement.lines.upperBound)),
      "admitted": .boolean(measurement.isAdmitted),
    ]
  }

  private var summary: [String: JSONValue] {
    func number(_ count: Int) -> JSONValue { .integer(Int64(count)) }
    return [
      "type": "summary", "part": .string(part), "name": .string(partName),
      "ios": .string(version.short), "format": .string(format.name),
      "lines_without_format": number(format.otherLines), "hidden_lines": number(hiddenLines),
      "contradictions": number(contradictions.count),
      "silent_lines": number(silentLines), "rows_before_log": number(rowsBefore),
      "rows_after_log": number(rowsAfter),
      "also_explained_by": .array(alternatives.map { .string($0) }),
      "rules": .array(
        rules.map {
          .object([
            "rule": .string($0.evidence.rule), "known": .string($0.evidence.grade.rawValue),
            "confirmed": number($0.confirmed), "contradicted": number($0.contradicted),
          ])
        }),
    ]
  }
}
