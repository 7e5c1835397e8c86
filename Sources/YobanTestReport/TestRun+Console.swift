extension TestRun {
  /// Adds the tests of XCTest from the output of `swift test`: the event stream has only those of Swift Testing.
  public mutating func add(testOutput text: String) {
    var current: Int?
    for line in text.split(whereSeparator: \.isNewline) {
      if let match = line.wholeMatch(of: /Test Case '(.+)\.(.+)' (started|passed|failed|skipped).*/)
      {
        switch match.3 {
        case "started":
          tests.append(Test(name: "\(match.2)", suite: "\(match.1)", place: nil))
          current = tests.count - 1
        case "passed": end(&current, .passed)
        case "skipped": end(&current, .skipped)
        default: end(&current, .failed)
        }
      } else if let index = current,
        let match = line.wholeMatch(of: /(\/.+):([0-9]+): error: \S+ : (.*)/),
        let number = Int(match.2)
      {
        let place = Place(path: "\(match.1)", line: number)
        tests[index].issues.append(Issue(text: "\(match.3)", place: place))
        tests[index].place = tests[index].place ?? place
      }
    }
  }

  private mutating func end(_ index: inout Int?, _ outcome: Outcome) {
    if let index { tests[index].outcome = outcome }
    index = nil
  }

  /// Adds the errors of a build, each once: those of the compiler with their places, and those of the package
  /// manager.
  public mutating func add(failedBuildOutput text: String) {
    var seen: Set<String> = []
    var general: [Issue] = []
    for line in text.split(whereSeparator: \.isNewline) where seen.insert("\(line)").inserted {
      if let match = line.wholeMatch(of: /(\/.+):([0-9]+):[0-9]+: (?:fatal )?error: (.*)/),
        let number = Int(match.2)
      {
        buildErrors.append(
          Issue(text: "\(match.3)", place: Place(path: "\(match.1)", line: number)))
      } else if let match = line.wholeMatch(of: /error: (.+)/) {
        general.append(Issue(text: "\(match.1)", place: nil))
      }
    }
    // The package manager repeats that the build failed; that says nothing if the compiler has said why.
    if buildErrors.isEmpty { buildErrors = general }
    if buildErrors.isEmpty {
      let last = text.split(whereSeparator: \.isNewline).last.map(String.init) ?? "no output"
      buildErrors = [Issue(text: "The build failed: \(last)", place: nil)]
    }
  }
}
