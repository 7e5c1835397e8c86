import AwaitedAccessoryApp
import Foundation
import SimulatedOS
import UIKit
import VirtualTime

extension Experiment {
  /// E1: an accessory is found while the app is suspended, and an app comes back after a kill (S0,
  /// iOS 15.1).
  static let suspendedBluetooth = Experiment(
    id: "E1", title: "Bluetooth while suspended",
    parts: [
      Part(name: "steps 1 to 3: found, connected and lost while suspended", expected: suspendedRows)
      {
        try await awayAndBack($0, AwaitedAccessory())
      },
      Part(name: "step 4: without the background mode", expected: withoutModeRows) {
        try await awayTwice($0, AwaitedAccessory(backgroundModes: []))
      },
      Part(name: "step 5: without the usage description", expected: withoutUsageTextRows) {
        try await launchOnly($0, AwaitedAccessory(usageText: nil))
      },
      Part(name: "step 6: scan without a service list", expected: withoutServicesRows) {
        try await awayAndBack($0, AwaitedAccessory(scannedService: nil))
      },
      Part(name: "step 7: jetsam while a connect is pending", expected: restoredRows) {
        try await pendingThenGone($0, AwaitedAccessory(restores: true)) { $0.jetsam($1) }
      },
      Part(name: "step 7: force-quit while a connect is pending", expected: forceQuitRows) {
        try await pendingThenGone($0, AwaitedAccessory(restores: true)) { await $0.swipeAway($1) }
      },
    ] + restorationParts)

  // MARK: Scenarios

  /// Installs the app on a phone, with a tag beside it that is switched off. Rows count from the
  /// moment that the scenario returns.
  private static func play(
    _ seed: UInt64, _ definition: AwaitedAccessory, _ profile: DeviceProfile = .iPhone(iOS: 15.1),
    _ scenario: @escaping @Sendable (Device, InstalledApp, Accessory) async throws -> VirtualInstant
  ) async throws -> Recording {
    let world = try World(seed: seed)
    let moment = try await world.run {
      let phone = world.addDevice("phone", profile)
      let app = try phone.install(definition.app)
      if definition.usesAccessorySetupKit { phone.bluetooth.setUpWithAccessorySetupKit(for: app) }
      phone.bluetooth.setAuthorization(.allowedAlways, for: app)
      return try await scenario(phone, app, world.addTag())
    }
    return Recording(world) { $0.instant >= moment }
  }

  /// Launch, home; minutes later the accessory is switched on, then off, then the person is back.
  private static func awayAndBack(
    _ seed: UInt64, _ definition: AwaitedAccessory
  ) async throws -> Recording {
    try await play(seed, definition) { phone, app, tag in
      await phone.open(app)
      try await Task.sleep(for: .seconds(10))
      await phone.goHome()
      try await Task.sleep(for: .seconds(180))
      tag.switchOn()
      try await Task.sleep(for: .seconds(120))
      tag.switchOff()
      try await Task.sleep(for: .seconds(120))
      await phone.open(app)
      try await Task.sleep(for: .seconds(10))
      return .start
    }
  }

  /// Launch, home; the accessory is switched on, the person is back; home again; the accessory is
  /// switched off, the person is back.
  private static func awayTwice(
    _ seed: UInt64, _ definition: AwaitedAccessory
  ) async throws -> Recording {
    try await play(seed, definition) { phone, app, tag in
      await phone.open(app)
      for isOn in [true, false] {
        try await Task.sleep(for: .seconds(10))
        await phone.goHome()
        try await Task.sleep(for: .seconds(180))
        if isOn { tag.switchOn() } else { tag.switchOff() }
        try await Task.sleep(for: .seconds(180))
        await phone.open(app)
      }
      try await Task.sleep(for: .seconds(10))
      return .start
    }
  }

  private static func launchOnly(
    _ seed: UInt64, _ definition: AwaitedAccessory
  ) async throws -> Recording {
    try await play(seed, definition) { phone, app, _ in
      await phone.open(app)
      try await Task.sleep(for: .seconds(10))
      return .start
    }
  }

  /// The accessory was connected and is away; the app, suspended, waits for it. Then something ends
  /// the app or the radio, and the accessory comes back. Rows from that moment on.
  static func pendingThenGone(
    _ seed: UInt64, _ definition: AwaitedAccessory, _ profile: DeviceProfile = .iPhone(iOS: 15.1),
    _ end: @escaping @Sendable (Device, InstalledApp) async throws -> Void
  ) async throws -> Recording {
    try await play(seed, definition, profile) { phone, app, tag in
      tag.switchOn()
      await phone.open(app)
      try await Task.sleep(for: .seconds(10))
      await phone.goHome()
      try await Task.sleep(for: .seconds(60))
      tag.switchOff()
      try await Task.sleep(for: .seconds(60))
      let moment = phone.world.now
      try await end(phone, app)
      try await Task.sleep(for: .seconds(60))
      tag.switchOn()
      try await Task.sleep(for: .seconds(120))
      return moment
    }
  }

