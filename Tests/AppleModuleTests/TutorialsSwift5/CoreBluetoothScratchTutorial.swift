import CoreBluetooth

/// Writes to an LED, as in a first draft: no error handling, one class for everything, old names.
public class LEDSwitch: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
  static let ledService = CBUUID(string: "19B10000-E8F2-537E-4F6C-D104768A1214")
  static let switchCharacteristic = CBUUID(string: "19B10001-E8F2-537E-4F6C-D104768A1214")

  private var manager: CBCentralManager!
  private var led: CBPeripheral?
  private var switchChar: CBCharacteristic?
  var isOn = false

  public override init() {
    super.init()
    manager = CBCentralManager(
      delegate: self, queue: DispatchQueue(label: "BLE", qos: .userInitiated),
      options: [CBCentralManagerOptionShowPowerAlertKey: true])
  }

  public func centralManagerDidUpdateState(_ central: CBCentralManager) {
    if central.state == CBManagerState.poweredOn {
      central.scanForPeripherals(
        withServices: [LEDSwitch.ledService],
        options: [CBCentralManagerScanOptionAllowDuplicatesKey: NSNumber(value: false)])
    } else {
      print("Bluetooth not available.")
    }
  }

  public func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    guard led == nil,
      (advertisementData[CBAdvertisementDataIsConnectable] as? NSNumber)?.boolValue == true
    else { return }
    if let uuids = advertisementData[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID] {
      print("services:", uuids.map { $0.uuidString }.joined(separator: ","))
    }
    led = peripheral
    peripheral.delegate = self
    central.connect(peripheral, options: nil)
    central.stopScan()
  }

  public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    peripheral.discoverServices(nil)
  }

  public func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
  ) {
    print("failed: \(String(describing: error))")
    led = nil
  }

  public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
    peripheral.services?.filter { $0.uuid == LEDSwitch.ledService }.forEach {
      peripheral.discoverCharacteristics([LEDSwitch.switchCharacteristic], for: $0)
    }
  }

  public func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
  ) {
    switchChar = service.characteristics?.first { $0.uuid == LEDSwitch.switchCharacteristic }
    toggle()
  }

  func toggle() {
    guard let led = led, let characteristic = switchChar else { return }
    isOn.toggle()
    let data = Data([isOn ? 1 : 0])
    let type: CBCharacteristicWriteType =
      characteristic.properties.contains(.write) ? .withResponse : .withoutResponse
    led.writeValue(data, for: characteristic, type: type)
  }

  public func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: Error?
  ) {
    if let error = error as NSError? {
      print("write failed: \(error.domain) \(error.code)")
      return
    }
    print("LED \(isOn ? "on" : "off")")
    // Switches to the main queue for the user interface.
    DispatchQueue.main.async { print("label updated: \(Thread.isMainThread)") }
    if isOn { toggle() }
  }
}
