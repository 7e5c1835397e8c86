import Foundation

/// An index of the tests by rule. The name of a test ends with the codes of the rules that it
/// checks, such as ``func `suspended code continues before the event (BT10)`()``.
public struct RuleTestIndex: Sendable {
  /// A test that names a rule.
  public struct Test: Sendable, Hashable {
    /// The file name without its extension, which is the name of the suite.
    public let suite: String
    /// The test's name without the codes.
    public let name: String
  }

  private var byCode: [String: [Test]] = [:]

  /// - Parameter sources: The texts of the test files by name, without the extension.
  public init(_ sources: [String: String]) {
    for (suite, text) in sources.sorted(by: { $0.key < $1.key }) {
      for match in text.matches(
        of: /func\s+`([^`]+) \(([A-Z]{1,3}[0-9]+(?:, [A-Z]{1,3}[0-9]+)*)\)`/)
      {
        let test = Test(suite: suite, name: String(match.1))
        for code in match.2.split(separator: ", ") {
          byCode[String(code), default: []].append(test)
        }
      }
    }
  }

  /// Reads the tests of a checkout of this repository: the folder `Tests`, and those of the services.
  ///
  /// - Throws: An error of Foundation if a file cannot be read.
  public init(ofRepository root: URL) throws {
    var sources: [String: String] = [:]
    let services = root.appending(path: "Sources/Services")
    let folders =
      [root.appending(path: "Tests")]
      + (try FileManager.default.contentsOfDirectory(atPath: services.path)).map {
        services.appending(path: "\($0)/Tests")
      }
    for file in folders.flatMap({ RulePages.files(below: $0, withExtensions: ["swift"]) }) {
      let name = file.deletingPathExtension().lastPathComponent
      sources[name] = try String(contentsOf: file, encoding: .utf8)
    }
    self.init(sources)
  }

  /// Returns the tests of a rule, sorted by suite, then by their order in the file.
  public func tests(of code: String) -> [Test] { byCode[code] ?? [] }

  /// Every code that a test names.
  public var codes: Set<String> { Set(byCode.keys) }
}
