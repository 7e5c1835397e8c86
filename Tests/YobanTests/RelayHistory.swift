import Chunks

@_spi(Effects) @testable import Yoban

/// A watch with its state machine, and a model of the link, the phone and the collector, in one
/// sequence of events.
struct RelayHistory {
  enum Fault: CaseIterable {
    case watchKilled, watchKilledBetweenSteps, phoneKilled, phoneReinstalled, fileLost, fileDoubled
    case transferFailed, receiptLost, receiptDoubled, receiptForOtherBytes, messageUnanswered
    case collectorDown, finishNeverTold
  }

  /// An event that is scheduled for a moment.
  private enum Event {
    case wake(launch: Int, number: Int)
    case reply(seconds: Double?, launch: Int)
    case fileArrives(ChunkIdentity)
    case finished(ChunkIdentity, code: Int?)
    case adopt(ChunkIdentity, phoneLaunch: Int)
    case uploaded(ChunkIdentity)
    case receipts(RelayReceipt)
    case relaunch
    case fault
  }

  static let chunks: [ChunkIdentity] = (0..<12).map { index -> ChunkIdentity in
    let stream = index % 2 == 0 ? "accelerometer" : "rotation-rate"
    return try! ChunkIdentity(device: "watch", stream: stream, sequence: UInt64(index / 2))
  }
  private static let second: Int64 = 1_000_000_000
  /// The time after which no more faults happen.
  private static let faultsEnd = 4 * 3_600 * second
  /// The maximum number of events. It is high because, for a transfer whose end is never reported,
  /// the watch sends requests to the phone for two hours.
  private static let eventCountMax = 200_000

  private(set) var machine: RelaySenderMachine
  private(set) var watchDisk = Set(chunks)
  private(set) var collector: Set<ChunkIdentity> = []
  private(set) var lost: Set<ChunkIdentity> = []
  private(set) var reached: Set<Fault> = []
  private(set) var isEndless = false
  private var watchLog: Set<ChunkIdentity> = []
  /// The transfers that the system has for the watch's app; they outlast the app's process.
  private var transfers: [ChunkIdentity] = []
  private var phoneDisk: Set<ChunkIdentity> = []
  private var phoneLog: Set<ChunkIdentity> = []
  private var collectorIsUp = true
  private var watchLaunch = 1
  private var wakes = 0
  private var watchIsUp = true
  private var phoneLaunch = 1
  private var now: Int64 = 0
  /// The events that are due, the next one last.
  private var events: [(time: Int64, event: Event)] = []
  private var random: SeededGenerator
  private let configuration: RelayConfiguration
  private let error: DeliberateError?

  /// An error of a relay that loses chunks; the names are those of `RelayFault`.
  enum DeliberateError: CaseIterable {
    case answersBeforeStored, deletesAtDidFinish
  }

  init(
    seed: UInt64, error: DeliberateError? = nil, wakesPhone: Bool = true
  ) {
    var configuration = RelayConfiguration()
    configuration.wakesPhone = wakesPhone
    self.configuration = configuration
    self.error = error
    machine = RelaySenderMachine(configuration)
    random = SeededGenerator(state: seed)
  }

  mutating func run() {
    perform(machine.outstanding([], stored: Array(watchDisk), now: now))
    for _ in 0..<12 { post(.fault, after: Int64.random(in: 0..<Self.faultsEnd, using: &random)) }
    var count = 0
    while let next = events.popLast() {
      now = max(now, next.time)
      take(next.event)
      lost.formUnion(Self.chunks.filter { isGone($0) })
      count += 1
      if count > Self.eventCountMax {
        isEndless = true
        return
      }
    }
  }

  /// Whether neither the collector nor the watch has the chunk.
  private func isGone(_ chunk: ChunkIdentity) -> Bool {
    !watchDisk.contains(chunk) && !collector.contains(chunk)
  }

  // MARK: Events

  private mutating func take(_ event: Event) {
    switch event {
    case .wake(let launch, let number):
      // A new timer replaces the previous one.
      if isWatch(launch), number == wakes { perform(machine.woke(now: now)) }
    case .reply(let seconds, let launch):
      guard isWatch(launch) else { return }
      if let seconds {
        perform(machine.phoneAwake(for: .seconds(seconds), now: now))
      } else {
        perform(machine.phoneSilent(now: now, jitter: jitter()))
      }
    case .fileArrives(let chunk): fileArrives(chunk)
    case .finished(let chunk, let code):
      guard let place = transfers.firstIndex(of: chunk) else { return }
      guard watchIsUp else { return post(.finished(chunk, code: code), after: Self.second) }
      transfers.remove(at: place)
      perform(machine.finished(chunk, errorCode: code, now: now, jitter: jitter()))
      // The faulty watch takes the end of the transfer for the receipt.
      if error == .deletesAtDidFinish, code == nil, watchDisk.contains(chunk) {
        let digest = digest(chunk)
        perform(machine.receipt(RelayReceipt(chunk, digest), digest: digest, now: now))
      }
    case .adopt(let chunk, let launch):
      guard launch == phoneLaunch else { return }
      if phoneLog.contains(chunk) { return answer(chunk) }
      phoneDisk.insert(chunk)
      post(.uploaded(chunk), after: seconds(0...20))
    case .uploaded(let chunk):
      guard phoneDisk.contains(chunk) else { return }
      guard collectorIsUp else { return post(.uploaded(chunk), after: 60 * Self.second) }
      collector.insert(chunk)
      phoneLog.insert(chunk)
      phoneDisk.remove(chunk)
      answer(chunk)
    case .receipts(let receipt):
      guard watchIsUp else { return post(event, after: Self.second) }
      perform(
        machine.receipt(
          receipt, digest: watchDisk.contains(receipt.chunk) ? digest(receipt.chunk) : nil,
          now: now))
    case .relaunch: relaunch()
    case .fault: fault()
    }
  }

