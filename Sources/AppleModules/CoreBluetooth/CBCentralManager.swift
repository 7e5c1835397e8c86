import Foundation
internal import SimulatedOS

/// Finds and connects peripherals.
///
/// Keep it: it ends with its owner, and its scan and connections with it (BT4). The delegate is
/// called on the queue given, the main queue if none was. Commands are taken at `poweredOn` only
/// (BT1).
open class CBCentralManager: CBManager {
  /// Features that depend on the device.
  public struct Feature: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Scans and connections of Bluetooth 5's extended advertising.
    public static let extendedScanAndConnect = Feature(rawValue: 1 << 0)
  }

  /// Weak, as at Apple (BT4).
  open weak var delegate: (any CBCentralManagerDelegate)?
  open internal(set) var isScanning = false

  let peripherals: PeripheralTable
  private let receiver: CentralManagerReceiver
  var client: CentralClient { peripherals.client }

  /// A manager without a delegate, for the main queue.
  public convenience init() { self.init(delegate: nil, queue: nil) }

  public convenience init(delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?) {
    self.init(delegate: delegate, queue: queue, options: nil)
  }

  /// Makes a manager; its delegate soon hears the state (BT1).
  ///
  /// Without NSBluetoothAlwaysUsageDescription it ends the app (BT3).
  public init(
    delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?,
    options: [String: Any]? = nil
  ) {
    let process = AppProcess.calling("CBCentralManager was made")
    receiver = CentralManagerReceiver(queue ?? .main)
    guard
      let client = process.app.device.bluetooth.openCentral(
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

  /// None of the features is there; true for no feature.
  open class func supports(_ features: CBCentralManager.Feature) -> Bool { features.isEmpty }

  // MARK: Known peripherals

  /// Those of the peripherals that this phone has met, without a scan (BT19).
  open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] {
    client.knownPeers(identifiers).map(peripherals.object)
  }

  /// Peripherals that any app is connected to and that have one of the services. Each still needs
  /// `connect` (BT19).
  open func retrieveConnectedPeripherals(withServices serviceUUIDs: [CBUUID]) -> [CBPeripheral] {
    client.connectedPeers(withServices: serviceUUIDs.values).map(peripherals.object)
  }

  /// Asks for connection events; nil ends that.
  open func registerForConnectionEvents(
    options: [CBConnectionEventMatchingOption: Any]? = nil
  ) {
    let services = options?[.serviceUUIDs] as? [CBUUID]
    client.registerForConnectionEvents(
      peers: options?[.peripheralUUIDs] as? [UUID], services: services?.values)
  }

  // MARK: Scanning

  /// Looks for peripherals until `stopScan`; replaces a scan that is on (BT5, BT6).
  ///
  /// - Parameter serviceUUIDs: nil for all; in background nothing is found without a service.
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

  /// Connects, however long it takes (BT12). Keep the peripheral: without it the attempt is
  /// cancelled (BT7).
  open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {
    guard accepts(peripheral, "connect(_:options:)") else { return }
    if state == .poweredOn, peripheral.state != .connected { peripheral.state = .connecting }
    client.connect(peripheral.identifier, ConnectOptions(options))
  }

  /// Ends a connection or an attempt; the delegate hears `didDisconnect` without an error (BT13).
  open func cancelPeripheralConnection(_ peripheral: CBPeripheral) {
    guard accepts(peripheral, "cancelPeripheralConnection(_:)") else { return }
    switch peripheral.state {
    case .connected: peripheral.state = .disconnecting
    case .connecting: peripheral.state = .disconnected
    case .disconnected, .disconnecting: break
    }
    client.cancelConnection(peripheral.identifier)
  }

  /// Whether the peripheral is one of this manager's, found since its last reset (BT2).
  private func accepts(_ peripheral: CBPeripheral, _ call: String) -> Bool {
    if peripheral.isValid, peripheral.table === peripherals { return true }
    client.reportForeignPeripheral(call)
    return false
  }
}
