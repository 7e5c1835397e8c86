import CoreBluetooth
import Foundation
import UIKit
import YobanTesting

/// An app that creates its central manager at launch, as it should.
enum BluetoothApp {
  static func app(
    named name: String = "App", modes: [String] = ["bluetooth-central"], restore: String? = nil,
    _ react: @escaping Central.Reaction = { _, _ in }
  ) -> AppFixture {
    bare(named: name, modes: modes) { Central(restore: restore, react) }
  }

  /// An app without a manager.
  static func bare(
    named name: String = "App", modes: [String] = ["bluetooth-central"],
    _ launched: @escaping @MainActor @Sendable () -> Void = {}
  ) -> AppFixture {
    var app = AppFixture { _ in launched() }
    app.name = name
    app.bundleIdentifier = "example.\(name)"
    app.plist = InfoPlist([
      "NSBluetoothAlwaysUsageDescription": "To test.",
      "NSBluetoothPeripheralUsageDescription": "To test.", "UIBackgroundModes": modes,
    ])
    return app
  }
}

extension AppFixture {
  /// Lets the user choose the app's accessories (BT33).
  mutating func usesAccessorySetupKit() {
    plist = InfoPlist(
      plist.values.merging([
        "NSAccessorySetupKitSupports": ["Bluetooth"],
        "NSAccessorySetupBluetoothServices": ["180D"],
      ]) { $1 })
  }
}

extension Phone {
  /// Installs an app and allows it to use Bluetooth, without asking the user.
  func installAllowed(_ app: AppFixture) throws -> InstalledApp {
    let installed = try install(app)
    bluetooth.setAuthorization(.allowedAlways, for: installed)
    return installed
  }
}

/// The managers that the app of a process keeps, in the order of their creation.
final class KeptManagers {
  var centrals: [Central] = []
  var publishers: [Publisher] = []

  static var current: KeptManagers {
    AppProcess.current!.process.resident(KeptManagers.self) { KeptManagers() }
  }
}

/// The code of an error: `C6` for one of Core Bluetooth, `A5` for one of the Attribute Protocol.
func code(_ error: (any Error)?) -> String? {
  switch error {
  case nil: nil
  case let error as CBError: "C\(error.code.rawValue)"
  case let error as CBATTError: "A\(error.code.rawValue)"
  case let error?: "\(error)"
  }
}

extension CBUUID {
  /// Whether this is the UUID with that text.
  func isEqual(to text: String) -> Bool { self == CBUUID(string: text) }
}

extension [String] {
  var uuids: [CBUUID] { map { CBUUID(string: $0) } }
}

extension Data {
  /// Up to four bytes in hexadecimal digits, otherwise their number.
  var words: String {
    guard count <= 4 else { return "\(count) bytes" }
    return map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension CBManagerState {
  var words: String {
    switch self {
    case .unknown: "unknown"
    case .resetting: "resetting"
    case .unsupported: "unsupported"
    case .unauthorized: "unauthorized"
    case .poweredOff: "poweredOff"
    case .poweredOn: "poweredOn"
    @unknown default: "?"
    }
  }
}
