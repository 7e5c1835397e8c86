import Foundation
import YobanScratchApp
import UIKit
import YobanSimulatedOS
import YobanVirtualTime

extension Experiment {
  /// E2: an accessory with a battery and a scratch characteristic is found by its service, read and
  /// written (S1).
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
      Part(
        name: "found while the app is suspended, read and written in background",
        expected: foundWhileSuspendedRows
      ) {
        try await record($0) { phone, _, bean in
          try await Task.sleep(for: .seconds(10))
          await phone.goHome()
          try await Task.sleep(for: .seconds(60))
          bean.switchOn()
          try await Task.sleep(for: .seconds(120))
        }
      },
      Part(name: "a notification wakes the app, which reads and writes", expected: notifiedRows) {
        try await record($0) { phone, _, bean in
          bean.switchOn()
          try await Task.sleep(for: .seconds(10))
          await phone.goHome()
          try await Task.sleep(for: .seconds(60))
          bean.notify("2A19", Data([86]))
          try await Task.sleep(for: .seconds(60))
        }
      },
      Part(name: "a fetch without a central", expected: withoutCentralRows) {
        try await recordFetch($0, "nobody")
      },
      Part(name: "a fetch, the central in a local variable", expected: variableRows) {
        try await recordFetch($0, "variable")
      },
      Part(name: "a fetch, the central owned by the app", expected: ownedRows) {
        try await recordFetch($0, "app")
      },
    ])

  // MARK: Scenarios

  /// The user opens the app; a nameless device with the same service is present from the beginning.
  private static func record(
    _ seed: UInt64,
    _ scenario: @escaping @Sendable (Phone, InstalledApp, Accessory) async throws -> Void
  ) async throws -> Recording {
    let world = try World(seed: seed)
    try await world.run {
      let phone = try world.addPhone("phone", .iPhone(iOS: 15.1))
      let app = try phone.install(.scratch("YobanScratchApp.AppDelegate"))
      phone.bluetooth.setAuthorization(.allowedAlways, for: app)
      try world.addAccessory("nameless", advertising: Advertising(services: [beanService]))
        .switchOn()
      let bean = try world.addBean()
      await phone.open(app)
      try await scenario(phone, app, bean)
    }
    return Recording(world)
  }

  private static func recordFetch(_ seed: UInt64, _ owner: String) async throws -> Recording {
    let world = try World(seed: seed)
    try await world.run {
      let phone = try world.addPhone("phone", .iPhone(iOS: 15.1))
      let app = try phone.install(
        .scratch("YobanScratchApp.FetchAppDelegate", ["Central": owner]))
      phone.bluetooth.setAuthorization(.allowedAlways, for: app)
      try world.addBean().switchOn()
      phone.performBackgroundFetch(app)
      try await Task.sleep(for: .seconds(120))
    }
    // The run time of the process depends on when the Bean is discovered; this experiment does not
    // compare it.
    return Recording(world) { $0.text != "(suspended)" }
  }
}
