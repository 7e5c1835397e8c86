import Foundation
import YobanSimulatedDevices
import YobanSimulatedRadio
import YobanVirtualTime

/// The system's record of a peripheral manager: its services, its advertising and its answers.
package final class PeripheralSession: RoleSession {
  private weak var receiver: (any PeripheralEventReceiver)?
  /// The handles, in the device's database, of the services that the manager published.
  private(set) var services: [AttributeHandle] = []
  private(set) var advertising: AdvertisingRequest?
  package var isAdvertising: Bool { advertising != nil }
  private(set) var advertisingSince = VirtualInstant.start
  private(set) var channels: [UInt16] = []
  private var isQueueFull = false
  /// Whether the system sends the advertising of the app (BT29).
  private var isSent = true

  private var deviceRole: PeripheralRole { service.role }

  init(
    _ service: BluetoothService, _ process: AppProcess, restoreIdentifier: String?,
    _ receiver: any PeripheralEventReceiver
  ) {
    super.init(service, .peripheral, process, restoreIdentifier: restoreIdentifier)
    self.receiver = receiver
  }

  func adopt(_ process: AppProcess, _ receiver: any PeripheralEventReceiver) {
    adopt(process)
    self.receiver = receiver
  }

  func deliver(_ event: PeripheralEvent, _ urgency: EventDelivery.Urgency) {
    deliver(urgency) { [weak self] in self?.receiver?.received(event) }
  }

  override func notify(_ state: BluetoothState) { deliver(.state(state), .answer) }

  override func notifyOfRestoration() {
    let restoration = restoration
    run { [weak self] in self?.receiver?.received(.willRestore(restoration)) }
  }

  // MARK: Services

  /// Publishes a service. The answer is an `added` event with the token and the handles.
  package func add(_ new: GATTService, token: Int) {
    guard accepts("add(_:)") else { return }
    let published = deviceRole.publish(new, of: self)
    services.append(published.handle)
    deliver(.added(published, token: token, nil), .answer)
  }

  package func remove(_ handle: AttributeHandle) {
    guard accepts("remove(_:)"), services.contains(handle) else { return }
    services.removeAll { $0 == handle }
    deviceRole.withdraw([handle])
  }

  package func removeAllServices() {
    guard accepts("removeAllServices()") else { return }
    let gone = services
    services = []
    deviceRole.withdraw(gone)
  }

  // MARK: Advertising

  /// Advertises until `stopAdvertising`. The answer is a `startedAdvertising` event.
  package func startAdvertising(_ request: AdvertisingRequest) {
    guard accepts("startAdvertising(_:)") else { return }
    guard advertising == nil else {
      return deliver(.startedAdvertising(.core(.alreadyAdvertising)), .answer)
    }
    advertising = request
    advertisingSince = service.now
    isSent = isInFront || service.policy.beginsAdvertisingInBackground
    if !isSent { report(.advertisingFromBackground) }
    post(.advertising(isOn: true))
    deliver(.startedAdvertising(nil), .answer)
    deviceRole.advertisingChanged()
  }

  /// Reports that `startAdvertising` was given keys that iOS ignores (BT29).
  package func reportIgnoredAdvertisingKeys(_ keys: [String]) {
    process?.report(.advertisingKeysIgnored(keys))
  }

  package func stopAdvertising() {
    guard accepts("stopAdvertising()"), advertising != nil else { return }
    advertising = nil
    post(.advertising(isOn: false))
    deviceRole.advertisingChanged()
  }

  /// Whether the advertising is sent: in the background only with the background mode, never as a
  /// beacon, and since iOS 14 only if the app has been in the foreground since it started to
  /// advertise (BT29).
  var isOnAir: Bool {
    guard let advertising, isSent else { return false }
    return isInFront || hasBackgroundMode && advertising.beacon == nil
  }

  override func appStateChanged() {
    guard advertising != nil else { return }
    if isInFront { isSent = true }
    deviceRole.advertisingChanged()
  }

  // MARK: Values

  /// Sends a value to subscribers; nil for all of them.
  ///
  /// - Returns: false if the queue is full. A `readyToUpdateSubscribers` event follows then (BT22).
  package func updateValue(
    _ value: Data, of characteristic: AttributeHandle, for centrals: [PeerIdentifier]?
  ) -> Bool {
    guard accepts("updateValue(_:for:onSubscribedCentrals:)") else { return false }
    guard deviceRole.notify(value, of: characteristic, to: centrals) else {
      isQueueFull = true
      return false
    }
    return true
  }

  func hasRoom() {
    guard isQueueFull else { return }
    isQueueFull = false
    deliver(.readyToUpdateSubscribers, .event)
  }

  /// Answers a read or a write.
  ///
  /// - Parameter error: nil for success.
  package func respond(to request: Int, value: Data?, error: AttributeErrorCode?) {
    deviceRole.respond(to: request, value: value, error: error)
  }

  /// Requests a connection interval for a central.
  package func setDesiredLatency(_ latency: ConnectionLatency, for central: PeerIdentifier) {
    guard accepts("setDesiredConnectionLatency(_:for:)") else { return }
    deviceRole.setDesiredLatency(latency, for: central)
  }

  // MARK: Channels

  /// Offers an L2CAP channel. The answer is a `publishedChannel` event with its PSM.
  package func publishChannel(isEncrypted: Bool) {
    guard accepts("publishL2CAPChannel(withEncryption:)") else { return }
    let psm = deviceRole.publishChannel(isEncrypted: isEncrypted, of: self)
    channels.append(psm)
    deliver(.publishedChannel(psm, nil), .answer)
  }

  package func unpublishChannel(_ psm: UInt16) {
    guard accepts("unpublishL2CAPChannel(_:)") else { return }
    guard channels.contains(psm) else {
      return deliver(.unpublishedChannel(psm, .core(.invalidParameters)), .answer)
    }
    channels.removeAll { $0 == psm }
    deviceRole.unpublishChannel(psm)
    deliver(.unpublishedChannel(psm, nil), .answer)
  }

  // MARK: Ends

  /// Handles a lower Bluetooth state. At poweredOff, advertising pauses and services stay; below
  /// it, everything must be published again (Apple's header of CBPeripheralManagerDelegate).
  override func becameUnavailable(to state: BluetoothState) {
    if state.rawValue < BluetoothState.poweredOff.rawValue { withdrawAll() }
  }

  /// Called when a process has released the manager: its services and its advertising are removed.
  package func close(by holder: AppProcess) { if isHeld(by: holder) { close() } }

  private func withdrawAll() {
    if advertising != nil { post(.advertising(isOn: false)) }
    advertising = nil
    deviceRole.withdraw(services)
    services = []
    for psm in channels { deviceRole.unpublishChannel(psm) }
    channels = []
  }

  override func suspendRadio() {}

  override func close() {
    withdrawAll()
    service.forget(self)
    deviceRole.advertisingChanged()
  }

  // MARK: Restoration

  override var pendingRequests: [String] { hasPendingRequests ? ["published services"] : [] }

  override var hasPendingRequests: Bool { advertising != nil || !services.isEmpty }

  private var restoration: RestoredPeripheral {
    RestoredPeripheral(
      services: services.compactMap { deviceRole.database.service($0) },
      subscribers: deviceRole.subscriptions(of: services), advertising: advertising)
  }
}

/// `CBPeripheralManagerConnectionLatency`.
package enum ConnectionLatency: Int, Sendable, Hashable {
  case low, medium, high
}
