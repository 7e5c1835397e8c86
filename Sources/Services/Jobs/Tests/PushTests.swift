import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

private let silent = #"{"aps":{"content-available":1},"n":1}"#
private let shown = #"{"aps":{"alert":"Hello"}}"#

/// Pushes on a phone (FT6, L16, L18, L19).
@Suite struct PushTests {
  /// An app that registers at launch and answers each push after a second.
  private static func app(
    modes: [String] = ["remote-notification"], entitlements: Entitlements = ["aps-environment"],
    answers: Bool = true
  ) -> JobApp {
    JobApp(
      permitted: nil, registers: [], modes: modes, entitlements: entitlements,
      launched: { $0.registerForRemoteNotifications() },
      onPush: { info, done in
        print("push", info["n"] as? Int ?? 0)
        JobApp.answer(after: answers ? 1 : nil)(done)
      }, onToken: { print("token \($0.count)") })
  }

  /// Installs an app, which then has its token and was suspended some time ago.
  private static func registered(_ phone: Phone, _ app: JobApp = app()) async throws
    -> InstalledApp
  {
    let app = try phone.install(app)
    await phone.open(app)
    try await phone.world.pass(.seconds(5))
    await phone.goHome()
    try await phone.world.pass(.seconds(55))
    return app
  }

  private static func pushes(_ world: World) -> [VirtualInstant] {
    world.moments(of: .didReceiveRemoteNotification)
  }

  // MARK: Registration

  @Test func `a finding names the entitlement that an app lacks for pushes (FT6)`() async throws {
    let world = try await withPhone { phone in
      _ = try await Self.registered(phone, Self.app(entitlements: []))
    }
    #expect(world.kinds == [.pushNotEntitled.by(.ft6)])
  }

  @Test
  func `the token is delivered later, equal in each launch, different on each phone (FT6)`()
    async throws
  {
    var app = Self.app()
    app.onToken = { print($0) }
    let registering = app
    let world = try await withWorld { world in
      for name in ["one", "two"] {
        let phone = try world.addPhone(name, .iPhone(iOS: 17))
        let app = try phone.install(registering)
        await phone.open(app)
        #expect(!phone.scheduler.isRegisteredForPushes(app))
        try await phone.world.pass(.seconds(5))
        #expect(phone.scheduler.isRegisteredForPushes(app))
        phone.jetsam(app)
        #expect(phone.scheduler.isRegisteredForPushes(app))
        await phone.open(app)
        try await phone.world.pass(.seconds(5))
      }
      return world
    }
    let tokens = world.log.texts
    #expect(tokens.count == 4 && tokens[0] == tokens[1] && tokens[2] == tokens[3])
    #expect(tokens[0] != tokens[2])
  }

  @Test func `without a network the registration waits until there is one (FT6)`() async throws {
    let world = try await withPhone { phone in
      phone.network.path = .offline
      _ = try await Self.registered(phone)
      await phone.open(phone.apps[0])
      try await phone.world.pass(.minutes(5))
      #expect(phone.world.log.texts.isEmpty)
      phone.network.path = .cellular
      try await phone.world.pass(.seconds(5))
    }
    #expect(world.log.texts == ["token 32"])
  }

  @Test func `registering without the entitlement is an error (FT6)`() async throws {
    let world = try await withPhone { phone in
      let app = try await Self.registered(phone, Self.app(entitlements: []))
      #expect(throws: PushError.notRegistered) { try phone.push(to: app, payload: silent) }
    }
    #expect(world.log.texts == ["no token 3000"])
  }

