import Foundation
import YobanVirtualTime

/// The UUID of a service, characteristic or descriptor, in the length in which it was written.
///
/// Two UUIDs are equal if they are the same number: `180F` equals
/// `0000180F-0000-1000-8000-00805F9B34FB` (Core Specification, volume 3, part B, 2.5.1).
public struct BluetoothUUID: Sendable, CustomStringConvertible {
  /// The UUID in 2, 4 or 16 bytes, the most significant first.
  public let data: Data
  private let long: UUID

  /// Creates a UUID from its bytes.
  ///
  /// - Returns: nil unless there are 2, 4 or 16 bytes.
  public init?(data: Data) {
    switch data.count {
    case 2, 4, 16: self.init(bytes: [UInt8](data))
    default: return nil
    }
  }

  /// Creates a UUID from 4 or 8 hexadecimal digits, or from 32 in the five groups of a UUID.
  ///
  /// - Returns: nil for anything else.
  public init?(_ text: String) {
    let digits: String
    switch text.utf8.count {
    case 4, 8: digits = text
    case 36:
      let groups = text.split(separator: "-", omittingEmptySubsequences: false)
      guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12] else { return nil }
      digits = groups.joined()
    default: return nil
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    var high: UInt8?
    for digit in digits.utf8 {
      guard let value = Self.value(ofHexDigit: digit) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    self.init(bytes: bytes)
  }

  /// - Parameter bytes: 2, 4 or 16 of them.
  private init(bytes: [UInt8]) {
    data = Data(bytes)
    var all = Self.base
    let start = bytes.count == 2 ? 2 : 0
    withUnsafeMutableBytes(of: &all) { all in
      for (i, byte) in bytes.enumerated() { all[start + i] = byte }
    }
    long = UUID(uuid: all)
  }

  /// Creates a UUID from a number that the Bluetooth SIG assigned, such as 0x180F.
  public init(assigned number: UInt16) {
    self.init(data: Data([UInt8(number >> 8), UInt8(number & 0xFF)]))!
  }

  /// The UUID in its full length of 128 bits.
  public var uuid: UUID { long }

  /// The UUID in upper-case hexadecimal digits, as in `CBUUID.uuidString`.
  public var description: String {
    let digits = data.map { byte in
      String(byte >> 4, radix: 16, uppercase: true) + String(byte & 15, radix: 16, uppercase: true)
    }
    guard digits.count == 16 else { return digits.joined() }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
  }

  private static let base: uuid_t = (
    0, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0x80, 0x5F, 0x9B, 0x34, 0xFB
  )

  private static func value(ofHexDigit digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

extension BluetoothUUID: Hashable {
  public static func == (a: Self, b: Self) -> Bool { a.long == b.long }
  public func hash(into hasher: inout Hasher) { hasher.combine(long) }
}

extension BluetoothUUID: ExpressibleByStringLiteral {
  /// Creates a UUID from a literal, which must have 4, 8 or 32 hexadecimal digits.
  public init(stringLiteral text: String) {
    let uuid = BluetoothUUID(text)
    if uuid == nil {
      Misuse.report("\"\(text)\" is no Bluetooth UUID: it has 4, 8 or 32 hexadecimal digits.")
    }
    self = uuid ?? "0000"
  }
}

extension BluetoothUUID {
  static let clientCharacteristicConfiguration = BluetoothUUID(assigned: 0x2902)
  static let batteryLevel = BluetoothUUID(assigned: 0x2A19)
}
