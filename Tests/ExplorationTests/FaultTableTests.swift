import Foundation
import Testing
import YobanTesting

@testable import YobanExploration

@Suite struct FaultTableTests {
  /// The line of the table in docs/explore.md.
  private static func line(_ kind: FaultKind) -> String {
    let note = kind.traits.contains(.optional) ? "only if asked for" : ""
    return "| `\(kind.name)` | \(kind.target) | \(kind.words) | \(note) |"
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
