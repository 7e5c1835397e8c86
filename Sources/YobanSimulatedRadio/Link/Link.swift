import Foundation
import YobanVirtualTime

/// A connection between a central device and a peer, shared by all apps of the device that use it.
package final class Link: EventSink {
  package unowned let central: BluetoothStack
  package let peer: any RadioPeer
  package let identifier: PeerIdentifier
  package let maximumTransmissionUnit: Int
  package private(set) var isEncrypted = false
  private(set) var isOpen = true
  /// The connections of the apps that use the link.
  private(set) var users: [PeerConnection] = []
  package private(set) var interval: Duration
  private var supervisionTimeout: Duration

  private var requests: AttributeQueue<AttributeOperation>
  private var commands: PacketQueue<(handle: AttributeHandle, value: Data)>
  private var notifications: PacketQueue<(handle: AttributeHandle, value: Data)>
  private var subscribers: [(handle: AttributeHandle, connections: [PeerConnection])] = []
  private var awaitingRoom: [PeerConnection] = []
  private var roundTrip: EventToken?
  private var answerTimeout: EventToken?
  private var commandEvent: EventToken?
  private var notificationEvent: EventToken?
  private var supervision: EventToken?
  /// Counts requests and answers, so that a late answer is not taken for that of another request.
  private var turn = 0
  /// The part that was already read of a value that does not fit one packet.
  private var longValue = Data()
  /// Both ends of each channel.
  var channels: [L2CAPChannel] = []
  /// Whether the peer lost its power and therefore no longer has the link, even if it is on again.
  private var isForgotten = false

  private enum Event: Int { case roundTrip, answerTimeout, commands, notifications, supervision }

  let parameters: LinkParameters

  var simulation: Simulation { central.simulation }
  var now: VirtualInstant { central.now }

  init(_ central: BluetoothStack, _ peer: any RadioPeer, _ identifier: PeerIdentifier) {
    let parameters = central.parameters
    self.parameters = parameters
    self.central = central
    self.peer = peer
    self.identifier = identifier
    maximumTransmissionUnit = min(parameters.maximumTransmissionUnit, peer.maximumTransmissionUnit)
    interval = parameters.connectionInterval
    supervisionTimeout = parameters.supervisionTimeout
    requests = AttributeQueue(timeout: parameters.attributeTimeout)
    commands = PacketQueue(capacity: parameters.packetQueue, perEvent: parameters.packetsPerEvent)
    notifications = PacketQueue(
      capacity: parameters.packetQueue, perEvent: parameters.packetsPerEvent)
  }

  // MARK: Connections of apps

  func join(_ connection: PeerConnection) { users.append(connection) }

  /// Removes a connection whose app no longer needs the link. If it was the last one, the link
  /// closes.
  func leave(_ connection: PeerConnection) {
    users.removeAll { $0 === connection }
    awaitingRoom.removeAll { $0 === connection }
    requests.removeWaiting { $0.connection === connection }
    for i in subscribers.indices { subscribers[i].connections.removeAll { $0 === connection } }
    if users.isEmpty { close() } else { endUnusedSubscriptions() }
  }

  /// Notifies the peer of subscriptions that no app needs any more.
  private func endUnusedSubscriptions() {
    let ended = subscribers.filter(\.connections.isEmpty).map(\.handle)
    subscribers.removeAll { $0.connections.isEmpty }
    guard !isForgotten else { return }
    for handle in ended { peer.answer(.subscribe(handle, isOn: false), on: self) { _ in } }
  }

  /// Ends the link on both sides without notifying the apps.
  func close() {
    guard isOpen else { return }
    isOpen = false
    for token in [roundTrip, answerTimeout, commandEvent, notificationEvent, supervision] {
      if let token { simulation.cancel(token) }
    }
    for channel in channels { channel.close() }
    channels = []
    for i in subscribers.indices { subscribers[i].connections = [] }
    endUnusedSubscriptions()
    central.closed(self)
    peer.closed(self)
  }

  /// Ends the link and notifies every app of the reason (BT13).
  package func lose(_ code: CoreBluetoothCode) {
    guard isOpen else { return }
    let affected = users
    users = []
    close()
    for connection in affected { connection.linkLost(code) }
  }

  // MARK: Radio

  /// Called when something moved or was switched off. A link that became silent is kept for the
  /// supervision timeout.
  func checkReach() {
    let holds =
      !isForgotten && peer.isOnAir && central.isListening && central.reaches(peer)
    if holds {
      if let supervision { simulation.cancel(supervision) }
      supervision = nil
    } else if supervision == nil {
      supervision = after(supervisionTimeout, .supervision)
    }
  }

  /// Called when the peer has lost its power. The central notices it after the supervision timeout
  /// (BT17).
  package func peerVanished() {
    isForgotten = true
    checkReach()
  }

  /// Whether no packet is received at the moment.
  var isSilent: Bool { supervision != nil }

  /// Handles the peer's request for other connection parameters. Returns whether they are
  /// granted (BT17).
  package func request(_ requested: ConnectionParameters) -> Bool {
    guard requested.isAcceptable(by: parameters.guidelines) else { return false }
    interval = requested.intervalMax
    supervisionTimeout = requested.supervisionTimeout
    return true
  }

  package func handleEvent(_ number: Int) {
    switch Event(rawValue: number)! {
    case .roundTrip:
      roundTrip = nil
      perform()
    case .answerTimeout:
      answerTimeout = nil
      // The deadline may have moved, because a long value is requested in parts.
      if requests.hasTimedOut(at: now) { lose(.connectionTimeout) } else { awaitAnswer() }
    case .commands: sendCommands()
    case .notifications: receiveNotifications()
    case .supervision:
      supervision = nil
      lose(.connectionTimeout)
    }
  }

  private func after(_ delay: Duration, _ event: Event) -> EventToken {
    simulation.schedule(at: now + delay, self, event.rawValue)
  }

  // MARK: Requests: one at a time

  func add(_ operation: AttributeOperation) {
    guard let next = requests.add(operation, at: now) else { return }
    send(next)
  }

  private func send(_ operation: AttributeOperation) {
    turn += 1
    let count = operation.exchanges(
      maximumTransmissionUnit: maximumTransmissionUnit, in: peer.database)
    var duration = interval * count
    if case .services = operation.kind {
      duration += central.drawServiceDiscovery(of: peer)
    }
    roundTrip = after(duration, .roundTrip)
  }

  private func perform() {
    guard let operation = requests.current else { return }
    // The radio repeats a packet until it is received or the link times out.
    guard !isSilent else {
      roundTrip = after(interval, .roundTrip)
      return
    }
    if let request = operation.request {
      if case .read = request, central.fails(\.failedReadsPercent) {
        return finish(.failed(.core(.connectionTimeout)))
      }
      return ask(request, operation)
    }
    if case .openChannel(let psm) = operation.kind { return finish(open(psm)) }
    if case .stale = operation.kind { return awaitAnswer() }
    finish(AttributeServer.find(operation.kind, in: peer.database))
  }

  private func ask(_ request: AttributeRequest, _ operation: AttributeOperation) {
    if case .subscribe(let handle, let isOn) = request,
      !changesSubscription(handle, isOn, operation.connection)
    {
      return finish(.done)
    }
    if let code = AttributeServer.refusal(request, in: peer.database, isEncrypted: isEncrypted) {
      if code == .insufficientEncryption { return pair(operation) }
      return finish(.failed(.attribute(code)))
    }
    let asked = turn
    peer.answer(request, on: self) { [weak self] answer in self?.answered(answer, asked) }
    if turn == asked, requests.current != nil { awaitAnswer() }
  }

  private func answered(_ answer: AttributeAnswer, _ asked: Int) {
    guard isOpen, turn == asked, requests.current != nil else { return }
    if isSilent, answer != .noAnswer {
      simulation.schedule(at: now + interval) { [weak self] in self?.answered(answer, asked) }
      return
    }
    switch answer {
    case .value(let value): received(value, asked)
    case .done: finish(.done)
    case .error(let code): finish(.failed(.attribute(code)))
    case .garbage: finish(.failed(.attribute(.invalidPdu)))
    case .noAnswer: break
    case .after(let delay, let later):
      simulation.schedule(at: now + delay) { [weak self] in self?.answered(later, asked) }
    }
  }

  /// Handles a part of a value. If the part fills the packet, the rest is requested.
  private func received(_ part: Data, _ asked: Int) {
    let room = maximumTransmissionUnit - 1
    let value = longValue + part.prefix(room)
    guard part.count >= room, value.count < parameters.longestValue,
      let operation = requests.current, case .read(let handle, _)? = operation.request
    else { return finish(.value(value.prefix(parameters.longestValue))) }
    longValue = value
    simulation.schedule(at: now + interval) { [weak self] in
      guard let self, isOpen, turn == asked else { return }
      turn += 1
      requests.restarted(at: now)
      ask(.read(handle, offset: value.count), operation)
    }
  }

  private func awaitAnswer() {
    guard answerTimeout == nil, let deadline = requests.deadline else { return }
    answerTimeout = simulation.schedule(at: deadline, self, Event.answerTimeout.rawValue)
  }

  private func finish(_ outcome: AttributeOutcome) {
    guard let operation = requests.current else { return }
    if let answerTimeout { simulation.cancel(answerTimeout) }
    answerTimeout = nil
    turn += 1
    longValue = Data()
    let next = requests.answered(at: now)
    // An app that left the link during its request does not receive the result.
    if users.contains(where: { $0 === operation.connection }) {
      if case .subscribe(let handle, let isOn) = operation.kind, case .done = outcome {
        setSubscribed(operation.connection, handle, isOn)
      }
      operation.connection.finished(operation.kind, outcome)
    } else if case .subscribe(let handle, true) = operation.kind, case .done = outcome, isOpen {
      peer.answer(.subscribe(handle, isOn: false), on: self) { _ in }
    }
    if isOpen, let next { send(next) }
  }

  // MARK: Encryption

  /// Encrypts a new link to a peer that was paired before.
  func encryptIfBonded() {
    guard central.bonds.contains(identifier) else { return }
    if peer.bonds.contains(central.name) {
      isEncrypted = true
    } else {
      lose(.peerRemovedPairingInformation)
    }
  }

  /// Asks the user to pair. The request is then sent again, or fails.
  private func pair(_ operation: AttributeOperation) {
    let asked = turn
    central.askToPair(self) { [weak self] accepted in
      guard let self, isOpen, turn == asked else { return }
      guard accepted else { return finish(.failed(.attribute(.insufficientAuthentication))) }
      isEncrypted = true
      requests.restarted(at: now)
      send(operation)
    }
  }

  // MARK: Notifications

  private func changesSubscription(
    _ handle: AttributeHandle, _ isOn: Bool, _ connection: PeerConnection
  ) -> Bool {
    let connections = subscribers.first { $0.handle == handle }?.connections ?? []
    return isOn ? connections.isEmpty : connections.count == 1 && connections[0] === connection
  }

  private func setSubscribed(
    _ connection: PeerConnection, _ handle: AttributeHandle, _ isOn: Bool
  ) {
    guard let i = subscribers.firstIndex(where: { $0.handle == handle }) else {
      if isOn { subscribers.append((handle, [connection])) }
      return
    }
    subscribers[i].connections.removeAll { $0 === connection }
    if isOn { subscribers[i].connections.append(connection) }
    subscribers.removeAll { $0.connections.isEmpty }
  }

  /// Queues a notification of the peer. Returns false if its queue is full (BT22).
  package func notify(_ value: Data, of handle: AttributeHandle) -> Bool {
    guard subscribers.contains(where: { $0.handle == handle }) else { return true }
    let fitting = value.prefix(maximumTransmissionUnit - 3)  // truncated (BT21)
    guard notifications.add((handle, Data(fitting))) else { return false }
    if notificationEvent == nil { notificationEvent = after(interval, .notifications) }
    return true
  }

  private func receiveNotifications() {
    notificationEvent = nil
    guard !isSilent else {
      notificationEvent = after(interval, .notifications)
      return
    }
    for packet in notifications.take() {
      let connections = subscribers.first { $0.handle == packet.handle }?.connections ?? []
      for connection in connections { connection.notified(packet.handle, packet.value) }
      guard isOpen else { return }
    }
    if !notifications.isEmpty { notificationEvent = after(interval, .notifications) }
    if notifications.endWaiting() { peer.hasRoomToNotify(self) }
  }

  // MARK: Writes without response

  func canSendCommand(for connection: PeerConnection) -> Bool {
    if commands.hasRoom() { return true }
    if !awaitingRoom.contains(where: { $0 === connection }) { awaitingRoom.append(connection) }
    return false
  }

  /// Queues a write without response. Returns false if it was dropped because the queue is full
  /// (BT22).
  func sendCommand(_ value: Data, to handle: AttributeHandle, of connection: PeerConnection)
    -> Bool
  {
    guard canSendCommand(for: connection), commands.add((handle, value)) else { return false }
    if commandEvent == nil { commandEvent = after(interval, .commands) }
    return true
  }

  private func sendCommands() {
    commandEvent = nil
    guard !isSilent else {
      commandEvent = after(interval, .commands)
      return
    }
    for packet in commands.take() {
      let request = AttributeRequest.writeCommand(packet.handle, packet.value)
      let refusal = AttributeServer.refusal(request, in: peer.database, isEncrypted: isEncrypted)
      if refusal == nil { peer.answer(request, on: self) { _ in } }
      guard isOpen else { return }
    }
    if !commands.isEmpty { commandEvent = after(interval, .commands) }
    guard commands.endWaiting() else { return }
    let waiting = awaitingRoom
    awaitingRoom = []
    for connection in waiting { connection.readyToWrite() }
  }

  // MARK: Changes of the database

  /// Called when the peer's Device Name changed. Its centrals read it again (BT11).
  func nameChanged() {
    let name = central.updateName(of: peer, identifier)
    for connection in users { connection.nameChanged(name) }
  }

  /// Called when services of the peer were added, removed or replaced: Service Changed
  /// (BT20).
  package func databaseChanged(removed: [AttributeHandle], characteristics: [AttributeHandle]) {
    subscribers.removeAll { characteristics.contains($0.handle) }
    for connection in users { connection.servicesModified(removed) }
  }
}
