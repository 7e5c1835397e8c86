import Foundation
import Testing
import UIKit
import YobanTesting

/// Tests which values of `UserDefaults` a process reads that the system launches in the background (DP3,
/// DP4).
@Suite struct LockedDefaultsTests {
  /// The state of the device when the process is launched.
  enum Situation: String, CaseIterable {
    case beforeTheFirstUnlock, unlocked, lockedAfterTheFirstUnlock
  }

  /// The value that an earlier process has set, as a process reads it at its launch, then after the user has
  /// unlocked the device and opened the app, and as the next process reads it. A missing value reads as 0.
  static let table: [(hasPasscode: Bool, Situation, atLaunch: Int, opened: Int, relaunched: Int)] =
    [
      (false, .beforeTheFirstUnlock, 364, 364, 364),
      (false, .unlocked, 364, 364, 364),
      (false, .lockedAfterTheFirstUnlock, 364, 364, 364),
      (true, .beforeTheFirstUnlock, 0, 0, 364),
      (true, .unlocked, 364, 364, 364),
      (true, .lockedAfterTheFirstUnlock, 364, 364, 364),
    ]

  @Test func `the table has every situation, with and without a passcode`() {
    let rows = Set(Self.table.map { "\($0.hasPasscode) \($0.1)" })
    #expect(rows.count == 2 * Situation.allCases.count && rows.count == Self.table.count)
  }

  @Test(.world(), arguments: table.indices)
  func `defaults can be read from the first unlock on, by processes launched after it (DP3, DP4)`(
    _ row: Int
  ) async throws {
    let row = Self.table[row]
    let world = try World.current
    let phone = try world.addPhone { $0.lifecycle.prewarmingLaunches = true }
    phone.hasPasscode = row.hasPasscode
    let app = try phone.install(
      AppFixture { _ in
        print("launch", UserDefaults.standard.integer(forKey: "days"))
        if UIDevice.current.identifierForVendor == nil { print("no identifier for the vendor") }
      })
    let fixture = WorldFixture(world: world, phone: phone, app: app)
    await phone.open(app)
    await fixture.touch { UserDefaults.standard.set(364, forKey: "days") }
    try await phone.reboot()
    if row.1 != .beforeTheFirstUnlock { phone.unlock() }
    if row.1 == .lockedAfterTheFirstUnlock {
      await phone.lock()
      try await world.pass(.seconds(11))
    }
    phone.prewarm(app)
    try await world.pass(.seconds(5))
    await phone.open(app)
    await fixture.touch { print("opened", UserDefaults.standard.integer(forKey: "days")) }
    phone.jetsam(app)
    await phone.open(app)
    // The identifier is nil until the first unlock of a device with a passcode.
    let locked = row.hasPasscode && row.1 == .beforeTheFirstUnlock
    var expected = ["launch 0", "launch \(row.atLaunch)"]
    if locked { expected.append("no identifier for the vendor") }
    expected += ["opened \(row.opened)", "launch \(row.relaunched)"]
    #expect(world.log.texts == expected)
  }
}
