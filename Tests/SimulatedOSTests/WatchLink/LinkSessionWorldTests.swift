import Foundation
import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// Activation of sessions, and their counterparts (WC1, WC8).
@Suite struct LinkSessionWorldTests {
  @Test func `a session is activated once in each launch, and each call gets its callback (WC1)`()
    async throws
  {
    let world = try await withCouple { couple in
      await couple.phone.open(couple.phoneApp)
      await couple.onPhone { talker in
        print(talker.client.activationState)
        talker.client.activate()
      }
      try await sleep(1)
      couple.phone.jetsam(couple.phoneApp)
      await couple.phone.open(couple.phoneApp)
      try await sleep(1)
    }
    #expect(
      world.output == [
        "activated activated", "activated", "activated activated", "activated activated",
      ])
    #expect(world.linkEvents() == [.activated, .activated], "once in each launch")
  }

  @Test func `without a delegate nothing is delivered, and a finding is reported (WC1)`()
    async throws
  {
    let world = try await withCouple(
      phoneApp: CoupleApp.phoneApp { launch in
        let talker = Talker(launch, activates: false)
        talker.hasDelegate = false
        talker.client.activate()
      }
    ) { couple in
      await couple.watch.open(couple.watchApp)
      await couple.phone.open(couple.phoneApp)
      await couple.onWatch { $0.transfer("a") }
      try await sleep(5)
      await couple.onPhone { print($0.client.activationState, $0.client.hasContentPending) }
    }
    #expect(world.output(of: "phone") == ["notActivated true"])
    #expect(world.findings == [.wcNoDelegate.by(.wc1)])
  }

  @Test func `content waits until the session is activated with a delegate (WC1)`() async throws {
    let world = try await withCouple(
      phoneApp: CoupleApp.phoneApp { Talker($0, activates: false) }
    ) { couple in
      await couple.watch.open(couple.watchApp)
      await couple.phone.open(couple.phoneApp)
      await couple.onWatch { talker in
        talker.transfer("a")
        talker.transfer("b")
      }
      try await sleep(5)
      await couple.onPhone { talker in
        print("now")
        talker.client.activate()
      }
      try await sleep(1)
    }
    #expect(world.output(of: "phone") == ["now", "activated activated", "info a", "info b"])
    #expect(world.findings == [])
  }

  @Test func `a woken launch that does not activate its session gets a finding (WC1)`()
    async throws
  {
    let world = try await withCouple(
      phoneApp: CoupleApp.phoneApp { Talker($0, activates: false) }
    ) { couple in
      await couple.phone.open(couple.phoneApp)
      await couple.phone.goHome()
      try await sleep(60)
      #expect(couple.phoneApp.state == .suspended)
      await couple.watch.open(couple.watchApp)
      await couple.onWatch { talker in
        talker.transfer("a")
        talker.transfer("b")
      }
      try await sleep(120)
      #expect(couple.phoneApp.state == .suspended)
    }
    #expect(world.output(of: "phone") == [])
    #expect(world.findings == [.wcReceivedWithoutActivation.by(.wc1)])
  }

  @Test func `before activation nothing can be sent (WC1, WC8)`() async throws {
    let world = try await withCouple(
      watchApp: CoupleApp.watchApp { Talker($0, activates: false) }
    ) { couple in
      await couple.phone.open(couple.phoneApp)
      await couple.watch.open(couple.watchApp)
      await couple.onWatch { talker in
        talker.send("a")
        talker.update("b")
        talker.transfer("c")
        talker.transferFile("d")
      }
      try await sleep(30)
    }
    #expect(world.output(of: "watch") == ["error 7004", "error 7004"])
    #expect(world.output(of: "phone") == ["activated activated"])
    #expect(world.findings == [.wcNotActivated.by(.wc1), .wcNotActivated.by(.wc1)])
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
    let world = try await withCouple(watchApp: CoupleApp.watchApp(companion: companion)) { couple in
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
        print(talker.client.isReachable, talker.client.isCounterpartInstalled)
      }
      try await sleep(30)
    }
    let code = absence.code
    #expect(
      world.output == [
        "activated activated", "error \(code)", "false false", "error \(code)",
        "done user info \(code)",
        "done file \(code)",
      ])
  }

  @Test func `before iOS 9 there are no sessions (WC8)`() async throws {
    let world = try await withPhone(iOS: 8) { phone in
      let app = try phone.install(CoupleApp.phoneApp().definition)
      #expect(!phone.watchLink.isSupported)
      await phone.open(app)
      try await sleep(1)
    }
    #expect(world.output == ["activated notActivated 7002"])
  }

  @Test func `the phone is notified of pairing, the watch app, and its complication (WC1)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      couple.watch.activeComplications = [couple.watchApp]
      try await sleep(2)
      await couple.onPhone { talker in
        let note = talker.client.watchDirectory!.appending(path: "note")
        print((try? Data("a".utf8).write(to: note)) != nil)
      }
      couple.watch.activeComplications = []
      try await sleep(2)
      couple.watch.delete(couple.watchApp)
      try await sleep(2)
      await couple.onPhone { print($0.client.watchDirectory != nil) }
      let library = couple.phoneApp.container.library.appending(path: "com.apple.watchconnectivity")
      #expect(try FileManager.default.contentsOfDirectory(atPath: library.path) == [])
      couple.world.unpair(couple.watch)
      try await sleep(2)
    }
    #expect(
      world.output(of: "phone") == [
        "activated activated", "reachable", "watchState true true true", "true",
        "watchState true true false", "unreachable", "watchState true false false", "false",
        "watchState false false false",
      ])
  }

  @Test func `the watch is notified when its phone app is deleted and installed again (WC1)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      couple.phone.delete(couple.phoneApp)
      try await sleep(2)
      _ = try couple.phone.install(CoupleApp.phoneApp().definition)
      try await sleep(2)
    }
    #expect(
      world.output(of: "watch") == [
        "activated activated", "companionInstalled true false false", "unreachable",
        "companionInstalled true true false", "reachable",
      ])
  }

  @Test
  func `switching watches ends the session, and activating it again connects to the new one (WC1)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      let second = try couple.world.addWatch("second", .watch(watchOS: 10))
      let app = try second.install(CoupleApp.watchApp().definition)
      await couple.onPhone { $0.transferFile("old", bytes: 600_000) }
      try await sleep(5)
      try couple.world.switchWatch(of: couple.phone, to: second)
      try await sleep(1)
      await couple.onPhone { talker in
        talker.send("a")
        talker.client.activate()
      }
      await second.open(app)
      try await sleep(2)
      await couple.onPhone { $0.send("b") }
      try await sleep(60)
      try couple.world.switchWatch(of: couple.phone, to: couple.watch)
      await couple.onPhone { $0.client.activate() }
      try await sleep(60)
    }
    #expect(
      world.output(of: "phone").filter { !$0.contains("reach") } == [
        "activated activated", "becameInactive", "deactivated", "error 7004",
        "activated activated", "reply re b", "becameInactive", "deactivated", "activated activated",
        "done file",
      ])
    #expect(world.output(of: "second").contains("message b"))
    #expect(world.output(of: "watch").contains("file old 600000"))
    #expect(!world.output(of: "second").contains { $0.hasPrefix("file") })
  }
}
