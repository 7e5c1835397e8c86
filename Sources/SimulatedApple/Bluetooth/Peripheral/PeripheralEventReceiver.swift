import Foundation
import SimulatedRadio

/// The receiver of the system's events for a `CBPeripheralManager`. It is called in the same way as
/// a `CentralEventReceiver`.
public protocol PeripheralEventReceiver: AnyObject {
  func received(_ event: PeripheralEvent)
}

/// An event for one peripheral manager.
public enum PeripheralEvent: Sendable, Hashable {
  case state(BluetoothState)
  case willRestore(RestoredPeripheral)
  /// The service has its handles now, and so do its characteristics and descriptors.
  case added(GATTService, token: Int, BluetoothError?)
  case startedAdvertising(BluetoothError?)
  case subscribed(RemoteCentral, AttributeHandle)
  case unsubscribed(RemoteCentral, AttributeHandle)
  case read(AttributeRead)
  /// The writes of one request. Either all or none of them succeed.
  case write([AttributeWrite], request: Int)
  case readyToUpdateSubscribers
  case publishedChannel(UInt16, BluetoothError?)
  case unpublishedChannel(UInt16, BluetoothError?)
  case openedChannel(L2CAPChannel?, BluetoothError?)
}

/// A central that is connected to this phone.
public struct RemoteCentral: Sendable, Hashable {
  public var identifier: PeerIdentifier
  /// The longest value of one notification, in bytes: MTU - 3.
  public var maximumUpdateValueLength: Int
}

public struct AttributeRead: Sendable, Hashable {
  /// The number of the request, which its answer must repeat.
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

/// The state that a peripheral manager passes to `willRestoreState`.
public struct RestoredPeripheral: Sendable, Hashable {
  public var services: [GATTService]
  /// The subscribers of each characteristic.
  public var subscribers: [Subscription]
  public var advertising: AdvertisingRequest?

  public struct Subscription: Sendable, Hashable {
    public var handle: AttributeHandle
    public var centrals: [RemoteCentral]
  }
}

/// The request of a call of `startAdvertising`. iOS lets an app advertise nothing else.
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
