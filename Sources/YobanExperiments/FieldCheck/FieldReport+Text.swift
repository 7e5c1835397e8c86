import YobanSimulatedOS
import YobanTextLayout

extension FieldReport {
  /// Returns the report for a terminal: a row for each line of the log, then the results for each
  /// rule.
  ///
  /// - Parameter width: The maximum line length, in characters; at least 80.
  public func text(width: Int = 110) -> String {
    var text = FieldReportText(width: max(80, width))
    text.title(self)
    text.rows(self)
    text.rules(self)
    text.constants(self)
    text.end(self)
    return text.lines.joined(separator: "\n")
  }
}

/// Writes a report line by line.
private struct FieldReportText {
  /// From this number on, consecutive lines with the same evidence are combined into one row.
  private static let fold = 4

  let width: Int
  private(set) var lines: [String] = []

  init(width: Int) { self.width = width }

  // MARK: Rows

  mutating func title(_ report: FieldReport) {
    wrap(
      "\(report.part), \(report.partName). The constants are those of iOS \(report.version.short).",
      indent: 0)
    lines.append("")
    row("line", "evidence", "rule", "known", "log")
  }

  private mutating func row(
    _ line: String, _ evidence: String, _ rule: String, _ known: String, _ text: String
  ) {
    let head =
      "\(line.rightAligned(to: 7))  \(evidence.padded(to: 11))  \(rule.padded(to: 5))  \(known.padded(to: 10))  "
    lines.append(head + text.clipped(to: width - head.count))
  }

  mutating func rows(_ report: FieldReport) {
    var rest = report.lines[...]
    while let first = rest.first {
      missing(report, before: first.number)
      let same = rest.prefix { Self.folds(first, $0) && !isFollowedByMessage(report, $0, first) }
      let group = same.count >= Self.fold ? same : rest.prefix(1)
      write(group)
      messages(report, group)
      rest = rest.dropFirst(group.count)
    }
    missing(report, before: (report.lines.last?.number ?? 0) + 1)
  }

  /// Returns whether two lines may be combined into one row.
  private static func folds(_ first: FieldReport.Line, _ line: FieldReport.Line) -> Bool {
    guard first.verdict == line.verdict else { return false }
    return switch first.verdict {
    case .confirms, .contradicts: first.counter != nil && line.counter != nil
    case .noEvidence: true
    }
  }

  /// Returns whether a message must be printed before a line that is not the first of its row.
  private func isFollowedByMessage(
    _ report: FieldReport, _ line: FieldReport.Line, _ first: FieldReport.Line
  ) -> Bool {
    line.number != first.number
      && report.contradictions.contains { $0.isMissing && $0.lines.contains(line.number) }
  }

  private mutating func write(_ group: ArraySlice<FieldReport.Line>) {
    guard let first = group.first, let last = group.last else { return }
    let number = group.count == 1 ? "\(first.number)" : "\(first.number)-\(last.number)"
    var text = first.text.printable
    if group.count > 1, let counter = last.counter, first.counter != nil {
      text += " to [\(counter)]"
    }
    switch first.verdict {
    case .confirms(let evidence, _):
      row(number, "confirms", evidence.rule, evidence.grade.rawValue, text)
    case .contradicts: row(number, "CONTRADICTS", "", "", text)
    case .noEvidence(let why):
      let many = group.count > 1 && first.counter == nil
      row(number, "nothing", "", "", many ? "\(group.count) lines: \(why.rawValue)" : text)
    }
  }

  private mutating func messages(
    _ report: FieldReport, _ group: ArraySlice<FieldReport.Line>
  ) {
    for line in group {
      for contradiction in report.contradictions
      where !contradiction.isMissing && contradiction.lines.last == line.number {
        message(contradiction)
      }
    }
  }

  private mutating func message(_ contradiction: FieldReport.Contradiction) {
    let evidence = contradiction.evidence
    wrap("\(evidence.rule) (\(evidence.grade.rawValue)): \(contradiction.message)", indent: 9)
  }

  private mutating func missing(_ report: FieldReport, before line: Int) {
    for contradiction in report.contradictions
    where contradiction.isMissing && contradiction.lines == [line] {
      row("-", "CONTRADICTS", "", "", "(missing) \(contradiction.expected)")
      message(contradiction)
    }
  }

  // MARK: Summary

  mutating func rules(_ report: FieldReport) {
    lines += ["", "rule   known       lines that confirm it  contradictions"]
    for rule in report.rules {
      let head =
        "\(rule.evidence.rule.padded(to: 5))  \(rule.evidence.grade.rawValue.padded(to: 10))"
      lines.append(
        "\(head)  \("\(rule.confirmed)".rightAligned(to: 21))  \("\(rule.contradicted)".rightAligned(to: 14))"
      )
    }
  }

  mutating func constants(_ report: FieldReport) {
    guard !report.measurements.isEmpty else { return }
    lines += ["", "constant                        is                       the log, by lines"]
    for measurement in report.measurements {
      let range = measurement.lines
      let place =
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
      let value = "\(measurement.value) (\(measurement.evidence.grade.rawValue))"
      let head = "\(measurement.option.padded(to: 30))  \(value.padded(to: 23))  "
      let verdict = measurement.isAdmitted ? "fits" : "DIFFERS"
      lines.append(
        (head + "\(verdict.padded(to: 7))  \(place): \(measurement.measured)").clipped(to: width))
    }
  }

  mutating func end(_ report: FieldReport) {
    lines.append("")
    format(report)
    if report.rowsBefore > 0 {
      wrap("The log begins after \(rows(report.rowsBefore)) of the part.", indent: 0)
    }
    if report.rowsAfter > 0 {
      wrap("The log ends before \(rows(report.rowsAfter)) of the part.", indent: 0)
    }
    if !report.alternatives.isEmpty {
      let first = report.alternatives[0]
      wrap(
        "Other parts fit the log equally well: \(report.alternatives.joined(separator: ", ")). To compare with one of them, give --part \(first).",
        indent: 0)
    }
    let count = report.contradictions.count
    wrap(
      count == 0
        ? "No line contradicts the simulation." : "\(count) contradiction\(count == 1 ? "" : "s").",
      indent: 0)
    wrap(
      "\"assumed\" is a choice of the simulator that nobody has measured. yoban rule explains a rule, and docs/field-check.md says how to send the log.",
      indent: 0)
  }

  private mutating func format(_ report: FieldReport) {
    let format = report.format
    if !format.isPlain {
      let others = format.otherLines
      let rest = others == 1 ? "1 line has" : "\(others) lines have"
      wrap(
        "The log was read as \(format.name)" + (others > 0 ? "; \(rest) another form." : "."),
        indent: 0)
    }
    if report.hiddenLines > 0 {
      wrap(
        "\(FieldSelection.inWords(hidden: report.hiddenLines, process: nil)). Rows may be missing. \(FieldSelection.remedy).",
        indent: 0)
    }
  }

  private func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }

  /// Breaks a text at spaces; every line is indented, and a word that is too long is truncated.
  private mutating func wrap(_ text: String, indent: Int) {
    let margin = String(repeating: " ", count: indent)
    let words = text.printable.split(separator: " ").map { String($0).clipped(to: width - indent) }
    lines += words.joined(separator: " ").wrapped(to: width - indent).map { margin + $0 }
  }
}
