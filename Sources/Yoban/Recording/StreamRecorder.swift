import Chunks

/// Turns the samples of one sensor into blocks, gaps and marks.
///
/// The invariant: each moment between `started` and `stopped` is at most the stream's `timeout`
/// away from a stored sample (1.5 intervals, for samples at a fixed rate), or lies inside a gap
/// with its cause. Each sample that the sensor delivered is either stored once or lies inside a
/// gap, never both.
///
/// Pure: the input is times and causes, the output is actions. Perform the actions in their order,
/// and report the result of each (`wrote`, `writeFailed`, `closed`, `synchronized`) before the next
/// input. A `closeChunk` or `synchronize` that failed is not reported; the next tick returns it
/// again. Times are in nanoseconds since 1970 on a timeline that never goes back.
public struct StreamRecorder: Sendable {
  /// A period that is known to be missing, up to the next sample.
  private struct Hole {
    var start: Int64
    var cause: GapCause
  }

  /// A cause that applies to a gap after `lastTime`, if there is one.
  private struct Evidence {
    var lastTime: Int64
    var cause: GapCause
    /// Whether the cause is only presumed, because no source reported it.
    var isPresumed = false
  }

  public private(set) var state = State.idle
  public private(set) var counts = Counts()

  private let chunkDuration: Int64
  private let channelCount: Int
  /// The longest time between two samples that is not a gap.
  private let tolerance: Int64
  /// A sensor that delivers nothing for longer than this, while the process runs, counts as off.
  private let timeout: Int64

  private var buffer: SampleBlock
  /// Blocks that precede the buffer.
  private var pending: [ChunkBlock] = []
  /// The time of the last sample that was taken. Only later samples are taken.
  private var lastTime = Int64.max
  /// A sample later than this must be checked for a gap.
  private var gapAfter = Int64.max
  private var hole: Hole?
  private var evidence: Evidence?
  private var start = Int64.min
  /// The last moment of the recording, if its end is known in advance.
  private var limit = Int64.max
  private var lastTick = Int64.min
  /// When collecting began for the blocks of the next tick: normally the time of the last tick.
  private var collectedSince = Int64.min
  /// Everything up to this moment is stored.
  private var storedUntil = Int64.min
  /// When collecting began for the open chunk; nil when there is no open chunk.
  private var chunkBegan: Int64?
  /// Everything that was appended to the open chunk before this time is durable.
  private var durableUntil = Int64.min
  /// The blocks of each `append` whose result was not reported yet.
  private var pendingAppends: [[ChunkBlock]] = []

  /// 5 min: the system transfers few large files more efficiently than many small ones (FT7), and
  /// the radio sleeps in between.
  public static let defaultChunkDuration = Duration.seconds(300)

  /// - Parameter chunkDuration: the time after which a chunk is closed.
  public init(_ stream: StreamDescription, chunkDuration: Duration = defaultChunkDuration) {
    self.init(
      channelCount: stream.channels.count, tolerance: stream.timeout,
      timeout: stream.nominalInterval.map { $0 * 2 } ?? stream.timeout,
      chunkDuration: chunkDuration)
  }

  /// Creates a recorder of three channels at a fixed rate.
  ///
  /// - Parameters:
  ///   - nominalInterval: the intended time between two samples, more than 0.
  ///   - chunkDuration: the time after which a chunk is closed.
  public init(nominalInterval: Duration, chunkDuration: Duration = defaultChunkDuration) {
    precondition(nominalInterval > .zero, "the interval of samples must be positive")
    self.init(
      channelCount: 3, tolerance: nominalInterval + nominalInterval / 2,
      timeout: nominalInterval * 2, chunkDuration: chunkDuration)
  }

  private init(
    channelCount: Int, tolerance: Duration, timeout: Duration, chunkDuration: Duration
  ) {
    precondition(chunkDuration > .zero, "the duration of a chunk must be positive")
    self.channelCount = channelCount
    self.tolerance = tolerance.nanoseconds
    self.timeout = max(Self.timeoutNanosecondsMin, timeout.nanoseconds)
    self.chunkDuration = chunkDuration.nanoseconds
    buffer = Self.emptyBuffer(channelCount)
  }

  private static func emptyBuffer(_ channelCount: Int) -> SampleBlock {
    SampleBlock(channelCount: channelCount, capacity: 128)
  }

  // MARK: Samples

  /// Takes one sample. This is the hot path: it takes some nanoseconds and normally allocates
  /// nothing.
  ///
  /// A sample that is not later than the last one, or outside the time of the recording, is
  /// dropped.
  @inline(__always)
  public mutating func sample(time: Int64, _ x: Double, _ y: Double, _ z: Double) {
    guard time > lastTime, time <= gapAfter || takesAfterStep(time) else {
      counts.dropped += 1
      return
    }
    buffer.append(time: time, x, y, z)
    lastTime = time
    gapAfter = min(time &+ tolerance, limit)
  }

