import YobanSimulatedOS

/// The expected rows of a part, as far as the log of a phone can show them.
struct FieldGrammar: Sendable {
  /// One step of the part.
  enum Step: Sendable {
    case row(FieldRow)
    /// A row in parentheses. A phone does not log it, but the user may have written it as a note
    /// with its time.
    case note(String, ExpectedRow)
    /// Lines of the counter.
    case counter(ClosedRange<Int>, ExpectedRow)
    /// The same row once a second.
    case repeated(FieldRow, ClosedRange<Int>)
    /// The rows of one wake, with a number of lines of the counter among them.
    case group(ClosedRange<Int>, [FieldRow], ExpectedRow)

    /// Whether the step is a time in which the app runs and prints lines.
    var isStretch: Bool {
      switch self {
      case .row, .note: false
      case .counter, .repeated, .group: true
      }
    }

    /// The number of required rows.
    var requiredRows: Int {
      switch self {
      case .row, .repeated: 1
      case .note, .counter: 0
      case .group(_, let rows, _): rows.count
      }
    }
  }

  /// The beginning of a part, which decides what a phone may have logged before it.
  enum Beginning: Sendable {
    /// The user opens the app: there are no rows before.
    case user
    /// The system launches the app, which ran before.
    case system
    /// The app already runs, or is suspended.
    case running
  }

  let steps: [Step]
  /// Whether the app is in the foreground before each step, and after the last one. In the
  /// foreground, the user decides how many lines the counter prints.
  let isInForeground: [Bool]
  let beginning: Beginning
  /// For each step, the constant that defines the app's run time in it.
  let runTimes: [FieldFact?]

  /// - Parameters:
  ///   - hasCounter: Whether the log contains lines of the counter; if not, they are not expected.
  ///   - version: The version of iOS whose constants are compared.
  init(_ expected: [ExpectedRow], hasCounter: Bool, version: SystemVersion) {
    var steps: [Step] = []
    var before: String?
    for (i, row) in expected.enumerated() {
      let reopens = i > 0 && expected[i - 1].text?.hasPrefix("(user opens") == true
      let step = Self.step(row, after: before, reopens: reopens, hasCounter: hasCounter)
      if let step { steps.append(step) }
      before = row.text ?? before
    }
    self.steps = steps
    isInForeground = Self.foreground(steps)
    beginning = Self.beginning(expected)
    runTimes = steps.indices.map { i in
      guard steps[i].isStretch, i + 1 < steps.count,
        case .note("(suspended)", let row) = steps[i + 1], let rule = row.evidence?.rule
      else { return nil }
      if case .group = steps[i], !hasCounter { return nil }
      return FieldFact.runTime(of: rule, version)
    }
  }

  private static func step(
    _ row: ExpectedRow, after before: String?, reopens: Bool, hasCounter: Bool
  ) -> Step? {
    switch row.shape {
    case .row(let text, let state):
      return row.isLogged ? .row(FieldRow(text, state, row, after: before)) : .note(text, row)
    case .ticks(let count):
      guard hasCounter else { return nil }
      // The main thread may stop the loop before it prints (BT10: both orders are possible).
      return .counter(reopens ? 0...count.upperBound : count, row)
    case .eachSecond(let text, let state, let count):
      return .repeated(FieldRow(text, state, row, after: before), count)
    case .amongTicks(let count, let rows):
      let inner = rows.compactMap { row -> FieldRow? in
        guard case .row(let text, let state) = row.shape else { return nil }
        return FieldRow(text, state, row, after: nil)
      }
      return .group(hasCounter ? count : 0...0, inner, row)
    }
  }

  private static func beginning(_ expected: [ExpectedRow]) -> Beginning {
    let given = expected.prefix { !$0.isLogged }
    if given.contains(where: { $0.text?.hasPrefix("(user opens") == true }) { return .user }
    let first = expected.dropFirst(given.count).first?.text ?? ""
    return first.contains("didFinishLaunching") ? .system : .running
  }

  private static func foreground(_ steps: [Step]) -> [Bool] {
    var isInForeground = [false]
    for step in steps {
      guard case .row(let row) = step, let now = row.text.entersForeground else {
        isInForeground.append(isInForeground[isInForeground.count - 1])
        continue
      }
      isInForeground.append(now)
    }
    return isInForeground
  }

  /// Returns whether a line is the first row of the part, or a note before it.
  func begins(with token: FieldToken) -> Bool {
    for step in steps {
      switch (step, token.kind) {
      case (.note(let text, _), .note(let found)): if text == found { return true }
      case (.note, .row), (.note, .counter): continue
      case (.row(let row), .row(let text, let state)): return row.fit(text, state) != nil
      default: return false
      }
    }
    return false
  }

  /// Every row that a log can show, with its step.
  var rows: [(row: FieldRow, step: Int)] {
    steps.enumerated().flatMap { i, step in
      switch step {
      case .row(let row), .repeated(let row, _): [(row, i)]
      case .group(_, let rows, _): rows.map { ($0, i) }
      case .note, .counter: [(row: FieldRow, step: Int)]()
      }
    }
  }
}

extension FieldText {
  /// Whether the app is in the foreground after this callback; nil if the callback does not
  /// determine it.
  fileprivate var entersForeground: Bool? {
    if key.hasSuffix("DidEnterBackground(_:)") { return false }
    let names = ["WillEnterForeground(_:)", "DidBecomeActive(_:)"]
    return names.contains { key.hasSuffix($0) } ? true : nil
  }
}

extension ExpectedRow {
  /// The text of a plain row.
  var text: String? {
    if case .row(let text, _) = shape { text } else { nil }
  }
}
