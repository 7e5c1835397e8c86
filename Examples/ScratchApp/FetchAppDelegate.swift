import CoreBluetooth
import UIKit

/// Looks for a Bean at every background fetch. With `KeepsCentral` in Info.plist the app keeps the
/// central; without, it is a local variable, and nothing ever happens (BT4).
final class FetchAppDelegate: UIResponder, UIApplicationDelegate {
  private var finder: BeanFinder?

  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    print("performFetch")
    let finder = BeanFinder()
    if Bundle.main.object(forInfoDictionaryKey: "KeepsCentral") as? Bool == true {
      self.finder = finder
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + 25) { completionHandler(.newData) }
  }
}

/// Scans for a Bean and says what it hears.
@MainActor private final class BeanFinder: NSObject, @preconcurrency CBCentralManagerDelegate {
  private var central: CBCentralManager?

  override init() {
    super.init()
    central = CBCentralManager(delegate: self, queue: nil)
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    print("centralManagerDidUpdateState \(central.state.rawValue)")
    guard central.state == .poweredOn else { return }
    central.scanForPeripherals(
      withServices: [CBUUID(string: "A495FF10-C5B1-4B44-B512-1370F02D74DE")])
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    print("didDiscover \(advertisementData[CBAdvertisementDataLocalNameKey] ?? "nameless")")
  }
}
