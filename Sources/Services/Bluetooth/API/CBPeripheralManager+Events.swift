import Foundation
internal import YobanSimulatedApple

extension CBPeripheralManager {
  /// Updates the objects, then calls the delegate. Called on the manager's queue.
  func handle(_ event: PeripheralEvent) {
    switch event {
    case .read(let read):
      guard let characteristic = published.characteristics[read.handle] else { return }
      delegate?.peripheralManager(
        self,
        didReceiveRead: CBATTRequest(
          read.request, object(read.central), characteristic, offset: read.offset))
    case .write(let writes, let number):
      let requests = writes.compactMap { write in
        published.characteristics[write.handle].map { characteristic in
          CBATTRequest(
            number, object(write.central), characteristic, offset: write.offset,
            value: write.value)
        }
      }
      guard !requests.isEmpty else { return }
      delegate?.peripheralManager(self, didReceiveWrite: requests)
    case .readyToUpdateSubscribers:
      delegate?.peripheralManagerIsReady(toUpdateSubscribers: self)
    case .subscribed(let found, let handle):
      guard let characteristic = published.characteristics[handle] else { return }
      let central = object(found)
      if !characteristic.subscribers.contains(where: { $0 === central }) {
        characteristic.subscribers.append(central)
      }
      delegate?.peripheralManager(self, central: central, didSubscribeTo: characteristic)
    case .unsubscribed(let found, let handle):
      guard let characteristic = published.characteristics[handle] else { return }
      let central = object(found)
      characteristic.subscribers.removeAll { $0 === central }
      delegate?.peripheralManager(self, central: central, didUnsubscribeFrom: characteristic)
    case .added(let service, let token, let error):
      added(service, token, error)
    case .startedAdvertising(let error):
      keyValuesChanged(of: self)
      delegate?.peripheralManagerDidStartAdvertising(self, error: error?.appleError)
    case .publishedChannel(let psm, let error):
      delegate?.peripheralManager(self, didPublishL2CAPChannel: psm, error: error?.appleError)
    case .unpublishedChannel(let psm, let error):
      delegate?.peripheralManager(self, didUnpublishL2CAPChannel: psm, error: error?.appleError)
    case .openedChannel(let channel, let error):
      delegate?.peripheralManager(
        self, didOpen: channel.map { CBL2CAPChannel($0, peer: object($0.peer)) },
        error: error?.appleError)
    case .state(let state): stateChanged(CBManagerState(rawValue: state.rawValue)!)
    case .willRestore(let restored): restore(restored)
    }
  }

  private func added(_ service: GATTService, _ token: Int, _ error: BluetoothError?) {
    guard let object = published.answered(token, service, isAdded: error == nil) else {
      if error == nil { remove(service.handle) }
      return
    }
    delegate?.peripheralManager(self, didAdd: object, error: error?.appleError)
  }

  private func stateChanged(_ state: CBManagerState) {
    self.state = state
    session.stateReceived()
    if state != .poweredOn { published.poweredOff() }
    if state.rawValue < CBManagerState.poweredOff.rawValue { published.removeAll() }
    if delegate != nil { session.noteCall("peripheralManagerDidUpdateState", "\(state)") }
    delegate?.peripheralManagerDidUpdateState(self)
  }

  private func restore(_ restored: RestoredPeripheral) {
    var state: [String: Any] = [:]
    if !restored.services.isEmpty {
      let services = restored.services.map { published.restore($0) }
      for subscription in restored.subscribers {
        published.characteristics[subscription.handle]?.subscribers =
          subscription.centrals.map(object)
      }
      state[CBPeripheralManagerRestoredStateServicesKey] = services
    }
    if let advertising = restored.advertising {
      state[CBPeripheralManagerRestoredStateAdvertisementDataKey] = advertising.dictionary
    }
    session.restorationReceived()
    guard let delegate else { return session.restorationWasIgnored() }
    session.noteCall("willRestoreState")
    delegate.peripheralManager(self, willRestoreState: state)
  }
}
