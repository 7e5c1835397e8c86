/// The report as Markdown, for the page of a job: failures with their stories, findings, and what is left out.
public struct JobSummary {
  private let run: TestRun
  private let paths: SourcePaths
  private let title: String
  private let command: String

  /// - Parameters:
  ///   - title: what was tested, such as `Pulse.xcodeproj`.
  ///   - command: the command that runs the same tests on another machine.
  public init(_ run: TestRun, title: String, command: String, _ paths: SourcePaths) {
    (self.run, self.title, self.command, self.paths) = (run, title, command, paths)
  }

  /// GitHub refuses a summary of more than 1 MiB.
  static let bytesMax = 1_000_000
  private static let issueMax = 20_000
  private static let rowsMax = 30

  public func write() -> String {
    var text = "## \(Self.escaped(title)): \(headline)\n\n\(counts)\n"
    let end = "\nThe same on a machine with Linux:\n\n\(Self.fenced(command))\n"
    // What comes first matters most, so the end is cut.
    for section in [buildErrors, failures, findings, leftOut].joined() {
      guard text.utf8.count + section.utf8.count + end.utf8.count + 200 < Self.bytesMax else {
        text += "\n… the rest is in the files of the report.\n"
        break
      }
      text += section
    }
    return text + end
  }

  var headline: String {
    let count = run.tests.count
    return switch run.result {
    case .passed: count == 1 ? "the background test passed" : "\(count) background tests passed"
    case .failed:
      run.failures.isEmpty
        ? "the process of the tests failed"
        : "\(run.failures.count) of \(count) background tests failed"
    case .notBuilt: "the tests do not compile"
    case .noTests: "there are no tests"
    }
  }

  private var counts: String {
    let mistakes = run.findings.count { !$0.isAdvice }
    let numbers = [
      run.count(.passed), run.failures.count, run.count(.skipped), mistakes,
      run.findings.count - mistakes, run.pieceCount,
    ]
    let row = numbers.map(String.init).joined(separator: " | ")
    return """
      | passed | failed | skipped | findings | advice | pieces of code left out |
      | --- | --- | --- | --- | --- | --- |
      | \(row) |

      """
  }

  private var buildErrors: [String] {
    guard !run.buildErrors.isEmpty else { return [] }
    var lines = run.buildErrors.prefix(Self.rowsMax).map { error in
      "- \(error.place.map { "`\(paths.words($0))`: " } ?? "")\(Self.escaped(error.text))\n"
    }
    if run.buildErrors.count > Self.rowsMax {
      lines.append("- and \(run.buildErrors.count - Self.rowsMax) more\n")
    }
    return ["\n### What does not compile\n\n\(lines.joined())"]
  }

  private var failures: [String] {
    guard !run.failures.isEmpty else { return [] }
    return ["\n### What failed\n"]
      + run.failures.map { test in
        var text = "\n#### \(Self.escaped(test.name))\n\n"
        text += "\(Self.escaped(test.suite))\(test.place.map { ", `\(paths.words($0))`" } ?? "")\n"
        if test.outcome == .unfinished {
          text += "\nThe process of the tests ended in this test, or beside it.\n"
        }
        for issue in test.issues where issue.isFailure {
          var story = issue.text
          if story.count > Self.issueMax {
            story = "\(story.prefix(Self.issueMax))\n… the rest is in the files of the report"
          }
          text += "\n\(Self.fenced(story))\n"
        }
        let files = test.attachments.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        if !files.isEmpty {
          text += "\nFiles of the report: \(files.map { "`\($0)`" }.joined(separator: ", "))\n"
        }
        return text
      }
  }

  private var findings: [String] {
    guard !run.findings.isEmpty else { return [] }
    var text = """

      ### Findings

      A real device punishes these silently. Advice is about something that an app may have a reason for.

      | finding | what the app did, and what to do | seen in |
      | --- | --- | --- |

      """
    let sorted = run.findings.filter { !$0.isAdvice } + run.findings.filter(\.isAdvice)
    for finding in sorted.prefix(Self.rowsMax) {
      let name = "\(finding.isAdvice ? "advice: " : "")\(finding.name)"
      let rule = finding.rule.isEmpty ? "" : " \(finding.rule)"
      let tests = finding.tests.prefix(3).joined(separator: "; ")
      let more = finding.tests.count > 3 ? " and \(finding.tests.count - 3) more" : ""
      text +=
        "| \(Self.cell(name)) | \(Self.cell(finding.text + rule)) | \(Self.cell(tests + more)) |\n"
    }
    if sorted.count > Self.rowsMax { text += "\n… and \(sorted.count - Self.rowsMax) more.\n" }
    return [text]
  }

  private var leftOut: [String] {
    run.leftOut.filter { $0.files.contains { !$0.pieces.isEmpty } }.map { module in
      var text = """

        <details><summary>\(Self.escaped(module.summary))</summary>

        | file | functions unchanged | in part | left out | pieces at which the app would end |
        | --- | --- | --- | --- | --- |

        """
      let files = module.files.filter { !$0.pieces.isEmpty }
      for file in files.prefix(Self.rowsMax) {
        let name = paths.relative(file.path) ?? file.path
        let ends = file.pieces.filter(\.endsApp).map { "line \($0.line): \($0.reason)" }
        let first = ends.prefix(3).joined(separator: "; ")
        let more = ends.count > 3 ? "; and \(ends.count - 3) more" : ""
        text +=
          "| \(Self.cell(name))\(file.isBackground ? " (background)" : "") | \(file.functions.unchanged) | \(file.functions.partly) | \(file.functions.leftOut) | \(Self.cell(first + more)) |\n"
      }
      if files.count > Self.rowsMax {
        text += "\n… and \(files.count - Self.rowsMax) more files.\n"
      }
      return text + "\n</details>\n"
    }
  }

  // MARK: Markdown

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\n", with: " ")
  }

  private static func cell(_ text: String) -> String {
    escaped(text).replacing("|", with: "\\|")
  }

  /// A block with the text as it is. Its fence is longer than each row of backticks in the text.
  private static func fenced(_ text: String) -> String {
    let longest = text.matches(of: /`+/).map(\.output.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)text\n\(text)\n\(fence)"
  }
}
