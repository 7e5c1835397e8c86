import Foundation
import VirtualTime

/// Names a peer on one phone: `CBPeer.identifier`, not its address (BT19).
public typealias PeerIdentifier = UUID

/// What a `CBCentralManager` takes from the system.
///
/// Called in the manager's process, from no queue of it: the manager passes events on to the queue
/// it was given, in order.
public protocol CentralEventReceiver: AnyObject {
  func received(_ event: CentralEvent)
}

/// A fact for one central manager, or one of its peripherals.
public enum CentralEvent: Sendable, Hashable {
  case state(BluetoothState)
  /// Comes before the first state after a relaunch (BT25).
  case willRestore(RestoredCentral)
  case discovered(PeerIdentifier, name: String?, AdvertisementData, rssi: Int)
  case connected(PeerIdentifier, name: String?)
  case failedToConnect(PeerIdentifier, BluetoothError)
  /// Without an error if the app asked for it (BT13).
  case disconnected(PeerIdentifier, BluetoothError?, at: VirtualInstant, isReconnecting: Bool)
  /// A peer that the manager registered for was connected or disconnected, by whichever app.
  case connectionEvent(PeerIdentifier, name: String?, isConnected: Bool)
  case ancsAuthorization(PeerIdentifier, Bool)
  case peer(PeerIdentifier, PeerEvent)
}

/// A fact for one peripheral. Handles are those of the attribute that was asked about.
public enum PeerEvent: Sendable, Hashable {
  case name(String?)
  case rssi(Int, BluetoothError?)
  /// All services found so far, those of this answer included.
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

/// What `willRestoreState` of a central manager is told (BT26).
public struct RestoredCentral: Sendable, Hashable {
  public var peers: [Peer]
  public var scan: ScanRequest?

  public struct Peer: Sendable, Hashable {
    public var identifier: PeerIdentifier
    public var name: String?
    /// False while the connect is pending.
    public var isConnected: Bool
    /// Services that the app had discovered, with the characteristics that it had discovered.
    public var services: [GATTService]
    /// Characteristics whose values the app had subscribed to.
    public var notifying: [AttributeHandle]
  }
}

/// What `scanForPeripherals` asks for.
public struct ScanRequest: Sendable, Hashable {
  /// Nil or empty for every peripheral.
  public var services: [BluetoothUUID]?
  public var allowsDuplicates: Bool
  public var solicited: [BluetoothUUID]

  public init(
    services: [BluetoothUUID]?, allowsDuplicates: Bool = false, solicited: [BluetoothUUID] = []
  ) {
    self.services = services
    self.allowsDuplicates = allowsDuplicates
    self.solicited = solicited
  }

  var namesServices: Bool { !(services ?? []).isEmpty }
}

/// The options of `connect(_:options:)`.
public struct ConnectOptions: Sendable, Hashable {
  /// System alerts for an app that is suspended (BT8).
  public var notifiesOnConnection = false
  public var notifiesOnDisconnection = false
  public var notifiesOnNotification = false
  /// Time before the first attempt (BT12).
  public var startDelay: Duration = .zero
  public var requiresANCS = false
  /// From iOS 17 on (BT13).
  public var reconnectsAutomatically = false

  public init() {}
}
