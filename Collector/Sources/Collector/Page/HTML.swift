import CollectorContract

/// Returns JSON that may stand in a `<script>` element: `<`, `>` and `&`, which only its strings contain, are written
/// as escapes of JSON.
func scriptJSON(_ value: some Encodable) -> String {
  var bytes: [UInt8] = []
  for byte in ContractJSON.encode(value) {
    switch byte {
    case UInt8(ascii: "<"): bytes += "\\u003c".utf8
    case UInt8(ascii: ">"): bytes += "\\u003e".utf8
    case UInt8(ascii: "&"): bytes += "\\u0026".utf8
    default: bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Escapes text for HTML, also for attributes.
func escapeHTML(_ text: String) -> String {
  var result = ""
  for character in text.unicodeScalars {
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    default: result.unicodeScalars.append(character)
    }
  }
  return result
}

/// Escapes text for the value of a parameter in a URL.
func escapeURL(_ text: String) -> String {
  text.utf8.map { byte in
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"):
      String(UnicodeScalar(byte))
    default:
      "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }.joined()
}
