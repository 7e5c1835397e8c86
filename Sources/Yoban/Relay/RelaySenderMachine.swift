import Chunks

/// Decides when a watch gives each chunk to the system, and what to do after each answer.
///
/// The system has each chunk at most once at a time, gets the oldest first, and has only a few at
/// once. A finished transfer proves nothing (WC5): a chunk is forgotten only when its receipt from
/// the collector is stored. Without a receipt, the chunk is sent again after a growing timeout.
/// Nothing is sent before `outstanding` reports the transfers that the system kept from earlier
/// launches. Pure: `now` is in nanoseconds on any clock that does not go back. Perform the actions
/// in their order.
///
/// Receipts need no acknowledgement. If one is lost, the watch sends the chunk again and the phone
/// repeats the receipt. If one arrives twice, there is no chunk left for the second one.
struct RelaySenderMachine {
  enum Action: Hashable {
    /// Send the message that wakes the phone's app. Then call `phoneAwake` or `phoneSilent`.
    case askPhone
    /// Give the chunk to the system. Then call `finished`; or `abandoned` if the chunk is no longer
    /// stored here; or `unreadable` if it could not be read.
    case transfer(ChunkIdentity)
    /// Cancel the system's transfer of a chunk.
    case cancel(ChunkIdentity)
    /// Store the receipt and delete the chunk. Then call `confirmed` or `notConfirmed`.
    case confirm(RelayReceipt)
    /// Notify the app that a chunk is kept and sent again.
    case report(ChunkIdentity, RelayFailure)
    /// Call `woke` at this time. This replaces every earlier `wake`.
    case wake(at: Int64)
  }

  /// The state of one chunk.
  enum State: Hashable {
    /// It is given to the system as soon as possible.
    case waiting
    /// The system is transferring it.
    case onTheLink
    /// The system reported the transfer as finished. Without a receipt, the chunk is sent again at
    /// this time.
    case handedOver(sentAgainAt: Int64)
    /// It is given to the system again, but not before this time.
    case backingOff(until: Int64)
    /// Its receipt has arrived and is being stored.
    case confirming
  }

  let configuration: RelayConfiguration
  private(set) var states: [ChunkIdentity: State] = [:]
  private(set) var contact = PhoneContact()
  /// The number of times that each chunk was given to the system.
  private var attempts: [ChunkIdentity: Int] = [:]
  /// The chunks in `waiting`.
  private var queue = ChunkQueue()
  private(set) var onTheLinkCount = 0
  /// By chunk in `onTheLink`: its position in the order of transfers, and the time when waiting for
  /// the end of its transfer times out.
  private var transfers: [ChunkIdentity: (number: Int, endAwaitedAt: Int64)] = [:]
  private var lastTransfer = 0
  private var survivorsAreKnown = false

  init(_ configuration: RelayConfiguration) { self.configuration = configuration }

  /// Returns the number of chunks in the states that the predicate accepts.
  func count(where fits: (State) -> Bool) -> Int { states.values.count { fits($0) } }

  // MARK: Chunks

  /// Adds chunks to send. Chunks that are known already are ignored.
  mutating func add(_ chunks: [ChunkIdentity], now: Int64) -> [Action] {
    for chunk in chunks where states[chunk] == nil { enqueue(chunk) }
    return proceed(now)
  }

