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
  open weak var delegate: (any CBCentralManagerDelegate)? {
    didSet { delegateHistory.changed(to: delegate) }
  }
  private var delegateHistory: DelegateHistory
  open internal(set) var isScanning = false { didSet { keyValuesChanged(of: self) } }

  let peripherals: PeripheralTable
  private let receiver: CentralManagerReceiver
  private let system: ServiceHandle<BluetoothService>
  var session: CentralSession { peripherals.session }

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
    let bluetooth = process.app.appleDevice.bluetooth
    guard
      let session = bluetooth.openCentral(
        for: process,
        restoreIdentifier: options?[CBCentralManagerOptionRestoreIdentifierKey] as? String,
        showsPowerAlert: isOn(CBCentralManagerOptionShowPowerAlertKey, in: options), receiver)
    else { exit(1) }
    system = ServiceHandle(bluetooth, of: process, for: "CBCentralManager")
    peripherals = PeripheralTable(
      session, ServiceHandle(bluetooth, of: process, for: "CBPeripheral"))
    self.delegate = delegate
    delegateHistory = DelegateHistory(delegate)
    super.init(.unknown)
    receiver.manager = self
  }

  deinit { session.close(by: system.process) }

  /// Returns true for an empty set only: no feature is supported.
  open class func supports(_ features: CBCentralManager.Feature) -> Bool { features.isEmpty }

  // MARK: Known peripherals

  /// Returns, without a scan, those of the peripherals that this phone knows (BT19).
  open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] {
    let known = system("retrievePeripherals(withIdentifiers:)") {
      $0.knownPeers(identifiers, for: session)
    }
    session.noteCall("retrievePeripherals", of: (known ?? []).map(\.identifier))
    return (known ?? []).map(peripherals.object)
  }

  /// Returns the peripherals that any app is connected to and that offer one of the services. To
  /// use one of them, this app must call `connect` for it (BT19).
  open func retrieveConnectedPeripherals(withServices serviceUUIDs: [CBUUID]) -> [CBPeripheral] {
    let connected = system("retrieveConnectedPeripherals(withServices:)") {
      $0.connectedPeers(withServices: serviceUUIDs.values, for: session)
    }
    session.noteCall("retrieveConnectedPeripherals", of: (connected ?? []).map(\.identifier))
    return (connected ?? []).map(peripherals.object)
  }

  /// Registers for connection events. With nil options, ends the registration.
  open func registerForConnectionEvents(
    options: [CBConnectionEventMatchingOption: Any]? = nil
  ) {
    SystemAPI.connectionEvents.reportIfTooNew()
    let services = options?[.serviceUUIDs] as? [CBUUID]
    let peers = options?[.peripheralUUIDs] as? [UUID]
    system("registerForConnectionEvents(options:)") { _ in
      session.connectionEvents = (peers ?? [], services?.values ?? [])
    }
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
    system("scanForPeripherals(withServices:options:)") { _ in
      session.scan(ScanRequest(serviceUUIDs, options))
    }
  }

  func delegateIsMissing(_ method: String) {
    session.delegateIsMissing("CBCentralManager", method, delegateHistory.reason)
  }

  open func stopScan() {
    isScanning = false
    system("stopScan()") { _ in session.stopScan() }
  }

  // MARK: Connections

  /// Connects to a peripheral. The attempt has no timeout (BT12). Keep a strong reference to the
  /// peripheral: releasing it cancels the attempt (BT7).
  open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {
    let call = "connect(_:options:)"
    guard accepts(peripheral, call) else { return }
    if state == .poweredOn, peripheral.state != .connected { peripheral.state = .connecting }
    system(call) { _ in session.connect(peripheral.identifier, ConnectOptions(options)) }
  }

  /// Ends a connection or an attempt. The delegate receives `didDisconnect` without an error
  /// (BT13).
  open func cancelPeripheralConnection(_ peripheral: CBPeripheral) {
    let call = "cancelPeripheralConnection(_:)"
    guard accepts(peripheral, call) else { return }
    switch peripheral.state {
    case .connected: peripheral.state = .disconnecting
    case .connecting: peripheral.state = .disconnected
    case .disconnected, .disconnecting: break
    }
    system(call) { _ in session.cancelConnection(peripheral.identifier) }
  }

  /// Whether this manager discovered the peripheral, and did so after its last reset (BT2).
  private func accepts(_ peripheral: CBPeripheral, _ call: String) -> Bool {
    if peripheral.isValid, peripheral.table === peripherals { return true }
    system(call) { _ in session.reportForeignPeripheral(call) }
    return false
  }
}
