import Foundation
import VirtualTime

/// The connection of one central manager to one peripheral, from the request to its end.
final class PeripheralConnection {
  let identifier: PeerIdentifier
  let peer: any RadioPeer
  unowned let session: CentralSession
  var options = ConnectOptions()
  private var machine = ConnectionMachine()
  private(set) var link: Link?
  /// The earliest time at which an advertisement of the peripheral is received (BT12, StartDelay).
  private(set) var notBefore = VirtualInstant.start
  private var attempt: EventToken?
  /// The attributes that the app discovered in this connection (BT26).
  private(set) var discovered: [GATTService] = []
  private(set) var notifying: [AttributeHandle] = []
  private var counted: [(handle: AttributeHandle, tally: SampleTally)] = []

  init(_ peer: any RadioPeer, _ identifier: PeerIdentifier, of session: CentralSession) {
    self.peer = peer
    self.identifier = identifier
    self.session = session
  }

  private var service: BluetoothService { session.service }
  private var now: VirtualInstant { service.now }

  var isConnected: Bool { machine.state == .connected }
  var isPending: Bool { machine.state == .pending }
  /// Whether the app requested a connection that has not ended.
  var isActive: Bool { machine.state != .disconnected }

  // MARK: Requests of the app

  func connect(_ options: ConnectOptions) {
    guard !isActive else { return }
    self.options = options
    notBefore = now + options.startDelay
    session.post(.connecting(peer.radioName))
    let reconnects = options.reconnectsAutomatically && service.policy.knowsAutoReconnect
    perform(machine.connect(reconnects: reconnects))
  }

  func cancel() { perform(machine.cancel()) }

  /// Ends the connection without notifying the manager (BT2).
  func drop(because reason: String) {
    if isActive { session.post(.disconnected(peer.radioName, reason)) }
    perform(machine.poweredOff())
  }

  /// Ends the link because the radio goes off, while the system keeps the app's request.
  func preserve() {
    if isConnected { session.post(.disconnected(peer.radioName, "the radio went off")) }
    perform(machine.preserved())
  }

  func request(_ kind: AttributeOperation.Kind) {
    link?.add(AttributeOperation(kind: kind, connection: self))
  }

  // MARK: Events

  func heard() { perform(machine.heard()) }

  func linkLost(_ code: CoreBluetoothCode) {
    link = nil
    session.scanning.disconnected(identifier)
    perform(machine.lost(code))
  }

  func notified(_ handle: AttributeHandle, _ value: Data) {
    count(handle)
    session.alert(options.notifiesOnNotification, "\(peer.radioName) sent a value")
    session.deliverNotification(of: identifier, handle, value)
  }

  func servicesModified(_ removed: [AttributeHandle]) {
    let lost = removed.filter { handle in discovered.contains { $0.handle == handle } }
    let gone = discovered.filter { lost.contains($0.handle) }.flatMap(\.characteristics)
    discovered.removeAll { lost.contains($0.handle) }
    notifying.removeAll { handle in gone.contains { $0.handle == handle } }
    deliver(.servicesModified(lost), .event)
  }

  func deliver(_ event: PeerEvent, _ urgency: EventDelivery.Urgency) {
    session.deliver(.peer(identifier, event), urgency)
  }

  // MARK: Actions

  private func perform(_ actions: [ConnectionMachine.Action]) {
    for action in actions {
      switch action {
      case .listen: listen()
      case .stopListening: stopListening()
      case .establish: establish()
      case .leaveLink: leaveLink()
      case .reportConnected: reportConnected()
      case .reportFailure(let code):
        session.post(.connectFailed(peer.radioName, "\(BluetoothError.core(code))"))
        session.deliver(.failedToConnect(identifier, .core(code)), .event)
      case .reportDisconnected(let code, let isReconnecting):
        reportDisconnected(code, isReconnecting: isReconnecting)
      }
    }
  }

  /// Listens for an advertisement. If the phone is already connected to the peripheral, none is
  /// needed.
  private func listen() {
    if let link = service.link(to: identifier) { return join(link) }
    session.refresh(peer)
  }

  private func stopListening() {
    cancelAttempt()
    session.refresh(peer)
  }

  private func establish() {
    attempt = service.simulation.schedule(at: now + service.drawConnectionSetup()) { [weak self] in
      self?.attempt = nil
      self?.setUp()
    }
  }

  private func setUp() {
    if let link = service.link(to: identifier) { return join(link) }
    // A new connection needs the same conditions as an existing one.
    guard service.isListening, service.reaches(peer), peer.isOnAir, peer.advertising != nil else {
      return perform(machine.missed())
    }
    guard service.links.count < service.policy.connectionLimit else {
      return perform(machine.failed(.connectionLimitReached))
    }
    if let refusal = peer.refusal(of: service) { return perform(machine.failed(refusal)) }
    let link = service.open(peer, identifier)
    join(link)
    // The manager or the peer may have closed the link in the meantime.
    if link.isOpen { peer.opened(link) }
    if link.isOpen { link.encryptIfBonded() }
  }

