import YobanAwaitedAccessoryApp
import Foundation
import UIKit
import YobanSimulatedOS
import YobanVirtualTime

extension Experiment {
  /// E1: an accessory is discovered while the app is suspended, and an app is relaunched after a
  /// kill (S0, iOS 15.1).
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
      Part(name: "step 7: jetsam while a connect is pending, scenes", expected: restoredRows(true))
      {
        try await pendingThenGone($0, AwaitedAccessory(restores: true)) { $0.jetsam($1) }
      },
      Part(
        name: "step 7: jetsam while a connect is pending, no scenes", expected: restoredRows(false)
      ) {
        try await pendingThenGone($0, AwaitedAccessory(restores: true, hasScene: false)) {
          $0.jetsam($1)
        }
      },
      Part(name: "step 7: force-quit while a connect is pending", expected: forceQuitRows) {
        try await pendingThenGone($0, AwaitedAccessory(restores: true)) { await $0.swipeAway($1) }
      },
    ] + restorationParts)

  // MARK: Scenarios

  /// Installs the app on a phone, with a switched-off tag beside it. Rows count from the moment
  /// that the scenario returns.
  private static func play(
    _ seed: UInt64, _ definition: AwaitedAccessory, _ profile: DeviceProfile = .iPhone(iOS: 15.1),
    _ scenario: @escaping @Sendable (Phone, InstalledApp, Accessory) async throws -> VirtualInstant
  ) async throws -> Recording {
    let world = try World(seed: seed)
    let moment = try await world.run {
      let phone = try world.addPhone("phone", profile)
      let app = try phone.install(definition.app)
      let tag = try world.addTag()
      if definition.usesAccessorySetupKit { phone.accessorySetup.setUp(tag, for: app) }
      phone.bluetooth.setAuthorization(.allowedAlways, for: app)
      return try await scenario(phone, app, tag)
    }
    return Recording(world) { $0.instant >= moment }
  }

  /// Taps the app's button.
  private static func scan(_ phone: Phone, _ app: InstalledApp) async throws {
    try await Task.sleep(for: .seconds(5))
    await phone.tap("Scan", in: app)
  }

  /// The user opens the app, scans and goes home; minutes later, the accessory is switched on, then
  /// off, then the user returns.
  private static func awayAndBack(
    _ seed: UInt64, _ definition: AwaitedAccessory
  ) async throws -> Recording {
    try await play(seed, definition) { phone, app, tag in
      await phone.open(app)
      try await scan(phone, app)
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

  /// The user opens the app, scans and goes home; the accessory is switched on and the user
  /// returns. The user goes home again; the accessory is switched off and the user returns.
  private static func awayTwice(
    _ seed: UInt64, _ definition: AwaitedAccessory
  ) async throws -> Recording {
    try await play(seed, definition) { phone, app, tag in
      await phone.open(app)
      try await scan(phone, app)
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

  /// The accessory was connected and is out of range; the app is suspended with a pending
  /// connection. Then the app or the radio is stopped, and the accessory returns. Rows count from
  /// that moment.
  static func pendingThenGone(
    _ seed: UInt64, _ definition: AwaitedAccessory, _ profile: DeviceProfile = .iPhone(iOS: 15.1),
    _ end: @escaping @Sendable (Phone, InstalledApp) async throws -> Void
  ) async throws -> Recording {
    try await play(seed, definition, profile) { phone, app, tag in
      tag.switchOn()
      await phone.open(app)
      try await scan(phone, app)
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
}
