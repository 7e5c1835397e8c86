import Foundation

/// The source of a position.
open class CLLocationSourceInformation: NSObject, NSCopying, NSSecureCoding {
  open private(set) var isSimulatedBySoftware: Bool
  open private(set) var isProducedByAccessory: Bool

  public init(softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool)
  {
    isSimulatedBySoftware = isSoftware
    isProducedByAccessory = isAccessory
  }

  /// Returns the object itself, because it is immutable.
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

/// The floor of a building.
open class CLFloor: NSObject, NSCopying, NSSecureCoding {
  /// The number of the floor; 0 is the ground floor.
  open private(set) var level: Int

  init(level: Int) { self.level = level }

  /// Returns the object itself, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) { level = coder.decodeInteger(forKey: "level") }
  open func encode(with coder: NSCoder) { coder.encode(level, forKey: "level") }
}
