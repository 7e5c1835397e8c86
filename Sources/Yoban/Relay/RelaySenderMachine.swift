import Chunks

/// Decides which chunk a watch hands to the system when, and what the answers mean for it.
///
/// A chunk goes to the system at most once at a time, the oldest first, and few at once. That it
/// was handed over means nothing (WC5): it is forgotten only when its receipt from the collector
/// is stored. Without one it is sent again, after a timeout that grows. Nothing is sent before the
/// transfers are known that another process launch left to the system (`survivors`). Pure: `now` is
/// nanoseconds on any clock that does not go back; perform the actions in their order.
///
/// No acknowledgement of a receipt is needed: a lost one is asked for by the chunk that comes
/// again, a doubled one finds no chunk.
struct RelaySenderMachine {
  enum Action: Hashable {
    /// Send the message that wakes the phone's app; answer with `phoneAwake` or `phoneSilent`.
    case askPhone
    /// Give the chunk to the system; answer with `finished`, with `abandoned` if it is not stored
    /// here any more, or with `unreadable` if it could not be read.
    case transfer(ChunkIdentity)
    /// Cancel the system's transfer of a chunk.
    case cancel(ChunkIdentity)
    /// Store the receipt and delete the chunk; answer with `confirmed` or `notConfirmed`.
    case confirm(RelayReceipt)
    /// Delete the chunk without a receipt: only for `Shortcut.deletesAtDidFinish`.
    case delete(ChunkIdentity)
    /// Tell the app that a chunk is kept and sent again.
    case report(ChunkIdentity, RelayFailure)
    /// Call `woke` at this time, and at no other.
    case wake(at: Int64)
  }

  /// Where one chunk stands.
  enum State: Hashable {
    /// To be given to the system as soon as that may be.
    case waiting
    /// The system has it.
    case onTheLink
    /// The system says that it is at the phone; without a receipt it is sent again at this time.
    case handedOver(sentAgainAt: Int64)
    /// To be given to the system again, not before this time.
    case backingOff(until: Int64)
    /// Its receipt came and is being stored.
    case confirming
  }

  let configuration: RelayConfiguration
  private(set) var states: [ChunkIdentity: State] = [:]
  private(set) var contact = PhoneContact()
  /// How often a chunk was given to the system.
  private var attempts: [ChunkIdentity: Int] = [:]
  /// Failures in a row by chunk.
  private var failures: [ChunkIdentity: Int] = [:]
  /// The chunks in `waiting`, by sequence, then stream.
  private var queue: [ChunkIdentity] = []
  private(set) var onTheLinkCount = 0
  /// When the system's timeout over a chunk in `onTheLink` is over, and in which order it was given.
  private var transfers: [ChunkIdentity: (number: Int, endAwaitedAt: Int64)] = [:]
  private var lastTransfer = 0
  private var survivorsAreKnown = false
  private var wakeTime: Int64?

  init(_ configuration: RelayConfiguration) { self.configuration = configuration }

  /// How many chunks are in a state that fits.
  func count(where fits: (State) -> Bool) -> Int { states.values.count { fits($0) } }

  // MARK: Chunks

  /// There are chunks to be sent. Nothing happens to those that are known already.
  mutating func add(_ chunks: [ChunkIdentity], now: Int64) -> [Action] {
    for chunk in chunks where states[chunk] == nil { enqueue(chunk) }
    return proceed(now)
  }

  /// The transfers that the system still has from launches before this one, or none.
  ///
  /// - Parameters:
  ///   - surviving: in the order in which the system has them; a chunk may be there twice.
  ///   - stored: the chunks that wait on the disk; transfers of others are cancelled.
  mutating func survivors(
    _ surviving: [ChunkIdentity], stored: [ChunkIdentity], now: Int64
  ) -> [Action] {
    var cancelled: [Action] = []
    var seen: Set<ChunkIdentity> = []
    let stored = Set(stored)
    for chunk in surviving where seen.insert(chunk).inserted && states[chunk] != .onTheLink {
      guard stored.contains(chunk) else {
        cancelled.append(.cancel(chunk))
        continue
      }
      queue.removeAll { $0 == chunk }
      enterLink(chunk, now)
    }
    survivorsAreKnown = true
    return cancelled + add(stored.sorted(), now: now)
  }

