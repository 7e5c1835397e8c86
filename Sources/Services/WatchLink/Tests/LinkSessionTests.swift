import Foundation
import Testing
import WatchConnectivity
import YobanTesting
import YobanVirtualTime

/// Activation of sessions, and their counterparts (WC1, WC8).
@Suite struct LinkSessionTests {
  @Test func `a session is activated once in each launch, and each call gets its callback (WC1)`()
    async throws
  {
    let world = try await withCouple { couple in
      await couple.phone.open(couple.phoneApp)
      await couple.onPhone { talker in
        print(talker.session.activationState)
        talker.session.activate()
      }
      try await couple.pass(1)
      couple.phone.jetsam(couple.phoneApp)
      await couple.phone.open(couple.phoneApp)
      try await couple.pass(1)
    }
    #expect(
      world.output(of: "phone") == [
        "activated activated", "activated", "activated activated", "activated activated",
      ])
    #expect(world.linkEvents() == [.activated, .activated], "once in each launch")
  }

  @Test func `without a delegate nothing is delivered, and a finding is reported (WC1)`()
    async throws
  {
    let world = try await withCouple(
      onPhone: { Talker.start(hasDelegate: false) }
    ) { couple in
      await couple.watch.open(couple.watchApp)
      await couple.phone.open(couple.phoneApp)
      await couple.onWatch { $0.transfer("a") }
      try await couple.pass(5)
      await couple.onPhone { print($0.session.activationState, $0.session.hasContentPending) }
    }
    #expect(world.output(of: "phone") == ["notActivated true"])
    #expect(world.kinds == [.wcNoDelegate.by(.wc1)])
  }

  @Test func `content waits until the session is activated with a delegate (WC1)`() async throws {
    let world = try await withCouple(
      onPhone: { Talker.start(activates: false) }
    ) { couple in
      await couple.watch.open(couple.watchApp)
      await couple.phone.open(couple.phoneApp)
      await couple.onWatch { talker in
        talker.transfer("a")
        talker.transfer("b")
      }
      try await couple.pass(5)
      await couple.onPhone { talker in
        print("now")
        talker.session.activate()
      }
      try await couple.pass(1)
    }
    #expect(world.output(of: "phone") == ["now", "activated activated", "info a", "info b"])
    #expect(world.kinds == [])
  }

  @Test func `a woken launch that does not activate its session gets a finding (WC1)`()
    async throws
  {
    let world = try await withCouple(
      onPhone: { Talker.start(activates: false) }
    ) { couple in
      await couple.phone.open(couple.phoneApp)
      await couple.phone.goHome()
      try await couple.pass(60)
      #expect(couple.phoneApp.state == .suspended)
      await couple.watch.open(couple.watchApp)
      await couple.onWatch { talker in
        talker.transfer("a")
        talker.transfer("b")
      }
      try await couple.pass(120)
      #expect(couple.phoneApp.state == .suspended)
    }
    #expect(world.output(of: "phone") == [])
    #expect(world.kinds == [.wcReceivedWithoutActivation.by(.wc1)])
  }

  @Test func `before activation nothing can be sent (WC1, WC8)`() async throws {
    let world = try await withCouple(
      onWatch: { Talker.start(activates: false) }
    ) { couple in
      await couple.phone.open(couple.phoneApp)
      await couple.watch.open(couple.watchApp)
      await couple.onWatch { talker in
        talker.send("a")
        talker.update("b")
        talker.transfer("c")
        talker.transferFile("d")
      }
      try await couple.pass(30)
    }
    #expect(world.output(of: "watch") == ["error 7004", "error 7004"])
    #expect(world.output(of: "phone") == ["activated activated"])
    #expect(world.kinds == [.wcNotActivated.by(.wc1), .wcNotActivated.by(.wc1)])
  }

  private enum Absence: CaseIterable, Sendable {
    case noPhone, noWatch, noPhoneApp, noWatchApp, watchOnlyApp

    var code: Int {
      switch self {
      case .noPhone, .noWatch: 7005
      case .noPhoneApp: 7018
      case .noWatchApp: 7006
      case .watchOnlyApp: 7019
      }
    }
    var isOnPhone: Bool { self == .noWatch || self == .noWatchApp }
  }

  @Test(arguments: Absence.allCases)
  private func `without its counterpart every call fails with its error code (WC8)`(
    _ absence: Absence
  ) async throws {
    let companion = absence == .watchOnlyApp ? nil : "example.Phone"
    let world = try await withCouple(companion: companion) { couple in
      switch absence {
      case .noPhone, .noWatch: couple.world.unpair(couple.watch)
      case .noPhoneApp: couple.phone.delete(couple.phoneApp)
      case .noWatchApp: couple.watch.delete(couple.watchApp)
      case .watchOnlyApp: break
      }
      let (device, app) =
        absence.isOnPhone ? (couple.phone, couple.phoneApp) : (couple.watch, couple.watchApp)
      await device.open(app)
      await device.touch(app, "test") {
        let talker = Talker.current
        talker.send("a")
        talker.update("b")
        talker.transfer("c")
        talker.transferFile("d")
        print(talker.session.isReachable, talker.session.isCompanionAppInstalled)
      }
      try await couple.pass(30)
    }
    let code = absence.code
    #expect(
      world.output(of: absence.isOnPhone ? "phone" : "watch") == [
        "activated activated", "error \(code)", "false false", "error \(code)",
        "done user info \(code)",
        "done file \(code)",
      ])
  }

  @Test func `before iOS 9 there are no sessions (WC8)`() async throws {
    let world = try await withWorld { world in
      let phone = try world.addPhone(iOS: 8)
      let app = try phone.installTalker {
        print(WCSession.isSupported())
        Talker.start()
      }
      await phone.open(app)
      try await world.pass(.seconds(1))
      return world
    }
    #expect(world.output(of: "phone") == ["false", "activated notActivated 7002"])
  }

  @Test func `the phone is notified of pairing, the watch app, and its complication (WC1)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      couple.watch.activeComplications = [couple.watchApp]
      try await couple.pass(2)
      await couple.onPhone { talker in
        let note = talker.session.watchDirectoryURL!.appending(path: "note")
        print((try? Data("a".utf8).write(to: note)) != nil)
      }
      couple.watch.activeComplications = []
      try await couple.pass(2)
      couple.watch.delete(couple.watchApp)
      try await couple.pass(2)
      await couple.onPhone { print($0.session.watchDirectoryURL != nil) }
      let library = couple.phoneApp.container.library.appending(path: "com.apple.watchconnectivity")
      #expect(try FileManager.default.contentsOfDirectory(atPath: library.path) == [])
      couple.world.unpair(couple.watch)
      try await couple.pass(2)
    }
    #expect(
      world.output(of: "phone") == [
        "activated activated", "reachable", "watch true true true", "true",
        "watch true true false", "unreachable", "watch true false false", "false",
        "watch false false false",
      ])
  }

  @Test func `the watch is notified when its phone app is deleted and installed again (WC1)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      couple.phone.delete(couple.phoneApp)
      try await couple.pass(2)
      _ = try couple.phone.installTalker()
      try await couple.pass(2)
    }
    #expect(
      world.output(of: "watch") == [
        "activated activated", "companion false", "unreachable",
        "companion true", "reachable",
      ])
  }

  @Test
  func `switching watches ends the session, and activating it again connects to the new one (WC1)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      let second = try couple.world.addWatch("second", pairedWith: nil)
      let app = try second.installTalker()
      await couple.onPhone { $0.transferFile("old", bytes: 600_000) }
      try await couple.pass(5)
      try couple.world.switchWatch(of: couple.phone, to: second)
      try await couple.pass(1)
      await couple.onPhone { talker in
        talker.send("a")
        talker.session.activate()
      }
      await second.open(app)
      try await couple.pass(2)
      await couple.onPhone { $0.send("b") }
      try await couple.pass(60)
      try couple.world.switchWatch(of: couple.phone, to: couple.watch)
      await couple.onPhone { $0.session.activate() }
      try await couple.pass(60)
    }
    #expect(
      world.output(of: "phone").filter { !$0.contains("reach") } == [
        "activated activated", "became inactive", "deactivated", "error 7004",
        "activated activated", "reply re b", "became inactive", "deactivated",
        "activated activated",
        "done file",
      ])
    #expect(world.output(of: "second").contains("message b"))
    #expect(world.output(of: "watch").contains("file old 600000"))
    #expect(!world.output(of: "second").contains { $0.hasPrefix("file") })
  }
}
