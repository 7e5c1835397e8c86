import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// The user's settings (L18, L19), and the lock after a reboot (L17).
@Suite struct SettingsWorldTests {
  private static var app: TestApp {
    var app = TestApp()
    app.onEvent = { launch, event in
      print("\(event) \(launch.device.backgroundRefreshStatus(of: launch.process.app))")
    }
    return app
  }

  @Test func `Background App Refresh is denied unless it is on for device and app (L18)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.app.definition)
      await phone.open(app)
      for (isOn, isGlobal) in [(false, true), (false, false), (true, true), (true, false)] {
        phone.setBackgroundRefresh(isOn, for: isGlobal ? nil : app)
        try await sleep(1)
      }
    }
    let status = ["denied", "denied", "denied", "available"]
    #expect(world.output == status.map { "backgroundRefreshStatus \($0)" })
  }

  @Test func `a suspended app is notified of changed settings when it runs next (L18, L19)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.app.definition)
      await phone.open(app)
      await phone.goHome()
      try await sleep(10)
      phone.power.isLowPowerMode = true
      phone.power.isLowPowerMode = true
      try await sleep(10)
      #expect(phone.world.output.isEmpty)
      await phone.open(app)
      try await sleep(1)
    }
    #expect(world.output == ["powerState available"], "once")
  }

  @Test(arguments: [true, false])
  func `a reboot locks the device until its passcode, if any, is entered (L17)`(_ hasPasscode: Bool)
    async throws
  {
    try await withPhone { phone in
      phone.hasPasscode = hasPasscode
      #expect(phone.isUnlocked)
      try await phone.reboot()
      #expect(phone.isUnlocked == !hasPasscode)
      try await minutes(60)
      #expect(phone.isUnlocked == !hasPasscode)
      phone.unlock()
      #expect(phone.isUnlocked)
      await phone.lock()
      #expect(phone.isUnlocked, "counts once")
    }
  }

  @Test func `opening an app after a reboot counts as unlocking the device (L17)`() async throws {
    try await withPhone { phone in
      phone.hasPasscode = true
      let app = try phone.install(Self.app.definition)
      try await phone.reboot()
      #expect(!phone.isUnlocked)
      await phone.open(app)
      #expect(phone.isUnlocked && app.state == .active)
    }
  }

  @Test func `a device that is down cannot be unlocked and opens no app (L17)`() async throws {
    let world = try await withPhone { phone in
      phone.hasPasscode = true
      let app = try phone.install(Self.app.definition)
      let reboot = Task { try await phone.reboot() }
      try await sleep(10)
      await phone.open(app)
      phone.unlock()
      #expect(app.process == nil && !phone.isUnlocked && !phone.isScreenOn)
      try await reboot.value
      #expect(!phone.isUnlocked)
    }
    #expect(world.launches.isEmpty)
  }

  @Test(arguments: [
    (16 as SystemVersion, "iPhone 7 runs iOS 10 to 15.8"), (12, "installs a later version"),
    (11, "installs a later version"), (20, "no profile of iOS 20"),
  ])
  func `an update that the phone does not support is refused before anything changes (BC11)`(
    _ version: SystemVersion, _ why: String
  ) async throws {
    let world = try World()
    try await world.run {
      let phone = try world.addPhone("phone", .iPhone(iOS: 12, .iPhone7))
      let error = await #expect(throws: UnknownProfile.self) {
        try await phone.update(toIOS: version)
      }
      #expect(error?.description.contains(why) == true)
      #expect(phone.isUp && phone.profile.version == 12 && world.now == .start)
    }
    #expect(world.trace.events.isEmpty)
  }
}
