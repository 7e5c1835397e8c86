import Foundation
internal import YobanSimulatedApple

/// A service of a peripheral, with the attributes that the app has discovered.
///
/// Valid until the connection ends or the peripheral changes its services (BT20).
open class CBService: CBAttribute {
  /// A weak reference; nil after the app has released the peripheral, and for a service that the
  /// app publishes.
  open internal(set) weak var peripheral: CBPeripheral?
  open private(set) var isPrimary: Bool
  /// The discovered included services; nil before their discovery.
  open var includedServices: [CBService]? { included }
  /// The discovered characteristics; nil before their discovery.
  open var characteristics: [CBCharacteristic]? { held }

  var included: [CBService]?
  var held: [CBCharacteristic]?

  init(_ uuid: CBUUID, isPrimary: Bool, handle: AttributeHandle = 0) {
    self.isPrimary = isPrimary
    super.init(uuid, handle: handle)
  }

  open override var description: String {
    "<\(Self.self): isPrimary = \(isPrimary ? "YES" : "NO"), UUID = \(uuid)>"
  }
}

/// A service that the app publishes. Do not change it after it was added.
open class CBMutableService: CBService {
  public init(type UUID: CBUUID, primary isPrimary: Bool) {
    super.init(UUID, isPrimary: isPrimary)
  }

  /// The included services, which must be added before this one.
  open override var includedServices: [CBService]? {
    get { included }
    set { included = newValue }
  }

  open override var characteristics: [CBCharacteristic]? {
    get { held }
    set {
      held = newValue
      for characteristic in newValue ?? [] { characteristic.service = self }
    }
  }
}
