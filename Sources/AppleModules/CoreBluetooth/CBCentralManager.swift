import Foundation
internal import YobanSimulatedApple

/// Discovers peripherals and connects to them.
///
/// Keep a strong reference: when the manager is released, its scan and its connections end (BT4).
/// The delegate is called on the queue given to the initializer, or on the main queue if none was
/// given. Commands have an effect only in state `poweredOn` (BT1).
open class CBCentralManager: CBManager {
  /// Features that depend on the device.
  public struct Feature: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Scans and connections of Bluetooth 5's extended advertising.
    public static let extendedScanAndConnect = Feature(rawValue: 1 << 0)
  }

  /// A weak reference, as at Apple (BT4).
  open weak var delegate: (any CBCentralManagerDelegate)?
  open internal(set) var isScanning = false { didSet { keyValuesChanged(of: self) } }

  let peripherals: PeripheralTable
  private let receiver: CentralManagerReceiver
  var client: CentralClient { peripherals.client }

  /// Creates a manager without a delegate, on the main queue.
  public convenience init() { self.init(delegate: nil, queue: nil) }

  public convenience init(delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?) {
    self.init(delegate: delegate, queue: queue, options: nil)
  }

  /// Creates a manager. Its delegate soon receives the first state (BT1).
  ///
  /// The app is terminated if its Info.plist lacks NSBluetoothAlwaysUsageDescription (BT3).
  public init(
    delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?,
    options: [String: Any]? = nil
  ) {
    let process = AppProcess.callingOnPhone("CBCentralManager was created")
    receiver = CentralManagerReceiver(queue ?? .main)
    guard
      let client = process.app.appleDevice.bluetooth.openCentral(
        for: process,
        restoreIdentifier: options?[CBCentralManagerOptionRestoreIdentifierKey] as? String,
        showsPowerAlert: isOn(CBCentralManagerOptionShowPowerAlertKey, in: options), receiver)
    else { exit(1) }
    peripherals = PeripheralTable(client)
    self.delegate = delegate
    super.init(.unknown)
    receiver.manager = self
  }

  deinit { client.close() }

  /// Returns true for an empty set only: no feature is supported.
  open class func supports(_ features: CBCentralManager.Feature) -> Bool { features.isEmpty }

  // MARK: Known peripherals

  /// Returns, without a scan, those of the peripherals that this phone knows (BT19).
  open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] {
    client.knownPeers(identifiers).map(peripherals.object)
  }

  /// Returns the peripherals that any app is connected to and that offer one of the services. To
  /// use one of them, this app must call `connect` for it (BT19).
  open func retrieveConnectedPeripherals(withServices serviceUUIDs: [CBUUID]) -> [CBPeripheral] {
    client.connectedPeers(withServices: serviceUUIDs.values).map(peripherals.object)
  }

  /// Registers for connection events. With nil options, ends the registration.
  open func registerForConnectionEvents(
    options: [CBConnectionEventMatchingOption: Any]? = nil
  ) {
    SystemAPI.connectionEvents.reportIfTooNew()
    let services = options?[.serviceUUIDs] as? [CBUUID]
    client.registerForConnectionEvents(
      peers: options?[.peripheralUUIDs] as? [UUID], services: services?.values)
  }

  // MARK: Scanning

  /// Scans for peripherals until `stopScan`, and replaces a scan that is running (BT5, BT6).
  ///
  /// - Parameter serviceUUIDs: nil finds all peripherals in the foreground, but none in the
  ///   background.
  open func scanForPeripherals(
    withServices serviceUUIDs: [CBUUID]?, options: [String: Any]? = nil
  ) {
    if state == .poweredOn { isScanning = true }
    client.scan(ScanRequest(serviceUUIDs, options))
  }

  open func stopScan() {
    isScanning = false
    client.stopScan()
  }

  // MARK: Connections

  /// Connects to a peripheral. The attempt has no timeout (BT12). Keep a strong reference to the
  /// peripheral: releasing it cancels the attempt (BT7).
  open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {
    guard accepts(peripheral, "connect(_:options:)") else { return }
    if state == .poweredOn, peripheral.state != .connected { peripheral.state = .connecting }
    client.connect(peripheral.identifier, ConnectOptions(options))
  }

  /// Ends a connection or an attempt. The delegate receives `didDisconnect` without an error
  /// (BT13).
  open func cancelPeripheralConnection(_ peripheral: CBPeripheral) {
    guard accepts(peripheral, "cancelPeripheralConnection(_:)") else { return }
    switch peripheral.state {
    case .connected: peripheral.state = .disconnecting
    case .connecting: peripheral.state = .disconnected
    case .disconnected, .disconnecting: break
    }
    client.cancelConnection(peripheral.identifier)
  }

  /// Whether this manager discovered the peripheral, and did so after its last reset (BT2).
  private func accepts(_ peripheral: CBPeripheral, _ call: String) -> Bool {
    if peripheral.isValid, peripheral.table === peripherals { return true }
    client.reportForeignPeripheral(call)
    return false
  }
}
