import Foundation
import VirtualTime

/// The system's record of a central manager: its scan, its peripherals and the delivery of its
/// events.
final class CentralSession: RoleSession {
  private(set) weak var receiver: (any CentralEventReceiver)?
  var scanning = ScanMachine()
  private(set) var connections: [PeripheralConnection] = []
  var connectionEvents: (peers: [PeerIdentifier], services: [BluetoothUUID]) = ([], [])
  /// The scheduled reception of each peer's next advertisement, by the peer.
  private var watches: [ObjectIdentifier: EventToken] = [:]
  private var hasReportedScan = false
  private var hasReportedOverflow = false
  /// Whether this scan has already reported that no alert was left (WK10).
  var hasReportedBudget = false

  init(
    _ service: BluetoothService, _ process: AppProcess, restoreIdentifier: String?,
    _ receiver: any CentralEventReceiver
  ) {
    super.init(service, .central, process, restoreIdentifier: restoreIdentifier)
    self.receiver = receiver
  }

  func adopt(_ process: AppProcess, _ receiver: any CentralEventReceiver) {
    adopt(process)
    self.receiver = receiver
  }

  func deliver(_ event: CentralEvent, _ urgency: EventDelivery.Urgency) {
    hand(urgency) { [weak self] in self?.receiver?.received(event) }
  }

  override func tell(_ state: BluetoothState) { deliver(.state(state), .answer) }

  override func tellRestoration() {
    let restoration = restoration
    run { [weak self] in self?.receiver?.received(.willRestore(restoration)) }
  }

  // MARK: Scanning

  func scan(_ request: ScanRequest) {
    guard accepts("scanForPeripherals(withServices:options:)") else { return }
    scanning.start(request, isInFront: isInFront)
    hasReportedScan = false
    hasReportedBudget = false
    hasReportedOverflow = false
    post(.scanStarted((request.services ?? []).map(\.description).joined(separator: " ")))
    if !isInFront { reportBackgroundScan() }
    refreshAll()
  }

  func stopScan(isByApp: Bool) {
    if isByApp, !accepts("stopScan()") { return }
    guard scanning.request != nil else { return }
    scanning.stop()
    post(.scanStopped)
    refreshAll()
  }

  /// Reports the parts of a scan request that are silently ignored in background (BT5, BT8).
  func reportBackgroundScan() {
    guard let request = scanning.request, !hasReportedScan else { return }
    hasReportedScan = true
    if !request.namesServices { report(.backgroundScanWithoutServices) }
    if request.allowsDuplicates { report(.backgroundScanWithDuplicates) }
    if !scansInBackground { report(.backgroundScanWithoutMode) }
  }

  private var scansInBackground: Bool { hasBackgroundMode || getsAlerts || isKeptRunning }

  // MARK: Peripherals

  func connection(_ identifier: PeerIdentifier) -> PeripheralConnection? {
    connections.first { $0.identifier == identifier }
  }

  func link(to peer: PeerIdentifier) -> Link? { connection(peer)?.link }

  func connect(_ identifier: PeerIdentifier, _ options: ConnectOptions) {
    guard accepts("connect(_:options:)") else { return }
    guard let peer = service.peer(identifier) else {
      return deliver(.failedToConnect(identifier, .core(.unknownDevice)), .answer)
    }
    let connection = connection(identifier) ?? add(PeripheralConnection(peer, identifier, of: self))
    connection.connect(options)
  }

  private func add(_ connection: PeripheralConnection) -> PeripheralConnection {
    connections.append(connection)
    return connection
  }

  func cancelConnection(_ identifier: PeerIdentifier) {
    guard accepts("cancelPeripheralConnection(_:)") else { return }
    connection(identifier)?.cancel()
    forgetIdleConnections()
  }

  /// Called when the app no longer holds the peripheral (BT7).
  func release(_ identifier: PeerIdentifier) {
    guard let connection = connection(identifier), connection.isActive else { return }
    report(.objectReleased("the CBPeripheral of \(connection.peer.radioName)", "its connection"))
    connection.cancel()
    forgetIdleConnections()
  }

  private func forgetIdleConnections() { connections.removeAll { !$0.isActive } }

