/// The rows that an experiment may log; they identify its lines among all others.
struct FieldVocabulary: Sendable {
  private var rows: Set<String> = []
  private var notes: Set<String> = []
  private var hasCounter = false

  /// Collects the rows of the experiment and those that every app logs.
  init(_ experiment: Experiment) {
    for part in experiment.parts + Experiment.lifecycle.parts {
      for row in part.expected.flatMap(\.all) { add(row) }
    }
    hasCounter = experiment.parts.flatMap(\.expected).contains {
      switch $0.shape {
      case .ticks, .amongTicks: true
      case .row, .eachSecond: false
      }
    }
  }

  private mutating func add(_ row: ExpectedRow) {
    switch row.shape {
    case .row(let text, _), .eachSecond(let text, _, _):
      if row.isLogged { rows.insert(FieldText(text).key) } else { notes.insert(text) }
    case .ticks, .amongTicks: return
    }
  }

  /// Returns the lines of the experiment.
  func selection(of log: DeviceLog) -> FieldSelection {
    let kinds = log.lines.map { kind(of: $0.row) }
    let process = Self.process(of: log, kinds)
    var selection = FieldSelection()
    var counter: FieldToken.Kind?
    for (i, line) in log.lines.enumerated() {
      if line.isHidden(in: process) { selection.hidden += 1 }
      guard let kind = kinds[i] else { continue }
      if let other = line.process, other != process {
        selection.left[i] = .otherProcess
      } else if line.isDuplicate {
        selection.left[i] = .duplicate
      } else {
        var token = FieldToken(line: i, number: line.number, kind: kind, time: line.time)
        if kind.isCounter {
          token.isRepeat = kind == counter
          counter = kind
        }
        selection.tokens.append(token)
      }
    }
    return selection
  }

  /// Returns the process that logged most rows; of several, the first.
  private static func process(of log: DeviceLog, _ kinds: [FieldToken.Kind?]) -> String? {
    var counts: [(process: String, count: Int)] = []
    for (line, kind) in zip(log.lines, kinds) where kind != nil {
      guard let process = line.process else { continue }
      if let i = counts.firstIndex(where: { $0.process == process }) {
        counts[i].count += 1
      } else {
        counts.append((process, 1))
      }
    }
    let most = counts.map(\.count).max()
    return counts.first { $0.count == most }?.process
  }

  /// Returns the first line of the experiment that only another tool's format fits.
  func lineWithOtherFormat(of log: DeviceLog) -> DeviceLog.Line? {
    log.lines.first { line in line.other.map { kind(of: $0.row) != nil } ?? false }
  }

  private func kind(of row: Row) -> FieldToken.Kind? {
    if let number = row.tick {
      return hasCounter && (0...1_000_000).contains(number) ? .counter(number) : nil
    }
    if notes.contains(row.text) { return .note(row.text) }
    let text = FieldText(row.text)
    return rows.contains(text.key) ? .row(text, state: row.state) : nil
  }
}

/// The lines of a log that belong to an experiment.
struct FieldSelection: Sendable {
  var tokens: [FieldToken] = []
  /// Lines with the text of a row that are left out, by their index.
  var left: [Int: FieldReport.NoVerdictReason] = [:]
  /// The number of the app's lines whose text the phone has hidden.
  var hidden = 0

  /// The text that the system log shows in place of a value.
  static let hiddenText = "<private>"

  static let remedy =
    "Print with Logger().notice(\"\\(line, privacy: .public)\") and repeat the run: docs/field-check.md shows it"

  /// Returns a clause such as `2 lines of App are <private>, because iOS hides what an app logs`.
  static func inWords(hidden count: Int, process: String?) -> String {
    let lines = count == 1 ? "1 line" : "\(count) lines"
    let origin = process.map { " of \($0)" } ?? ""
    return
      "\(lines)\(origin) \(count == 1 ? "is" : "are") \(hiddenText), because iOS hides the values that an app logs, unless the app logs them as public"
  }
}

extension DeviceLog.Line {
  /// Whether the phone has hidden the text, and the app or an unknown program logged it.
  fileprivate func isHidden(in app: String?) -> Bool {
    text == FieldSelection.hiddenText && (process == nil || process == app)
  }
}

extension FieldToken.Kind {
  /// Whether the line was logged by a phone.
  var isEvidence: Bool {
    if case .note = self { false } else { true }
  }
}
