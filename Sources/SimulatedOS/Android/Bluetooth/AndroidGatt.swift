import Foundation
import VirtualTime

/// An event of a GATT connection that an app receives.
public enum AndroidGattEvent: Sendable, Hashable {
  /// `BluetoothGattCallback.onConnectionStateChange`, with Android's status.
  case connectionState(status: Int32, isConnected: Bool)
  /// All services of the peer, with their characteristics and descriptors.
  case services([GATTService], status: Int32)
  case read(AttributeHandle, Data, status: Int32)
  case wrote(AttributeHandle, status: Int32)
  case wroteDescriptor(AttributeHandle, status: Int32)
  /// A notification or an indication.
  case changed(AttributeHandle, Data)
}

/// Receives the events of a connection, on the process's main queue.
public protocol AndroidGattEventReceiver: AnyObject {
  func received(_ event: AndroidGattEvent)
}

/// The status numbers of `BluetoothGatt`.
public enum GattStatus {
  public static let success: Int32 = 0
  /// Nothing was heard of the peer for the supervision timeout, or it did not respond.
  public static let timeout: Int32 = 8
  /// The peer ended the connection.
  public static let peerTerminated: Int32 = 19
  /// `GATT_ERROR`, for nearly everything else.
  public static let error: Int32 = 133

  static func of(_ error: BluetoothError?) -> Int32 {
    switch error {
    case nil: success
    case .attribute(let code): Int32(code.rawValue)
    case .core(.connectionTimeout): timeout
    case .core(.peripheralDisconnected): peerTerminated
    case .core: self.error
    }
  }
}

/// One `BluetoothGatt`: an app's connection to a peer (AN15).
///
/// Only one operation can be outstanding at a time; until it ends, further calls return false.
public final class AndroidGatt {
  private let session: CentralSession
  private let service: AndroidBluetoothService
  private let process: AppProcess
  private let identifier: PeerIdentifier
  private weak var receiver: (any AndroidGattEventReceiver)?
  private var sessionReceiver: SessionReceiver?
  private var turn = GattTurn()
  private var timeout: EventToken?
  private var isClosed = false
  /// Whether the connection attempt timed out. Later events of the attempt are ignored.
  private var hasGivenUp = false
  private var found: [GATTService] = []
  /// The discovery requests that are still to be sent: for the characteristics of services, then
  /// for the descriptors of characteristics.
  private var questions: [AttributeOperation.Kind] = []
  /// The characteristics whose notifications are delivered to the app
  /// (`setCharacteristicNotification`).
  private var wanted: [AttributeHandle] = []
  /// The characteristic whose read is in progress.
  private var reading: AttributeHandle?
  /// The descriptor whose write is in progress, with its characteristic.
  private var configuring: (characteristic: AttributeHandle, descriptor: AttributeHandle)?

  init(
    _ process: AppProcess, _ peer: any RadioPeer, of service: AndroidBluetoothService,
    _ receiver: any AndroidGattEventReceiver
  ) {
    self.process = process
    self.service = service
    self.receiver = receiver
    let bluetooth = service.device.bluetooth
    identifier = bluetooth.identifier(of: peer)
    bluetooth.met(peer, identifier)
    let sessionReceiver = SessionReceiver()
    session = CentralSession(bluetooth, process, restoreIdentifier: nil, sessionReceiver)
    self.sessionReceiver = sessionReceiver
    session.announced = .poweredOn
    sessionReceiver.owner = self
  }

  // MARK: The connection

  /// Starts to connect.
  ///
  /// - Parameter waits: `autoConnect`. If true, the attempt has no timeout; else it fails with 133.
  func connect(waits: Bool) {
    session.connect(identifier, ConnectOptions())
    guard !waits else { return }
    timeout = service.simulation.schedule(at: service.now + service.policy.connectTimeout) {
      [weak self] in self?.gaveUp()
    }
  }

  private func gaveUp() {
    timeout = nil
    guard !isClosed, !isConnected else { return }
    hasGivenUp = true
    session.cancelConnection(identifier)
    deliver(.connectionState(status: GattStatus.error, isConnected: false))
  }

  private var isConnected: Bool { session.connection(identifier)?.isConnected ?? false }

  /// Whether it waits for the peer to connect.
  var isPending: Bool { session.connection(identifier)?.isPending ?? false }

  /// Retries a pending connection: a peer may have begun to advertise.
  func update() { if isPending { session.refreshAll() } }

  public func disconnect() {
    guard !isClosed, process.isAlive(for: "BluetoothGatt.disconnect") else { return }
    session.cancelConnection(identifier)
  }

