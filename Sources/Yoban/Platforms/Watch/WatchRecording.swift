#if os(watchOS) || os(Linux)
  import Chunks
  import CoreMotion
  import Foundation
  import WatchKit

  /// Records sensors through a night in a watch app, and relays everything through the phone to the
  /// collector.
  ///
  /// Create one instance in `applicationDidFinishLaunching()`, keep it as long as the process runs,
  /// and forward the calls of the application delegate; docs/runtime-relay.md shows the whole
  /// delegate. The phone's app needs a `RelayReceiver`. Isolated to the main actor.
  @MainActor
  public final class WatchRecording {
    private let store: ChunkStore
    private let recorder: Recorder
    private let relay: RelaySender
    let hold: WorkoutHold
    private let lingersAfterStop: Duration
    /// Only for `Shortcut.sendsAfterRecording`.
    private let sendsAfterRecording: Bool
    private let eventStreams = EventStreams<WatchRecordingEvent>()
    private var lingering: Timer?
    private let refreshes = RefreshTasks()

    /// Opens the store and repairs it after the last launch.
    ///
    /// - Throws: `StoreError` when the folder cannot be used.
    public init(_ configuration: Configuration) throws(StoreError) {
      store = try ChunkStore(
        folder: try configuration.resolvedFolder(), device: configuration.device,
        byteCountMax: configuration.byteCountMax)
      try store.recover()
      let motion = CMMotionManager()
      var recording = Recorder.Configuration()
      recording.chunkDuration = configuration.chunkDuration
      recorder = try Recorder(
        store: store,
        sources: configuration.sensors.map { sensor -> any SampleSource in
          switch sensor {
          case .accelerometer(let rateHz): AccelerometerSource(manager: motion, rateHz: rateHz)
          case .rotationRate(let rateHz): RotationRateSource(manager: motion, rateHz: rateHz)
          }
        },
        configuration: recording)
      relay = RelaySender(store: store, configuration: configuration.relay)
      hold = WorkoutHold(configuration.workout)
      lingersAfterStop = configuration.lingersAfterStop
      sendsAfterRecording = configuration.relay.shortcuts.contains(.sendsAfterRecording)
      connect()
    }

    // MARK: Calls from the application delegate

    /// Continues the recording and the relay of an earlier launch.
    public func applicationDidFinishLaunching() {
      if recorder.resumeIfWanted() { hold.recover() }
      relay.start(holdingBack: sendsAfterRecording && recorder.isRecording)
    }

    /// Continues the workout session of a launch that ended during it (WK2).
    ///
    /// If the time of the recording has passed, the workout session ends once everything is at the
    /// collector, or after `lingersAfterStop`.
    public func handleActiveWorkoutRecovery() {
      hold.recover()
      if !recorder.isRecording { linger() }
    }

    /// Keeps the tasks in which the system delivers data from the phone (WK9), and completes them.
    ///
    /// - Returns: the other tasks, which the app must complete.
    public func handle(
      _ backgroundTasks: Set<WKRefreshBackgroundTask>
    ) -> Set<WKRefreshBackgroundTask> {
      refreshes.take(backgroundTasks) { [weak self] in self?.relay.hasContentPending ?? false }
    }

    // MARK: Actions of the user

    /// Starts a recording that ends by itself. Call it while the app is active (WK2).
    ///
    /// - Parameter duration: up to 12 h, as measured (WK3).
    /// - Throws: `RecorderError`; nothing is then recorded.
    public func start(for duration: Duration) throws(RecorderError) {
      try recorder.start(until: Date(timeIntervalSinceNow: duration / .seconds(1)))
      lingering?.invalidate()
      lingering = nil
      hold.start()
    }

    /// Ends the recording now. The stored chunks are relayed.
    public func stop() { recorder.stop() }

    // MARK: State and events

    public var isRecording: Bool { recorder.isRecording }
    public var recordingProgress: RecordingProgress { recorder.progress }
    public var relayProgress: RelayProgress { relay.progress }
    /// Whether everything that was recorded has reached the collector. False as long as a chunk is
    /// quarantined (`quarantined`), which may be forever.
    public var isDelivered: Bool { store.isEmpty && !recorder.isRecording }
    /// The chunks that were quarantined on the watch because their bytes are damaged.
    public var quarantined: [QuarantinedChunk] { store.quarantined }

    /// Relays again the chunks that a collector refused. Damaged chunks stay in the quarantine.
    /// When the collector refuses a relayed chunk, the chunk is quarantined on the phone, by its
    /// `RelayReceiver`.
    ///
    /// - Throws: `StoreError`; the chunks that were not requeued are still quarantined.
    public func requeueQuarantined() throws(StoreError) {
      let chunks = try store.requeueQuarantined()
      if !(sendsAfterRecording && recorder.isRecording) { relay.send(chunks) }
    }

    /// Returns every event from now on, for one reader. If more than 1,000 events wait, the oldest
    /// are dropped.
    public func events() -> AsyncStream<WatchRecordingEvent> { eventStreams.stream() }

    private func connect() {
      recorder.eventStreams.observer = { [unowned self] event in
        switch event {
        case .chunkClosed(let chunk): if !sendsAfterRecording { relay.send([chunk]) }
        case .stopped:
          relay.send(store.pending)
          linger()
        case .started, .resumed, .gap, .clockChanged, .storageFailed, .storageWorks, .sourceFailed:
          break
        }
        eventStreams.post(.recording(event))
      }
      relay.eventStreams.observer = { [unowned self] event in
        if case .atServer = event, lingering != nil, relay.isDelivered { letGo() }
        eventStreams.post(.relay(event))
      }
      hold.onProblem = { [unowned self] problem in eventStreams.post(.workout(problem)) }
    }

    // MARK: After the end of a recording

    /// Keeps the process running for a limited time while chunks are still to be relayed.
    private func linger() {
      guard lingersAfterStop > .zero, !relay.isDelivered else { return letGo() }
      lingering?.invalidate()
      let timer = Timer.scheduledTimer(
        withTimeInterval: lingersAfterStop / .seconds(1), repeats: false
      ) { [weak self] _ in
        MainActor.assumeIsolated { self?.letGo() }
      }
      RunLoop.main.add(timer, forMode: .common)
      lingering = timer
    }

    private func letGo() {
      lingering?.invalidate()
      lingering = nil
      if !recorder.isRecording { hold.stop() }
    }
  }

  /// An event of a recording night on a watch.
  public enum WatchRecordingEvent: Hashable, Sendable {
    case recording(RecorderEvent)
    case relay(RelayEvent)
    case workout(WorkoutHold.Problem)
  }
#endif
