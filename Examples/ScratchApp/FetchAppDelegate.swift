import CoreBluetooth
import UIKit

/// Scans for a Bean at every background fetch, which it completes immediately, like the app of
/// article S1.
///
/// `Central` in Info.plist selects the owner of the central: with `nobody` none is created (the
/// failing case of the article, a variable that no code path initialized), with `variable` a local
/// variable of the fetch holds it, and with `app` the app delegate holds it until the process ends
/// (BT4).
final class FetchAppDelegate: UIResponder, UIApplicationDelegate {
  private var finder: BeanFinder?

  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    print("performFetch")
    switch Bundle.main.object(forInfoDictionaryKey: "Central") as? String {
    case "variable":
      let finder = BeanFinder()
      finder.start()
    case "app":
      finder = finder ?? BeanFinder()
      finder?.start()
    default: finder?.start()
    }
    completionHandler(.newData)
  }
}

/// Scans for a Bean and prints the accessories that it finds.
@MainActor private final class BeanFinder: NSObject, @preconcurrency CBCentralManagerDelegate {
  private var central: CBCentralManager?

  func start() {
    central = central ?? CBCentralManager(delegate: self, queue: nil)
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
