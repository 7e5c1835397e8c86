import Foundation
internal import YobanSimulatedApple
internal import YobanVirtualTime

extension CBCentralManager {
  /// Updates the objects, then calls the delegate. Called on the manager's queue.
  ///
  /// Drops an event for a peripheral that the app has released, except for events that introduce a
  /// peripheral to the app.
  func handle(_ event: CentralEvent) {
    switch event {
    case .peer(let identifier, let event): peripherals[identifier]?.handle(event)
    case .discovered(let identifier, let name, let data, let rssi):
      if delegate == nil { delegateIsMissing("didDiscover") }
      delegate?.centralManager(
        self, didDiscover: peripherals.object(identifier, name: name),
        advertisementData: data.dictionary, rssi: NSNumber(value: rssi))
    case .connected(let identifier, let name):
      guard let peripheral = peripherals[identifier] else { return }
      if let name { peripheral.name = name }
      peripheral.state = .connected
      if delegate == nil { delegateIsMissing("didConnect") }
      note("didConnect", identifier)
      delegate?.centralManager(self, didConnect: peripheral)
    case .failedToConnect(let identifier, let error):
      guard let peripheral = peripherals[identifier] else { return }
      peripheral.connectionEnded()
      note("didFailToConnect", identifier)
      delegate?.centralManager(self, didFailToConnect: peripheral, error: error.appleError)
    case .disconnected(let identifier, let error, let instant, let isReconnecting):
      guard let peripheral = peripherals[identifier] else { return }
      // The app may have requested another connection since the connection was lost.
      let isAsked = peripheral.state == .connecting
      peripheral.connectionEnded()
      if isReconnecting || isAsked { peripheral.state = .connecting }
      note("didDisconnectPeripheral", identifier)
      delegate?.centralManager(
        self, didDisconnectPeripheral: peripheral, timestamp: wallClock(instant),
        isReconnecting: isReconnecting, error: error?.appleError)
    case .connectionEvent(let identifier, let name, let isConnected):
      delegate?.centralManager(
        self, connectionEventDidOccur: isConnected ? .peerConnected : .peerDisconnected,
        for: peripherals.object(identifier, name: name))
    case .ancsAuthorization(let identifier, _):
      guard let peripheral = peripherals[identifier] else { return }
      delegate?.centralManager(self, didUpdateANCSAuthorizationFor: peripheral)
    case .state(let state): stateChanged(CBManagerState(rawValue: state.rawValue)!)
    case .willRestore(let restored): restore(restored)
    }
  }

  /// Notes a call of the delegate, if there is one.
  private func note(_ method: String, _ identifier: PeerIdentifier) {
    if delegate != nil { session.noteCall(method, of: [identifier]) }
  }

  private func stateChanged(_ state: CBManagerState) {
    self.state = state
    session.stateReceived()
    if state != .poweredOn {
      isScanning = false
      peripherals.connectionsEnded()
    }
    if state.rawValue < CBManagerState.poweredOff.rawValue { peripherals.invalidateAll() }
    if delegate != nil { session.noteCall("centralManagerDidUpdateState", "\(state)") }
    delegate?.centralManagerDidUpdateState(self)
  }

  private func restore(_ restored: RestoredCentral) {
    var state: [String: Any] = [:]
    if !restored.peers.isEmpty {
      state[CBCentralManagerRestoredStatePeripheralsKey] = restored.peers.map { peer in
        let peripheral = peripherals.object(peer.identifier, name: peer.name)
        peripheral.restore(peer)
        return peripheral
      }
    }
    if let scan = restored.scan {
      isScanning = true
      if let services = scan.services {
        state[CBCentralManagerRestoredStateScanServicesKey] = services.objects
      }
      state[CBCentralManagerRestoredStateScanOptionsKey] = scan.options
    }
    session.restorationReceived()
    guard let delegate else { return restorationWasIgnored() }
    session.noteCall("willRestoreState", of: restored.peers.map(\.identifier))
    delegate.centralManager(self, willRestoreState: state)
  }

  /// Records that no delegate took the restored state (BT24).
  func restorationWasIgnored() { session.restorationWasIgnored() }

  /// Converts an instant to the time of the clock that the app reads.
  private func wallClock(_ instant: VirtualInstant) -> CFAbsoluteTime {
    let age = peripherals.system.process.process.simulation.now - instant
    return Date().timeIntervalSinceReferenceDate - age.seconds
  }
}
