import Foundation
import YobanProximityApp
import UIKit
import YobanSimulatedOS
import YobanVirtualTime

extension Experiment {
  /// E6: phones that detect each other in the same way as a field-tested proximity library
  /// (Herald). The figures that its authors published are the bounds.
  static let proximity = Experiment(
    id: "E6", title: "Phones that detect each other", testedSeeds: 1,
    parts: [
      Part(
        name: "two phones with the app in foreground, 5 min",
        expected: ProximityRows.every("in foreground")
      ) { seed in
        try await ProximityScene.play(seed, phones: 2) { scene in
          try await scene.measure("in foreground", .every, for: .seconds(300))
        }
      },
      Part(
        name: "two phones, one of them locked, 10 min", expected: ProximityRows.every("one locked")
      ) { seed in
        try await ProximityScene.play(seed, phones: 2) { scene in
          await scene.phones[1].lock()
          try await scene.measure("one locked", .every, for: .seconds(600))
        }
      },
      locked(phones: 2, hours: 12, .fourPhones), locked(phones: 4, hours: 12, .fourPhones),
      locked(phones: 10, hours: 1, .tenPhones),
      Part(
        name: "two locked phones, the app of one removed from memory, 30 min",
        expected: ProximityRows.jetsam
      ) { seed in
        try await ProximityScene.play(seed, phones: 2) { scene in
          try await scene.lockPhones()
          scene.phones[0].jetsam(scene.apps[0])
          try await scene.measure("after the removal", .tenPhones, for: .seconds(1800))
          scene.note("the app was launched again", scene.apps[0].process != nil)
        }
      },
      Part(
        name: "two locked phones, one is carried 100 m away for 10 min",
        expected: ProximityRows.walk
      ) { seed in
        try await ProximityScene.play(seed, phones: 2) { scene in
          try await scene.lockPhones()
          scene.phones[0].place = Place(x: 100)
          try await Task.sleep(for: .seconds(60))
          try await scene.measure("away", .none, for: .seconds(540))
          scene.phones[0].place = .origin
          try await Task.sleep(for: .seconds(60))
          try await scene.measure("back", .tenPhones, for: .seconds(1800))
        }
      },
      Part(
        name: "two locked phones, the app of one force-quit and opened later",
        expected: ProximityRows.quit
      ) { seed in
        try await ProximityScene.play(seed, phones: 2) { scene in
          try await scene.lockPhones()
          await scene.phones[0].swipeAway(scene.apps[0])
          try await Task.sleep(for: .seconds(60))
          try await scene.measure("force-quit", .none, for: .seconds(1800))
          await scene.phones[0].open(scene.apps[0])
          try await Task.sleep(for: .seconds(60))
          await scene.phones[0].lock()
          try await scene.measure("opened again", .tenPhones, for: .seconds(1800))
        }
      },
      Part(name: "two locked phones that have not met before", expected: ProximityRows.strangers) {
        seed in
        try await ProximityScene.play(seed, phones: 2, apart: true) { scene in
          for phone in scene.phones { await phone.lock() }
          try await Task.sleep(for: .seconds(60))
          scene.phones[0].place = .origin
          scene.phones[1].place = .origin
          try await scene.measure("not met before, both locked", .none, for: .seconds(1800))
          scene.phones[0].wakeScreen()
          try await Task.sleep(for: .seconds(60))
          await scene.phones[0].lock()
          try await Task.sleep(for: .seconds(60))
          try await scene.measure("after one screen was on", .tenPhones, for: .seconds(1800))
        }
      },
    ])

  private static func locked(phones: Int, hours: Int, _ bound: CoverageBound) -> Part {
    let rows =
      phones == 2 ? ProximityRows.pair("locked", bound) : [ProximityRows.all("locked", bound)]
    return Part(
      name: "\(phones) locked phones, \(hours) h", expected: rows.by(.reported, "BT9")
    ) { seed in
      try await ProximityScene.play(seed, phones: phones) { scene in
        try await scene.lockPhones()
        try await scene.measure("locked", bound, for: .seconds(hours * 3600))
      }
    }
  }
}

/// Phones with the app, and their readings of each other.
final class ProximityScene: @unchecked SimulationConfined {
  let world: World
  private(set) var phones: [Phone] = []
  private(set) var apps: [InstalledApp] = []
  private(set) var rows: [Row] = []

  private init(_ world: World) { self.world = world }

  /// Opens the app on each phone, one after the other; the phones are in range of each other, or
  /// apart.
  static func play(
    _ seed: UInt64, phones count: Int, apart: Bool = false,
    _ scenario: @escaping @Sendable (ProximityScene) async throws -> Void
  ) async throws -> Recording {
    let world = try World(seed: seed)
    let scene = ProximityScene(world)
    try await world.run {
      for i in 0..<count {
        let phone = try world.addPhone("phone \(i)", .iPhone(iOS: 17))
        phone.place = apart ? Place(x: Double(i) * 10_000) : .origin
        let app = try phone.install(.proximity(named: "phone \(i)"))
        phone.bluetooth.setAuthorization(.allowedAlways, for: app)
        scene.phones.append(phone)
        scene.apps.append(app)
        await phone.open(app)
      }
      try await Task.sleep(for: .seconds(60))
      try await scenario(scene)
    }
    return Recording(world, rows: scene.rows)
  }

