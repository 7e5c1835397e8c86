import CoreBluetooth
import UIKit

let heartRateServiceCBUUID = CBUUID(string: "180D")
let heartRateMeasurementCharacteristicCBUUID = CBUUID(string: "2A37")
let bodySensorLocationCharacteristicCBUUID = CBUUID(string: "2A38")

/// The heart-rate monitor of many tutorials: a view controller that is also the delegate.
public class HeartRateViewController: UIViewController {
  var centralManager: CBCentralManager!
  var heartRatePeripheral: CBPeripheral!

  public override func viewDidLoad() {
    super.viewDidLoad()
    centralManager = CBCentralManager(delegate: self, queue: nil)
  }

  func onHeartRateReceived(_ heartRate: Int) {
    print("BPM: \(heartRate)")
  }
}

extension HeartRateViewController: CBCentralManagerDelegate {
  public func centralManagerDidUpdateState(_ central: CBCentralManager) {
    switch central.state {
    case .unknown: print("central.state is .unknown")
    case .resetting: print("central.state is .resetting")
    case .unsupported: print("central.state is .unsupported")
    case .unauthorized: print("central.state is .unauthorized")
    case .poweredOff: print("central.state is .poweredOff")
    case .poweredOn:
      print("central.state is .poweredOn")
      centralManager.scanForPeripherals(withServices: [heartRateServiceCBUUID])
    @unknown default: print("a state of the future")
    }
  }

  public func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    let name = advertisementData[CBAdvertisementDataLocalNameKey] as? String ?? "(none)"
    print("found \(name), RSSI below zero: \(RSSI.intValue < 0)")
    heartRatePeripheral = peripheral
    heartRatePeripheral.delegate = self
    centralManager.stopScan()
    centralManager.connect(heartRatePeripheral)
  }

  public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    print("Connected!")
    heartRatePeripheral.discoverServices([heartRateServiceCBUUID])
  }

  public func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
  ) {
    print("Disconnected: \(error?.localizedDescription ?? "as asked")")
    if let error = error as? CBError, error.code == .connectionTimeout {
      central.connect(peripheral, options: nil)
    }
  }
}

extension HeartRateViewController: CBPeripheralDelegate {
  public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
    guard let services = peripheral.services else { return }
    for service in services {
      print(service)
      peripheral.discoverCharacteristics(nil, for: service)
    }
  }

  public func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
  ) {
    guard let characteristics = service.characteristics else { return }
    for characteristic in characteristics {
      if characteristic.properties.contains(.read) {
        print("\(characteristic.uuid): properties contains .read")
        peripheral.readValue(for: characteristic)
      }
      if characteristic.properties.contains(.notify) {
        print("\(characteristic.uuid): properties contains .notify")
        peripheral.setNotifyValue(true, for: characteristic)
      }
    }
  }

  public func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
  ) {
    switch characteristic.uuid {
    case bodySensorLocationCharacteristicCBUUID:
      print("location: \(bodyLocation(from: characteristic))")
    case heartRateMeasurementCharacteristicCBUUID:
      onHeartRateReceived(heartRate(from: characteristic))
    default:
      print("Unhandled Characteristic UUID: \(characteristic.uuid)")
    }
  }

  private func bodyLocation(from characteristic: CBCharacteristic) -> String {
    guard let data = characteristic.value, let byte = data.first else { return "Error" }
    let places = ["Other", "Chest", "Wrist", "Finger", "Hand", "Ear Lobe", "Foot"]
    return Int(byte) < places.count ? places[Int(byte)] : "Reserved"
  }

  private func heartRate(from characteristic: CBCharacteristic) -> Int {
    guard let data = characteristic.value else { return -1 }
    let bytes = [UInt8](data)
    if bytes[0] & 0x01 == 0 { return Int(bytes[1]) }
    return Int(bytes[1]) | Int(bytes[2]) << 8
  }
}

/// Shows the view controller without a storyboard.
public class HeartRateAppDelegate: UIResponder, UIApplicationDelegate {
  public var window: UIWindow?

  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = HeartRateViewController()
    window?.makeKeyAndVisible()
    return true
  }
}
