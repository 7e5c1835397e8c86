import Foundation
import YobanLeaveOut

/// Swift's compiler, which checks a module with the modules that the build has made.
struct Compiler {
  /// The surroundings with which the module is compiled.
  struct Settings: Codable {
    let moduleName: String
    /// The folder of the compiled modules.
    let modules: String
    /// The module maps of C modules, and the folders of their headers.
    let moduleMaps: [String]
    let headers: [String]
    let isExecutable: Bool
    /// The name that SwiftPM gives the package for code with the access level `package`.
    let packageName: String
  }

  let settings: Settings
  let port: PortFile
  /// For compiled module maps.
  let cache: String
  private let program: URL

  /// After so many seconds the compiler is ended, and counts as crashed.
  private static let limit: TimeInterval = 300
  /// Ends hopeless expressions at the same point on every machine.
  private static let solverScopes = 20_000

  init(_ settings: Settings, _ port: PortFile, cache: String) throws {
    self.settings = settings
    self.port = port
    self.cache = cache
    program = try Self.findProgram()
  }

  /// The compiler beside the program that started the build, or else the one of PATH.
  private static func findProgram() throws -> URL {
    var folders = ["/proc/\(getppid())/exe"].compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: $0)
    }.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
    folders += (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(
      String.init)
    for folder in folders {
      let program = URL(fileURLWithPath: folder).appending(path: "swift-frontend")
      if FileManager.default.isExecutableFile(atPath: program.path) {
        return program.resolvingSymlinksInPath()
      }
    }
    throw UserError(
      "swift-frontend is not found. Start the build with the `swift` of an installed toolchain.")
  }

  /// Checks the files.
  ///
  /// - Parameters:
  ///   - stage: what to check.
  ///   - files: all files of the module.
  ///   - primary: those to check; nil means all.
  ///   - outputFile: receives what the compiler prints.
  func check(
    _ stage: LeaveOut.Stage, files: [String], primary: Set<String>?, outputFile: URL
  ) throws -> CompilerOutput {
    var arguments = ["-frontend"]
    switch stage {
    case .declarations: arguments += ["-typecheck", "-experimental-skip-all-function-bodies"]
    case .types: arguments += ["-typecheck"]
    case .flow: arguments += ["-emit-sil", "-Onone", "-o", "/dev/null"]
    }
    for file in files {
      if primary?.contains(file) == true { arguments.append("-primary-file") }
      arguments.append(file)
    }
    arguments += flags
    _ = FileManager.default.createFile(atPath: outputFile.path, contents: nil)
    let output = try FileHandle(forWritingTo: outputFile)
    defer { try? output.close() }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging([
      "SWIFT_BACKTRACE": "enable=no"
    ]) { $1 }
    process.standardOutput = output
    process.standardError = output
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    if ended.wait(timeout: .now() + Self.limit) == .timedOut {
      kill(process.processIdentifier, SIGABRT)  // its stack names the expression
      ended.wait()
    }
    let text = String(decoding: try Data(contentsOf: outputFile), as: UTF8.self)
    let hasCrashed = process.terminationReason == .uncaughtSignal || text.contains("Stack dump:")
    return CompilerOutput(text, hasCrashed: hasCrashed)
  }

  private var flags: [String] {
    let toolchain = program.deletingLastPathComponent().deletingLastPathComponent()
    let host = toolchain.appending(path: "lib/swift/host")
    var flags = [
      "-module-name", settings.moduleName, "-package-name", settings.packageName, "-swift-version",
      port.languageVersion.map { ["4", "6"].contains($0) ? $0 : "5" } ?? "5",
      "-I", settings.modules, "-module-cache-path", cache, "-disable-objc-interop",
      "-suppress-warnings",
      "-no-color-diagnostics", "-diagnostic-style", "llvm", "-enable-testing",
      "-solver-scope-threshold=\(Self.solverScopes)",
      "-plugin-path", host.appending(path: "plugins").path,
      "-in-process-plugin-server-path", host.appending(path: "libSwiftInProcPluginServer.so").path,
    ]
    if !settings.isExecutable { flags.append("-parse-as-library") }
    if port.defaultIsolation == "MainActor" { flags += ["-default-isolation", "MainActor"] }
    for feature in port.features ?? [] { flags += ["-enable-upcoming-feature", feature] }
    for map in settings.moduleMaps { flags += ["-Xcc", "-fmodule-map-file=\(map)"] }
    for folder in settings.headers { flags += ["-Xcc", "-I\(folder)"] }
    return flags
  }
}
