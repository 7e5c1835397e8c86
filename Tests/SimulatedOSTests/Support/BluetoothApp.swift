import Foundation
import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// An app that creates its central manager at launch, as it should.
struct BluetoothApp {
  static let usageKeys = [
    "NSBluetoothAlwaysUsageDescription", "NSBluetoothPeripheralUsageDescription",
  ]

  static func app(
    named name: String = "App", modes: [String] = ["bluetooth-central"], restore: String? = nil,
    _ react: @escaping Central.Reaction = { _, _ in }
  ) -> TestApp {
    bare(named: name, modes: modes).on(.didFinishLaunching) { launch in
      Central(launch, restore: restore, react)
    }
  }

  /// An app without a manager.
  static func bare(named name: String = "App", modes: [String] = ["bluetooth-central"]) -> TestApp {
    var app = TestApp()
    app.name = name
    app.modes = modes
    for key in usageKeys { app.info[key] = "To test." }
    return app
  }
}

extension World {
  /// A heart rate strap that is switched off: 180D with 2A37 (notify) and A001 (everything), and
  /// 180F with 2A19 (read).
  func strap(
    _ name: String = "strap", interval: Duration = .microseconds(152_500)
  ) throws -> Accessory {
    try addAccessory(
      name, advertising: Advertising(services: ["180D"], localName: name, interval: interval),
      services: [
        GATTService(
          "180D",
          [
            GATTCharacteristic("2A37", [.notify]),
            GATTCharacteristic(
              "A001", [.read, .write, .writeWithoutResponse, .notify, .indicate], value: Data([1])),
          ]),
        GATTService("180F", [GATTCharacteristic("2A19", [.read], value: Data([100]))]),
      ])
  }

  /// The Bluetooth events of the trace, including those of the device.
  var bluetoothEvents: [TraceEvent.BluetoothEvent] {
    trace.events.compactMap { if let event = $0.kind.bluetooth { event } else { nil } }
  }

  var hasAlerts: Bool { bluetoothEvents.contains(where: \.isAlert) }

  /// The moments when a line was printed.
  func moments(printed line: String) -> [VirtualInstant] { moments { $0 == .output(line) } }

  /// The number of discoveries in the trace.
  var discoveries: Int {
    bluetoothEvents.count { if case .discovered = $0 { true } else { false } }
  }
}

/// Runs a scenario with one iPhone and a strap next to it that is switched off.
@discardableResult
func withStrap(
  seed: UInt64 = 1, iOS version: SystemVersion = 17,
  change: @escaping @Sendable (inout DeviceProfile) -> Void = { _ in },
  _ scenario: @escaping @Sendable (Phone, Accessory) async throws -> Void
) async throws -> World {
  try await withPhone(seed: seed, iOS: version, change: change) { phone in
    try await scenario(phone, try phone.world.strap())
  }
}

/// A place far out of range of every radio here.
let farAway = Place(x: 10_000)

extension AppleDevice {
  /// Installs an app and allows it to use Bluetooth, without asking the user.
  func installAllowed(_ app: TestApp) throws -> InstalledApp {
    let installed = try install(app.definition)
    bluetooth.setAuthorization(.allowedAlways, for: installed)
    return installed
  }
}

extension TraceEvent.BluetoothEvent {
  var isAlert: Bool { if case .alert = self { true } else { false } }
}
