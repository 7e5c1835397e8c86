import Foundation
internal import YobanSimulatedApple

/// The operations that centrals may perform on a characteristic or descriptor of this phone.
public struct CBAttributePermissions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let readable = Self(rawValue: 0x01)
  public static let writeable = Self(rawValue: 0x02)
  public static let readEncryptionRequired = Self(rawValue: 0x04)
  public static let writeEncryptionRequired = Self(rawValue: 0x08)
}

/// A characteristic that the app publishes. Do not change it after its service was added.
open class CBMutableCharacteristic: CBCharacteristic {
  open var permissions: CBAttributePermissions
  /// The centrals that have subscribed. Changes before the delegate is called.
  open var subscribedCentrals: [CBCentral]? { subscribers }

  var subscribers: [CBCentral] = []

  /// - Parameter value: A fixed value, which answers every read without a call of the delegate and
  ///   makes the characteristic read-only. With nil, the delegate is called for every request.
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
