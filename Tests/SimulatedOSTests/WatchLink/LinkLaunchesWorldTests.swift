import Foundation
import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// State that the link keeps while apps end, devices reboot and apps are deleted (WC3, WC5).
@Suite struct LinkLaunchesWorldTests {
  private static func event(_ world: World, _ device: String) -> [String] {
    world.output(of: device).filter { !$0.contains("reach") && !$0.hasPrefix("activated") }
  }

  @Test(arguments: [true, false])
  func `queues survive a reboot of either device (WC3)`(_ isWatch: Bool) async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { talker in
        talker.transferFile("one")
        talker.transferFile("two")
      }
      try await sleep(5)
      try await (isWatch ? couple.watch : couple.phone).reboot()
      try await sleep(60)
      await couple.watch.open(couple.watchApp)
      try await sleep(5)
    }
    #expect(Self.event(world, "phone") == ["file one 300000", "file two 300000"])
    #expect(Self.event(world, "watch") == ["done file", "done file"])
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
      try await sleep(3600)
      #expect(Self.event(couple.world, "phone") == [])
      couple.phone.unlock()
      try await sleep(5)
    }
    #expect(Self.event(world, "phone") == ["info a"])
  }

  @Test func `content is delivered in a later launch, if the process ended before (WC5)`()
    async throws
  {
    let world = try await withCouple { couple in
      await couple.phone.open(couple.phoneApp)
      await couple.onPhone { $0.transfer("a") }
      try await sleep(5)
      // It waits on the watch while the app there was never opened. The sender's result waits, too.
      couple.phone.jetsam(couple.phoneApp)
      await couple.watch.open(couple.watchApp)
      try await sleep(1)
      couple.watch.jetsam(couple.watchApp)
      await couple.watch.open(couple.watchApp)
      try await sleep(1)
    }
    #expect(Self.event(world, "watch") == ["info a"], "once")
  }

  @Test func `deleting the receiver fails the waiting transfers (WC8)`() async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { talker in
        talker.transferFile("one")
        talker.transferFile("two")
      }
      try await sleep(5)
      couple.phone.delete(couple.phoneApp)
      try await sleep(60)
      _ = try couple.phone.install(CoupleApp.phoneApp().definition)
      await couple.onWatch { $0.transfer("new") }
      try await sleep(10)
    }
    #expect(
      Self.event(world, "watch").filter { $0.hasPrefix("done") } == [
        "done file 7018", "done file 7018", "done user info",
      ])
    #expect(Self.event(world, "phone") == ["info new"])
  }

  @Test func `deleting the sender removes its queue (WC3)`() async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { $0.transferFile("one") }
      try await sleep(5)
      couple.watch.delete(couple.watchApp)
      try await sleep(60)
    }
    #expect(Self.event(world, "phone").filter { $0.hasPrefix("file") } == [])
  }

  @Test func `calls of a launch that has ended do nothing and report a finding (L8)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      let holder = Holder()
      await couple.onWatch { holder.client = $0.client }
      couple.watch.jetsam(couple.watchApp)
      holder.client!.transferUserInfo(.success(Data()))
      holder.client!.activate()
      try await sleep(5)
      #expect(!holder.client!.isReachable && holder.client!.activationState == .notActivated)
    }
    #expect(world.findings == [.processDeadObject.by(.l8), .processDeadObject.by(.l8)])
    #expect(Self.event(world, "phone") == [])
  }

  private final class Holder: @unchecked SimulationConfined { var client: WatchLinkClient? }

  @Test func `two pairs of apps do not receive each other's content (WC1)`() async throws {
    let world = try await withCouple { couple in
      var other = CoupleApp.phoneApp()
      other.name = "Other"
      let otherApp = try couple.phone.install(other.definition)
      await couple.phone.open(otherApp)
      await couple.phone.touch(otherApp, "test") { Talker.current.transfer("b") }
      try await couple.openBoth()
      await couple.onWatch { $0.transfer("a") }
      try await sleep(5)
    }
    #expect(Self.event(world, "phone").sorted() == ["done user info 7006", "info a"])
    #expect(Self.event(world, "watch") == ["done user info"])
  }
}
