import Chunks
import Testing

@_spi(Effects) @testable import Yoban

@Suite struct RelaySenderMachineTests {
  private typealias Action = RelaySenderMachine.Action
  private static let second: Int64 = 1_000_000_000

  private func chunk(_ sequence: UInt64, _ stream: String = "a") -> ChunkIdentity {
    (try? ChunkIdentity(device: "watch", stream: stream, sequence: sequence))!
  }

  private func digest(_ number: UInt8) -> ChunkDigest { ChunkDigest(of: [number]) }

  /// Returns a machine that, by default, does not have to wake the phone.
  private func machine(
    wakesPhone: Bool = false, outstanding: Int = 2
  ) -> RelaySenderMachine {
    var configuration = RelayConfiguration()
    configuration.wakesPhone = wakesPhone
    configuration.outstandingMax = outstanding
    return RelaySenderMachine(configuration)
  }

  private func transfers(_ actions: [RelaySenderMachine.Action]) -> [UInt64] {
    actions.compactMap { if case .transfer(let chunk) = $0 { chunk.sequence } else { nil } }
  }

  @Test func `no chunk is transferred before the system's outstanding transfers are known`() {
    var machine = machine()
    #expect(machine.add([chunk(0)], now: 0) == [])
    #expect(transfers(machine.outstanding([], stored: [chunk(0)], now: 0)) == [0])
  }

  @Test func `the oldest chunks are sent first, and only a few at the same time`() {
    var machine = machine()
    let stored = [3, 1, 2, 0].map { chunk($0) }
    #expect(transfers(machine.outstanding([], stored: stored, now: 0)) == [0, 1])
    #expect(machine.add([chunk(4)], now: 0) == [])
    #expect(transfers(machine.finished(chunk(1), errorCode: nil, now: 0, jitter: 0)) == [2])
    #expect(machine.onTheLinkCount == 2)
  }

  @Test func `an overtaken transfer is canceled after the timeout for a receipt`() {
    var machine = machine()
    _ = machine.outstanding([], stored: [chunk(0), chunk(1), chunk(2)], now: 0)
    // The second transfer finishes, so the third starts; the first one hangs.
    let actions = machine.finished(chunk(1), errorCode: nil, now: 5 * Self.second, jitter: 1)
    #expect(transfers(actions) == [2])
    #expect(machine.woke(now: 604 * Self.second).contains(.cancel(chunk(0))) == false)
    let ended = machine.woke(now: 605 * Self.second)
    #expect(ended.contains(.cancel(chunk(0))) && ended.contains(.report(chunk(0), .noEnd)))
    // The third transfer was started later, so nothing has overtaken it.
    #expect(!ended.contains(.cancel(chunk(2))))
    #expect(machine.states[chunk(0)] == .onTheLink && transfers(ended) == [0])
  }

