import Foundation
import Testing

/// Rules of the project that the compiler does not check.
@Suite struct TidyTests {
  /// A Mac fetches every package that the manifest names, whether it uses it or not.
  @Test func `outside of Linux, the package depends on no other package`() throws {
    var conditions: [String] = []
    for line in try Tree.File(path: "Package.swift").lines() {
      let words = line.split(separator: " ")
      switch words.first {
      case "#if": conditions.append(words.dropFirst().joined(separator: " "))
      case "#else": conditions[conditions.count - 1] = "not \(conditions.last ?? "")"
      case "#endif": conditions.removeLast()
      default:
        guard line.contains(".package(") || line.contains(", package: ") else { continue }
        #expect(conditions.contains("os(Linux)"), "\(line)")
      }
    }
    #expect(conditions.isEmpty)
  }

  /// `swift format` with the rules in `.swift-format`. Mend a failure with
  /// `swift format -i -r -p Sources Tests`, and the same for the folders that the test lists.
  @Test func `swift format has nothing to change`() throws {
    let output = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    #expect(FileManager.default.createFile(atPath: output.path, contents: nil))
    defer { try? FileManager.default.removeItem(at: output) }
    let log = try FileHandle(forWritingTo: output)
    let lint = Process()
    lint.executableURL = URL(filePath: "/usr/bin/env")
    let files = try Tree.code().map(\.path).filter { $0.hasSuffix(".swift") }
    lint.arguments = ["swift", "format", "lint", "--strict", "--parallel"] + files
    lint.currentDirectoryURL = Tree.root
    lint.standardError = log
    try lint.run()
    lint.waitUntilExit()
    let findings = try String(contentsOf: output, encoding: .utf8)
    #expect(lint.terminationStatus == 0, "\(findings.prefix(4_000))")
  }

