import Foundation

/// Where a position comes from.
open class CLLocationSourceInformation: NSObject, NSCopying, NSSecureCoding {
  open private(set) var isSimulatedBySoftware: Bool
  open private(set) var isProducedByAccessory: Bool

  public init(softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool)
  {
    isSimulatedBySoftware = isSoftware
    isProducedByAccessory = isAccessory
  }

  /// Immutable, so a copy is the object itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    isSimulatedBySoftware = coder.decodeBool(forKey: "isSimulatedBySoftware")
    isProducedByAccessory = coder.decodeBool(forKey: "isProducedByAccessory")
  }

  open func encode(with coder: NSCoder) {
    coder.encode(isSimulatedBySoftware, forKey: "isSimulatedBySoftware")
    coder.encode(isProducedByAccessory, forKey: "isProducedByAccessory")
  }
}

/// The storey of a building.
open class CLFloor: NSObject, NSCopying, NSSecureCoding {
  /// 0 is the ground floor.
  open private(set) var level: Int

  init(level: Int) { self.level = level }

  /// Immutable, so a copy is the object itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) { level = coder.decodeInteger(forKey: "level") }
  open func encode(with coder: NSCoder) { coder.encode(level, forKey: "level") }
}
