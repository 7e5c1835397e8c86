import Chunks

/// Decides which piece a watch hands to the system when, and what the answers mean for it.
///
/// A piece goes to the system at most once at a time, the oldest first, and few at once. That it
/// was handed over means nothing (WC5): it is forgotten only when its receipt from the collector
/// is stored. Without one it is sent again, after a silence that grows. Nothing is sent before the
/// transfers are known that another process life left to the system (`survivors`). Pure: `now` is
/// nanoseconds on any clock that does not go back; perform the actions in their order.
///
/// No acknowledgement of a receipt is needed: a lost one is asked for by the piece that comes
/// again, a doubled one finds no piece.
struct RelaySenderMachine {
  enum Action: Hashable {
    /// Send the message that wakes the phone's app; answer with `phoneAwake` or `phoneSilent`.
    case askPhone
    /// Give the piece to the system; answer with `finished`, with `abandoned` if it is not stored
    /// here any more, or with `unreadable` if it could not be read.
    case transfer(ChunkIdentity)
    /// Cancel the system's transfer of a piece.
    case cancel(ChunkIdentity)
    /// Store the receipt and delete the piece; answer with `confirmed` or `notConfirmed`.
    case confirm(RelayReceipt)
    /// Delete the piece without a receipt: only for `Shortcut.deletesAtDidFinish`.
    case delete(ChunkIdentity)
    /// Tell the app that a piece is kept and sent again.
    case report(ChunkIdentity, RelayFailure)
    /// Call `woke` at this time, and at no other.
    case wake(at: Int64)
  }

  /// Where one piece stands.
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
  /// How often a piece was given to the system.
  private var attempts: [ChunkIdentity: Int] = [:]
  /// Failures in a row by piece.
  private var failures: [ChunkIdentity: Int] = [:]
  /// The pieces in `waiting`, by sequence, then stream.
  private var queue: [ChunkIdentity] = []
  private(set) var onTheLinkCount = 0
  /// When the system's silence over a piece in `onTheLink` is over, and in which order it was given.
  private var transfers: [ChunkIdentity: (number: Int, endAwaitedAt: Int64)] = [:]
  private var lastTransfer = 0
  private var survivorsAreKnown = false
  private var wakeTime: Int64?

  init(_ configuration: RelayConfiguration) { self.configuration = configuration }

  /// How many pieces are in a state that fits.
  func count(where fits: (State) -> Bool) -> Int { states.values.count { fits($0) } }

  // MARK: Pieces

  /// There are pieces to be sent. Nothing happens to those that are known already.
  mutating func add(_ pieces: [ChunkIdentity], now: Int64) -> [Action] {
    for piece in pieces where states[piece] == nil { enqueue(piece) }
    return proceed(now)
  }

  /// The transfers that the system still has from lives before this one, or none.
  ///
  /// - Parameters:
  ///   - surviving: in the order in which the system has them; a piece may be there twice.
  ///   - stored: the pieces that wait on the disk; transfers of others are cancelled.
  mutating func survivors(
    _ surviving: [ChunkIdentity], stored: [ChunkIdentity], now: Int64
  ) -> [Action] {
    var cancelled: [Action] = []
    var seen: Set<ChunkIdentity> = []
    let stored = Set(stored)
    for piece in surviving where seen.insert(piece).inserted && states[piece] != .onTheLink {
      guard stored.contains(piece) else {
        cancelled.append(.cancel(piece))
        continue
      }
      queue.removeAll { $0 == piece }
      enterLink(piece, now)
    }
    survivorsAreKnown = true
    return cancelled + add(stored.sorted(), now: now)
  }

  /// The system is done with a transfer. What it says of success is no reason to delete anything.
  ///
  /// - Parameters:
  ///   - code: of the error, nil for none.
  ///   - jitter: from 0 up to 1, drawn anew for each call.
  mutating func finished(
    _ piece: ChunkIdentity, errorCode code: Int?, now: Int64, jitter: Double
  ) -> [Action] {
    guard states[piece] == .onTheLink else { return [] }
    if code == nil { overtaken(by: piece, now) }
    leaveLink(piece)
    if let code {
      return fail(piece, .system(code: code), now, jitter)
    }
    failures[piece] = nil
    if configuration.shortcuts.contains(.deletesAtDidFinish) {
      forget(piece)
      return [.delete(piece)] + proceed(now)
    }
    let delay = SilenceDelay.nanoseconds(
      attempts: attempts[piece] ?? 1, jitter: jitter, configuration)
    states[piece] = .handedOver(sentAgainAt: now + delay)
    return proceed(now)
  }

  /// The piece is not stored here any more, so that there is nothing to send.
  mutating func abandoned(_ piece: ChunkIdentity, now: Int64) -> [Action] {
    leaveLink(piece)
    forget(piece)
    return proceed(now)
  }

  /// The piece is stored here and could not be read for `transfer`: it is tried again later.
  ///
  /// - Parameter jitter: from 0 up to 1, drawn anew for each call.
  mutating func unreadable(
    _ piece: ChunkIdentity, because error: StoreError, now: Int64, jitter: Double
  ) -> [Action] {
    guard states[piece] == .onTheLink else { return [] }
    leaveLink(piece)
    return fail(piece, .unreadable(error), now, jitter)
  }

