import Foundation
import YobanInit

/// Asks the package manager what the manifest of a package says.
struct PackageReader {
  /// Returns the output of `swift package dump-package`. Nothing is written into the package's folder.
  ///
  /// - Throws: `InitError` with the first error of the package manager.
  func manifest(of folder: URL) throws(InitError) -> Data {
    print("Reading the package in \(folder.path)")
    fflush(nil)
    // The package manager keeps locks in the temporary folder, too.
    let work = FileManager.default.temporaryDirectory.appending(path: "yoban-init-\(UUID())")
    defer { try? FileManager.default.removeItem(at: work) }
    let errors = work.appending(path: "errors.txt")
    try? FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--package-path", folder.path, "--scratch-path",
      work.appending(path: "build").path, "dump-package",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": work.path]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = try? FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch {
      throw InitError("swift cannot be started: \(error.localizedDescription)")
    }
    let json = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let text = (try? Data(contentsOf: errors)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      let lines = text.split(separator: "\n")
      let first =
        lines.first { $0.contains("Package.swift:") && $0.contains(": error: ") }
        ?? lines.first { $0.contains("error: ") } ?? lines.last ?? "no output"
      throw InitError("its manifest cannot be read: \(first)")
    }
    return json
  }
}
