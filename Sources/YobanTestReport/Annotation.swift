/// A remark of a build server at a line of a pull request.
public struct Annotation: Sendable, Equatable {
  public enum Level: String, Sendable, CaseIterable { case error, warning, notice }
  public var level: Level
  public var title: String
  public var text: String
  public var place: TestRun.Place?
  /// The last line, if the remark is about several.
  public var lastLine: Int?

  /// The longest text of an annotation, in characters. The report has the whole text.
  static let textMax = 3_000

  /// The remarks about a run, the most important first: failures, findings, left-out code. Code in files that the
  /// pull request changes comes first, then code that ends the app, then code in files that use the background.
  public static func all(of run: TestRun, _ paths: SourcePaths) -> [Annotation] {
    var all: [Annotation] = []
    for error in run.buildErrors {
      all.append(
        Annotation(level: .error, title: "does not compile", text: error.text, place: error.place))
    }
    for test in run.failures {
      for issue in test.issues where issue.isFailure {
        all.append(
          Annotation(
            level: .error, title: test.name, text: issue.text, place: issue.place ?? test.place))
      }
      if test.outcome == .unfinished {
        all.append(
          Annotation(
            level: .error, title: test.name,
            text: "The process of the tests ended in this test, or beside it.", place: test.place))
      }
    }
    for test in run.tests {
      for issue in test.issues where !issue.isFailure {
        all.append(
          Annotation(
            level: .warning, title: test.name, text: issue.text, place: issue.place ?? test.place))
      }
    }
    for finding in run.findings {
      let rule = finding.rule.isEmpty ? "" : "\n\(finding.rule)"
      all.append(
        Annotation(
          level: finding.isAdvice ? .notice : .warning, title: finding.name,
          text: "\(finding.text)\(rule)", place: finding.place))
    }
    return all + leftOut(run, paths)
  }

  private static func leftOut(_ run: TestRun, _ paths: SourcePaths) -> [Annotation] {
    let pieces = run.leftOut.flatMap(\.files).flatMap { file in file.pieces.map { (file, $0) } }
    func rank(_ file: LeftOutModule.File, _ piece: LeftOutModule.Piece) -> Int {
      (paths.isChanged(file.path) ? 0 : 4) + (piece.endsApp ? 0 : 2) + (file.isBackground ? 0 : 1)
    }
    let ranked = pieces.enumerated().sorted {
      (rank($0.element.0, $0.element.1), $0.offset) < (rank($1.element.0, $1.element.1), $1.offset)
    }
    return ranked.map { _, element in
      let (file, piece) = element
      return Annotation(
        level: piece.endsApp ? .warning : .notice,
        title: "left out in background tests: \(piece.kind)",
        text: piece.endsApp ? "\(piece.reason); the simulated app ends here" : piece.reason,
        place: TestRun.Place(path: file.path, line: piece.line), lastLine: piece.lastLine)
    }
  }

  /// The annotation as a workflow command of GitHub Actions.
  func command(_ paths: SourcePaths) -> String {
    var properties: [String] = []
    if let place, let path = paths.relative(place.path) {
      properties.append("file=\(Self.escapedProperty(path))")
      properties.append("line=\(place.line)")
      if let lastLine, lastLine > place.line { properties.append("endLine=\(lastLine)") }
    }
    properties.append("title=\(Self.escapedProperty(title))")
    var text = self.text
    if text.count > Self.textMax {
      text = "\(text.prefix(Self.textMax))\n… the rest is in the summary of the job"
    }
    return "::\(level.rawValue) \(properties.joined(separator: ","))::\(Self.escaped(text))"
  }

  /// The most annotations of one level that GitHub shows for a step.
  static let countMax = 10

  /// The workflow commands of the annotations that GitHub shows.
  public static func commands(_ all: [Annotation], _ paths: SourcePaths) -> [String] {
    Level.allCases.flatMap { level in
      all.filter { $0.level == level }.prefix(countMax).map { $0.command(paths) }
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func escapedProperty(_ text: String) -> String {
    escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
