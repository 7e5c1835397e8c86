import Foundation

/// The first page of the report's files: each test with its result, and links to the pages of failures.
public struct ReportIndex {
  private let run: TestRun
  private let paths: SourcePaths
  private let title: String
  private let headline: String

  public init(_ run: TestRun, title: String, _ paths: SourcePaths) {
    (self.run, self.paths, self.title) = (run, paths, title)
    headline = JobSummary(run, title: title, command: "", paths).headline
  }

  /// - Parameter folder: the folder of the page. Attached files in it are linked by their relative paths.
  public func write(in folder: String) -> String {
    let failures = run.failures.map { test in
      let issues = test.issues.filter(\.isFailure).map { "<pre>\(Self.escaped($0.text))</pre>" }
      let links = test.attachments.map { link($0, in: folder) }.joined(separator: " · ")
      return """
        <section><h2>\(Self.escaped(test.name))</h2>
        <p class="quiet">\(Self.escaped(test.suite))\(test.place.map { ", \(Self.escaped(paths.words($0)))" } ?? "")</p>
        \(links.isEmpty ? "" : "<p>\(links)</p>")
        \(issues.joined(separator: "\n"))</section>
        """
    }
    let errors = run.buildErrors.map { error in
      "<li>\(error.place.map { "\(Self.escaped(paths.words($0))): " } ?? "")\(Self.escaped(error.text))</li>"
    }
    let findings = run.findings.map { finding in
      "<tr><td>\(finding.isAdvice ? "advice: " : "")\(Self.escaped(finding.name))<td>\(Self.escaped(finding.text)) <span class=quiet>\(Self.escaped(finding.rule))</span><td>\(Self.escaped(finding.tests.joined(separator: "; ")))</tr>"
    }
    let tests = run.tests.map { test in
      "<tr class=\(test.outcome)><td>\(test.outcome == .unfinished ? "did not end" : "\(test.outcome)")<td>\(Self.escaped(test.name))<td>\(Self.escaped(test.suite))</tr>"
    }
    let leftOut = run.leftOut.map { "<li>\(Self.escaped($0.summary))</li>" }
    return """
      <!doctype html>
      <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>\(Self.escaped(title)): \(Self.escaped(headline))</title>
      <style>
      body { font: 15px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto; padding: 0 1rem }
      body { color: #1d1d1f; background: #fff }
      h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin-top: 2rem } .quiet { color: #666 }
      pre { background: #f5f5f7; padding: .8rem; font-size: .85rem; border-radius: 6px }
      pre { white-space: pre-wrap; overflow-wrap: anywhere }
      table { border-collapse: collapse; width: 100% }
      td { vertical-align: top; padding: .2rem .8rem .2rem 0; border-top: 1px solid #ddd }
      .failed td:first-child, .unfinished td:first-child { color: #b00020; font-weight: 600 }
      @media (prefers-color-scheme: dark) {
        body { background: #161618; color: #eee } pre { background: #232326 } td { border-color: #444 }
        .quiet { color: #aaa } a { color: #8ab4ff }
        .failed td:first-child, .unfinished td:first-child { color: #ff7b86 }
      }
      </style>
      <h1>\(Self.escaped(title)): \(Self.escaped(headline))</h1>
      \(errors.isEmpty ? "" : "<h2>What does not compile</h2><ul>\(errors.joined())</ul>")
      \(failures.joined(separator: "\n"))
      \(findings.isEmpty ? "" : "<h2>Findings</h2><table>\(findings.joined(separator: "\n"))</table>")
      \(leftOut.isEmpty ? "" : "<h2>What is left out</h2><ul>\(leftOut.joined())</ul>")
      \(tests.isEmpty ? "" : "<h2>All tests</h2><table>\(tests.joined(separator: "\n"))</table>")
      </html>

      """
  }

  private func link(_ path: String, in folder: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard path.hasPrefix("\(folder)/") else { return Self.escaped(name) }
    let relative = String(path.dropFirst(folder.count + 1))
    let address =
      relative.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? relative
    return "<a href=\"\(Self.escaped(address))\">\(Self.escaped(name))</a>"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
