import Foundation
import YobanSimulatedDevices
import YobanSimulatedRadio
import YobanVirtualTime

/// The connection of one central manager to one peripheral: the attributes that the app discovered,
/// and the events that the manager gets.
final class PeripheralConnection: PeerConnectionOwner {
  unowned let session: CentralSession
  let connection: PeerConnection
  var options = ConnectOptions()
  /// The earliest time at which an advertisement of the peripheral begins the connection (BT12, StartDelay).
  private(set) var notBefore = VirtualInstant.start
  /// The attributes that the app discovered in this connection (BT26).
  private(set) var discovered: [GATTService] = []
  private(set) var notifying: [AttributeHandle] = []
  private var notifications = NotificationCounts()
  /// Whether the app had a subscription in the last connection, and has connected again since.
  private var expectsSubscription = false

  init(_ peer: any RadioPeer, _ identifier: PeerIdentifier, of session: CentralSession) {
    self.session = session
    connection = PeerConnection(peer, identifier, session.service.stack)
    connection.owner = self
  }

  var identifier: PeerIdentifier { connection.identifier }
  var peer: any RadioPeer { connection.peer }
  private var service: BluetoothService { session.service }

  var isConnected: Bool { connection.isConnected }
  var isPending: Bool { connection.isPending }
  /// Whether the app requested a connection that has not ended.
  var isActive: Bool { connection.isActive }

  // MARK: Requests of the app

  func connect(_ options: ConnectOptions) {
    guard !isActive else { return }
    self.options = options
    notBefore = service.now + options.startDelay
    session.post(.connecting(peer.radioName))
    connection.connect(
      reconnects: options.reconnectsAutomatically && service.policy.supportsAutoReconnect)
  }

  /// Ends the connection without notifying the manager (BT2).
  func drop(because reason: String) {
    if isActive { session.post(.disconnected(peer.radioName, reason)) }
    connection.poweredOff()
  }

  /// Ends the link because the radio goes off, while the system keeps the app's request.
  func preserve() {
    if isConnected { session.post(.disconnected(peer.radioName, "the radio went off")) }
    connection.preserve()
  }

  // MARK: Events

  func startListening(for connection: PeerConnection) { session.refresh(peer) }
  func stopListening(for connection: PeerConnection) { session.refresh(peer) }

  func connected(_ connection: PeerConnection) {
    session.post(.connected(peer.radioName))
    service.reportEnergy()
    expectsSubscription = session.subscribedBefore.remove(identifier) != nil
    // The link exists, but the app never receives `didConnect` (RA2).
    if service.stack.fails(\.missedConnectsPercent) { return }
    session.alert(options.notifiesOnConnection, "\(peer.radioName) connected")
    session.deliver(
      .connected(identifier, name: service.stack.updateName(of: peer, identifier)), .event)
    if options.requiresANCS {
      let isAuthorized = service.ancsAuthorized.contains(identifier)
      session.deliver(.ancsAuthorization(identifier, isAuthorized), .event)
    }
  }

  /// Reports an app that is suspended with a connection whose events cannot wake it, and one that had a
  /// subscription in the last connection and has none when it is suspended after it has connected again.
  func suspended() {
    let isPhone = service.device.profile.platform == .iOS
    if isConnected, isPhone, !session.scansInBackground {
      session.process?.reportOnce(.connectionWithoutMode(peer.radioName))
    }
    guard expectsSubscription, isConnected else { return }
    expectsSubscription = false
    guard notifying.isEmpty, let process = session.process else { return }
    process.reportOnce(.notSubscribedAgain(peer.radioName))
  }

  func failedToConnect(_ connection: PeerConnection, _ code: CoreBluetoothCode) {
    session.post(.connectFailed(peer.radioName, "\(BluetoothError.core(code))"))
    service.reportEnergy()
    session.deliver(.failedToConnect(identifier, .core(code)), .event)
  }

  func disconnected(
    _ connection: PeerConnection, _ code: CoreBluetoothCode?, isReconnecting: Bool
  ) {
    if !notifying.isEmpty { session.subscribedBefore.insert(identifier) }
    forget()
    session.post(
      .disconnected(peer.radioName, code.map { "\(BluetoothError.core($0))" }))
    if code != nil {
      session.alert(options.notifiesOnDisconnection, "\(peer.radioName) disconnected")
    }
    session.deliver(
      .disconnected(
        identifier, code.map(BluetoothError.core), at: service.now, isReconnecting: isReconnecting),
      code == nil ? .answer : .event)
    session.refresh(peer)
    service.reportEnergy()
  }

