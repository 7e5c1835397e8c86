import Foundation
import QRCode
import TestPrograms
import Testing

struct QRCodeTests {
  private static let texts = [
    "a", "https://collector.example/enroll#ye_AbCdEfGhIjKlMnOpQrStUv",
    "http://[::1]:8080/yoban/enroll#ye_0123456789_-ABCDEFGHIJ", "第3病棟 🛏️ \"<&>'",
    String(repeating: "x", count: 2_300),
  ]

  private struct Drawing: Encodable {
    var lines: [String]?
    var path: String?
    var size: Int?
  }

  @Test(
    .enabled("Skipped: python3 has no zxing-cpp and pillow.") { await Python.has("zxingcpp, PIL") })
  func `a reader of QR codes reads the text from a terminal and from SVG`() async throws {
    var input: [UInt8] = []
    for text in Self.texts {
      let code = try QRCode(text)
      for drawing in [
        Drawing(lines: code.terminalLines),
        Drawing(path: code.path, size: code.sizeWithBorder),
      ] { input += try JSONEncoder().encode(drawing) + [0x0A] }
    }
    let (output, status) = try await Python.run(
      [Python.script("read_code.py")], input: { [input] in try await $0.write(input) })
    #expect(status == 0, "\(output)")
    let read = try output.split(separator: "\n").map {
      try JSONDecoder().decode(String?.self, from: Data($0.utf8))
    }
    #expect(read == Self.texts.flatMap { [$0, $0] })
  }

  @Test func `a code for an app fits on a terminal of 24 lines and 80 columns`() throws {
    let code = try QRCode(Self.texts[1])
    #expect(code.terminalLines.count <= 24)
    #expect(code.sizeWithBorder <= 80)
  }

  @Test func `modules outside of the code are light`() throws {
    let code = try QRCode("a")
    // The smallest code has 21 modules, and its left upper corner belongs to a dark ring of seven.
    #expect(code.size == 21)
    #expect((0..<7).allSatisfy { code.isDark(column: $0, row: 0) })
    for place in [(-1, 0), (0, -1), (21, 0), (0, 21), (.max, .max), (.min, 0)] as [(Int, Int)] {
      #expect(!code.isDark(column: place.0, row: place.1))
    }
  }

  @Test(arguments: ["", String(repeating: "x", count: 3_000)])
  func `a text that is empty or too long is refused`(text: String) {
    #expect(throws: QRCodeError.self) { try QRCode(text) }
  }
}
