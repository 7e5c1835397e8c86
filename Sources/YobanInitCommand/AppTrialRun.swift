import Foundation
import YobanInit

/// Runs the steps of an `AppTrial`, and prints the progress and one line with the result.
struct AppTrialRun {
  let package: TestPackage
  private let start = Date()

  init(_ package: TestPackage) { self.package = package }

  /// - Returns: whether the first test passes.
  func run() throws -> Bool {
    var trial = AppTrial(
      packages: package.packageIdentities, hasExtensions: !package.app.extensions.isEmpty)
    var current = package
    /// The packages and extensions whose absence was printed.
    var named: Set<String> = []
    while true {
      switch trial.next {
      case .build:
        for (name, error) in trial.leftOutPackages.sorted(by: { $0.key < $1.key })
        where named.insert(name).inserted {
          say("the package \(name) does not build on Linux and is left out: \(error)")
        }
        let names = package.app.extensions.map(\.module).joined(separator: ", ")
        if let error = trial.leftOutExtensions, named.insert(names).inserted {
          say("the app is built without its extension \(names): \(error)")
        }
        current = package.leavingOut(Set(trial.leftOutPackages.keys))
        if trial.leftOutExtensions != nil { current = try current.leavingOutExtensions() }
        try current.rewrite()
        let build = try build()
        trial.advance(build.output, hasSucceeded: build.status == 0)
      case .dependencies:
        let list = try run(
          package.yoban.folder.appending(path: "scripts/outside"),
          [
            "package", "--package-path", package.folder.path, "show-dependencies", "--format",
            "json",
          ])
        trial.advance(list.output, hasSucceeded: list.status == 0)
      case .test(let places):
        let test = try test(skipping: places)
        trial.advance(test.output, hasSucceeded: test.status == 0)
      case .confirm:
        say("skipped, and written into port.json: \(trial.skipped.joined(separator: ", "))")
        try current.skip(trial.skipped)
        let build = try build()
        guard build.status == 0 else {
          trial.advance(build.output, hasSucceeded: false)
          continue
        }
        let test = try test(skipping: [])
        trial.advance(test.output, hasSucceeded: test.status == 0)
      case .done(let outcome):
        say(line(outcome, trial, of: current))
        return outcome == .passed
      }
    }
  }

  private func line(
    _ outcome: AppTrial.Outcome, _ trial: AppTrial, of package: TestPackage
  ) -> String {
    let seconds = Int(Date().timeIntervalSince(start))
    let summaries = Self.summaries(of: package)
    var line =
      summaries.isEmpty
      ? "\(TestPackage.name(for: package.app))" : summaries.joined(separator: "; ")
    switch outcome {
    case .passed:
      line += "; first test passed"
      if !trial.skipped.isEmpty { line += ", \(trial.skipped.count) places skipped" }
    case .failed(let why): line += "; first test failed: \(why)"
    case .notBuilt(let why): line += "; not built: \(why)"
    }
    return line + "; \(seconds) s"
  }

  /// The line of each module that YobanPort wrote.
  private static func summaries(of package: TestPackage) -> [String] {
    let outputs = package.yoban.folder.appending(path: ".build/plugins/outputs")
    let identity = package.folder.lastPathComponent.lowercased()
    return package.app.modules.compactMap { module in
      let file = outputs.appending(
        path: "\(identity)/\(module.name)/destination/YobanPort/left-out.json")
      guard let data = try? Data(contentsOf: file),
        let report = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
      else { return nil }
      return report["summary"] as? String
    }
  }

  // MARK: Processes

  private func build() throws -> (status: Int32, output: String) {
    say("building; the first time, this builds the simulated devices, too")
    return try run(
      package.yoban.folder.appending(path: "scripts/outside"),
      ["build", "--build-tests", "--package-path", package.folder.path])
  }

  private func test(skipping places: [String]) throws -> (status: Int32, output: String) {
    let name = TestPackage.name(for: package.app)
    let program = package.yoban.folder.appending(path: ".build/debug/\(name)PackageTests.xctest")
    return try run(
      program, ["--testing-library", "swift-testing"],
      environment: [
        "YOBAN_PORT_SKIP": places.joined(separator: ","), "NO_COLOR": "1", "TERM": "dumb",
      ])
  }

  /// Runs a program, and shows the last line that it printed while it runs.
  private func run(
    _ program: URL, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = package.folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch {
      throw InitError("\(program.path) cannot be started: \(error.localizedDescription)")
    }
    var output = Data()
    var shown = Date.distantPast
    while true {
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { break }
      output += data
      if Date().timeIntervalSince(shown) > (isTerminal ? 0.5 : 30),
        let line = String(decoding: data, as: UTF8.self).split(separator: "\n").last(where: {
          $0.hasPrefix("[")
        })
      {
        shown = Date()
        show(String(line.prefix(76)))
      }
    }
    process.waitUntilExit()
    if isTerminal { write("\r\u{1B}[K") }
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  private var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  private func show(_ line: String) { write(isTerminal ? "\r\u{1B}[K\(line)" : "  \(line)\n") }
  private func say(_ line: String) { write("\(line)\n") }

  /// Writes at once, so that somebody who waits sees it.
  private func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
