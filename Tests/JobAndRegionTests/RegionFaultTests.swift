import Foundation
import Testing
import Yoban
import YobanTesting

/// Tests that after any faults of phone, app and beacon, entries and exits alternate, and the last
/// one is correct.
@Suite struct RegionFaultTests {
  enum Fault: CaseIterable {
    case beaconOn, beaconOff, goesHome, opens, locks, jetsam, forceQuit, reboot
    case bluetoothOff, bluetoothOn, denied, allowed, approximate, precise
  }

  /// A separate random number generator for the faults, so that a seed replays them.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 31)
    }
  }

  private static func happen(_ fault: Fault, _ fixture: RuntimeFixture) async throws {
    let (phone, app) = (fixture.phone, fixture.app)
    switch fault {
    case .beaconOn: fixture.beacon.switchOn()
    case .beaconOff: fixture.beacon.switchOff()
    case .goesHome: await phone.goHome()
    case .opens: await phone.open(app)
    case .locks: await phone.lock()
    case .jetsam: phone.jetsam(app)
    case .forceQuit: await phone.swipeAway(app)
    case .reboot: try await phone.reboot()
    case .bluetoothOff: phone.bluetooth.switchOff(by: .settings)
    case .bluetoothOn: phone.bluetooth.switchOn()
    case .denied: phone.location.setAuthorization(.denied, for: app)
    case .allowed: phone.location.setAuthorization(.always, for: app)
    case .approximate: phone.location.setPrecise(false, for: app)
    case .precise: phone.location.setPrecise(true, for: app)
    }
  }

  @Test(arguments: 1...100)
  func `after any faults the reported presence is the true one (BC3, BC12, L16, L17)`(seed: Int)
    async throws
  {
    try await Self.play(seed)
  }

  static func play(_ seed: Int, _ body: (RuntimeFixture) -> Void = { _ in }) async throws {
    let fixture = try await withWorld(seed: UInt64(seed), findings: []) { _ in
      let fixture = try await startRegionApp()
      var dice = Dice(state: UInt64(seed))
      for _ in 0..<3 { _ = dice.next() }
      for _ in 0..<25 {
        try await Self.happen(Fault.allCases.randomElement(using: &dice)!, fixture)
        try await fixture.world.pass(.seconds(Double.random(in: 0.001...90, using: &dice)))
      }
      for fault in [Fault.allowed, .precise, .bluetoothOn] { try await Self.happen(fault, fixture) }
      let isNear = Bool.random(using: &dice)
      try await Self.happen(isNear ? .beaconOn : .beaconOff, fixture)
      // Time for monitoring to begin again after a reboot (BC11), and for the longest exit delay
      // (BC4).
      try await fixture.world.pass(.seconds(300))
      await fixture.phone.open(fixture.app)
      try await fixture.world.pass(.seconds(60))
      await fixture.use { kept in
        print("presence: \(kept.last(RegionWatch.self).presence(in: "door"))")
      }
      try await fixture.world.pass(.seconds(1))
      #expect(
        fixture.app.log.texts.last == "presence: \(isNear ? "inside" : "outside")", "seed \(seed)")
      return fixture
    }
    body(fixture)
    let kinds = fixture.reported.map { $0.hasPrefix("entered") }
    for (one, next) in zip(kinds, kinds.dropFirst()) { #expect(one != next, "seed \(seed)") }
    #expect(kinds.first ?? true, "seed \(seed)")
    #expect(fixture.registrations <= 1, "seed \(seed)")
  }
}
