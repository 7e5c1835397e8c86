internal import YobanSimulatedApple

/// The `CBPeripheral` objects of one central manager, for as long as the app keeps them (BT7).
///
/// The manager and its peripherals share the table, so that a peripheral can safely outlive its
/// manager.
final class PeripheralTable {
  let session: CentralSession
  /// The access of the peripherals to the system.
  let system: ServiceHandle<BluetoothService>
  private var entries: [PeerIdentifier: Entry] = [:]

  private struct Entry { weak var peripheral: CBPeripheral? }

  init(_ session: CentralSession, _ system: ServiceHandle<BluetoothService>) {
    (self.session, self.system) = (session, system)
  }

  subscript(_ identifier: PeerIdentifier) -> CBPeripheral? { entries[identifier]?.peripheral }

  /// Returns the object of a peer, or a new one if the app keeps none.
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

  /// Called when the app has released a peripheral that was valid.
  func released(_ identifier: PeerIdentifier) {
    entries[identifier] = nil
    session.release(identifier, by: system.process)
  }

  /// Ends all connections, because Bluetooth was switched off (BT2).
  func connectionsEnded() {
    for entry in entries.values { entry.peripheral?.connectionEnded() }
  }

  /// Invalidates all objects that exist now (BT2).
  func invalidateAll() {
    for entry in entries.values { entry.peripheral?.isValid = false }
    entries.removeAll()
  }
}
