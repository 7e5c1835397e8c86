import Foundation
import Testing
import WatchConnectivity
import YobanTesting
import YobanVirtualTime

/// Queued content: contexts, user infos, files (WC3, WC4, WC6, WC7, WC8).
@Suite struct TransferTests {
  @Test func `only the latest context is delivered, at the next launch (WC3)`() async throws {
    let world = try await withCouple { couple in
      await couple.watch.open(couple.watchApp)
      await couple.onWatch { talker in
        for words in ["a", "b", "c"] { talker.update(words) }
      }
      try await couple.pass(5)
      await couple.onWatch { $0.update("d") }
      try await couple.pass(5)
      #expect(couple.phoneApp.state == .notRunning, "a context launches nothing")
      await couple.phone.open(couple.phoneApp)
      try await couple.pass(2)
      await couple.onPhone { talker in
        print(talker.session.receivedApplicationContext["text"] as? String ?? "?")
      }
      await couple.onWatch { talker in
        print(talker.session.applicationContext["text"] as? String ?? "?")
      }
    }
    #expect(world.content(of: "phone") == ["context d", "d"])
    #expect(world.content(of: "watch").last == "d")
  }

  @Test func `the system may deliver older contexts, too, and one of them twice (WC3)`()
    async throws
  {
    let world = try await withCouple { couple in
      let app = "phone/\(couple.phoneApp.definition.name)"
      couple.world.simulation.choices.overrides[ChoicePlace("context-replay", of: app)] = 1
      await couple.watch.open(couple.watchApp)
      for words in ["a", "b"] {
        await couple.onWatch { $0.update(words) }
        try await couple.pass(5)
      }
      await couple.phone.open(couple.phoneApp)
      try await couple.pass(2)
    }
    #expect(world.content(of: "phone") == ["context a", "context a", "context b"])
  }

