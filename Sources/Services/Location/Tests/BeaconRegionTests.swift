import CoreLocation
import Testing
import UIKit
import YobanTesting

/// Beacon regions in every state of the app and the screen: the table of S3 (E4).
@Suite struct BeaconRegionTests {
  enum AppRow: String, Sendable, CaseIterable {
    case running, suspended, jettisoned, terminatedByUser, rebooted

    /// Whether the event launches a process.
    var isLaunched: Bool {
      switch self {
      case .running, .suspended: false
      case .jettisoned, .terminatedByUser, .rebooted: true
      }
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var app: AppRow
    var isScreenOn: Bool
    var testDescription: String { "\(app.rawValue), screen \(isScreenOn ? "on" : "off")" }
  }

  static let rows = AppRow.allCases.flatMap { app in
    [true, false].map { Row(app: app, isScreenOn: $0) }
  }

  /// Brings the app and the screen into a row's state.
  private static func prepare(_ row: Row, _ phone: Phone, _ app: InstalledApp) async throws {
    switch row.app {
    case .running: break
    case .suspended: await phone.goHome()
    case .jettisoned:
      await phone.goHome()
      phone.jetsam(app)
    case .terminatedByUser: await phone.swipeAway(app)
    case .rebooted: try await phone.reboot()
    }
    if row.isScreenOn {
      phone.wakeScreen()
    } else if phone.isScreenOn {
      await phone.lock()
    }
    try await phone.world.pass(.minutes(10))
  }

  @Test(arguments: rows)
  func `entry and exit are reported in every state (BC3, BC4, BC5, BC9, BC11, L16, L17)`(
    _ row: Row
  ) async throws {
    let moments = Moments()
    let world = try await withBeacon(iOS: 7.1) { phone, door in
      let app = try await phone.start(locationApp())
      try await Self.prepare(row, phone, app)
      #expect(app.state == (row.app == .running && row.isScreenOn ? .active : app.state))
      moments.on = phone.world.now
      door.switchOn()
      try await phone.world.pass(.minutes(2))
      moments.off = phone.world.now
      door.switchOff()
      try await phone.world.pass(.minutes(5))
    }
    let entry = ["enter door", "inside door"]
    let exit = ["exit door", "outside door"]
    // The process that the first event launched still exists at the second event (L14).
    let expected =
      row.app.isLaunched
      ? ["launched", "authorizedAlways"] + entry + exit : entry + exit
    #expect(world.texts(from: moments.on) == expected)
    #expect(world.launches == [.user] + (row.app.isLaunched ? [.location] : []))
    let entered = try #require(world.moments(printed: "enter door").first)
    let exited = try #require(world.moments(printed: "exit door").first)
    #expect((Duration.zero...(.milliseconds(1_200))).contains(entered - moments.on))
    #expect((Duration.seconds(29.9)...(.seconds(45))).contains(exited - moments.off))
    #expect(world.kinds == [])
  }

  @Test(arguments: [SystemVersion(7), 7.1, 10, 13, 15, 17, 18, 26])
  func `a suspended app is resumed for about 10 s by each event (BC8, L12)`(
    _ version: SystemVersion
  ) async throws {
    let world = try await withBeacon(iOS: version) { phone, door in
      _ = try await phone.start()
      await phone.goHome()
      try await phone.world.pass(.minutes(10))
      door.switchOn()
      try await phone.world.pass(.minutes(10))
    }
    let entered = try #require(world.moments(printed: "enter door").first)
    let states = world.trace.events.filter { $0.instant >= entered }.compactMap {
      if case .state(let state) = $0.kind.app { ($0.instant - entered, state) } else { nil }
    }
    #expect(states.map(\.1) == [.background, .suspended])
    #expect(states.map(\.0) == [.zero, .seconds(10)])
    #expect(world.locationEvents.contains(.woke("entry to door")))
  }

  @Test func `a second detection while the relaunched process is running launches nothing (L14)`()
    async throws
  {
    let world = try await withBeacon(iOS: 7.1) { phone, door in
      let app = try await phone.start(locationApp())
      await phone.swipeAway(app)
      for _ in 1...2 {
        door.switchOn()
        try await phone.world.pass(.minutes(2))
        door.switchOff()
        try await phone.world.pass(.minutes(2))
      }
    }
    #expect(world.launches == [.user, .location])
    #expect(world.callbacks.filter { $0 == .didFinishLaunching }.count == 2)
    #expect(world.log.texts.filter { $0 == "enter door" }.count == 2)
    #expect(world.log.texts.filter { $0 == "exit door" }.count == 2)
  }

  @Test func `every manager of the app is notified, of the entry before the state (BC3)`()
    async throws
  {
    let app = locationApp { _ in makeListener("second ") }
    let world = try await withBeacon { phone, door in
      _ = try await phone.start(app)
      door.switchOn()
      try await phone.world.pass(.seconds(10))
    }
    #expect(
      world.log.texts.suffix(4) == [
        "enter door", "second enter door", "inside door", "second inside door",
      ])
  }

