import CoreBluetooth
import Foundation
import Testing
import YobanTesting
import YobanVirtualTime

/// Whether an app is relaunched for its pending connect, after everything that may end it (BT27).
@Suite struct RestorationMatrixTests {
  enum End: String, Sendable, CaseIterable {
    case jetsam, crash, forceQuit, settings, controlCenter, airplaneMode, airplaneKeepingBluetooth
    case reboot, rebootWithPasscode
  }

  struct Row: Sendable {
    var end: End
    /// On iOS 10, 15 and 26: yes (y), no (n), or with AccessorySetupKit only (a).
    var answers: String
  }

  static let rows: [Row] = [
    Row(end: .jetsam, answers: "yyy"), Row(end: .crash, answers: "yyy"),
    Row(end: .forceQuit, answers: "nna"), Row(end: .settings, answers: "nnn"),
    Row(end: .controlCenter, answers: "nna"),
    Row(end: .airplaneMode, answers: "nnn"), Row(end: .airplaneKeepingBluetooth, answers: "nyy"),
    Row(end: .reboot, answers: "nyy"), Row(end: .rebootWithPasscode, answers: "nyy"),
  ]

  static let cases = rows.flatMap { row in
    zip([10.0, 15, 26], row.answers).flatMap { version, answer in
      // AccessorySetupKit exists from iOS 18 on.
      (version < 18 ? [false] : [false, true]).map { hasSetUp in
        Case(
          end: row.end, iOS: version, hasSetUp: hasSetUp,
          relaunches: answer == "y" || answer == "a" && hasSetUp)
      }
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var end: End
    var iOS: SystemVersion
    /// With AccessorySetupKit.
    var hasSetUp: Bool
    var relaunches: Bool
    var testDescription: String {
      "\(end.rawValue) on iOS \(iOS)\(hasSetUp ? " with AccessorySetupKit" : ""): \(relaunches)"
    }
  }

  @Test(arguments: cases)
  func `an app is relaunched for a pending connect as in the matrix (BT27, L16, L17)`(
    _ row: Case
  ) async throws {
    var app = BluetoothApp.app(restore: "keep") { central, event in
      Central.scanner(central, event)
      guard let peer = event.peer else { return }
      central.manager.stopScan()
      central.connect(peer, [CBConnectPeripheralOptionStartDelayKey: 30])
    }
    if row.hasSetUp { app.usesAccessorySetupKit() }
    let fixture = app
    let world = try await withStrap(iOS: row.iOS) { phone, strap in
      strap.switchOn()
      let app = try phone.installAllowed(fixture)
      if row.hasSetUp { phone.accessorySetup.setUp(strap, for: app) }
      await phone.open(app)
      try await sleep(10)
      strap.switchOff()
      await phone.goHome()
      try await minutes(1)
      try await Self.end(app, row.end)
      try await minutes(1)
      #expect(app.state == .notRunning)
      strap.switchOn()
      try await minutes(2)
      if row.end == .rebootWithPasscode {
        #expect(app.launchCount == 1)
        phone.unlock()
        try await minutes(2)
      }
      #expect(app.launchCount == (row.relaunches ? 2 : 1))
      #expect(strap.isConnected == row.relaunches)
    }
    let relaunch = LaunchCause.bluetooth(centrals: ["keep"], peripherals: [])
    #expect(world.launches == [.user] + (row.relaunches ? [relaunch] : []))
    // The link was made before the launch, and the name was learned.
    let restored = ["restore strap:connected:0:0", "state poweredOn", "connected strap"]
    #expect(
      world.output == (row.hasSetUp ? ["state poweredOff"] : [])
        + ["state poweredOn", "discovered strap"]
        + (row.relaunches ? restored : []))
  }

  private static func end(_ app: InstalledApp, _ end: End) async throws {
    let phone = app.appleDevice
    switch end {
    case .jetsam: phone.jetsam(app)
    case .crash: app.process?.kill(.crash("the app trapped"))
    case .forceQuit: await phone.swipeAway(app)
    case .settings: try await off(app, .settings)
    case .controlCenter: try await off(app, .controlCenter)
    case .airplaneMode: try await off(app, .airplaneMode(leavesBluetoothOn: false))
    case .airplaneKeepingBluetooth: try await off(app, .airplaneMode(leavesBluetoothOn: true))
    case .reboot: try await phone.reboot()
    case .rebootWithPasscode:
      phone.hasPasscode = true
      try await phone.reboot()
    }
  }

  /// The app is removed from memory while the user switches Bluetooth off and on.
  private static func off(_ app: InstalledApp, _ way: BluetoothService.PowerSwitch) async throws {
    app.device.jetsam(app)
    app.appleDevice.bluetooth.switchOff(by: way)
    try await sleep(10)
    app.appleDevice.bluetooth.switchOn()
  }
}
