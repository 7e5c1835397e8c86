import Foundation
import SwiftParser
import Testing

@testable import YobanPorting

/// Ports all Swift files of the folder in the environment variable `YOBAN_PORT_SOURCES`.
@Suite struct ForeignSourceTests {
  static var files: [String] {
    guard let root = ProcessInfo.processInfo.environment["YOBAN_PORT_SOURCES"] else { return [] }
    let found = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return found.filter { $0.hasSuffix(".swift") }.sorted().map { "\(root)/\($0)" }
  }

  @Test(arguments: files)
  func `a ported file parses, has the lines of the original, and stays when ported again`(
    _ file: String
  ) throws {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return }
    let ported = Port(text)
    #expect(lines(ported.body) == lines(text))
    if !Parser.parse(source: text).hasError {
      #expect(!Parser.parse(source: ported.ported.text(path: file)).hasError)
    }
    let inserted = "import YobanFoundation; "
    let again = Port(ported.body).body
    #expect(
      again.replacingOccurrences(of: inserted, with: "")
        == ported.body.replacingOccurrences(of: inserted, with: ""))
  }

  private func lines(_ text: String) -> Int { text.utf8.count { $0 == 10 } }
}
