import Foundation
import TestPrograms
import Testing

/// A headless browser that is started for each page.
enum Chromium {
  /// The path of the browser; nil if it is not installed.
  static let path: String? = ["/usr/bin/chromium", "/usr/bin/chromium-browser"]
    .first(where: FileManager.default.isExecutableFile(atPath:))

  /// Loads a page, waits until JavaScript expressions are true, one after the other, and returns the elements as
  /// HTML.
  ///
  /// - Parameter whenTrue: is called with the index of each expression but the last when it is true.
  static func elements(
    of address: String, when expressions: String..., zone: String = "UTC",
    whenTrue: (Int) async throws -> Void = { _ in }
  ) async throws -> String {
    let profile = try TemporaryFolder()
    let program = try await RunningProgram(
      [
        Python.interpreter, Python.script("page.py"), path ?? "", address,
        expressions.joined(separator: "\n"), profile.url.path,
      ],
      environment: ["TZ": zone, "LANGUAGE": "en", "PYTHONUTF8": "1"])
    for index in expressions.indices.dropLast() {
      try #require(await program.nextLine() == "true: \(expressions[index])", "\(program.errors)")
      try await whenTrue(index)
    }
    let (html, status) = try await program.waitForExit()
    try #require(status == 0, "\(program.errors)")
    return html
  }
}
