import Foundation
import Testing
import WatchConnectivity
import YobanTesting
import YobanVirtualTime

/// Random sequences of two devices and their apps (WC2, WC3, WC5).
@Suite struct LinkRandomTests {
  private static func history(
    seed: UInt64, _ mode: WatchLinkPolicy.Mode, faults: Bool = false
  ) async throws -> World {
    try await withCouple(seed: seed, mode: mode) { couple in
      var random = RandomStream(seed: seed, name: "history")
      if faults { addFaults(couple, seed) }
      try await couple.openBoth()
      for step in 0..<50 {
        let name = "\(step)"
        switch random.next(below: 16) {
        case 0, 1: await couple.onWatch { $0.transfer(name) }
        case 2: await couple.onPhone { $0.transfer(name) }
        case 3, 4: await couple.onWatch { $0.transferFile(name, bytes: 200_000) }
        case 5: await couple.onPhone { $0.transferFile(name, bytes: 100_000) }
        case 6: await couple.onWatch { $0.ask(name) }
        case 7: await couple.onPhone { $0.ask(name) }
        case 8: await couple.watch.open(couple.watchApp)
        case 9: await couple.phone.open(couple.phoneApp)
        case 10: await couple.phone.goHome()
        case 11: await couple.watch.goHome()
        case 12: couple.phone.jetsam(couple.phoneApp)
        case 13: couple.watch.jetsam(couple.watchApp)
        case 14: couple.part()
        default: couple.meet()
        }
        try await Task.sleep(for: random.duration(in: .zero...(.seconds(20))))
      }
      // In the end everything that can be delivered is delivered.
      couple.meet()
      try await couple.pass(1800)
      try await couple.openBoth()
      try await couple.pass(120)
    }
  }

  private static let faults: [WatchLinkFault?] = [
    nil, nil, .lost, .doubled, .delayed(.seconds(40)), .finishNotTold,
  ]

  private static func addFaults(_ couple: Couple, _ seed: UInt64) {
    for device in [couple.watch, couple.phone] {
      device.watchLink.fault = { message in
        var random = RandomStream(seed: seed, name: "fault \(message.number)")
        return random.pick(faults)
      }
    }
  }

  /// The numbers queued on one device, received on the other, and lost there.
  private static func reported(
    _ world: World, _ item: TraceEvent.WatchLinkEvent.Item, from sender: String
  )
    -> (queued: [Int], received: [Int], lost: [Int])
  {
    let receiver = sender == "watch" ? "phone" : "watch"
    func numbers(
      _ device: String,
      _ pick: (TraceEvent.WatchLinkEvent) -> (TraceEvent.WatchLinkEvent.Item, Int)?
    ) -> [Int] {
      world.linkEvents(of: device).compactMap { event in
        pick(event).flatMap { $0.0 == item ? $0.1 : nil }
      }
    }
    return (
      numbers(sender) {
        if case .queued(let item, let number, _) = $0 { (item, number) } else { nil }
      },
      numbers(receiver) {
        if case .received(let item, let number) = $0 { (item, number) } else { nil }
      },
      numbers(receiver) { if case .lost(let item, let number) = $0 { (item, number) } else { nil } }
    )
  }

  @Test(arguments: UInt64(1)...30)
  func `each user info, and in documented mode each file, is delivered once, in order (WC3, WC5)`(
    _ seed: UInt64
  ) async throws {
    let world = try await Self.history(seed: seed, .documented)
    for sender in ["watch", "phone"] {
      for item in [TraceEvent.WatchLinkEvent.Item.userInfo, .file] {
        let (queued, received, lost) = Self.reported(world, item, from: sender)
        #expect(received == queued, "seed \(seed): \(item) from \(sender)")
        #expect(lost == [])
      }
    }
    Self.checkAnswers(world, seed)
  }

  @Test(arguments: UInt64(1)...30)
  func `in observed mode each file is either delivered once or lost (WC5)`(
    _ seed: UInt64
  ) async throws {
    let world = try await Self.history(seed: seed, .observed)
    var lostInAll = 0
    for sender in ["watch", "phone"] {
      let infos = Self.reported(world, .userInfo, from: sender)
      #expect(infos.received == infos.queued, "seed \(seed)")
      let (queued, received, lost) = Self.reported(world, .file, from: sender)
      #expect((received + lost).sorted() == queued, "seed \(seed)")
      lostInAll += lost.count
      let finished = world.linkEvents(of: sender).filter {
        if case .finished(.file, _) = $0 { true } else { false }
      }
      #expect(finished.count == queued.count, "seed \(seed): the sender is reported of each")
    }
    #expect(world.kinds.filter { $0 == .wcFileLost.by(.wc5) }.count == lostInAll)
  }

  @Test(arguments: UInt64(1)...20)
  func `with injected faults only these faults go wrong (WC3)`(_ seed: UInt64) async throws {
    let world = try await Self.history(seed: seed, .documented, faults: true)
    for sender in ["watch", "phone"] {
      for item in [TraceEvent.WatchLinkEvent.Item.userInfo, .file] {
        let (queued, received, lost) = Self.reported(world, item, from: sender)
        let expected = queued.flatMap { number -> [Int] in
          var random = RandomStream(seed: seed, name: "fault \(number)")
          switch random.pick(Self.faults) {
          case .lost: return []
          case .doubled: return [number, number]
          case .delayed, .finishNotTold, nil: return [number]
          }
        }
        #expect(received.sorted() == expected, "seed \(seed): \(item) from \(sender)")
        #expect(Set(received + lost) == Set(queued))
      }
    }
  }

  /// Every message that wants a reply has exactly one end if the process of its sender continues,
  /// otherwise at most one.
  private static func checkAnswers(_ world: World, _ seed: UInt64) {
    func processes(_ word: String, _ name: String) -> [String?] {
      world.trace.events.filter { $0.kind == .output("\(word) \(name)") }.map(\.process)
    }
    let ended = world.trace.events.compactMap { event in
      if case .terminated = event.kind.app { event.process } else { nil }
    }
    for name in (0..<50).map(String.init) {
      guard let sender = processes("asks", name).first else { continue }
      let ends = processes("end of", name)
      #expect(ends.count <= 1 && ends.allSatisfy { $0 == sender }, "seed \(seed): \(name)")
      if !ended.contains(sender ?? "") {
        #expect(ends.count == 1, "seed \(seed): \(name) has no end")
      }
    }
  }

  @Test(arguments: UInt64(1)...3)
  func `the same seed gives the same trace, another seed a different one`(
    _ seed: UInt64
  ) async throws {
    var digests: [TraceDigest] = []
    for seed in [seed, seed, seed + 100] {
      digests.append(try await Self.history(seed: seed, .observed).trace.digest)
    }
    #expect(digests[0] == digests[1] && digests[0] != digests[2])
  }
}

extension Talker {
  /// Sends a message that wants a reply, and prints its name at each end.
  fileprivate func ask(_ name: String) {
    print("asks \(name)")
    session.sendMessageData(
      Data(name.utf8), replyHandler: { @Sendable _ in print("end of \(name)") },
      errorHandler: { @Sendable _ in print("end of \(name)") })
  }
}
