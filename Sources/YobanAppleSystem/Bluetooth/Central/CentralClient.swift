import Foundation
import YobanSimulatedDevices
import YobanSimulatedRadio

/// The requests of one `CBCentralManager` and its peripherals.
///
/// The manager owns it. A call after the end of the process that it was made for does nothing and
/// reports a finding. An invalid call has the effect that Apple's documentation describes: mostly
/// none (with a finding `ble.wrong-state`), sometimes an error event.
package struct CentralClient {
  let session: CentralSession
  package let process: AppProcess

  /// Whether the process is alive and still holds the session.
  private func isAlive(_ call: String) -> Bool {
    process.isAlive(for: call) && session.process === process
  }

  // MARK: The manager

  /// Scans for peripherals until `stopScan`. A second call replaces the first.
  package func scan(_ request: ScanRequest) {
    guard isAlive("scanForPeripherals") else { return }
    session.scan(request)
  }

  package func stopScan() {
    guard isAlive("stopScan") else { return }
    session.stopScan(isByApp: true)
  }

  /// Requests a connection. The request never times out (BT12).
  package func connect(_ peer: PeerIdentifier, _ options: ConnectOptions) {
    guard isAlive("connect") else { return }
    session.connect(peer, options)
  }

  package func cancelConnection(_ peer: PeerIdentifier) {
    guard isAlive("cancelPeripheralConnection") else { return }
    session.cancelConnection(peer)
  }

  /// Returns those of the peers that this phone already knows, in the requested order (BT19).
  package func knownPeers(_ peers: [PeerIdentifier]) -> [KnownPeer] {
    guard isAlive("retrievePeripherals(withIdentifiers:)") else { return [] }
    return session.service.knownPeers(peers, for: session)
  }

  /// Returns peers that any app of this phone is connected to and that have one of the services
  /// (BT19).
  package func connectedPeers(withServices services: [BluetoothUUID]) -> [KnownPeer] {
    guard isAlive("retrieveConnectedPeripherals(withServices:)") else { return [] }
    return session.service.connectedPeers(withServices: services, for: session)
  }

  /// Registers for connection events of peers, or of peers with a service; nil for none.
  package func registerForConnectionEvents(
    peers: [PeerIdentifier]?, services: [BluetoothUUID]?
  ) {
    guard isAlive("registerForConnectionEvents") else { return }
    session.connectionEvents = (peers ?? [], services ?? [])
  }

  /// Called when the app has released a peripheral: a pending connect is canceled, a connection
  /// ends (BT7).
  package func release(_ peer: PeerIdentifier) {
    guard process.process.state != .dead, session.process === process else { return }
    session.release(peer)
  }

  /// Called when the manager was deallocated: its scan and its connections end, and it receives no
  /// more events (BT4).
  package func close() {
    guard process.process.state != .dead, session.process === process else { return }
    session.reportIfNeeded()
    session.close()
  }

  /// Reports that state was restored to a delegate without `willRestoreState` (BT24).
  package func restorationWasIgnored() {
    process.report(.restorationIgnored)
  }

  /// The manager has received the restored state, and gives it to its delegate.
  package func restorationReceived() { session.restorationReceived() }

  /// The manager has received its state, and gives it to its delegate.
  package func stateReceived() { session.stateReceived() }

  /// Reports an event that nobody receives, because there is no delegate (BT4).
  package func delegateIsMissing(_ object: String, _ method: String) {
    process.reportOnce(.noDelegate(object, method))
  }

  // MARK: One peripheral

  package func readRSSI(_ peer: PeerIdentifier) {
    guard isAlive("readRSSI") else { return }
    session.readRSSI(peer)
  }

  package func discoverServices(_ services: [BluetoothUUID]?, of peer: PeerIdentifier) {
    request("discoverServices", peer, .services(services))
  }

  package func discoverIncludedServices(
    _ services: [BluetoothUUID]?, of service: AttributeHandle, _ peer: PeerIdentifier
  ) {
    request("discoverIncludedServices", peer, .includedServices(service, services))
  }

  package func discoverCharacteristics(
    _ characteristics: [BluetoothUUID]?, of service: AttributeHandle, _ peer: PeerIdentifier
  ) {
    request("discoverCharacteristics", peer, .characteristics(service, characteristics))
  }

  package func discoverDescriptors(
    of characteristic: AttributeHandle, _ peer: PeerIdentifier
  ) {
    request("discoverDescriptors", peer, .descriptors(characteristic))
  }

  /// Reads a characteristic. The answer is a `value` event.
  package func read(_ characteristic: AttributeHandle, _ peer: PeerIdentifier) {
    request("readValue", peer, .read(characteristic))
  }

  /// Writes with response. The answer is a `wrote` event.
  package func write(
    _ value: Data, to characteristic: AttributeHandle, _ peer: PeerIdentifier
  ) {
    request("writeValue", peer, .write(characteristic, value))
  }

  /// Writes without response. The app is not notified whether the value arrived (BT22).
  package func writeWithoutResponse(
    _ value: Data, to characteristic: AttributeHandle, _ peer: PeerIdentifier
  ) {
    guard isAlive("writeValue") else { return }
    session.writeWithoutResponse(value, to: characteristic, peer)
  }

  package func readDescriptor(_ descriptor: AttributeHandle, _ peer: PeerIdentifier) {
    request("readValue", peer, .readDescriptor(descriptor))
  }

  package func writeDescriptor(
    _ value: Data, to descriptor: AttributeHandle, _ peer: PeerIdentifier
  ) {
    request("writeValue", peer, .writeDescriptor(descriptor, value))
  }

  package func setNotify(
    _ isOn: Bool, for characteristic: AttributeHandle, _ peer: PeerIdentifier
  ) {
    request("setNotifyValue", peer, .subscribe(characteristic, isOn))
  }

  /// Whether a write without response would be accepted now (BT22).
  package func canWriteWithoutResponse(_ peer: PeerIdentifier) -> Bool {
    session.connection(peer)?.connection.canSendCommand ?? false
  }

  /// Returns the longest value of a write, in bytes (BT21). Without a connection, the smallest MTU
  /// is assumed.
  package func maximumWriteLength(withResponse: Bool, _ peer: PeerIdentifier) -> Int {
    if withResponse { return session.service.policy.longestValue }
    return (session.connection(peer)?.connection.link?.maximumTransmissionUnit ?? 23) - 3
  }

  package func openChannel(_ psm: UInt16, _ peer: PeerIdentifier) {
    request("openL2CAPChannel", peer, .openChannel(psm))
  }

  /// Whether the user lets the peer read the phone's notifications.
  package func ancsAuthorized(_ peer: PeerIdentifier) -> Bool {
    session.service.ancsAuthorized.contains(peer)
  }

  /// Handles a command with an attribute that does not belong to the peripheral's current services.
  /// If the peripheral is connected, the command is sent but never answered: the link ends after 30
  /// s (BT20).
  package func requestStaleAttribute(_ call: String, _ peer: PeerIdentifier) {
    guard isAlive(call) else { return }
    session.requestStaleAttribute(call, peer)
  }

  /// Reports a command for a peripheral of another manager, or of a time before the manager's reset
  /// (BT2).
  package func reportForeignPeripheral(_ call: String) {
    guard isAlive(call) else { return }
    process.report(.foreignPeripheral(call))
  }

  private func request(_ call: String, _ peer: PeerIdentifier, _ kind: AttributeOperation.Kind) {
    guard isAlive(call) else { return }
    session.request(call, peer, kind)
  }
}

/// A peer that a phone knows without scanning.
package struct KnownPeer: Sendable, Hashable {
  package var identifier: PeerIdentifier
  package var name: String?
  /// Whether the requesting app is connected to the peer now.
  package var isConnected: Bool
}