  /// Returns the connection that a command is for. Returns nil and reports a finding if the command
  /// is dropped (BT1, BT20).
  private func connectedPeripheral(_ identifier: PeerIdentifier, for call: String)
    -> PeripheralConnection?
  {
    guard accepts(call) else { return nil }
    if let connection = connection(identifier), connection.isConnected { return connection }
    process?.report(.notConnected(call))
    return nil
  }

  func request(_ call: String, _ identifier: PeerIdentifier, _ kind: AttributeOperation.Kind) {
    guard let connection = connectedPeripheral(identifier, for: call) else { return }
    if case .write(let handle, let value) = kind, value.count > service.policy.longestValue {
      // The phone itself refuses the value (BT21).
      return connection.finished(
        .write(handle, value), .failed(.attribute(.invalidAttributeValueLength)))
    }
    connection.request(kind)
  }

  func readRSSI(_ identifier: PeerIdentifier) {
    guard let connection = connectedPeripheral(identifier, for: "readRSSI()") else { return }
    let rssi = service.rssi(of: connection.peer) ?? 127  // RSSI not available (BT7)
    service.simulation.schedule(at: service.now + service.policy.connectionInterval) {
      [weak self, weak connection] in
      guard self != nil, let connection, connection.isConnected else { return }
      connection.deliver(.rssi(rssi, nil), .answer)
    }
  }

  func writeWithoutResponse(
    _ value: Data, to handle: AttributeHandle, _ identifier: PeerIdentifier
  ) {
    guard let connection = connectedPeripheral(identifier, for: "writeValue(_:for:type:)"),
      let link = connection.link
    else { return }
    guard value.count <= link.maximumTransmissionUnit - 3 else {
      process?.report(.writeTooLong(value.count, link.maximumTransmissionUnit - 3))
      return
    }
    if !link.sendCommand(value, to: handle, of: connection) { process?.report(.writeDropped) }
  }

  // MARK: Receiving advertisements

  /// The rate at which the radio listens for a peer.
  private enum Listening { case attentively, seldom }

  private func listening(for peer: any RadioPeer) -> Listening? {
    guard service.isListening, peer !== service.role else { return nil }
    let identifier = service.identifier(of: peer)
    var listening: Listening?
    if let connection = connection(identifier), connection.isPending {
      // A pending connect survives suspension, with or without the background mode (BT8, BT12).
      listening = process?.isRunning == true ? .attentively : .seldom
    }
    if let request = scanning.request,
      scanning.listens(isInFront: isInFront, hasBackgroundMode: scansInBackground),
      scanning.wants(identifier, isInFront: isInFront),
      let data = peer.advertising?.data, !data.isOnlyBeacon, matches(data, request)
    {
      if isInFront { return .attentively }
      listening = listening ?? .seldom
    }
    return listening
  }

  /// Whether the scan reports an advertisement with this data. In background the overflow area
  /// counts only while the screen is lit (BT6).
  private func matches(_ data: AdvertisementData, _ request: ScanRequest) -> Bool {
    guard data.matches(services: request.services, solicited: request.solicited) else {
      return false
    }
    guard !isInFront, !service.receivesOverflow, !data.overflowServices.isEmpty else { return true }
    var plain = data
    plain.overflowServices = []
    if plain.matches(services: request.services, solicited: request.solicited) { return true }
    if !hasReportedOverflow {
      hasReportedOverflow = true
      report(.overflowInTheDark)
    }
    return false
  }

  func refreshAll() {
    for peer in service.radio.peers { refresh(peer) }
  }

  /// Schedules all receptions again, because the app entered or left the foreground and the
  /// listening rate changed.
  override func paceChanged() {
    for peer in service.radio.peers {
      cancelWatch(of: peer)
      refresh(peer)
    }
    if !isInFront, process != nil { reportBackgroundScan() }
  }

  /// Called when the screen was lit or went dark: in background this changes the receptions (BT6).
  func screenChanged() { if !isInFront, scanning.request != nil { refreshAll() } }

