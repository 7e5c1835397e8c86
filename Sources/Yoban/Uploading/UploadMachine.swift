import Chunks
import CollectorContract

/// Decides when each chunk is sent, and what to do after each answer.
///
/// A chunk has at most one upload task at a time. It is forgotten only when its receipt is stored,
/// or when it was quarantined. Nothing is sent before `outstanding` reports the tasks that the system
/// kept from earlier launches. Pure: `now` is in nanoseconds on any clock that does not go back.
/// Perform the actions in their order.
struct UploadMachine {
  enum Action: Hashable {
    /// Create a task for this chunk. Then call `answered`, or `abandoned` if there is no file.
    case upload(ChunkIdentity)
    /// Store the receipt and delete the chunk. Then call `confirmed` or `notConfirmed`.
    case confirm(ChunkIdentity, Receipt)
    /// Move the chunk to the quarantine.
    case quarantine(ChunkIdentity, ChunkProblem)
    /// Notify the app that a chunk has to be sent again.
    case report(ChunkIdentity, UploadFailure)
    /// Call `woke` at this time. This replaces every earlier `wake`.
    case wake(at: Int64)
  }

  /// The state of one chunk.
  enum State: Hashable {
    /// It is sent as soon as the system may get another task.
    case waiting
    /// The system has a task for it.
    case inFlight
    /// It is sent again, but not before this time; if there was no answer, earlier with a new network.
    case backingOff(until: Int64, isUnreachable: Bool)
    /// Its receipt has arrived and is being stored.
    case confirming
  }

  /// The maximum number of tasks that the system gets at once. They are created in batches, because
  /// each task that is created in the background may start later than the one before it (FT7).
  static let inFlightMax = 16

  private(set) var states: [ChunkIdentity: State] = [:]
  /// The chunks in `waiting`.
  private var queue = ChunkQueue()
  /// The number of chunks for which the system has a task.
  private(set) var inFlightCount = 0
  private var survivorsAreKnown = false

  /// The number of known chunks for which the system has no task.
  var waitingCount: Int { states.count - inFlightCount }

  // MARK: Inputs

  /// Adds chunks to send. Chunks that are known already are ignored.
  mutating func add(_ chunks: [ChunkIdentity]) -> [Action] {
    for chunk in chunks where states[chunk] == nil { enqueue(chunk) }
    return fill()
  }

  /// Takes the tasks that the system kept from earlier launches; the list may be empty.
  ///
  /// - Parameter stored: the chunks that are stored on the disk. Tasks for other chunks are
  ///   ignored.
  mutating func outstanding(_ tasks: [ChunkIdentity], stored: [ChunkIdentity]) -> [Action] {
    let stored = Set(stored)
    for chunk in tasks.sorted() where stored.contains(chunk) && states[chunk] != .inFlight {
      queue.remove(chunk)
      states[chunk] = .inFlight
      inFlightCount += 1
    }
    survivorsAreKnown = true
    return add(stored.sorted())
  }

  /// A task for a chunk ended.
  ///
  /// - Parameters:
  ///   - digest: the digest of the chunk's local bytes; nil when the chunk is no longer stored
  ///     here.
  ///   - jitter: from 0 to 1, drawn again for each call.
  mutating func answered(
    _ chunk: ChunkIdentity, _ answer: UploadAnswer, digest: ChunkDigest?, now: Int64,
    jitter: Double
  ) -> [Action] {
    guard let digest else { return abandoned(chunk) }
    leaveFlight(chunk)
    switch UploadVerdict(answer, for: chunk, digest) {
    case .received(let receipt):
      states[chunk] = .confirming
      return [.confirm(chunk, receipt)] + fill()
    case .refused(let problem):
      forget(chunk)
      return [.quarantine(chunk, problem)] + fill()
    case .retry(let failure, let seconds):
      let isUnreachable = if case .noAnswer = failure { true } else { false }
      let wake = backOff(
        chunk, now: now, jitter: jitter, atLeast: seconds * 1_000_000_000,
        isUnreachable: isUnreachable)
      return [.report(chunk, failure)] + wake + fill()
    case .recreate:
      if !queue.hasFailed(chunk) {
        queue.countFailure(of: chunk)
        enqueue(chunk)
        return fill()
      }
      return backOff(chunk, now: now, jitter: jitter, atLeast: 0) + fill()
    }
  }

  /// The receipt is stored and the chunk was deleted.
  mutating func confirmed(_ chunk: ChunkIdentity) -> [Action] {
    forget(chunk)
    return fill()
  }

  /// The receipt could not be stored. The chunk is sent again and gets the same receipt.
  mutating func notConfirmed(
    _ chunk: ChunkIdentity, because error: StoreError, now: Int64, jitter: Double
  ) -> [Action] {
    [.report(chunk, .receiptNotStored(error))]
      + backOff(chunk, now: now, jitter: jitter, atLeast: 0) + fill()
  }

  /// The chunk is no longer stored here, so there is nothing to send.
  mutating func abandoned(_ chunk: ChunkIdentity) -> [Action] {
    leaveFlight(chunk)
    forget(chunk)
    return fill()
  }

  /// The time of the last `wake` was reached or has passed.
  mutating func woke(now: Int64) -> [Action] {
    queue.woke()
    for (chunk, state) in states {
      guard case .backingOff(let until, _) = state, until <= now else { continue }
      enqueue(chunk)
    }
    return fill() + scheduleWake()
  }

  /// The device has a network again: what got no answer is sent at once.
  mutating func networkBecameAvailable() -> [Action] {
    for (chunk, state) in states {
      if case .backingOff(_, isUnreachable: true) = state { enqueue(chunk) }
    }
    return fill()
  }

  // MARK: Steps

  private mutating func fill() -> [Action] {
    guard survivorsAreKnown else { return [] }
    let next = queue.takeFirst(Self.inFlightMax - inFlightCount)
    for chunk in next { states[chunk] = .inFlight }
    inFlightCount += next.count
    return next.map { .upload($0) }
  }

  private mutating func enqueue(_ chunk: ChunkIdentity) {
    states[chunk] = .waiting
    queue.insert(chunk)
  }

  private mutating func leaveFlight(_ chunk: ChunkIdentity) {
    if states[chunk] == .inFlight { inFlightCount -= 1 }
    queue.remove(chunk)
  }

  private mutating func forget(_ chunk: ChunkIdentity) {
    states[chunk] = nil
    queue.clearFailures(of: chunk)
  }

  private mutating func backOff(
    _ chunk: ChunkIdentity, now: Int64, jitter: Double, atLeast: Int64,
    isUnreachable: Bool = false
  ) -> [Action] {
    states[chunk] = .backingOff(
      until: queue.failed(chunk, now: now, jitter: jitter, atLeast: atLeast),
      isUnreachable: isUnreachable)
    return scheduleWake()
  }

  /// Schedules `woke` for the time when the first chunk may be sent again, unless it is already
  /// scheduled for then or earlier.
  private mutating func scheduleWake() -> [Action] {
    let times = states.values.compactMap { state -> Int64? in
      if case .backingOff(let until, _) = state { until } else { nil }
    }
    return queue.nextWake(among: times).map { [.wake(at: $0)] } ?? []
  }
}
