import Foundation
import Testing
import YobanTesting

@testable import YobanExploration

@Suite struct FaultTableTests {
  /// The line of the table in docs/explore.md.
  private static func line(_ kind: FaultKind) -> String {
    var notes: [String] = []
    if kind.traits.contains(.optional) { notes.append("only if asked for") }
    if kind.traits.contains(.needsUser) { notes.append("only the user can mend it") }
    if kind.traits.contains(.needsUserOnApple) {
      notes.append("on Apple's systems only the user can mend it")
    }
    if kind.traits.contains(.ofExtensions) { notes.append("its extensions, too") }
    return
      "| `\(kind.name)` | \(kind.target) | \(kind.words) | \(notes.joined(separator: "; ")) |"
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
