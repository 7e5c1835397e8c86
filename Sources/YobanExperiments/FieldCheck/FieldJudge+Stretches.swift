import YobanSimulatedOS

/// The run times: how many lines the app printed before it was suspended, and how long it ran.
extension FieldJudge {
  /// If a counter prints more lines than this, the system did not suspend the app at all; a
  /// debugger was attached.
  private static let linesOfDebugger = 30

  /// Returns the stretches of run time in the log, in order.
  func stretches() -> [FieldStretch] {
    var stretches: [FieldStretch] = []
    var open: FieldStretch?
    var row: LogTime?
    func entry(_ token: Int, isLine: Bool) -> FieldStretch.Entry {
      FieldStretch.Entry(token: token, time: tokens[token].time, isLine: isLine)
    }
    func add(_ entry: FieldStretch.Entry, _ step: Int) {
      var stretch = open ?? FieldStretch(step: step)
      if case .counter = grammar.steps[step], stretch.entries.isEmpty { stretch.start = row }
      stretch.entries.append(entry)
      open = stretch
    }
    for event in alignment.events {
      switch event {
      case .counted(let token, let step): add(entry(token, isLine: true), step)
      case .matched(let token, _, _, let step):
        if grammar.steps[step].isStretch {
          add(entry(token, isLine: grammar.steps[step].isRepeated), step)
        }
        row = tokens[token].time
      case .left(let step):
        stretches.append(open ?? FieldStretch(step: step))
        open = nil
      case .noted, .unnoted, .unexpected, .missing, .late, .excluded: continue
      }
    }
    if var last = open {
      last.isOpen = true
      stretches.append(last)
    }
    return markShared(stretches)
  }

  /// Marks the lines between two wakes that may belong to either of them: a suspended loop may
  /// continue before or after the event (BT10).
  private func markShared(_ stretches: [FieldStretch]) -> [FieldStretch] {
    var marked = stretches
    for i in stretches.indices.dropLast() where !stretches[i].hasTimes {
      guard case .group = grammar.steps[stretches[i].step],
        case .group = grammar.steps[stretches[i + 1].step], let last = stretches[i].entries.last,
        let next = stretches[i + 1].entries.first, next.token == last.token + 1
      else { continue }
      if next.isLine {
        marked[i].moreLines = 1
        marked[i + 1].fewerLines += 1
      } else if last.isLine {
        marked[i].fewerLines += 1
      }
    }
    return marked
  }

  mutating func judge(_ stretch: FieldStretch) {
    judgeBeforeEvent(stretch)
    for gap in stretch.gaps {
      contradict(
        [gap.after.token], evidence(of: stretch.step), "a line of the counter each second",
        "\(gap.time.tenths(.toNearestOrAwayFromZero).inWords) passed after line \(number(gap.before.token)): the app did not run meanwhile"
      )
    }
    // The length of an interrupted stretch shows nothing more.
    guard stretch.gaps.isEmpty else { return }
    switch grammar.steps[stretch.step] {
    case .row, .note: return
    case .counter(let count, let expected): judge(stretch, count, expected)
    case .repeated(let row, let count): judge(stretch, count, row.expected)
    case .group(let count, _, let expected): judge(stretch, count, expected)
    }
  }

  /// Judges the lines before the event that woke the app. At most one is allowed: the second
  /// between two lines passed during the suspension.
  private mutating func judgeBeforeEvent(_ stretch: FieldStretch) {
    guard case .group(_, let rows, _) = grammar.steps[stretch.step] else { return }
    let early = stretch.linesBeforeEvent
    if let first = early.first, stretch.fewerLines == 0 {
      verdicts[first.token] = .confirms(Evidence(rule: "BT10"), delay: nil)
    }
    guard early.count > 1, let event = rows.first else { return }
    contradict(
      early.dropFirst().map(\.token), Evidence(rule: "BT10"), "\(event.expected)",
      "\(early.count) lines of the counter came before the event that woke the app, expected at most 1"
    )
  }

  // MARK: Length

  private mutating func judge(
    _ stretch: FieldStretch, _ count: ClosedRange<Int>, _ expected: ExpectedRow
  ) {
    let lines = stretch.lines
    let ruleRange = ruleRange(stretch.step, expected)
    let isWrongCount =
      !stretch.hasTimes
      && (lines > count.upperBound || (lines < count.lowerBound && !stretch.isOpen))
    let ruleBreach = ruleRange.flatMap {
      stretch.hasTimes || isWrongCount
        ? stretch.span?.breach(of: $0, tolerance: stretch.tolerance) : nil
    }
    let comparison = profileComparison(stretch, count, isWrongCount: isWrongCount)
    if let comparison { measure(stretch, comparison) }
    guard isWrongCount || ruleBreach != nil || comparison?.breach != nil else { return }
    var parts: [String] = []
    if isWrongCount { parts.append(Self.inWords(lines, count, expected)) }
    if let span = stretch.span {
      parts.append("the app ran for \(span.inWords)")
      if let ruleRange, ruleBreach != nil { parts.append("the rule says \(ruleRange.inWords)") }
    }
    if let comparison, let breach = comparison.breach {
      let after =
        comparison.isAfterEvent
        ? "after its last event it ran for \(comparison.span.inWords); " : ""
      parts.append(
        "\(after)\(comparison.fact.option) is \(comparison.fact.value) and \(breach.inWords)")
    }
    if lines >= Self.linesOfDebugger {
      parts.append("if a debugger was attached, it kept the app running: run it without one")
    }
    contradict(
      contradictingLines(stretch, count, isWrongCount: isWrongCount), evidence(of: stretch.step),
      "\(expected)", parts.joined(separator: "; "),
      comparison.flatMap { comparison in
        comparison.breach.map { FieldReport.Change(comparison.fact, $0) }
      }, missingBefore: stretch.entries.isEmpty ? place(of: stretch) : nil)
  }