  @Test func `the push service refuses invalid pushes (FT6)`() async throws {
    try await withPhone { phone in
      let app = try await Self.registered(phone)
      #expect(throws: PushError.badPriority(7)) {
        try phone.push(to: app, payload: silent, priority: 7)
      }
      #expect(throws: PushError.noObject) { try phone.push(to: app, payload: "[1]") }
      #expect(throws: PushError.noAPS) { try phone.push(to: app, payload: "{}") }
      let long =
        #"{"aps":{"content-available":1},"x":""# + String(repeating: "x", count: 5000) + "\"}"
      #expect(throws: PushError.tooLong(bytes: long.utf8.count, limit: 4096)) {
        try phone.push(to: app, payload: long)
      }
      await phone.open(app)
      await phone.tasks(of: app) { _ in UIApplication.shared.unregisterForRemoteNotifications() }
      #expect(throws: PushError.notRegistered) { try phone.push(to: app, payload: silent) }
    }
  }

  // MARK: Delivery

  @Test func `a silent push wakes a suspended app until the app answers (FT6)`() async throws {
    let world = try await withPhone { phone in
      let app = try await Self.registered(phone)
      try phone.push(
        to: app, payload: ["aps": ["content-available": 1] as [String: any Sendable], "n": 1])
      try await phone.world.pass(.minutes(1))
      #expect(app.state == .suspended)
    }
    #expect(world.log.texts == ["token 32", "push 1"])
    #expect(Self.pushes(world) == [at(60)])
    #expect(world.moments(of: .suspended).last == at(61))
    #expect(world.launches == [.user])
  }

  @Test func `a push launches an app, which gets it twice (FT6, L13)`() async throws {
    let world = try await withPhone { phone in
      let app = try await Self.registered(phone)
      phone.jetsam(app)
      try phone.push(to: app, payload: silent)
      try await phone.world.pass(.minutes(1))
    }
    #expect(world.launches == [.user, .remoteNotification(silent)])
    #expect(world.moments(of: .didFinishLaunching).count == 2)
    #expect(Self.pushes(world) == [at(60)])
  }

  @Test func `an app in foreground gets every push at once, even one that is to be shown (FT6)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try await Self.registered(phone, Self.app(modes: []))
      await phone.open(app)
      phone.power.isLowPowerMode = true
      try phone.push(to: app, payload: silent)
      try phone.push(to: app, payload: shown, priority: 10)
      try await phone.world.pass(.seconds(5))
      await phone.goHome()
      try phone.push(to: app, payload: shown, priority: 10)
      try await phone.world.pass(.minutes(5))
    }
    #expect(world.log.texts == ["token 32", "push 1", "push 0"])
    let events = world.trace.events.compactMap {
      if let event = $0.kind.remoteNotification { event } else { nil }
    }
    #expect(events.last == .shown)
  }

  @Test func `a handler that is never called gets the app killed after 30 s (FT6)`() async throws {
    let world = try await withPhone { phone in
      let app = try await Self.registered(phone, Self.app(answers: false))
      try phone.push(to: app, payload: silent)
      try await phone.world.pass(.minutes(2))
    }
    #expect(world.momentsOfEnd == [at(90)])
  }

  @Test func `after a push that was not completed the next one waits for an hour (FT6)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try await Self.registered(phone, Self.app(answers: false))
      try phone.push(to: app, payload: silent)
      try await phone.world.pass(.minutes(5))
      try phone.push(to: app, payload: silent)
      try await phone.world.pass(.minutes(60))
    }
    // The answer to the first was due at second 90.
    #expect(Self.pushes(world) == [at(60), at(90 + 3600)])
    #expect(
      world.trace.events.contains {
        $0.kind.remoteNotification == .held("an earlier push was not completed")
      })
  }

  @Test func `two pushes at once need two answers (FT6)`() async throws {
    let world = try await withPhone { phone in
      let app = try await Self.registered(phone)
      try phone.push(to: app, payload: silent)
      try await phone.world.pass(.seconds(0.5))
      try phone.push(to: app, payload: silent)
      try await phone.world.pass(.minutes(2))
      #expect(app.state == .suspended)
    }
    #expect(Self.pushes(world) == [at(60), at(60.5)])
    #expect(world.moments(of: .suspended).last == at(61.5), "not after the first answer")
    #expect(world.ends.isEmpty)
  }

  @Test func `pushes beyond three an hour wait, and only the newest is delivered (FT6)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try await Self.registered(phone)
      for i in 1...6 {
        try phone.push(to: app, payload: #"{"aps":{"content-available":1},"n":\#(i)}"#)
        try await phone.world.pass(.minutes(1))
      }
      try await phone.world.pass(.minutes(60))
    }
    #expect(Self.pushes(world) == [at(60), at(120), at(180), at(3660)])
    #expect(world.log.texts.last == "push 6")
    let dropped = world.moments {
      $0 == .remoteNotification(.dropped("a newer one took its place"))
    }
    #expect(dropped.count == 2)
  }

  @Test func `while the screen is dark a push of priority 5 is delayed by up to a minute (FT6)`()
    async throws
  {
    var moments: [VirtualInstant] = []
    for seed in UInt64(1)...20 {
      let world = try await withPhone(seed: seed) { phone in
        let app = try await Self.registered(phone)
        await phone.lock()
        try phone.push(to: app, payload: silent)
        try await phone.world.pass(.minutes(2))
      }
      moments.append(try #require(Self.pushes(world).first))
    }
    #expect(moments.allSatisfy { (at(60)...at(120)).contains($0) })
    #expect(moments.contains { $0 < at(90) } && moments.contains { $0 > at(90) })
  }

  @Test func `a silent push with priority 10 is delivered, with a finding (FT6)`() async throws {
    let world = try await withPhone { phone in
      let app = try await Self.registered(phone)
      await phone.lock()
      try phone.push(to: app, payload: silent, priority: 10)
      try await phone.world.pass(.minutes(2))
    }
    #expect(Self.pushes(world) == [at(60)])
    #expect(world.kinds == [.pushSilentPriority.by(.ft6)])
  }

  // MARK: Conditions that prevent delivery

  @Test func `before iOS 7 and without the background mode no push wakes an app (FT6)`()
    async throws
  {
    for (version, modes) in [(6.0 as SystemVersion, ["remote-notification"]), (17, [])] {
      let world = try await withPhone(iOS: version) { phone in
        let app = try await Self.registered(phone, Self.app(modes: modes))
        try phone.push(to: app, payload: silent)
        try await phone.world.pass(.minutes(5))
        #expect(app.state == .suspended)
      }
      #expect(world.log.texts == ["token 32"])
    }
  }

  @Test func `Low Power Mode delays a push (L19)`() async throws {
    let world = try await withPhone { phone in
      let app = try await Self.registered(phone)
      phone.power.isLowPowerMode = true
      try phone.push(to: app, payload: silent)
      try await phone.world.pass(.minutes(60))
      phone.power.isLowPowerMode = false
      try await phone.world.pass(.minutes(1))
    }
    #expect(Self.pushes(world) == [at(61 * 60)])
  }

  @Test func `with Background App Refresh off a push in background is dropped (L18)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try await Self.registered(phone)
      phone.setBackgroundRefresh(false, for: app)
      try phone.push(to: app, payload: silent)
      try await phone.world.pass(.minutes(5))
      phone.setBackgroundRefresh(true, for: app)
      try await phone.world.pass(.minutes(5))
      await phone.open(app)
      try await phone.world.pass(.minutes(1))
    }
    #expect(Self.pushes(world).isEmpty)
  }

  @Test func `after a force-quit a push waits until the user opens the app (L16)`() async throws {
    let world = try await withPhone { phone in
      let app = try await Self.registered(phone)
      await phone.swipeAway(app)
      for _ in 1...2 { try phone.push(to: app, payload: silent) }
      try await phone.world.pass(.minutes(300))
      #expect(app.process == nil)
      await phone.open(app)
      try await phone.world.pass(.seconds(5))
    }
    #expect(world.launches == [.user, .user])
    #expect(Self.pushes(world) == [at(301 * 60)])
    #expect(world.kinds == [.relaunchAfterForceQuit.by(.l16)])
  }

  @Test func `a push that waits after a force-quit is delivered after a reboot (L16)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try await Self.registered(phone)
      await phone.swipeAway(app)
      try phone.push(to: app, payload: silent)
      try await phone.world.pass(.minutes(300))
      #expect(app.process == nil)
      try await phone.reboot()
      phone.unlock()
      try await phone.world.pass(.minutes(60))
    }
    #expect(world.launches.first == .user && world.launches.count == 2)
    #expect(Self.pushes(world).map { $0 > at(300 * 60) } == [true])
  }

  @Test(arguments: [(["remote-notification"], shown), ([], silent)])
  func `a push that may not wake the app is not delivered late, even if sent in foreground (FT6)`(
    _ modes: [String], _ payload: String
  ) async throws {
    let world = try await withPhone { phone in
      let app = try await Self.registered(phone, Self.app(modes: modes))
      await phone.open(app)
      phone.network.path = .offline
      try phone.push(to: app, payload: payload, priority: 10)
      await phone.goHome()
      try await phone.world.pass(.minutes(5))
      phone.network.path = .wifi
      try await phone.world.pass(.minutes(5))
      #expect(app.state == .suspended)
      await phone.open(app)
      try await phone.world.pass(.minutes(1))
    }
    #expect(world.log.texts == ["token 32"])
    let gone = world.moments {
      $0 == .remoteNotification(payload == shown ? .shown : .dropped("it may not wake the app"))
    }
    #expect(gone == [at(360)])
  }

  @Test func `without a network the newest push waits for one (FT6)`() async throws {
    let world = try await withPhone { phone in
      let app = try await Self.registered(phone)
      phone.network.path = .offline
      for i in 1...3 {
        try phone.push(to: app, payload: #"{"aps":{"content-available":1},"n":\#(i)}"#)
      }
      try await phone.world.pass(.minutes(60))
      phone.network.path = .cellular
      try await phone.world.pass(.minutes(1))
    }
    #expect(Self.pushes(world) == [at(61 * 60)])
    #expect(world.log.texts.last == "push 3")
  }
}
