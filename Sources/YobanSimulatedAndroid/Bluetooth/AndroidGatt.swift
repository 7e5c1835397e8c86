import Foundation
import YobanSimulatedDevices
import YobanSimulatedRadio
import YobanVirtualTime

/// An event of a GATT connection that an app receives.
package enum AndroidGattEvent: Sendable, Hashable {
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
package protocol AndroidGattEventReceiver: AnyObject {
  func received(_ event: AndroidGattEvent)
}

/// The status numbers of `BluetoothGatt`.
package enum GattStatus {
  package static let success: Int32 = 0
  /// Nothing was received of the peer for the supervision timeout, or it did not respond.
  package static let timeout: Int32 = 8
  /// The peer ended the connection.
  package static let peerTerminated: Int32 = 19
  /// `GATT_ERROR`, for nearly everything else.
  package static let error: Int32 = 133

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
package final class AndroidGatt: PeerConnectionOwner {
  private let connection: PeerConnection
  private unowned let service: AndroidBluetoothService
  private let process: AppProcess
  private weak var receiver: (any AndroidGattEventReceiver)?
  private var turn = GattTurn()
  private var timeout: EventToken?
  /// The scheduled reception of the peer's next advertisement, while the connection is pending.
  private var reception: EventToken?
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
  /// The descriptor whose write is in progress.
  private var configuring: AttributeHandle?
  private var notifications = NotificationCounts()

  init(
    _ process: AppProcess, _ peer: any RadioPeer, of service: AndroidBluetoothService,
    _ receiver: any AndroidGattEventReceiver
  ) {
    self.process = process
    self.service = service
    self.receiver = receiver
    let identifier = service.stack.identifier(of: peer)
    service.stack.met(peer, identifier)
    connection = PeerConnection(peer, identifier, service.stack)
    connection.owner = self
  }

  // MARK: The connection

  /// Starts to connect.
  ///
  /// - Parameter waits: `autoConnect`; without it, the attempt ends after a time with an error.
  func connect(waits: Bool) {
    post(.connecting(connection.peer.radioName))
    if !waits {
      timeout = service.simulation.schedule(at: service.now + service.policy.connectTimeout) {
        [weak self] in self?.giveUp()
      }
    }
    connection.repeatsAttempts = waits
    connection.connect()
  }

  private func giveUp() {
    timeout = nil
    guard !isClosed, !connection.isConnected else { return }
    hasGivenUp = true
    connection.cancel()
    deliver(.connectionState(status: GattStatus.error, isConnected: false))
  }

  package func disconnect() {
    guard !isClosed, process.isAlive(for: "BluetoothGatt.disconnect") else { return }
    connection.cancel()
  }

  /// Ends the connection. No more callbacks are called.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    cancelTimeout()
    if connection.isActive { post(.disconnected(connection.peer.radioName, "it was closed")) }
    connection.poweredOff()
    cancelReception()
    service.forget(self)
  }

  /// Whether the connection was requested, and does not exist yet.
  var isConnecting: Bool { connection.isActive && !connection.isConnected }

  private func cancelTimeout() {
    if let timeout { service.simulation.cancel(timeout) }
    timeout = nil
  }

  /// The app, the peer and the interval of the connection; nil while there is none.
  var connectionInWords: (app: String, peer: String, interval: Duration)? {
    guard connection.isConnected, let link = connection.link else { return nil }
    return (process.app.definition.name, connection.peer.radioName, link.interval)
  }

  func belongs(to process: AppProcess) -> Bool { self.process === process }

  // MARK: Listening for the peer

  package func startListening(for connection: PeerConnection) { listen() }
  package func stopListening(for connection: PeerConnection) { cancelReception() }

  /// Schedules the reception of the peer's next advertisement if the connection is pending and the
  /// peer is in reach.
  func listen() {
    let (peer, stack) = (connection.peer, service.stack)
    guard connection.isPending, stack.isListening, let advertising = peer.advertising,
      stack.reaches(peer)
    else { return cancelReception() }
    guard reception == nil else { return }
    let next = stack.nextAdvertisement(of: peer, advertising, after: service.now)
    reception = service.simulation.schedule(at: next) { [weak self] in
      self?.reception = nil
      self?.receivedAdvertisement()
    }
  }

  private func receivedAdvertisement() {
    let (peer, stack) = (connection.peer, service.stack)
    if stack.isListening, peer.advertising?.data.isConnectable == true, stack.reaches(peer),
      stack.rssi(of: peer) != nil
    {
      connection.received()
    }
    listen()
  }

  private func cancelReception() {
    if let reception { service.simulation.cancel(reception) }
    reception = nil
  }

  // MARK: Operations

  /// Starts to discover services. Like each operation below, returns whether it has begun.
  package func discoverServices() -> Bool {
    guard begins() else { return false }
    found = []
    connection.request(.services(nil))
    return true
  }

  package func read(_ characteristic: AttributeHandle) -> Bool {
    guard begins() else { return false }
    connection.request(.read(characteristic))
    return true
  }

  package func write(_ value: Data, to characteristic: AttributeHandle) -> Bool {
    guard begins() else { return false }
    connection.request(.write(characteristic, value))
    return true
  }

  /// Writes the descriptor that turns notifications of a characteristic on or off.
  package func configure(
    _ characteristic: AttributeHandle, _ descriptor: AttributeHandle, isOn: Bool
  ) -> Bool {
    guard begins() else { return false }
    configuring = descriptor
    connection.request(.subscribe(characteristic, isOn))
    return true
  }

  /// Sets whether notifications of the characteristic are delivered to the app.
  package func setWanted(_ characteristic: AttributeHandle, _ isWanted: Bool) {
    wanted.removeAll { $0 == characteristic }
    if isWanted { wanted.append(characteristic) }
  }

  private func begins() -> Bool {
    guard !isClosed, process.isAlive(for: "BluetoothGatt"), connection.isConnected else {
      return false
    }
    guard turn.begin() else {
      process.report(.gattBusy)
      return false
    }
    return true
  }

  // MARK: Events of the connection

  package func connected(_ connection: PeerConnection) {
    post(.connected(connection.peer.radioName))
    service.reportEnergy()
    cancelTimeout()
    if service.stack.fails(\.missedConnectsPercent) { return }
    _ = service.stack.updateName(of: connection.peer, connection.identifier)
    deliver(.connectionState(status: GattStatus.success, isConnected: true))
  }

  package func failedToConnect(_ connection: PeerConnection, _ code: CoreBluetoothCode) {
    cancelTimeout()
    let error = BluetoothError.core(code)
    post(.connectFailed(connection.peer.radioName, "\(error)"))
    deliver(.connectionState(status: GattStatus.of(error), isConnected: false))
  }

  package func disconnected(
    _ connection: PeerConnection, _ code: CoreBluetoothCode?, isReconnecting: Bool
  ) {
    cancelTimeout()
    forget()
    service.reportEnergy()
    let error = code.map(BluetoothError.core)
    post(.disconnected(connection.peer.radioName, error.map { "\($0)" }))
    guard !hasGivenUp else { return }
    deliver(.connectionState(status: GattStatus.of(error), isConnected: false))
  }

  package func linkEnded(_ connection: PeerConnection) {}
  package func leftLink(_ connection: PeerConnection) { forget() }
  package func nameChanged(_ connection: PeerConnection, _ name: String?) {}
  package func servicesModified(_ connection: PeerConnection, removed: [AttributeHandle]) {}
  package func readyToWrite(_ connection: PeerConnection) {}

  package func notified(
    _ connection: PeerConnection, _ handle: AttributeHandle, _ value: Data
  ) {
    if let count = notifications.add(handle, at: service.now) { post(count) }
    if wanted.contains(handle) { deliver(.changed(handle, value)) }
  }

  package func finished(
    _ connection: PeerConnection, _ kind: AttributeOperation.Kind, _ outcome: AttributeOutcome
  ) {
    let error = outcome.error
    service.device.post(kind, error, on: connection.peer, process: process.name)
    let status = GattStatus.of(error)
    switch (kind, outcome) {
    case (.services, .services(let services)):
      found = services.map(\.withoutCharacteristics)
      questions = found.map { .characteristics($0.handle, nil) }
      askNext()
    case (.characteristics(let service, _), .characteristics(let characteristics)):
      if let i = found.firstIndex(where: { $0.handle == service }) {
        found[i].characteristics = characteristics.map(\.asDiscovered)
      }
      questions += characteristics.map { .descriptors($0.handle) }
      askNext()
    case (.descriptors(let characteristic), .descriptors(let descriptors)):
      for s in found.indices {
        for c in found[s].characteristics.indices
        where found[s].characteristics[c].handle == characteristic {
          found[s].characteristics[c].descriptors = descriptors
        }
      }
      askNext()
    case (.services, _), (.characteristics, _), (.descriptors, _):
      questions = []
      end(.services(found, status: status))
    case (.read(let handle), .value(let value)): end(.read(handle, value, status: status))
    case (.read(let handle), _): end(.read(handle, Data(), status: status))
    case (.write(let handle, _), _): end(.wrote(handle, status: status))
    case (.subscribe, _):
      guard let descriptor = configuring else { return }
      configuring = nil
      end(.wroteDescriptor(descriptor, status: status))
    case (.includedServices, _), (.readDescriptor, _), (.writeDescriptor, _), (.openChannel, _),
      (.stale, _):
      break
    }
  }

  private func askNext() {
    guard !questions.isEmpty else {
      return end(.services(found, status: GattStatus.success))
    }
    connection.request(questions.removeFirst())
  }

  /// Ends the outstanding operation.
  private func end(_ event: AndroidGattEvent) {
    turn.finished()
    deliver(event)
  }

  /// The connection has ended: outstanding operations get no response.
  private func forget() {
    turn.finished()
    questions = []
    configuring = nil
    for count in notifications.takeAll(at: service.now) { post(count) }
  }

  // MARK: Delivery

  private func deliver(_ event: AndroidGattEvent) {
    let receiver = receiver
    process.process.onMain { [weak self] in
      if self?.isClosed == false { receiver?.received(event) }
    }
  }

  private func post(_ event: TraceEvent.BluetoothEvent) {
    service.device.post(.bluetooth(event), process: process.name)
  }

  private func post(_ count: NotificationCounts.Count) {
    service.device.post(count, from: connection.peer, process: process.name)
  }
}

extension Finding {
  static let gattBusy = Finding(
    .androidGattBusy, rule: .an15,
    what: "A GATT operation was begun while another was outstanding: it returned false.",
    remedy: "Wait for the callback of the last operation before you begin the next.")
}

extension Finding.Kind {
  /// A GATT request was made while another one is under way: it was dropped.
  public static let androidGattBusy = Self("android.gatt.busy")
}
