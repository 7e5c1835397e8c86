import CoreBluetooth
import Foundation
import UIKit
import YobanExploration
import YobanTesting
import YobanVirtualTime

/// Ten minutes of an app that keeps the values of a chest strap, mostly in background.
enum StrapScenario {
  /// The system removes the app from memory while it is connected.
  static let jetsam = Fault(
    .jetsam, "phone/Strap",
    at: Anchor(
      subject: Subject(device: "phone", app: "Strap", launch: 1), event: "app.state(background)",
      delay: .seconds(60)))

  /// - Parameters:
  ///   - isBlocking: whether a thread of the app waits for ever, as it does in a blocking read.
  ///   - interval: the time between two values; at least a second.
  static func play(
    in world: World, isBlocking: Bool = false, valueEach interval: Duration = .seconds(1),
    _ explored: ExploredWorld? = nil
  ) async throws {
    let strap = try world.addAccessory(
      "strap", advertising: Advertising(services: ["180D"], localName: "Strap"),
      services: [GATTService("180D", [GATTCharacteristic("2A37", [.notify])])])
    strap.switchOn()
    let sensor = Sensor(strap, world, interval)
    let phone = try world.addPhone("phone", .iPhone(iOS: 17))
    let app = try phone.install(
      AppDefinition(
        bundleIdentifier: "benchmark.strap", name: "Strap",
        infoPlist: InfoPlist([
          "UIBackgroundModes": ["bluetooth-central"],
          "NSBluetoothAlwaysUsageDescription": "To measure.",
        ])
      ) {
        UIApplicationMain(
          0, nil, nil,
          NSStringFromClass(isBlocking ? BlockingStrapDelegate.self : StrapDelegate.self))
      })
    phone.bluetooth.setAuthorization(.allowedAlways, for: app)
    explored?.eventually(within: .minutes(5), "the strap is connected") { strap.isConnected }
    await phone.open(app)
    while !strap.isConnected { try await Task.sleep(for: .milliseconds(100)) }
    try await Task.sleep(for: .seconds(2))
    await phone.goHome()
    try await Task.sleep(for: .seconds(600) - (world.now - .start))
    precondition(
      sensor.count >= Int(.seconds(580) / interval), "the strap measured \(sensor.count) times")
  }

  /// Notifies the heart rate again and again.
  private final class Sensor: EventSink, @unchecked SimulationConfined {
    private let strap: Accessory
    private unowned let world: World
    private let interval: Duration
    private(set) var count = 0

    init(_ strap: Accessory, _ world: World, _ interval: Duration) {
      (self.strap, self.world, self.interval) = (strap, world, interval)
      world.simulation.schedule(at: world.now + interval, self, 0)
    }

    func handleEvent(_ number: Int) {
      count += 1
      strap.notify("2A37", Data([0, 60]))
      world.simulation.schedule(at: world.now + interval, self, 0)
    }
  }
}

/// Connects with the strap, and appends each value to a file.
class StrapDelegate: UIResponder, UIApplicationDelegate,
  @preconcurrency CBCentralManagerDelegate, @preconcurrency CBPeripheralDelegate
{
  private var central: CBCentralManager?
  private var strap: CBPeripheral?
  private var file: FileHandle?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let path = NSHomeDirectory() + "/Documents/values"
    if !FileManager.default.fileExists(atPath: path) {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    }
    file = FileHandle(forWritingAtPath: path)
    _ = try? file?.seekToEnd()
    central = CBCentralManager(
      delegate: self, queue: nil, options: [CBCentralManagerOptionRestoreIdentifierKey: "strap"])
    return true
  }

  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
    strap = (dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral])?.first
    strap?.delegate = self
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn else { return }
    guard let strap else {
      central.scanForPeripherals(withServices: [CBUUID(string: "180D")])
      return
    }
    if strap.state == .connected {
      strap.discoverServices([CBUUID(string: "180D")])
    } else {
      central.connect(strap)
    }
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    central.stopScan()
    strap = peripheral
    peripheral.delegate = self
    central.connect(peripheral)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    print("connected")
    peripheral.discoverServices([CBUUID(string: "180D")])
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {
    central.connect(peripheral)
  }

  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    for service in peripheral.services ?? [] {
      peripheral.discoverCharacteristics([CBUUID(string: "2A37")], for: service)
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    for characteristic in service.characteristics ?? [] {
      peripheral.setNotifyValue(true, for: characteristic)
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    if let value = characteristic.value { file?.write(value) }
  }
}

/// The same, with a thread that waits for ever.
final class BlockingStrapDelegate: StrapDelegate {
  override func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    DispatchQueue.global().async { DispatchSemaphore(value: 0).wait() }
    return super.application(application, didFinishLaunchingWithOptions: launchOptions)
  }
}
