/// Aligns a real phone's log with the rows that one part of an experiment expects, at the lowest
/// cost (`FieldCost`). See `FieldGrammar` for steps and `FieldPlace` for places.
struct FieldReader {
  private let grammar: FieldGrammar
  private let tokens: [FieldToken]
  private let moves: FieldMoves
  private let places: FieldPlaces

  init(_ grammar: FieldGrammar, _ tokens: [FieldToken]) {
    self.grammar = grammar
    self.tokens = tokens
    moves = FieldMoves(grammar: grammar)
    places = FieldPlaces(grammar)
  }

  /// The cheapest way to a place after a number of lines.
  private struct Cell {
    var cost = Int32.max
    /// The number of the previous place.
    var from: Int32 = -1
    var move: FieldMove = .leave
    var takesLine = false
  }

  /// Returns the reading with the lowest cost; of several, the first.
  func read() -> FieldAlignment {
    let cells = table()
    let first = tokens.count * places.all.count
    let costs = places.all.indices.map { Int(cells[first + $0].cost) + openCost(places.all[$0]) }
    let end = costs.indices.min { (costs[$0], $0) < (costs[$1], $1) }!
    return FieldAlignment(
      events: events(cells, to: end), cost: costs[end], end: max(0, places.all[end].step))
  }

  /// Returns the cost of a log that ends at this place.
  private func openCost(_ place: FieldPlace) -> Int {
    guard place.step >= 0 else { return FieldCost.never }
    guard place.step < grammar.steps.count else { return 0 }
    let rows = grammar.steps[place.step...].map(\.requiredRows).reduce(0, +) - place.rows
    let end = rows > 0 ? FieldCost.endsEarly : 0
    guard case .group(let count, _, _) = grammar.steps[place.step], place.lines > 0 else {
      return end
    }
    return end + (place.lines < count.lowerBound ? FieldCost.endsInShortWake : 0)
  }

  /// Returns a row of cells for each number of lines read, with a cell for each place.
  private func table() -> [Cell] {
    let width = places.all.count
    let gaps = followsGap()
    var cells = [Cell](repeating: Cell(), count: (tokens.count + 1) * width)
    cells[0].cost = 0
    for line in 0...tokens.count {
      // A move without a line leads to a place with a higher number.
      for number in 0..<width where cells[line * width + number].cost < .max {
        let costSoFar = cells[line * width + number].cost
        func visit(_ place: FieldPlace, _ cost: Int, _ move: FieldMove, takesLine: Bool) {
          let to = (takesLine ? line + 1 : line) * width + places.number(of: place)
          let sum = costSoFar + Int32(cost)
          // Of two readings with the same cost, prefer the one that takes a line as expected.
          guard takesLine ? sum <= cells[to].cost : sum < cells[to].cost else { return }
          cells[to] = Cell(cost: sum, from: Int32(number), move: move, takesLine: takesLine)
        }
        let next = line < tokens.count ? tokens[line] : nil
        moves.withoutLine(from: places.all[number], isAtStart: line == 0, next: next) {
          visit($0, $1, $2, takesLine: false)
        }
        guard let next else { continue }
        moves.over(next, from: places.all[number], followsGap: gaps[line]) {
          visit($0, $1, $2, takesLine: true)
        }
      }
    }
    return cells
  }

  /// Returns for each token whether it is a counter line that follows the previous one after more
  /// than `FieldStretch.longestSecond`.
  private func followsGap() -> [Bool] {
    var last: LogTime?
    return tokens.map { token in
      guard token.kind.isCounter else { return false }
      defer { last = token.time }
      guard let passed = LogTime.passed(from: last, to: token.time) else { return false }
      return passed.time > FieldStretch.longestSecond + passed.tolerance
    }
  }

  // MARK: Reconstructing the events

  private func events(_ cells: [Cell], to end: Int) -> [FieldAlignment.Event] {
    let width = places.all.count
    var events: [FieldAlignment.Event] = []
    var (line, number) = (tokens.count, end)
    while line > 0 || number > 0 {
      let cell = cells[line * width + number]
      if cell.takesLine { line -= 1 }
      let from = Int(cell.from)
      events += self.events(cell.move, places.all[from], to: places.all[number], line).reversed()
      number = from
    }
    return events.reversed()
  }

  private func events(
    _ move: FieldMove, _ place: FieldPlace, to next: FieldPlace, _ token: Int
  ) -> [FieldAlignment.Event] {
    let step = place.step
    switch move {
    case .match(let fit): return [.matched(token: token, row(place), fit, step: step)]
    case .count: return [.counted(token: token, step: step)]
    case .unexpected: return [.unexpected(token: token, place)]
    case .excluded(let why): return [.excluded(token: token, why)]
    case .missing: return [.missing(row(place), before: token)]
    case .late: return (0..<next.step).flatMap { rows(of: $0).map { .late($0) } }
    case .note, .leave:
      guard step >= 0 else { return [] }
      guard case .note(let text, _) = grammar.steps[step] else { return [.left(step: step)] }
      if case .note = move { return [.noted(token: token, text)] }
      return [.unnoted(text)]
    }
  }

  private func rows(of step: Int) -> [FieldRow] {
    switch grammar.steps[step] {
    case .row(let row), .repeated(let row, _): [row]
    case .group(_, let rows, _): rows
    case .note, .counter: []
    }
  }

  private func row(_ place: FieldPlace) -> FieldRow { rows(of: place.step)[place.rows] }
}
