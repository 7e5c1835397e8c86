import Foundation

/// The identifier of an accessory on this phone: `CBPeer.identifier`, not its address (BT19).
public typealias AccessoryIdentifier = UUID

/// The data that an accessory advertises before it is connected.
public struct Advertisement: Hashable, Sendable {
  public var accessory: AccessoryIdentifier
  /// The name that the phone stored at an earlier connection; nil in the background (BT11).
  public var cachedName: String?
  /// The advertised name; may be missing, and may differ from `cachedName` (BT11).
  public var localName: String?
  /// The advertised services, including those in the overflow area.
  public var services: Set<AttributeIdentifier>
  /// The advertised manufacturer data; its first two bytes are the company identifier.
  public var manufacturerData: Data?
  public var serviceData: [AttributeIdentifier: Data]
  /// The transmission power, in dBm.
  public var txPower: Int?
  public var isConnectable: Bool
  /// The received signal strength, in dBm; nil when the phone does not know it (BT7).
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
