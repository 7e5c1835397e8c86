import Foundation
internal import YobanSimulatedApple

/// The operations that a characteristic supports, and those that require encryption.
public struct CBCharacteristicProperties: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let broadcast = Self(rawValue: 0x01)
  public static let read = Self(rawValue: 0x02)
  public static let writeWithoutResponse = Self(rawValue: 0x04)
  public static let write = Self(rawValue: 0x08)
  public static let notify = Self(rawValue: 0x10)
  public static let indicate = Self(rawValue: 0x20)
  public static let authenticatedSignedWrites = Self(rawValue: 0x40)
  public static let extendedProperties = Self(rawValue: 0x80)
  public static let notifyEncryptionRequired = Self(rawValue: 0x100)
  public static let indicateEncryptionRequired = Self(rawValue: 0x200)
}

/// Whether the peripheral responds to a write.
@nonexhaustive public enum CBCharacteristicWriteType: Int, Sendable {
  case withResponse = 0
  case withoutResponse
}

/// A characteristic of a peripheral's service, with the descriptors that the app has discovered.
open class CBCharacteristic: CBAttribute {
  /// A weak reference; nil after the service was removed.
  open internal(set) weak var service: CBService?
  open var properties: CBCharacteristicProperties { features }
  /// The value last read or notified; nil before the first. The next value replaces it.
  open var value: Data? { latest }
  /// The discovered descriptors; nil before their discovery.
  open var descriptors: [CBDescriptor]? { held }
  /// Whether the app has subscribed to the value.
  open internal(set) var isNotifying = false { didSet { keyValuesChanged(of: self) } }
  @available(*, deprecated, message: "always false, as on Apple's systems")
  open var isBroadcasted: Bool { false }

  var features: CBCharacteristicProperties
  var latest: Data? { didSet { keyValuesChanged(of: self) } }
  var held: [CBDescriptor]?

  init(_ uuid: CBUUID, _ features: CBCharacteristicProperties, handle: AttributeHandle = 0) {
    self.features = features
    super.init(uuid, handle: handle)
  }

  open override var description: String {
    let bits = "0x" + String(properties.rawValue, radix: 16, uppercase: true)
    let bytes = value.map { data in
      "{length = \(data.count), bytes = 0x"
        + data.map { String(format: "%02x", $0) }.joined() + "}"
    }
    return "<\(Self.self): UUID = \(uuid), properties = \(bits), value = \(bytes ?? "(null)"), "
      + "notifying = \(isNotifying ? "YES" : "NO")>"
  }
}
