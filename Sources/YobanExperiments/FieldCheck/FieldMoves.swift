/// The moves that a reading may make from a place, with their costs.
struct FieldMoves: Sendable {
  let grammar: FieldGrammar

  typealias Visit = (_ place: FieldPlace, _ cost: Int, _ move: FieldMove) -> Void

  // MARK: Without a line

  /// - Parameters:
  ///   - isAtStart: Whether no line was read yet.
  ///   - next: The next line; nil at the end.
  func withoutLine(
    from place: FieldPlace, isAtStart: Bool, next: FieldToken?, _ visit: Visit
  ) {
    guard place.step >= 0 else {
      // After other lines, a part begins with its first row.
      if isAtStart || next.map(grammar.begins(with:)) == true { visit(place.next, 0, .leave) }
      if isAtStart, grammar.beginning == .user { late(visit) }
      return
    }
    guard place.step < grammar.steps.count else { return }
    switch grammar.steps[place.step] {
    case .row: visit(place.next, FieldCost.missing, .missing)
    case .note: visit(place.next, 0, .leave)
    case .counter(let count, _), .repeated(_, let count):
      visit(place.next, Self.few(place.lines, count), .leave)
    case .group(let count, let rows, _):
      guard place.rows == rows.count else {
        var skipped = place
        skipped.rows += 1
        return visit(skipped, FieldCost.missing, .missing)
      }
      let fewAfter = max(0, (linesAfterEvent(place)?.lowerBound ?? 0) - place.after)
      visit(
        place.next, Self.few(place.lines, count) + FieldCost.profileLine * fewAfter, .leave)
    }
  }

  /// Returns the cost of too few lines.
  private static func few(_ lines: Int, _ count: ClosedRange<Int>) -> Int {
    guard lines < count.lowerBound else { return 0 }
    return FieldCost.fewLines + FieldCost.missingLine * (count.lowerBound - lines)
  }

  /// Returns the cost of one more line.
  private static func more(_ lines: Int, _ count: ClosedRange<Int>) -> Int {
    lines == count.upperBound ? FieldCost.manyLines : 0
  }

  private func late(_ visit: Visit) {
    var rows = 0
    for (i, step) in grammar.steps.enumerated() {
      if rows > 0 { visit(FieldPlace(step: i), rows * FieldCost.late, .late) }
      rows += step.requiredRows
    }
  }

  private func linesAfterEvent(_ place: FieldPlace) -> ClosedRange<Int>? {
    grammar.runTimes[place.step]?.linesAfterEvent
  }

  // MARK: With a line

  /// - Parameter followsGap: Whether more than a second has passed since the previous line of the
  ///   counter.
  func over(
    _ token: FieldToken, from place: FieldPlace, followsGap: Bool, _ visit: Visit
  ) {
    switch token.kind {
    case .note(let text):
      if place.step >= 0, place.step < grammar.steps.count,
        case .note(text, _) = grammar.steps[place.step]
      {
        visit(place.next, 0, .note)
      }
      return visit(place, FieldCost.strayNote, .excluded(.note))
    case .counter: if !token.isRepeat { count(place, followsGap, visit) }
    case .row(let text, let state): match(text, state, place, visit)
    }
    skip(token, place, visit)
  }

  /// Leaves a line out of the reading.
  private func skip(_ token: FieldToken, _ place: FieldPlace, _ visit: Visit) {
    // A repeated line is reported separately.
    if token.isRepeat { return visit(place, 0, .unexpected) }
    if place.step < 0 {
      switch grammar.beginning {
      case .user: return
      case .system: visit(place, FieldCost.beforeLaunch, .excluded(.beforePart))
      case .running: visit(place, FieldCost.outside, .excluded(.beforePart))
      }
      return
    }
    if token.kind.isCounter, grammar.isInForeground[place.step] {
      return visit(place, 0, .excluded(.inForeground))
    }
    if place.step == grammar.steps.count {
      return visit(place, FieldCost.outside, .excluded(.afterPart))
    }
    let runs = token.kind.isCounter && grammar.steps[place.step].isStretch
    visit(place, runs ? FieldCost.strayLine : FieldCost.unexpected, .unexpected)
  }

  private func match(
    _ text: FieldText, _ state: String?, _ place: FieldPlace, _ visit: Visit
  ) {
    guard place.step >= 0, place.step < grammar.steps.count else { return }
    switch grammar.steps[place.step] {
    case .row(let row):
      if let fit = row.fit(text, state) { visit(place.next, fit.cost, .match(fit)) }
    case .repeated(let row, let count):
      guard let fit = row.fit(text, state) else { return }
      var next = place
      next.lines += 1
      visit(next, fit.cost + Self.more(place.lines, count), .match(fit))
    case .group(_, let rows, _):
      guard place.rows < rows.count, let fit = rows[place.rows].fit(text, state) else { return }
      var next = place
      next.rows += 1
      let order = place.rows == 0 && place.lines == 0 ? FieldCost.eventFirst : 0
      visit(next, fit.cost + order, .match(fit))
    case .note, .counter: return
    }
  }

  private func count(_ place: FieldPlace, _ followsGap: Bool, _ visit: Visit) {
    guard place.step >= 0, place.step < grammar.steps.count else { return }
    var next = place
    next.lines += 1
    let gap = followsGap && place.lines > 0 ? FieldCost.gap : 0
    switch grammar.steps[place.step] {
    case .counter(let count, _):
      visit(next, gap + Self.more(place.lines, count), .count)
    case .group(let count, let rows, _):
      var cost = gap + Self.more(place.lines, count)
      if place.rows == 0, place.lines > 0 { cost += FieldCost.early }
      if place.rows == rows.count {
        next.after += 1
        if let most = linesAfterEvent(place)?.upperBound, place.after >= most {
          cost += FieldCost.profileLine
        }
      }
      visit(next, cost, .count)
    case .row, .note, .repeated: return
    }
  }
}

extension FieldFit {
  fileprivate var cost: Int {
    switch self {
    case .fits, .otherAccessory: 0
    case .otherState, .otherValue: FieldCost.otherState
    }
  }
}