  @Test func `a waiting context is replaced, and only the latest is sent (WC3)`() async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      couple.part()
      try await couple.pass(2)
      await couple.onWatch { talker in
        for words in ["a", "b"] { talker.update(words) }
      }
      couple.meet()
      try await couple.pass(5)
    }
    let begun = world.linkEvents().filter {
      if case .began(.applicationContext, _, _) = $0 { true } else { false }
    }
    #expect(begun == [.began(.applicationContext, number: 2, over: "Bluetooth")])
    #expect(world.content(of: "phone") == ["context b"])
  }

  @Test func `user infos are each delivered, in order, and launch the phone app (WC3, WC5)`()
    async throws
  {
    let world = try await withCouple { couple in
      await couple.watch.open(couple.watchApp)
      await couple.onWatch { talker in
        for words in ["a", "b", "c"] { talker.transfer(words) }
        print(talker.session.outstandingUserInfoTransfers.count)
      }
      try await couple.pass(5)
      await couple.onWatch { print($0.session.outstandingUserInfoTransfers.count) }
    }
    #expect(world.content(of: "phone") == ["info a", "info b", "info c"])
    #expect(
      world.content(of: "watch") == ["3"] + Array(repeating: "done user info", count: 3) + ["0"])
    #expect(world.launches == [.user, .watchConnectivity])
  }

  @Test func `a watch app is woken for content (WC3, WC5)`() async throws {
    let world = try await withCouple { couple in
      await couple.phone.open(couple.phoneApp)
      await couple.onPhone { $0.transfer("a") }
      try await couple.pass(5)
      #expect(couple.watchApp.state != .notRunning)
      await couple.watch.open(couple.watchApp)
      try await couple.pass(2)
    }
    #expect(world.content(of: "watch") == ["info a"])
    #expect(world.content(of: "phone") == ["done user info"])
    #expect(world.launches == [.user, .watchConnectivity])
  }

  @Test func `complication infos go first, 50 a day, while the complication is on the face (WC3)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onPhone { print($0.session.remainingComplicationUserInfoTransfers) }
      couple.watch.activeComplications = [couple.watchApp]
      await couple.onPhone { talker in
        print(talker.session.remainingComplicationUserInfoTransfers)
        talker.transferInfo("big", bytes: 30_000)
        talker.transfer("a")
        talker.transferInfo("x", bytes: 1, forComplication: true)
        talker.transferInfo("y", bytes: 1, forComplication: true)
        let transfers = talker.session.outstandingUserInfoTransfers
        print(transfers.map(\.isCurrentComplicationInfo))
        print(talker.session.remainingComplicationUserInfoTransfers)
        for _ in 0..<49 { talker.transferInfo("z", bytes: 1, forComplication: true) }
        print(talker.session.remainingComplicationUserInfoTransfers)
      }
      try await couple.pass(24 * 3600)
      await couple.onPhone { print($0.session.remainingComplicationUserInfoTransfers) }
    }
    let words = world.content(of: "phone").filter {
      !$0.hasPrefix("done") && !$0.hasPrefix("watch ")
    }
    #expect(words == ["0", "50", "[false, false, false, true]", "48", "0", "50"])
    let infos = world.linkEvents().compactMap { event in
      if case .queued(let item, _, _) = event { item } else { nil }
    }
    #expect(infos.filter { $0 == .complicationUserInfo }.count == 50)
    #expect(infos.filter { $0 == .userInfo }.count == 3, "beyond the budget it is an ordinary one")
    let order = world.content(of: "watch").filter { $0.hasPrefix("info") }
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
        talker.transferFile("two", bytes: 300_000, metadata: "b")
      }
      try await couple.pass(4)
      await couple.onWatch { talker in
        let first = talker.session.outstandingFileTransfers[0]
        print(talker.session.outstandingFileTransfers.count, first.progress.completedUnitCount)
      }
      couple.watch.jetsam(couple.watchApp)
      try await couple.pass(10)
      await couple.watch.open(couple.watchApp)
      try await couple.pass(1)
      await couple.onWatch { talker in
        for file in talker.session.outstandingFileTransfers.map(\.file) {
          print(file.fileURL.lastPathComponent, file.metadata ?? [:])
        }
      }
      try await couple.pass(20)
    }
    #expect(world.content(of: "phone") == ["file one 300000", "file two 300000 b"])
    #expect(
      world.content(of: "watch") == [
        "2 120000", "done file", #"two ["text": "b"]"#, "done file",
      ])
    func moment(_ event: TraceEvent.WatchLinkEvent) throws -> VirtualInstant {
      try #require(world.trace.events.first { $0.kind == .watchLink(event) }).instant
    }
    #expect(
      try moment(.received(.file, number: 2))
        == moment(.began(.file, number: 1, over: "Bluetooth")) + .seconds(20))
  }

  @Test func `before watchOS 5 a transfer has no progress (WC3)`() async throws {
    let world = try await withCouple(watchOS: 4) { couple in
      try await couple.openBoth()
      await couple.onWatch { $0.transferFile("one") }
      try await couple.pass(4)
      await couple.onWatch { talker in
        print(talker.session.outstandingFileTransfers[0].progress.completedUnitCount)
      }
    }
    #expect(world.content(of: "watch") == ["0"])
  }

  @Test func `a canceled transfer calls no handler, and the next begins (WC3)`() async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { talker in
        talker.transferFile("one")
        talker.transferFile("two")
      }
      try await couple.pass(5)
      await couple.onWatch { talker in
        let first = talker.session.outstandingFileTransfers[0]
        first.cancel()
        print(first.isTransferring)
      }
      try await couple.pass(20)
    }
    #expect(world.content(of: "phone") == ["file two 300000"])
    #expect(world.content(of: "watch") == ["false", "done file"])
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
        try await couple.pass(2)
        let documents = couple.phoneApp.container.documents
        let kept = try FileManager.default.contentsOfDirectory(atPath: documents.path)
        #expect(kept.filter { $0 != "Inbox" }.count == (moves ? 1 : 0))
        let inbox = documents.appending(path: "Inbox/com.apple.watchconnectivity")
        #expect(try FileManager.default.contentsOfDirectory(atPath: inbox.path) == [])
      }
      #expect(world.content(of: "phone") == ["file one 1000"])
      #expect(world.kinds == (moves ? [] : [.wcFileNotMoved.by(.wc4)]))
    }
  }

  /// A dictionary whose property list has this many bytes.
  private static func content(bytes count: Int) -> [String: Any] {
    func content(_ length: Int) -> [String: Any] { ["text": String(repeating: "c", count: length)] }
    func size(_ length: Int) -> Int {
      (try? PropertyListSerialization.data(
        fromPropertyList: content(length), format: .binary, options: 0))?.count ?? 0
    }
    // The numbers of a list need one byte more if it is long, so the text is shortened twice.
    var length = count
    for _ in 0..<2 { length -= size(length) - count }
    #expect(size(length) == count)
    return content(length)
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
      await couple.onPhone { $0.answer = { _ in "re" } }
      await couple.onWatch { talker in
        talker.send(Data(count: message))
        talker.session.transferUserInfo(Self.content(bytes: info))
        talker.update(Self.content(bytes: context))
      }
      try await couple.pass(60)
    }
    #expect(world.content(of: "watch").sorted() == expected.sorted())
    let failures = expected.count { $0.hasSuffix("7009") }
    #expect(world.kinds == Array(repeating: .wcPayloadTooLarge.by(.wc6), count: failures))
    let phone = world.content(of: "phone").count
    #expect(phone == (expected.count == 2 ? 3 : 0))
  }

  @Test func `an interrupted file starts again from its beginning, even after hours (WC7)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { $0.transferFile("one") }
      try await couple.pass(5)
      couple.part()
      try await couple.pass(5 * 3600)
      #expect(couple.watch.watchLink.bytesCarried < 300_000)
      couple.meet()
      try await couple.pass(12)
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
    #expect(world.content(of: "phone") == ["file one 300000"])
    #expect(try #require(world.devices[1] as? Watch).watchLink.bytesCarried > 300_000 + 100_000)
    #expect(try #require(world.devices[0] as? Phone).watchLink.bytesCarried == 0)
  }

  @Test func `out of Bluetooth's range a common Wi-Fi is used, which is faster (WC7)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      couple.watch.place = Place(x: 20)
      try await couple.pass(2)
      await couple.onWatch { $0.transferFile("one", bytes: 3_000_000) }
      try await couple.pass(4)
    }
    #expect(world.linkEvents().contains(.began(.file, number: 1, over: "Wi-Fi")))
    #expect(world.content(of: "phone") == ["file one 3000000"])
  }

  @Test func `without free space at the receiver a transfer fails with 7015 (WC8)`() async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      couple.phone.watchLink.freeSpace = { 100_000 }
      await couple.onWatch { talker in
        talker.transferFile("large", bytes: 100_001)
        talker.transferFile("small", bytes: 100_000)
      }
      try await couple.pass(20)
    }
    #expect(world.content(of: "watch") == ["done file 7015", "done file"])
    #expect(world.content(of: "phone") == ["file small 100000"])
  }

  @Test func `a missing file fails with 7013, and a URL of no file with 7008 (WC8)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { talker in
        talker.session.transferFile(URL(fileURLWithPath: "/nowhere/a"), metadata: nil)
        talker.session.transferFile(URL(string: "https://example.org")!, metadata: nil)
        talker.transferFile("one")
        let url = talker.session.outstandingFileTransfers[0].file.fileURL
        try? FileManager.default.removeItem(at: url)
      }
      try await couple.pass(20)
    }
    #expect(
      world.content(of: "watch") == ["done file 7013", "done file 7008", "done file 7013"])
    #expect(world.content(of: "phone") == [])
  }

  @Test func `a transfer that cannot be completed fails with 7017 after its timeout (WC8)`()
    async throws
  {
    let world = try await withCouple(change: { $0.watchLink!.transferTimeout = .seconds(3600) }) {
      couple in
      try await couple.openBoth()
      couple.part()
      try await couple.pass(2)
      await couple.onWatch { $0.transferFile("one") }
      try await couple.pass(3599)
      #expect(couple.world.content(of: "watch") == [])
      try await couple.pass(2)
      couple.meet()
      try await couple.pass(60)
    }
    #expect(world.content(of: "watch") == ["done file 7017"])
    #expect(world.content(of: "phone") == [])
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
      try await couple.pass(90)
    }
    #expect(world.content(of: "phone") == received)
    #expect(world.content(of: "watch") == Array(repeating: "done user info", count: 3))
  }
}

extension Talker {
  /// Transfers a user info that begins with words and has this length.
  func transferInfo(_ words: String, bytes: Int, forComplication: Bool = false) {
    let text = words + String(repeating: " ", count: max(0, bytes - words.utf8.count))
    if forComplication {
      session.transferCurrentComplicationUserInfo(["text": text])
    } else {
      session.transferUserInfo(["text": text])
    }
  }
}
