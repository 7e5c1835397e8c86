/// An FNV-1a hash of a whole trace: two runs with equal digests had the same trace.
public struct TraceDigest: Hashable, Sendable, CustomStringConvertible {
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  public init() {}

  public mutating func append(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

  public mutating func append(_ word: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
    }
  }

  /// Adds the UTF-8 bytes of the text and an end mark, so that ("ab", "c") differs from ("a",
  /// "bc").
  public mutating func append(_ text: String) {
    for byte in text.utf8 { append(byte) }
    append(0xff as UInt8)
  }

  /// Sixteen hexadecimal digits.
  public var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
