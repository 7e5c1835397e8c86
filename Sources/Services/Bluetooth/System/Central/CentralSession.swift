import Foundation
import YobanSimulatedDevices
import YobanSimulatedRadio
import YobanVirtualTime

/// The system's record of a central manager: its scan, its peripherals and the delivery of its
/// events.
///
/// An invalid call has the effect that Apple's documentation describes: mostly none (with a finding
/// `ble.wrong-state`), sometimes an error event.
package final class CentralSession: RoleSession {
  private(set) weak var receiver: (any CentralEventReceiver)?
  var scanning = ScanMachine()
  private(set) var connections: [PeripheralConnection] = []
  /// The peers and services for whose links the manager gets connection events.
  package var connectionEvents: (peers: [PeerIdentifier], services: [BluetoothUUID]) = ([], [])
  /// The scheduled reception of each peer's next advertisement. Used only for lookup.
  var receptions: [ObjectIdentifier: Reception] = [:]
  /// The peripherals that were connected or had a pending connect when the last process ended. Used only
  /// for lookup.
  private var activeAtEnd: Set<PeerIdentifier> = []
  /// The peripherals that had a subscription when their last connection ended. Used only for lookup.
  var subscribedBefore: Set<PeerIdentifier> = []
  private var hasReportedScan = false
  /// Whether this scan has already reported that it found an accessory that is not set up (BT33).
  var hasReportedChoice = false
  var hasReportedOverflow = false
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
    // Only this session runs the closure, so that it exists then.
    deliver(urgency) { [unowned(unsafe) self] in receiver?.received(event) }
  }

  override func notify(_ state: BluetoothState) { deliver(.state(state), .answer) }

  override func notifyOfRestoration() {
    let restoration = restoration
    activeAtEnd = []
    run { [weak self] in self?.receiver?.received(.willRestore(restoration)) }
  }

  // MARK: Scanning

  /// Scans for peripherals until `stopScan`. A second call replaces the first.
  package func scan(_ request: ScanRequest) {
    guard accepts("scanForPeripherals(withServices:options:)") else { return }
    scanning.start(request, isInFront: scansAsInFront)
    hasReportedScan = false
    hasReportedChoice = false
    hasReportedBudget = false
    hasReportedOverflow = false
    post(.scanStarted((request.services ?? []).map(\.description).joined(separator: " ")))
    if !scansAsInFront { reportBackgroundScan() }
    refreshAll()
    service.reportEnergy()
  }

  package func stopScan() {
    if accepts("stopScan()") { endScan() }
  }

  private func endScan() {
    guard scanning.request != nil else { return }
    scanning.stop()
    post(.scanStopped)
    refreshAll()
    service.reportEnergy()
  }

  /// Reports the parts of a scan request that are silently ignored in the background (BT5, BT8).
  func reportBackgroundScan() {
    guard let request = scanning.request, !hasReportedScan else { return }
    hasReportedScan = true
    if !request.namesServices { report(.backgroundScanWithoutServices) }
    if request.allowsDuplicates { report(.backgroundScanWithDuplicates) }
    if !scansInBackground { report(.backgroundScanWithoutMode) }
  }

  var scansInBackground: Bool { hasBackgroundMode || getsAlerts || isKeptRunning }

  // MARK: Peripherals

  func connection(_ identifier: PeerIdentifier) -> PeripheralConnection? {
    connections.first { $0.identifier == identifier }
  }

  /// Requests a connection. The request never times out (BT12).
  package func connect(_ identifier: PeerIdentifier, _ options: ConnectOptions) {
    guard accepts("connect(_:options:)") else { return }
    guard let peer = service.stack.peer(identifier) else {
      return deliver(.failedToConnect(identifier, .core(.unknownDevice)), .answer)
    }
    guard mayUse(identifier, in: "connect(_:options:)") else { return }
    let connection = connection(identifier) ?? add(PeripheralConnection(peer, identifier, of: self))
    connection.connect(options)
    service.reportEnergy()
  }

  private func add(_ connection: PeripheralConnection) -> PeripheralConnection {
    connections.append(connection)
    return connection
  }

  package func cancelConnection(_ identifier: PeerIdentifier) {
    guard accepts("cancelPeripheralConnection(_:)") else { return }
    guard let connection = connection(identifier) else { return }
    // The owner of the connection must exist until the end of it was reported.
    withExtendedLifetime(connection) { connection.connection.cancel() }
    forgetIdleConnections()
  }

  /// Called when a process has released a peripheral: a pending connect is canceled, a connection ends
  /// (BT7).
  package func release(_ identifier: PeerIdentifier, by holder: AppProcess) {
    guard isHeld(by: holder), let connection = connection(identifier), connection.isActive else {
      return
    }
    report(.objectReleased("the CBPeripheral of \(connection.peer.radioName)", "its connection"))
    withExtendedLifetime(connection) { connection.connection.cancel() }
    forgetIdleConnections()
  }

  private func forgetIdleConnections() {
    connections.removeAll { !$0.isActive }
    service.reportEnergy()
  }

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

  /// Sends a request to a connected peripheral. The answer is an event.
  ///
  /// - Parameter call: the name of the function, for findings.
  package func request(
    _ call: String, _ identifier: PeerIdentifier, _ kind: AttributeOperation.Kind
  ) {
    guard let connection = connectedPeripheral(identifier, for: call) else { return }
    connection.connection.request(kind)
  }

  /// Handles a command with an attribute that does not belong to the peripheral's current services.
  /// If the peripheral is connected, the command is sent but never answered: the link ends after 30
  /// s (BT20).
  package func requestStaleAttribute(_ call: String, _ identifier: PeerIdentifier) {
    guard let connection = connectedPeripheral(identifier, for: call) else { return }
    process?.report(.staleAttribute(call))
    connection.connection.request(.stale)
  }

  /// Reports a command for a peripheral of another manager, or of a time before the manager's reset
  /// (BT2).
  package func reportForeignPeripheral(_ call: String) { process?.report(.foreignPeripheral(call)) }

  package func readRSSI(_ identifier: PeerIdentifier) {
    guard let connection = connectedPeripheral(identifier, for: "readRSSI()") else { return }
    let rssi = service.stack.rssi(of: connection.peer) ?? 127  // RSSI not available (BT7)
    service.simulation.schedule(at: service.now + service.policy.connectionInterval) {
      [weak self, weak connection] in
      guard self != nil, let connection, connection.isConnected else { return }
      connection.deliver(.rssi(rssi, nil), .answer)
    }
  }

  /// Writes without response. The app is not notified whether the value arrived (BT22).
  package func writeWithoutResponse(
    _ value: Data, to handle: AttributeHandle, _ identifier: PeerIdentifier
  ) {
    guard let connection = connectedPeripheral(identifier, for: "writeValue(_:for:type:)"),
      let link = connection.connection.link
    else { return }
    guard value.count <= link.maximumTransmissionUnit - 3 else {
      process?.report(.writeTooLong(value.count, link.maximumTransmissionUnit - 3))
      return
    }
    if !connection.connection.sendCommand(value, to: handle) { process?.report(.writeDropped) }
  }

  // MARK: Properties of a peripheral

  /// Whether a write without response would be accepted now (BT22).
  package func canWriteWithoutResponse(_ peer: PeerIdentifier) -> Bool {
    connection(peer)?.connection.canSendCommand ?? false
  }

  /// Returns the longest value of a write, in bytes (BT21). Without a connection, the smallest MTU
  /// is assumed.
  package func maximumWriteLength(withResponse: Bool, _ peer: PeerIdentifier) -> Int {
    if withResponse { return service.policy.longestValue }
    return (connection(peer)?.connection.link?.maximumTransmissionUnit ?? 23) - 3
  }

  /// Whether the user lets the peer read the phone's notifications.
  package func ancsAuthorized(_ peer: PeerIdentifier) -> Bool {
    service.ancsAuthorized.contains(peer)
  }

  override func appStateChanged() {
    rescheduleAll()
    if app.state == .suspended { for connection in connections { connection.suspended() } }
    if !scansAsInFront, process != nil { reportBackgroundScan() }
    service.reportEnergy()
  }

  // MARK: Ends

  /// Ends the scan and all connections, because Bluetooth went below poweredOn (BT2).
  override func becameUnavailable(to state: BluetoothState) {
    endScan()
    activeAtEnd = []
    scanning = ScanMachine()  // a new scan reports every peripheral again (BT2)
    for connection in connections { connection.drop(because: "the radio went off") }
    forgetIdleConnections()
  }

  override func suspendRadio() {
    for connection in connections { connection.preserve() }
    refreshAll()
    service.reportEnergy()
  }

  override func close() {
    endScan()
    for connection in connections { connection.drop(because: "its manager is gone") }
    for peer in service.radio.peers { cancelReception(of: peer) }
    connections = []
    service.forget(self)
    service.reportEnergy()
  }

  /// Called when a process has released the manager: its scan and its connections end, and it receives no
  /// more events.
  ///
  /// A manager that is released before its first state, or with work to do, is reported: the app
  /// probably released it by mistake (BT4).
  package func close(by holder: AppProcess) {
    guard isHeld(by: holder) else { return }
    if announced == .unknown || scanning.request != nil || connections.contains(where: \.isActive) {
      report(.managerReleased)
    }
    close()
  }

  // MARK: Restoration

  override var pendingRequests: [String] {
    let scan = scanning.request?.namesServices == true ? ["a scan"] : []
    return scan
      + connections.filter(\.isActive).map { "the connection of \($0.peer.radioName)" }
      + (connectionEvents.peers.isEmpty && connectionEvents.services.isEmpty
        ? [] : ["connection events"])
  }

  /// Whether there are requests for which the app is relaunched (BT27).
  override var hasPendingRequests: Bool {
    (scanning.request?.namesServices ?? false) || connections.contains { $0.isActive }
  }

  override func preserve() {
    super.preserve()
    activeAtEnd = Set(connections.filter(\.isActive).map(\.identifier))
  }

  /// A connection that has ended since then is restored, too, so that the app can receive the event of
  /// its end (BT25, BT26).
  private var restoration: RestoredCentral {
    RestoredCentral(
      peers: connections.filter { $0.isActive || activeAtEnd.contains($0.identifier) }.map {
        .init(
          identifier: $0.identifier, name: service.stack.name(of: $0.identifier),
          state: $0.isConnected ? .connected : $0.isActive ? .pending : .ended,
          services: $0.discovered, notifying: $0.notifying)
      },
      scan: scanning.request)
  }

  /// Shows a system alert that the app requested, if the app is not in the foreground (BT8).
  func alert(_ isWanted: Bool, _ text: String) {
    if isWanted, !app.isInFront { post(.alert(text)) }
  }
}
