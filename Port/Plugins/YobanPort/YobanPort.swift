import Foundation
import PackagePlugin

/// Ports the sources that a target's `port.json` names.
@main struct YobanPort: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    do {
      return try commands(context, target)
    } catch let error as PortError {
      // SwiftPM does not print an error that a plugin throws. A command that fails is printed.
      let never = context.pluginWorkDirectoryURL.appending(path: "YobanPortedModule.swift")
      try? FileManager.default.removeItem(at: never)
      return [
        .buildCommand(
          displayName: "Porting \(target.name)",
          executable: try context.tool(named: "yoban-port-tool").url,
          arguments: ["--error", error.description], outputFiles: [never])
      ]
    }
  }

  private func commands(_ context: PluginContext, _ target: Target) throws -> [Command] {
    let root = context.package.directoryURL
    let configuration = target.directoryURL.appending(path: "port.json")
    guard FileManager.default.fileExists(atPath: configuration.path) else {
      throw PortError(
        "\(configuration.path) does not exist. The plugin YobanPort needs this file: it names the"
          + " sources of the app. See Port/README.md in Yoban's repository.")
    }
    let files = try SourceFiles(configuration: configuration, root: root)
    warnAboutUnported(target, configuration)
    let work = context.pluginWorkDirectoryURL
    let sources = files.swift.map { Job.Source($0, in: work, root: root) }
    let storyboards = files.storyboards.map { Job.Source($0, in: work, root: root) }
    let models = files.models.map { Job.Source($0, in: work, root: root) }
    let others = try target.recursiveTargetDependencies.compactMap { other -> SourceFiles? in
      let configuration = other.directoryURL.appending(path: "port.json")
      guard FileManager.default.fileExists(atPath: configuration.path) else { return nil }
      return try SourceFiles(configuration: configuration, root: root)
    }
    let moduleFile = work.appending(path: "YobanPortedModule.swift")
    let tool = try context.tool(named: "yoban-port-tool").url
    let leaveOut = LeaveOutJob(
      target, of: context.package.id, work: work, build: tool.deletingLastPathComponent())
    let job = Job(
      configuration: configuration.path, sources: sources, storyboards: storyboards,
      catalogs: files.catalogs.map(\.path), models: models,
      refused: files.refused.map(\.path),
      others: others.flatMap { $0.swift + $0.models }.map(\.path),
      isExecutable: (target as? SwiftSourceModuleTarget)?.kind == .executable,
      modules: modules(of: target), moduleFile: moduleFile.path,
      report: work.appending(path: "port-report.txt").path,
      cache: work.appending(path: "port-cache.json").path, leaveOut: leaveOut)
    let arguments = work.appending(path: "port-job.json")
    try job.write(to: arguments)
    return [
      .buildCommand(
        displayName: "Porting \(target.name)",
        executable: tool, arguments: [arguments.path],
        inputFiles: files.swift + files.storyboards + files.catalogFiles + files.modelFiles
          + others.flatMap { $0.swift + $0.modelFiles } + [configuration, arguments]
          + leaveOut.compiledModules + leaveOut.ownFiles.map { URL(fileURLWithPath: $0) },
        outputFiles: ((sources + storyboards + models).map(\.output) + [leaveOut.placeholders])
          .map { URL(fileURLWithPath: $0) } + [moduleFile])
    ]
  }

  /// Warns about files in the target's own folder that need the port: the compiler gets them as they are.
  private func warnAboutUnported(_ target: Target, _ configuration: URL) {
    for file in (target as? SourceModuleTarget)?.sourceFiles(withSuffix: ".swift").map(\.url) ?? []
    {
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      let needs = ["@objc", "#selector", "@IBOutlet", "@IBAction", "@UIApplicationMain", "@main"]
      guard let need = needs.first(where: text.contains) else { continue }
      Diagnostics.warning(
        "\(file.path) contains \(need), but is not ported, because it is in the folder of the target. Move it to another folder, and name that in \"sources\" of \(configuration.path)."
      )
    }
  }

  private func modules(of target: Target) -> [String] {
    Set(target.recursiveTargetDependencies.compactMap { ($0 as? SourceModuleTarget)?.moduleName })
      .sorted()
  }
}

/// A mistake of the user. The build prints its description.
struct PortError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// The arguments of the tool. The tool declares the same type.
struct Job: Codable {
  struct Source: Codable {
    let path: String
    let output: String

    /// The output has the name of the source, and a hash of its path, so that files of the same name
    /// in two folders have different outputs.
    init(_ source: URL, in folder: URL, root: URL) {
      path = source.path
      let base = root.deletingLastPathComponent().path
      let shared = source.path.commonPrefix(with: base)
      var hash: UInt32 = 0x811c_9dc5
      for byte in source.path.dropFirst(shared.count).utf8 {
        hash = (hash ^ UInt32(byte)) &* 0x0100_0193
      }
      let name = source.deletingPathExtension().lastPathComponent
      output = folder.appending(path: "\(name)-\(String(hash, radix: 16)).swift").path
    }
  }
  let configuration: String
  let sources: [Source]
  let storyboards: [Source]
  let catalogs: [String]
  let models: [Source]
  let refused: [String]
  let others: [String]
  let isExecutable: Bool
  let modules: [String]
  let moduleFile: String
  let report: String
  let cache: String
  let leaveOut: LeaveOutJob

  /// Does not touch a file that would not change.
  func write(to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    let data = try encoder.encode(self)
    if FileManager.default.contents(atPath: file.path) != data { try data.write(to: file) }
  }
}
