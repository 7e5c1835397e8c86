import CoreBluetooth
import Foundation
import Testing
import Yoban
import YobanTesting

@Suite struct SessionTests {
  @Test(.world(findings: []))
  func `an accessory that the profile accepts is found, connected and read`() async throws {
    let fixture = try await startSessionApp()
    // Another accessory, without a name but with a stronger signal, is ignored.
    let other = try fixture.world.addAccessory(
      "other", advertising: Advertising(services: ["180D"]))
    other.transmitPower = 10
    other.switchOn()
    try await fixture.world.pass(.seconds(5))
    fixture.strap.notify("2A37", Data([0, 72]))
    try await fixture.world.pass(.seconds(1))
    #expect(!other.isConnected)
    #expect(fixture.app.log.texts == toReady + ["72 bpm"])
  }

  /// Returns the state properties in one line.
  @MainActor private static func truth(_ session: BluetoothSession) -> String {
    [
      (session.isPoweredOn, "on"), (session.isScanning, "scanning"),
      (session.isConnected, "connected"), (session.isReady, "ready"),
    ].filter(\.0).map(\.1).joined(separator: " ")
  }

  @Test(.world(findings: []))
  func `the state properties are always correct, also after Bluetooth was switched off (E2)`()
    async throws
  {
    let fixture = try await startSessionApp(strapIsOn: false)
    func printState(after duration: Duration) async throws {
      try await fixture.world.pass(duration)
      await fixture.use { print("truth: \(Self.truth($0))") }
    }
    await fixture.use { print("truth: \(Self.truth($0))") }
    try await printState(after: .seconds(5))
    fixture.phone.bluetooth.switchOff(by: .settings)
    try await printState(after: .seconds(5))
    fixture.phone.bluetooth.switchOn()
    try await printState(after: .seconds(5))
    fixture.strap.switchOn()
    try await printState(after: .seconds(5))
    fixture.phone.bluetooth.switchOff(by: .controlCenter)
    try await printState(after: .seconds(5))
    fixture.strap.switchOff()
    fixture.phone.bluetooth.switchOn()
    try await printState(after: .seconds(5))
    fixture.strap.switchOn()
    try await printState(after: .seconds(5))
    fixture.strap.switchOff()
    try await printState(after: .seconds(5))
    await fixture.use { $0.stop() }
    try await printState(after: .seconds(5))
    #expect(
      fixture.app.log.texts.filter { $0.hasPrefix("truth") } == [
        "truth: ", "truth: on scanning", "truth: ", "truth: on scanning",
        "truth: on connected ready", "truth: ", "truth: on", "truth: on connected ready",
        "truth: on", "truth: on",
      ])
  }

  @Test(.world(findings: []))
  func `the first connection after a long absence fails once and is retried (E2)`()
    async throws
  {
    let fixture = try await startSessionApp(strapIsOn: false)
    fixture.strap.refuseConnections(1)
    fixture.strap.switchOn()
    try await fixture.world.pass(.seconds(10))
    #expect(
      fixture.app.log.texts == [
        "bluetooth poweredOn", "scanning", "found Strap", "connecting",
        "failed CBError 10, again at once", "hint tryAgainAfterLongAbsence", "connecting",
        "connected", "ready", "battery 100",
      ])
  }

  @Test(.world(findings: []))
  func `further failed connects are retried with growing delays, by the system itself`()
    async throws
  {
    let fixture = try await startSessionApp(strapIsOn: false)
    fixture.strap.refuseConnections(7)
    fixture.strap.switchOn()
    try await fixture.world.pass(.seconds(1))
    // The app is suspended meanwhile, so none of its timers would run.
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(400))
    #expect(fixture.strap.isConnected)
    #expect(fixture.app.log.texts.filter { $0 == "failed CBError 10, again later" }.count == 6)
    #expect(fixture.app.log.texts.last == "battery 100")
    let moments = fixture.world.trace.events.compactMap { event -> Int64? in
      guard let line = event.kind.output, line.hasPrefix("failed") else { return nil }
      return event.instant.nanoseconds / 1_000_000_000
    }
    // The first retry is immediate; then the delay is at least half of 1, 2, 4, 8 and 16 s, in
    // whole seconds.
    for (index, least) in [1, 1, 2, 4, 8].enumerated() {
      #expect(moments[index + 2] - moments[index + 1] >= least)
    }
  }

  @Test(.world(findings: []))
  func
    `after a lost connection the session reconnects and subscribes while the app is suspended (BT9)`()
    async throws
  {
    let fixture = try await startSessionApp()
    try await fixture.world.pass(.seconds(5))
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(600))
    fixture.strap.switchOff()
    try await fixture.world.pass(.seconds(3_600))
    fixture.strap.switchOn()
    try await fixture.world.pass(.seconds(60))
    fixture.strap.notify("2A37", Data([0, 66]))
    try await fixture.world.pass(.seconds(5))
    fixture.strap.disconnect()
    try await fixture.world.pass(.seconds(60))
    fixture.strap.notify("2A37", Data([0, 67]))
    try await fixture.world.pass(.seconds(5))
    #expect(
      fixture.app.log.texts == toReady + [
        "lost CBError 6", "connecting", "connected", "ready", "battery 100", "66 bpm",
        "lost CBError 7", "connecting", "connected", "ready", "battery 100", "67 bpm",
      ])
  }

  @Test(.world(findings: []))
  func `a stop is reported differently from a lost connection, and no event follows it (BT13)`()
    async throws
  {
    let fixture = try await startSessionApp()
    try await fixture.world.pass(.seconds(5))
    await fixture.use { $0.stop() }
    try await fixture.world.pass(.seconds(600))
    #expect(!fixture.strap.isConnected)
    #expect(
      fixture.app.log.texts == toReady + ["disconnected as asked", "stopped", "events ended"])
  }

  @Test(.world(findings: []))
  func `a session that was stopped can be started again, without a scan`() async throws {
    let fixture = try await startSessionApp()
    try await fixture.world.pass(.seconds(5))
    try await fixture.run { session in
      session.stop()
      session.start()
      for await event in session.events() { print("again: \(text(event))") }
    }
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.strap.isConnected)
    let again = fixture.app.log.texts.filter { $0.hasPrefix("again") }
    #expect(
      again
        == ["disconnected as asked", "connecting", "connected", "ready", "battery 100"]
        .map { "again: \($0)" })
  }

  @Test(.world(findings: []))
  func
    `if the app waits while it is open, the user is asked once to bring the accessory closer (BT12)`()
    async throws
  {
    let fixture = try await startSessionApp(strapIsOn: false)
    try await fixture.world.pass(.seconds(300))
    fixture.strap.switchOn()
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.strap.isConnected)
    #expect(fixture.app.log.texts.filter { $0.hasPrefix("hint") } == ["hint bringCloser"])
  }

  @Test(.world(findings: []))
  func `if Bluetooth is not authorized, the session requests it and waits for it (BT3)`()
    async throws
  {
    let fixture = try await startSessionApp(isAllowed: false)
    fixture.phone.bluetooth.setAuthorization(.denied, for: fixture.app)
    try await fixture.world.pass(.seconds(10))
    fixture.phone.bluetooth.setAuthorization(.allowedAlways, for: fixture.app)
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.app.log.texts == ["bluetooth unauthorized", "hint allowBluetooth"] + toReady)
  }

  @Test(.world(findings: []))
  func `a reset of Bluetooth makes objects invalid, and the session continues with new ones (BT2)`()
    async throws
  {
    let fixture = try await startSessionApp()
    try await fixture.world.pass(.seconds(5))
    fixture.phone.bluetooth.reset()
    try await fixture.world.pass(.seconds(20))
    fixture.strap.notify("2A37", Data([0, 60]))
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.app.log.texts.dropFirst(toReady.count) == [
        "bluetooth resetting", "lost with Bluetooth", "bluetooth poweredOn", "connecting",
        "connected", "ready", "battery 100", "60 bpm",
      ])
  }

  @Test(.world(findings: []), arguments: [false, true])
  func `services that change are discovered and subscribed again (BT20)`(areOptional: Bool)
    async throws
  {
    var appFixture = SessionAppFixture()
    if areOptional {
      appFixture.profile = AccessoryProfile(
        name: "strap", advertises: ["180D"],
        services: [.heartRate.optional, .battery.optional])
    }
    let fixture = try await startSessionApp(appFixture)
    try await fixture.world.pass(.seconds(5))
    fixture.strap.replaceServices(Array(Strap.services.reversed()))
    try await fixture.world.pass(.seconds(5))
    fixture.strap.notify("2A37", Data([0, 61]))
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.app.log.texts.dropFirst(toReady.count) == [
        "services changed", "ready", "battery 100", "61 bpm",
      ])
  }

  @Test(.world(findings: []))
  func `missing characteristics and malformed values are problems, and the rest works`()
    async throws
  {
    var appFixture = SessionAppFixture()
    appFixture.profile = AccessoryProfile(
      name: "strap", advertises: ["180D"],
      services: [
        .heartRate, .battery, .currentTime, .deviceInformation,
        ServiceProfile(Characteristic(Data.self, "FFE9", in: "FFE0")),
      ])
    let fixture = try await startSessionApp(appFixture)
    try await fixture.world.pass(.seconds(5))
    fixture.strap.notify("2A37", Data([0x10, 60, 1]))
    fixture.strap.notify("2A37", Data([0, 62]))
    try await fixture.world.pass(.seconds(1))
    try await fixture.run { session in
      print("counts", session.counts.values, session.counts.malformedValues)
      _ = try await session.read(.currentTime)
    }
    let problems = fixture.app.log.texts.filter { $0.hasPrefix("problem") }
    #expect(
      problems == [
        "problem missingService(1805)", "problem missingCharacteristic(FFE0/FFE9)",
        "problem malformedValue(180D/2A37, The value has 3 bytes and needs 4.)",
      ])
    #expect(fixture.app.log.texts.contains("62 bpm"))
    #expect(fixture.app.log.texts.contains("counts 2 1"))
    let error = BluetoothRequestError.missing(Characteristic.currentTime.path)
    #expect(fixture.app.log.texts.last == "threw \(error)")
  }

  @Test(.world(findings: [])) func `two sessions of one app work in parallel`() async throws {
    var appFixture = SessionAppFixture()
    appFixture.launched = { _ in
      let lamp = BluetoothSession(
        AccessoryProfile(
          name: "lamp", advertises: ["FFE0"], services: [ServiceProfile(Strap.scratch)]),
        restoreIdentifier: "lamp")
      lamp.start()
      Task {
        // This task retains the session as long as it has events.
        for await event in lamp.events() { print("lamp: \(text(event))") }
        lamp.stop()
      }
    }
    let fixture = try await startSessionApp(appFixture)
    let lamp = try fixture.world.addAccessory(
      "lamp", advertising: Advertising(services: ["FFE0"], localName: "Lamp"),
      services: Strap.services)
    lamp.switchOn()
    try await fixture.world.pass(.seconds(5))
    lamp.switchOff()
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.strap.isConnected)
    #expect(fixture.app.log.texts.filter { !$0.hasPrefix("lamp") } == toReady)
    #expect(
      fixture.app.log.texts.filter { $0.hasPrefix("lamp") }
        == [
          "bluetooth poweredOn", "scanning", "found Lamp", "connecting", "connected", "ready",
          "lost CBError 6", "connecting",
        ].map { "lamp: \($0)" })
  }

  @Test func `the same seed gives the same events`() async throws {
    func run() async throws -> [String] {
      try await withWorld(seed: 7, findings: []) { world in
        let fixture = try await startSessionApp()
        fixture.strap.refuseConnections(3)
        await fixture.phone.goHome()
        try await world.pass(.seconds(100))
        return world.trace.events.map { "\($0)" }
      }
    }
    let (first, second) = (try await run(), try await run())
    #expect(first == second)
  }
}
