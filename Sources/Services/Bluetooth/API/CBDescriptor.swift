import Foundation
internal import YobanSimulatedApple

/// A descriptor of a characteristic.
open class CBDescriptor: CBAttribute {
  /// A weak reference; nil after the characteristic was removed.
  open internal(set) weak var characteristic: CBCharacteristic?
  /// An `NSNumber`, a `String` or `Data`, depending on the UUID; nil before the first read.
  open internal(set) var value: Any?

  open override var description: String {
    "<\(Self.self): UUID = \(uuid), value = \(value.map { "\($0)" } ?? "(null)")>"
  }

  /// Converts a value to the type that Apple uses for this UUID.
  func typed(_ data: Data) -> Any {
    switch uuid.value {
    case "2900", "2902", "2903":
      NSNumber(value: data.prefix(2).reversed().reduce(UInt16(0)) { $0 << 8 | UInt16($1) })
    case "2901": String(decoding: data, as: UTF8.self)
    default: data
    }
  }

  /// The bytes of the typed value.
  var bytes: Data {
    switch value {
    case let data as Data: data
    case let text as String: Data(text.utf8)
    case let number as NSNumber:
      Data([UInt8(number.uint16Value & 0xFF), UInt8(number.uint16Value >> 8)])
    default: Data()
    }
  }
}

/// A descriptor that the app publishes: a user description or a presentation format.
open class CBMutableDescriptor: CBDescriptor {
  /// - Parameter value: A `String` for 2901, `Data` for 2904.
  public init(type UUID: CBUUID, value: Any?) {
    super.init(UUID)
    self.value = value
  }
}
