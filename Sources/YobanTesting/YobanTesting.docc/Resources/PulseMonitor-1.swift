import CoreBluetooth
import Foundation

/// Looks for a chest strap.
///
/// Isolated to the main actor: its central manager uses the main queue.
@MainActor
final class PulseMonitor: NSObject, @preconcurrency CBCentralManagerDelegate {
  private static let service = CBUUID(string: "180D")

  private var central: CBCentralManager!

  override init() {
    super.init()
    central = CBCentralManager(delegate: self, queue: nil)
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn else { return }
    central.scanForPeripherals(withServices: [Self.service])
  }
}
