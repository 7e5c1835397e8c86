import Foundation
import Testing

@testable import YobanExploration

@Suite struct FaultTableTests {
  /// The line of the table in docs/explore.md.
  private static func line(_ kind: FaultKind) -> String {
    let row = kind.row
    let note = row.isOptional ? "only if asked for" : ""
    return "| `\(kind.rawValue)` | \(row.target) | \(row.words) | \(note) |"
  }

  @Test(arguments: FaultKind.allCases) func `the page on explorations names the kind`(
    kind: FaultKind
  )
    throws
  {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/explore.md"), encoding: .utf8)
    let line = Self.line(kind)
    #expect(page.split(separator: "\n").contains { $0 == line }, "add the line: \(line)")
  }
}
