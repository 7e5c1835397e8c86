import Foundation
import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// The screen, the badge, and the output of an app.
@Suite struct ScreenAndOutputTests {
  @Test(arguments: [(false, true), (true, false)])
  func `an unused device locks itself, unless the foreground app keeps the screen lit (L2)`(
    _ keepsScreenOn: Bool, _ locks: Bool
  ) async throws {
    try await withPhone { phone in
      phone.autoLock = .seconds(60)
      let app = try phone.install(TestApp().definition)
      await phone.open(app)
      app.process?.keepsScreenOn = keepsScreenOn
      try await sleep(59)
      #expect(app.state == .active)
      await phone.touch(app, "a button") {}
      try await sleep(59)
      #expect(app.state == .active)
      try await sleep(3)
      #expect(phone.isScreenOn == !locks)
      #expect((app.state == .active) == !locks)
    }
  }

  @Test func `the badge is in the trace, and visible on the home screen (NT4)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(TestApp().definition)
      await phone.open(app)
      phone.notifications.setIconBadge(3, try #require(app.process))
      #expect(app.badge == 0, "the user has not allowed it (NT4)")
      phone.setNotifications(true, for: app)
      phone.notifications.setIconBadge(3, try #require(app.process))
      phone.notifications.setIconBadge(3, try #require(app.process))
      #expect(phone.lookAtHomeScreen() == [:], "the app is in front")
      await phone.goHome()
      #expect(phone.lookAtHomeScreen() == ["App": 3])
      await phone.lock()
      #expect(phone.lookAtHomeScreen() == [:], "the screen is dark")
    }
    #expect(world.moments { $0 == .badge(3) }.count == 1)
    let seen = world.moments { $0 == .user("sees the badge 3 of App on the home screen") }
    #expect(seen.count == 1)
  }

  @Test func `background modes without an effect are reported once (L7)`() async throws {
    var definition = TestApp()
    definition.modes = ["location", "push-to-talk", "bluetooth-centrl"]
    let app = definition
    let world = try await withPhone { phone in
      let installed = try phone.install(app.definition)
      await phone.open(installed)
      await phone.swipeAway(installed)
      await phone.open(installed)
    }
    #expect(world.findings == [.plistModeNotSimulated.by(.l7), .plistUnknownMode.by(.l7)])
  }

  @Test func `NSLog and standard error are lines of the app's trace (L7)`() async throws {
    let app = TestApp().on(.didFinishLaunching) { _ in
      print("printed")
      NSLog("%@", "logged")
      FileHandle.standardError.write(Data("error\nhalf ".utf8))
      FileHandle.standardError.write(Data("a line\n".utf8))
      FileHandle.standardOutput.write(Data("output\n".utf8))
    }
    let run = {
      try await withPhone { phone in await phone.open(try phone.install(app.definition)) }
    }
    let world = try await run()
    #expect(world.output == ["printed", "logged", "error", "half a line", "output"])
    #expect(try await run().trace.digest.value == world.trace.digest.value)
  }
}
