import Foundation
internal import YobanSimulatedApple

/// Publishes and advertises services of this phone.
///
/// Keep a strong reference: when the manager is released, its services and advertising end (BT4).
/// The delegate is called on the queue given to the initializer, or on the main queue if none was
/// given. Commands have an effect only in state `poweredOn` (BT1).
open class CBPeripheralManager: CBManager {
  /// A weak reference, as at Apple (BT4).
  open weak var delegate: (any CBPeripheralManagerDelegate)?
  open var isAdvertising: Bool { session.isAdvertising }

  let session: PeripheralSession
  private let system: ServiceHandle<BluetoothService>
  var published = PublishedServices()
  /// One object for each central that has used this manager.
  private var centrals: [PeerIdentifier: CBCentral] = [:]
  private let receiver: PeripheralManagerReceiver

  /// Creates a manager without a delegate, on the main queue.
  public convenience init() { self.init(delegate: nil, queue: nil) }

  public convenience init(delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?) {
    self.init(delegate: delegate, queue: queue, options: nil)
  }

  /// Creates a manager. Its delegate soon receives the first state (BT1).
  ///
  /// The app is terminated if its Info.plist lacks NSBluetoothAlwaysUsageDescription (BT3).
  public init(
    delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?,
    options: [String: Any]? = nil
  ) {
    let process = AppProcess.callingOnPhone("CBPeripheralManager was created")
    receiver = PeripheralManagerReceiver(queue ?? .main)
    let bluetooth = process.app.appleDevice.bluetooth
    guard
      let session = bluetooth.openPeripheral(
        for: process,
        restoreIdentifier: options?[CBPeripheralManagerOptionRestoreIdentifierKey] as? String,
        showsPowerAlert: isOn(CBPeripheralManagerOptionShowPowerAlertKey, in: options), receiver)
    else { exit(1) }
    self.session = session
    system = ServiceHandle(bluetooth, of: process, for: "CBPeripheralManager")
    self.delegate = delegate
    super.init(.unknown)
    receiver.manager = self
  }

  deinit { session.close(by: system.process) }

  @available(*, deprecated, message: "use CBManager.authorization")
  open class func authorizationStatus() -> CBPeripheralManagerAuthorizationStatus {
    CBPeripheralManagerAuthorizationStatus(rawValue: authorization.rawValue)!
  }

  // MARK: Services

  /// Publishes a service. The delegate receives `didAdd`.
  ///
  /// Raises an exception, which terminates the app, if the service or one of its characteristics is
  /// already published, if an included service is not published, or if a characteristic has a
  /// cached value but is not read-only.
  open func add(_ service: CBMutableService) {
    check(service)
    // In other states the system drops the command, and nothing is published.
    let token = state == .poweredOn ? published.add(service) : 0
    system("add(_:)") { _ in session.add(service.definition, token: token) }
  }

  /// Removes a published service. Has no effect on a service that is not published.
  ///
  /// Raises an exception, which terminates the app, if another published service includes it.
  open func remove(_ service: CBMutableService) {
    guard published.contains(service) else { return }
    if published.services.contains(where: { $0.included?.contains { $0 === service } ?? false }) {
      AppProcess.raiseInconsistency(
        "Cannot remove a service that is still included by one or more published services")
    }
    let handle = service.handle
    if state == .poweredOn { published.remove(service) }
    // Without a handle, the service has no response yet; it is removed when the response arrives.
    if handle != 0 { remove(handle) }
  }

  func remove(_ handle: AttributeHandle) { system("remove(_:)") { _ in session.remove(handle) } }

  open func removeAllServices() {
    if state == .poweredOn { published.removeAll() }
    system("removeAllServices()") { _ in session.removeAllServices() }
  }

