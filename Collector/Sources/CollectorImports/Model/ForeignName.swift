import Chunks

/// The mapping from names in other apps to names of streams and channels.
///
/// Names of chunks have few characters and a limited length. Different names stay different:
///
/// 1. A stream name consists of parts joined by a period: the format, then for instance the
///    measurement, a tag and its value. A channel name is one part.
/// 2. In a part, `A-Z a-z 0-9 _ -` stay. Every other byte of the UTF-8 becomes `-` and two digits
///    of `0-9 A-F`.
/// 3. A hyphen becomes `-2D` if it is the last byte of its part, or if two digits of `0-9 A-F`
///    follow it, because it would then look like rule 2.
/// 4. A channel without a name is `-`, which rule 3 never produces.
/// 5. A name that is too long is cut, and `-.` with 16 hexadecimal digits of the SHA-256 of the
///    whole name is added. Rule 3 never produces `-.` otherwise.
/// 6. If an entry has more than 16 channels, the second 16 are in a stream with the suffix `-.2`,
///    the third in `-.3`.
///
/// Rules 1 to 4 can be reversed exactly. Two different names that rule 5 shortens are equal only if
/// 64 bits of their SHA-256 are equal.
enum ForeignName {
  static let maximumStreamLength = 64
  static let maximumChannelLength = 32
  /// The length that is reserved for the suffix of rule 6.
  private static let suffixLength = 6

  /// Returns the name of a stream.
  static func stream(_ format: ForeignFormat, parts: [[UInt8]]) -> String {
    let whole = [format.name] + parts.map(encodePart)
    return shorten(whole.joined(separator: "."), to: maximumStreamLength - suffixLength)
  }

  /// Returns the name of the stream of a group of channels.
  ///
  /// - Parameter group: 1 for the first 16 channels, 2 for the next ones.
  static func stream(_ name: String, group: Int) -> String {
    group == 1 ? name : "\(name)-.\(group)"
  }

  /// Returns the name of a channel.
  static func channel(_ name: some Collection<UInt8>) -> String {
    name.isEmpty ? "-" : shorten(encodePart(Array(name)), to: maximumChannelLength)
  }

  static func encodePart(_ bytes: [UInt8]) -> String {
    var result = ""
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "-") where !mustEscapeHyphen(at: index, in: bytes): result += "-"
      default: result += "-" + hexadecimal(byte)
      }
    }
    return result
  }

  private static func mustEscapeHyphen(at index: Int, in bytes: [UInt8]) -> Bool {
    let next = bytes[(index + 1)...].prefix(2)
    return next.isEmpty || (next.count == 2 && next.allSatisfy(isUppercaseHexadecimal))
  }

  private static func isUppercaseHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
    default: false
    }
  }

  static func shorten(_ name: String, to limit: Int) -> String {
    guard name.utf8.count > limit else { return name }
    let digest = SHA256Hash.hash(Array(name.utf8)).prefix(8).map(hexadecimal).joined()
    return name.prefix(limit - 18) + "-." + digest
  }

  private static let digits = Array("0123456789ABCDEF")

  private static func hexadecimal(_ byte: UInt8) -> String {
    String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
  }
}
