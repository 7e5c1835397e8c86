/// The UUID of a service or characteristic: 16, 32 or 128 bits, all stored as 128 bits.
///
/// A literal is written in the form of the Bluetooth SIG, `"180D"` or in full, in upper or lower
/// case. An invalid literal traps; `init(_:)` returns nil instead.
public struct AttributeIdentifier: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// The lower part of the base UUID, 00000000-0000-1000-8000-00805F9B34FB.
  private static let baseLow: UInt64 = 0x8000_0080_5F9B_34FB
  private static let baseHigh: UInt64 = 0x1000

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A number that the Bluetooth SIG assigned.
  public init(assigned: UInt32) {
    self.init(high: UInt64(assigned) << 32 | Self.baseHigh, low: Self.baseLow)
  }

  /// Parses 4, 8 or 32 hexadecimal digits, the latter grouped 8-4-4-4-12; nil for anything else.
  public init?(_ text: String) {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.allSatisfy({ $0.utf8.allSatisfy(Self.isDigit) }) else { return nil }
    switch groups.map(\.utf8.count) {
    case [4], [8]:
      guard let assigned = UInt32(groups[0], radix: 16) else { return nil }
      self.init(assigned: assigned)
    case [8, 4, 4, 4, 12]:
      guard let high = UInt64(groups[0] + groups[1] + groups[2], radix: 16),
        let low = UInt64(groups[3] + groups[4], radix: 16)
      else { return nil }
      self.init(high: high, low: low)
    default:
      return nil
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
      UInt8(ascii: "a")...UInt8(ascii: "f"):
      true
    default: false
    }
  }
}

extension AttributeIdentifier: ExpressibleByStringLiteral {
  public init(stringLiteral: String) {
    guard let identifier = Self(stringLiteral) else {
      preconditionFailure("\"\(stringLiteral)\" is not a UUID: use 4, 8 or 8-4-4-4-12 digits")
    }
    self = identifier
  }
}

extension AttributeIdentifier: CustomStringConvertible {
  /// The shortest form, in upper case; `CBUUID(string:)` accepts it.
  public var description: String {
    guard low == Self.baseLow, high & 0xFFFF_FFFF == Self.baseHigh else { return full }
    let assigned = high >> 32
    return Self.digits(assigned, assigned > 0xFFFF ? 8 : 4)
  }

  private var full: String {
    let (high, low) = (Self.digits(high, 16), Self.digits(low, 16))
    return [
      high.prefix(8), high.dropFirst(8).prefix(4), high.suffix(4), low.prefix(4), low.dropFirst(4),
    ].joined(separator: "-")
  }

  private static func digits(_ number: UInt64, _ count: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: count - text.count) + text
  }
}

/// The location of a characteristic on an accessory: its service and its UUID.
///
/// If an accessory has two services or two characteristics with one UUID, only the first is used.
public struct AttributePath: Hashable, Sendable, CustomStringConvertible {
  public var service: AttributeIdentifier
  public var characteristic: AttributeIdentifier

  public init(service: AttributeIdentifier, characteristic: AttributeIdentifier) {
    self.service = service
    self.characteristic = characteristic
  }

  public var description: String { "\(service)/\(characteristic)" }
}
