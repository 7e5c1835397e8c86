import Foundation

extension FieldReport {
  /// Returns JSON Lines: an object for each line of the log, each contradiction and each
  /// measurement, and a final one for the whole log.
  public func jsonLines() -> [String] {
    (lines.map(json) + contradictions.map(json) + measurements.map(json) + [summary]).map {
      object in
      let data = try? JSONSerialization.data(
        withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
      return String(decoding: data ?? Data(), as: UTF8.self)
    }
  }

  private func json(_ line: Line) -> [String: Any] {
    var object: [String: Any] = ["type": "line", "line": line.number, "log": line.text]
    switch line.verdict {
    case .confirms(let evidence, let delay):
      object["evidence"] = "confirms"
      object["rule"] = evidence.rule
      object["known"] = evidence.grade.rawValue
      if let delay { object["delay_known"] = delay.rawValue }
    case .contradicts(let numbers):
      object["evidence"] = "contradicts"
      object["rules"] = numbers.map { contradictions[$0].evidence.rule }
    case .noEvidence(let why):
      object["evidence"] = "nothing"
      object["why"] = why.rawValue
    }
    return object
  }

  private func json(_ contradiction: Contradiction) -> [String: Any] {
    var object: [String: Any] = [
      "type": "contradiction", "rule": contradiction.evidence.rule,
      "known": contradiction.evidence.grade.rawValue, "expected": contradiction.expected,
      "message": contradiction.message, "missing": contradiction.isMissing,
    ]
    // A missing row has no line; it was expected before this line.
    object[contradiction.isMissing ? "before_line" : "lines"] =
      contradiction.isMissing ? contradiction.lines[0] : contradiction.lines
    if let change = contradiction.change {
      object["change"] = ["option": change.option, "value": change.value, "text": change.change]
    }
    return object
  }

  private func json(_ measurement: Measurement) -> [String: Any] {
    [
      "type": "measurement", "option": measurement.option, "value": measurement.value,
      "rule": measurement.evidence.rule, "known": measurement.evidence.grade.rawValue,
      "measured": measurement.measured, "first_line": measurement.lines.lowerBound,
      "last_line": measurement.lines.upperBound, "admitted": measurement.isAdmitted,
    ]
  }

  private var summary: [String: Any] {
    [
      "type": "summary", "part": part, "name": partName, "ios": version.short,
      "contradictions": contradictions.count, "silent_lines": silentLines,
      "rows_before_log": rowsBefore, "rows_after_log": rowsAfter,
      "also_explained_by": alternatives,
      "rules": rules.map {
        [
          "rule": $0.evidence.rule, "known": $0.evidence.grade.rawValue,
          "confirmed": $0.confirmed, "contradicted": $0.contradicted,
        ] as [String: Any]
      },
    ]
  }
}
