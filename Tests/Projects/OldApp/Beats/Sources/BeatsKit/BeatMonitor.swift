import CBeats
import CoreBluetooth
import UIKit

/// The strap's central, in a package of the project.
@objc public class BeatMonitor: NSObject, CBCentralManagerDelegate {
  private var central: CBCentralManager!
  private lazy var recognizer = UITapGestureRecognizer(target: self, action: #selector(tap))

  /// The names of the zones, from the package's resources, up to the number that the code in C gives.
  public var zones: [String] {
    let file = Bundle.module.url(forResource: "zones", withExtension: "json")!
    let names = try! JSONDecoder().decode([String].self, from: Data(contentsOf: file))
    return Array(names.prefix(Int(beats_zones())))
  }

  public func start() { central = CBCentralManager(delegate: self, queue: nil) }

  public func centralManagerDidUpdateState(_ central: CBCentralManager) {
    print("bluetooth", central.state == .poweredOn)
  }

  @objc private func tap() { print("tap") }
}