  /// Takes the transfers that the system kept from earlier launches; the list may be empty.
  ///
  /// - Parameters:
  ///   - surviving: in the system's order. A chunk may occur twice.
  ///   - stored: the chunks that are stored on the disk. Transfers of other chunks are canceled.
  mutating func outstanding(
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
      queue.remove(chunk)
      enterLink(chunk, now)
    }
    survivorsAreKnown = true
    return cancelled + add(stored.sorted(), now: now)
  }

  /// The system finished a transfer. Nothing is deleted, even if the system reports success.
  ///
  /// - Parameters:
  ///   - code: the code of the error; nil without an error.
  ///   - jitter: from 0 to 1, drawn again for each call.
  mutating func finished(
    _ chunk: ChunkIdentity, errorCode code: Int?, now: Int64, jitter: Double
  ) -> [Action] {
    guard states[chunk] == .onTheLink else { return [] }
    if code == nil { overtaken(by: chunk, now) }
    leaveLink(chunk)
    if let code {
      return fail(chunk, .system(code: code), now, jitter)
    }
    queue.clearFailures(of: chunk)
    let delay = ReceiptTimeout.nanoseconds(
      attempts: attempts[chunk] ?? 1, jitter: jitter, configuration)
    states[chunk] = .handedOver(sentAgainAt: now + delay)
    return proceed(now)
  }

  /// The chunk is no longer stored here, so there is nothing to send.
  mutating func abandoned(_ chunk: ChunkIdentity, now: Int64) -> [Action] {
    leaveLink(chunk)
    forget(chunk)
    return proceed(now)
  }

  /// The chunk is stored here, but could not be read for `transfer`. It is tried again later.
  ///
  /// - Parameter jitter: from 0 to 1, drawn again for each call.
  mutating func unreadable(
    _ chunk: ChunkIdentity, because error: StoreError, now: Int64, jitter: Double
  ) -> [Action] {
    guard states[chunk] == .onTheLink else { return [] }
    leaveLink(chunk)
    return fail(chunk, .unreadable(error), now, jitter)
  }

  // MARK: Receipts

  /// A receipt arrived. It may be a repeated one, and its chunk may be unknown here.
  ///
  /// - Parameter digest: the digest of the chunk's local bytes; nil when the chunk is no longer
  ///   stored here.
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

  /// The receipt is stored and the chunk was deleted.
  mutating func confirmed(_ chunk: ChunkIdentity, now: Int64) -> [Action] {
    forget(chunk)
    return proceed(now)
  }

  /// The receipt could not be stored. The chunk is sent again and gets the same receipt.
  mutating func notConfirmed(
    _ chunk: ChunkIdentity, because error: StoreError, now: Int64, jitter: Double
  ) -> [Action] {
    guard states[chunk] == .confirming else { return [] }
    return fail(chunk, .receiptNotStored(error), now, jitter)
  }

  // MARK: The phone

  /// The phone's app replied that it will run for this long from now.
  mutating func phoneAwake(for duration: Duration, now: Int64) -> [Action] {
    contact.awake(for: duration, now: now)
    return proceed(now)
  }

  /// The message or its reply failed.
  ///
  /// - Parameter jitter: from 0 to 1, drawn again for each call.
  mutating func phoneSilent(now: Int64, jitter: Double) -> [Action] {
    contact.unanswered(now: now, jitter: jitter)
    return proceed(now)
  }

  /// The phone became reachable (WC2).
  mutating func phoneReachable(now: Int64) -> [Action] {
    contact.reachable(now: now)
    return proceed(now)
  }

  /// The time of the last `wake` was reached or has passed.
  mutating func woke(now: Int64) -> [Action] {
    queue.woke()
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

  /// Does everything that is possible now: gives chunks to the system, sends a message to the
  /// phone, and schedules the next `woke`.
  private mutating func proceed(_ now: Int64) -> [Action] {
    guard survivorsAreKnown else { return [] }
    var actions: [Action] = []
    let room =
      configuration.wakesPhone
      ? contact.allowance(now: now, most: configuration.outstandingMax)
      : configuration.outstandingMax
    let next = queue.takeFirst(room - onTheLinkCount)
    for chunk in next {
      enterLink(chunk, now)
      actions.append(.transfer(chunk))
    }
    if !next.isEmpty { contact.gaveChunks() }
    if wantsContact, contact.ask(now: now) { actions.append(.askPhone) }
    return actions + scheduleWake(now)
  }

  private var wantsContact: Bool {
    configuration.wakesPhone && (!queue.isEmpty || onTheLinkCount > 0)
  }

  private mutating func enqueue(_ chunk: ChunkIdentity) {
    states[chunk] = .waiting
    queue.insert(chunk)
  }

  private mutating func enterLink(_ chunk: ChunkIdentity, _ now: Int64) {
    states[chunk] = .onTheLink
    attempts[chunk, default: 0] += 1
    onTheLinkCount += 1
    lastTransfer += 1
    transfers[chunk] = (lastTransfer, now + max(configuration.receiptTimeoutMax.nanoseconds, 1))
  }

  /// Shortens the timeout of earlier transfers after a later one succeeded. The system processes
  /// transfers in order (WC3), so an earlier transfer without an end hangs. It then times out like
  /// a receipt.
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
    queue.remove(chunk)
  }

  private mutating func forget(_ chunk: ChunkIdentity) {
    states[chunk] = nil
    attempts[chunk] = nil
    queue.clearFailures(of: chunk)
  }

  private mutating func fail(
    _ chunk: ChunkIdentity, _ failure: RelayFailure, _ now: Int64, _ jitter: Double
  ) -> [Action] {
    states[chunk] = .backingOff(until: queue.failed(chunk, now: now, jitter: jitter))
    return [.report(chunk, failure)] + proceed(now)
  }

  /// Schedules `woke` for the next time at which something may be done, unless it is already
  /// scheduled for then or earlier.
  private mutating func scheduleWake(_ now: Int64) -> [Action] {
    var times = states.values.compactMap { state -> Int64? in
      switch state {
      case .handedOver(let time), .backingOff(let time): time
      case .waiting, .onTheLink, .confirming: nil
      }
    }
    times += transfers.values.map(\.endAwaitedAt)
    if wantsContact { times.append(contact.nextStep) }
    return queue.nextWake(among: times).map { [.wake(at: max($0, now))] } ?? []
  }
}
