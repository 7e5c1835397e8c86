internal import SimulatedOS

/// The `CBPeripheral` objects of one central manager, as long as the app keeps them (BT7).
///
/// Shared by the manager and its peripherals, so that a peripheral outlives its manager unharmed.
final class PeripheralTable {
  let client: CentralClient
  private var entries: [PeerIdentifier: Entry] = [:]

  private struct Entry { weak var peripheral: CBPeripheral? }

  init(_ client: CentralClient) { self.client = client }

  subscript(_ identifier: PeerIdentifier) -> CBPeripheral? { entries[identifier]?.peripheral }

  /// The object of a peer; a new one if the app keeps none.
  func object(_ identifier: PeerIdentifier, name: String?) -> CBPeripheral {
    if let known = self[identifier] {
      if let name { known.name = name }
      return known
    }
    let peripheral = CBPeripheral(identifier, name: name, in: self)
    entries[identifier] = Entry(peripheral: peripheral)
    return peripheral
  }

  func object(_ peer: KnownPeer) -> CBPeripheral {
    let peripheral = object(peer.identifier, name: peer.name)
    if peer.isConnected, peripheral.state == .disconnected { peripheral.state = .connected }
    return peripheral
  }

  /// The app has let go of a peripheral that was valid.
  func released(_ identifier: PeerIdentifier) {
    entries[identifier] = nil
    client.release(identifier)
  }

  /// Bluetooth is off: no connection is left (BT2).
  func connectionsEnded() {
    for entry in entries.values { entry.peripheral?.connectionEnded() }
  }

  /// Objects made before now count no more (BT2).
  func invalidateAll() {
    for entry in entries.values { entry.peripheral?.isValid = false }
    entries.removeAll()
  }
}