  private mutating func fileArrives(_ chunk: ChunkIdentity) {
    guard transfers.contains(chunk) else { return }
    if error == .answersBeforeStored { answer(chunk) }
    if happens(.fileLost) { return }
    post(.adopt(chunk, phoneLaunch: phoneLaunch), after: seconds(0...1))
    if happens(.fileDoubled) {
      post(.adopt(chunk, phoneLaunch: phoneLaunch), after: seconds(0...9))
    }
  }

  private mutating func answer(_ chunk: ChunkIdentity) {
    let receipt = RelayReceipt(chunk, digest(chunk))
    if happens(.receiptForOtherBytes) {
      post(.receipts(RelayReceipt(chunk, ChunkDigest(of: []))), after: seconds(0...5))
    }
    if happens(.receiptLost) { return }
    post(.receipts(receipt), after: seconds(0...60))
    if happens(.receiptDoubled) { post(.receipts(receipt), after: seconds(0...4_000)) }
  }

  private mutating func fault() {
    switch [Fault.watchKilled, .phoneKilled, .phoneReinstalled, .collectorDown]
      .randomElement(using: &random)!
    {
    case .watchKilled:
      reached.insert(.watchKilled)
      killWatch()
    case .phoneKilled:
      reached.insert(.phoneKilled)
      phoneLaunch += 1
    case .phoneReinstalled:
      reached.insert(.phoneReinstalled)
      phoneLaunch += 1
      phoneDisk = []
      phoneLog = []
    case .collectorDown:
      reached.insert(.collectorDown)
      collectorIsUp.toggle()
    default: break
    }
  }

  private mutating func killWatch() {
    guard watchIsUp else { return }
    watchIsUp = false
    watchLaunch += 1
    post(.relaunch, after: seconds(1...600))
  }

  /// Launches the watch's app and recovers as the store does: chunks with a receipt are deleted.
  private mutating func relaunch() {
    watchIsUp = true
    watchDisk.subtract(watchLog)
    machine = RelaySenderMachine(configuration)
    perform(machine.outstanding(transfers, stored: Array(watchDisk), now: now))
  }

  // MARK: Actions

  /// Performs the actions. A kill may happen after each of them.
  private mutating func perform(_ actions: [RelaySenderMachine.Action]) {
    var actions = actions
    while !actions.isEmpty {
      if happens(.watchKilledBetweenSteps, oneIn: 200) { return killWatch() }
      switch actions.removeFirst() {
      case .askPhone:
        let isAnswered = !happens(.messageUnanswered, oneIn: 4)
        post(.reply(seconds: isAnswered ? 10 : nil, launch: watchLaunch), after: seconds(0...3))
      case .transfer(let chunk): transfer(chunk)
      case .cancel(let chunk): transfers.removeAll { $0 == chunk }
      case .confirm(let receipt): actions += confirm(receipt.chunk)
      case .report: break
      case .wake(let time):
        wakes += 1
        post(.wake(launch: watchLaunch, number: wakes), after: time - now)
      }
    }
  }

  private mutating func transfer(_ chunk: ChunkIdentity) {
    transfers.append(chunk)
    let duration = seconds(1...6)
    if happens(.transferFailed) {
      return post(.finished(chunk, code: 7017), after: duration)
    }
    post(.fileArrives(chunk), after: duration)
    // The system then keeps the transfer until it is canceled.
    if happens(.finishNeverTold, oneIn: 40) { return }
    post(.finished(chunk, code: nil), after: duration + 1)
  }

  private mutating func confirm(_ chunk: ChunkIdentity) -> [RelaySenderMachine.Action] {
    watchLog.insert(chunk)
    if happens(.watchKilledBetweenSteps, oneIn: 30) {
      killWatch()
      return []
    }
    watchDisk.remove(chunk)
    return machine.confirmed(chunk, now: now)
  }

  // MARK: Randomness

  private mutating func happens(_ fault: Fault, oneIn odds: Int = 8) -> Bool {
    guard now < Self.faultsEnd, Int.random(in: 0..<odds, using: &random) == 0 else { return false }
    reached.insert(fault)
    return true
  }

  private mutating func seconds(_ range: ClosedRange<Int64>) -> Int64 {
    Int64.random(in: range, using: &random) * Self.second
  }

  private mutating func jitter() -> Double { Double.random(in: 0..<1, using: &random) }

  private func isWatch(_ launch: Int) -> Bool { watchIsUp && launch == watchLaunch }

  private func digest(_ chunk: ChunkIdentity) -> ChunkDigest {
    ChunkDigest(of: Array(chunk.description.utf8))
  }

  private mutating func post(_ event: Event, after delay: Int64) {
    if case .uploaded = event, now >= Self.faultsEnd { collectorIsUp = true }
    let time = now + max(delay, 0)
    // Events of the same time happen in the order of these calls.
    var place = events.endIndex
    while place > 0, events[place - 1].time <= time { place -= 1 }
    events.insert((time, event), at: place)
  }
}