  /// The system is done with a transfer. What it says of success is no reason to delete anything.
  ///
  /// - Parameters:
  ///   - code: of the error, nil for none.
  ///   - jitter: from 0 up to 1, drawn again for each call.
  mutating func finished(
    _ chunk: ChunkIdentity, errorCode code: Int?, now: Int64, jitter: Double
  ) -> [Action] {
    guard states[chunk] == .onTheLink else { return [] }
    if code == nil { overtaken(by: chunk, now) }
    leaveLink(chunk)
    if let code {
      return fail(chunk, .system(code: code), now, jitter)
    }
    failures[chunk] = nil
    if configuration.shortcuts.contains(.deletesAtDidFinish) {
      forget(chunk)
      return [.delete(chunk)] + proceed(now)
    }
    let delay = ReceiptTimeout.nanoseconds(
      attempts: attempts[chunk] ?? 1, jitter: jitter, configuration)
    states[chunk] = .handedOver(sentAgainAt: now + delay)
    return proceed(now)
  }

  /// The chunk is not stored here any more, so that there is nothing to send.
  mutating func abandoned(_ chunk: ChunkIdentity, now: Int64) -> [Action] {
    leaveLink(chunk)
    forget(chunk)
    return proceed(now)
  }

  /// The chunk is stored here and could not be read for `transfer`: it is tried again later.
  ///
  /// - Parameter jitter: from 0 up to 1, drawn again for each call.
  mutating func unreadable(
    _ chunk: ChunkIdentity, because error: StoreError, now: Int64, jitter: Double
  ) -> [Action] {
    guard states[chunk] == .onTheLink else { return [] }
    leaveLink(chunk)
    return fail(chunk, .unreadable(error), now, jitter)
  }

  // MARK: Receipts

  /// A receipt came, perhaps not for the first time, and perhaps for nothing that is here.
  ///
  /// - Parameter digest: of our own bytes of the chunk; nil when it is not stored here any more.
  mutating func receipt(
    _ receipt: RelayReceipt, digest: ChunkDigest?, now: Int64
  ) -> [Action] {
    let chunk = receipt.chunk
    guard let state = states[chunk], state != .confirming else { return [] }
    guard let digest else { return abandoned(chunk, now: now) }
    guard digest == receipt.digest else {
      return [.report(chunk, .receiptMismatch(.digest))]
    }
    leaveLink(chunk)
    states[chunk] = .confirming
    return (state == .onTheLink ? [.cancel(chunk)] : []) + [.confirm(receipt)]
  }

  /// The receipt is stored and the chunk deleted.
  mutating func confirmed(_ chunk: ChunkIdentity, now: Int64) -> [Action] {
    forget(chunk)
    return proceed(now)
  }

  /// The receipt could not be stored; the chunk is sent again and gets the same receipt.
  mutating func notConfirmed(
    _ chunk: ChunkIdentity, because error: StoreError, now: Int64, jitter: Double
  ) -> [Action] {
    guard states[chunk] == .confirming else { return [] }
    return fail(chunk, .receiptNotStored(error), now, jitter)
  }

  // MARK: The phone

  /// The phone's app answered that it runs for so long from now.
  mutating func phoneAwake(for duration: Duration, now: Int64) -> [Action] {
    contact.awake(for: duration, now: now)
    return proceed(now)
  }

  /// The message failed, or its reply did.
  ///
  /// - Parameter jitter: from 0 up to 1, drawn again for each call.
  mutating func phoneSilent(now: Int64, jitter: Double) -> [Action] {
    contact.silent(now: now, jitter: jitter)
    return proceed(now)
  }

  /// The phone came into reach (WC2).
  mutating func phoneReachable(now: Int64) -> [Action] {
    contact.reachable(now: now)
    return proceed(now)
  }

