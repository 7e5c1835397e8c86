import Foundation
internal import SimulatedOS

/// A service of a peripheral, as far as the app has discovered it.
///
/// Valid until the connection ends or the peripheral changes its services (BT20).
open class CBService: CBAttribute {
  /// Weak: nil once the app has released the peripheral, and for a service of its own.
  open internal(set) weak var peripheral: CBPeripheral?
  public let isPrimary: Bool
  /// Nil until discovered.
  open var includedServices: [CBService]? { included }
  /// Nil until discovered.
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

/// A service that the app publishes. Change it before it is added only.
open class CBMutableService: CBService {
  public init(type UUID: CBUUID, primary isPrimary: Bool) {
    super.init(UUID, isPrimary: isPrimary)
  }

  /// Services that were added before this one.
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
