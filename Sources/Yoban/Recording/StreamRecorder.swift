import Chunks

/// Turns the samples of one sensor into blocks, gaps and marks: the gap ledger of one stream.
///
/// The invariant: every moment between `started` and `stopped` lies within the longest timeout of
/// the stream (one and a half intervals, for samples at a fixed rate) of a stored sample, or inside
/// a gap with its cause. A sample that the sensor gave is stored once, or lies inside a gap; never
/// both.
///
/// Pure: times and causes come in, actions come out. Perform the actions in their order and say
/// how each ended (`wrote`, `writeFailed`, `closed`, `synchronised`) before the next input; a close
/// or synchronisation that failed needs no answer and comes again with the next tick. Times are
/// nanoseconds since 1970 on one line that never goes back.
public struct StreamRecorder: Sendable {
  /// A stretch that is known to be missing and goes on until the next sample.
  private struct Hole {
    var start: Int64
    var cause: GapCause
  }

  /// A cause that holds for a gap after `lastTime`, if there is one.
  private struct Evidence {
    var lastTime: Int64
    var cause: GapCause
    /// Nobody said so: it is only likely.
    var isPresumed = false
  }

  /// A tick later than this after the one before it shows that the process did not run.
  static let lateTickNanoseconds: Int64 = 2_500_000_000
  /// A sensor that gives nothing for longer while the process runs counts as off.
  static let timeoutNanosecondsMin: Int64 = 2_000_000_000
  /// The time between two ticks, when the process runs.
  static let tickNanoseconds: Int64 = 1_000_000_000
  /// An open chunk is made durable each minute: what a crash of the system may cost.
  static let synchronisationNanoseconds: Int64 = 60_000_000_000

  public private(set) var state = State.idle
  public private(set) var counts = Counts()

  private let chunkDuration: Int64
  private let channelCount: Int
  /// The longest step between two samples that is no gap.
  private let tolerance: Int64
  /// A sensor that gives nothing for longer while the process runs counts as off.
  private let timeout: Int64

  private var buffer: SampleBlock
  /// Blocks that come before the buffer.
  private var pending: [ChunkBlock] = []
  /// The last sample taken; every later sample is taken.
  private var lastTime = Int64.max
  /// A sample later than this needs a closer look.
  private var gapAfter = Int64.max
  private var hole: Hole?
  private var evidence: Evidence?
  private var start = Int64.min
  /// The last moment that is wanted, if the end is known before.
  private var limit = Int64.max
  private var lastTick = Int64.min
  /// Since when what a tick hands out was collected; the tick before it, as a rule.
  private var collectedSince = Int64.min
  /// Everything up to here is stored.
  private var storedUntil = Int64.min
  /// When the open chunk began to be collected; nil when there is no open chunk.
  private var chunkBegan: Int64?
  /// Everything that was appended to the open chunk before is durable.
  private var durableUntil = Int64.min
  /// What was handed out with `append` and neither confirmed nor refused yet.
  private var handedOut: [ChunkBlock] = []

  /// 5 min: the system serves few large transfers better than many small ones (FT7), and the radio
  /// sleeps in between.
  public static let defaultChunkDuration = Duration.seconds(300)

  /// - Parameter chunkDuration: how long blocks go into one chunk.
  public init(_ stream: StreamDescription, chunkDuration: Duration = defaultChunkDuration) {
    self.init(
      channelCount: stream.channels.count, tolerance: stream.timeout,
      timeout: stream.nominalInterval.map { $0 * 2 } ?? stream.timeout,
      chunkDuration: chunkDuration)
  }

  /// A recorder of three channels at a fixed rate.
  ///
  /// - Parameters:
  ///   - nominalInterval: the intended time between two samples, more than 0.
  ///   - chunkDuration: how long blocks go into one chunk.
  public init(nominalInterval: Duration, chunkDuration: Duration = defaultChunkDuration) {
    precondition(nominalInterval > .zero, "samples have a positive interval")
    self.init(
      channelCount: 3, tolerance: nominalInterval + nominalInterval / 2,
      timeout: nominalInterval * 2, chunkDuration: chunkDuration)
  }

