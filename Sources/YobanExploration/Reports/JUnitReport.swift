/// Writes the results of explorations in the format of JUnit, which build servers read: for each exploration
/// one test case, or one for each failure and for each `sometimes` that was true in no run.
public struct JUnitReport {
  private let files: [ExplorationFile]

  public init(_ files: [ExplorationFile]) { self.files = files }

  /// Returns the file. The same results always give the same bytes.
  public func write() -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites>
    \(files.map { Suite(result: $0.result, name: $0.scenario).write() }.joined(separator: "\n"))
    </testsuites>

    """
  }
}

/// The part of the report for one exploration.
private struct Suite {
  let result: ExplorationResult
  /// The name of the scenario.
  let name: String

  func write() -> String {
    var cases: [String] = []
    if result.baseline.failure != nil || result.baseline.error != nil {
      cases.append(failed("a run without faults", "\(result)", "\(result)"))
    } else {
      cases += result.found.map { found in
        failed(
          found.smallest.failure!.kind.words, "\(found.smallest.failure!)",
          found.story.map { "\($0)" } ?? "\(found.smallest.schedule)")
      }
      if result.verdict == .unusable {
        cases += result.unseen.map {
          failed("sometimes: \($0)", "In no run this was true: \($0)", "")
        }
      }
      if cases.isEmpty {
        cases = ["    <testcase classname=\"\(Self.escaped(name))\" name=\"exploration\"/>"]
      }
    }
    let failures = result.verdict == .clean ? 0 : cases.count
    return """
        <testsuite name="\(Self.escaped(name))" tests="\(cases.count)" failures="\(failures)" time="\(tenths(result.seconds))">
      \(cases.joined(separator: "\n"))
        </testsuite>
      """
  }

  private func failed(_ title: String, _ message: String, _ text: String) -> String {
    """
        <testcase classname="\(Self.escaped(name))" name="\(Self.escaped(title))">
          <failure message="\(Self.escaped(message))">\(Self.escaped(text))</failure>
        </testcase>
    """
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // Control characters are not valid in XML 1.0.
      case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
