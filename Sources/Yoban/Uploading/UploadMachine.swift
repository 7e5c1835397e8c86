import Chunks

/// Decides which chunk is sent when, and what an answer means for it.
///
/// A chunk is sent at most once at a time, and forgotten only when its receipt is stored or it
/// was quarantined. Nothing is sent before the tasks are known that another process launch left to
/// the system (`survivors`). Pure: `now` is nanoseconds on any clock that does not go back;
/// perform the actions in their order.
struct UploadMachine {
  enum Action: Hashable {
    /// Create a task for this chunk; answer with `answered`, or `abandoned` if there is no file.
    case upload(ChunkIdentity)
    /// Store the receipt and delete the chunk; answer with `confirmed` or `notConfirmed`.
    case confirm(ChunkIdentity, Receipt)
    /// Put the chunk aside.
    case quarantine(ChunkIdentity, ChunkProblem)
    /// Tell the app that a chunk has to be sent again.
    case report(ChunkIdentity, UploadFailure)
    /// Call `woke` at this time, and at no other.
    case wake(at: Int64)
  }

  /// Where one chunk stands.
  enum State: Hashable {
    /// To be sent as soon as there is room.
    case waiting
    /// The system has a task for it.
    case inFlight
    /// To be sent again, not before this time.
    case backingOff(until: Int64)
    /// Its receipt came and is being stored.
    case confirming
  }

  /// How many tasks the system gets at once: a batch, because each task that is created in
  /// background may start later than the one before it (FT7).
  static let inFlightMax = 16

  private(set) var states: [ChunkIdentity: State] = [:]
  /// Failures in a row by chunk.
  private var failures: [ChunkIdentity: Int] = [:]
  /// The chunks in `waiting`, by sequence, then stream.
  private var queue: [ChunkIdentity] = []
  /// Chunks that the system has a task for.
  private(set) var inFlightCount = 0
  private var survivorsAreKnown = false
  private var wakeTime: Int64?

  /// Chunks that are known and that the system has no task for.
  var waitingCount: Int { states.count - inFlightCount }

  // MARK: Inputs

  /// There is a chunk to be sent. Nothing happens if it is known already.
  mutating func add(_ chunks: [ChunkIdentity]) -> [Action] {
    for chunk in chunks where states[chunk] == nil { enqueue(chunk) }
    return fill()
  }

  /// The tasks that the system still has from launches before this one, or none.
  ///
  /// - Parameter stored: the chunks that wait on the disk; tasks for others are of no interest.
  mutating func survivors(_ tasks: [ChunkIdentity], stored: [ChunkIdentity]) -> [Action] {
    let stored = Set(stored)
    for chunk in tasks.sorted() where stored.contains(chunk) && states[chunk] != .inFlight {
      queue.removeAll { $0 == chunk }
      states[chunk] = .inFlight
      inFlightCount += 1
    }
    survivorsAreKnown = true
    return add(stored.sorted())
  }

  /// A task for a chunk ended.
  ///
  /// - Parameters:
  ///   - digest: of our own bytes of the chunk; nil when it is not stored here any more.
  ///   - jitter: from 0 up to 1, drawn again for each call.
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
      let wake = backOff(chunk, now: now, jitter: jitter, atLeast: Int64(seconds) * 1_000_000_000)
      return [.report(chunk, failure)] + wake + fill()
    case .recreate:
      if failures[chunk] == nil {
        failures[chunk] = 1
        enqueue(chunk)
        return fill()
      }
      return backOff(chunk, now: now, jitter: jitter, atLeast: 0) + fill()
    }
  }

  /// The receipt is stored and the chunk deleted.
  mutating func confirmed(_ chunk: ChunkIdentity) -> [Action] {
    forget(chunk)
    return fill()
  }

  /// The receipt could not be stored; the chunk is sent again and gets the same receipt.
  mutating func notConfirmed(
    _ chunk: ChunkIdentity, because error: StoreError, now: Int64, jitter: Double
  ) -> [Action] {
    [.report(chunk, .receiptNotStored(error))]
      + backOff(chunk, now: now, jitter: jitter, atLeast: 0) + fill()
  }

  /// The chunk is not stored here any more, so that there is nothing to send.
  mutating func abandoned(_ chunk: ChunkIdentity) -> [Action] {
    leaveFlight(chunk)
    forget(chunk)
    return fill()
  }

  /// The time of the last `wake` has come, or is past.
  mutating func woke(now: Int64) -> [Action] {
    wakeTime = nil
    for (chunk, state) in states {
      guard case .backingOff(let until) = state, until <= now else { continue }
      enqueue(chunk)
    }
    return fill() + scheduleWake()
  }

  // MARK: Steps

  private mutating func fill() -> [Action] {
    guard survivorsAreKnown else { return [] }
    let count = min(max(Self.inFlightMax - inFlightCount, 0), queue.count)
    let next = queue.prefix(count)
    for chunk in next { states[chunk] = .inFlight }
    inFlightCount += count
    queue.removeFirst(count)
    return next.map { .upload($0) }
  }

  private mutating func enqueue(_ chunk: ChunkIdentity) {
    states[chunk] = .waiting
    let place = queue.firstIndex {
      ($0.sequence, $0.stream) > (chunk.sequence, chunk.stream)
    }
    queue.insert(chunk, at: place ?? queue.endIndex)
  }

  private mutating func leaveFlight(_ chunk: ChunkIdentity) {
    if states[chunk] == .inFlight { inFlightCount -= 1 }
    queue.removeAll { $0 == chunk }
  }

  private mutating func forget(_ chunk: ChunkIdentity) {
    states[chunk] = nil
    failures[chunk] = nil
  }

  private mutating func backOff(
    _ chunk: ChunkIdentity, now: Int64, jitter: Double, atLeast: Int64
  ) -> [Action] {
    let count = (failures[chunk] ?? 0) + 1
    failures[chunk] = count
    states[chunk] = .backingOff(
      until: now + RetryDelay.nanoseconds(failures: count, jitter: jitter, atLeast: atLeast))
    return scheduleWake()
  }

  /// Asks to be woken when the first chunk may be sent again, unless that is asked already.
  private mutating func scheduleWake() -> [Action] {
    let times = states.values.compactMap { state -> Int64? in
      if case .backingOff(let until) = state { until } else { nil }
    }
    guard let first = times.min(), wakeTime.map({ first < $0 }) ?? true else { return [] }
    wakeTime = first
    return [.wake(at: first)]
  }
}