  /// Takes one sample with one value for each channel, like `sample(time:_:_:_:)`.
  public mutating func sample(time: Int64, _ values: some Collection<Double>) {
    guard time > lastTime, time <= gapAfter || takesAfterStep(time) else {
      counts.dropped += 1
      return
    }
    buffer.append(time: time, values)
    lastTime = time
    gapAfter = min(time &+ tolerance, limit)
  }

  /// Checks a sample after an unusual step, notes a gap, and returns whether to take the sample.
  @inline(never)
  private mutating func takesAfterStep(_ time: Int64) -> Bool {
    guard time <= limit else { return false }
    if let gap = gap(until: time) {
      flushBuffer()
      pending.append(.gap(gap))
      hole = nil
    }
    return true
  }

  /// Returns the gap up to a moment; nil when the time since the last sample is too short for a
  /// gap.
  private func gap(until end: Int64) -> Gap? {
    if let hole {
      return hole.start < end ? Gap(start: hole.start, end: end, cause: hole.cause) : nil
    }
    let covered = max(lastTime, start)
    guard end - covered > tolerance else { return nil }
    let isKnown = evidence?.lastTime == lastTime
    return Gap(start: covered, end: end, cause: isKnown ? evidence!.cause : .suspended)
  }

  private mutating func flushBuffer() {
    guard !buffer.isEmpty else { return }
    pending.append(.samples(buffer))
    buffer = Self.emptyBuffer(channelCount)
  }

  // MARK: Beginning a recording

  /// Begins a recording: samples from this moment on are taken.
  ///
  /// - Parameters:
  ///   - time: later than everything that was recorded before.
  ///   - end: the first moment that is no longer recorded, if it is known.
  public mutating func started(at time: Int64, until end: Int64? = nil) {
    begin(at: time, until: end, now: time)
    // Before its first sample, the sensor counts as off, and the process does not count as
    // suspended. The source may report a more exact cause.
    evidence = Evidence(lastTime: lastTime, cause: .sensorOff, isPresumed: true)
    pending = [.mark(.started(at: time))]
  }

  /// Continues a recording that an earlier launch began.
  ///
  /// The time that this launch did not store is a gap, up to the next sample.
  ///
  /// - Parameters:
  ///   - start: when the recording was started.
  ///   - covered: the end of the stored blocks (`StreamRecovery.coveredUntil`); nil when nothing is
  ///     stored.
  ///   - hasMark: whether the mark `started` is stored.
  ///   - cause: how the earlier launch ended.
  public mutating func resumed(
    since start: Int64, until end: Int64?, covered: Int64?, hasMark: Bool, cause: GapCause,
    now: Int64
  ) {
    begin(at: start, until: end, now: now)
    lastTime = max(lastTime, covered ?? lastTime)
    storedUntil = lastTime
    hole = Hole(start: max(lastTime, start), cause: cause)
    gapAfter = .min
    if !hasMark { pending = [.mark(.started(at: start))] }
  }

  private mutating func begin(at time: Int64, until end: Int64?, now: Int64) {
    precondition(state == .idle, "the stream is already recording")
    state = .recording
    start = time
    limit = end.map { $0 - 1 } ?? .max
    // A sample at the very start is taken.
    lastTime = time - 1
    storedUntil = lastTime
    gapAfter = min(time + tolerance, limit)
    lastTick = now
    collectedSince = now
    hole = nil
    evidence = nil
    pending = []
    buffer.removeAll(keepingCapacity: true)
  }

  // MARK: During a recording

  /// Sets the cause for samples that may be missing from now on.
  ///
  /// The cause applies until the next sample. The cause of a gap that has already begun does not
  /// change.
  public mutating func evidence(of cause: GapCause) {
    guard state == .recording else { return }
    evidence = Evidence(lastTime: lastTime, cause: cause)
  }

  /// Reports that the source delivers nothing from now on. The time until the next sample is a gap,
  /// however short it is.
  ///
  /// A cause that was reported earlier for the same gap is kept.
  public mutating func interrupted(because cause: GapCause) {
    guard state == .recording, hole == nil else { return }
    let known = evidence.flatMap { $0.lastTime == lastTime && !$0.isPresumed ? $0.cause : nil }
    hole = Hole(start: max(lastTime, start), cause: known ?? cause)
    gapAfter = .min
  }

  /// Adds a mark at the current position of the stream.
  public mutating func mark(_ mark: Mark) {
    guard state == .recording else { return }
    flushBuffer()
    pending.append(.mark(mark))
  }

  /// Returns the actions for everything collected since the last tick. Call it once a second: a
  /// kill of the process loses at most the samples between two ticks.
  public mutating func tick(now: Int64) -> [Action] {
    switch state {
    case .idle:
      return []
    case .recording:
      noteElapsedTime(now)
      return appendPending(closing: chunkBegan.map { now - $0 >= chunkDuration } ?? false)
    case .stopping:
      return appendPending(closing: true)
    }
  }