  /// Ends the connection. No more callbacks are called.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    if let timeout { service.simulation.cancel(timeout) }
    session.close()
    service.forget(self)
  }

  func belongs(to process: AppProcess) -> Bool { self.process === process }

  // MARK: Operations

  /// Starts to discover services. Like each operation below, returns whether it has begun.
  public func discoverServices() -> Bool {
    guard begins() else { return false }
    found = []
    session.request("discoverServices", identifier, .services(nil))
    return true
  }

  public func read(_ characteristic: AttributeHandle) -> Bool {
    guard begins() else { return false }
    reading = characteristic
    session.request("readCharacteristic", identifier, .read(characteristic))
    return true
  }

  public func write(_ value: Data, to characteristic: AttributeHandle) -> Bool {
    guard begins() else { return false }
    session.request("writeCharacteristic", identifier, .write(characteristic, value))
    return true
  }

  /// Writes the descriptor that turns notifications of a characteristic on or off.
  public func configure(
    _ characteristic: AttributeHandle, _ descriptor: AttributeHandle, isOn: Bool
  ) -> Bool {
    guard begins() else { return false }
    configuring = (characteristic, descriptor)
    session.request("writeDescriptor", identifier, .subscribe(characteristic, isOn))
    return true
  }

  /// Sets whether notifications of the characteristic are delivered to the app.
  public func setWanted(_ characteristic: AttributeHandle, _ isWanted: Bool) {
    wanted.removeAll { $0 == characteristic }
    if isWanted { wanted.append(characteristic) }
  }

  private func begins() -> Bool {
    guard !isClosed, process.isAlive(for: "BluetoothGatt"), isConnected else { return false }
    guard turn.begin() else {
      process.report(.gattBusy)
      return false
    }
    return true
  }

  // MARK: Events

  private func deliver(_ event: AndroidGattEvent) {
    let receiver = receiver
    process.process.onMain { [weak self] in
      if self?.isClosed == false { receiver?.received(event) }
    }
  }

  private func finished(_ event: AndroidGattEvent) {
    turn.finished()
    deliver(event)
  }

  fileprivate func received(_ event: CentralEvent) {
    if hasGivenUp { return }
    switch event {
    case .connected:
      if let timeout { service.simulation.cancel(timeout) }
      timeout = nil
      deliver(.connectionState(status: GattStatus.success, isConnected: true))
    case .failedToConnect(_, let error):
      deliver(.connectionState(status: GattStatus.of(error), isConnected: false))
    case .disconnected(_, let error, _, _):
      // Outstanding operations get no response.
      turn.finished()
      questions = []
      reading = nil
      configuring = nil
      deliver(.connectionState(status: GattStatus.of(error), isConnected: false))
    case .peer(_, let event): received(event)
    case .state, .willRestore, .discovered, .connectionEvent, .ancsAuthorization: break
    }
  }

  private func received(_ event: PeerEvent) {
    switch event {
    case .services(let services, let error):
      found = services
      questions = services.map { .characteristics($0.handle, nil) }
      ask(error)
    case .characteristics(let service, let characteristics, let error):
      if let i = found.firstIndex(where: { $0.handle == service }) {
        found[i].characteristics = characteristics
      }
      questions += characteristics.map { .descriptors($0.handle) }
      ask(error)
    case .descriptors(let characteristic, let descriptors, let error):
      for s in found.indices {
        for c in found[s].characteristics.indices
        where found[s].characteristics[c].handle == characteristic {
          found[s].characteristics[c].descriptors = descriptors
        }
      }
      ask(error)
    case .value(let handle, let value, let error):
      // The value is the response to a read, or a notification.
      if turn.isBusy, reading == handle {
        reading = nil
        finished(.read(handle, value ?? Data(), status: GattStatus.of(error)))
      } else if wanted.contains(handle), let value {
        deliver(.changed(handle, value))
      }
    case .wrote(let handle, let error):
      finished(.wrote(handle, status: GattStatus.of(error)))
    case .notifying(_, _, let error):
      guard let configured = configuring else { return }
      configuring = nil
      finished(.wroteDescriptor(configured.descriptor, status: GattStatus.of(error)))
    case .name, .rssi, .servicesModified, .includedServices, .descriptorValue, .wroteDescriptor,
      .readyToWriteWithoutResponse, .channel:
      break
    }
  }

  private func ask(_ error: BluetoothError?) {
    guard error == nil, !questions.isEmpty else {
      questions = []
      return finished(.services(found, status: GattStatus.of(error)))
    }
    session.request("discoverServices", identifier, questions.removeFirst())
  }

  /// Forwards the session's events to the connection, without retaining it.
  private final class SessionReceiver: CentralEventReceiver {
    weak var owner: AndroidGatt?
    func received(_ event: CentralEvent) { owner?.received(event) }
  }
}

extension Finding {
  static let gattBusy = Finding(
    "android.gatt.busy", rule: "AN15",
    what: "A GATT operation was begun while another was outstanding: it returned false.",
    remedy: "Wait for the callback of the last operation before you begin the next.")
}