  @Test
  func `a transfer that outlasted the app is not repeated, one of a deleted chunk is canceled`() {
    var machine = machine()
    let actions = machine.outstanding(
      [chunk(1), chunk(1), chunk(9)], stored: [chunk(0), chunk(1), chunk(2)], now: 0)
    #expect(
      actions == [.cancel(chunk(9)), .transfer(chunk(0)), .wake(at: 7_200 * Self.second)])
    #expect(machine.states[chunk(1)] == .onTheLink)
    #expect(machine.states[chunk(9)] == nil)
  }

  @Test
  func `a finished transfer is not delivery, so without a receipt the chunk is sent again (WC5)`() {
    var machine = machine()
    _ = machine.outstanding([], stored: [chunk(0)], now: 0)
    let actions = machine.finished(chunk(0), errorCode: nil, now: 0, jitter: 0)
    // Half of ten minutes, because the jitter is 0.
    #expect(actions == [.wake(at: 300 * Self.second)])
    #expect(machine.woke(now: 299 * Self.second) == [.wake(at: 300 * Self.second)])
    #expect(
      machine.woke(now: 300 * Self.second) == [
        .report(chunk(0), .noReceipt), .transfer(chunk(0)), .wake(at: 7_500 * Self.second),
      ])
  }

  @Test(arguments: [
    (1, 0.0, 300), (1, 1.0, 600), (2, 0, 600), (3, 1, 2_400), (4, 1, 4_800), (5, 1, 7_200),
    (500, 1, 7_200), (500, 0, 3_600),
  ])
  func `the timeout before a chunk is sent again grows up to its maximum`(
    attempts: Int, jitter: Double, seconds: Int64
  ) {
    let delay = ReceiptTimeout.nanoseconds(
      attempts: attempts, jitter: jitter, RelayConfiguration())
    #expect(delay == seconds * Self.second)
  }

  @Test func `a failed transfer is retried with growing delays (WC8)`() {
    var machine = machine()
    _ = machine.outstanding([], stored: [chunk(0)], now: 0)
    let actions = machine.finished(chunk(0), errorCode: 7017, now: 0, jitter: 1)
    #expect(
      actions == [.report(chunk(0), .system(code: 7017)), .wake(at: 5 * Self.second)])
    #expect(transfers(machine.woke(now: 5 * Self.second)) == [0])
    let again = machine.finished(chunk(0), errorCode: 7017, now: 5 * Self.second, jitter: 1)
    #expect(again.last == .wake(at: 15 * Self.second))
  }

  @Test func `only the receipt for exactly the same bytes confirms a chunk`() {
    var machine = machine()
    _ = machine.outstanding([], stored: [chunk(0)], now: 0)
    _ = machine.finished(chunk(0), errorCode: nil, now: 0, jitter: 0)
    let wrong = machine.receipt(RelayReceipt(chunk(0), digest(2)), digest: digest(1), now: 1)
    #expect(wrong == [.report(chunk(0), .receiptMismatch(.digest))])
    #expect(machine.states[chunk(0)] == .handedOver(sentAgainAt: 300 * Self.second))
    let right = RelayReceipt(chunk(0), digest(1))
    #expect(machine.receipt(right, digest: digest(1), now: 1) == [.confirm(right)])
    #expect(machine.receipt(right, digest: digest(1), now: 1) == [])
    #expect(machine.confirmed(chunk(0), now: 1) == [])
    #expect(machine.states.isEmpty)
    #expect(machine.receipt(right, digest: nil, now: 2) == [])
    #expect(machine.woke(now: 300 * Self.second) == [])
  }

  @Test func `a receipt that arrives while its chunk is sent again cancels the transfer`() {
    var machine = machine()
    _ = machine.outstanding([chunk(0)], stored: [chunk(0)], now: 0)
    let receipt = RelayReceipt(chunk(0), digest(1))
    #expect(
      machine.receipt(receipt, digest: digest(1), now: 0) == [.cancel(chunk(0)), .confirm(receipt)])
    #expect(machine.finished(chunk(0), errorCode: 3072, now: 0, jitter: 0) == [])
    #expect(machine.onTheLinkCount == 0)
    _ = machine.confirmed(chunk(0), now: 0)
    #expect(machine.states.isEmpty)
  }

  @Test func `a receipt that cannot be stored deletes nothing, and the chunk is sent again`() {
    var machine = machine()
    _ = machine.outstanding([], stored: [chunk(0)], now: 0)
    let receipt = RelayReceipt(chunk(0), digest(1))
    _ = machine.receipt(receipt, digest: digest(1), now: 0)
    let error = StoreError.diskFull(operation: .write, path: "receipts.jsonl")
    #expect(
      machine.notConfirmed(chunk(0), because: error, now: 0, jitter: 1) == [
        .report(chunk(0), .receiptNotStored(error)), .wake(at: 5 * Self.second),
      ])
    #expect(transfers(machine.woke(now: 5 * Self.second)) == [0])
    #expect(machine.receipt(receipt, digest: digest(1), now: 0).last == .confirm(receipt))
  }

  @Test func `a chunk without a file is skipped, and the next one is sent`() {
    var machine = machine(outstanding: 1)
    _ = machine.outstanding([], stored: [chunk(0), chunk(1)], now: 0)
    #expect(transfers(machine.abandoned(chunk(0), now: 0)) == [1])
  }

  @Test func `a chunk that cannot be read at the moment is kept and retried later`() {
    var machine = machine(outstanding: 1)
    _ = machine.outstanding([], stored: [chunk(0), chunk(1)], now: 0)
    let error = StoreError.file(operation: .read, path: "0.chunk", code: 5)
    let actions = machine.unreadable(chunk(0), because: error, now: 0, jitter: 1)
    // The next chunk is sent meanwhile.
    #expect(actions.first == .report(chunk(0), .unreadable(error)))
    #expect(transfers(actions) == [1])
    #expect(machine.onTheLinkCount == 1)
    #expect(machine.states[chunk(0)] == .backingOff(until: 5 * Self.second))
    _ = machine.woke(now: 5 * Self.second)
    let next = machine.finished(chunk(1), errorCode: nil, now: 5 * Self.second, jitter: 1)
    #expect(transfers(next) == [0])
    // A chunk that is not in transfer cannot have failed to be read for it.
    #expect(machine.unreadable(chunk(1), because: error, now: 6 * Self.second, jitter: 1) == [])
  }

  @Test func `a transfer that never finishes is canceled after two hours and repeated`() {
    var machine = machine(outstanding: 1)
    let first = machine.outstanding([chunk(0)], stored: [chunk(0), chunk(1)], now: 0)
    #expect(first == [.wake(at: 7_200 * Self.second)])
    #expect(!machine.woke(now: 7_199 * Self.second).contains(.cancel(chunk(0))))
    #expect(
      machine.woke(now: 7_200 * Self.second) == [
        .cancel(chunk(0)), .report(chunk(0), .noEnd), .transfer(chunk(0)),
        .wake(at: 14_400 * Self.second),
      ])
    #expect(machine.onTheLinkCount == 1)
    // A transfer that finishes in time is never canceled.
    _ = machine.finished(chunk(0), errorCode: nil, now: 7_300 * Self.second, jitter: 1)
    #expect(!machine.woke(now: 14_400 * Self.second).contains(.cancel(chunk(0))))
  }

  // MARK: The phone

  @Test
  func `the phone is woken before a chunk is sent, and kept awake during the transfer (WC2)`() {
    var machine = machine(wakesPhone: true, outstanding: 1)
    let first = machine.outstanding([], stored: [chunk(0), chunk(1)], now: 0)
    #expect(first == [.askPhone, .wake(at: 60 * Self.second)])
    #expect(
      machine.phoneAwake(for: .seconds(10), now: 0) == [
        .transfer(chunk(0)), .wake(at: 5 * Self.second),
      ])
    #expect(machine.woke(now: 5 * Self.second).first == .askPhone)
    // The time that the phone stays awake is over and was not extended, so the next chunk waits.
    _ = machine.phoneSilent(now: 6 * Self.second, jitter: 0)
    let late = machine.finished(chunk(0), errorCode: nil, now: 11 * Self.second, jitter: 0)
    #expect(transfers(late) == [])
    #expect(late.contains(.askPhone))
    #expect(transfers(machine.phoneAwake(for: .seconds(10), now: 12 * Self.second)) == [1])
  }

  @Test func `no message is sent to the phone while no chunk waits`() {
    var machine = machine(wakesPhone: true)
    #expect(machine.outstanding([], stored: [], now: 0) == [])
    #expect(machine.phoneReachable(now: 0) == [])
  }

  @Test
  func `a phone that does not reply gets messages less often, and at once when it is reachable`() {
    var machine = machine(wakesPhone: true)
    _ = machine.outstanding([], stored: (0..<20).map { chunk($0) }, now: 0)
    var now: Int64 = 0
    var delays: [Int64] = []
    for _ in 0..<12 {
      _ = machine.phoneSilent(now: now, jitter: 1)
      let step = machine.contact.nextStep
      delays.append((step - now) / Self.second)
      now = step
      #expect(machine.woke(now: now).contains(.askPhone))
    }
    #expect(delays == [5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900, 900])
    _ = machine.phoneSilent(now: now, jitter: 1)
    #expect(machine.phoneReachable(now: now + 1).contains(.askPhone))
  }

  @Test
  func `each unanswered message from the third on allows one chunk to be sent as a trial (WC5)`() {
    var machine = machine(wakesPhone: true, outstanding: 4)
    _ = machine.outstanding([], stored: (0..<4).map { chunk($0) }, now: 0)
    var given: [[UInt64]] = []
    var now: Int64 = 0
    for _ in 0..<4 {
      given.append(transfers(machine.phoneSilent(now: now, jitter: 0)))
      now += 1_000 * Self.second
      for sequence in given.joined() where machine.states[chunk(sequence)] == .onTheLink {
        let next = machine.finished(chunk(sequence), errorCode: nil, now: now, jitter: 1)
        #expect(transfers(next) == [])
      }
      _ = machine.woke(now: now)
    }
    #expect(given == [[], [], [0], [1]])
  }

  @Test func `a message without a reply counts as unanswered after a minute`() {
    var machine = machine(wakesPhone: true)
    _ = machine.outstanding([], stored: [chunk(0)], now: 0)
    #expect(!machine.woke(now: 59 * Self.second).contains(.askPhone))
    _ = machine.woke(now: 60 * Self.second)
    #expect(machine.contact.failures == 1)
    #expect(machine.woke(now: 63 * Self.second).contains(.askPhone))
  }

  // MARK: Messages

  @Test func `the messages between watch and phone are read back unchanged`() {
    let receipts = [RelayReceipt(chunk(7), digest(1)), RelayReceipt(chunk(8, "b"), digest(2))]
    let messages: [RelayMessage] = [
      .chunk(receipts[0]), .receipts(receipts), .receipts([]), .wake, .awake(seconds: 10),
    ]
    for message in messages { #expect(RelayMessage(message.propertyList) == message) }
  }

  @Test func `a message that is not from the relay is ignored`() {
    #expect(RelayMessage(nil) == nil)
    #expect(RelayMessage([:]) == nil)
    #expect(RelayMessage(["yoban.relay": "chunk"]) == nil)
    #expect(RelayMessage(["yoban.relay": "chunk", "chunk": "a/b"]) == nil)
    #expect(RelayMessage(["yoban.relay": "later", "chunk": "a/b/1"]) == nil)
    #expect(RelayMessage(["yoban.relay": "awake", "seconds": Double.nan]) == nil)
    #expect(
      RelayMessage(["yoban.relay": "receipts", "receipts": ["?"]]) == .receipts([]))
  }
}