  private init(
    channelCount: Int, tolerance: Duration, timeout: Duration, chunkDuration: Duration
  ) {
    precondition(chunkDuration > .zero, "a chunk has a positive duration")
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

  /// Takes one sample: the hot path, some nanoseconds long and without allocation as a rule.
  ///
  /// A sample not later than the last one, before the start or not before the end is dropped.
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

  /// Takes one sample of one value for each channel, as `sample(time:_:_:_:)` takes three.
  public mutating func sample(time: Int64, _ values: some Collection<Double>) {
    guard time > lastTime, time <= gapAfter || takesAfterStep(time) else {
      counts.dropped += 1
      return
    }
    buffer.append(time: time, values)
    lastTime = time
    gapAfter = min(time &+ tolerance, limit)
  }

  /// Looks at a sample that does not simply follow the one before it, and notes the gap.
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

  /// The gap from what is covered to a moment, if that is further than samples are apart.
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

  // MARK: Beginning

  /// Begins a recording: samples from this moment on are wanted.
  ///
  /// - Parameters:
  ///   - time: later than everything that was recorded before.
  ///   - end: the first moment that is not wanted any more, if it is known.
  public mutating func started(at time: Int64, until end: Int64? = nil) {
    begin(at: time, until: end, now: time)
    // Until its first sample a sensor is off, not the process suspended; the source may know better.
    evidence = Evidence(lastTime: lastTime, cause: .sensorOff, isPresumed: true)
    pending = [.mark(.started(at: time))]
  }

  /// Goes on with a recording that another process launch began.
  ///
  /// What that launch had not stored is a gap, up to the next sample.
  ///
  /// - Parameters:
  ///   - start: when the recording was started.
  ///   - covered: how far the stored blocks go (`StreamRecovery.coveredUntil`); nil for nothing.
  ///   - hasMark: whether the mark `started` is stored.
  ///   - cause: how the other launch ended.
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
    precondition(state == .idle, "a stream records once at a time")
    state = .recording
    start = time
    limit = end.map { $0 - 1 } ?? .max
    // A sample at the very start is wanted.
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

  // MARK: While it goes on

  /// Says why samples are missing from now on, if any are.
  ///
  /// It holds until the next sample. What was known before about the same stretch stays.
  public mutating func evidence(of cause: GapCause) {
    guard state == .recording else { return }
    evidence = Evidence(lastTime: lastTime, cause: cause)
  }

  /// Says that the source gives nothing from now on: until the next sample there is a gap, however
  /// short.
  ///
  /// What was known before about the same stretch stays.
  public mutating func interrupted(because cause: GapCause) {
    guard state == .recording, hole == nil else { return }
    let known = evidence.flatMap { $0.lastTime == lastTime && !$0.isPresumed ? $0.cause : nil }
    hole = Hole(start: max(lastTime, start), cause: known ?? cause)
    gapAfter = .min
  }

  /// Adds a mark at this place of the stream.
  public mutating func mark(_ mark: Mark) {
    guard state == .recording else { return }
    flushBuffer()
    pending.append(.mark(mark))
  }

  /// Hands out what came since the last tick. Call it once a second: at most what comes between
  /// two ticks is at risk.
  public mutating func tick(now: Int64) -> [Action] {
    switch state {
    case .idle:
      return []
    case .recording:
      noteHowTimePassed(now)
      return handOut(closing: chunkBegan.map { now - $0 >= chunkDuration } ?? false)
    case .stopping:
      return handOut(closing: true)
    }
  }

  /// Hands out everything and ends the chunk, because the process is about to end.
  ///
  /// The recording is not stopped by it.
  public mutating func processEnding(now: Int64) -> [Action] {
    switch state {
    case .idle:
      return []
    case .recording, .stopping:
      passTick(now)
      return handOut(closing: true)
    }
  }

  /// Says when the recording will end, if that becomes known while it goes on: later samples are
  /// dropped. Earlier ones may still come, until `stopped`.
  public mutating func ending(at end: Int64) {
    guard state == .recording else { return }
    limit = min(limit, end - 1)
    gapAfter = min(gapAfter, limit)
  }

  /// Ends the recording.
  ///
  /// - Parameters:
  ///   - end: the first moment that is not wanted any more; later samples are dropped.
  ///   - now: when this is noticed, the same or later.
  public mutating func stopped(at end: Int64, now: Int64) -> [Action] {
    guard state == .recording else { return [] }
    noteHowTimePassed(now)
    let end = max(end, lastTime &+ 1)
    let gap = gap(until: end)
    flushBuffer()
    if let gap { pending.append(.gap(gap)) }
    pending.append(.mark(.stopped(at: end)))
    state = .stopping(end: end)
    lastTime = .max
    hole = nil
    return handOut(closing: true)
  }

  /// Learns from the ticks whether the process ran while no samples came.
  private mutating func noteHowTimePassed(_ now: Int64) {
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

  private mutating func handOut(closing: Bool) -> [Action] {
    flushBuffer()
    handedOut = pending
    pending = []
    let append = handedOut.isEmpty ? [] : [Action.append(handedOut)]
    let hasChunk = chunkBegan != nil || !handedOut.isEmpty
    if closing, hasChunk { return append + [.closeChunk] }
    let isDue = chunkBegan.map {
      lastTick - max($0, durableUntil) >= Self.synchronisationNanoseconds
    }
    return append + (isDue == true ? [.synchronise] : [])
  }

  // MARK: How the actions ended

  /// The blocks were appended.
  public mutating func wrote() {
    for block in handedOut {
      switch block {
      case .samples(let samples): counts.stored += samples.count
      case .gap: counts.gaps += 1
      case .mark: break
      }
    }
    handedOut = []
    if chunkBegan == nil { chunkBegan = collectedSince }
    if case .stopping(let end) = state {
      storedUntil = end
    } else {
      storedUntil = hole.map { max(storedUntil, $0.start) } ?? lastTime
    }
  }

  /// None of the blocks could be appended: what they held is a gap from the last that could.
  ///
  /// Marks are kept and come again with the next tick.
  public mutating func writeFailed(because cause: GapCause) {
    for case .samples(let samples) in handedOut { counts.lost += samples.count }
    let marks = handedOut.filter { if case .mark = $0 { true } else { false } }
    let from = max(storedUntil, start)
    // What is known of a later stretch does not say why this one could not be stored.
    let known = hole.flatMap { $0.start <= from ? $0.cause : nil } ?? causeAtStart(of: handedOut)
    let lost = Hole(start: from, cause: known ?? cause)
    handedOut = []
    switch state {
    case .idle:
      break
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

  /// Why samples were missing already where the stored ones end, if blocks begin with such a gap.
  private func causeAtStart(of blocks: [ChunkBlock]) -> GapCause? {
    for case .gap(let gap) in blocks where gap.start == max(storedUntil, start) { return gap.cause }
    return nil
  }

  /// What was appended is durable.
  public mutating func synchronised() { durableUntil = lastTick }

  /// The chunk was ended.
  public mutating func closed() {
    chunkBegan = nil
    if case .stopping = state, pending.isEmpty, handedOut.isEmpty {
      state = .idle
    }
  }
}
