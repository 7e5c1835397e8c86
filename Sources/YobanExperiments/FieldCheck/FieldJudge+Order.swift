import YobanSimulatedOS

/// The order of the rows: missing rows, unexpected rows, and rows in a wrong place.
extension FieldJudge {
  /// A row that the reading did not find at its place.
  private struct MissingRow {
    var row: FieldRow
    /// The token before which it was expected; nil for a row before the log begins.
    var place: Int?
  }

  mutating func judgeOrder() {
    var missing: [MissingRow] = []
    var extras: [(token: Int, place: FieldPlace?)] = []
    for event in alignment.events {
      switch event {
      case .missing(let row, let place): missing.append(MissingRow(row: row, place: place))
      case .late(let row): missing.append(MissingRow(row: row, place: nil))
      case .unexpected(let token, let place): extras.append((token, place))
      case .excluded(let token, .beforePart), .excluded(let token, .afterPart):
        extras.append((token, nil))
      case .matched, .counted, .noted, .unnoted, .left, .excluded: continue
      }
    }
    for row in missing {
      if let i = nearest(extras.map(\.token), to: row) {
        contradictMoved(row, extras.remove(at: i).token)
      } else if let place = row.place {
        contradict(
          [], row.row.expected.evidence, "\(row.row.expected)", "\(row.row.expected) is missing",
          missingBefore: place)
      }
    }
    for (token, place) in extras {
      // A number that the counter printed twice is reported elsewhere.
      guard let place, !tokens[token].isRepeat else { continue }
      contradictUnexpected(token, place)
    }
  }

  /// Returns the line with the text of a missing row that is nearest to its place.
  private func nearest(_ extras: [Int], to missing: MissingRow) -> Int? {
    extras.indices
      .filter {
        guard case .row(let text, _) = tokens[extras[$0]].kind else { return false }
        return text.key == missing.row.text.key
      }
      .min { abs(extras[$0] - (missing.place ?? 0)) < abs(extras[$1] - (missing.place ?? 0)) }
  }

  private mutating func contradictMoved(_ missing: MissingRow, _ token: Int) {
    let isEarly = missing.place.map { token < $0 } ?? false
    // The neighbor beside which the row was expected.
    let other = isEarly ? missing.place.map { $0 - 1 } : missing.place ?? 0
    let neighbor = other.flatMap { tokens.indices.contains($0) ? number($0) : nil }
    let place = neighbor.map { isEarly ? " after line \($0)" : " before line \($0)" } ?? ""
    verdicts[token] = nil
    contradict(
      [token], missing.row.expected.evidence, "\(missing.row.expected)",
      "\(missing.row.expected) was expected\(place)")
  }

  private mutating func contradictUnexpected(_ token: Int, _ place: FieldPlace) {
    let next = nextRow(from: place)
    let known = knownRow(token, near: place.step)
    contradict(
      [token], (known ?? next?.row)?.evidence, next?.text ?? "no further row",
      next.map { "not expected here; expected was \($0.text)" } ?? "no row was expected here")
  }

  /// Returns the next row that a phone would log.
  private func nextRow(from place: FieldPlace) -> (row: ExpectedRow, text: String)? {
    for (i, step) in grammar.steps.enumerated().dropFirst(place.step) {
      switch step {
      case .row(let row), .repeated(let row, _):
        return (row.expected, row.expected.plainText)
      case .group(_, let rows, let expected):
        let done = i == place.step ? place.rows : 0
        guard done < rows.count else { return (expected, "a line of the counter") }
        return (rows[done].expected, rows[done].expected.plainText)
      case .counter(_, let expected): return (expected, "a line of the counter")
      case .note: continue
      }
    }
    return nil
  }

  /// Returns the expected row of the part that has the text of the line; of several, the nearest
  /// one.
  private func knownRow(_ token: Int, near step: Int) -> ExpectedRow? {
    switch tokens[token].kind {
    case .note: return nil
    case .row(let text, _):
      return grammar.rows.filter { $0.row.text.key == text.key }
        .min { abs($0.step - step) < abs($1.step - step) }?.row.expected
    case .counter:
      return grammar.steps.indices
        .compactMap { i -> (step: Int, row: ExpectedRow)? in
          switch grammar.steps[i] {
          case .counter(_, let row), .group(_, _, let row): (i, row)
          case .row, .note, .repeated: nil
          }
        }
        .min { abs($0.step - step) < abs($1.step - step) }?.row
    }
  }

  // MARK: The counter

  /// Judges the numbers of the counter that are not in order.
  mutating func judgeCounter() {
    let order = CounterOrder(tokens)
    var steps: [Int: Int] = [:]
    for event in alignment.events {
      if case .counted(let token, let step) = event { steps[token] = step }
    }
    for (token, message) in order.breaks.sorted(by: { $0.key < $1.key }) {
      let known = steps[token].flatMap { evidence(of: $0) }
      contradict([token], known ?? Evidence(rule: "L7"), "the next number of the counter", message)
    }
    for token in order.partners.keys { verdicts[token] = .noEvidence(.partner) }
  }
}

extension ExpectedRow {
  /// The text of the row, also for a row that repeats once a second.
  fileprivate var plainText: String {
    if case .eachSecond(let text, let state, _) = shape {
      return text + (state.map { " [\($0)]" } ?? "")
    }
    return "\(self)"
  }
}
