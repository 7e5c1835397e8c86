import UIKit
import Yoban

/// The app delegate of docs/runtime-bluetooth.md, as it stands there.
final class StrapAppDelegate: UIResponder, UIApplicationDelegate {
  private let session = BluetoothSession(
    AccessoryProfile(
      name: "chest strap", advertises: ["180D"],
      services: [.heartRate, .battery.optional, .deviceInformation],
      accepts: { $0.localName != nil }),
    restoreIdentifier: "strap")

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let events = session.events()
    session.start()
    Task { await watch(events) }
    return true
  }

  private func watch(_ events: BluetoothEvents) async {
    for await event in events {
      switch event {
      case .ready:
        let maker = try? await session.read(.manufacturerName)
        print("ready: \(maker ?? "unknown maker")")
      case .value(let value):
        if let heartRate = value[.heartRateMeasurement] { print(heartRate.beatsPerMinute) }
        if let battery = value[.batteryLevel] { print("battery \(battery.percent) %") }
      case .hint(.bringCloser): print("Bring the strap closer.")
      case .hint(.tryAgainAfterLongAbsence): print("Put the strap on to wake it.")
      case .hint(.turnOnBluetooth): print("Turn Bluetooth on.")
      case .problem(let problem): print(problem)
      default: break
      }
    }
  }
}
