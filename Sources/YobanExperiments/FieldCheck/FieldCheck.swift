import YobanSimulatedOS

/// Compares the log of a real phone with the rows that an experiment expects.
///
/// The rows of a part are the possible output of a simulated phone. A real phone's log that fits
/// them confirms the rules behind them; a log that does not fit contradicts a rule.
public struct FieldCheck: Sendable {
  /// The experiments whose sample app logs callbacks, with the version of iOS on which each was
  /// measured.
  public static let experiments: [(id: String, version: SystemVersion)] = [
    ("E0", 15.1), ("E1", 15.1), ("E2", 15.1), ("E4", 7.1),
  ]
  /// The maximum number of rows; a log with more lines of the experiment is not one run of its
  /// steps.
  public static let mostRows = 5_000

  private let experiment: Experiment
  /// The parts with their names, such as `E1.1`.
  private let parts: [(name: String, part: Experiment.Part)]
  private let version: SystemVersion

  /// - Parameters:
  ///   - name: An experiment such as `E1`, or one part such as `E1.1`.
  ///   - version: The version of iOS whose constants are compared; nil for that of the experiment.
  /// - Throws: `unknownName`.
  public init(_ name: String, version: SystemVersion? = nil) throws(FieldCheckError) {
    for (id, measured) in Self.experiments {
      guard let experiment = Experiment.all.first(where: { $0.id == id }) else { continue }
      let parts = experiment.parts.enumerated().map { ("\(id).\($0.offset + 1)", $0.element) }
      let wanted = name == id ? parts : parts.filter { $0.0 == name }
      guard !wanted.isEmpty else { continue }
      self.experiment = experiment
      self.parts = wanted.map { (name: $0.0, part: $0.1) }
      self.version = version ?? measured
      return
    }
    throw .unknownName(name)
  }

  /// Returns the part that explains the log best, and the evidence of each line.
  ///
  /// - Throws: `nothingKnown`, `tooManyRows`.
  public func report(on log: DeviceLog) throws(FieldCheckError) -> FieldReport {
    let tokens = FieldVocabulary(experiment).tokens(of: log)
    guard tokens.count <= Self.mostRows else { throw .tooManyRows(tokens.count) }
    guard tokens.contains(where: { $0.kind.isEvidence }) else {
      throw .nothingKnown(experiment.id, better: Self.better(for: log, than: experiment.id))
    }
    let hasCounter = tokens.contains(where: \.kind.isCounter)
    let readings = parts.map { name, part in
      let grammar = FieldGrammar(part.expected, hasCounter: hasCounter, version: version)
      return Reading(
        name: name, part: part, grammar: grammar, alignment: FieldReader(grammar, tokens).read())
    }
    // Of several readings with the same cost, the first is used.
    let best = readings.min { $0.alignment.cost < $1.alignment.cost }!
    return report(on: log, tokens, best, readings)
  }

  private struct Reading {
    var name: String
    var part: Experiment.Part
    var grammar: FieldGrammar
    var alignment: FieldAlignment

    /// The number of rows after the end of the log.
    var rowsAfter: Int {
      grammar.steps.dropFirst(alignment.end).map(\.requiredRows).reduce(0, +) - rowsInLastStep
    }

    /// The rows of the step at which the log ends.
    private var rowsInLastStep: Int {
      guard alignment.end < grammar.steps.count else { return 0 }
      let matched = alignment.events.count {
        switch $0 {
        case .matched(_, _, _, alignment.end): true
        default: false
        }
      }
      return min(matched, grammar.steps[alignment.end].requiredRows)
    }
  }

  private func report(
    on log: DeviceLog, _ tokens: [FieldToken], _ reading: Reading, _ others: [Reading]
  ) -> FieldReport {
    var judge = FieldJudge(reading.grammar, reading.alignment, tokens, version)
    judge.judge()
    let tokenOfLine = Dictionary(uniqueKeysWithValues: tokens.indices.map { (tokens[$0].line, $0) })
    let lines = log.lines.enumerated().map { i, line in
      let verdict = tokenOfLine[i].flatMap { judge.verdicts[$0] }
      return FieldReport.Line(
        number: line.number, text: line.text,
        verdict: verdict ?? .noEvidence(line.text.isEmpty ? .blank : .unknown),
        counter: line.row.tick)
    }
    let late = reading.alignment.events.count { if case .late = $0 { true } else { false } }
    return FieldReport(
      part: reading.name, partName: reading.part.name, version: version,
      alternatives: others.filter {
        $0.name != reading.name && $0.alignment.cost == reading.alignment.cost
      }
      .map(\.name),
      lines: lines,
      contradictions: judge.contradictions.map { finding in
        var contradiction = finding.contradiction
        contradiction.lines = finding.tokens.map {
          $0 < tokens.count ? tokens[$0].line + 1 : log.lines.count + 1
        }
        return contradiction
      },
      measurements: judge.measurements.sorted { $0.lines.lowerBound < $1.lines.lowerBound },
      rowsBefore: late, rowsAfter: reading.rowsAfter)
  }

  /// Returns another experiment that knows more lines of a log; of several, the one that knows
  /// most.
  private static func better(for log: DeviceLog, than id: String) -> String? {
    let counts = experiments.filter { $0.id != id }.compactMap { other -> (String, Int)? in
      guard let experiment = Experiment.all.first(where: { $0.id == other.id }) else { return nil }
      return (other.id, FieldVocabulary(experiment).tokens(of: log).count { $0.kind.isEvidence })
    }
    return counts.filter { $0.1 > 0 }.max { $0.1 < $1.1 }?.0
  }
}

/// The rows that an experiment may log; they identify its lines among all others.
struct FieldVocabulary: Sendable {
  private var rows: Set<String> = []
  private var notes: Set<String> = []
  private var hasCounter = false

  /// Collects the rows of the experiment and those of the life cycle of every app.
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
  func tokens(of log: DeviceLog) -> [FieldToken] {
    var counter: FieldToken.Kind?
    return log.lines.enumerated().compactMap { i, line in
      guard let kind = kind(of: line.row) else { return nil }
      var token = FieldToken(line: i, kind: kind, time: line.time)
      if kind.isCounter {
        token.isRepeat = kind == counter
        counter = kind
      }
      return token
    }
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

extension FieldToken.Kind {
  /// Whether the line was logged by a phone.
  fileprivate var isEvidence: Bool {
    if case .note = self { false } else { true }
  }
}

/// The reasons why a log cannot be compared.
public enum FieldCheckError: Error, Hashable, CustomStringConvertible {
  case unknownName(String)
  case nothingKnown(String, better: String?)
  case tooManyRows(Int)

  public var description: String {
    switch self {
    case .unknownName(let name):
      "there is no experiment or part \(name) whose log can be compared; there are \(FieldCheck.experiments.map(\.id).joined(separator: ", ")) and their parts, such as E1.1 (yoban experiment list names them)"
    case .nothingKnown(let id, let better):
      "no line of the log belongs to \(id): "
        + (better.map { "it looks like \($0), so give --experiment \($0)" }
          ?? "save the lines that its sample app prints; docs/field-check.md describes the steps")
    case .tooManyRows(let count):
      "the log has \(count) lines of the experiment, more than \(FieldCheck.mostRows): keep one run of its steps"
    }
  }
}
