import Foundation

/// Names an accessory on this phone: `CBPeer.identifier`, not its address (BT19).
public typealias AccessoryIdentifier = UUID

/// What an accessory said of itself before it was connected.
public struct Advertisement: Hashable, Sendable {
  public var accessory: AccessoryIdentifier
  /// What the phone remembers from an earlier connection; nil in background (BT11).
  public var cachedName: String?
  /// What the accessory sends now; may be missing, and may differ from `cachedName` (BT11).
  public var localName: String?
  /// Those of its services that it names, the overflow area included.
  public var services: Set<AttributeIdentifier>
  /// The first two bytes are the number of the company.
  public var manufacturerData: Data?
  public var serviceData: [AttributeIdentifier: Data]
  /// In dBm, at the accessory.
  public var txPower: Int?
  public var isConnectable: Bool
  /// In dBm; nil when the phone does not know (BT7).
  public var rssi: Int?

  public init(
    accessory: AccessoryIdentifier, cachedName: String? = nil, localName: String? = nil,
    services: Set<AttributeIdentifier> = [], manufacturerData: Data? = nil,
    serviceData: [AttributeIdentifier: Data] = [:], txPower: Int? = nil,
    isConnectable: Bool = true, rssi: Int? = nil
  ) {
    self.accessory = accessory
    self.cachedName = cachedName
    self.localName = localName
    self.services = services
    self.manufacturerData = manufacturerData
    self.serviceData = serviceData
    self.txPower = txPower
    self.isConnectable = isConnectable
    self.rssi = rssi
  }
}
