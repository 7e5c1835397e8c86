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
  /// Bluetooth is on and allowed, the app was opened since the last boot, and the user has done
  /// nothing since that prevents a relaunch (BT27).
  var canUseAccessory: Bool {
    guard let accessory, wasOpenedSinceBoot, !isRelaunchPrevented else { return false }
    let (dx, dy) = (accessory.place.x - phone.place.x, accessory.place.y - phone.place.y)
    return accessory.isOn && (dx * dx + dy * dy).squareRoot() <= 20
      && phone.bluetooth.state == .poweredOn
      && app.bluetoothAuthorization == .allowedAlways
  }

  /// Whether the app can be expected to use its accessory, and has been connected with it before.
  var mustUseAccessory: Bool { canUseAccessory && app.log.contains("connected") }

  /// Whether the app does not run, and the user has swiped it away, or Bluetooth was off when the
  /// process ended or at a time since.
  private var isRelaunchPrevented: Bool {
    guard app.state == .notRunning, !app.isForceQuit else { return app.isForceQuit }
    var (isOn, isRunning, isPrevented) = (true, false, false)
    for event in world.trace.events where event.device == phone.name {
      switch event.kind.payload {
      case TraceEvent.BluetoothEvent.power(let state):
        // A crash of the daemon prevents nothing.
        isOn = state != .poweredOff
        if !isRunning && !isOn { isPrevented = true }
      case TraceEvent.AppEvent.launched: (isRunning, isPrevented) = (true, false)
      case TraceEvent.AppEvent.terminated: (isRunning, isPrevented) = (false, !isOn)
      default: break
      }
    }
    return isPrevented
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
