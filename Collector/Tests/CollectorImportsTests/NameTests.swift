import Chunks
import Testing

@testable import CollectorImports

@Suite struct NameTests {
  private func stream(_ parts: String...) -> String {
    ForeignName.stream(.influx, parts: parts.map { Array($0.utf8) })
  }

  @Test(
    arguments: [
      ("cpu-total", "cpu-total"), ("a.b", "a-2Eb"), ("a b", "a-20b"), ("a-", "a-2D"),
      ("a-2Db", "a-2D2Db"), ("a-2db", "a-2db"), ("a-.b", "a--2Eb"), ("é", "-C3-A9"), ("", "-"),
      ("-", "-2D"), ("x_1", "x_1"), ("a-12", "a-2D12"),
    ])
  func `a name is mapped by the documented rules`(name: String, expected: String) {
    #expect(ForeignName.channel(name.utf8) == expected)
  }

  @Test func `parts are not confused with each other`() {
    let names = [
      stream("a", "b", "c"), stream("a.b", "c"), stream("a", "b.c"), stream("a", "b", "", "c"),
      stream("a,b", "c"), stream("a", "b,c"), stream("a", "", "b", "c"), stream("a", "b", "c", ""),
      stream("A", "b", "c"), stream("a-", "b", "c"), stream("a", "-b", "c"),
      stream("a-2E", "b", "c"),
    ]
    #expect(Set(names).count == names.count)
  }

  /// All names of up to four of the characters that the rules treat differently.
  @Test func `different short names stay different`() {
    var names: [[UInt8]] = [[]]
    var all: Set<[UInt8]> = [[]]
    for _ in 0..<4 {
      names = names.flatMap { name in Array("-.2DEdg é".utf8).map { name + [$0] } }
      all.formUnion(names)
    }
    #expect(Set(all.map(ForeignName.channel)).count == all.count)
  }

  @Test func `long names are cut and stay different and valid`() {
    let long = String(repeating: "n", count: 100)
    let names = (0..<1_000).map { ForeignName.channel("\(long)\($0)".utf8) }
    #expect(Set(names).count == 1_000)
    #expect(names.allSatisfy { isValid($0, limit: 32) })
    let streams = (0..<1_000).map { stream(long, "\($0)") }
    #expect(Set(streams).count == 1_000)
    #expect(streams.allSatisfy { isValid($0, limit: 58) })
    #expect(
      names[0] == "nnnnnnnnnnnnnn-."
        + SHA256Hash.hash(Array("\(long)0".utf8)).prefix(8).map(hexadecimal).joined())
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16, uppercase: true)
    return text.count == 1 ? "0" + text : text
  }
}

/// Returns whether a name follows the rule of chunks for streams and channels.
func isValid(_ name: String, limit: Int) -> Bool {
  (1...limit).contains(name.utf8.count) && !name.hasPrefix(".")
    && name.unicodeScalars.allSatisfy {
      $0.isASCII
        && ($0.properties.isAlphabetic || $0.properties.numericType != nil
          || "._-".unicodeScalars.contains($0))
    }
}
