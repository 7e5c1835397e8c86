import Foundation
import Testing
import Yoban
import YobanTesting

/// Tests that after any faults of phone, app and strap, values are delivered again when the faults
/// have ended.
@Suite struct SessionFaultTests {
  enum Fault: CaseIterable {
    case strapOff, strapOn, strapEndsLink, connectsFail, servicesChange, strapIsSilent
    case bluetoothOff, bluetoothOn, reset, goesHome, opens, jetsam, nothing
  }

  /// A separate random number generator for the faults, so that a seed replays them.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 31)
    }
  }

  private static func happen(_ fault: Fault, _ fixture: SessionFixture) async {
    switch fault {
    case .strapOff: fixture.strap.switchOff()
    case .strapOn: fixture.strap.switchOn()
    case .strapEndsLink: fixture.strap.disconnect()
    case .connectsFail: fixture.strap.refuseConnections(3)
    case .servicesChange: fixture.strap.replaceServices(Array(Strap.services.reversed()))
    case .strapIsSilent:
      // The strap stops responding to reads: after 30 s the system ends the connection (BT20).
      fixture.strap.onRead("2A19") { _ in .noAnswer }
    case .bluetoothOff: fixture.phone.bluetooth.switchOff(by: .controlCenter)
    case .bluetoothOn: fixture.phone.bluetooth.switchOn()
    case .reset: fixture.phone.bluetooth.reset()
    case .goesHome: await fixture.phone.goHome()
    case .opens: await fixture.phone.open(fixture.app)
    case .jetsam: fixture.phone.jetsam(fixture.app)
    case .nothing: break
    }
  }

  @Test(arguments: 1...100)
  func `after any faults the session connects to its accessory again`(seed: Int) async throws {
    let fixture = try await withWorld(seed: UInt64(seed), findings: []) { _ in
      let fixture = try await startSessionApp()
      var dice = Dice(state: UInt64(seed))
      for _ in 0..<3 { _ = dice.next() }
      for _ in 0..<25 {
        await Self.happen(Fault.allCases.randomElement(using: &dice)!, fixture)
        try await fixture.world.pass(.milliseconds(Int.random(in: 1...90_000, using: &dice)))
      }
      fixture.strap.onRead("2A19") { _ in .value(Data([90])) }
      fixture.phone.bluetooth.switchOn()
      fixture.strap.switchOn()
      await fixture.phone.open(fixture.app)
      // Up to 75 refusals may be left, and at most a minute passes between two attempts.
      try await fixture.world.pass(.seconds(75 * 61))
      fixture.strap.notify("2A37", Data([0, 99]))
      try await fixture.world.pass(.seconds(5))
      return fixture
    }
    #expect(fixture.app.log.texts.last == "99 bpm", "seed \(seed)")
  }

  /// Bluetooth stays on, because the system relaunches no app after it was switched off (BT27).
  @Test(arguments: 1...100)
  func `an app that is not opened also connects again, killed or not`(seed: Int) async throws {
    let faults = Fault.allCases.filter { ![.bluetoothOff, .bluetoothOn, .opens].contains($0) }
    let fixture = try await withWorld(seed: UInt64(seed), findings: []) { _ in
      let fixture = try await startSessionApp()
      var dice = Dice(state: UInt64(seed) << 32)
      try await fixture.world.pass(.seconds(5))
      await fixture.phone.goHome()
      for _ in 0..<25 {
        let fault = faults.randomElement(using: &dice)!
        await Self.happen(fault, fixture)
        // An app that is killed while Bluetooth is resetting, which takes 3 s, has no pending
        // request.
        if fault == .reset { try await fixture.world.pass(.seconds(5)) }
        try await fixture.world.pass(.milliseconds(Int.random(in: 1...90_000, using: &dice)))
      }
      fixture.strap.onRead("2A19") { _ in .value(Data([90])) }
      fixture.strap.switchOn()
      // Up to 75 refusals; in the background, at most half a minute more until an advertisement is
      // received (BT6).
      try await fixture.world.pass(.seconds(75 * 91))
      fixture.strap.notify("2A37", Data([0, 99]))
      try await fixture.world.pass(.seconds(5))
      return fixture
    }
    #expect(fixture.app.log.texts.last == "99 bpm", "seed \(seed)")
  }
}