  /// Locks the phones, one after the other.
  func lockPhones() async throws {
    for phone in phones {
      await phone.lock()
      try await Task.sleep(for: .seconds(10))
    }
  }

  /// Waits, then checks whether the expected number of 30 s windows had a reading, in both
  /// directions of each pair.
  func measure(_ name: String, _ bound: CoverageBound, for duration: Duration) async throws {
    let start = world.now
    let before = world.trace.events.count
    try await Task.sleep(for: duration)
    let seen = readings(from: before)
    let windows = Int(duration / .seconds(30))
    for (kind, covered) in directions(seen, since: start, windows) {
      note("\(name)\(kind): \(bound.rawValue)", bound.holds(covered))
    }
  }

  func note(_ text: String, _ isSo: Bool) {
    rows.append(Row(instant: world.now, text: "\(text): \(isSo ? "yes" : "no")"))
  }

  private typealias Reading = (observer: String, other: String, instant: VirtualInstant)

  private func readings(from index: Int) -> [Reading] {
    world.trace.events[index...].compactMap { event in
      guard let line = event.kind.output, line.hasPrefix("reading of ") else { return nil }
      return (event.device, String(line.dropFirst(11)), event.instant)
    }
  }

  /// For two phones, each direction separately; for more phones, all directions together.
  private func directions(
    _ readings: [Reading], since start: VirtualInstant, _ windows: Int
  ) -> [(kind: String, covered: Double)] {
    var seen: [String: Set<Int>] = [:]
    for reading in readings {
      let window = Int((reading.instant - start) / .seconds(30))
      if window < windows {
        seen["\(reading.observer)>\(reading.other)", default: []].insert(window)
      }
    }
    func share(_ one: Phone, _ other: Phone) -> Double {
      Double(seen["\(one.name)>\(other.name)"]?.count ?? 0) / Double(windows)
    }
    guard phones.count > 2 else {
      return [
        (", phone 0 of phone 1", share(phones[0], phones[1])),
        (", phone 1 of phone 0", share(phones[1], phones[0])),
      ]
    }
    let shares = phones.flatMap { one in
      phones.filter { $0 !== one }.map { share(one, $0) }
    }
    return [("", shares.reduce(0, +) / Double(shares.count))]
  }
}

/// The required coverage. The published figures are lower bounds here: the simulated phones do not
/// move, and their radio does not fail.
enum CoverageBound: String {
  case every = "every window"
  /// The result of four phones in the field, 12 h: 99.994 %.
  case fourPhones = "at least 99.99 % of the windows"
  /// The result of ten phones in the field, 11 h: 93.06 %.
  case tenPhones = "at least 93.06 % of the windows"
  case none = "no window"

  func holds(_ share: Double) -> Bool {
    switch self {
    case .every: share == 1
    case .fourPhones: share >= 0.9999
    case .tenPhones: share >= 0.9306
    case .none: share == 0
    }
  }
}

/// The expected rows.
enum ProximityRows {
  static func pair(_ name: String, _ bound: CoverageBound) -> [ExpectedRow] {
    ["phone 0 of phone 1", "phone 1 of phone 0"].map {
      ExpectedRow("\(name), \($0): \(bound.rawValue): yes")
    }
  }

  static func all(_ name: String, _ bound: CoverageBound) -> ExpectedRow {
    ExpectedRow("\(name): \(bound.rawValue): yes")
  }

  static func every(_ name: String) -> [ExpectedRow] { pair(name, .every).by(.reported, "BT6") }

  static let jetsam: [ExpectedRow] = .inOrder(
    pair("after the removal", .tenPhones).by(.reported, "BT27"),
    [ExpectedRow("the app was launched again: yes")].by(.documented, "BT27"))
  static let walk: [ExpectedRow] = .inOrder(
    pair("away", .none).by(.reported, "RA1"), pair("back", .tenPhones).by(.documented, "BT12"))
  static let quit: [ExpectedRow] = .inOrder(
    pair("force-quit", .none).by(.documented, "BT27"),
    pair("opened again", .tenPhones).by(.documented, "BT12"))
  static let strangers: [ExpectedRow] = .inOrder(
    pair("not met before, both locked", .none).by(.reported, "BT6"),
    pair("after one screen was on", .tenPhones).by(.reported, "BT6"))
}

extension AppDefinition {
  /// Returns the app of experiment E6.
  static func proximity(named name: String) -> AppDefinition {
    AppDefinition(
      bundleIdentifier: "example.proximity", name: "ProximityApp",
      infoPlist: InfoPlist([
        "UIBackgroundModes": ["bluetooth-central", "bluetooth-peripheral"],
        "NSBluetoothAlwaysUsageDescription": "Detects phones nearby.", "PhoneName": name,
      ])
    ) {
      UIApplicationMain(0, nil, nil, "YobanProximityApp.AppDelegate")
    }
  }
}