  private func check(_ service: CBMutableService) {
    if published.contains(service) {
      AppProcess.raiseInconsistency("Services cannot be added more than once")
    }
    for included in service.included ?? [] where !published.contains(included) {
      AppProcess.raiseInconsistency(
        "Included services must be published before the service(s) that reference them (\(included))"
      )
    }
    for case let characteristic as CBMutableCharacteristic in service.held ?? [] {
      let isReadOnly =
        characteristic.properties == .read
        && characteristic.permissions.isDisjoint(with: [.writeable, .writeEncryptionRequired])
      if characteristic.value != nil, !isReadOnly {
        AppProcess.raiseInconsistency("Characteristics with cached values must be read-only")
      }
      if published.characteristics.values.contains(where: { $0 === characteristic }) {
        AppProcess.raiseInconsistency("Characteristics cannot be added more than once")
      }
    }
  }

  // MARK: Advertising

  /// Advertises until `stopAdvertising`. The delegate receives
  /// `peripheralManagerDidStartAdvertising(_:error:)`.
  ///
  /// - Parameter advertisementData: A local name and service UUIDs, or the result of
  ///   `CLBeaconRegion.peripheralData(withMeasuredPower:)`, which is sent in the foreground only.
  ///   Other keys have no effect (BT29) and are reported as a finding.
  open func startAdvertising(_ advertisementData: [String: Any]?) {
    let request = AdvertisingRequest(advertisementData)
    let ignored = request.ignored(of: advertisementData)
    system("startAdvertising(_:)") { _ in
      if !ignored.isEmpty { session.reportIgnoredAdvertisingKeys(ignored) }
      session.startAdvertising(request)
    }
  }

  open func stopAdvertising() {
    system("stopAdvertising()") { _ in session.stopAdvertising() }
    keyValuesChanged(of: self)
  }

  // MARK: Centrals

  /// Requests a connection interval. The central decides.
  open func setDesiredConnectionLatency(
    _ latency: CBPeripheralManagerConnectionLatency, for central: CBCentral
  ) {
    system("setDesiredConnectionLatency(_:for:)") { _ in
      session.setDesiredLatency(
        ConnectionLatency(rawValue: latency.rawValue)!, for: central.identifier)
    }
  }

  /// Notifies subscribers. A value longer than `maximumUpdateValueLength` is truncated (BT21).
  ///
  /// - Parameter centrals: nil notifies all subscribers.
  /// - Returns: False if the queue is full, in which case try again when the delegate receives
  ///   `peripheralManagerIsReady` (BT22). False also if the characteristic is not published.
  open func updateValue(
    _ value: Data, for characteristic: CBMutableCharacteristic,
    onSubscribedCentrals centrals: [CBCentral]?
  ) -> Bool {
    guard published.characteristics[characteristic.handle] === characteristic else {
      return false
    }
    return system("updateValue(_:for:onSubscribedCentrals:)") { _ in
      session.updateValue(value, of: characteristic.handle, for: centrals?.map(\.identifier))
    } ?? false
  }

  /// Responds to a read request, or to all write requests that arrived together.
  open func respond(to request: CBATTRequest, withResult result: CBATTError.Code) {
    system("respond(to:withResult:)") { _ in
      session.respond(
        to: request.number, value: request.value,
        error: AttributeErrorCode(rawValue: result.rawValue))
    }
  }

  /// Returns the object of a central, after updating it.
  func object(_ found: RemoteCentral) -> CBCentral {
    let central = object(found.identifier)
    central.maximumUpdateValueLength = found.maximumUpdateValueLength
    return central
  }

  /// Returns the object of a central, which may be one that has only opened a channel.
  func object(_ identifier: PeerIdentifier) -> CBCentral {
    if let known = centrals[identifier] { return known }
    let central = CBCentral(identifier)
    centrals[identifier] = central
    return central
  }

  // MARK: Channels

  /// Publishes an L2CAP channel. The delegate receives its PSM, then `didOpen` for each connection.
  open func publishL2CAPChannel(withEncryption encryptionRequired: Bool) {
    system("publishL2CAPChannel(withEncryption:)") { _ in
      session.publishChannel(isEncrypted: encryptionRequired)
    }
  }

  /// Ends the publication of a channel. Open channels with this PSM close.
  open func unpublishL2CAPChannel(_ PSM: CBL2CAPPSM) {
    system("unpublishL2CAPChannel(_:)") { _ in session.unpublishChannel(PSM) }
  }
}
