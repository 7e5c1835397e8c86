import CoreBluetooth
import UIKit

class ViewController: UIViewController {
  @IBOutlet weak var statusLabel: UILabel!
  @IBOutlet weak var scanButton: UIButton!

  private let service = CBUUID(string: "180A")
  private var centralManager: CBCentralManager!
  private var accessory: CBPeripheral?

  override func viewDidLoad() {
    super.viewDidLoad()
    printState(#function)
    centralManager = CBCentralManager(delegate: self, queue: nil)
  }

  @IBAction func onClickScanBluetoothDeviceButton(_ sender: Any) {
    printState(#function)
    scanForPeripherals()
  }

  private func scanForPeripherals() {
    printState(#function)
    statusLabel.text = "Scanning"
    scanButton.isEnabled = false
    centralManager.scanForPeripherals(withServices: [service])
  }
}

extension ViewController: CBCentralManagerDelegate {
  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    let state = central.state == .poweredOn ? "poweredOn" : "\(central.state.rawValue)"
    printState(#function, " : [\(state)]")
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    printState(#function)
    print(peripheral)
    accessory = peripheral
    central.stopScan()
    central.connect(peripheral)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    printState(#function)
    statusLabel.text = "Connected"
    peripheral.delegate = self
    peripheral.discoverServices(nil)
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
  ) {
    printState(#function)
    statusLabel.text = "Disconnected"
    accessory = nil
  }
}

extension ViewController: CBPeripheralDelegate {
  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
    // The log of S0 has this name; #function would leave out `error:`.
    printState("peripheral(_:didDiscoverServices:error:)")
    for service in peripheral.services ?? [] {
      peripheral.discoverCharacteristics(nil, for: service)
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
  ) {
    printState(#function)
  }
}
