/// Checks the numbers of the counter in a log: during one launch, each is one more than the
/// previous one, because suspended threads continue where they stopped (L7).
struct CounterOrder: Sendable {
  /// Each line with an unexpected number, with a description.
  private(set) var breaks: [Int: String] = [:]
  /// Each line whose number an earlier line skipped, with that earlier line.
  private(set) var partners: [Int: Int] = [:]

  private var next: Int?
  private var last: Int?
  private var mayBeginAgain = false
  /// The skipped numbers, with the line that skipped them.
  private var skipped: [(numbers: Range<Int>, token: Int)] = []

  init(_ tokens: [FieldToken]) {
    for (i, token) in tokens.enumerated() {
      switch token.kind {
      case .note: continue
      case .row(let text, _):
        if text.key.hasPrefix("application(_:didFinishLaunching") {
          (next, last, skipped) = (0, nil, [])
        }
        // The loop of E0's app starts again each time that the app enters the background.
        if text.key == "Execute background processing" { mayBeginAgain = true }
      case .counter(let number): take(number, i)
      }
    }
  }

  private mutating func take(_ number: Int, _ token: Int) {
    defer { mayBeginAgain = false }
    guard let next, number != next else {
      last = number
      self.next = number + 1
      return
    }
    let from =
      last.map {
        $0 == number ? "printed \(number) twice" : "went from \($0) to \(number)"
      } ?? "begins with \(number)"
    if number > next {
      breaks[token] = "the counter \(from)"
      skipped.append((next..<number, token))
    } else if mayBeginAgain, number == 0 {
      skipped = []
    } else if let i = skipped.lastIndex(where: { $0.numbers.contains(number) }) {
      partners[token] = skipped[i].token
      return
    } else {
      breaks[token] = "the counter \(from)"
    }
    last = number
    self.next = number + 1
  }
}