  func linkEnded(_ connection: PeerConnection) { session.scanning.disconnected(identifier) }
  func leftLink(_ connection: PeerConnection) { forget() }

  private func forget() {
    discovered = []
    notifying = []
    for count in notifications.takeAll(at: service.now) { post(count) }
  }

  func notified(_ connection: PeerConnection, _ handle: AttributeHandle, _ value: Data) {
    if let count = notifications.add(handle, at: service.now) { post(count) }
    session.alert(options.notifiesOnNotification, "\(peer.radioName) sent a value")
    session.deliverNotification(of: identifier, handle, value)
  }

  func nameChanged(_ connection: PeerConnection, _ name: String?) { deliver(.name(name), .event) }
  func readyToWrite(_ connection: PeerConnection) {
    guard !service.leavesRoomUnreported else { return }  // (BT32)
    deliver(.readyToWriteWithoutResponse, .event)
  }

  func servicesModified(_ connection: PeerConnection, removed: [AttributeHandle]) {
    let lost = removed.filter { handle in discovered.contains { $0.handle == handle } }
    let gone = discovered.filter { lost.contains($0.handle) }.flatMap(\.characteristics)
    discovered.removeAll { lost.contains($0.handle) }
    notifying.removeAll { handle in gone.contains { $0.handle == handle } }
    deliver(.servicesModified(lost), .event)
  }

  func deliver(_ event: PeerEvent, _ urgency: EventDelivery.Urgency) {
    session.deliver(.peer(identifier, event), urgency)
  }

  // MARK: Answers

  func finished(
    _ connection: PeerConnection, _ kind: AttributeOperation.Kind, _ outcome: AttributeOutcome
  ) {
    let error = outcome.error
    service.device.post(kind, error, on: peer, process: session.name)
    deliver(event(kind, outcome, error), .answer)
  }

  private func event(
    _ kind: AttributeOperation.Kind, _ outcome: AttributeOutcome, _ error: BluetoothError?
  ) -> PeerEvent {
    switch kind {
    case .services:
      if case .services(let found) = outcome { discover(found) }
      return .services(discovered, error)
    case .includedServices(let service, _):
      guard case .services(let found) = outcome else {
        return .includedServices(of: service, [], error)
      }
      return .includedServices(of: service, found.map(\.withoutCharacteristics), error)
    case .characteristics(let service, _):
      guard case .characteristics(let found) = outcome else {
        return .characteristics(of: service, [], error)
      }
      let bare = found.map(\.asDiscovered)
      if let i = discovered.firstIndex(where: { $0.handle == service }) {
        let new = bare.filter { c in
          !discovered[i].characteristics.contains { $0.handle == c.handle }
        }
        discovered[i].characteristics += new
        return .characteristics(of: service, discovered[i].characteristics, error)
      }
      return .characteristics(of: service, bare, error)
    case .descriptors(let characteristic):
      guard case .descriptors(let found) = outcome else {
        return .descriptors(of: characteristic, [], error)
      }
      return .descriptors(of: characteristic, found, error)
    case .read(let handle): return .value(handle, value(outcome), error)
    case .write(let handle, _): return .wrote(handle, error)
    case .readDescriptor(let handle): return .descriptorValue(handle, value(outcome), error)
    case .writeDescriptor(let handle, _): return .wroteDescriptor(handle, error)
    case .subscribe(let handle, let isOn):
      if error == nil {
        notifying.removeAll { $0 == handle }
        if isOn { notifying.append(handle) }
      }
      return .notifying(handle, notifying.contains(handle), error)
    case .stale: preconditionFailure("a request for a stale attribute is never answered")
    case .openChannel:
      guard case .channel(let channel) = outcome else { return .channel(nil, error) }
      channel.notify = { [weak self] body in self?.session.deliver(.event, body) }
      return .channel(channel, nil)
    }
  }

  private func discover(_ found: [GATTService]) {
    for service in found where !discovered.contains(where: { $0.handle == service.handle }) {
      discovered.append(service.withoutCharacteristics)
    }
  }

  private func value(_ outcome: AttributeOutcome) -> Data? {
    if case .value(let value) = outcome { value } else { nil }
  }

  // MARK: Trace

  private func post(_ count: NotificationCounts.Count) {
    service.device.post(count, from: peer, process: session.name)
  }
}
