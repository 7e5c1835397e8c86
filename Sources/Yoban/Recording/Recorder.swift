import Chunks
import Foundation

/// Records sensors into a store until a given time. The recording survives kills, reboots and a
/// full disk.
///
/// Create it in `application(_:didFinishLaunchingWithOptions:)`, after `ChunkStore.recover()`. Call
/// `resumeIfWanted()` there, `start(until:)` when the user starts a recording, and
/// `applicationWillTerminate()` from the method of that name. It does not keep the process running;
/// use `KeepAlive` for that. In every case, each moment from start to end is covered by a chunk or
/// lies in a gap.
///
/// Isolated to `RecorderActor`. The recorder runs once a second there. If the process is killed, at
/// most the samples since the last of these ticks are lost, and a gap records their time.
@RecorderActor
public final class Recorder {
  /// The length of chunks, and the function that reads the clocks.
  public struct Configuration {
    public var chunkDuration = StreamRecorder.defaultChunkDuration
    public var readClocks: @RecorderActor () -> ClockReading = ClockReading.now

    public init() {}
  }

  let store: ChunkStore
  let pipelines: [Pipeline]
  let readClocks: @RecorderActor () -> ClockReading
  var state: RecordingState
  /// Whether the state could not be written, so that the disk has an older one.
  var isStateUnsaved = false
  let broadcaster = EventBroadcaster<RecorderEvent>()
  /// Whether this process has read the clocks for the timeline, which may be that of an earlier boot before.
  var isTimelineCurrent = false
  private var timer: ActorTimer?

  /// - Parameters:
  ///   - store: call its `recover()` before.
  ///   - sources: one for each stream. Their stream names must differ.
  /// - Throws: `RecorderError.store` when the state of the last launch cannot be read, and
  ///   `sameStream`.
  public init(
    store: ChunkStore, sources: [any SampleSource], configuration: Configuration = Configuration()
  ) throws(RecorderError) {
    precondition(store.recovery != nil, "call recover() of the store first")
    var names: Set<String> = []
    for source in sources where !names.insert(source.stream.name).inserted {
      throw .sameStream(source.stream.name)
    }
    self.store = store
    pipelines = sources.map { Pipeline($0, chunkDuration: configuration.chunkDuration) }
    readClocks = configuration.readClocks
    let reading = configuration.readClocks()
    let stored = try RecorderError.wrapping { () throws(StoreError) in
      try RecordingState.load(from: store, now: reading.continuous)
    }
    state = stored ?? RecordingState(timeline: Timeline(reading))
  }

  /// Whether a recording was started and its end is not stored yet.
  public var isRecording: Bool { state.wanted != nil }

  /// Returns every event from now on, for one reader. If more than 1,000 events wait, the oldest
  /// are dropped.
  public func events() -> AsyncStream<RecorderEvent> { broadcaster.stream() }

  /// The progress of the recording.
  public var progress: RecordingProgress {
    RecordingProgress(
      since: state.wanted?.since, until: state.wanted?.until,
      streams: pipelines.map { .init(name: $0.stream.name, counts: $0.sink.machine.counts) })
  }

  // MARK: Beginning and ending

  /// Starts a recording that ends by itself at a given time.
  ///
  /// - Parameter end: at most a hundred years from now counts, so `.distantFuture` means until `stop()`.
  /// - Throws: `RecorderError`; nothing is then recorded.
  public func start(until end: Date) throws(RecorderError) {
    guard state.wanted == nil else { throw .alreadyRecording }
    let remaining = end.timeIntervalSince(Date(nanoseconds: readClocks().wall))
    guard remaining > 0 else { throw .endNotInFuture }
    let duration = Int64((min(remaining, Duration.longestSeconds) * 1e9).rounded())
    resumeTimeline()
    let now = state.timeline.now
    let numbers = pipelines.map { ($0.stream.name, store.nextSequence(of: $0.stream.name)) }
    let until = now + duration
    state.wanted = .init(
      since: now, until: until, firstSequences: Dictionary(uniqueKeysWithValues: numbers))
    state.wasTerminated = false
    do throws(StoreError) {
      try state.save(in: store)
    } catch {
      state.wanted = nil
      throw .store(error)
    }
    for pipeline in pipelines { pipeline.sink.machine.started(at: now, until: until) }
    run()
    post(.started(at: now))
  }

