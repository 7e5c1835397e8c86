import Foundation
import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// Queued content: contexts, user infos, files (WC3, WC4, WC6, WC7, WC8).
@Suite struct TransferWorldTests {
  private static func event(_ world: World, _ device: String) -> [String] {
    world.output(of: device).filter { !$0.contains("reach") && !$0.hasPrefix("activated") }
  }

  @Test func `only the latest context is delivered, at the next launch (WC3)`() async throws {
    let world = try await withCouple { couple in
      await couple.watch.open(couple.watchApp)
      await couple.onWatch { talker in
        for words in ["a", "b", "c"] { talker.update(words) }
      }
      try await sleep(5)
      await couple.onWatch { $0.update("d") }
      try await sleep(5)
      #expect(couple.phoneApp.state == .notRunning, "a context launches nothing")
      await couple.phone.open(couple.phoneApp)
      try await sleep(2)
      await couple.onPhone { talker in
        print(String(decoding: talker.client.receivedApplicationContext!, as: UTF8.self))
      }
      await couple.onWatch { talker in
        print(String(decoding: talker.client.applicationContext!, as: UTF8.self))
      }
    }
    #expect(Self.event(world, "phone") == ["context d", "d"])
    #expect(Self.event(world, "watch").last == "d")
  }

  @Test func `a waiting context is replaced, and only the latest is sent (WC3)`() async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      couple.part()
      try await sleep(2)
      await couple.onWatch { talker in
        for words in ["a", "b"] { talker.update(words) }
      }
      couple.meet()
      try await sleep(5)
    }
    let begun = world.linkEvents().filter {
      if case .began(.applicationContext, _, _) = $0 { true } else { false }
    }
    #expect(begun == [.began(.applicationContext, number: 2, over: "Bluetooth")])
    #expect(Self.event(world, "phone") == ["context b"])
  }

  @Test func `user infos are each delivered, in order, and launch the phone app (WC3, WC5)`()
    async throws
  {
    let world = try await withCouple { couple in
      await couple.watch.open(couple.watchApp)
      await couple.onWatch { talker in
        for words in ["a", "b", "c"] { talker.transfer(words) }
        print(talker.client.outstandingUserInfoTransfers.count)
      }
      try await sleep(5)
      await couple.onWatch { print($0.client.outstandingUserInfoTransfers.count) }
    }
    #expect(Self.event(world, "phone") == ["info a", "info b", "info c"])
    #expect(
      Self.event(world, "watch") == ["3"] + Array(repeating: "done user info", count: 3) + ["0"])
    #expect(world.launches == [.user, .watchConnectivity])
  }

  @Test(arguments: [true, false])
  func `a watch app is woken for content, or gets it when it runs again (WC3, WC5)`(
    _ wakes: Bool
  ) async throws {
    let world = try await withCouple { couple in
      await couple.phone.open(couple.phoneApp)
      if !wakes { couple.watch.watchLink.wakeWatchApp = nil }
      await couple.onPhone { $0.transfer("a") }
      try await sleep(5)
      #expect((couple.watchApp.state == .notRunning) == !wakes)
      await couple.watch.open(couple.watchApp)
      try await sleep(2)
    }
    #expect(Self.event(world, "watch") == ["info a"])
    #expect(Self.event(world, "phone") == ["done user info"])
    #expect(world.launches == (wakes ? [.user, .watchConnectivity] : [.user, .user]))
  }

  @Test func `complication infos go first, 50 a day, while the complication is on the face (WC3)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onPhone { print($0.client.remainingComplicationTransfers) }
      couple.watch.activeComplications = [couple.watchApp]
      await couple.onPhone { talker in
        print(talker.client.remainingComplicationTransfers)
        talker.transferInfo("big", bytes: 30_000)
        talker.transfer("a")
        talker.transferInfo("x", bytes: 1, forComplication: true)
        talker.transferInfo("y", bytes: 1, forComplication: true)
        let transfers = talker.client.outstandingUserInfoTransfers
        print(transfers.map(\.isCurrentComplicationInfo))
        print(talker.client.remainingComplicationTransfers)
        for _ in 0..<49 { talker.transferInfo("z", bytes: 1, forComplication: true) }
        print(talker.client.remainingComplicationTransfers)
      }
      try await sleep(24 * 3600)
      await couple.onPhone { print($0.client.remainingComplicationTransfers) }
    }
    let words = Self.event(world, "phone").filter {
      !$0.hasPrefix("done") && !$0.hasPrefix("watchState")
    }
    #expect(words == ["0", "50", "[false, false, false, true]", "48", "0", "50"])
    let infos = world.linkEvents().compactMap { event in
      if case .queued(let item, _, _) = event { item } else { nil }
    }
    #expect(infos.filter { $0 == .complicationUserInfo }.count == 50)
    #expect(infos.filter { $0 == .userInfo }.count == 3, "beyond the budget it is an ordinary one")
    let order = Self.event(world, "watch").filter { $0.hasPrefix("info") }
    #expect(order.count == 53 && order.firstIndex(of: "info a")! > 50)
  }

  @Test
  func `files are sent in order, survive the sender, and are outstanding until sent (WC3)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { talker in
        talker.transferFile("one", bytes: 300_000)
        talker.transferFile("two", bytes: 300_000)
      }
      try await sleep(4)
      await couple.onWatch { talker in
        let first = talker.client.outstandingFileTransfers[0]
        print(talker.client.outstandingFileTransfers.count, talker.client.bytesSent(of: first))
      }
      couple.watch.jetsam(couple.watchApp)
      try await sleep(10)
      await couple.watch.open(couple.watchApp)
      try await sleep(1)
      await couple.onWatch { print($0.client.outstandingFileTransfers.map(\.number)) }
      try await sleep(20)
    }
    #expect(Self.event(world, "phone") == ["file one 300000", "file two 300000"])
    #expect(Self.event(world, "watch") == ["2 120000", "done file", "[2]", "done file"])
    let times = world.trace.events.filter { $0.kind == .watchLink(.received(.file, number: 2)) }
    #expect(
      times.first?.instant == world.moments {
        $0 == .watchLink(.began(.file, number: 1, over: "Bluetooth"))
      }.first! + .seconds(20))
  }

  @Test func `before watchOS 5 a transfer has no progress (WC3)`() async throws {
    let world = try await withCouple(watchOS: 4) { couple in
      try await couple.openBoth()
      await couple.onWatch { $0.transferFile("one") }
      try await sleep(4)
      await couple.onWatch { talker in
        print(talker.client.bytesSent(of: talker.client.outstandingFileTransfers[0]))
      }
    }
    #expect(Self.event(world, "watch") == ["0"])
  }

  @Test func `a canceled transfer calls no handler, and the next begins (WC3)`() async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { talker in
        talker.transferFile("one")
        talker.transferFile("two")
      }
      try await sleep(5)
      await couple.onWatch { talker in
        let first = talker.client.outstandingFileTransfers[0]
        talker.client.cancel(first)
        print(first.isTransferring)
      }
      try await sleep(20)
    }
    #expect(Self.event(world, "phone") == ["file two 300000"])
    #expect(Self.event(world, "watch") == ["false", "done file"])
  }

  @Test
  func `a received file is deleted when the method returns, with a finding if not moved (WC4)`()
    async throws
  {
    for moves in [true, false] {
      let world = try await withCouple { couple in
        try await couple.openBoth()
        await couple.onPhone { $0.movesFiles = moves }
        await couple.onWatch { $0.transferFile("one", bytes: 1_000) }
        try await sleep(2)
        let documents = couple.phoneApp.container.documents
        let kept = try FileManager.default.contentsOfDirectory(atPath: documents.path)
        #expect(kept.filter { $0 != "Inbox" }.count == (moves ? 1 : 0))
        let inbox = documents.appending(path: "Inbox/com.apple.watchconnectivity")
        #expect(try FileManager.default.contentsOfDirectory(atPath: inbox.path) == [])
      }
      #expect(Self.event(world, "phone") == ["file one 1000"])
      #expect(world.findings == (moves ? [] : [.wcFileNotMoved.by(.wc4)]))
    }
  }

  @Test(arguments: [
    (65_536, 65_536, 262_144, ["reply re", "done user info"]),
    (65_537, 65_537, 262_145, ["error 7009", "done user info 7009", "error 7009"]),
  ])
  func `payloads that are too large fail with 7009 (WC6)`(
    _ message: Int, _ info: Int, _ context: Int, _ expected: [String]
  ) async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onPhone { $0.answer = { _ in "" } }
      await couple.onWatch { talker in
        talker.client.send(.success(Data(count: message)), .data, wantsReply: true) { result in
          if case .failure(let error) = result {
            print("error \(error.rawValue)")
          } else {
            print("reply re")
          }
        }
        talker.transferInfo("a", bytes: info)
        talker.update(String(repeating: "c", count: context))
      }
      try await sleep(60)
    }
    #expect(Self.event(world, "watch").sorted() == expected.sorted())
    let failures = expected.count { $0.hasSuffix("7009") }
    #expect(world.findings == Array(repeating: .wcPayloadTooLarge.by(.wc6), count: failures))
    let phone = Self.event(world, "phone").count
    #expect(phone == (expected.count == 2 ? 3 : 0))
  }

  @Test func `invalid property lists fail with 7010, and files have no size limit (WC6, WC8)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { talker in
        talker.client.transferUserInfo(.failure(.payloadUnsupportedTypes))
        talker.client.send(.failure(.payloadUnsupportedTypes), .dictionary, wantsReply: false) {
          if case .failure(let error) = $0 { print("error \(error.rawValue)") }
        }
        talker.transferFile("large", bytes: 3_000_000)
      }
      try await sleep(120)
    }
    #expect(
      Self.event(world, "watch") == ["done user info 7010", "error 7010", "done file"])
  }

  @Test func `an interrupted file starts again from its beginning, even after hours (WC7)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { $0.transferFile("one") }
      try await sleep(5)
      couple.part()
      try await sleep(5 * 3600)
      #expect(couple.watch.watchLink.bytesCarried < 300_000)
      couple.meet()
      try await sleep(12)
    }
    let events = world.linkEvents(of: "watch").filter {
      switch $0 {
      case .activated, .reachable: false
      default: true
      }
    }
    #expect(
      events == [
        .queued(.file, number: 1, bytes: 300_000), .began(.file, number: 1, over: "Bluetooth"),
        .interrupted(.file, number: 1), .began(.file, number: 1, over: "Bluetooth"),
        .finished(.file, number: 1),
      ])
    #expect(Self.event(world, "phone") == ["file one 300000"])
    #expect(try #require(world.devices[1] as? Watch).watchLink.bytesCarried > 300_000 + 100_000)
    #expect(try #require(world.devices[0] as? Phone).watchLink.bytesCarried == 0)
  }

  @Test func `out of Bluetooth's range a common Wi-Fi is used, which is faster (WC7)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      couple.watch.place = Place(x: 20)
      try await sleep(2)
      await couple.onWatch { $0.transferFile("one", bytes: 3_000_000) }
      try await sleep(4)
    }
    #expect(world.linkEvents().contains(.began(.file, number: 1, over: "Wi-Fi")))
    #expect(Self.event(world, "phone") == ["file one 3000000"])
  }

  @Test func `without free space at the receiver a transfer fails with 7015 (WC8)`() async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      couple.phone.watchLink.freeSpace = { 100_000 }
      await couple.onWatch { talker in
        talker.transferFile("large", bytes: 100_001)
        talker.transferFile("small", bytes: 100_000)
      }
      try await sleep(20)
    }
    #expect(Self.event(world, "watch") == ["done file 7015", "done file"])
    #expect(Self.event(world, "phone") == ["file small 100000"])
  }

  @Test func `a missing file fails with 7013, and a URL of no file with 7008 (WC8)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { talker in
        talker.client.transferFile(URL(fileURLWithPath: "/nowhere/a"), metadata: nil)
        talker.client.transferFile(URL(string: "https://example.org")!, metadata: nil)
        talker.transferFile("one")
        let url = talker.client.outstandingFileTransfers[0].file!
        try? FileManager.default.removeItem(at: url)
      }
      try await sleep(20)
    }
    #expect(
      Self.event(world, "watch") == ["done file 7013", "done file 7008", "done file 7013"])
    #expect(Self.event(world, "phone") == [])
  }

  @Test func `a transfer that cannot be completed fails with 7017 after its timeout (WC8)`()
    async throws
  {
    let world = try await withCouple(change: { $0.transferTimeout = .seconds(3600) }) { couple in
      try await couple.openBoth()
      couple.part()
      try await sleep(2)
      await couple.onWatch { $0.transferFile("one") }
      try await sleep(3599)
      #expect(Self.event(couple.world, "watch") == [])
      try await sleep(2)
      couple.meet()
      try await sleep(60)
    }
    #expect(Self.event(world, "watch") == ["done file 7017"])
    #expect(Self.event(world, "phone") == [])
  }

  @Test(arguments: [
    (WatchLinkFault.lost, ["info b", "info c"]),
    (.doubled, ["info a", "info a", "info b", "info c"]),
    (.delayed(.seconds(60)), ["info b", "info c", "info a"]),
  ])
  func `injected faults do not change what the sender is notified of (WC3)`(
    _ fault: WatchLinkFault, _ received: [String]
  ) async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      couple.watch.watchLink.fault = { message in
        #expect(message.sender == .watchOS && message.bundleIdentifier == "example.Watch")
        return message.number == 1 ? fault : nil
      }
      await couple.onWatch { talker in
        for words in ["a", "b", "c"] { talker.transfer(words) }
      }
      try await sleep(90)
    }
    #expect(Self.event(world, "phone") == received)
    #expect(Self.event(world, "watch") == Array(repeating: "done user info", count: 3))
  }
}

extension Talker {
  /// Transfers a user info that begins with words and has this length.
  func transferInfo(_ words: String, bytes: Int, forComplication: Bool = false) {
    let text = words + String(repeating: " ", count: max(0, bytes - words.utf8.count))
    client.transferUserInfo(.success(Data(text.utf8)), forComplication: forComplication)
  }
}
