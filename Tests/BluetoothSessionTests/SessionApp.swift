import CoreBluetooth
import Foundation
import UIKit
import Yoban
import YobanTesting

/// The configuration of a test's app: its profile, its timeouts, and its actions at launch.
struct SessionAppFixture: Sendable {
  var profile = AccessoryProfile(
    name: "strap", advertises: ["180D"], services: [.heartRate, .battery],
    accepts: { $0.localName != nil })
  var configuration = BluetoothSession.Configuration()
  var modes = ["bluetooth-central"]
  /// Whether a launch by the user starts the session; a launch by the system never does.
  var startsAtLaunch = true
  /// Called at every launch, after the session was created.
  var launched: @MainActor @Sendable (BluetoothSession) -> Void = { _ in }

  var infoPlist: InfoPlist {
    InfoPlist([
      "CFBundleName": "Session", "CFBundleIdentifier": "example.vendor.session",
      "UIBackgroundModes": modes, "NSBluetoothAlwaysUsageDescription": "test",
    ])
  }
}

/// The delegate of an app with one session, which prints the session's events.
final class SessionDelegate: UIResponder, UIApplicationDelegate {
  private let appFixture: SessionAppFixture
  private(set) var session: BluetoothSession!

  init(_ appFixture: SessionAppFixture) { self.appFixture = appFixture }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    session = BluetoothSession(
      appFixture.profile, restoreIdentifier: "strap", configuration: appFixture.configuration)
    let events = session.events()
    Task {
      for await event in events { print(text(event)) }
      print("events ended")
    }
    appFixture.launched(session)
    if appFixture.startsAtLaunch, launchOptions?[.bluetoothCentrals] == nil { session.start() }
    return true
  }
}

/// Returns the text of an event for the tables of the tests, without identifiers.
@MainActor func text(_ event: BluetoothEvent) -> String {
  switch event {
  case .bluetooth(let availability): "bluetooth \(availability)"
  case .restored: "restored"
  case .scanning: "scanning"
  case .found(let advertisement): "found \(advertisement.localName ?? "-")"
  case .connecting: "connecting"
  case .connected: "connected"
  case .ready: "ready"
  case .connectionFailed(let failure, let delay):
    "failed \(failure), again \(delay == .zero ? "at once" : "later")"
  case .disconnected(.requested): "disconnected as asked"
  case .disconnected(.linkLost(let failure)): "lost \(failure.map { "\($0)" } ?? "nil")"
  case .disconnected(.bluetoothUnavailable): "lost with Bluetooth"
  case .disconnected(.discoveryFailed(let failure)): "discovery failed: \(failure)"
  case .servicesChanged: "services changed"
  case .value(let value): text(value)
  case .problem(let problem): "problem \(problem)"
  case .hint(let hint): "hint \(hint)"
  case .stopped: "stopped"
  }
}

@MainActor private func text(_ value: ReceivedValue) -> String {
  if let heartRate = value[.heartRateMeasurement] { return "\(heartRate.beatsPerMinute) bpm" }
  if let battery = value[.batteryLevel] { return "battery \(battery.percent)" }
  return "\(value.path.characteristic) = \(Array(value.bytes))"
}

/// A phone with the app, and a chest strap.
struct SessionFixture: @unchecked SimulationConfined {
  let world: World
  let phone: Phone
  let app: InstalledApp
  let strap: Accessory

  /// Runs the closure in the app's process; does nothing if the app is not running.
  func use(_ body: @escaping @MainActor @Sendable (BluetoothSession) -> Void) async {
    await phone.touch(app, "test") { (delegate: SessionDelegate) in body(delegate.session) }
  }

  /// Starts a task in the app's process and waits for the given time, in which the task must end.
  func run(
    for duration: Duration = .seconds(1),
    _ body: @escaping @MainActor @Sendable (BluetoothSession) async throws -> Void
  ) async throws {
    await use { session in
      Task {
        do { try await body(session) } catch { print("threw \(error)") }
      }
    }
    try await world.pass(duration)
  }
}

/// The services of a chest strap, with a characteristic for each kind of behavior.
enum Strap {
  static let services = [
    GATTService(
      "180D",
      [
        GATTCharacteristic("2A37", [.notify]),
        GATTCharacteristic("2A38", [.read], value: Data([1])),
      ]),
    GATTService("180F", [GATTCharacteristic("2A19", [.read, .notify])]),
    GATTService(
      "FFE0",
      [GATTCharacteristic("FFE1", [.read, .write, .writeWithoutResponse], value: Data([0]))]),
  ]
  static let scratch = Characteristic(Data.self, "FFE1", in: "FFE0", [.isOptional])
}

/// The events of a session from its first launch until it is ready, with its accessory nearby.
let toReady = [
  "bluetooth poweredOn", "scanning", "found Strap", "connecting", "connected", "ready",
  "battery 100",
]

/// Adds a phone and a strap to the test's world. The app is authorized and opened, and the strap is
/// switched on.
func startSessionApp(
  _ appFixture: SessionAppFixture = SessionAppFixture(), strapIsOn: Bool = true,
  isAllowed: Bool = true
) async throws -> SessionFixture {
  let world = try World.current
  let phone = try world.addPhone()
  let strap = try world.addAccessory(
    "strap", advertising: Advertising(services: ["180D"], localName: "Strap"),
    services: Strap.services)
  let app = try phone.install(
    .making { SessionDelegate(appFixture) }, infoPlist: appFixture.infoPlist)
  if isAllowed { phone.bluetooth.setAuthorization(.allowedAlways, for: app) }
  if strapIsOn { strap.switchOn() }
  await phone.open(app)
  return SessionFixture(world: world, phone: phone, app: app, strap: strap)
}