  /// Returns the excess lines, or otherwise the last line.
  private func contradictingLines(
    _ stretch: FieldStretch, _ count: ClosedRange<Int>, isWrongCount: Bool
  ) -> [Int] {
    let lines = stretch.entries.filter(\.isLine).map(\.token)
    if isWrongCount, lines.count > count.upperBound {
      return Array(lines.dropFirst(count.upperBound))
    }
    return stretch.entries.suffix(1).map(\.token)
  }

  /// Returns the token before which the lines of an empty stretch were expected.
  private func place(of stretch: FieldStretch) -> Int {
    var place = 0
    for event in alignment.events {
      if case .left(stretch.step) = event { return place }
      if let token = event.token { place = token + 1 }
    }
    return place
  }

  /// Returns the length of the stretch that the expected rows allow.
  private func ruleRange(_ step: Int, _ expected: ExpectedRow) -> ClosedRange<Duration>? {
    if let delay = expected.delay { return delay }
    guard case .counter = grammar.steps[step], step + 1 < grammar.steps.count,
      case .note(_, let next) = grammar.steps[step + 1], grammar.runTimes[step] != nil
    else { return nil }
    return next.delay
  }

  private static func inWords(
    _ lines: Int, _ count: ClosedRange<Int>, _ expected: ExpectedRow
  ) -> String {
    let range =
      count.lowerBound == count.upperBound
      ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
    if case .eachSecond(let text, _, _) = expected.shape {
      return "\(text) came \(lines) times, expected \(range)"
    }
    return "\(lines) \(lines == 1 ? "line" : "lines") of the counter, expected \(range)"
  }

  // MARK: The profile

  /// A run time compared with the constant of the profile.
  private struct Comparison {
    var fact: FieldFact
    var span: FieldSpan
    /// Whether the run time counts from the last event; if not, it counts from the beginning.
    var isAfterEvent: Bool
    var breach: FieldBreach?
  }

  private func profileComparison(
    _ stretch: FieldStretch, _ count: ClosedRange<Int>, isWrongCount: Bool
  ) -> Comparison? {
    guard let fact = grammar.runTimes[stretch.step] else { return nil }
    let afterEvent = stretch.spanAfterEvent
    guard let span = afterEvent ?? stretch.span else { return nil }
    var breach: FieldBreach?
    if let range = fact.range {
      breach = span.breach(of: range, tolerance: stretch.tolerance)
    } else if isWrongCount, case .time(let time) = fact.value {
      // For a single time, the expected rows define the tolerance.
      breach =
        stretch.lines > count.upperBound
        ? .longer(span.least) : span.below.map { .shorter(min($0, time)) }
    }
    return Comparison(fact: fact, span: span, isAfterEvent: afterEvent != nil, breach: breach)
  }

  private mutating func measure(_ stretch: FieldStretch, _ comparison: Comparison) {
    guard let first = stretch.entries.first, let last = stretch.entries.last else { return }
    let after = comparison.isAfterEvent ? " after the last event" : ""
    measurements.append(
      .init(
        lines: number(first.token)...number(last.token), measured: comparison.span.inWords + after,
        option: comparison.fact.option, value: "\(comparison.fact.value)",
        evidence: Evidence(grade: comparison.fact.grade, rule: comparison.fact.rule),
        isAdmitted: comparison.breach == nil))
  }
}

extension FieldSpan {
  /// A text such as `at least 13 s` or `8 to 10 s`.
  var inWords: String {
    let least = least.tenths(.down)
    guard let below = below?.tenths(.up) else { return "at least \(least.inWords)" }
    if least == .zero { return "less than \(below.inWords)" }
    return (least...max(least, below)).inWords
  }
}

extension FieldGrammar.Step {
  fileprivate var isRepeated: Bool {
    if case .repeated = self { true } else { false }
  }
}

extension FieldAlignment.Event {
  /// The line that the event is about.
  var token: Int? {
    switch self {
    case .matched(let token, _, _, _), .counted(let token, _), .noted(let token, _),
      .unexpected(let token, _), .excluded(let token, _):
      token
    case .unnoted, .left, .missing, .late: nil
    }
  }
}
