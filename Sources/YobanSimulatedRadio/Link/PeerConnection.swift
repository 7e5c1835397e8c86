import Foundation
import YobanVirtualTime

/// The system whose app requested a connection: it listens for the peer and gets the events.
package protocol PeerConnectionOwner: AnyObject {
  /// Listen for advertisements of the peer from now on, and call `PeerConnection.received` when one
  /// is received.
  func startListening(for connection: PeerConnection)
  func stopListening(for connection: PeerConnection)
  func connected(_ connection: PeerConnection)
  func failedToConnect(_ connection: PeerConnection, _ code: CoreBluetoothCode)
  /// The connection has ended. The code is nil if the app requested it.
  func disconnected(
    _ connection: PeerConnection, _ code: CoreBluetoothCode?, isReconnecting: Bool)
  /// The connection no longer has a link. A report of the reason may follow.
  func linkEnded(_ connection: PeerConnection)
  /// The app no longer needs the link, and nothing of it is valid any more.
  func leftLink(_ connection: PeerConnection)
  /// An operation that was requested with `PeerConnection.request` has ended.
  func finished(
    _ connection: PeerConnection, _ kind: AttributeOperation.Kind, _ outcome: AttributeOutcome)
  /// The peer sent the value of a characteristic that the app has subscribed to.
  func notified(_ connection: PeerConnection, _ handle: AttributeHandle, _ value: Data)
  func nameChanged(_ connection: PeerConnection, _ name: String?)
  /// Services of the peer were added or removed (Service Changed, BT20).
  func servicesModified(_ connection: PeerConnection, removed: [AttributeHandle])
  /// There is room again for a write without response.
  func readyToWrite(_ connection: PeerConnection)
}

/// The connection of one client (a `CBCentralManager`, a `BluetoothGatt`) to one peer, from the
/// request to its end.
///
/// It performs the decisions of `ConnectionMachine`. The clients of one device share the `Link`.
package final class PeerConnection {
  package let identifier: PeerIdentifier
  package let peer: any RadioPeer
  package private(set) var link: Link?
  private unowned let stack: BluetoothStack
  /// Gets the events of the connection. Set it before the first request.
  package weak var owner: (any PeerConnectionOwner)?
  private var machine = ConnectionMachine()
  private var attempt: EventToken?
  /// Whether an attempt without an answer is repeated (RA3). Otherwise the connect stays as it is until it is
  /// canceled.
  package var repeatsAttempts = false

  package init(
    _ peer: any RadioPeer, _ identifier: PeerIdentifier, _ stack: BluetoothStack
  ) {
    self.peer = peer
    self.identifier = identifier
    self.stack = stack
  }

  package var isConnected: Bool { machine.state == .connected }
  package var isPending: Bool { machine.state == .pending }
  /// Whether the app requested a connection that has not ended.
  package var isActive: Bool { machine.state != .disconnected }

  // MARK: Requests of the app

  /// Requests the connection, which never times out (BT12).
  ///
  /// - Parameter reconnects: whether a lost connection is requested again at once.
  package func connect(reconnects: Bool = false) {
    perform(machine.connect(reconnects: reconnects))
  }

  package func cancel() { perform(machine.cancel()) }

  /// Starts an operation; `PeerConnectionOwner.finished` follows. It is ignored without a link.
  package func request(_ kind: AttributeOperation.Kind) {
    guard let link else { return }
    if case .write(_, let value) = kind, value.count > link.parameters.longestValue {
      // The device itself refuses the value (BT21).
      return finished(kind, .failed(.attribute(.invalidAttributeValueLength)))
    }
    link.add(AttributeOperation(kind: kind, connection: self))
  }

  /// Whether a write without response would be accepted now. If not, `readyToWrite` is called later
  /// (BT22).
  package var canSendCommand: Bool { link?.canSendCommand(for: self) ?? false }

  /// Queues a write without response. Returns false if it was dropped because the queue is full
  /// (BT22).
  package func sendCommand(_ value: Data, to handle: AttributeHandle) -> Bool {
    link?.sendCommand(value, to: handle, of: self) ?? false
  }

  // MARK: Events

  /// An advertisement of the peer was received.
  package func received() { perform(machine.received()) }

  /// Bluetooth went off: the connection ends, and its owner is not notified (BT2).
  package func poweredOff() { perform(machine.poweredOff()) }

  /// The link ends because the radio goes off, but the request for a connection stays.
  package func preserve() { perform(machine.preserved()) }

  func linkLost(_ code: CoreBluetoothCode) {
    link = nil
    owner?.linkEnded(self)
    perform(machine.lost(code))
  }

  func finished(_ kind: AttributeOperation.Kind, _ outcome: AttributeOutcome) {
    owner?.finished(self, kind, outcome)
  }

  func notified(_ handle: AttributeHandle, _ value: Data) { owner?.notified(self, handle, value) }
  func nameChanged(_ name: String?) { owner?.nameChanged(self, name) }
  func servicesModified(_ removed: [AttributeHandle]) {
    owner?.servicesModified(self, removed: removed)
  }
  func readyToWrite() { owner?.readyToWrite(self) }

  // MARK: Actions

  private func perform(_ actions: [ConnectionMachine.Action]) {
    for action in actions {
      switch action {
      case .listen: listen()
      case .stopListening:
        cancelAttempt()
        owner?.stopListening(for: self)
      case .establish: establish()
      case .leaveLink: leaveLink()
      case .reportConnected: owner?.connected(self)
      case .reportFailure(let code): owner?.failedToConnect(self, code)
      case .reportDisconnected(let code, let isReconnecting):
        owner?.disconnected(self, code, isReconnecting: isReconnecting)
      }
    }
  }

  /// Listens for an advertisement. If the device is already connected to the peer, none is needed.
  private func listen() {
    if let link = stack.link(to: identifier) { return join(link) }
    owner?.startListening(for: self)
  }

  private func establish() {
    attempt = stack.simulation.schedule(at: stack.now + stack.drawConnectionSetup()) {
      [weak self] in
      self?.attempt = nil
      self?.setUp()
    }
  }

  private func setUp() {
    if let link = stack.link(to: identifier) { return join(link) }
    // A new connection needs the same conditions as an existing one.
    guard stack.isListening, stack.reaches(peer), peer.isOnAir, peer.advertising != nil else {
      return perform(machine.missed())
    }
    guard stack.links.count < stack.parameters.connectionLimit else {
      return perform(machine.failed(.connectionLimitReached))
    }
    if peer.ignoresConnect() {
      if repeatsAttempts { perform(machine.missed()) }
      return
    }
    if let refusal = peer.refusal(of: stack) { return perform(machine.failed(refusal)) }
    let link = stack.open(peer, identifier)
    join(link)
    // The client or the peer may have closed the link in the meantime.
    if link.isOpen { peer.opened(link) }
    if link.isOpen { link.encryptIfBonded() }
  }

  private func join(_ link: Link) {
    self.link = link
    link.join(self)
    perform(machine.established())
  }

  private func cancelAttempt() {
    if let attempt { stack.simulation.cancel(attempt) }
    attempt = nil
  }

  private func leaveLink() {
    cancelAttempt()
    if let left = link {
      link = nil
      owner?.linkEnded(self)
      left.leave(self)
    }
    owner?.leftLink(self)
  }
}
