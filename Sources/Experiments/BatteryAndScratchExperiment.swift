import Foundation
import ScratchApp
import SimulatedOS
import UIKit
import VirtualTime

extension Experiment {
  /// E2: an accessory with a battery and a scratch, found by its service, read and written (S1).
  static let batteryAndScratch = Experiment(
    id: "E2", title: "Battery and scratch",
    parts: [
      Part(name: "found, read and written", expected: foundRows) { seed in
        try await record(seed) { _, _, bean in
          bean.switchOn()
          try await Task.sleep(for: .seconds(10))
        }
      },
      Part(name: "Bluetooth off and on while scanning", expected: offWhileScanningRows) { seed in
        try await record(seed) { phone, _, bean in
          try await Task.sleep(for: .seconds(10))
          phone.bluetooth.switchOff(by: .controlCenter)
          bean.switchOn()
          try await Task.sleep(for: .seconds(10))
          phone.bluetooth.switchOn()
          try await Task.sleep(for: .seconds(10))
        }
      },
      Part(name: "Bluetooth off and on while connected", expected: offWhileConnectedRows) { seed in
        try await record(seed) { phone, _, bean in
          bean.switchOn()
          try await Task.sleep(for: .seconds(10))
          phone.bluetooth.switchOff(by: .controlCenter)
          try await Task.sleep(for: .seconds(10))
          phone.bluetooth.switchOn()
          try await Task.sleep(for: .seconds(10))
        }
      },
      Part(name: "disconnected on request, and by loss", expected: disconnectedRows) { seed in
        try await record(seed) { phone, app, bean in
          bean.switchOn()
          try await Task.sleep(for: .seconds(10))
          await phone.touch(app, "Disconnect") { post("DisconnectBean") }
          try await Task.sleep(for: .seconds(10))
          await phone.touch(app, "Connect") { post("ConnectBean") }
          try await Task.sleep(for: .seconds(10))
          bean.place = Place(x: 1000)
          try await Task.sleep(for: .seconds(10))
          bean.place = .origin
          try await Task.sleep(for: .seconds(10))
        }
      },
      Part(name: "the first connection after a long absence", expected: absenceRows) { seed in
        try await record(seed) { _, _, bean in
          bean.switchOn()
          try await Task.sleep(for: .seconds(10))
          bean.switchOff()
          try await Task.sleep(for: .seconds(3600))
          bean.refuseConnections(1)
          bean.switchOn()
          try await Task.sleep(for: .seconds(10))
        }
      },
      Part(name: "a central in a local variable of a fetch", expected: localRows) { seed in
        try await recordFetch(seed, keepsCentral: false)
      },
      Part(name: "a central that the app owns", expected: ownedRows) { seed in
        try await recordFetch(seed, keepsCentral: true)
      },
    ])

  // MARK: Scenarios

  /// The app is opened; a nameless device with the same service is there from the beginning.
  private static func record(
    _ seed: UInt64,
    _ scenario: @escaping @Sendable (Device, InstalledApp, Accessory) async throws -> Void
  ) async throws -> Recording {
    let world = try World(seed: seed)
    try await world.run {
      let phone = world.addDevice("phone", .iPhone(iOS: 15.1))
      let app = try phone.install(.scratch("ScratchApp.AppDelegate"))
      phone.bluetooth.setAuthorization(.allowedAlways, for: app)
      world.addAccessory("nameless", advertising: Advertising(services: [beanService])).switchOn()
      let bean = world.addBean()
      await phone.open(app)
      try await scenario(phone, app, bean)
    }
    return Recording(world)
  }

  private static func recordFetch(_ seed: UInt64, keepsCentral: Bool) async throws -> Recording {
    let world = try World(seed: seed)
    try await world.run {
      let phone = world.addDevice("phone", .iPhone(iOS: 15.1))
      let app = try phone.install(
        .scratch("ScratchApp.FetchAppDelegate", ["KeepsCentral": keepsCentral]))
      phone.bluetooth.setAuthorization(.allowedAlways, for: app)
      world.addBean().switchOn()
      phone.performBackgroundFetch(app)
      try await Task.sleep(for: .seconds(120))
    }
    // How long the process runs depends on when the Bean is heard: not the point here.
    return Recording(world) { $0.text != "(suspended)" }
  }

