import Foundation
import Testing
import Yoban
import YobanTesting

@Suite struct RestorationTests {
  /// The finding that the system will not relaunch the app for its pending requests.
  static let notRelaunched = Finding.Kind.relaunchAfterForceQuit.by(.bt27)

  @Test(.world(findings: []))
  func
    `a killed app is relaunched by a value and continues without another discovery (BT25, BT26)`()
    async throws
  {
    let fixture = try await startSessionApp()
    try await fixture.world.pass(.seconds(5))
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(60))
    fixture.phone.jetsam(fixture.app)
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.app.process == nil)
    #expect(fixture.strap.isConnected)
    fixture.strap.notify("2A37", Data([0, 80]))
    try await fixture.world.pass(.seconds(5))
    fixture.strap.notify("2A37", Data([0, 81]))
    try await fixture.world.pass(.seconds(5))
    // The session is ready before the first value: nothing had to be discovered or subscribed
    // again.
    #expect(
      fixture.app.log.texts.dropFirst(toReady.count) == [
        "restored", "bluetooth poweredOn", "connected", "ready", "80 bpm", "battery 100", "81 bpm",
      ])
  }

  @Test(.world(findings: []))
  func `a killed app with a pending connect is relaunched by the connection`() async throws {
    let fixture = try await startSessionApp()
    try await fixture.world.pass(.seconds(5))
    await fixture.phone.goHome()
    fixture.strap.switchOff()
    try await fixture.world.pass(.seconds(60))
    fixture.phone.jetsam(fixture.app)
    try await fixture.world.pass(.seconds(600))
    #expect(fixture.app.process == nil)
    fixture.strap.switchOn()
    try await fixture.world.pass(.seconds(60))
    fixture.strap.notify("2A37", Data([0, 80]))
    try await fixture.world.pass(.seconds(5))
    #expect(
      fixture.app.log.texts.dropFirst(toReady.count) == [
        // The connection itself relaunched the app, so it exists as soon as Bluetooth is available.
        "lost CBError 6", "connecting", "restored", "bluetooth poweredOn", "connected", "ready",
        "battery 100", "80 bpm",
      ])
  }

  @Test(.world(findings: [])) func `a killed app that was scanning is relaunched by a discovery`()
    async throws
  {
    let fixture = try await startSessionApp(strapIsOn: false)
    try await fixture.world.pass(.seconds(5))
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(60))
    fixture.phone.jetsam(fixture.app)
    try await fixture.world.pass(.seconds(60))
    fixture.strap.switchOn()
    try await fixture.world.pass(.seconds(120))
    #expect(fixture.strap.isConnected)
    #expect(fixture.app.log.texts.last == "battery 100")
  }

  @Test(.world(findings: [])) func `an app whose session was stopped is not relaunched`()
    async throws
  {
    let fixture = try await startSessionApp()
    try await fixture.world.pass(.seconds(5))
    await fixture.use { $0.stop() }
    await fixture.phone.goHome()
    try await fixture.world.pass(.seconds(60))
    fixture.phone.jetsam(fixture.app)
    fixture.strap.switchOff()
    fixture.strap.switchOn()
    try await fixture.world.pass(.seconds(600))
    #expect(fixture.app.process == nil)
    #expect(fixture.app.log.texts.last == "events ended")
  }

  @Test(.world(findings: [Self.notRelaunched]))
  func `the next launch after a force-quit connects without a scan (BT19, BT27)`()
    async throws
  {
    let fixture = try await startSessionApp()
    try await fixture.world.pass(.seconds(5))
    await fixture.phone.swipeAway(fixture.app)
    try await fixture.world.pass(.seconds(600))
    #expect(!fixture.strap.isConnected)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(10))
    #expect(
      fixture.app.log.texts.dropFirst(toReady.count) == [
        "bluetooth poweredOn", "connecting", "connected", "ready", "battery 100",
      ])
  }

  @Test(.world(findings: [Self.notRelaunched]))
  func `a forgotten accessory is not restored from memory`() async throws {
    let fixture = try await startSessionApp()
    try await fixture.world.pass(.seconds(5))
    fixture.strap.advertising.data.services = []
    await fixture.use { $0.forget() }
    try await fixture.world.pass(.seconds(5))
    await fixture.phone.swipeAway(fixture.app)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(10))
    #expect(!fixture.strap.isConnected)
    #expect(
      fixture.app.log.texts.dropFirst(toReady.count) == [
        "disconnected as asked", "scanning", "bluetooth poweredOn", "scanning",
      ])
  }

  @Test(.world(findings: []))
  func `a memory file that cannot be used is a problem, and the session works without it`()
    async throws
  {
    struct Broken: AccessoryMemory, Sendable {
      func load() throws -> RememberedAccessory? { throw CocoaError(.fileReadCorruptFile) }
      func save(_ accessory: RememberedAccessory?) throws { throw CocoaError(.fileWriteOutOfSpace) }
    }
    var appFixture = SessionAppFixture()
    appFixture.configuration.memory = Broken()
    let fixture = try await startSessionApp(appFixture)
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.app.log.texts.filter { !$0.hasPrefix("problem") } == toReady)
    // Cocoa error codes: a corrupt file, and no space for the file.
    #expect(
      fixture.app.log.texts.filter { $0.hasPrefix("problem") } == [
        "problem memoryFailed(code: 259)", "problem memoryFailed(code: 640)",
      ])
  }

  @Test func `a session with a pinned accessory connects to no other one`() async throws {
    // With the same seed, the phone gives the strap the same identifier.
    let first = Identified()
    var appFixture = SessionAppFixture()
    appFixture.launched = { session in
      Task {
        for await event in session.events() { if case .ready(let it) = event { first.it = it } }
      }
    }
    try await withWorld(findings: []) { [appFixture] _ in
      let fixture = try await startSessionApp(appFixture)
      try await fixture.world.pass(.seconds(5))
    }
    let identifier = try #require(first.it)
    var pinned = SessionAppFixture()
    pinned.configuration.accessory = identifier
    pinned.profile = AccessoryProfile(
      name: "strap", advertises: ["180D"], services: [.heartRate, .battery])
    let fixture = try await withWorld(findings: []) { [pinned] _ in
      let fixture = try await startSessionApp(pinned, strapIsOn: false)
      let other = try fixture.world.addAccessory(
        "other", advertising: Advertising(services: ["180D"], localName: "Other"),
        services: Strap.services)
      other.switchOn()
      try await fixture.world.pass(.seconds(10))
      #expect(!other.isConnected)
      fixture.strap.switchOn()
      try await fixture.world.pass(.seconds(10))
      #expect(fixture.strap.isConnected)
      return fixture
    }
    #expect(
      fixture.app.log.texts.first { $0.hasPrefix("problem") }
        == "problem accessoryUnknown(\(identifier))")
  }

  private final class Identified: @unchecked SimulationConfined { var it: AccessoryIdentifier? }
}
