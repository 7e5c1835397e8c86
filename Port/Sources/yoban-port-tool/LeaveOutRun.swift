import Foundation
import YobanLeaveOut
import YobanPorting

/// Leaves out of the ported files what does not compile.
struct LeaveOutRun {
  /// The plugin's description of the target and of the modules that it depends on.
  struct Job: Codable {
    struct Module: Codable {
      let name: String
      let files: [String]
      /// Whether the target names the module's product, so that the sources can import it.
      let isImportable: Bool
    }
    let compiler: Compiler.Settings
    let modules: [Module]
    /// Modules in C that the sources can import.
    let clangModules: [String]
    /// The files in the target's own folder, which are compiled as they are.
    let ownFiles: [String]
    /// The file with the placeholders that this tool writes.
    let placeholders: String
    /// The folder for the copies that the compiler checks.
    let folder: String
  }

  /// A file as it was ported.
  struct File {
    let output: String
    let original: String?
    /// The text that the build compiles.
    let text: String
    /// What the port did not take over from the original.
    var lost: [LostCode] = []
  }

  let job: Job
  let port: PortFile
  /// For each class that a storyboard names, the class of UIKit that its element has.
  let storyboardClasses: [String: String]
  /// A hash of everything that the search depends on besides the files.
  let surroundings: String

  /// The result of the last search, for the next one.
  private struct Stored: Codable {
    let surroundings: String
    let memory: LeaveOutMemory
  }

  /// Returns the texts that compile, in the order of the files, and the text of the placeholders.
  func run(_ files: [File]) throws -> (texts: [String], placeholders: String, report: LeftOutReport)
  {
    let folder = URL(fileURLWithPath: job.folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let inputs = files.map { file in
      let (text, generatedStart, regions) = Self.withoutLocations(file.text)
      let name = URL(fileURLWithPath: file.output).lastPathComponent
      return LeaveOut.Input(
        path: folder.appending(path: name).path, original: file.original, text: text,
        generatedStart: generatedStart, regions: regions, lost: file.lost)
    }
    let placeholderPath = folder.appending(path: LeaveOut.placeholderFile).path
    let importable = Set(job.modules.filter(\.isImportable).map(\.name) + job.clangModules)
    let available = AvailableNames(
      modules: importable,
      sources: job.modules.flatMap { module in
        module.files.map { (module.name, (try? String(contentsOfFile: $0, encoding: .utf8)) ?? "") }
      })
    let storage = folder.appending(path: "left-out-memory.json")
    let stored = (try? Data(contentsOf: storage)).flatMap {
      try? JSONDecoder().decode(Stored.self, from: $0)
    }
    var leaveOut = LeaveOut(
      inputs, available: available, ownModules: [job.compiler.moduleName],
      values: port.leftOutValues, foreignNames: foreignNames(inputs.compactMap(\.original)),
      storyboardClasses: storyboardClasses,
      memory: stored?.surroundings == surroundings ? stored?.memory : nil)
    let compiler = try Compiler(
      job.compiler, port, cache: folder.appending(path: "ModuleCache").path)
    var round = 0
    while case .check(let stage, let primary) = leaveOut.next {
      for (path, text) in leaveOut.texts { try writeIfChanged(text, to: path) }
      var paths = inputs.map(\.path) + job.ownFiles
      let placeholders = leaveOut.placeholderText
      if !placeholders.isEmpty {
        try writeIfChanged(placeholders, to: placeholderPath)
        paths.append(placeholderPath)
      }
      round += 1
      let output = folder.appending(path: "round-\(round).txt")
      let start = Date()
      leaveOut.advance(
        try compiler.check(stage, files: paths, primary: primary, outputFile: output))
      if ProcessInfo.processInfo.environment["YOBAN_PORT_LOG"] != nil {
        let seconds = String(format: "%.1f", Date().timeIntervalSince(start))
        FileHandle.standardError.write(Data("\(leaveOut.log.last ?? "") (\(seconds) s)\n".utf8))
      }
    }
    if leaveOut.next == .finished {
      // A memory that cannot be written costs only time.
      try? JSONEncoder().encode(Stored(surroundings: surroundings, memory: leaveOut.memory)).write(
        to: storage)
    }
    let texts = zip(files, leaveOut.texts).map { Self.withLocations(of: $0.text, $1.text) }
    return (texts, leaveOut.placeholderText, leaveOut.report(module: job.compiler.moduleName))
  }

  /// The first words of the methods in the app's Objective-C files, which lie around its sources. Code that calls one
  /// does not call UIKit.
  private func foreignNames(_ sources: [String]) -> Set<String> {
    let parts = sources.map { $0.split(separator: "/").dropLast() }
    guard var common = parts.first.map(Array.init) else { return [] }
    for part in parts {
      common = Array(zip(common, part).prefix { $0 == $1 }.map(\.0))
    }
    guard common.count > 2 else { return [] }
    let skipped: Set = ["Pods", "Carthage", "node_modules", "DerivedData", "build"]
    var names: Set<String> = []
    var folders = ["/" + common.joined(separator: "/")]
    var rest = 20_000
    while let folder = folders.popLast() {
      let contents = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      rest -= contents.count
      guard rest > 0 else { break }
      for name in contents.sorted() where !name.hasPrefix(".") && !skipped.contains(name) {
        let kind = URL(fileURLWithPath: name).pathExtension
        if kind.isEmpty || kind == "lproj" {
          folders.append("\(folder)/\(name)")
        } else if ["h", "m", "mm"].contains(kind),
          let data = FileManager.default.contents(atPath: "\(folder)/\(name)"),
          data.count < 1 << 20
        {
          let text = String(decoding: data, as: UTF8.self)
          for match in text.matches(of: /(?m)^[-+]\s*\([^)]*\)\s*([A-Za-z_]\w*)/) {
            names.insert(String(match.1))
          }
        }
      }
    }
    return names
  }

  /// The text without `#sourceLocation`, so that the compiler names the checked file, and the parts that the
  /// directives began. All places stay the same.
  static func withoutLocations(
    _ text: String
  ) -> (text: String, generatedStart: Int?, regions: [SourceRegion]) {
    var generatedStart: Int?
    var regions: [SourceRegion] = []
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var offset = 0
    for index in lines.indices {
      let line = lines[index]
      let start = offset
      offset += line.utf8.count + 1
      guard line.hasPrefix("#sourceLocation(") else { continue }
      if line == "#sourceLocation()" {
        generatedStart = start
      } else if let region = region(line, offset) {
        regions.append(region)
      }
      lines[index] = Substring(String(repeating: " ", count: line.utf8.count))
    }
    return (lines.joined(separator: "\n"), generatedStart, regions)
  }

  /// Reads `#sourceLocation(file: "…", line: 12)`, after which a part begins.
  private static func region(_ directive: Substring, _ offset: Int) -> SourceRegion? {
    guard let match = directive.wholeMatch(of: /#sourceLocation\(file: "(.*)", line: (\d+)\)/),
      let line = Int(match.2)
    else { return nil }
    return SourceRegion(
      offset: offset, path: String(match.1).replacing(/\\(.)/) { String($0.1) }, line: line)
  }

  /// Puts the directives of the ported text back, whose lines are the same in both texts.
  static func withLocations(of ported: String, _ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in ported.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    where line.hasPrefix("#sourceLocation(") && index < lines.count {
      lines[index] = line
    }
    return lines.joined(separator: "\n")
  }
}