  // MARK: Rows

  private static let openRows: [ExpectedRow] = [
    .init("(nameless switched on)"), .init("(person opens ScratchApp)"),
  ]
  private static let poweredOnRows: [ExpectedRow] = [
    .init("bluetooth poweredOn", "on scanning"), .init("scanning", "on scanning"),
  ]
  /// What happens once the Bean is heard. The nameless one is not taken, and scanning has ended.
  private static let connectedRows: [ExpectedRow] = [
    .init("connected", "on connected"),
    .init("ready", "on connected"),
    .init("battery 87 %"),
  ]
  private static let firstUseRows: [ExpectedRow] = [
    .init("scratch 00 00"), .init("scratch written"),
    .init("scratch 01 02"),
  ]
  private static let laterUseRows: [ExpectedRow] = [
    .init("scratch 01 02"), .init("scratch written"),
    .init("scratch 01 02"),
  ]
  private static let foundThenUsed: [ExpectedRow] =
    [.init("found Bean", "on"), .init("connecting", "on")] + connectedRows + firstUseRows

  private static let foundRows: [ExpectedRow] =
    openRows + [.init("(Bean switched on)")] + poweredOnRows + foundThenUsed

  private static let offRows: [ExpectedRow] = [
    .init("(person switches Bluetooth off (Control Center))"),
    .init("bluetooth poweredOff", ""),
  ]
  private static let offWhileScanningRows: [ExpectedRow] =
    openRows + poweredOnRows + offRows.prefix(1) + [.init("(Bean switched on)")]
    + offRows.suffix(1) + [
      .init("hint: turnOnBluetooth", ""),
      .init("(person switches Bluetooth on)"),
    ] + poweredOnRows + foundThenUsed

  private static let offWhileConnectedRows: [ExpectedRow] =
    foundRows + offRows + [
      .init("disconnected: bluetooth unavailable", ""),
      .init("hint: turnOnBluetooth", ""),
      .init("(person switches Bluetooth on)"),
      .init("bluetooth poweredOn", "on"), .init("connecting", "on"),
    ] + connectedRows + laterUseRows

  private static let disconnectedRows: [ExpectedRow] =
    foundRows + [
      .init("(person touches Disconnect)"),
      .init("disconnected: requested", "on"), .init("stopped", "on"),  // BT13
      .init("(person touches Connect)"),
      .init("connecting", "on"),  // it is remembered: nothing is scanned for (BT19)
    ] + connectedRows + laterUseRows + [
      .init("(Bean moved to 1000 m, 0 m)"),
      .init("disconnected: link lost", "on"), .init("connecting", "on"),
      .init("(Bean moved to 0 m, 0 m)"),
    ] + connectedRows + laterUseRows

  private static let absenceRows: [ExpectedRow] =
    foundRows + [
      .init("(Bean switched off)"),
      .init("disconnected: link lost", "on"), .init("connecting", "on"),
      // Thirty seconds later, to the person who looks at the app.
      .init("hint: bringCloser", "on", after: .seconds(30)...(.seconds(31))),
      .init("(Bean switched on)"),
      .init("connection failed: CBError 10", "on"),
      .init("hint: tryAgainAfterLongAbsence", "on"),
      .init("connecting", "on"),
    ] + connectedRows + laterUseRows

  private static let localRows: [ExpectedRow] = [
    .init("(Bean switched on)"), .init("performFetch"),
    .init("(finding ble.object-released)"),  // BT4
  ]
  private static let ownedRows: [ExpectedRow] = [
    .init("(Bean switched on)"), .init("performFetch"),
    .init("centralManagerDidUpdateState 5"), .init("didDiscover Bean"),
  ]
}
