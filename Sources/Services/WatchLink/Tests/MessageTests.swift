import Foundation
import Testing
import WatchConnectivity
import YobanTesting
import YobanVirtualTime

/// Live messages (WC2).
@Suite struct MessageTests {
  @Test func `a message gets its reply, in both directions (WC2)`() async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { $0.send("up") }
      await couple.onPhone { $0.send("down") }
      await couple.onWatch { $0.send("silent", wantsReply: false) }
      try await couple.pass(120)
    }
    #expect(world.output(of: "watch").suffix(2) == ["message down", "reply re up"])
    #expect(
      world.output(of: "phone").suffix(3) == ["message up", "message silent", "reply re down"])
  }

  @Test func `messages are delivered in the order of sending, long and short ones (WC2)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { talker in
        for size in [30_000, 1, 5_000] { talker.send(String(repeating: "x", count: size)) }
      }
      try await couple.pass(10)
    }
    let sizes = world.output(of: "phone").filter { $0.hasPrefix("message") }.map { $0.count - 8 }
    #expect(sizes == [30_000, 1, 5_000])
  }

  private enum PhoneState: CaseIterable, Sendable { case suspended, terminated, forceQuit }

  @Test(arguments: PhoneState.allCases)
  private func `a message from the watch launches or wakes the phone app in background (WC2)`(
    _ state: PhoneState
  ) async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      switch state {
      case .suspended:
        await couple.phone.goHome()
        try await couple.pass(60)
        #expect(couple.phoneApp.state == .suspended)
      case .terminated: couple.phone.jetsam(couple.phoneApp)
      case .forceQuit: await couple.phone.swipeAway(couple.phoneApp)
      }
      await couple.onWatch { $0.send("up") }
      try await couple.pass(20)
      #expect(couple.phoneApp.state == .background)
      try await couple.pass(60)
      #expect(couple.phoneApp.state == .suspended, "30 s of run time")
    }
    #expect(world.output(of: "watch").last == "reply re up")
    #expect(
      world.launches.filter { $0 == .watchConnectivity }.count == (state == .suspended ? 0 : 1))
  }

  @Test func `after a force-quit a message launches no app, if the option says so (WC2)`()
    async throws
  {
    let world = try await withCouple(change: { $0.watchLink!.launchesForceQuitApps = false }) {
      couple in
      try await couple.openBoth()
      await couple.phone.swipeAway(couple.phoneApp)
      await couple.onWatch { talker in
        talker.send("up")
        talker.transfer("a")
      }
      try await couple.pass(90)
      await couple.phone.open(couple.phoneApp)
      try await couple.pass(2)
    }
    #expect(world.output(of: "watch").contains("error 7014"))
    #expect(!world.launches.contains(.watchConnectivity))
    #expect(world.output(of: "phone").last == "info a", "it waits for the next launch")
  }

  @Test func `a message from the phone needs a running watch app (WC2)`() async throws {
    let world = try await withCouple { couple in
      await couple.phone.open(couple.phoneApp)
      await couple.onPhone { $0.send("a") }
      await couple.watch.open(couple.watchApp)
      try await couple.pass(2)
      await couple.onPhone { $0.send("b") }
      try await couple.pass(2)
      await couple.watch.goHome()
      try await couple.pass(120)
      #expect(couple.watchApp.state == .suspended)
      await couple.onPhone { $0.send("c") }
      try await couple.pass(2)
      couple.watch.jetsam(couple.watchApp)
      await couple.onPhone { $0.send("d") }
      try await couple.pass(2)
    }
    #expect(
      world.output(of: "phone") == [
        "activated activated", "error 7007", "reachable", "reply re b", "unreachable",
        "error 7007", "error 7007",
      ])
    #expect(world.output(of: "watch").filter { $0.hasPrefix("message") } == ["message b"])
    #expect(world.launches == [.user, .user], "it launches no watch app")
  }

  @Test
  func `out of range a message fails at once, and both apps are notified of the change (WC2, WC7)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      couple.part()
      try await couple.pass(2)
      await couple.onWatch { $0.send("up") }
      await couple.onPhone { $0.send("down") }
      couple.meet()
      try await couple.pass(2)
    }
    #expect(
      world.output(of: "watch") == [
        "activated activated", "unreachable", "error 7007", "reachable",
      ])
    #expect(
      world.output(of: "phone") == [
        "activated activated", "reachable", "unreachable", "error 7007", "reachable",
      ])
  }

  @Test func `after a reboot the phone is unreachable until it is unlocked (WC2)`() async throws {
    let world = try await withCouple { couple in
      couple.phone.hasPasscode = true
      try await couple.openBoth()
      try await couple.phone.reboot()
      try await couple.pass(10)
      await couple.onWatch { talker in
        print(
          talker.session.isReachable, talker.session.iOSDeviceNeedsUnlockAfterRebootForReachability)
        talker.send("a")
      }
      couple.phone.unlock()
      try await couple.pass(2)
      await couple.onWatch { talker in
        print(
          talker.session.isReachable, talker.session.iOSDeviceNeedsUnlockAfterRebootForReachability)
        talker.send("b")
      }
      try await couple.pass(5)
    }
    #expect(
      world.output(of: "watch") == [
        "activated activated", "unreachable", "false true", "error 7007", "reachable", "true false",
        "reply re b",
      ])
    #expect(world.launches.last == .watchConnectivity)
  }

  @Test
  func `a message without a reply in time fails with 7012, and a late reply is dropped (WC2)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onPhone { $0.answer = { _ in nil } }
      await couple.onWatch { $0.send("up") }
      try await couple.pass(59)
      #expect(!couple.world.output(of: "watch").contains { $0.hasPrefix("error") })
      try await couple.pass(60)
    }
    #expect(world.output(of: "watch").filter { $0.hasPrefix("error") } == ["error 7012"])
  }

  @Test
  func `an app that does not implement the delegate method fails the message with 7014 (WC2)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onPhone { talker in
        Kept.of("silent", SilentDelegate())
        talker.session.delegate = Kept.get("silent", as: SilentDelegate.self)
      }
      await couple.onWatch { talker in
        talker.send("up")
        talker.send("up", wantsReply: false)
      }
      try await couple.pass(90)
    }
    #expect(
      world.output(of: "watch").filter { $0.hasPrefix("error") } == ["error 7014", "error 7014"])
  }

  @Test func `a phone app that never activates its session fails the message (WC2)`() async throws {
    let world = try await withCouple(
      onPhone: { Talker.start(activates: false) }
    ) { couple in
      await couple.watch.open(couple.watchApp)
      await couple.onWatch { talker in
        talker.send("up")
        talker.send("up", wantsReply: false)
      }
      try await couple.pass(90)
      await couple.phone.open(couple.phoneApp)
      await couple.onPhone { $0.session.activate() }
      try await couple.pass(2)
    }
    #expect(world.output(of: "watch").suffix(2) == ["error 7012", "error 7014"])
    #expect(world.output(of: "phone") == ["activated activated"], "it is not reported late")
  }

  @Test func `a message or a reply is lost if the sender ends first (WC2)`() async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { $0.send("a") }
      couple.watch.jetsam(couple.watchApp)
      try await couple.pass(2)
      await couple.watch.open(couple.watchApp)
      await couple.onWatch { $0.send("b") }
      try await couple.pass(0.15)
      couple.watch.jetsam(couple.watchApp)
      try await couple.pass(90)
    }
    #expect(world.output(of: "phone").filter { $0.hasPrefix("message") } == ["message b"])
    #expect(!world.output(of: "watch").contains { $0.hasPrefix("reply") || $0.hasPrefix("error") })
    #expect(world.linkEvents().contains(.lost(.message, number: 1)))
  }

  @Test func `a message fails if its receiver ends before the reply (WC2)`() async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onPhone { $0.answer = { _ in nil } }
      await couple.onWatch { $0.send("up") }
      try await couple.pass(1)
      couple.phone.jetsam(couple.phoneApp)
      try await couple.pass(90)
    }
    #expect(world.output(of: "watch").filter { $0.hasPrefix("error") } == ["error 7011"])
  }

  @Test func `a message fails with 7014 if the link breaks during it (WC2)`() async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch {
        $0.send(Data(count: 60_000))
      }
      try await couple.pass(0.5)
      couple.part()
      try await couple.pass(90)
    }
    #expect(world.linkEvents(of: "watch").contains(.failed(.message, number: 1, code: 7014)))
    #expect(!world.output(of: "phone").contains { $0.hasPrefix("message") })
  }

  @Test(arguments: [
    (WatchLinkFault.lost, [], ["error 7012"]),
    (.doubled, ["message a", "message a"], ["reply re a"]),
    (.delayed(.seconds(5)), ["message a"], ["reply re a"]),
  ])
  func `injected faults lose, duplicate or delay a message (WC2)`(
    _ fault: WatchLinkFault, _ received: [String], _ answers: [String]
  ) async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      couple.watch.watchLink.fault = { $0.item == .message ? fault : nil }
      await couple.onWatch { $0.send("a") }
      try await couple.pass(90)
    }
    #expect(world.output(of: "phone").filter { $0.hasPrefix("message") } == received)
    #expect(
      world.output(of: "watch").filter { $0.hasPrefix("reply") || $0.hasPrefix("error") } == answers
    )
  }

  @Test func `a lost reply fails the message with 7012 (WC2)`() async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      couple.phone.watchLink.fault = { $0.item == .reply ? .lost : nil }
      await couple.onWatch { $0.send("a") }
      try await couple.pass(90)
    }
    #expect(world.output(of: "phone").last == "message a")
    #expect(world.output(of: "watch").last == "error 7012")
  }
}

/// A delegate without methods for messages.
private final class SilentDelegate: NSObject, WCSessionDelegate {
  func session(
    _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState,
    error: (any Error)?
  ) {}
}