  private func join(_ link: Link) {
    self.link = link
    link.join(self)
    perform(machine.established())
  }

  private func cancelAttempt() {
    if let attempt { service.simulation.cancel(attempt) }
    attempt = nil
  }

  private func leaveLink() {
    cancelAttempt()
    if let left = link {
      link = nil
      session.scanning.disconnected(identifier)
      left.leave(self)
    }
    forget()
  }

  private func forget() {
    discovered = []
    notifying = []
    for i in counted.indices { postCount(i) }
    counted = []
  }

  private func reportConnected() {
    session.post(.connected(peer.radioName))
    // The link exists, but the app never receives `didConnect` (RA2).
    if service.fails(\.missedConnectsPercent) { return }
    session.alert(options.notifiesOnConnection, "\(peer.radioName) connected")
    session.deliver(.connected(identifier, name: service.learnName(of: peer, identifier)), .event)
    if options.requiresANCS {
      let isAuthorized = service.ancsAuthorized.contains(identifier)
      session.deliver(.ancsAuthorization(identifier, isAuthorized), .event)
    }
  }

  private func reportDisconnected(_ code: CoreBluetoothCode?, isReconnecting: Bool) {
    forget()
    session.post(
      .disconnected(peer.radioName, code.map { "\(BluetoothError.core($0))" }))
    if code != nil {
      session.alert(options.notifiesOnDisconnection, "\(peer.radioName) disconnected")
    }
    session.deliver(
      .disconnected(
        identifier, code.map(BluetoothError.core), at: now, isReconnecting: isReconnecting),
      code == nil ? .answer : .event)
    session.refresh(peer)
  }

  // MARK: Answers

  func finished(_ kind: AttributeOperation.Kind, _ outcome: AttributeOutcome) {
    var error: BluetoothError?
    if case .failed(let failure) = outcome { error = failure }
    post(kind, error)
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
      channel.tell = { [weak self] body in self?.session.hand(.event, body) }
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

  private func post(_ kind: AttributeOperation.Kind, _ error: BluetoothError?) {
    session.post(
      .attribute(peer.radioName, kind.description(in: peer.database), error.map { "\($0)" }))
  }

  /// Counts notifications. The count is posted about once a minute.
  private func count(_ handle: AttributeHandle) {
    let known = counted.firstIndex { $0.handle == handle }
    if known == nil { counted.append((handle, SampleTally(from: now.nanoseconds))) }
    let i = known ?? counted.count - 1
    counted[i].tally.add()
    if counted[i].tally.isDue(at: now.nanoseconds) { postCount(i) }
  }

  private func postCount(_ i: Int) {
    guard let count = counted[i].tally.take(at: now.nanoseconds) else { return }
    let uuid = peer.database.characteristic(counted[i].handle)?.uuid.description ?? "?"
    service.device.post(
      .samples(stream: "\(peer.radioName) \(uuid)", count: count), process: session.name)
  }
}

extension GATTService {
  /// The service as a central knows it before it discovers the characteristics.
  var withoutCharacteristics: GATTService {
    var service = self
    service.characteristics = []
    return service
  }
}

extension GATTCharacteristic {
  /// The characteristic as a central knows it: without a value and without descriptors.
  var asDiscovered: GATTCharacteristic {
    var characteristic = self
    characteristic.value = nil
    characteristic.descriptors = []
    return characteristic
  }
}

extension AttributeOperation.Kind {
  /// Returns a description of the operation with the UUID of its attribute, for the trace.
  func description(in database: GATTDatabase) -> String {
    func name(_ handle: AttributeHandle) -> String {
      (database.service(handle)?.uuid ?? database.characteristic(handle)?.uuid
        ?? database.descriptor(handle)?.uuid)?.description ?? "handle \(handle)"
    }
    return switch self {
    case .services: "discover services"
    case .includedServices(let handle, _): "discover included services of \(name(handle))"
    case .characteristics(let handle, _): "discover characteristics of \(name(handle))"
    case .descriptors(let handle): "discover descriptors of \(name(handle))"
    case .read(let handle), .readDescriptor(let handle): "read \(name(handle))"
    case .write(let handle, let value), .writeDescriptor(let handle, let value):
      "write \(value.count) bytes to \(name(handle))"
    case .subscribe(let handle, let isOn):
      "\(isOn ? "subscribe to" : "unsubscribe from") \(name(handle))"
    case .openChannel(let psm): "open L2CAP channel \(psm)"
    case .stale: "request for a stale attribute"
    }
  }
}
