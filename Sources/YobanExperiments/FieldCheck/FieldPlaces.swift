/// All positions that `FieldReader` can reach in the expected rows of a part (`FieldGrammar`).
///
/// Advancing without consuming a log line always leads to a higher number, so one pass in this
/// order is enough.
struct FieldPlaces: Sendable {
  let all: [FieldPlace]
  private let firstOfStep: [Int]
  private let sizes: [Size]

  /// The highest values of a `FieldPlace` in one step.
  private struct Size {
    var lines: Int
    /// The maximum number of counter lines after the last row of a group.
    var linesAfter: Int
    var rows: Int
  }

  init(_ grammar: FieldGrammar) {
    var all = [FieldPlace.before]
    var firstOfStep: [Int] = []
    var sizes: [Size] = []
    for (i, step) in grammar.steps.enumerated() {
      let size = Self.size(step, grammar.runTimes[i])
      firstOfStep.append(all.count)
      sizes.append(size)
      for rows in 0...size.rows {
        for lines in 0...size.lines {
          for after in 0...(rows == size.rows ? size.linesAfter : 0) {
            all.append(FieldPlace(step: i, rows: rows, lines: lines, after: after))
          }
        }
      }
    }
    firstOfStep.append(all.count)
    all.append(FieldPlace(step: grammar.steps.count))
    self.all = all
    self.firstOfStep = firstOfStep
    self.sizes = sizes
  }

  /// The highest number of lines is one more than the expected maximum: it stands for any number of
  /// lines that is too high.
  private static func size(_ step: FieldGrammar.Step, _ fact: FieldFact?) -> Size {
    switch step {
    case .row, .note: Size(lines: 0, linesAfter: 0, rows: 0)
    case .counter(let count, _), .repeated(_, let count):
      Size(lines: count.upperBound + 1, linesAfter: 0, rows: 0)
    case .group(let count, let rows, _):
      Size(
        lines: count.upperBound + 1, linesAfter: fact?.linesAfterEvent?.upperBound ?? 0,
        rows: rows.count)
    }
  }

  /// Returns the number of a place; counts beyond those of its step are limited.
  func number(of place: FieldPlace) -> Int {
    guard place.step >= 0 else { return 0 }
    let first = firstOfStep[place.step]
    guard place.step < sizes.count else { return first }
    let size = sizes[place.step]
    let lines = min(place.lines, size.lines)
    guard place.rows == size.rows else { return first + place.rows * (size.lines + 1) + lines }
    let last = first + size.rows * (size.lines + 1)
    return last + lines * (size.linesAfter + 1) + min(place.after, size.linesAfter)
  }
}
