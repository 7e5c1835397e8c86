/// A fragment of HTML. Interpolated texts are escaped unless they are marked as HTML.
package struct HTMLText: ExpressibleByStringInterpolation {
  package private(set) var text: String

  package init(stringLiteral value: String) { text = value }
  package init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  /// Joins fragments, each on its own line.
  package init(_ fragments: [HTMLText]) { text = fragments.map(\.text).joined(separator: "\n") }

  package struct Interpolation: StringInterpolationProtocol {
    var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity * 2)
    }
    package mutating func appendLiteral(_ literal: String) { text += literal }
    package mutating func appendInterpolation(_ html: HTMLText) { text += html.text }
    package mutating func appendInterpolation(_ number: some BinaryInteger) {
      text += String(number)
    }
    /// Adds trusted text without escaping: the page's own style sheet, script and data.
    package mutating func appendInterpolation(verbatim trusted: String) { text += trusted }

    package mutating func appendInterpolation(_ untrusted: String) {
      for scalar in untrusted.unicodeScalars {
        switch scalar {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        case "\"": text += "&quot;"
        case "'": text += "&#39;"
        // Control characters are not valid in a page.
        case "\u{0}"..."\u{8}", "\u{B}"..."\u{1F}", "\u{7F}"..."\u{9F}": text += "\u{FFFD}"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
  }
}
