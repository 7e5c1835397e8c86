import CoreBluetooth
import CoreLocation

/// Turns the phone into an iBeacon.
public class Transmitter: NSObject, CBPeripheralManagerDelegate {
  var localBeacon: CLBeaconRegion!
  var beaconPeripheralData: NSDictionary!
  var peripheralManager: CBPeripheralManager!

  public func initLocalBeacon(uuid: String) {
    if localBeacon != nil { stopLocalBeacon() }
    let localBeaconMajor: CLBeaconMajorValue = 123
    let localBeaconMinor: CLBeaconMinorValue = 456
    localBeacon = CLBeaconRegion(
      uuid: UUID(uuidString: uuid)!, major: localBeaconMajor, minor: localBeaconMinor,
      identifier: "transmitter")
    beaconPeripheralData = localBeacon.peripheralData(withMeasuredPower: nil)
    peripheralManager = CBPeripheralManager(delegate: self, queue: nil, options: nil)
  }

  public func stopLocalBeacon() {
    peripheralManager.stopAdvertising()
    peripheralManager = nil
    beaconPeripheralData = nil
    localBeacon = nil
  }

  public func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
    if peripheral.state == .poweredOn {
      peripheralManager.startAdvertising(beaconPeripheralData as? [String: Any])
    } else if peripheral.state == .poweredOff {
      peripheralManager.stopAdvertising()
    }
  }

  public func peripheralManagerDidStartAdvertising(
    _ peripheral: CBPeripheralManager, error: Error?
  ) {
    print("transmitting: \(error == nil && peripheral.isAdvertising)")
  }
}
