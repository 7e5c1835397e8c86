import Foundation
import Testing
import WatchConnectivity
import YobanTesting
import YobanVirtualTime

/// Effects of radios, suspensions and several watches on running transfers (WC2, WC4, WC5, WC7).
@Suite struct LinkRadioTests {
  private static func lines(_ world: World, _ device: String, _ word: String) -> [String] {
    world.output(of: device).filter { $0.contains(word) }
  }

  @Test(arguments: [true, false], [true, false])
  func `switching Bluetooth off interrupts a file, and only Wi-Fi can carry it then (WC7)`(
    _ hasWiFi: Bool, _ isPhone: Bool
  ) async throws {
    let world = try await withCouple { couple in
      if !hasWiFi { couple.phone.network.path = .cellular }
      try await couple.openBoth()
      await couple.onWatch { $0.transferFile("one") }
      try await couple.pass(5)
      let bluetooth = isPhone ? couple.phone.bluetooth : couple.watch.bluetooth
      bluetooth.switchOff(by: .settings)
      try await couple.pass(3)
      #expect(couple.world.linkEvents(of: "watch").contains(.interrupted(.file, number: 1)))
      #expect(Self.lines(couple.world, "phone", "file") == (hasWiFi ? ["file one 300000"] : []))
      bluetooth.switchOn()
      try await couple.pass(15)
    }
    let radios = world.linkEvents(of: "watch").compactMap { event in
      if case .began(.file, _, let radio) = event { radio } else { nil }
    }
    #expect(radios == ["Bluetooth", hasWiFi ? "Wi-Fi" : "Bluetooth"])
    #expect(Self.lines(world, "phone", "file") == ["file one 300000"])
    #expect(Self.lines(world, "watch", "unreachable") == (hasWiFi ? [] : ["unreachable"]))
  }

  @Test func `a resumed app is notified of changed reachability, and its counterpart too (WC2)`()
    async throws
  {
    try await withCouple { couple in
      try await couple.openBoth()
      await couple.watch.pressCrown()
      try await couple.pass(60)
      #expect(couple.watchApp.state == .suspended)
      #expect(Self.lines(couple.world, "phone", "reach") == ["reachable", "unreachable"])
      couple.watch.watchService.wake(couple.watchApp, for: .relevantShortcut)
      try await couple.pass(1)
      #expect(Self.lines(couple.world, "phone", "reach").dropFirst(2).first == "reachable")
      try await couple.pass(60)
      #expect(couple.watchApp.state == .suspended)
      let before = Self.lines(couple.world, "watch", "reach").count
      couple.part()
      try await couple.pass(60)
      #expect(Self.lines(couple.world, "watch", "reach").count == before)
      couple.watch.watchService.wake(couple.watchApp, for: .relevantShortcut)
      try await couple.pass(1)
      #expect(Self.lines(couple.world, "watch", "reach").dropFirst(before) == ["unreachable"])
    }
  }

  @Test func `a file does not shorten the run time that a message granted (WC2, WC5)`()
    async throws
  {
    let world = try await withCouple(mode: .observed) { couple in
      try await couple.openBoth()
      await couple.phone.goHome()
      try await couple.pass(60)
      #expect(couple.phoneApp.state == .suspended)
      await couple.onWatch { $0.send("wake up") }
      try await couple.pass(1)
      // 10.3 s each: within the 30 s of the message, but not within 10 s after the first file.
      await couple.onWatch { talker in
        for name in ["one", "two"] { talker.transferFile(name, bytes: 310_000) }
      }
      try await couple.pass(60)
    }
    #expect(Self.lines(world, "phone", "file") == ["file one 310000", "file two 310000"])
    #expect(world.kinds == [])
  }

  @Test func `canceling a file still counts the bytes that were already sent (WC7)`() async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { $0.transferFile("one") }
      try await couple.pass(5)
      await couple.onWatch { talker in
        talker.session.outstandingFileTransfers[0].cancel()
      }
      try await couple.pass(60)
    }
    let bytes = (world.devices[1] as? Watch)?.watchLink.bytesCarried ?? 0
    #expect((140_000...160_000).contains(bytes))
    #expect(Self.lines(world, "phone", "file") == [])
  }

  @Test func `an interrupted attempt costs the battery as much as its radio consumes (WC7)`()
    async throws
  {
    try await withCouple(change: { profile in
      profile.battery.bluetoothDrain = 0
      profile.battery.wifiDrain = 0.4
    }) { couple in
      couple.watch.place = Place(x: 500)
      try await couple.openBoth()
      await couple.onWatch { $0.transferFile("one", bytes: 2_000_000) }
      try await couple.pass(1)
      let before = couple.watch.power.level
      couple.phone.network.path = .cellular
      #expect((0.35...0.45).contains(before - couple.watch.power.level))
    }
  }

  @Test func `a missing end of a transfer is not reported, and the file still arrives (WC5)`()
    async throws
  {
    let world = try await withCouple { couple in
      couple.watch.watchLink.fault = { $0.number == 1 ? .finishNotTold : nil }
      try await couple.openBoth()
      await couple.onWatch { talker in
        for name in ["one", "two"] { talker.transferFile(name) }
      }
      try await couple.pass(60)
    }
    #expect(Self.lines(world, "phone", "file") == ["file one 300000", "file two 300000"])
    #expect(Self.lines(world, "watch", "done") == ["done file"])
  }

  @Test func `files with equal numbers and names from two watches are kept apart (WC4)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onPhone { $0.session.delegate = nil }
      await couple.onWatch { $0.transferFile("night") }
      try await couple.pass(15)
      let second = try couple.world.addWatch("second", pairedWith: nil)
      let app = try second.installTalker()
      try couple.world.switchWatch(of: couple.phone, to: second)
      await second.open(app)
      await second.touch(app, "test") { Talker.current.transferFile("night", bytes: 100_000) }
      try await couple.pass(15)
      await couple.onPhone { talker in
        talker.session.delegate = talker
        talker.session.activate()
      }
      try await couple.pass(1)
    }
    #expect(Self.lines(world, "phone", "file") == ["file night 300000", "file night 100000"])
    #expect(Self.lines(world, "second", "done") == ["done file"])
  }

  @Test func `a file for one phone is delivered when the watch is paired with it again (WC3)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { $0.transferFile("one") }
      try await couple.pass(3)
      let other = try couple.world.addPhone("other")
      let app = try other.installTalker()
      couple.world.unpair(couple.watch)
      try couple.world.pair(couple.watch, with: other)
      await other.open(app)
      await couple.watch.open(couple.watchApp)
      try await couple.pass(120)
      #expect(Self.lines(couple.world, "other", "file") == [])
      couple.world.unpair(couple.watch)
      try couple.world.pair(couple.watch, with: couple.phone)
      await couple.phone.open(couple.phoneApp)
      couple.part()
      couple.meet()
      try await couple.pass(60)
    }
    #expect(Self.lines(world, "phone", "file") == ["file one 300000"])
    #expect(Self.lines(world, "watch", "done") == ["done file"])
  }

  @Test func `no copy of a duplicated message is delivered after the message failed (WC2)`()
    async throws
  {
    let world = try await withCouple(
      onPhone: { Talker.start(activates: false) }
    ) { couple in
      couple.watch.watchLink.fault = { _ in .doubled }
      try await couple.openBoth()
      await couple.onWatch { $0.send("a") }
      try await couple.pass(120)
      await couple.onPhone { $0.session.activate() }
      try await couple.pass(5)
    }
    #expect(Self.lines(world, "watch", "error") == ["error 7012"])
    #expect(Self.lines(world, "phone", "message") == [])
  }
}