  // MARK: Rows

  private static let soon: ClosedRange<Duration> = .zero...(.seconds(1))
  /// Run time of a wake is 9 to 11 s after its last event (BT9), which comes in the first second.
  private static let wakeTicks = 9...12

  private static let launchRows: [ExpectedRow] = [
    .init("(person opens AwaitedAccessoryApp)"),
    .init("didFinishLaunching", "background"),  // L1
    .init("viewDidLoad", "background"),
    .init("sceneWillEnterForeground", "background"),
    .init("sceneDidBecomeActive", "inactive"),
    .init("centralManagerDidUpdateState poweredOn", "active", after: soon),
  ]
  private static let homeRows: [ExpectedRow] = [
    .init("(person goes home)"),
    .init("sceneWillResignActive", "active"),
    .init("sceneDidEnterBackground", "background"),
  ]
  private static let reopenRows: [ExpectedRow] = [
    .init("sceneWillEnterForeground", "background"),  // L3
    .init("sceneDidBecomeActive", "inactive"),
  ]
  private static let foundRows: [ExpectedRow] =
    ["didDiscover (null)"].map { .init($0, "background") }
    + connectedRows

  private static let connectedRows: [ExpectedRow] = [
    .init("didConnect", "background", after: soon),
    .init("didDiscoverServices", "background", after: soon),
    .init("didDiscoverCharacteristics", "background", after: soon),
  ]

  private static let suspendedRows: [ExpectedRow] =
    launchRows + homeRows + [
      .ticks(1...1), .init("(suspended)", after: soon),  // L7
      .init("(tag switched on)", after: .seconds(170)...(.seconds(180))),
      // Within the latency of a background scan (BT6); the frozen thread's line comes first (BT10).
      .ticks(1...1),
    ] + foundRows + [
      .ticks((wakeTicks.lowerBound - 1)...(wakeTicks.upperBound - 1)),
      .init("(suspended)", after: soon),  // BT9
      .init("(tag switched off)"),
      .ticks(1...1),
      .init("didDisconnect", "background", after: soon),
      .ticks((wakeTicks.lowerBound - 1)...(wakeTicks.upperBound - 1)),
      .init("(suspended)", after: soon),
      .init("(person opens AwaitedAccessoryApp)"), .ticks(1...1),
    ] + reopenRows

  private static let withoutModeRows: [ExpectedRow] =
    launchRows + homeRows + [
      .init("(finding ble.scan.background-without-mode)"),
      .ticks(1...1), .init("(suspended)", after: soon),
      .init("(tag switched on)"),  // nothing until the person is back (BT8)
      .init("(person opens AwaitedAccessoryApp)"), .ticks(1...1),
    ] + reopenRows + ["didDiscover (null)"].map { .init($0, "active", after: soon) }
    + connectedRows.map { .init($0.text, "active", after: $0.delay) } + homeRows + [
      .ticks(1...1), .init("(suspended)", after: soon),
      .init("(tag switched off)"),  // queued (BT8)
      .init("(person opens AwaitedAccessoryApp)"), .ticks(1...1),
    ] + reopenRows + [.init("didDisconnect", "active", after: soon)]

  private static let withoutUsageTextRows: [ExpectedRow] = [
    .init("(person opens AwaitedAccessoryApp)"),
    .init("didFinishLaunching", "background"),
    .init("(finding plist.missing-key)"),
    .init(
      "(process ended: crash: privacy violation: the app accessed Bluetooth without NSBluetoothAlwaysUsageDescription in its Info.plist)"
    ),
  ]

  private static let withoutServicesRows: [ExpectedRow] =
    launchRows + homeRows + [
      .init("(finding ble.scan.background-nil-services)"),  // BT5
      .ticks(1...1), .init("(suspended)", after: soon),
      .init("(tag switched on)"), .init("(tag switched off)"),
      .init("(person opens AwaitedAccessoryApp)"), .ticks(1...1),
    ] + reopenRows

  /// The launch for a restored manager (BT25): nothing of a scene (L13).
  static func relaunchRows(hasScene: Bool) -> [ExpectedRow] {
    [
      .init("didFinishLaunching \(AwaitedAccessory.restoreIdentifier)", "background")
    ] + (hasScene ? [] : [.init("viewDidLoad", "background")]) + [
      .init("willRestoreState 1", "background"),
      .init("centralManagerDidUpdateState poweredOn", "background"),
    ] + connectedRows + [.init("(suspended)", after: .seconds(9)...(.seconds(11)))]
  }

  private static let restoredRows: [ExpectedRow] =
    [.init("(process ended: jetsam (memory pressure))"), .init("(tag switched on)")]
    + relaunchRows(hasScene: true)

  private static let forceQuitRows: [ExpectedRow] = [
    .init("(person swipes AwaitedAccessoryApp away)"),
    .init("(process ended: force-quit by the user)"),
    .init("(finding relaunch.after-force-quit)"),
    .init("(tag switched on)"),  // BT27
  ]
}
