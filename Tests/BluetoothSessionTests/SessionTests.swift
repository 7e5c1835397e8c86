import CoreBluetooth
import Foundation
import SimulatedOS
import Testing
import Yoban

@Suite struct SessionTests {
  @Test func `an accessory that the profile accepts is found, connected and read`() async throws {
    let stage = try await play { stage in
      // Another one without a name, nearer and louder, is not taken.
      let other = stage.world.addAccessory("other", advertising: Advertising(services: ["180D"]))
      other.transmitPower = 10
      other.switchOn()
      try await stage.wait(.seconds(5))
      stage.strap.notify("2A37", Data([0, 72]))
      try await stage.wait(.seconds(1))
      #expect(!other.isConnected)
    }
    #expect(stage.lines == toReady + ["72 bpm"])
  }

  /// What the properties say, in one line.
  @MainActor private static func truth(_ session: BluetoothSession) -> String {
    [
      (session.isPoweredOn, "on"), (session.isScanning, "scanning"),
      (session.isConnected, "connected"), (session.isReady, "ready"),
    ].filter(\.0).map(\.1).joined(separator: " ")
  }

  @Test func `state properties always tell the truth, also through power-off (E2)`() async throws {
    let stage = try await play(strapIsOn: false) { stage in
      func tell(after duration: Duration) async throws {
        try await stage.wait(duration)
        await stage.use { print("truth: \(Self.truth($0))") }
      }
      await stage.use { print("truth: \(Self.truth($0))") }
      try await tell(after: .seconds(5))
      stage.phone.bluetooth.switchOff(by: .settings)
      try await tell(after: .seconds(5))
      stage.phone.bluetooth.switchOn()
      try await tell(after: .seconds(5))
      stage.strap.switchOn()
      try await tell(after: .seconds(5))
      stage.phone.bluetooth.switchOff(by: .controlCenter)
      try await tell(after: .seconds(5))
      stage.strap.switchOff()
      stage.phone.bluetooth.switchOn()
      try await tell(after: .seconds(5))
      stage.strap.switchOn()
      try await tell(after: .seconds(5))
      stage.strap.switchOff()
      try await tell(after: .seconds(5))
      await stage.use { $0.stop() }
      try await tell(after: .seconds(5))
    }
    #expect(
      stage.lines.filter { $0.hasPrefix("truth") } == [
        "truth: ", "truth: on scanning", "truth: ", "truth: on scanning",
        "truth: on connected ready", "truth: ", "truth: on", "truth: on connected ready",
        "truth: on", "truth: on",
      ])
  }

  @Test func `the first connection after a long absence fails once and is retried (E2)`()
    async throws
  {
    let stage = try await play(strapIsOn: false) { stage in
      stage.strap.refuseConnections(1)
      stage.strap.switchOn()
      try await stage.wait(.seconds(10))
    }
    #expect(
      stage.lines == [
        "bluetooth poweredOn", "scanning", "found Strap", "connecting",
        "failed CBError 10, again at once", "hint tryAgainAfterLongAbsence", "connecting",
        "connected", "ready", "battery 100",
      ])
  }

  @Test func `failures after it are retried more and more slowly, by the system itself`()
    async throws
  {
    let stage = try await play(strapIsOn: false) { stage in
      stage.strap.refuseConnections(7)
      stage.strap.switchOn()
      try await stage.wait(.seconds(1))
      // Suspended meanwhile: no timer of the app would run.
      await stage.phone.goHome()
      try await stage.wait(.seconds(400))
      #expect(stage.strap.isConnected)
    }
    #expect(stage.lines.filter { $0 == "failed CBError 10, again later" }.count == 6)
    #expect(stage.lines.last == "battery 100")
    let moments = stage.world.trace.events.compactMap { event -> Int64? in
      guard case .output(let line) = event.kind, line.hasPrefix("failed") else { return nil }
      return event.instant.nanoseconds / 1_000_000_000
    }
    // The first is retried at once; then half of 1, 2, 4, 8 and 16 s at least, in whole seconds.
    for (index, least) in [1, 1, 2, 4, 8].enumerated() {
      #expect(moments[index + 2] - moments[index + 1] >= least)
    }
  }

  @Test func `a lost link comes back by itself, subscribed, while the app is suspended (BT9)`()
    async throws
  {
    let stage = try await play { stage in
      try await stage.wait(.seconds(5))
      await stage.phone.goHome()
      try await stage.wait(.seconds(600))
      stage.strap.switchOff()
      try await stage.wait(.seconds(3_600))
      stage.strap.switchOn()
      try await stage.wait(.seconds(60))
      stage.strap.notify("2A37", Data([0, 66]))
      try await stage.wait(.seconds(5))
      stage.strap.disconnect()
      try await stage.wait(.seconds(60))
      stage.strap.notify("2A37", Data([0, 67]))
      try await stage.wait(.seconds(5))
    }
    #expect(
      stage.lines == toReady + [
        "lost CBError 6", "connecting", "connected", "ready", "battery 100", "66 bpm",
        "lost CBError 7", "connecting", "connected", "ready", "battery 100", "67 bpm",
      ])
  }

  @Test func `a stop is told apart from a loss, and nothing comes after it (BT13)`() async throws {
    let stage = try await play { stage in
      try await stage.wait(.seconds(5))
      await stage.use { $0.stop() }
      try await stage.wait(.seconds(600))
      #expect(!stage.strap.isConnected)
    }
    #expect(stage.lines == toReady + ["disconnected as asked", "stopped", "events ended"])
  }

  @Test func `a session that was stopped can be started again, without a scan`() async throws {
    let stage = try await play { stage in
      try await stage.wait(.seconds(5))
      try await stage.run { session in
        session.stop()
        session.start()
        for await event in session.events() { print("again: \(text(event))") }
      }
      try await stage.wait(.seconds(5))
      #expect(stage.strap.isConnected)
    }
    let again = stage.lines.filter { $0.hasPrefix("again") }
    #expect(
      again
        == ["disconnected as asked", "connecting", "connected", "ready", "battery 100"]
        .map { "again: \($0)" })
  }

  @Test func `who waits with the app open is asked to bring the accessory closer, once (BT12)`()
    async throws
  {
    let stage = try await play(strapIsOn: false) { stage in
      try await stage.wait(.seconds(300))
      stage.strap.switchOn()
      try await stage.wait(.seconds(5))
      #expect(stage.strap.isConnected)
    }
    #expect(stage.lines.filter { $0.hasPrefix("hint") } == ["hint bringCloser"])
  }

  @Test func `Bluetooth that is not allowed is asked for, and waited for (BT3)`() async throws {
    let stage = try await play(isAllowed: false) { stage in
      stage.phone.bluetooth.setAuthorization(.denied, for: stage.app)
      try await stage.wait(.seconds(10))
      stage.phone.bluetooth.setAuthorization(.allowedAlways, for: stage.app)
      try await stage.wait(.seconds(10))
    }
    #expect(stage.lines == ["bluetooth unauthorized", "hint allowBluetooth"] + toReady)
  }

  @Test func `a reset makes objects invalid, and the session goes on with new ones (BT2)`()
    async throws
  {
    let stage = try await play { stage in
      try await stage.wait(.seconds(5))
      stage.phone.bluetooth.reset()
      try await stage.wait(.seconds(20))
      stage.strap.notify("2A37", Data([0, 60]))
      try await stage.wait(.seconds(1))
    }
    #expect(
      stage.lines(since: toReady.count) == [
        "bluetooth resetting", "lost with Bluetooth", "bluetooth poweredOn", "connecting",
        "connected", "ready", "battery 100", "60 bpm",
      ])
  }

  @Test(arguments: [false, true])
  func `services that change are found and subscribed anew (BT20)`(areOptional: Bool) async throws {
    var script = SessionScript()
    if areOptional {
      script.profile = AccessoryProfile(
        name: "strap", advertises: ["180D"],
        services: [.heartRate.optional, .battery.optional])
    }
    let stage = try await play(script) { stage in
      try await stage.wait(.seconds(5))
      stage.strap.replaceServices(Array(Strap.services.reversed()))
      try await stage.wait(.seconds(5))
      stage.strap.notify("2A37", Data([0, 61]))
      try await stage.wait(.seconds(1))
    }
    #expect(
      stage.lines(since: toReady.count) == ["services changed", "ready", "battery 100", "61 bpm"])
  }

  @Test func `what is missing or malformed is a problem, and the rest works`() async throws {
    var script = SessionScript()
    script.profile = AccessoryProfile(
      name: "strap", advertises: ["180D"],
      services: [
        .heartRate, .battery, .currentTime, .deviceInformation,
        ServiceProfile(Characteristic(Data.self, "FFE9", in: "FFE0")),
      ])
    let stage = try await play(script) { stage in
      try await stage.wait(.seconds(5))
      stage.strap.notify("2A37", Data([0x10, 60, 1]))
      stage.strap.notify("2A37", Data([0, 62]))
      try await stage.wait(.seconds(1))
      try await stage.run { session in
        print("counts", session.counts.values, session.counts.malformedValues)
        _ = try await session.read(.currentTime)
      }
    }
    let problems = stage.lines.filter { $0.hasPrefix("problem") }
    #expect(
      problems == [
        "problem missingService(1805)", "problem missingCharacteristic(FFE0/FFE9)",
        "problem malformedValue(180D/2A37, The value has 3 bytes and needs 4.)",
      ])
    #expect(stage.lines.contains("62 bpm"))
    #expect(stage.lines.contains("counts 2 1"))
    let error = BluetoothRequestError.missing(Characteristic.currentTime.path)
    #expect(stage.lines.last == "threw \(error)")
  }

  @Test func `two sessions of one app work side by side`() async throws {
    var script = SessionScript()
    script.launched = { _ in
      let lamp = BluetoothSession(
        AccessoryProfile(
          name: "lamp", advertises: ["FFE0"], services: [ServiceProfile(Strap.scratch)]),
        restoreIdentifier: "lamp")
      lamp.start()
      Task {
        // Kept by this task for as long as it has events.
        for await event in lamp.events() { print("lamp: \(text(event))") }
        lamp.stop()
      }
    }
    let stage = try await play(script) { stage in
      let lamp = stage.world.addAccessory(
        "lamp", advertising: Advertising(services: ["FFE0"], localName: "Lamp"),
        services: Strap.services)
      lamp.switchOn()
      try await stage.wait(.seconds(5))
      lamp.switchOff()
      try await stage.wait(.seconds(5))
      #expect(stage.strap.isConnected)
    }
    #expect(stage.lines.filter { !$0.hasPrefix("lamp") } == toReady)
    #expect(
      stage.lines.filter { $0.hasPrefix("lamp") }
        == [
          "bluetooth poweredOn", "scanning", "found Lamp", "connecting", "connected", "ready",
          "lost CBError 6", "connecting",
        ].map { "lamp: \($0)" })
  }

  @Test func `the same seed gives the same events`() async throws {
    func run() async throws -> [String] {
      try await play(seed: 7) { stage in
        stage.strap.refuseConnections(3)
        await stage.phone.goHome()
        try await stage.wait(.seconds(100))
      }.world.trace.events.map { "\($0)" }
    }
    let (first, second) = (try await run(), try await run())
    #expect(first == second)
  }
}
