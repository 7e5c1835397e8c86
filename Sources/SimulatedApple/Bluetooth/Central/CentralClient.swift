import Foundation
import SimulatedDevices
import SimulatedRadio

/// The requests of one `CBCentralManager` and its peripherals.
///
/// The manager owns it. A call after the end of the process that it was made for does nothing and
/// reports a finding. An invalid call has the effect that Apple's documentation describes: mostly
/// none (with a finding `ble.wrong-state`), sometimes an error event.
public struct CentralClient {
  let session: CentralSession
  public let process: AppProcess

  /// Whether the process is alive and still holds the session.
  private func isAlive(_ call: String) -> Bool {
    process.isAlive(for: call) && session.process === process
  }

  // MARK: The manager

  /// Scans for peripherals until `stopScan`. A second call replaces the first.
  public func scan(_ request: ScanRequest) {
    guard isAlive("scanForPeripherals") else { return }
    session.scan(request)
  }

  public func stopScan() {
    guard isAlive("stopScan") else { return }
    session.stopScan(isByApp: true)
  }

  /// Requests a connection. The request never times out (BT12).
  public func connect(_ peer: PeerIdentifier, _ options: ConnectOptions) {
    guard isAlive("connect") else { return }
    session.connect(peer, options)
  }

  public func cancelConnection(_ peer: PeerIdentifier) {
    guard isAlive("cancelPeripheralConnection") else { return }
    session.cancelConnection(peer)
  }

  /// Returns those of the peers that this phone already knows, in the requested order (BT19).
  public func knownPeers(_ peers: [PeerIdentifier]) -> [KnownPeer] {
    guard isAlive("retrievePeripherals(withIdentifiers:)") else { return [] }
    return session.service.knownPeers(peers, for: session)
  }

  /// Returns peers that any app of this phone is connected to and that have one of the services
  /// (BT19).
  public func connectedPeers(withServices services: [BluetoothUUID]) -> [KnownPeer] {
    guard isAlive("retrieveConnectedPeripherals(withServices:)") else { return [] }
    return session.service.connectedPeers(withServices: services, for: session)
  }

  /// Registers for connection events of peers, or of peers with a service; nil for none.
  public func registerForConnectionEvents(
    peers: [PeerIdentifier]?, services: [BluetoothUUID]?
  ) {
    guard isAlive("registerForConnectionEvents") else { return }
    session.connectionEvents = (peers ?? [], services ?? [])
  }

  /// Called when the app has released a peripheral: a pending connect is canceled, a connection
  /// ends (BT7).
  public func release(_ peer: PeerIdentifier) {
    guard process.process.state != .dead, session.process === process else { return }
    session.release(peer)
  }

  /// Called when the manager was deallocated: its scan and its connections end, and it receives no
  /// more events (BT4).
  public func close() {
    guard process.process.state != .dead, session.process === process else { return }
    session.reportIfNeeded()
    session.close()
  }

  /// Reports that state was restored to a delegate without `willRestoreState` (BT24).
  public func restorationWasIgnored() {
    process.report(.restorationIgnored)
  }

  // MARK: One peripheral

  public func readRSSI(_ peer: PeerIdentifier) {
    guard isAlive("readRSSI") else { return }
    session.readRSSI(peer)
  }

  public func discoverServices(_ services: [BluetoothUUID]?, of peer: PeerIdentifier) {
    request("discoverServices", peer, .services(services))
  }

  public func discoverIncludedServices(
    _ services: [BluetoothUUID]?, of service: AttributeHandle, _ peer: PeerIdentifier
  ) {
    request("discoverIncludedServices", peer, .includedServices(service, services))
  }

  public func discoverCharacteristics(
    _ characteristics: [BluetoothUUID]?, of service: AttributeHandle, _ peer: PeerIdentifier
  ) {
    request("discoverCharacteristics", peer, .characteristics(service, characteristics))
  }

  public func discoverDescriptors(
    of characteristic: AttributeHandle, _ peer: PeerIdentifier
  ) {
    request("discoverDescriptors", peer, .descriptors(characteristic))
  }

  /// Reads a characteristic. The answer is a `value` event.
  public func read(_ characteristic: AttributeHandle, _ peer: PeerIdentifier) {
    request("readValue", peer, .read(characteristic))
  }

  /// Writes with response. The answer is a `wrote` event.
  public func write(
    _ value: Data, to characteristic: AttributeHandle, _ peer: PeerIdentifier
  ) {
    request("writeValue", peer, .write(characteristic, value))
  }

  /// Writes without response. The app is not notified whether the value arrived (BT22).
  public func writeWithoutResponse(
    _ value: Data, to characteristic: AttributeHandle, _ peer: PeerIdentifier
  ) {
    guard isAlive("writeValue") else { return }
    session.writeWithoutResponse(value, to: characteristic, peer)
  }

  public func readDescriptor(_ descriptor: AttributeHandle, _ peer: PeerIdentifier) {
    request("readValue", peer, .readDescriptor(descriptor))
  }

  public func writeDescriptor(
    _ value: Data, to descriptor: AttributeHandle, _ peer: PeerIdentifier
  ) {
    request("writeValue", peer, .writeDescriptor(descriptor, value))
  }

  public func setNotify(
    _ isOn: Bool, for characteristic: AttributeHandle, _ peer: PeerIdentifier
  ) {
    request("setNotifyValue", peer, .subscribe(characteristic, isOn))
  }

  /// Whether a write without response would be accepted now (BT22).
  public func canWriteWithoutResponse(_ peer: PeerIdentifier) -> Bool {
    session.connection(peer)?.connection.canSendCommand ?? false
  }

  /// Returns the longest value of a write, in bytes (BT21). Without a connection, the smallest MTU
  /// is assumed.
  public func maximumWriteLength(withResponse: Bool, _ peer: PeerIdentifier) -> Int {
    if withResponse { return session.service.policy.longestValue }
    return (session.connection(peer)?.connection.link?.maximumTransmissionUnit ?? 23) - 3
  }

  public func openChannel(_ psm: UInt16, _ peer: PeerIdentifier) {
    request("openL2CAPChannel", peer, .openChannel(psm))
  }

  /// Whether the user lets the peer read the phone's notifications.
  public func ancsAuthorized(_ peer: PeerIdentifier) -> Bool {
    session.service.ancsAuthorized.contains(peer)
  }

  /// Handles a command with an attribute that does not belong to the peripheral's current services.
  /// If the peripheral is connected, the command is sent but never answered: the link ends after 30
  /// s (BT20).
  public func requestStaleAttribute(_ call: String, _ peer: PeerIdentifier) {
    guard isAlive(call) else { return }
    process.report(.staleAttribute(call))
    session.connection(peer)?.connection.request(.stale)
  }

  /// Reports a command for a peripheral of another manager, or of a time before the manager's reset
  /// (BT2).
  public func reportForeignPeripheral(_ call: String) {
    guard isAlive(call) else { return }
    process.report(.foreignPeripheral(call))
  }

  private func request(_ call: String, _ peer: PeerIdentifier, _ kind: AttributeOperation.Kind) {
    guard isAlive(call) else { return }
    session.request(call, peer, kind)
  }
}

/// A peer that a phone knows without scanning.
public struct KnownPeer: Sendable, Hashable {
  public var identifier: PeerIdentifier
  public var name: String?
  /// Whether the requesting app is connected to the peer now.
  public var isConnected: Bool
}
