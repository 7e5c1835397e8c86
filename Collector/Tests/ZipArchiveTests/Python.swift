import Foundation

/// A folder that is removed with the object.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "yoban-zip-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

/// Runs the scripts beside this file. They need only the standard library of Python.
enum Python {
  /// Returns the exit code and what the script has printed.
  static func run(
    _ arguments: [String], in folder: TemporaryFolder
  ) throws -> (status: Int32, output: String) {
    try wait(for: start(arguments, in: folder, input: FileHandle.nullDevice), in: folder)
  }

  /// The output is a file, because reading a pipe traps when a signal interrupts `FileHandle`.
  static func start(
    _ arguments: [String], in folder: TemporaryFolder, input: Any
  ) throws -> Process {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: arguments[0])
    let output = folder.url.appending(path: "output.txt")
    try Data().write(to: output)
    let handle = try FileHandle(forWritingTo: output)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", script.path] + arguments.dropFirst()
    process.standardInput = input
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    return process
  }

  static func wait(
    for process: Process, in folder: TemporaryFolder
  ) throws -> (status: Int32, output: String) {
    process.waitUntilExit()
    let output = folder.url.appending(path: "output.txt")
    return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
  }
}
