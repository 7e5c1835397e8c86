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
  /// The names of the sample apps' processes.
  private static let sampleApps = [
    "E0": "LifecycleApp", "E1": "AwaitedAccessoryApp", "E2": "ScratchApp", "E4": "BeaconApp",
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
  /// - Throws: `nothingKnown`, `onlyHiddenRows`, `unknownFormat`, `noRows`, `mixedFormats`,
  ///   `tooManyRows`.
  public func report(on log: DeviceLog) throws(FieldCheckError) -> FieldReport {
    let vocabulary = FieldVocabulary(experiment)
    if let line = vocabulary.lineWithOtherFormat(of: log), let other = line.other {
      throw .mixedFormats(log.format, other.format, line: line.number)
    }
    let selection = vocabulary.selection(of: log)
    let tokens = selection.tokens
    guard tokens.count <= Self.mostRows else { throw .tooManyRows(tokens.count) }
    guard tokens.contains(where: { $0.kind.isEvidence }) else {
      throw Self.error(for: log, experiment.id)
    }
    let hasCounter = tokens.contains(where: \.kind.isCounter)
    let readings = parts.map { name, part in
      let grammar = FieldGrammar(part.expected, hasCounter: hasCounter, version: version)
      return Reading(
        name: name, part: part, grammar: grammar, alignment: FieldReader(grammar, tokens).read())
    }
    // Of several readings with the same cost, the first is used.
    let best = readings.min { $0.alignment.cost < $1.alignment.cost }!
    return report(on: log, selection, best, readings)
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
    on log: DeviceLog, _ selection: FieldSelection, _ reading: Reading, _ others: [Reading]
  ) -> FieldReport {
    let tokens = selection.tokens
    var judge = FieldJudge(reading.grammar, reading.alignment, tokens, version)
    judge.judge()
    let tokenOfLine = Dictionary(uniqueKeysWithValues: tokens.indices.map { (tokens[$0].line, $0) })
    let lines = log.lines.enumerated().map { i, line in
      let verdict = tokenOfLine[i].flatMap { judge.verdicts[$0] }
      return FieldReport.Line(
        number: line.number, text: line.text,
        verdict: verdict
          ?? .noEvidence(selection.left[i] ?? (line.text.isEmpty ? .blank : .unknown)),
        counter: line.row.tick)
    }
    let late = reading.alignment.events.count { if case .late = $0 { true } else { false } }
    return FieldReport(
      part: reading.name, partName: reading.part.name, version: version,
      format: FieldReport.Format(
        name: log.format, isPlain: log.isPlain, lines: log.linesWithFormat,
        otherLines: log.linesWithoutFormat),
      alternatives: others.filter {
        $0.name != reading.name && $0.alignment.cost == reading.alignment.cost
      }
      .map(\.name),
      lines: lines,
      contradictions: judge.contradictions.map { finding in
        var contradiction = finding.contradiction
        contradiction.lines = finding.tokens.map {
          $0 < tokens.count ? tokens[$0].number : (log.lines.last?.number ?? 0) + 1
        }
        return contradiction
      },
      measurements: judge.measurements.sorted { $0.lines.lowerBound < $1.lines.lowerBound },
      rowsBefore: late, rowsAfter: reading.rowsAfter, hiddenLines: selection.hidden)
  }

  /// Returns the reason why no line of a log belongs to an experiment.
  private static func error(for log: DeviceLog, _ id: String) -> FieldCheckError {
    if let better = better(for: log, than: id) { return .nothingKnown(id, better: better) }
    let hidden = log.lines.filter { $0.text == FieldSelection.hiddenText }
    let hiddenOfApp = hidden.filter { $0.process == nil || $0.process == sampleApps[id] }
    if let first = hiddenOfApp.first {
      return .onlyHiddenRows(id, lines: hiddenOfApp.count, process: first.process)
    }
    let written = log.lines.filter { !$0.text.isEmpty }
    guard !log.isPlain else {
      return .unknownFormat(id, written.prefix(3).map { "\($0.number): \($0.text)" })
    }
    var seen: Set<String> = []
    let processes = written.compactMap(\.process).filter { seen.insert($0).inserted }
    return .noRows(
      id, format: log.format, lines: log.linesWithFormat, hidden: hidden.count,
      processes: processes)
  }

  /// Returns another experiment that knows more lines of a log; of several, the one that knows
  /// most.
  private static func better(for log: DeviceLog, than id: String) -> String? {
    let counts = experiments.filter { $0.id != id }.compactMap { other -> (String, Int)? in
      guard let experiment = Experiment.all.first(where: { $0.id == other.id }) else { return nil }
      return (
        other.id, FieldVocabulary(experiment).selection(of: log).tokens.count { $0.kind.isEvidence }
      )
    }
    return counts.filter { $0.1 > 0 }.max { $0.1 < $1.1 }?.0
  }
}
