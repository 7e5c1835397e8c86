import YobanSimulatedOS

/// Derives the verdicts on the lines of a log from its reading.
struct FieldJudge {
  let grammar: FieldGrammar
  let alignment: FieldAlignment
  let tokens: [FieldToken]
  let version: SystemVersion

  /// The verdicts by token.
  var verdicts: [Int: FieldReport.Verdict] = [:]
  /// In the order in which they were found; `tokens` contains their places.
  var contradictions: [Finding] = []
  var measurements: [FieldReport.Measurement] = []

  /// A contradiction with tokens instead of lines.
  struct Finding {
    var tokens: [Int]
    var contradiction: FieldReport.Contradiction
  }

  /// The row or note from which a delay counts.
  private struct Predecessor {
    var time: LogTime?
    var text: String
    var isNote: Bool
  }

  /// The row or note before the token that is currently judged.
  private var before: Predecessor?

  init(
    _ grammar: FieldGrammar, _ alignment: FieldAlignment, _ tokens: [FieldToken],
    _ version: SystemVersion
  ) {
    self.grammar = grammar
    self.alignment = alignment
    self.tokens = tokens
    self.version = version
  }

  mutating func judge() {
    for event in alignment.events { judge(event) }
    for stretch in stretches() { judge(stretch) }
    judgeCounter()
    judgeOrder()
  }

  private mutating func judge(_ event: FieldAlignment.Event) {
    switch event {
    case .matched(let token, let row, let fit, _):
      judge(token, row, fit)
      before = Predecessor(
        time: tokens[token].time, text: row.expected.description, isNote: false)
    case .counted(let token, let step): confirm(token, by: evidence(of: step))
    case .noted(let token, let text):
      verdicts[token] = .noEvidence(.note)
      before = Predecessor(time: tokens[token].time, text: text, isNote: true)
    case .excluded(let token, let why): verdicts[token] = .noEvidence(why.noVerdictReason)
    case .unnoted, .missing: before = nil
    case .left, .late, .unexpected: break
    }
  }

  // MARK: A row

  private mutating func judge(_ token: Int, _ row: FieldRow, _ fit: FieldFit) {
    switch fit {
    case .fits:
      if let delay = row.expected.delay, let before,
        let passed = LogTime.passed(from: before.time, to: tokens[token].time)
      {
        judge(delay, passed, after: before, of: row, token)
      } else {
        confirm(token, by: row.expected.evidence)
      }
    case .otherAccessory: verdicts[token] = .noEvidence(.otherAccessory)
    case .otherState, .otherValue:
      guard case .row(let text, let state) = tokens[token].kind else { return }
      let found = fit == .otherState ? "[\(state ?? "")]" : "\(text.key)\(text.value)"
      contradict(
        [token], row.expected.evidence, row.expected.description,
        "expected \(row.expected), found \(found)")
    }
  }

  /// The user writes notes by hand, so their times may be wrong by up to two seconds.
  private static let noteTolerance: Duration = .seconds(2)

  private mutating func judge(
    _ delay: ClosedRange<Duration>, _ passed: (time: Duration, tolerance: Duration),
    after before: Predecessor, of row: FieldRow, _ token: Int
  ) {
    let tolerance = before.isNote ? Self.noteTolerance : passed.tolerance
    // A single moment: the lower and the upper bound are the same.
    let span = FieldSpan(least: passed.time, below: passed.time + .nanoseconds(1))
    let fact = FieldFact.delay(of: row, after: before.text, version)
    let breach =
      span.breach(of: delay, tolerance: tolerance)
      ?? fact?.range.flatMap { span.breach(of: $0, tolerance: tolerance) }
    let grade = row.expected.grade
    let time = passed.time.tenths(.toNearestOrAwayFromZero).inWords
    if let fact {
      let line = number(token)
      measurements.append(
        .init(
          lines: line...line, measured: "\(time) after \(before.text)", option: fact.option,
          value: "\(fact.value)", evidence: Evidence(grade: fact.grade, rule: fact.rule),
          isAdmitted: breach == nil))
    }
    guard let breach else { return confirm(token, by: row.expected.evidence, delay: grade) }
    contradict(
      [token], row.expected.evidence.map { Evidence(grade: grade ?? $0.grade, rule: $0.rule) },
      row.expected.description,
      "it came \(time) after \(before.text), expected \(delay.inWords)"
        + (fact.map { "; \($0.option) is \($0.value) and \(breach.inWords)" }
          ?? "; that \(breach.inWords)"),
      fact.map { .init($0, breach) })
  }

  /// Returns the number of a token's line in the log, from 1.
  func number(_ token: Int) -> Int { tokens[token].number }

  // MARK: Verdicts

  mutating func confirm(_ token: Int, by evidence: Evidence?, delay: Grade? = nil) {
    if case .contradicts = verdicts[token] { return }
    verdicts[token] = evidence.map { .confirms($0, delay: delay) } ?? .noEvidence(.unknown)
  }

  /// - Parameters:
  ///   - tokens: The lines that contradict the rule.
  ///   - place: For a missing row, the token before which it was expected.
  mutating func contradict(
    _ tokens: [Int], _ evidence: Evidence?, _ expected: String, _ message: String,
    _ change: FieldReport.Change? = nil, missingBefore place: Int? = nil
  ) {
    let evidence = evidence ?? Evidence(grade: .assumed, rule: "L7")
    for token in tokens {
      if case .contradicts(let others) = verdicts[token] {
        verdicts[token] = .contradicts(others + [contradictions.count])
      } else {
        verdicts[token] = .contradicts([contradictions.count])
      }
    }
    contradictions.append(
      Finding(
        tokens: place.map { [$0] } ?? tokens,
        contradiction: .init(
          lines: [], isMissing: place != nil, evidence: evidence, expected: expected,
          message: message, change: change)))
  }

  /// Returns the evidence for the lines of a step.
  func evidence(of step: Int) -> Evidence? {
    guard step < grammar.steps.count else { return nil }
    return switch grammar.steps[step] {
    case .row(let row), .repeated(let row, _): row.expected.evidence
    case .counter(_, let expected), .group(_, _, let expected): expected.evidence
    case .note: nil
    }
  }
}

extension FieldExclusion {
  fileprivate var noVerdictReason: FieldReport.NoVerdictReason {
    switch self {
    case .inForeground: .inForeground
    case .beforePart: .beforePart
    case .afterPart: .afterPart
    case .note: .note
    }
  }
}

extension FieldReport.Change {
  init(_ fact: FieldFact, _ breach: FieldBreach) {
    self.init(option: fact.option, value: "\(fact.value)", change: breach.inWords)
  }
}

extension Evidence {
  /// Creates the evidence of a rule with the rule's own grade.
  init(rule: String) {
    self.init(grade: RuleBook.rule(rule)?.grade ?? .assumed, rule: rule)
  }
}