  @Test func `a short absence of packets is not an exit (BC4)`() async throws {
    let world = try await withBeacon { phone, door in
      _ = try await phone.start()
      door.switchOn()
      for _ in 1...20 {
        try await phone.world.pass(.minutes(1))
        door.switchOff()
        try await phone.world.pass(.seconds(29.5))
        door.switchOn()
      }
      try await phone.world.pass(.minutes(5))
    }
    #expect(
      world.log.texts.filter { $0.hasSuffix("door") && !$0.hasPrefix("monitoring") }
        == ["enter door", "inside door"])
  }

  @Test func `a beacon out of range, or Bluetooth switched off, also means no packets (BC4)`()
    async throws
  {
    let moments = Moments()
    let world = try await withBeacon { phone, door in
      _ = try await phone.start()
      door.switchOn()
      try await phone.world.pass(.minutes(1))
      moments.off = phone.world.now
      door.place = farAway
      try await phone.world.pass(.minutes(1))
      door.place = Place(x: 5)
      try await phone.world.pass(.minutes(1))
      moments.on = phone.world.now
      phone.bluetooth.switchOff(by: .settings)
      try await phone.world.pass(.minutes(1))
      phone.bluetooth.switchOn()
      try await phone.world.pass(.minutes(1))
      phone.place = farAway
      try await phone.world.pass(.minutes(1))
    }
    let lines = world.log.texts.filter { $0.hasPrefix("enter") || $0.hasPrefix("exit") }
    #expect(lines == Array(repeating: ["enter door", "exit door"], count: 3).flatMap(\.self))
    let exits = world.moments(printed: "exit door")
    for (exit, silence) in zip(exits, [moments.off, moments.on]) {
      #expect((Duration.seconds(29.9)...(.seconds(45))).contains(exit - silence))
    }
  }

  // MARK: Reboot and update

  @Test func `after a reboot nothing is detected for 3 min (BC11, L17)`() async throws {
    let moments = Moments()
    let world = try await withBeacon(iOS: 7.1) { phone, door in
      phone.hasPasscode = true  // The passcode is not entered: these regions do not wait for it.
      _ = try await phone.start(locationApp())
      door.switchOn()
      try await phone.world.pass(.minutes(1))
      try await phone.reboot()
      moments.on = phone.world.now
      try await phone.world.pass(.minutes(10))
    }
    #expect(
      world.texts(from: moments.on) == [
        "launched", "authorizedAlways", "enter door", "inside door",
      ])
    let entered = try #require(world.moments(printed: "enter door").last)
    #expect((Duration.seconds(180)...(.seconds(181.2))).contains(entered - moments.on))
  }

  @Test func `regions survive an update of the system without a launch of the app (BC11)`()
    async throws
  {
    let world = try await withBeacon(iOS: 7) { phone, door in
      let app = try await phone.start(locationApp())
      await phone.swipeAway(app)
      try await phone.update(toIOS: 7.1)
      try await phone.world.pass(.minutes(4))
      #expect(app.state == .notRunning)
      door.switchOn()
      try await phone.world.pass(.minutes(1))
      #expect(app.state == .suspended)
    }
    #expect(world.launches == [.user, .location])
    #expect(world.log.texts.suffix(2) == ["enter door", "inside door"])
  }

  @Test func `deleting an app removes its regions (BC11)`() async throws {
    let app = locationApp()
    try await withBeacon { phone, door in
      let installed = try await phone.start(app)
      phone.delete(installed)
      door.switchOn()
      try await phone.world.pass(.minutes(1))
      #expect(installed.process == nil)
      let again = try phone.install(app, allowed: .always)
      try await phone.world.pass(.minutes(1))
      #expect(again.process == nil)
    }
  }

  // MARK: Without beacon hardware

  @Test(arguments: UInt64(1)...10)
  func `an iPhone 4S takes up to 15 min for entry and exit (BC4)`(_ seed: UInt64) async throws {
    let moments = Moments()
    let world = try await withBeacon(seed: seed, iOS: 7.1, .iPhone4S) { phone, door in
      _ = try await phone.start(locationApp())
      await phone.goHome()
      moments.on = phone.world.now
      door.switchOn()
      try await phone.world.pass(.minutes(20))
      moments.off = phone.world.now
      door.switchOff()
      try await phone.world.pass(.minutes(30))
    }
    let entered = try #require(world.moments(printed: "enter door").first)
    let exited = try #require(world.moments(printed: "exit door").first)
    #expect((Duration.zero...(.seconds(15 * 60 + 1))).contains(entered - moments.on))
    #expect((Duration.seconds(29)...(.seconds(26 * 60))).contains(exited - moments.off))
  }
}
