import Foundation

/// Finds out how an app gets to its first test: builds its test package and runs the test, leaves out packages that do
/// not build on Linux, and skips the places of left-out code at which the app ends.
///
/// This is a state machine without effects: `next` says what to run, and `advance` takes what it printed.
public struct AppTrial: Sendable {
  public enum Step: Equatable, Sendable {
    /// Write the test package again, without the packages of `leftOutPackages`, and without the app's extensions if
    /// `leftOutExtensions` is not nil, and build it.
    case build
    /// List the packages with `swift package show-dependencies --format json`: the error is about none of the app's
    /// own packages, and may be about one that these depend on.
    case dependencies
    /// Run the tests with `YOBAN_PORT_SKIP` set to the places.
    case test(skipping: [String])
    /// Write the skipped places into port.json, build, and run the tests once more.
    case confirm
    case done(Outcome)
  }

  public enum Outcome: Equatable, Sendable {
    case passed
    /// The first test fails, with the line that says why.
    case failed(String)
    /// The package does not build, with the first error.
    case notBuilt(String)
  }

  public private(set) var next = Step.build
  /// The places at which code is left out and skipped, in the order in which the app got there.
  public private(set) var skipped: [String] = []
  /// The packages that do not build on Linux, by identity, with the first error.
  public private(set) var leftOutPackages: [String: String] = [:]

  /// The error with which the app's extensions do not build; nil if they do, or were not left out yet.
  public private(set) var leftOutExtensions: String?

  private let packages: Set<String>
  private let hasExtensions: Bool
  /// The first error of the build whose package is not known yet.
  private var unassigned = ""
  /// An app that gets to so many places that must be skipped does not run in any useful way.
  private static let maximumOfPlaces = 60

  /// - Parameters:
  ///   - packages: the identities of the packages that the app depends on.
  ///   - hasExtensions: whether extensions of the app are built with it.
  public init(packages: Set<String>, hasExtensions: Bool = false) {
    (self.packages, self.hasExtensions) = (packages, hasExtensions)
  }

  /// Continues with the output of the step.
  ///
  /// - Parameters:
  ///   - output: what the build or the tests printed.
  ///   - hasSucceeded: whether it ended with the status 0.
  public mutating func advance(_ output: String, hasSucceeded: Bool) {
    switch next {
    case .build: next = afterBuild(output, hasSucceeded)
    case .dependencies: next = afterDependencies(output)
    case .test: next = afterTest(output, hasSucceeded)
    case .confirm: next = .done(hasSucceeded ? .passed : .failed(Self.failure(in: output)))
    case .done: break
    }
  }

  private mutating func afterBuild(_ output: String, _ hasSucceeded: Bool) -> Step {
    if hasSucceeded { return .test(skipping: []) }
    let error = Self.firstError(in: output)
    if let failed = failedPackage(in: output), leftOutPackages[failed] == nil {
      return leaveOut([failed], error)
    }
    unassigned = error
    return packages.isEmpty ? giveUp(error) : .dependencies
  }

  /// Builds without some packages, if they were not left out before.
  private mutating func leaveOut(_ failed: [String], _ error: String) -> Step {
    let new = failed.filter { leftOutPackages[$0] == nil }
    for package in new { leftOutPackages[package] = error }
    return new.isEmpty ? giveUp(error) : .build
  }

  /// Builds the app alone, which may do without its extensions.
  private mutating func giveUp(_ error: String) -> Step {
    guard hasExtensions, leftOutExtensions == nil else { return .done(.notBuilt(error)) }
    leftOutExtensions = error
    return .build
  }

  /// Leaves out those of the app's packages that contain, or depend on, the package of the error.
  private mutating func afterDependencies(_ output: String) -> Step {
    guard let start = output.firstIndex(of: "{"),
      let root = try? JSONDecoder().decode(PackageNode.self, from: Data(output[start...].utf8))
    else { return giveUp(unassigned) }
    let failed = packages.sorted().filter { package in
      root.dependencies.contains {
        $0.identity.lowercased() == package.lowercased() && $0.contains(unassigned)
      }
    }
    return leaveOut(failed, unassigned)
  }

  /// A package in the output of `swift package show-dependencies`.
  private struct PackageNode: Decodable {
    let identity: String
    let path: String
    let dependencies: [PackageNode]

    /// Whether an error is about a file of this package or of one that it depends on.
    func contains(_ error: String) -> Bool {
      error.contains("\(path)/") || dependencies.contains { $0.contains(error) }
    }
  }

  private mutating func afterTest(_ output: String, _ hasSucceeded: Bool) -> Step {
    if hasSucceeded { return skipped.isEmpty ? .done(.passed) : .confirm }
    guard let place = Self.place(in: output), !skipped.contains(place),
      skipped.count < Self.maximumOfPlaces
    else { return .done(.failed(Self.failure(in: output))) }
    skipped.append(place)
    return .test(skipping: skipped)
  }

