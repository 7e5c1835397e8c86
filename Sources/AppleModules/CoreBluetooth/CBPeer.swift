import Foundation
internal import SimulatedOS

/// A device at the other end.
open class CBPeer: NSObject, NSCopying {
  /// Names the device on this phone only: another phone names it differently (BT19).
  public let identifier: UUID

  init(_ identifier: UUID) { self.identifier = identifier }

  /// By its identifier: the order of a set must not differ from run to run.
  open override var hash: Int { identifier.hashValue }

  /// The object itself, as at Apple.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A device that talks to this phone's services.
open class CBCentral: CBPeer {
  /// In bytes: the longest value of one notification (BT21).
  open internal(set) var maximumUpdateValueLength = 20

  open override var description: String { "<CBCentral: identifier = \(identifier)>" }
}
