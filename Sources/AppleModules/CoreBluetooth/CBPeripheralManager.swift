import Foundation
internal import SimulatedOS

/// Publishes and advertises services of this phone.
///
/// Keep it: it ends with its owner, and its services and advertising with it (BT4). The delegate is
/// called on the queue given, the main queue if none was. Commands are taken at `poweredOn` only
/// (BT1).
open class CBPeripheralManager: CBManager {
  /// Weak, as at Apple (BT4).
  open weak var delegate: (any CBPeripheralManagerDelegate)?
  open var isAdvertising: Bool { client.isAdvertising }

  let client: PeripheralClient
  var published = PublishedServices()
  /// One object for each central met.
  private var centrals: [PeerIdentifier: CBCentral] = [:]
  private let receiver: PeripheralManagerReceiver

  /// A manager without a delegate, for the main queue.
  public convenience init() { self.init(delegate: nil, queue: nil) }

  public convenience init(delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?) {
    self.init(delegate: delegate, queue: queue, options: nil)
  }

  /// Makes a manager; its delegate soon hears the state (BT1).
  ///
  /// Without NSBluetoothAlwaysUsageDescription it ends the app (BT3).
  public init(
    delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?,
    options: [String: Any]? = nil
  ) {
    let process = AppProcess.calling("CBPeripheralManager was made")
    receiver = PeripheralManagerReceiver(queue ?? .main)
    guard
      let client = process.app.device.bluetooth.openPeripheral(
        for: process,
        restoreIdentifier: options?[CBPeripheralManagerOptionRestoreIdentifierKey] as? String,
        showsPowerAlert: isOn(CBPeripheralManagerOptionShowPowerAlertKey, in: options), receiver)
    else { exit(1) }
    self.client = client
    self.delegate = delegate
    super.init(.unknown)
    receiver.manager = self
  }

  deinit { client.close() }

  @available(*, deprecated, message: "use CBManager.authorization")
  open class func authorizationStatus() -> CBPeripheralManagerAuthorizationStatus {
    CBPeripheralManagerAuthorizationStatus(rawValue: authorization.rawValue)!
  }

  // MARK: Services

  /// Publishes a service; the delegate hears `didAdd`.
  ///
  /// Ends the app with an exception for a service or characteristic that is published already, an
  /// included service that is not, and a cached value of a characteristic that is not read-only.
  open func add(_ service: CBMutableService) {
    check(service)
    // Otherwise the system drops the command, and nothing is published.
    let token = state == .poweredOn ? published.add(service) : 0
    client.add(service.definition, token: token)
  }

  /// Takes a service back. Has no effect on one that is not published.
  ///
  /// Ends the app with an exception if another published service includes it.
  open func remove(_ service: CBMutableService) {
    guard published.contains(service) else { return }
    if published.services.contains(where: { $0.included?.contains { $0 === service } ?? false }) {
      AppProcess.raiseInconsistency(
        "Cannot remove a service that is still included by one or more published services")
    }
    let handle = service.handle
    if state == .poweredOn { published.remove(service) }
    // Not yet answered: it has no handle, and is removed when it gets one.
    if handle != 0 { client.remove(handle) }
  }

  open func removeAllServices() {
    if state == .poweredOn { published.removeAll() }
    client.removeAllServices()
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

  /// Advertises until `stopAdvertising`; the delegate hears `DidStartAdvertising`.
  ///
  /// - Parameter advertisementData: local name and service UUIDs, or what a beacon region of Core
  ///   Location made, which is sent in foreground only. Other keys have no effect (BT29), and are a
  ///   finding.
  open func startAdvertising(_ advertisementData: [String: Any]?) {
    let request = AdvertisingRequest(advertisementData)
    let ignored = request.ignored(of: advertisementData)
    if !ignored.isEmpty { client.reportIgnoredAdvertisingKeys(ignored) }
    client.startAdvertising(request)
  }

  open func stopAdvertising() { client.stopAdvertising() }

  // MARK: Centrals

  /// Asks for a connection interval; the central decides.
  open func setDesiredConnectionLatency(
    _ latency: CBPeripheralManagerConnectionLatency, for central: CBCentral
  ) {
    client.setDesiredLatency(
      ConnectionLatency(rawValue: latency.rawValue)!, for: central.identifier)
  }

  /// Notifies subscribers; a value longer than `maximumUpdateValueLength` is cut (BT21).
  ///
  /// - Parameter centrals: nil for all subscribers.
  /// - Returns: false if the queue is full: try again when the delegate hears
  ///   `peripheralManagerIsReady` (BT22). False also for a characteristic that is not published.
  open func updateValue(
    _ value: Data, for characteristic: CBMutableCharacteristic,
    onSubscribedCentrals centrals: [CBCentral]?
  ) -> Bool {
    guard published.characteristics[characteristic.handle] === characteristic else {
      return false
    }
    return client.updateValue(
      value, of: characteristic.handle, for: centrals?.map(\.identifier))
  }

  /// Answers a read, or all writes that came with a request.
  open func respond(to request: CBATTRequest, withResult result: CBATTError.Code) {
    client.respond(
      to: request.number, value: request.value,
      error: AttributeErrorCode(rawValue: result.rawValue))
  }

  /// The object of a central, brought up to date.
  func object(_ found: RemoteCentral) -> CBCentral {
    let central = object(found.identifier)
    central.maximumUpdateValueLength = found.maximumUpdateValueLength
    return central
  }

  /// The object of a central, such as one that has only opened a channel.
  func object(_ identifier: PeerIdentifier) -> CBCentral {
    if let known = centrals[identifier] { return known }
    let central = CBCentral(identifier)
    centrals[identifier] = central
    return central
  }

  // MARK: Channels

  /// Offers L2CAP channels; the delegate hears the PSM, then `didOpen` for each channel.
  open func publishL2CAPChannel(withEncryption encryptionRequired: Bool) {
    client.publishChannel(isEncrypted: encryptionRequired)
  }

  /// Offers them no longer; its open channels close.
  open func unpublishL2CAPChannel(_ PSM: CBL2CAPPSM) { client.unpublishChannel(PSM) }
}
