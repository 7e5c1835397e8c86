import Foundation
import YobanSimulatedRadio

/// The receiver of the system's events for a `CBPeripheralManager`. It is called in the same way as
/// a `CentralEventReceiver`.
package protocol PeripheralEventReceiver: AnyObject {
  func received(_ event: PeripheralEvent)
}

/// An event for one peripheral manager.
package enum PeripheralEvent: Sendable, Hashable {
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
package struct RemoteCentral: Sendable, Hashable {
  package var identifier: PeerIdentifier
  /// The longest value of one notification, in bytes: MTU - 3.
  package var maximumUpdateValueLength: Int
}

package struct AttributeRead: Sendable, Hashable {
  /// The number of the request, which its answer must repeat.
  package var request: Int
  package var central: RemoteCentral
  package var handle: AttributeHandle
  package var offset: Int
}

package struct AttributeWrite: Sendable, Hashable {
  package var central: RemoteCentral
  package var handle: AttributeHandle
  package var offset: Int
  package var value: Data
}

/// The state that a peripheral manager passes to `willRestoreState`.
package struct RestoredPeripheral: Sendable, Hashable {
  package var services: [GATTService]
  /// The subscribers of each characteristic.
  package var subscribers: [Subscription]
  package var advertising: AdvertisingRequest?

  package struct Subscription: Sendable, Hashable {
    package var handle: AttributeHandle
    package var centrals: [RemoteCentral]
  }
}

/// The request of a call of `startAdvertising`. iOS lets an app advertise nothing else.
package struct AdvertisingRequest: Sendable, Hashable {
  package var localName: String?
  package var services: [BluetoothUUID]
  /// Makes the phone an iBeacon, in the foreground only (BT29). Name and services are not sent then
  /// (assumed).
  package var beacon: IBeacon?

  package init(
    localName: String? = nil, services: [BluetoothUUID] = [], beacon: IBeacon? = nil
  ) {
    self.localName = localName
    self.services = services
    self.beacon = beacon
  }
}
