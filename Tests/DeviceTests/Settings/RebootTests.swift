import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// The lock after a reboot (L17), and updates of the system (BC11).
@Suite(.world()) struct RebootTests {
  @Test(arguments: [true, false])
  func `a reboot locks the device until its passcode, if any, is entered (L17)`(
    _ hasPasscode: Bool
  ) async throws {
    let phone = try World.current.addPhone()
    phone.hasPasscode = hasPasscode
    #expect(phone.isUnlocked)
    try await phone.reboot()
    #expect(phone.isUnlocked == !hasPasscode)
    try await phone.world.pass(.hours(1))
    #expect(phone.isUnlocked == !hasPasscode)
    phone.unlock()
    #expect(phone.isUnlocked)
    await phone.lock()
    #expect(phone.isUnlocked, "counts once")
  }

  @Test func `opening an app after a reboot counts as unlocking the device (L17)`() async throws {
    let f = try await startApp(AppFixture(), opened: false)
    f.phone.hasPasscode = true
    try await f.phone.reboot()
    #expect(!f.phone.isUnlocked)
    await f.phone.open(f.app)
    #expect(f.phone.isUnlocked && f.app.state == .active)
  }

  @Test func `a device that is down cannot be unlocked and opens no app (L17)`() async throws {
    let f = try await startApp(AppFixture(), opened: false)
    f.phone.hasPasscode = true
    let reboot = Task { try await f.phone.reboot() }
    try await f.world.pass(.seconds(10))
    await f.phone.open(f.app)
    f.phone.unlock()
    #expect(f.app.process == nil && !f.phone.isUnlocked && !f.phone.isScreenOn)
    try await reboot.value
    #expect(!f.phone.isUnlocked)
    #expect(f.app.launches.isEmpty)
  }

  @Test(arguments: [
    (16 as SystemVersion, "iPhone 7 runs iOS 10 to 15.8"), (12, "installs a later version"),
    (11, "installs a later version"), (20, "no profile of iOS 20"),
  ])
  func `an update that the phone does not support is refused before anything changes (BC11)`(
    _ version: SystemVersion, _ why: String
  ) async throws {
    let world = try World.current
    let phone = try world.addPhone(iOS: 12, .iPhone7)
    let error = await #expect(throws: UnknownProfile.self) {
      try await phone.update(toIOS: version)
    }
    #expect(error?.description.contains(why) == true)
    #expect(phone.isUp && phone.profile.version == 12 && world.now == .start)
    #expect(world.trace.events.isEmpty)
  }
}
