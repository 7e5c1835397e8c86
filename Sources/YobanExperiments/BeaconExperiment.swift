import YobanBeaconApp
import Foundation
import UIKit
import YobanSimulatedOS
import YobanVirtualTime

/// The app of experiment E4 with the settings of its Info.plist, and its world.
struct WatchedBeacon: Sendable {
  static let uuid = UUID(uuidString: "F7826DA6-4FA2-4E98-8024-BC5B71E0893E")!

  var registersAgain = false
  var ranges = false
  var keepsRunning = false

  var app: AppDefinition {
    AppDefinition(
      bundleIdentifier: "example.beacon", name: "BeaconApp",
      infoPlist: InfoPlist([
        "BeaconUUID": Self.uuid.uuidString, "RegistersAgain": registersAgain, "Ranges": ranges,
        "KeepsRunning": keepsRunning,
      ])
    ) {
      UIApplicationMain(0, nil, nil, "YobanBeaconApp.AppDelegate")
    }
  }
}

extension Experiment {
  /// E4: the region events that an app receives, by the app's state and the state of the screen
  /// (S3, iOS 7.1, an iPhone 5S).
  static let beacons = Experiment(
    id: "E4", title: "Beacons in every state of an app",
    parts: tableParts + [
      Part(
        name: "terminated, screen black, ranging from the launch on", expected: BeaconRows.ranging
      ) {
        try await play($0, WatchedBeacon(ranges: true)) { phone, app, door in
          try await terminate(phone, app, isScreenOn: false)
          return try await comeAndGo(door)
        }
      },
      Part(
        name: "a second detection while the relaunched process still runs",
        expected: BeaconRows.second
      ) {
        try await play($0) { phone, app, door in
          try await terminate(phone, app, isScreenOn: false)
          let moment = phone.world.now
          for _ in 0..<2 { _ = try await comeAndGo(door) }
          return moment
        }
      },
      Part(name: "registered again at launch", expected: BeaconRows.registeredAgain) {
        try await play($0, WatchedBeacon(registersAgain: true)) { phone, app, door in
          try await terminate(phone, app, isScreenOn: false)
          return try await comeAndGo(door)
        }
      },
      Part(name: "just after a reboot, beside the beacon", expected: BeaconRows.beside) {
        try await play($0) { phone, app, door in
          await phone.lock()
          try await sleep(60)
          let moment = phone.world.now
          door.switchOn()
          try await sleep(60)
          try await phone.reboot()
          try await sleep(300)
          return moment
        }
      },
      Part(
        name: "a system update, after which the app was not launched", expected: BeaconRows.update
      ) {
        try await play($0, on: .iPhone(iOS: 7, .iPhone5S)) { phone, app, door in
          await phone.lock()
          try await sleep(60)
          let moment = phone.world.now
          try await phone.update(toIOS: 7.1)
          try await sleep(300)
          _ = try await comeAndGo(door)
          return moment
        }
      },
    ])

  // MARK: The table under BC3

  /// A row of the table: the states of the app and the phone before the beacon is switched on.
  private struct Situation: Sendable {
    var name: String
    var definition = WatchedBeacon()
    var rows: [ExpectedRow]
    var prepare: @Sendable (Phone, InstalledApp) async throws -> Void
  }

  private static let tableParts = situations.map { situation in
    Part(name: situation.name, expected: situation.rows) { seed in
      try await play(seed, situation.definition) { phone, app, door in
        try await situation.prepare(phone, app)
        return try await comeAndGo(door)
      }
    }
  }

  private static let situations: [Situation] = [
    Situation(name: "running in foreground", rows: BeaconRows.inForeground) { _, _ in },
    Situation(
      name: "running in background, home screen", definition: WatchedBeacon(keepsRunning: true),
      rows: BeaconRows.running
    ) { phone, _ in
      await phone.goHome()
      try await sleep(30)
    },
    Situation(
      name: "running in background, screen black", definition: WatchedBeacon(keepsRunning: true),
      rows: BeaconRows.running
    ) { phone, _ in
      await phone.lock()
      try await sleep(30)
    },
    Situation(name: "suspended, home screen", rows: BeaconRows.suspended) { phone, _ in
      await phone.goHome()
      try await sleep(60)
    },
    Situation(name: "suspended, screen black", rows: BeaconRows.suspended) { phone, _ in
      await phone.lock()
      try await sleep(60)
    },
    Situation(name: "terminated by the user, home screen", rows: BeaconRows.terminated) {
      phone, app in
      try await terminate(phone, app, isScreenOn: true)
    },
    Situation(name: "terminated by the user, screen black", rows: BeaconRows.terminated) {
      phone, app in
      try await terminate(phone, app, isScreenOn: false)
    },
    Situation(name: "just after a reboot, screen black", rows: BeaconRows.terminated) { phone, _ in
      await phone.lock()
      try await phone.reboot()
      try await sleep(200)
    },
  ]

  // MARK: Scenarios

  /// Opens the app on a phone and answers the permission dialog; the beacon beside it is switched
  /// off. Rows count from the moment that the scenario returns.
  private static func play(
    _ seed: UInt64, _ definition: WatchedBeacon = WatchedBeacon(),
    on profile: DeviceProfile = .iPhone(iOS: 7.1, .iPhone5S),
    _ scenario: @escaping @Sendable (Phone, InstalledApp, Accessory) async throws -> VirtualInstant
  ) async throws -> Recording {
    let world = try World(seed: seed)
    let moment = try await world.run {
      let phone = try world.addPhone("phone", profile)
      let app = try phone.install(definition.app)
      phone.location.setAuthorization(.always, for: app)
      let door = try world.addBeacon("door", uuid: WatchedBeacon.uuid, major: 1, minor: 1)
      await phone.open(app)
      await phone.tap("Start", in: app)
      try await sleep(10)
      return try await scenario(phone, app, door)
    }
    return Recording(world) { $0.instant >= moment }
  }

  /// Switches the beacon on for a minute and off for two. Returns the time when it was switched on.
  private static func comeAndGo(_ door: Accessory) async throws -> VirtualInstant {
    let moment = door.now
    try await detect(door, for: 60)
    try await sleep(120)
    return moment
  }

  private static func detect(_ door: Accessory, for seconds: Double) async throws {
    door.switchOn()
    try await sleep(seconds)
    door.switchOff()
  }

  private static func terminate(
    _ phone: Phone, _ app: InstalledApp, isScreenOn: Bool
  ) async throws {
    await phone.swipeAway(app)
    if !isScreenOn { await phone.lock() }
    try await sleep(60)
  }

  private static func sleep(_ seconds: Double) async throws {
    try await Task.sleep(for: .seconds(seconds))
  }
}
