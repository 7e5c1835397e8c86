import CoreBluetooth
import Synchronization
import YobanTesting

/// Whether a central is subscribed to the values of an accessory.
final class Subscription: Sendable {
  private let state = Mutex(false)

  var isOn: Bool {
    get { state.withLock(\.self) }
    set { state.withLock { $0 = newValue } }
  }
}

/// The UUIDs of the strap, as an app has them.
enum HeartStrap {
  static var service: CBUUID { CBUUID(string: "180D") }
  static var measurement: CBUUID { CBUUID(string: "2A37") }
}

extension World {
  /// Adds a chest strap that is switched on, next to the phone.
  func addStrap(_ subscription: Subscription? = nil) throws -> Accessory {
    let strap = try addAccessory(
      "strap", advertising: Advertising(services: ["180D"], localName: "Strap"),
      services: [GATTService("180D", [GATTCharacteristic("2A37", [.notify])])])
    if let subscription {
      strap.onSubscribe("2A37") { _, isOn in subscription.isOn = isOn }
      strap.onConnection { _, isConnected in
        if !isConnected { subscription.isOn = false }
      }
    }
    strap.switchOn()
    return strap
  }
}

extension Stage {
  /// Whether the app can be expected to use its accessory: the accessory is on and in reach,
  /// Bluetooth is on and allowed, and the app was opened since the last boot and not swiped away.
  var canUseAccessory: Bool {
    guard let accessory, wasOpenedSinceBoot, !app.isForceQuit else { return false }
    let (dx, dy) = (accessory.place.x - phone.place.x, accessory.place.y - phone.place.y)
    return accessory.isOn && (dx * dx + dy * dy).squareRoot() <= 20
      && phone.bluetooth.state == .poweredOn
      && phone.bluetooth.authorization(of: app) == .allowedAlways
  }

  /// Whether the phone is up, and the user has opened the app since the last boot.
  var wasOpenedSinceBoot: Bool {
    guard phone.isUp, let opened = app.lastOpened else { return false }
    return world.now - opened <= phone.uptime
  }
}

extension InfoPlist {
  /// An app that uses Bluetooth also in the background.
  static func bluetooth(_ name: String) -> InfoPlist {
    InfoPlist([
      "CFBundleName": name, "UIBackgroundModes": ["bluetooth-central"],
      "NSBluetoothAlwaysUsageDescription": "The app measures the heart rate.",
    ])
  }
}