  /// Returns the actions that store everything and close the chunk, because the process is about to
  /// end.
  ///
  /// The recording is not ended.
  public mutating func processEnding(now: Int64) -> [Action] {
    switch state {
    case .idle:
      return []
    case .recording, .stopping:
      passTick(now)
      return appendPending(closing: true)
    }
  }

  /// Sets the end of the recording, if it becomes known only now. Later samples are dropped.
  /// Earlier samples may still be delivered, until `stopped`.
  public mutating func ending(at end: Int64) {
    guard state == .recording else { return }
    limit = min(limit, end - 1)
    gapAfter = min(gapAfter, limit)
  }

  /// Ends the recording.
  ///
  /// - Parameters:
  ///   - end: the first moment that is no longer recorded. Later samples are dropped.
  ///   - now: the current time, not before `end`.
  public mutating func stopped(at end: Int64, now: Int64) -> [Action] {
    guard state == .recording else { return [] }
    noteElapsedTime(now)
    let end = max(end, lastTime &+ 1)
    let gap = gap(until: end)
    flushBuffer()
    if let gap { pending.append(.gap(gap)) }
    pending.append(.mark(.stopped(at: end)))
    state = .stopping(end: end)
    lastTime = .max
    hole = nil
    return appendPending(closing: true)
  }

  /// Derives from the ticks whether the process ran while no samples were delivered.
  private mutating func noteElapsedTime(_ now: Int64) {
    if now - lastTick > Self.lateTickNanoseconds {
      note(.suspended)
    } else if now - lastTime > timeout {
      note(.sensorOff)
    }
    passTick(now)
  }

  private mutating func passTick(_ now: Int64) {
    collectedSince = max(lastTick, now - Self.tickNanoseconds)
    lastTick = now
  }

  private mutating func note(_ cause: GapCause) {
    if evidence?.lastTime != lastTime { evidence = Evidence(lastTime: lastTime, cause: cause) }
  }

  private mutating func appendPending(closing: Bool) -> [Action] {
    flushBuffer()
    pendingAppends = ChunkLimits.parts(of: pending)
    pending = []
    let append = pendingAppends.map(Action.append)
    let hasChunk = chunkBegan != nil || !pendingAppends.isEmpty
    if closing, hasChunk { return append + [.closeChunk] }
    let isDue = chunkBegan.map {
      lastTick - max($0, durableUntil) >= Self.synchronizationNanoseconds
    }
    return append + (isDue == true ? [.synchronize] : [])
  }

  // MARK: Results of actions

  /// The blocks of the next `append` were appended.
  public mutating func wrote() {
    guard !pendingAppends.isEmpty else { return }
    let blocks = pendingAppends.removeFirst()
    for block in blocks {
      switch block {
      case .samples(let samples): counts.stored += samples.count
      case .gap: counts.gaps += 1
      case .mark: break
      }
    }
    if chunkBegan == nil { chunkBegan = collectedSince }
    guard pendingAppends.isEmpty else {
      storedUntil = blocks.compactMap(\.end).max() ?? storedUntil
      return
    }
    if case .stopping(let end) = state {
      storedUntil = end
    } else {
      storedUntil = hole.map { max(storedUntil, $0.start) } ?? lastTime
    }
  }

  /// None of the blocks of the next `append` could be appended, and the actions after it were not performed: the time
  /// since the last stored block is a gap. Marks are kept and returned again by the next tick.
  public mutating func writeFailed(because cause: GapCause) {
    let blocks = pendingAppends.flatMap(\.self)
    for case .samples(let samples) in blocks { counts.lost += samples.count }
    let marks = blocks.filter { if case .mark = $0 { true } else { false } }
    let from = max(storedUntil, start)
    // The cause of a later gap does not explain why these blocks could not be stored.
    let known = hole.flatMap { $0.start <= from ? $0.cause : nil } ?? causeAtStart(of: blocks)
    let lost = Hole(start: from, cause: known ?? cause)
    pendingAppends = []
    switch state {
    case .idle: break
    case .recording:
      pending = marks
      hole = lost
      gapAfter = .min
    case .stopping(let end):
      pending = marks.dropLast()
      if lost.start < end {
        pending.append(.gap(Gap(start: lost.start, end: end, cause: lost.cause)))
      }
      pending += marks.suffix(1)
    }
  }

  /// The cause of a gap that begins exactly where the stored blocks end; nil without such a gap.
  private func causeAtStart(of blocks: [ChunkBlock]) -> GapCause? {
    for case .gap(let gap) in blocks where gap.start == max(storedUntil, start) { return gap.cause }
    return nil
  }

  /// The blocks that were appended so far are durable.
  public mutating func synchronized() { durableUntil = lastTick }

  /// The chunk was closed.
  public mutating func closed() {
    chunkBegan = nil
    if case .stopping = state, pending.isEmpty, pendingAppends.isEmpty { state = .idle }
  }
}