  /// Ends the recording now. Does nothing when there is none. The next recording may start after
  /// the event `stopped`, which is posted immediately unless a sensor delivers its samples in
  /// batches.
  ///
  /// If the end cannot be stored now, this is retried each second, and at the next launch.
  public func stop() {
    guard let wanted = state.wanted, wanted.stoppedAt == nil else { return }
    updateTimeline()
    end(at: min(state.timeline.now, wanted.until))
  }

  /// Stores all collected samples, and records that the user terminated the app (L4, L16).
  ///
  /// The recording is not ended: the next launch resumes it.
  public func applicationWillTerminate() {
    guard state.wanted != nil else { return }
    updateTimeline()
    for pipeline in pipelines {
      perform(pipeline.sink.machine.processEnding(now: state.timeline.now), of: pipeline)
    }
    state.wasTerminated = true
    saveState()
  }

  // MARK: Running

  /// Starts the sensors and the tick.
  func run() {
    tick()
    for pipeline in pipelines where pipeline.sink.machine.state == .recording {
      let stream = pipeline.stream.name
      pipeline.startSource { [weak self] failure in
        self?.post(.sourceFailed(stream: stream, failure))
      }
    }
    runTimer()
  }

  func runTimer() {
    guard timer == nil else { return }
    timer = ActorTimer(after: 1, repeats: true) { [weak self] in self?.tick() }
  }

  func tick() {
    updateTimeline()
    if isStateUnsaved { saveState() }
    guard let wanted = state.wanted else { return }
    if wanted.stoppedAt == nil, state.timeline.now >= wanted.until {
      end(at: wanted.until)
      return
    }
    for pipeline in pipelines {
      perform(pipeline.sink.machine.tick(now: state.timeline.now), of: pipeline)
    }
    finishIfStored()
  }

  /// Stops the sensors, and then the machines after the last samples. If something cannot be stored
  /// now, this is retried at each tick.
  func end(at end: Int64) {
    state.wanted?.stoppedAt = end
    saveState()
    for pipeline in pipelines {
      pipeline.sink.machine.ending(at: end)
      pipeline.source.finish { [weak self, pipeline] in self?.finished(pipeline, at: end) }
    }
    finishIfStored()
    if state.wanted != nil { runTimer() }
  }

  private func finished(_ pipeline: Pipeline, at end: Int64) {
    perform(pipeline.sink.machine.stopped(at: end, now: state.timeline.now), of: pipeline)
    finishIfStored()
  }

  private func finishIfStored() {
    guard let end = state.wanted?.stoppedAt,
      pipelines.allSatisfy({ $0.sink.machine.state == .idle })
    else { return }
    state.wanted = nil
    saveState()
    if !isStateUnsaved {
      timer?.invalidate()
      timer = nil
    }
    post(.stopped(at: end))
  }

  func saveState() {
    isStateUnsaved = (try? state.save(in: store)) == nil
  }

  // MARK: Storing

  private func perform(_ actions: [StreamRecorder.Action], of pipeline: Pipeline) {
    for action in actions {
      do throws(StoreError) {
        switch action {
        case .append(let blocks):
          let chunks = try store.append(blocks, to: pipeline.stream)
          pipeline.sink.machine.wrote()
          for chunk in chunks { post(.chunkClosed(chunk)) }
          for case .gap(let gap) in blocks { post(.gap(stream: pipeline.stream.name, gap)) }
        case .closeChunk:
          let chunks = try store.close(pipeline.stream.name)
          pipeline.sink.machine.closed()
          for chunk in chunks { post(.chunkClosed(chunk)) }
        case .synchronize:
          try store.synchronize(pipeline.stream.name)
          pipeline.sink.machine.synchronized()
        }
      } catch {
        if case .append = action { pipeline.sink.machine.writeFailed(because: error.gapCause) }
        if !pipeline.isFailing { post(.storageFailed(stream: pipeline.stream.name, error)) }
        pipeline.isFailing = true
        return
      }
    }
    if pipeline.isFailing, !actions.isEmpty {
      pipeline.isFailing = false
      post(.storageWorks(stream: pipeline.stream.name))
    }
  }

  func post(_ event: RecorderEvent) { broadcaster.post(event) }
}

extension Date {
  /// Creates a date from nanoseconds since 1970, with a precision of about one microsecond.
  init(nanoseconds: Int64) {
    self.init(timeIntervalSince1970: Double(nanoseconds) / 1e9)
  }
}
