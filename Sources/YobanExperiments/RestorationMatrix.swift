import YobanSimulatedOS
import YobanVirtualTime

/// E1, part 7, all rows: the events after which the system relaunches an app for its Bluetooth
/// accessory, by version (BT27).
extension Experiment {
  private struct Case {
    var name: String
    /// The rows before the accessory is available again.
    var rows: [ExpectedRow]
    /// Whether the app is relaunched on iOS 10, 15 and 26, and on 26 with AccessorySetupKit.
    var expected: [Bool]
    var happen: @Sendable (Phone, InstalledApp) async throws -> Void

    init(
      _ name: String, _ rows: [String], _ expected: [Bool],
      _ happen: @escaping @Sendable (Phone, InstalledApp) async throws -> Void
    ) {
      self.name = name
      self.rows = rows.map { ExpectedRow($0) }.by(.documented, "BT27")
      self.expected = expected
      self.happen = happen
    }
  }

  private struct Version {
    var name: String
    var iOS: SystemVersion
    var usesAccessorySetupKit = false
  }

  private static let versions = [
    Version(name: "iOS 10", iOS: 10), Version(name: "iOS 15", iOS: 15),
    Version(name: "iOS 26", iOS: 26),
    Version(name: "iOS 26 with AccessorySetupKit", iOS: 26, usesAccessorySetupKit: true),
  ]

  /// Every event on every version, for an app with scenes and one without (L13).
  static let restorationParts: [Part] = cases.flatMap { event in
    versions.indices.flatMap { i in
      // Scenes exist from iOS 13 on.
      (versions[i].iOS >= 13 ? [true, false] : [false]).map { hasScene in
        part(event, versions[i], hasScene: hasScene, isRelaunched: event.expected[i])
      }
    }
  }

  private static func part(
    _ event: Case, _ version: Version, hasScene: Bool, isRelaunched: Bool
  ) -> Part {
    var rows = event.rows
    if event.name == "force-quit", !isRelaunched {
      rows.append(ExpectedRow("(finding relaunch.after-force-quit)").by(.documented, "BT27"))
    }
    rows.append(.init("(tag switched on)"))
    if isRelaunched { rows += relaunchRows(hasScene: hasScene) }
    let scenes = version.iOS >= 13 ? hasScene ? ", scenes" : ", no scenes" : ""
    return Part(name: "step 7: \(event.name), \(version.name)\(scenes)", expected: rows) { seed in
      try await pendingThenGone(
        seed,
        AwaitedAccessory(
          restores: true, hasScene: hasScene,
          usesAccessorySetupKit: version.usesAccessorySetupKit),
        .iPhone(iOS: version.iOS), event.happen)
    }
  }

  private static let jetsam = "(process ended: jetsam (memory pressure))"

  private static let rebooted = [
    "(phone rebooting)", "(process ended: device rebooted)", "(phone booted)",
  ]

  private static let cases = [
    Case("removed from memory", [jetsam], [true, true, true, true]) { phone, app in
      phone.jetsam(app)
    },
    Case(
      "crash", ["(process ended: crash: a trap)"], [true, true, true, true]
    ) { _, app in
      app.process?.kill(.crash("a trap"))
    },
    Case(
      "force-quit",
      [
        "(user swipes AwaitedAccessoryApp away)", "(process ended: force-quit by the user)",
      ], [false, false, false, true]
    ) { phone, app in
      await phone.swipeAway(app)
    },
    Case(
      "Bluetooth switched off in Settings",
      [jetsam, "(user switches Bluetooth off (Settings))", "(user switches Bluetooth on)"],
      [false, false, false, false]
    ) { phone, app in
      try await offAndOn(phone, app, .settings)
    },
    Case(
      "Control Center button",
      [
        jetsam, "(user switches Bluetooth off (Control Center))",
        "(user switches Bluetooth on)",
      ],
      [false, false, false, true]
    ) { phone, app in
      try await offAndOn(phone, app, .controlCenter)
    },
    Case(
      "Airplane mode leaving Bluetooth on",
      [
        jetsam, "(user switches Bluetooth off (Airplane mode leaving Bluetooth on))",
        "(user switches Bluetooth on)",
      ], [false, true, true, true]
    ) { phone, app in
      try await offAndOn(phone, app, .airplaneMode(leavesBluetoothOn: true))
    },
    Case("reboot", rebooted, [false, true, true, true]) { phone, _ in
      try await phone.reboot()
    },
    Case(
      "reboot with a passcode",
      rebooted + ["(user unlocks the device)"],
      [false, true, true, true]
    ) { phone, _ in
      phone.hasPasscode = true
      try await phone.reboot()
      try await Task.sleep(for: .seconds(600))
      phone.unlock()
    },
  ]

  private static func offAndOn(
    _ phone: Phone, _ app: InstalledApp, _ way: BluetoothService.PowerSwitch
  ) async throws {
    phone.jetsam(app)
    try await Task.sleep(for: .seconds(10))
    phone.bluetooth.switchOff(by: way)
    try await Task.sleep(for: .seconds(10))
    phone.bluetooth.switchOn()
  }
}
