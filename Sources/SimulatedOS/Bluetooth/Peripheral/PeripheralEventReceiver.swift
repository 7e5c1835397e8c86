import Foundation

/// What a `CBPeripheralManager` takes from the system; called as a `CentralEventReceiver` is.
public protocol PeripheralEventReceiver: AnyObject {
  func received(_ event: PeripheralEvent)
}

/// A fact for one peripheral manager.
public enum PeripheralEvent: Sendable, Hashable {
  case state(BluetoothState)
  case willRestore(RestoredPeripheral)
  /// The service has its handles now, those of its characteristics and descriptors too.
  case added(GATTService, token: Int, BluetoothError?)
  case startedAdvertising(BluetoothError?)
  case subscribed(RemoteCentral, AttributeHandle)
  case unsubscribed(RemoteCentral, AttributeHandle)
  case read(AttributeRead)
  /// The writes of one request: all or none of them succeed.
  case write([AttributeWrite], request: Int)
  case readyToUpdateSubscribers
  case publishedChannel(UInt16, BluetoothError?)
  case unpublishedChannel(UInt16, BluetoothError?)
  case openedChannel(L2CAPChannel?, BluetoothError?)
}

/// A central that talks to this phone.
public struct RemoteCentral: Sendable, Hashable {
  public var identifier: PeerIdentifier
  /// Longest value of one notification, in bytes: MTU - 3.
  public var maximumUpdateValueLength: Int
}

public struct AttributeRead: Sendable, Hashable {
  /// Names the request in the answer.
  public var request: Int
  public var central: RemoteCentral
  public var handle: AttributeHandle
  public var offset: Int
}

public struct AttributeWrite: Sendable, Hashable {
  public var central: RemoteCentral
  public var handle: AttributeHandle
  public var offset: Int
  public var value: Data
}

/// What `willRestoreState` of a peripheral manager is told.
public struct RestoredPeripheral: Sendable, Hashable {
  public var services: [GATTService]
  /// Subscribers of each characteristic.
  public var subscribers: [Subscription]
  public var advertising: AdvertisingRequest?

  public struct Subscription: Sendable, Hashable {
    public var handle: AttributeHandle
    public var centrals: [RemoteCentral]
  }
}

/// What `startAdvertising` asks for; iOS lets an app say no more than this.
public struct AdvertisingRequest: Sendable, Hashable {
  public var localName: String?
  public var services: [BluetoothUUID]
  /// Makes the phone an iBeacon, in foreground only (BT29). Name and services are not sent then
  /// (assumed).
  public var beacon: IBeacon?

  public init(
    localName: String? = nil, services: [BluetoothUUID] = [], beacon: IBeacon? = nil
  ) {
    self.localName = localName
    self.services = services
    self.beacon = beacon
  }
}
