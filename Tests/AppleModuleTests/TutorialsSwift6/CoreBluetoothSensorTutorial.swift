@preconcurrency import CoreBluetooth

/// A sensor for the main actor; Core Bluetooth uses its own queue.
@MainActor
public final class SensorModel {
  public private(set) var temperature: Double?
  public private(set) var isConnected = false
  private var driver: SensorDriver!

  public init() {
    driver = SensorDriver { [weak self] event in
      Task { @MainActor in self?.apply(event) }
    }
  }

  private func apply(_ event: SensorDriver.Event) {
    switch event {
    case .connected: isConnected = true
    case .disconnected(let code):
      isConnected = false
      print("disconnected \(code.map { "\($0.rawValue)" } ?? "as asked")")
    case .temperature(let value):
      temperature = value
      print("temperature \(value) on the main thread: \(Thread.isMainThread)")
    }
  }
}

/// Sendable: all of its state is used on `queue` only.
final class SensorDriver: NSObject, @unchecked Sendable {
  enum Event: Sendable {
    case connected
    case disconnected(CBError.Code?)
    case temperature(Double)
  }

  // Immutable, but not marked as Sendable.
  nonisolated(unsafe) private static let service = CBUUID(string: "1809")
  nonisolated(unsafe) private static let measurement = CBUUID(string: "2A1C")

  private let queue = DispatchQueue(label: "sensor.bluetooth")
  private let report: @Sendable (Event) -> Void
  private var central: CBCentralManager!
  private var peripheral: CBPeripheral?

  init(report: @escaping @Sendable (Event) -> Void) {
    self.report = report
    super.init()
    central = CBCentralManager(delegate: self, queue: queue)
  }
}

extension SensorDriver: CBCentralManagerDelegate {
  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    dispatchPrecondition(condition: .notOnQueue(.main))
    guard central.state == .poweredOn else { return }
    central.scanForPeripherals(withServices: [Self.service])
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    self.peripheral = peripheral
    peripheral.delegate = self
    central.stopScan()
    central.connect(peripheral, options: [CBConnectPeripheralOptionEnableAutoReconnect: true])
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    report(.connected)
    peripheral.discoverServices([Self.service])
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?
  ) {
    let age = CFAbsoluteTime(Date().timeIntervalSinceReferenceDate) - timestamp
    print("lost \(age < 5 ? "just now" : "a while ago"), reconnecting: \(isReconnecting)")
    report(.disconnected((error as? CBError)?.code))
  }
}

extension SensorDriver: CBPeripheralDelegate {
  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    peripheral.services?.forEach { peripheral.discoverCharacteristics([Self.measurement], for: $0) }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    service.characteristics?.forEach { peripheral.setNotifyValue(true, for: $0) }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    do {
      if let error { throw error }
    } catch CBATTError.insufficientEncryption {
      return print("pair first")
    } catch {
      return print(error)
    }
    // A byte with flags, then a 32-bit IEEE 11073 number, whose exponent is always -1 here.
    guard let bytes = characteristic.value, bytes.count >= 5 else { return }
    let mantissa = Int(bytes[1]) | Int(bytes[2]) << 8 | Int(bytes[3]) << 16
    report(.temperature(Double(mantissa) / 10))
  }
}