  /// Decides again whether and when an advertisement of the peer is received.
  func refresh(_ peer: any RadioPeer) {
    guard let listening = listening(for: peer), let advertising = peer.advertising,
      service.mayHear(peer)
    else { return cancelWatch(of: peer) }
    // A pending connect waits until the peer is near enough to hold a connection.
    if scanning.request == nil, !service.reaches(peer) { return cancelWatch(of: peer) }
    let key = ObjectIdentifier(peer)
    guard watches[key] == nil else { return }
    var from = service.now
    if let connection = connection(service.identifier(of: peer)), connection.isPending {
      from = max(from, connection.notBefore)
    }
    if listening == .seldom { from = from + service.drawBackgroundLatency(of: advertising, peer) }
    let next = service.nextAdvertisement(of: peer, advertising, after: from)
    watches[key] = service.simulation.schedule(at: next) { [weak self] in
      self?.watches[key] = nil
      self?.advertisementCame(from: peer)
    }
  }

  private func cancelWatch(of peer: any RadioPeer) {
    guard let token = watches.removeValue(forKey: ObjectIdentifier(peer)) else { return }
    service.simulation.cancel(token)
  }

  private func advertisementCame(from peer: any RadioPeer) {
    defer { refresh(peer) }
    guard let listening = listening(for: peer), let advertising = peer.advertising,
      listening == .seldom || service.listensNow(), let rssi = service.rssi(of: peer)
    else { return }
    let identifier = service.identifier(of: peer)
    var data = advertising.data
    if data.localName == nil, isInFront || service.policy.backgroundScansActively {
      data.localName = advertising.scanResponseName
    }
    report(identifier, peer, data, rssi)
    if data.isConnectable, let connection = connection(identifier), connection.isPending,
      service.reaches(peer)
    {
      connection.heard()
    }
  }

  private func report(
    _ identifier: PeerIdentifier, _ peer: any RadioPeer, _ data: AdvertisementData, _ rssi: Int
  ) {
    guard let request = scanning.request,
      scanning.listens(isInFront: isInFront, hasBackgroundMode: scansInBackground),
      matches(data, request), scanning.wants(identifier, isInFront: isInFront)
    else { return }
    guard useAlertForDiscovery() else { return }
    _ = scanning.heard(identifier, isInFront: isInFront)
    service.met(peer, identifier)
    post(.discovered(peer.radioName, rssi: rssi))
    let name = service.name(of: identifier) ?? data.localName
    deliverDiscovery(
      .discovered(identifier, name: name, data.seen(byScanFor: request.services), rssi: rssi))
  }

  // MARK: Ends

  /// Ends the scan and all connections, because Bluetooth went below poweredOn (BT2).
  override func stateFell(to state: BluetoothState) {
    stopScan(isByApp: false)
    scanning = ScanMachine()  // a new scan reports every peripheral again (BT2)
    for connection in connections { connection.drop(because: "the radio went off") }
    forgetIdleConnections()
  }

  override func suspendRadio() {
    for connection in connections { connection.preserve() }
    refreshAll()
  }

  override func close() {
    stopScan(isByApp: false)
    for connection in connections { connection.drop(because: "its manager is gone") }
    for peer in service.radio.peers { cancelWatch(of: peer) }
    connections = []
    service.forget(self)
  }

  /// Reports a manager that was deallocated before its first state, or with work to do: the app
  /// probably released it by mistake (BT4).
  func reportIfNeeded() {
    if announced == .unknown || scanning.request != nil || connections.contains(where: \.isActive) {
      report(.managerReleased)
    }
  }

  // MARK: Restoration

  /// Whether there are requests for which the app is relaunched (BT27).
  override var hasPendingRequests: Bool {
    (scanning.request?.namesServices ?? false) || connections.contains { $0.isActive }
  }

  private var restoration: RestoredCentral {
    RestoredCentral(
      peers: connections.filter(\.isActive).map { connection in
        .init(
          identifier: connection.identifier, name: service.name(of: connection.identifier),
          isConnected: connection.isConnected, services: connection.discovered,
          notifying: connection.notifying)
      },
      scan: scanning.request)
  }

  /// Shows a system alert that the app requested, if the app is not in foreground (BT8).
  func alert(_ isWanted: Bool, _ text: String) {
    if isWanted, !app.isInFront { post(.alert(text)) }
  }
}
