import Foundation
import YobanSimulatedRadio
import YobanVirtualTime

/// The identifier of a peer on one phone: `CBPeer.identifier`, not its address (BT19).
package typealias PeerIdentifier = UUID

/// The receiver of the system's events for a `CBCentralManager`.
///
/// It is called in the manager's process, but not on the manager's queue. The manager forwards the
/// events, in order, to the queue that it was given.
package protocol CentralEventReceiver: AnyObject {
  func received(_ event: CentralEvent)
}

/// An event for a central manager or for one of its peripherals.
package enum CentralEvent: Sendable, Hashable {
  case state(BluetoothState)
  /// Delivered before the first state after a relaunch (BT25).
  case willRestore(RestoredCentral)
  case discovered(PeerIdentifier, name: String?, AdvertisementData, rssi: Int)
  case connected(PeerIdentifier, name: String?)
  case failedToConnect(PeerIdentifier, BluetoothError)
  /// The error is nil if the app requested the disconnection (BT13).
  case disconnected(PeerIdentifier, BluetoothError?, at: VirtualInstant, isReconnecting: Bool)
  /// A peer that the manager registered for was connected or disconnected by any app.
  case connectionEvent(PeerIdentifier, name: String?, isConnected: Bool)
  case ancsAuthorization(PeerIdentifier, Bool)
  case peer(PeerIdentifier, PeerEvent)
}

/// An event for one peripheral. The handles are those of the attribute in the request.
package enum PeerEvent: Sendable, Hashable {
  case name(String?)
  case rssi(Int, BluetoothError?)
  /// All services discovered so far, including those of this answer.
  case services([GATTService], BluetoothError?)
  case servicesModified([AttributeHandle])
  case includedServices(of: AttributeHandle, [GATTService], BluetoothError?)
  case characteristics(of: AttributeHandle, [GATTCharacteristic], BluetoothError?)
  case descriptors(of: AttributeHandle, [GATTDescriptor], BluetoothError?)
  /// The answer to a read, or a notification (BT20).
  case value(AttributeHandle, Data?, BluetoothError?)
  case wrote(AttributeHandle, BluetoothError?)
  case notifying(AttributeHandle, Bool, BluetoothError?)
  case descriptorValue(AttributeHandle, Data?, BluetoothError?)
  case wroteDescriptor(AttributeHandle, BluetoothError?)
  case readyToWriteWithoutResponse
  case channel(L2CAPChannel?, BluetoothError?)
}

/// The state that a central manager passes to `willRestoreState` (BT26).
package struct RestoredCentral: Sendable, Hashable {
  package var peers: [Peer]
  package var scan: ScanRequest?

  package struct Peer: Sendable, Hashable {
    package var identifier: PeerIdentifier
    package var name: String?
    package var state: State
    /// Services that the app had discovered, with their discovered characteristics.
    package var services: [GATTService]
    /// Characteristics whose values the app had subscribed to.
    package var notifying: [AttributeHandle]

    /// The state of the connection at the time of the restoration.
    package enum State: Sendable, Hashable {
      case connected
      case pending
      /// The connection has ended since the process ended; the event of its end follows.
      case ended
    }
  }
}

/// The request of a call of `scanForPeripherals`.
package struct ScanRequest: Sendable, Hashable {
  /// The services to scan for; nil or empty for every peripheral.
  package var services: [BluetoothUUID]?
  package var allowsDuplicates: Bool
  package var solicited: [BluetoothUUID]

  package init(
    services: [BluetoothUUID]?, allowsDuplicates: Bool = false, solicited: [BluetoothUUID] = []
  ) {
    self.services = services
    self.allowsDuplicates = allowsDuplicates
    self.solicited = solicited
  }

  var namesServices: Bool { !(services ?? []).isEmpty }
}