  /// `scripts/interrupt` presses Ctrl-C in the scripts of its list.
  @Test func `a shell script cleans up after itself, and a test interrupts it`() throws {
    let interrupted = try Tree.File(path: "scripts/interrupt").lines()
      .filter { $0.hasPrefix("interrupt ") }
    // The first changes the machine, the next two end at once, and the others are what is tested.
    let others = ["install", "module-maps", "ci-place", "prepare", "interrupt"].map {
      "scripts/\($0)"
    }
    // When it is interrupted, the environment that it makes is not complete, and made again.
    let withoutTest = "Collector/Tests/parquet-python"
    var count = 0
    for folder in [
      "scripts", "Benchmarks", "Collector/Benchmarks", "Collector/Tests", "Tests/Fuzz",
    ] {
      for file in try Tree.files(under: folder, ["", "sh"]) where !others.contains(file.path) {
        guard let lines = try? file.lines(), lines.first == "#!/usr/bin/env bash" else { continue }
        count += 1
        let cleansUp = #/^source .*\/prepare"?$|^exec "\$\(dirname "\$0"\)\//#
        #expect(
          lines.contains { $0.contains(cleansUp) }, "\(file.path) must source scripts/prepare")
        #expect(
          file.path == withoutTest
            || interrupted.contains {
              $0.split(separator: " ").contains { $0 == file.path }
            },
          "\(file.path) is not in the list of scripts/interrupt")
      }
    }
    #expect(count > 15)
  }

  /// An enumeration that Apple's library may extend is `@nonexhaustive`, so that an app's switch needs
  /// `@unknown default`, as in Xcode. One that Apple declares as frozen or closed is `@frozen`.
  @Test func `a public enumeration of an Apple module is nonexhaustive or frozen`() throws {
    for file in try Tree.code() where file.isOfAppleModule {
      for line in try file.lines() where line.contains(#/\bpublic (indirect )?enum\b/#) {
        #expect(
          line.contains("@nonexhaustive ") || line.contains("@frozen "), "\(file.path): \(line)")
      }
    }
  }

  /// A test names a finding as its report prints it: `ble.no-delegate` is `.bleNoDelegate`.
  @Test func `the kinds of findings are listed, and named as they are printed`() throws {
    let declaration = try Regex(
      #"public static let (\w+) = Self\("([a-z][\w.-]+)"\)"#,
      as: (Substring, Substring, Substring).self)
    let list = try Tree.serviceDeclarations().matches(of: #/[ ,\[]\.(\w+)/#).map { String($0.1) }
    var declared: Set<String> = []
    for file in try Tree.files(under: "Sources", ["swift"]) {
      let text = try file.lines().joined(separator: "\n")
      guard let start = text.range(of: "extension Finding.Kind {")?.upperBound else { continue }
      for match in text[start...].matches(of: declaration) {
        let words = match.output.2.split { ".-".contains($0) }
        let name =
          words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        #expect(match.output.1 == name, "\(file.path)")
        declared.insert(String(match.output.1))
      }
    }
    #expect(declared.count > 80)
    #expect(declared.subtracting(list).isEmpty)
    #expect(declared.filter { kind in list.count { $0 == kind } > 1 }.isEmpty)
  }

  /// The types whose values stand in the rooms of their services, each with the file of its list, the folder of
  /// the values, and the least number of them; without a file, the declarations of the services are the list. A
  /// value that is not listed would never be used. SwiftUI's calls have no list of names to be compared with.
  static let listedTypes = [
    ("FaultKind|withdrawal", "Sources/YobanSimulatedOS/FaultKind+List.swift", "Sources", 50),
    ("PrivacyPermission", "", "Sources", 6),
    ("SystemAPI", "Sources/YobanSimulatedApple/SystemAPI+List.swift", "Sources/Services", 25),
    (
      "ForeignFormat", "Collector/Sources/CollectorImports/Model/ForeignFormat.swift",
      "Collector/Sources", 4
    ),
  ]

  @Test(arguments: listedTypes)
  func `a fault, a permission, a dated call and an import format that a file declares are listed`(
    type: String, list: String, folder: String, minimum: Int
  ) throws {
    let text =
      try list.isEmpty
      ? Tree.serviceDeclarations().matches(of: #/permissions: \[([^\]]*)\]/#).map(\.1)
        .joined(separator: " ")
      : Tree.File(path: list).lines().joined(separator: " ")
    let listed = Set(text.matches(of: #/\w+/#).map { String($0.output) })
    let declaration = try Regex(
      #"(?:public|package) static let (\w+) = (?:"# + type + #")\("#,
      as: (Substring, Substring).self)
    let array = try Regex(
      #"static let (\w+) = \[([^\]]*)\]"#, as: (Substring, Substring, Substring).self)
    var count = 0
    for file in try Tree.files(under: folder, ["swift"]) {
      let text = try file.lines().joined(separator: "\n")
      let inListedArrays = text.matches(of: array).filter { listed.contains(String($0.output.1)) }
        .map { String($0.output.2) }.joined()
      // The lists of names are those of iOS.
      let ofWatches = #/\s*"[^"]*", watchOS:/#
      for match in text.matches(of: declaration)
      where text[match.range.upperBound...].prefixMatch(of: ofWatches) == nil {
        count += 1
        let name = String(match.output.1)
        #expect(
          listed.contains(name) || inListedArrays.contains(name),
          "\(file.path): add .\(name) to \(list.isEmpty ? "its ServiceDeclaration" : list)")
      }
    }
    #expect(count >= minimum)
  }

  /// Both are compared by their words.
  @Test(arguments: [("LaunchCause", 12), ("RunTimeLedger.Grant", 17)])
  func `no two services use the same words for a launch or for run time`(
    type: String, minimum: Int
  ) throws {
    var words: [String] = []
    for file in try Tree.files(under: "Sources", ["swift"])
    where file.path.contains("/LaunchCause") || file.path.contains("/RunTimeGrant") {
      for part in try file.lines().joined(separator: "\n").components(
        separatedBy: "extension \(type) {"
      ).dropFirst() {
        let body = part.components(separatedBy: "\n}\n")[0]
        words += body.matches(of: #/Self\(\s*"([^"\\]+)/#).map { String($0.1) }
      }
    }
    #expect(words.count >= minimum)
    #expect(Set(words).count == words.count, "\(words)")
  }

  /// The template's tests are run by `scripts/test`, so the first test that a reader sees is one that passes.
  @Test(arguments: ["README.md", "README.ja.md"])
  func `the test that README shows is one of the template`(name: String) throws {
    let lines = try Tree.File(path: "Examples/Template/Tests/PulseAppTests/FirstTest.swift").lines()
    let test = lines.drop { !$0.hasPrefix("@Test") }.joined(separator: "\n")
    #expect(test.count > 500)
    #expect(try Tree.File(path: name).lines().joined(separator: "\n").contains(test))
  }

  /// A document that says which test holds a promise must not name one that is gone.
  @Test func `tests that documents name exist`() throws {
    let code = try Tree.code().filter { $0.path.contains("Tests/") }
    let folders = Set(code.flatMap { $0.path.split(separator: "/").map(String.init) })
    let suites = try code.flatMap { file in
      try file.lines().flatMap { line in
        line.matches(of: #/\b(?:struct|class|enum) (\w+Tests)\b/#).map { String($0.1) }
      }
    }
    let known = folders.union(suites)
    let documents =
      try ["README.md", "SECURITY.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]
      .map(Tree.File.init(path:)) + Tree.files(under: "docs", ["md"])
    for document in documents {
      for line in try document.lines() {
        for match in line.matches(of: #/`(\w+Tests)`/#) {
          #expect(known.contains(String(match.1)), "\(document.path) names \(match.1)")
        }
      }
    }
  }

  /// Tests run at the same time, and the static variables of a test target belong to all simulations: keep what an app
  /// needs with `Kept`, which each simulated process has for itself.
  @Test func `a test keeps nothing in a static variable`() throws {
    let stored = try Regex(#"\bstatic var \w+\s*(:[^{=]*)?(=.*)?$"#)
    for file in try Tree.code()
    where file.path.contains("Tests/") && !file.path.contains("StaticsSample")
      && !file.path.hasPrefix("Collector/")
    {
      for (number, line) in try file.lines().enumerated() where line.contains(stored) {
        Issue.record("\(file.path):\(number + 1): \(line)")
      }
    }
  }

  @Test func `no file is longer than 400 lines`() throws {
    for file in try Tree.code() {
      let count = try file.lines().count
      #expect(count <= 400, "\(file.path) has \(count) lines: split it by concern")
    }
  }

  /// Lines with string literals may be longer, because messages and expectations are not broken.
  @Test func `lines of code without a string literal have at most 120 columns`() throws {
    for file in try Tree.code() where file.path.hasSuffix(".swift") {
      for (number, line) in try file.lines().enumerated()
      where line.count > 120 && !line.contains("\"") {
        Issue.record("\(file.path):\(number + 1) has \(line.count) columns")
      }
    }
  }

  @Test func `a query of the collector that is limited says in which order`() throws {
    // Without an order, PostgreSQL may read a whole table to find one row, if it believes that there are many.
    let limited = try Regex(#"(?s)"SELECT\b[^"]*?\bWHERE\b[^"]*?\bLIMIT\b"#)
    let ordered = try Regex(#"(?s)\bORDER BY\b[^"]*\bLIMIT$"#)
    var count = 0
    for file in try Tree.code() where file.path.hasPrefix("Collector/Sources/CollectorSQL/") {
      // The quotes of a text of several lines count as one.
      let text = try file.lines().joined(separator: "\n")
        .replacing(try Regex(#""""\s*"#), with: "\"")
      for match in text.matches(of: limited) {
        count += 1
        let query = String(text[match.range])
        #expect(query.contains(ordered), "\(file.path): \(query)")
      }
    }
    #expect(count >= 20)
  }

  /// The modules in the tables of Package.swift.
  private static let appleModules: [String] = {
    let folders = (try? Tree.folders(in: "Sources/AppleModules")) ?? []
    let manifest = (try? Tree.File(path: "Package.swift").lines().joined(separator: " ")) ?? ""
    return folders.filter { $0 != "Submodules" && !$0.hasPrefix("Yoban") }
      + manifest.matches(of: #/, api: "(\w+)"/#).map { String($0.1) }
  }()

  static let banned: [(pattern: String, why: String)] = [
    (
      #"^\s*#(if|elseif).*canImport\((\#(appleModules.joined(separator: "|")))\)"#,
      "turns true on incremental builds, because all modules share a folder: use os(Linux)"
    ),
    (#"\b(TODO|FIXME|XXX)\b"#, "finish it, or write an issue"),
    (#"fatalError\(\)"#, "say what is broken"),
    (#"(class|struct|enum) \w*(Utils|Helper|Helpers|Manager)\b"#, "name what it is"),
  ]

  @Test(arguments: banned.indices)
  func `no file contains a banned pattern`(_ index: Int) throws {
    let (pattern, why) = Self.banned[index]
    let regex = try Regex(pattern)
    for file in try Tree.code() where !file.path.hasPrefix("Tests/TidyTests") {
      for (number, line) in try file.lines().enumerated() where line.contains(regex) {
        let isMakers =
          line.contains("Manager")
          && (file.isOfAppleModule || file.path.hasPrefix("Sources/AndroidFramework")
            || file.path.hasPrefix("Android/swift/Sources/CYobanNDK"))
        #expect(isMakers, "\(file.path):\(number + 1): \(why)")
      }
    }
  }

  /// Types that only one simulation uses conform with `@unchecked SimulationConfined`, which says the reason.
  @Test func `unchecked concurrency has a comment that explains why it is safe`() throws {
    for file in try Tree.code()
    where file.path.contains("Sources/") && !file.path.contains("/Tests/") {
      let lines = try file.lines()
      for (number, line) in lines.enumerated() where line.contains("@unchecked Sendable") {
        let comments = lines[max(0, number - 14)..<number].filter { $0.contains(/^\s*\/\//) }
        #expect(
          comments.contains { $0.contains("Sendable") },
          "\(file.path):\(number + 1) has no comment that says why it is safe")
      }
    }
  }
}
