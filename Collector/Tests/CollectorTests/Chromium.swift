import Foundation
import TestPrograms

/// A headless browser that is started for each page.
enum Chromium {
  /// The path of the browser; nil if it is not installed.
  static let path: String? = ["/usr/bin/chromium", "/usr/bin/chromium-browser"]
    .first(where: FileManager.default.isExecutableFile(atPath:))

  /// Loads a page, waits until a JavaScript expression is true but at most some seconds, and returns the
  /// elements as HTML.
  static func elements(
    of address: String, when expression: String, seconds: Double = 20, zone: String = "UTC"
  ) async throws -> String {
    try await runProgram(
      [
        Python.interpreter, Python.script("page.py"), path ?? "", address, expression,
        String(seconds),
      ],
      environment: ["TZ": zone, "LANGUAGE": "en"], errors: false
    ).output
  }
}
