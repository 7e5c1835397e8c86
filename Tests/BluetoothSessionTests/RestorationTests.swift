import Foundation
import SimulatedOS
import Testing
import Yoban

@Suite struct RestorationTests {
  /// The system says that it will not relaunch the app for what was pending.
  static let notRelaunched = "relaunch.after-force-quit BT27"

  @Test func `a killed app is woken by a value and goes on without discovering (BT25, BT26)`()
    async throws
  {
    let stage = try await play { stage in
      try await stage.wait(.seconds(5))
      await stage.phone.goHome()
      try await stage.wait(.seconds(60))
      stage.phone.jetsam(stage.app)
      try await stage.wait(.seconds(60))
      #expect(stage.app.process == nil)
      #expect(stage.strap.isConnected)
      stage.strap.notify("2A37", Data([0, 80]))
      try await stage.wait(.seconds(5))
      stage.strap.notify("2A37", Data([0, 81]))
      try await stage.wait(.seconds(5))
    }
    // Ready before the first value: nothing had to be found or subscribed again.
    #expect(
      stage.lines(since: toReady.count) == [
        "restored", "bluetooth poweredOn", "connected", "ready", "80 bpm", "battery 100", "81 bpm",
      ])
  }

  @Test func `a killed app whose connect is pending is woken by the connection`() async throws {
    let stage = try await play { stage in
      try await stage.wait(.seconds(5))
      await stage.phone.goHome()
      stage.strap.switchOff()
      try await stage.wait(.seconds(60))
      stage.phone.jetsam(stage.app)
      try await stage.wait(.seconds(600))
      #expect(stage.app.process == nil)
      stage.strap.switchOn()
      try await stage.wait(.seconds(60))
      stage.strap.notify("2A37", Data([0, 80]))
      try await stage.wait(.seconds(5))
    }
    #expect(
      stage.lines(since: toReady.count) == [
        // What woke the app is the link itself: it is there when Bluetooth is.
        "lost CBError 6", "connecting", "restored", "bluetooth poweredOn", "connected", "ready",
        "battery 100", "80 bpm",
      ])
  }

  @Test func `a killed app that was scanning is woken by a discovery`() async throws {
    let stage = try await play(strapIsOn: false) { stage in
      try await stage.wait(.seconds(5))
      await stage.phone.goHome()
      try await stage.wait(.seconds(60))
      stage.phone.jetsam(stage.app)
      try await stage.wait(.seconds(60))
      stage.strap.switchOn()
      try await stage.wait(.seconds(120))
      #expect(stage.strap.isConnected)
    }
    #expect(stage.lines.last == "battery 100")
  }

  @Test func `an app that was stopped is not woken`() async throws {
    let stage = try await play { stage in
      try await stage.wait(.seconds(5))
      await stage.use { $0.stop() }
      await stage.phone.goHome()
      try await stage.wait(.seconds(60))
      stage.phone.jetsam(stage.app)
      stage.strap.switchOff()
      stage.strap.switchOn()
      try await stage.wait(.seconds(600))
      #expect(stage.app.process == nil)
    }
    #expect(stage.lines.last == "events ended")
  }

  @Test func `the next launch after a force-quit connects without a scan (BT19, BT27)`()
    async throws
  {
    let stage = try await play(findings: [Self.notRelaunched]) { stage in
      try await stage.wait(.seconds(5))
      await stage.phone.swipeAway(stage.app)
      try await stage.wait(.seconds(600))
      #expect(!stage.strap.isConnected)
      await stage.phone.open(stage.app)
      try await stage.wait(.seconds(10))
    }
    #expect(
      stage.lines(since: toReady.count) == [
        "bluetooth poweredOn", "connecting", "connected", "ready", "battery 100",
      ])
  }

  @Test func `a forgotten accessory is not taken from memory`() async throws {
    let stage = try await play(findings: [Self.notRelaunched]) { stage in
      try await stage.wait(.seconds(5))
      stage.strap.advertising.data.services = []
      await stage.use { $0.forget() }
      try await stage.wait(.seconds(5))
      await stage.phone.swipeAway(stage.app)
      await stage.phone.open(stage.app)
      try await stage.wait(.seconds(10))
      #expect(!stage.strap.isConnected)
    }
    #expect(
      stage.lines(since: toReady.count) == [
        "disconnected as asked", "scanning", "bluetooth poweredOn", "scanning",
      ])
  }

  @Test func `a memory that fails is a problem, and the session works without it`() async throws {
    struct Broken: AccessoryMemory, Sendable {
      func load() throws -> RememberedAccessory? { throw CocoaError(.fileReadCorruptFile) }
      func save(_ accessory: RememberedAccessory?) throws { throw CocoaError(.fileWriteOutOfSpace) }
    }
    var script = SessionScript()
    script.configuration.memory = Broken()
    let stage = try await play(script) { try await $0.wait(.seconds(5)) }
    #expect(stage.lines.filter { !$0.hasPrefix("problem") } == toReady)
    // Cocoa's codes: a corrupt file, and no space for the file.
    #expect(
      stage.lines.filter { $0.hasPrefix("problem") } == [
        "problem memoryFailed(code: 259)", "problem memoryFailed(code: 640)",
      ])
  }

  @Test func `a pinned accessory is taken and no other`() async throws {
    // Which identifier the phone gives to the strap is the same for one seed.
    let first = Identified()
    var script = SessionScript()
    script.launched = { session in
      Task {
        for await event in session.events() { if case .ready(let it) = event { first.it = it } }
      }
    }
    try await play(script) { try await $0.wait(.seconds(5)) }
    let identifier = try #require(first.it)
    var pinned = SessionScript()
    pinned.configuration.accessory = identifier
    pinned.profile = AccessoryProfile(
      name: "strap", advertises: ["180D"], services: [.heartRate, .battery])
    let stage = try await play(pinned, strapIsOn: false) { stage in
      let other = stage.world.addAccessory(
        "other", advertising: Advertising(services: ["180D"], localName: "Other"),
        services: Strap.services)
      other.switchOn()
      try await stage.wait(.seconds(10))
      #expect(!other.isConnected)
      stage.strap.switchOn()
      try await stage.wait(.seconds(10))
      #expect(stage.strap.isConnected)
    }
    #expect(
      stage.lines.first { $0.hasPrefix("problem") } == "problem accessoryUnknown(\(identifier))")
  }

  /// Sendable: touched by one simulation at a time.
  private final class Identified: @unchecked Sendable { var it: AccessoryIdentifier? }
}
