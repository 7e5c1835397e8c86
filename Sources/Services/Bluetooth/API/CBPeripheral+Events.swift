import Foundation
internal import YobanSimulatedApple

extension CBPeripheral {
  /// Updates the objects, then calls the delegate. Called on the manager's queue.
  ///
  /// Drops a response for an attribute that was removed.
  func handle(_ event: PeerEvent) {
    reportMissingDelegate(event)
    switch event {
    case .value(let handle, let value, let error):
      guard let characteristic = attributes.characteristics[handle] else { return }
      if error == nil { characteristic.latest = value }
      delegate?.peripheral(self, didUpdateValueFor: characteristic, error: error?.appleError)
    case .wrote(let handle, let error):
      guard let characteristic = attributes.characteristics[handle] else { return }
      note("didWriteValueFor", characteristic)
      delegate?.peripheral(self, didWriteValueFor: characteristic, error: error?.appleError)
    case .notifying(let handle, let isNotifying, let error):
      guard let characteristic = attributes.characteristics[handle] else { return }
      characteristic.isNotifying = isNotifying
      note("didUpdateNotificationStateFor", characteristic)
      delegate?.peripheral(
        self, didUpdateNotificationStateFor: characteristic, error: error?.appleError)
    case .descriptorValue(let handle, let value, let error):
      guard let descriptor = attributes.descriptors[handle] else { return }
      if error == nil { descriptor.value = value.map(descriptor.typed) }
      delegate?.peripheral(self, didUpdateValueFor: descriptor, error: error?.appleError)
    case .wroteDescriptor(let handle, let error):
      guard let descriptor = attributes.descriptors[handle] else { return }
      delegate?.peripheral(self, didWriteValueFor: descriptor, error: error?.appleError)
    case .readyToWriteWithoutResponse:
      delegate?.peripheralIsReady(toSendWriteWithoutResponse: self)
    case .services, .includedServices, .characteristics, .descriptors, .servicesModified:
      discovered(event)
    case .name(let name):
      self.name = name
      delegate?.peripheralDidUpdateName(self)
    case .rssi(let rssi, let error):
      let number = NSNumber(value: rssi)
      if error == nil { lastRSSI = number }
      delegate?.peripheral(self, didReadRSSI: number, error: error?.appleError)
    case .channel(let channel, let error):
      delegate?.peripheral(
        self, didOpen: channel.map { CBL2CAPChannel($0, peer: self) }, error: error?.appleError)
    }
  }

  /// Reports the answer to a request, or a value, that no delegate receives.
  private func reportMissingDelegate(_ event: PeerEvent) {
    guard delegate == nil else { return }
    switch event {
    case .value: delegateIsMissing("didUpdateValueFor")
    case .services: delegateIsMissing("didDiscoverServices")
    case .characteristics: delegateIsMissing("didDiscoverCharacteristicsFor")
    case .wrote, .notifying, .descriptorValue, .wroteDescriptor, .readyToWriteWithoutResponse,
      .includedServices, .descriptors, .servicesModified, .name, .rssi, .channel:
      break
    }
  }

  /// Notes a call of the delegate, if there is one.
  private func note(_ method: String, _ attribute: CBAttribute? = nil) {
    guard delegate != nil else { return }
    if let attribute {
      table.session.noteCall(method, attribute.uuid.uuidString)
    } else {
      table.session.noteCall(method, of: [identifier])
    }
  }

  private func discovered(_ event: PeerEvent) {
    switch event {
    case .services(let found, let error):
      if error == nil { services = found.map { attributes.object($0, of: self) } }
      note("didDiscoverServices")
      delegate?.peripheral(self, didDiscoverServices: error?.appleError)
    case .includedServices(let handle, let found, let error):
      guard let service = attributes.services[handle] else { return }
      if error == nil { service.included = found.map { attributes.object($0, of: self) } }
      delegate?.peripheral(
        self, didDiscoverIncludedServicesFor: service, error: error?.appleError)
    case .characteristics(let handle, let found, let error):
      guard let service = attributes.services[handle] else { return }
      if error == nil { attributes.add(found, to: service) }
      note("didDiscoverCharacteristicsFor", service)
      delegate?.peripheral(
        self, didDiscoverCharacteristicsFor: service, error: error?.appleError)
    case .descriptors(let handle, let found, let error):
      guard let characteristic = attributes.characteristics[handle] else { return }
      if error == nil { attributes.add(found, to: characteristic) }
      delegate?.peripheral(
        self, didDiscoverDescriptorsFor: characteristic, error: error?.appleError)
    case .servicesModified(let handles):
      let gone = handles.compactMap { attributes.remove($0) }
      services?.removeAll { service in gone.contains { $0 === service } }
      note("didModifyServices")
      delegate?.peripheral(self, didModifyServices: gone)
    case .value, .wrote, .notifying, .descriptorValue, .wroteDescriptor, .name, .rssi, .channel,
      .readyToWriteWithoutResponse:
      break
    }
  }

  /// Discards everything discovered: neither a connection nor an attempt exists any more (BT20).
  func connectionEnded() {
    state = .disconnected
    services = nil
    attributes = DiscoveredAttributes()
  }

  /// Restores the state that the app knew of the peripheral in its previous launch (BT26).
  func restore(_ peer: RestoredCentral.Peer) {
    state =
      switch peer.state {
      case .connected: .connected
      case .pending: .connecting
      case .ended: .disconnected
      }
    guard peer.state == .connected else { return }
    if !peer.services.isEmpty {
      services = peer.services.map { attributes.object($0, of: self) }
    }
    for found in peer.services where !found.characteristics.isEmpty {
      let service = attributes.object(found, of: self)
      attributes.add(found.characteristics, to: service)
      for part in found.characteristics where !part.descriptors.isEmpty {
        attributes.add(part.descriptors, to: attributes.object(part, of: service))
      }
    }
    for handle in peer.notifying { attributes.characteristics[handle]?.isNotifying = true }
  }
}
