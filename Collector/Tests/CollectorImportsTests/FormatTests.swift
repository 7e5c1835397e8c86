import Foundation
import Testing

@testable import CollectorImports

/// The rules that each format in the list keeps.
@Suite struct FormatTests {
  @Test(arguments: ForeignFormat.all)
  func `the example of a format is accepted and has numbers`(format: ForeignFormat) throws {
    let batch = try format.parser(.example).parse(format.example)
    #expect(!batch.series.isEmpty)
    #expect(batch.malformedCount == 0)
    for series in batch.series { #expect(series.stream.hasPrefix(format.name + ".")) }
  }

  @Test(arguments: ForeignFormat.all)
  func `a body of no format is refused with a text that says what to do`(
    format: ForeignFormat
  ) throws {
    let error = #expect(throws: ForeignFormatError.self) {
      try format.parser(.example).parse("\u{1}not a format")
    }
    let answer = format.refusal(for: try #require(error))
    #expect((400..<500).contains(answer.status))
    #expect(answer.contentType == "text/plain; charset=utf-8")
    #expect(answer.body.contains("Check that"))
  }

  @Test(arguments: ForeignFormat.all)
  func `a parser has the format from which it is`(format: ForeignFormat) throws {
    #expect(try format.parser(.example).format == format)
  }

  @Test func `names and paths are different, and can be part of a path and of a stream`() {
    let formats = ForeignFormat.all
    #expect(Set(formats.map(\.name)).count == formats.count)
    #expect(Set(formats.map(\.apps)).count == formats.count)
    let paths = formats.flatMap(\.paths)
    #expect(Set(paths).count == paths.count)
    for format in formats {
      #expect(format.name.wholeMatch(of: /[a-z][a-z-]{0,19}/) != nil, "\(format.name)")
    }
  }

  @Test func `the documentation has a row and a section for each format, and no others`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../docs/import.md").standardized
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    for format in ForeignFormat.all {
      let anchor = format.apps.lowercased().replacing(" ", with: "-")
      let paths = format.paths.map { "`POST \($0)`" }.joined(separator: ", ")
      let row = "| [\(format.apps)](#\(anchor)) | \(paths) | "
      #expect(lines.contains { $0.hasPrefix(row) }, "\(row)")
      #expect(lines.contains { $0 == "## \(format.apps)" }, "\(format.apps)")
    }
    #expect(lines.count { $0.hasPrefix("| [") } == ForeignFormat.all.count)
  }
}
