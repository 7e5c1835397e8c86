/// What came out of one run of `swift test`: the tests with their issues, the errors of the build, the findings of
/// the simulated devices, and the code of the app that is left out.
public struct TestRun: Sendable, Equatable {
  /// A place in a source file. The path is absolute, as the tools print it.
  public struct Place: Sendable, Hashable {
    public var path: String
    public var line: Int
    public init(path: String, line: Int) { (self.path, self.line) = (path, line) }
  }

  public struct Issue: Sendable, Equatable {
    public var text: String
    public var place: Place?
    /// Whether it makes the test fail. A warning does not.
    public var isFailure: Bool
    public init(text: String, place: Place?, isFailure: Bool = true) {
      (self.text, self.place, self.isFailure) = (text, place, isFailure)
    }
  }

  public enum Outcome: Sendable, Equatable { case passed, failed, skipped, unfinished }

  public struct Test: Sendable, Equatable {
    /// The name that people read, such as `the strap reconnects in the night`.
    public var name: String
    /// The module and the suites, such as `PulseTests.NightTests`.
    public var suite: String
    public var place: Place?
    public var outcome = Outcome.unfinished
    public var issues: [Issue] = []
    /// The paths of the files that the test attached: traces and pages of failures.
    public var attachments: [String] = []
    public init(name: String, suite: String, place: Place?) {
      (self.name, self.suite, self.place) = (name, suite, place)
    }
  }

  /// The tests, in the order in which they started.
  public var tests: [Test] = []
  /// The errors of the compiler and of the package manager.
  public var buildErrors: [Issue] = []
  /// Each finding once, with the tests in which it was seen.
  public var findings: [FoundFinding] = []
  public var leftOut: [LeftOutModule] = []
  /// Whether building and testing ended with the status 0.
  public var hasSucceeded = true

  public init() {}

  public func count(_ outcome: Outcome) -> Int { tests.count { $0.outcome == outcome } }
  public var failures: [Test] {
    tests.filter { $0.outcome == .failed || $0.outcome == .unfinished }
  }
  /// The pieces of code that are left out, in all modules.
  public var pieceCount: Int { leftOut.flatMap(\.files).reduce(0) { $0 + $1.pieces.count } }

  public var result: Result {
    if !buildErrors.isEmpty { return .notBuilt }
    if tests.isEmpty { return hasSucceeded ? .noTests : .notBuilt }
    return failures.isEmpty && hasSucceeded ? .passed : .failed
  }

  /// The result in one word, which is also an output of the action.
  public enum Result: String, Sendable {
    case passed, failed
    case notBuilt = "not-built"
    case noTests = "no-tests"
  }
}

/// A finding of a simulated device, as a test with `YOBAN_ATTACH_FINDINGS` attaches it.
public struct FoundFinding: Sendable, Hashable, Decodable {
  /// The name of the kind, such as `bgtask.leaked`.
  public var name: String
  /// What the app did, and what to do instead.
  public var text: String
  /// The sentence of the rule, with its code; empty without a rule.
  public var rule: String
  public var isAdvice: Bool
  /// The names of the tests in which it was seen, and the place of the first one.
  public var tests: [String] = []
  public var place: TestRun.Place?

  private enum CodingKeys: String, CodingKey { case name, text, rule, isAdvice }

  public init(name: String, text: String, rule: String, isAdvice: Bool) {
    (self.name, self.text, self.rule, self.isAdvice) = (name, text, rule, isAdvice)
  }

  /// Whether an attached file has findings: `NAME.findings.json`, with a number if several tests have the name.
  static func isFile(_ path: String) -> Bool {
    path.contains(".findings") && path.hasSuffix(".json")
  }
}

/// What the plugin YobanPort has left out of a module: the part of `left-out.json` that a report shows.
public struct LeftOutModule: Sendable, Equatable, Decodable {
  public struct Piece: Sendable, Equatable, Decodable {
    public var line: Int
    public var lastLine: Int
    public var kind: String
    public var reason: String
    /// Such as `ends the app`.
    public var effect: String
    public var endsApp: Bool { effect == "ends the app" }
  }
  public struct Functions: Sendable, Equatable, Decodable {
    public var unchanged: Int
    public var partly: Int
    public var leftOut: Int
  }
  public struct File: Sendable, Equatable, Decodable {
    public var path: String
    public var isBackground: Bool
    public var functions: Functions
    public var pieces: [Piece]
  }
  public var module: String
  /// One line for the whole module.
  public var summary: String
  public var files: [File]
}
