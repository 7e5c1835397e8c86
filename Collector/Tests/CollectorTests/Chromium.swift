import Foundation

/// A headless browser that is started for each page.
enum Chromium {
  /// The path of the browser; nil if it is not installed.
  static let path: String? = ["/usr/bin/chromium", "/usr/bin/chromium-browser"]
    .first(where: FileManager.default.isExecutableFile(atPath:))

  /// Loads a page, waits until a JavaScript expression is true but at most some seconds, and returns the
  /// elements as HTML.
  static func elements(
    of address: String, when expression: String, seconds: Double = 20, zone: String = "UTC"
  ) async -> String {
    await offPool {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "page.py")
      process.arguments = [
        "python3", script.path, path ?? "", address, expression, String(seconds),
      ]
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["TZ": zone, "LANGUAGE": "en"]) { $1 }
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      guard (try? process.run()) != nil else { return "" }
      let bytes = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
