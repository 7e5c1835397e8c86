import Foundation
internal import SimulatedOS

/// What a central may do with a characteristic or descriptor of this phone.
public struct CBAttributePermissions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let readable = Self(rawValue: 0x01)
  public static let writeable = Self(rawValue: 0x02)
  public static let readEncryptionRequired = Self(rawValue: 0x04)
  public static let writeEncryptionRequired = Self(rawValue: 0x08)
}

/// A characteristic that the app publishes. Change it before its service is added only.
open class CBMutableCharacteristic: CBCharacteristic {
  open var permissions: CBAttributePermissions
  /// Centrals that have subscribed; changes before the delegate is told.
  open var subscribedCentrals: [CBCentral]? { subscribers }

  var subscribers: [CBCentral] = []

  /// - Parameter value: answers every read without asking the delegate, and makes the
  ///   characteristic read-only; nil to be asked.
  public init(
    type UUID: CBUUID, properties: CBCharacteristicProperties, value: Data?,
    permissions: CBAttributePermissions
  ) {
    self.permissions = permissions
    super.init(UUID, properties)
    latest = value
  }

  open override var properties: CBCharacteristicProperties {
    get { features }
    set { features = newValue }
  }

  open override var value: Data? {
    get { latest }
    set { latest = newValue }
  }

  open override var descriptors: [CBDescriptor]? {
    get { held }
    set {
      held = newValue
      for descriptor in newValue ?? [] { descriptor.characteristic = self }
    }
  }
}