  /// The package whose sources, manifest or address the first error is about.
  private func failedPackage(in output: String) -> String? {
    // An error of a requirement names the package that has it, too.
    let inOrder =
      packages.sorted().filter { leftOutPackages[$0] == nil } + leftOutPackages.keys.sorted()
    for line in output.split(separator: "\n") where line.contains("error:") {
      for package in inOrder {
        let name = package.lowercased()
        let text = line.lowercased()
        if text.contains("/checkouts/\(name)/") || text.contains("/\(name).git")
          || text.contains("/\(name)'")
          || text.contains("'\(name)'")
        {
          return package
        }
      }
    }
    return nil
  }

  private static func firstError(in output: String) -> String {
    let lines = output.split(separator: "\n")
    let line =
      lines.first { $0.contains(": error: ") || $0.contains(": fatal error: ") }
      ?? lines.first { $0.hasPrefix("error: ") }
      ?? lines.last
    return line.map(String.init) ?? "no output"
  }

  /// The place of left-out code at which the app ended first, such as `Model.swift:12`.
  static func place(in output: String) -> String? {
    for line in output.split(separator: "\n") {
      guard let start = line.ranges(of: "crash: left out on Linux: ").first?.upperBound else {
        continue
      }
      let rest = line[start...]
      guard let end = rest.ranges(of: ": ").first?.lowerBound else { continue }
      return String(rest[..<end])
    }
    return nil
  }

  /// Why the first test fails: the end of the app, or else the first issue.
  private static func failure(in output: String) -> String {
    let lines = output.split(separator: "\n")
    // A failed expectation can print the reason, too, followed by `]`. It comes before the trace, so the trace's line
    // is looked for first.
    let ends = lines.filter { $0.contains("crash: ") }
    if let end = ends.first(where: { $0.contains("ended: crash: ") }) ?? ends.first,
      let start = end.ranges(of: "crash: ").first?.lowerBound
    {
      return end[start...].trimmingCharacters(in: .whitespaces)
    }
    return lines.first { $0.contains("recorded an issue") }.map(String.init)
      ?? firstError(in: output)
  }
}

extension TestPackage {
  /// The identities of the packages that the app depends on.
  public var packageIdentities: Set<String> { Set(app.modules.flatMap(\.packages).map(\.identity)) }

  /// The package without some of the packages that the app depends on: their modules are missing.
  ///
  /// - Parameter identities: the identities of the packages.
  public func leavingOut(_ identities: Set<String>) -> TestPackage {
    var app = app
    for index in app.modules.indices {
      app.modules[index].packages.removeAll { identities.contains($0.identity) }
    }
    return TestPackage(app, yoban: yoban, folder: folder)
  }

  /// Writes the manifest and the test again.
  ///
  /// - Throws: `InitError` if it cannot be written.
  public func rewrite() throws(InitError) {
    for (path, text) in [("Package.swift", manifest), (testFile, test)] {
      let file = folder.appending(path: path)
      do { try Data(text.utf8).write(to: file) } catch {
        throw InitError("\(file.path) cannot be written: \(error.localizedDescription)")
      }
    }
  }

  /// The package without the extensions of the app, which is written again.
  ///
  /// - Throws: `InitError` if a file cannot be written or removed.
  public func leavingOutExtensions() throws(InitError) -> TestPackage {
    var app = app
    app.extensions = []
    app.modules.removeAll { module in
      self.app.extensions.contains { $0.module == module.name }
    }
    let package = TestPackage(app, yoban: yoban, folder: folder)
    for part in self.app.extensions {
      let file = folder.appending(path: testFile(of: part))
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      do { try FileManager.default.removeItem(at: file) } catch {
        throw InitError("\(file.path) cannot be removed: \(error.localizedDescription)")
      }
    }
    return package
  }

  /// Writes `"skip"` for places of code that is left out into the port.json of each module that has the file.
  ///
  /// - Throws: `InitError` if a file cannot be read or written.
  public func skip(_ places: [String]) throws(InitError) {
    for module in app.modules {
      let names = Set(module.sources.map(\.lastPathComponent))
      let own = places.filter { place in names.contains(String(place.prefix { $0 != ":" })) }
      guard !own.isEmpty else { continue }
      let file = folder.appending(path: "Sources/\(module.name)/port.json")
      do {
        var configuration =
          try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
        var leftOut = configuration["leftOut"] as? [String: Any] ?? [:]
        for place in own { leftOut[place] = "skip" }
        configuration["leftOut"] = leftOut
        try Self.json(configuration).write(to: file)
      } catch {
        throw InitError("\(file.path) cannot be changed: \(error.localizedDescription)")
      }
    }
  }

  /// The text of a JSON file that people read.
  static func json(_ object: [String: Any]) throws -> Data {
    try JSONSerialization.data(
      withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
      + Data("\n".utf8)
  }
}
