import Testing

@testable import CollectorImports

@Suite struct JSONReaderTests {
  private func text(_ json: String) throws -> String? {
    try JSONReader.read(Array(json.utf8)).text
  }

  @Test(
    arguments: [
      (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\ud83d\ude80""#, "é🚀"),
      ("\u{FEFF}\"a\"", "a"), (" \n\"a\"\t\r", "a"),
    ])
  func `strings are unescaped`(json: String, expected: String) throws {
    #expect(try text(json) == expected)
  }

  @Test(
    arguments: [
      "", "{", "[1,]", "{\"a\":1,}", "{a:1}", "'a'", "[1 2]", "01", "1.", ".5", "+1", "tru", "\"a",
      "\"\\x\"", "\"\\u12\"", "\"\\u+123\"", "\"a\nb\"", "1 2", "{\"a\" 1}", "[}", "nan", "--1",
    ])
  func `a syntax error is reported`(json: String) {
    #expect(throws: JSONReader.SyntaxError.self) { try JSONReader.read(Array(json.utf8)) }
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], Array(#""\ud800""#.utf8), Array(#""\udc00""#.utf8),
      Array(#""\ud800\u0041""#.utf8), Array("NaN".utf8), Array("-Infinity".utf8),
      Array((String(repeating: "[", count: 100) + String(repeating: "]", count: 100)).utf8),
    ] as [[UInt8]])
  func `a value without usable content is skipped`(json: [UInt8]) throws {
    let body = Array("[1,".utf8) + json + Array(",2]".utf8)
    let elements = try #require(try JSONReader.read(body).elements)
    #expect(elements.map(\.measurement).filter { $0 != nil } == [1, 2])
    #expect(elements.count == 3)
  }

  @Test func `a million nested arrays are read without recursion`() throws {
    let deep =
      [UInt8](repeating: 0x5B, count: 1_000_000) + [UInt8](repeating: 0x5D, count: 1_000_000)
    #expect(try JSONReader.read(deep).elements?.count == 1)
    #expect(throws: JSONReader.SyntaxError.self) { try JSONReader.read(Array(deep.dropLast())) }
  }

  @Test func `a name that occurs twice has no value, also if it is written differently`() throws {
    let value = try JSONReader.read(Array(#"{"a":1,"b":2,"\u0061":3}"#.utf8))
    #expect(value["a"]?.measurement == nil)
    #expect(value["b"]?.measurement == 2)
  }

  @Test func `names that look the same in Unicode stay different`() throws {
    let value = try JSONReader.read(Array("{\"e\u{301}\":1,\"\u{E9}\":2}".utf8))
    #expect(value.members?.count == 2)
  }
}
