import Foundation
import Testing

/// A page that no other page links is found by nobody.
@Suite struct DocumentLinkTests {
  @Test func `every link to a document has a target, and every document is linked`() throws {
    let roots = ["README.md", "README.ja.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"]
    let documents =
      roots.map(Tree.File.init(path:))
      + (try ["docs", "Examples", "Port", "Collector"].flatMap { try Tree.files(under: $0, ["md"]) })
    var linked: Set<String> = []
    for document in documents {
      let folder = URL(filePath: "/\(document.path)").deletingLastPathComponent()
      for line in try document.lines() {
        for match in line.matches(of: #/\]\(([^)#:\s]+)(?:#[^)]*)?\)/#) {
          let target = folder.appending(path: String(match.1)).standardized.path.dropFirst()
          let path = target.hasSuffix("/") ? String(target.dropLast()) : String(target)
          let file = Tree.root.appending(path: path)
          #expect(
            FileManager.default.fileExists(atPath: file.path),
            "\(document.path) links to \(match.1), which does not exist")
          linked.insert(path)
          linked.insert("\(path)/README.md")
        }
      }
    }
    let unlinked = documents.map(\.path).filter { $0.hasPrefix("docs/") && !linked.contains($0) }
    #expect(unlinked == [])
    #expect(linked.count > 100)
  }
}