  // MARK: Receipts

  /// A receipt came, perhaps not for the first time, and perhaps for nothing that is here.
  ///
  /// - Parameter digest: of our own bytes of the piece; nil when it is not stored here any more.
  mutating func receipt(
    _ receipt: RelayReceipt, digest: ChunkDigest?, now: Int64
  ) -> [Action] {
    let piece = receipt.piece
    guard let state = states[piece], state != .confirming else { return [] }
    guard let digest else { return abandoned(piece, now: now) }
    guard digest == receipt.digest else {
      return [.report(piece, .receiptMismatch(.digest))]
    }
    leaveLink(piece)
    states[piece] = .confirming
    return (state == .onTheLink ? [.cancel(piece)] : []) + [.confirm(receipt)]
  }

  /// The receipt is stored and the piece deleted.
  mutating func confirmed(_ piece: ChunkIdentity, now: Int64) -> [Action] {
    forget(piece)
    return proceed(now)
  }

  /// The receipt could not be stored; the piece is sent again and gets the same receipt.
  mutating func notConfirmed(
    _ piece: ChunkIdentity, because error: StoreError, now: Int64, jitter: Double
  ) -> [Action] {
    guard states[piece] == .confirming else { return [] }
    return fail(piece, .receiptNotStored(error), now, jitter)
  }

  // MARK: The phone

  /// The phone's app answered that it runs for so long from now.
  mutating func phoneAwake(for duration: Duration, now: Int64) -> [Action] {
    contact.awake(for: duration, now: now)
    return proceed(now)
  }

  /// The message failed, or its reply did.
  ///
  /// - Parameter jitter: from 0 up to 1, drawn anew for each call.
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
    for (piece, state) in states.sorted(by: { $0.key < $1.key }) {
      switch state {
      case .backingOff(let until) where until <= now: enqueue(piece)
      case .handedOver(let time) where time <= now:
        enqueue(piece)
        actions.append(.report(piece, .noReceipt))
      case .onTheLink where transfers[piece].map { $0.endAwaitedAt <= now } ?? false:
        leaveLink(piece)
        enqueue(piece)
        actions += [.cancel(piece), .report(piece, .noEnd)]
      case .waiting, .onTheLink, .handedOver, .backingOff, .confirming: break
      }
    }
    return actions + proceed(now)
  }

  // MARK: Steps

  /// Does whatever may be done now: gives pieces to the system, asks the phone, asks to be woken.
  private mutating func proceed(_ now: Int64) -> [Action] {
    guard survivorsAreKnown else { return [] }
    var actions: [Action] = []
    let room =
      configuration.wakesPhone
      ? contact.allowance(now: now, most: configuration.outstandingMax)
      : configuration.outstandingMax
    let next = Array(queue.prefix(max(room - onTheLinkCount, 0)))
    for piece in next {
      enterLink(piece, now)
      actions.append(.transfer(piece))
    }
    if !next.isEmpty { contact.gave() }
    queue.removeFirst(next.count)
    if wantsContact, contact.ask(now: now) { actions.append(.askPhone) }
    return actions + scheduleWake(now)
  }

  private var wantsContact: Bool {
    configuration.wakesPhone && (!queue.isEmpty || onTheLinkCount > 0)
  }

  private mutating func enqueue(_ piece: ChunkIdentity) {
    states[piece] = .waiting
    let place = queue.firstIndex {
      ($0.sequence, $0.stream) > (piece.sequence, piece.stream)
    }
    queue.insert(piece, at: place ?? queue.endIndex)
  }

  private mutating func enterLink(_ piece: ChunkIdentity, _ now: Int64) {
    states[piece] = .onTheLink
    attempts[piece, default: 0] += 1
    onTheLinkCount += 1
    lastTransfer += 1
    transfers[piece] = (lastTransfer, now + max(configuration.longestSilence.nanoseconds, 1))
  }

  /// The system takes transfers in their order (WC3): one that was given to it before another that has come
  /// through hangs, and is waited for no longer than for a receipt.
  private mutating func overtaken(by piece: ChunkIdentity, _ now: Int64) {
    guard let through = transfers[piece] else { return }
    let soonest = now + max(configuration.silence.nanoseconds, 1)
    for (other, transfer) in transfers where transfer.number < through.number {
      transfers[other]!.endAwaitedAt = min(transfer.endAwaitedAt, soonest)
    }
  }

  private mutating func leaveLink(_ piece: ChunkIdentity) {
    if states[piece] == .onTheLink { onTheLinkCount -= 1 }
    transfers[piece] = nil
    queue.removeAll { $0 == piece }
  }

  private mutating func forget(_ piece: ChunkIdentity) {
    states[piece] = nil
    attempts[piece] = nil
    failures[piece] = nil
  }

  private mutating func fail(
    _ piece: ChunkIdentity, _ failure: RelayFailure, _ now: Int64, _ jitter: Double
  ) -> [Action] {
    let count = (failures[piece] ?? 0) + 1
    failures[piece] = count
    states[piece] = .backingOff(
      until: now + RetryDelay.nanoseconds(failures: count, jitter: jitter))
    return [.report(piece, failure)] + proceed(now)
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
