import Foundation
import Testing
import WatchConnectivity
import YobanTesting
import YobanVirtualTime

/// State that the link keeps while apps end, devices reboot and apps are deleted (WC3, WC5).
@Suite struct LinkLaunchesTests {
  @Test(arguments: [true, false])
  func `queues survive a reboot of either device (WC3)`(_ isWatch: Bool) async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { talker in
        talker.transferFile("one")
        talker.transferFile("two")
      }
      try await couple.pass(5)
      try await (isWatch ? couple.watch : couple.phone).reboot()
      try await couple.pass(60)
      await couple.watch.open(couple.watchApp)
      try await couple.pass(5)
    }
    #expect(world.content(of: "phone") == ["file one 300000", "file two 300000"])
    #expect(world.content(of: "watch") == ["done file", "done file"])
    #expect(world.linkEvents().contains(.interrupted(.file, number: 1)))
  }

  @Test func `after a reboot a locked phone gets nothing until it is unlocked (WC2, WC5)`()
    async throws
  {
    let world = try await withCouple { couple in
      couple.phone.hasPasscode = true
      try await couple.openBoth()
      try await couple.phone.reboot()
      await couple.onWatch { $0.transfer("a") }
      try await couple.pass(3600)
      #expect(couple.world.content(of: "phone") == [])
      couple.phone.unlock()
      try await couple.pass(5)
    }
    #expect(world.content(of: "phone") == ["info a"])
  }

  @Test func `content is delivered in a later launch, if the process ended before (WC5)`()
    async throws
  {
    let world = try await withCouple(
      onPhone: { Talker.start(activates: AppProcess.current?.cause == .user) }
    ) { couple in
      await couple.watch.open(couple.watchApp)
      await couple.onWatch { $0.transfer("a") }
      try await couple.pass(5)
      couple.phone.jetsam(couple.phoneApp)
      #expect(couple.world.content(of: "phone") == [], "the first launch activates no session")
      for _ in 0..<2 {
        await couple.phone.open(couple.phoneApp)
        try await couple.pass(1)
        couple.phone.jetsam(couple.phoneApp)
      }
    }
    #expect(world.content(of: "phone") == ["info a"], "once")
    #expect(world.launches == [.user, .watchConnectivity, .user, .user])
  }

  @Test func `deleting the receiver fails the waiting transfers (WC8)`() async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { talker in
        talker.transferFile("one")
        talker.transferFile("two")
      }
      try await couple.pass(5)
      couple.phone.delete(couple.phoneApp)
      try await couple.pass(60)
      _ = try couple.phone.installTalker()
      await couple.onWatch { $0.transfer("new") }
      try await couple.pass(10)
    }
    #expect(
      world.content(of: "watch").filter { $0.hasPrefix("done") } == [
        "done file 7018", "done file 7018", "done user info",
      ])
    #expect(world.content(of: "phone") == ["info new"])
  }

  @Test func `deleting the sender removes its queue (WC3)`() async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { $0.transferFile("one") }
      try await couple.pass(5)
      couple.watch.delete(couple.watchApp)
      try await couple.pass(60)
    }
    #expect(world.content(of: "phone").filter { $0.hasPrefix("file") } == [])
  }

  @Test func `calls of a launch that has ended do nothing and report a finding (L8)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      couple.part()
      let old = Old()
      await couple.onWatch { talker in
        talker.transferFile("one")
        (old.session, old.file) = (talker.session, talker.session.outstandingFileTransfers[0])
      }
      couple.watch.jetsam(couple.watchApp)
      await couple.watch.open(couple.watchApp)
      couple.meet()
      try await couple.pass(2)
      await couple.onWatch { talker in
        old.session.activate()
        old.session.transferUserInfo(["text": "a"])
        old.session.sendMessage([:], replyHandler: nil)
        try? old.session.updateApplicationContext(["text": "b"])
        old.session.transferFile(.documentsDirectory.appending(path: "one"), metadata: nil)
        old.file.cancel()
        print(old.session.isReachable, old.session.activationState, talker.session.isReachable)
      }
      try await couple.pass(15)
    }
    #expect(world.kinds == Array(repeating: .processDeadObject.by(.l8), count: 6))
    #expect(world.output(of: "watch").suffix(2) == ["false notActivated true", "done file"])
    #expect(world.content(of: "phone") == ["file one 300000"])
  }

  /// The objects of a launch that has ended.
  private final class Old: @unchecked SimulationConfined {
    var session: WCSession!
    var file: WCSessionFileTransfer!
  }

  @Test func `two pairs of apps do not receive each other's content (WC1)`() async throws {
    let world = try await withCouple { couple in
      let otherApp = try couple.phone.installTalker(named: "Other")
      await couple.phone.open(otherApp)
      await couple.phone.touch(otherApp, "test") { Talker.current.transfer("b") }
      try await couple.openBoth()
      await couple.onWatch { $0.transfer("a") }
      try await couple.pass(5)
    }
    #expect(world.content(of: "phone").sorted() == ["done user info 7006", "info a"])
    #expect(world.content(of: "watch") == ["done user info"])
  }
}
