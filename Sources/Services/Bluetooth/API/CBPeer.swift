import Foundation
internal import YobanSimulatedApple

/// A remote device.
open class CBPeer: NSObject, NSCopying {
  /// Identifies the device on this phone only. Another phone uses a different identifier (BT19).
  open private(set) var identifier: UUID

  init(_ identifier: UUID) { self.identifier = identifier }

  /// Derived from the identifier, so that the order of a set is the same in every run.
  open override var hash: Int { identifier.hashValue }

  /// Returns the object itself, as at Apple.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A device that uses the services of this phone.
open class CBCentral: CBPeer {
  /// The longest value of one notification, in bytes (BT21).
  open internal(set) var maximumUpdateValueLength = 20

  open override var description: String { "<CBCentral: identifier = \(identifier)>" }
}
