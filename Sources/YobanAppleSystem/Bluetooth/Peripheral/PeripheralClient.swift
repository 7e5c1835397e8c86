import Foundation
import YobanSimulatedDevices
import YobanSimulatedRadio

/// The requests of one `CBPeripheralManager`. The rules of `CentralClient` apply.
package struct PeripheralClient {
  let session: PeripheralSession
  package let process: AppProcess

  private func isAlive(_ call: String) -> Bool {
    process.isAlive(for: call) && session.process === process
  }

  /// Publishes a service. The answer is an `added` event with the token and the handles.
  package func add(_ service: GATTService, token: Int) {
    guard isAlive("add(_:)") else { return }
    session.add(service, token: token)
  }

  package func remove(_ service: AttributeHandle) {
    guard isAlive("remove(_:)") else { return }
    session.remove(service)
  }

  package func removeAllServices() {
    guard isAlive("removeAllServices()") else { return }
    session.removeAllServices()
  }

  /// Advertises until `stopAdvertising`. The answer is a `startedAdvertising` event.
  package func startAdvertising(_ request: AdvertisingRequest) {
    guard isAlive("startAdvertising(_:)") else { return }
    session.startAdvertising(request)
  }

  package func stopAdvertising() {
    guard isAlive("stopAdvertising()") else { return }
    session.stopAdvertising()
  }

  package var isAdvertising: Bool { session.advertising != nil }

  /// Sends a value to subscribers; nil for all of them.
  ///
  /// - Returns: false if the queue is full. A `readyToUpdateSubscribers` event follows then (BT22).
  package func updateValue(
    _ value: Data, of characteristic: AttributeHandle, for centrals: [PeerIdentifier]?
  ) -> Bool {
    guard isAlive("updateValue(_:for:onSubscribedCentrals:)") else { return false }
    return session.updateValue(value, of: characteristic, for: centrals)
  }

  /// Answers a read or a write.
  ///
  /// - Parameter error: nil for success.
  package func respond(to request: Int, value: Data?, error: AttributeErrorCode?) {
    guard isAlive("respond(to:withResult:)") else { return }
    session.respond(to: request, value: value, error: error)
  }

  /// Requests a connection interval for a central.
  package func setDesiredLatency(_ latency: ConnectionLatency, for central: PeerIdentifier) {
    guard isAlive("setDesiredConnectionLatency(_:for:)") else { return }
    session.setDesiredLatency(latency, for: central)
  }

  /// Offers an L2CAP channel. The answer is a `publishedChannel` event with its PSM.
  package func publishChannel(isEncrypted: Bool) {
    guard isAlive("publishL2CAPChannel(withEncryption:)") else { return }
    session.publishChannel(isEncrypted: isEncrypted)
  }

  package func unpublishChannel(_ psm: UInt16) {
    guard isAlive("unpublishL2CAPChannel(_:)") else { return }
    session.unpublishChannel(psm)
  }

  /// The manager has received the restored state, and gives it to its delegate.
  package func restorationReceived() { session.restorationReceived() }

  /// The manager has received its state, and gives it to its delegate.
  package func stateReceived() { session.stateReceived() }

  /// Reports that state was restored to a delegate without `willRestoreState` (BT24).
  package func restorationWasIgnored() { process.report(.restorationIgnored) }

  /// Reports that `startAdvertising` was given keys that iOS ignores (BT29).
  package func reportIgnoredAdvertisingKeys(_ keys: [String]) {
    guard isAlive("startAdvertising(_:)") else { return }
    process.report(.advertisingKeysIgnored(keys))
  }

  /// Called when the manager was deallocated: its services and its advertising are removed.
  package func close() {
    guard process.process.state != .dead, session.process === process else { return }
    session.close()
  }
}

/// `CBPeripheralManagerConnectionLatency`.
package enum ConnectionLatency: Int, Sendable, Hashable {
  case low, medium, high
}