  /// The time of the last `wake` has come, or is past.
  mutating func woke(now: Int64) -> [Action] {
    wakeTime = nil
    var actions: [Action] = []
    for (chunk, state) in states.sorted(by: { $0.key < $1.key }) {
      switch state {
      case .backingOff(let until) where until <= now: enqueue(chunk)
      case .handedOver(let time) where time <= now:
        enqueue(chunk)
        actions.append(.report(chunk, .noReceipt))
      case .onTheLink where transfers[chunk].map { $0.endAwaitedAt <= now } ?? false:
        leaveLink(chunk)
        enqueue(chunk)
        actions += [.cancel(chunk), .report(chunk, .noEnd)]
      case .waiting, .onTheLink, .handedOver, .backingOff, .confirming: break
      }
    }
    return actions + proceed(now)
  }

  // MARK: Steps

  /// Does whatever may be done now: gives chunks to the system, asks the phone, asks to be woken.
  private mutating func proceed(_ now: Int64) -> [Action] {
    guard survivorsAreKnown else { return [] }
    var actions: [Action] = []
    let room =
      configuration.wakesPhone
      ? contact.allowance(now: now, most: configuration.outstandingMax)
      : configuration.outstandingMax
    let next = Array(queue.prefix(max(room - onTheLinkCount, 0)))
    for chunk in next {
      enterLink(chunk, now)
      actions.append(.transfer(chunk))
    }
    if !next.isEmpty { contact.gave() }
    queue.removeFirst(next.count)
    if wantsContact, contact.ask(now: now) { actions.append(.askPhone) }
    return actions + scheduleWake(now)
  }

  private var wantsContact: Bool {
    configuration.wakesPhone && (!queue.isEmpty || onTheLinkCount > 0)
  }

  private mutating func enqueue(_ chunk: ChunkIdentity) {
    states[chunk] = .waiting
    let place = queue.firstIndex {
      ($0.sequence, $0.stream) > (chunk.sequence, chunk.stream)
    }
    queue.insert(chunk, at: place ?? queue.endIndex)
  }

  private mutating func enterLink(_ chunk: ChunkIdentity, _ now: Int64) {
    states[chunk] = .onTheLink
    attempts[chunk, default: 0] += 1
    onTheLinkCount += 1
    lastTransfer += 1
    transfers[chunk] = (lastTransfer, now + max(configuration.receiptTimeoutMax.nanoseconds, 1))
  }

  /// The system takes transfers in their order (WC3): one that was given to it before another that has come
  /// through hangs, and is waited for no longer than for a receipt.
  private mutating func overtaken(by chunk: ChunkIdentity, _ now: Int64) {
    guard let through = transfers[chunk] else { return }
    let soonest = now + max(configuration.receiptTimeout.nanoseconds, 1)
    for (other, transfer) in transfers where transfer.number < through.number {
      transfers[other]!.endAwaitedAt = min(transfer.endAwaitedAt, soonest)
    }
  }

  private mutating func leaveLink(_ chunk: ChunkIdentity) {
    if states[chunk] == .onTheLink { onTheLinkCount -= 1 }
    transfers[chunk] = nil
    queue.removeAll { $0 == chunk }
  }

  private mutating func forget(_ chunk: ChunkIdentity) {
    states[chunk] = nil
    attempts[chunk] = nil
    failures[chunk] = nil
  }

  private mutating func fail(
    _ chunk: ChunkIdentity, _ failure: RelayFailure, _ now: Int64, _ jitter: Double
  ) -> [Action] {
    let count = (failures[chunk] ?? 0) + 1
    failures[chunk] = count
    states[chunk] = .backingOff(
      until: now + RetryDelay.nanoseconds(failures: count, jitter: jitter))
    return [.report(chunk, failure)] + proceed(now)
  }

  /// Asks to be woken when something may be done again, unless that is asked already.
  private mutating func scheduleWake(_ now: Int64) -> [Action] {
    var times = states.values.compactMap { state -> Int64? in
      switch state {
      case .handedOver(let time), .backingOff(let time): time
      case .waiting, .onTheLink, .confirming: nil
      }
    }
    times += transfers.values.map(\.endAwaitedAt)
    if wantsContact { times.append(contact.nextStep) }
    guard let first = times.min(), wakeTime.map({ first < $0 }) ?? true else { return [] }
    wakeTime = first
    return [.wake(at: max(first, now))]
  }
}
