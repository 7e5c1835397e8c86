import CollectorContract

/// A part of a page. Text that is inserted into it is escaped, so that it cannot be forgotten:
///
/// ```swift
/// let row: HTML = "<td title=\"\(cause)\">\(link)</td>"  // `cause` is a String, and `link` is HTML.
/// ```
///
/// The literal itself stands in the page as it is, and so does HTML that is inserted. Attributes have quotation marks
/// around them. A name that is misspelled does not compile. `HTMLText` does the same for the reports of the simulator.
///
/// Templates of swift-mustache 2.1.1 would not be as safe. It compares characters, so it leaves a quotation mark before
/// a combining character as it is, which then ends an attribute. A misspelled name renders nothing. Names are looked up
/// by reflection, which takes 20 times as long: 16 ms for the card of a night with many gaps.
struct HTML: ExpressibleByStringInterpolation, Equatable {
  private(set) var text: String

  init(stringLiteral text: StaticString) { self.text = "\(text)" }

  init(stringInterpolation interpolation: StringInterpolation) { text = interpolation.text }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: StaticString) { text += "\(literal)" }

    mutating func appendInterpolation(_ html: HTML) { text += html.text }

    mutating func appendInterpolation(_ number: some Numeric & CustomStringConvertible) {
      text += number.description
    }

    mutating func appendInterpolation(_ content: String) {
      // Scalars, because a quotation mark and a combining character are one `Character`.
      for scalar in content.unicodeScalars {
        switch scalar {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        case "\"": text += "&quot;"
        case "'": text += "&#39;"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
  }

  /// JSON in a `<script>` element: `<`, `>` and `&`, which only its strings contain, are written as escapes of JSON.
  static func script(json value: some Encodable) -> HTML {
    var bytes: [UInt8] = []
    for byte in ContractJSON.encode(value) {
      switch byte {
      case UInt8(ascii: "<"): bytes += "\\u003c".utf8
      case UInt8(ascii: ">"): bytes += "\\u003e".utf8
      case UInt8(ascii: "&"): bytes += "\\u0026".utf8
      default: bytes.append(byte)
      }
    }
    var html: HTML = ""
    html.text = String(decoding: bytes, as: UTF8.self)
    return html
  }

  var isEmpty: Bool { text.isEmpty }

  static func += (left: inout HTML, right: HTML) { left.text += right.text }
}

extension Sequence<HTML> {
  func joined(separator: HTML = "") -> HTML {
    var result: HTML = ""
    for (index, html) in enumerated() {
      if index > 0 { result += separator }
      result += html
    }
    return result
  }
}
