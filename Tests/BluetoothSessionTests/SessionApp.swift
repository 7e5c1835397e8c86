import CoreBluetooth
import Foundation
import SimulatedOS
import Testing
import UIKit
import VirtualTime
import Yoban

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

  var definition: AppDefinition {
    let plist = InfoPlist([
      "UIBackgroundModes": modes, "NSBluetoothAlwaysUsageDescription": "test",
    ])
    return AppDefinition(
      bundleIdentifier: "example.vendor.session", name: "Session", infoPlist: plist
    ) {
      _ = AppProcess.current!.process.resident(Holder.self) { Holder(self) }
      _ = UIApplicationMain(
        CommandLine.argc, CommandLine.unsafeArgv, nil, NSStringFromClass(SessionDelegate.self))
    }
  }

  fileprivate final class Holder {
    let appFixture: SessionAppFixture
    var session: BluetoothSession?
    init(_ appFixture: SessionAppFixture) { self.appFixture = appFixture }
  }
}

/// The session of the process that currently runs.
@MainActor var currentSession: BluetoothSession {
  AppProcess.current!.process.existingResident(SessionAppFixture.Holder.self)!.session!
}

/// The delegate of an app with one session, which prints the session's events.
final class SessionDelegate: UIResponder, UIApplicationDelegate {
  private let holder = AppProcess.current!.process.existingResident(SessionAppFixture.Holder.self)!

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let appFixture = holder.appFixture
    let session = BluetoothSession(
      appFixture.profile, restoreIdentifier: "strap", configuration: appFixture.configuration)
    holder.session = session
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

/// A phone with the app, and a chest strap, in their own world.
///
/// Sendable: used by one simulation only.
struct SessionFixture: @unchecked Sendable {
  let world: World
  let phone: Device
  let app: InstalledApp
  let strap: Accessory

  /// The lines that the app printed.
  var lines: [String] {
    world.trace.events.compactMap { if case .output(let line) = $0.kind { line } else { nil } }
  }

  /// Returns the lines that the app printed after the given line, which must exist.
  func lines(after line: String) -> [String] {
    let lines = lines
    return Array(lines[(lines.firstIndex(of: line).map { $0 + 1 } ?? lines.endIndex)...])
  }

  /// Returns the lines that the app printed after the first `count` lines.
  func lines(since count: Int) -> [String] { Array(lines.dropFirst(count)) }

  func wait(_ duration: Duration) async throws { try await Task.sleep(for: duration) }

  /// Runs the closure in the app's process; does nothing if the app is not running.
  func use(_ body: @escaping @MainActor @Sendable (BluetoothSession) -> Void) async {
    await phone.touch(app, "test") { body(currentSession) }
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
    try await wait(duration)
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

/// Plays a scenario with the app installed, authorized and opened, and the strap switched on.
///
/// The scenario must cause only the given findings.
@discardableResult
func play(
  _ appFixture: SessionAppFixture = SessionAppFixture(), seed: UInt64 = 1, strapIsOn: Bool = true,
  isAllowed: Bool = true, findings: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation,
  _ scenario: @escaping @Sendable (SessionFixture) async throws -> Void
) async throws -> SessionFixture {
  let world = try World(seed: seed)
  return try await world.run {
    let phone = try world.addDevice("phone", .iPhone(iOS: 17))
    let strap = try world.addAccessory(
      "strap", advertising: Advertising(services: ["180D"], localName: "Strap"),
      services: Strap.services)
    let app = try phone.install(appFixture.definition)
    let fixture = SessionFixture(world: world, phone: phone, app: app, strap: strap)
    if isAllowed { phone.bluetooth.setAuthorization(.allowedAlways, for: app) }
    if strapIsOn { strap.switchOn() }
    await phone.open(app)
    try await scenario(fixture)
    #expect(
      world.trace.findings.map { "\($0.name) \($0.rule)" } == findings,
      sourceLocation: sourceLocation)
    return fixture
  }
}
