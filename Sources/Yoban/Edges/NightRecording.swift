#if !os(watchOS)
  import Chunks
  import CoreMotion
  import Foundation

  /// Everything an iPhone app needs to record sensors through a night and lose nothing.
  ///
  /// Create one in `application(_:didFinishLaunchingWithOptions:)`, keep it as long as the process
  /// lives, and pass on the four calls of the application delegate; docs/runtime.md has the whole
  /// delegate. Isolated to the main actor.
  @MainActor
  public final class NightRecording {
    private let store: ChunkStore
    private let recorder: Recorder
    private let uploader: Uploader
    private let keepAlive: KeepAlive
    private let relay: RelayReceiver?
    private let eventStreams = EventStreams<NightEvent>()

    /// Opens the store, brings it in order after the last launch, and connects the upload session.
    ///
    /// - Throws: `StoreError` when the folder cannot be used.
    public init(_ configuration: Configuration) throws(StoreError) {
      store = try ChunkStore(
        folder: try configuration.resolvedFolder(), device: configuration.device)
      try store.recover()
      let motion = CMMotionManager()
      var recording = Recorder.Configuration()
      recording.chunkDuration = configuration.chunkDuration
      recorder = try Recorder(
        store: store,
        sources: configuration.sensors.map { sensor -> any SampleSource in
          switch sensor {
          case .accelerometer(let rateHz): AccelerometerSource(manager: motion, rateHz: rateHz)
          case .gyroscope(let rateHz): GyroscopeSource(manager: motion, rateHz: rateHz)
          case .bluetooth(let source): source
          case .region(let source): source
          case .job(let source): source
          }
        },
        configuration: recording)
      uploader = Uploader(store: store, configuration: configuration.uploads)
      keepAlive = KeepAlive(configuration.keepAlive)
      if let settings = configuration.relay {
        relay = try RelayReceiver(settings)
      } else {
        relay = nil
      }
      connect()
    }

    // MARK: From the application delegate

    /// Goes on with what an earlier launch began: recording and uploads.
    public func applicationDidFinishLaunching() {
      if recorder.resumeIfWanted() { keepAlive.start() }
      uploader.start()
      relay?.applicationDidFinishLaunching()
    }

    /// Stores what is there. The recording is resumed at the next launch, after a gap.
    public func applicationWillTerminate() {
      recorder.applicationWillTerminate()
    }

    /// Passes on what became of uploads while the app was suspended or gone.
    ///
    /// - Returns: whether the session is this recording's or its relay's; if not, call the handler
    ///   yourself.
    @discardableResult
    public func handleEventsForBackgroundURLSession(
      identifier: String, completionHandler: @escaping () -> Void
    ) -> Bool {
      if relay?.handleEventsForBackgroundURLSession(
        identifier: identifier, completionHandler: completionHandler) == true
      {
        return true
      }
      return uploader.handleEventsForBackgroundURLSession(
        identifier: identifier, completionHandler: completionHandler)
    }

    // MARK: From the user

    /// Begins a recording that ends by itself. Call it while the app is in foreground (LOC1).
    ///
    /// - Parameter duration: 12 h, for instance.
    /// - Throws: `RecorderError`; nothing is then recorded.
    public func start(for duration: Duration) throws(RecorderError) {
      try recorder.start(until: Date(timeIntervalSinceNow: duration / .seconds(1)))
      keepAlive.start()
    }

    /// Ends the recording now. What is stored is sent in background.
    public func stop() { recorder.stop() }

    /// Sends again what the collector refused, after a new token for instance.
    ///
    /// Throws `StoreError`; what was not requeued is still quarantined.
    public func requeueQuarantined() throws(StoreError) { try uploader.requeueQuarantined() }

    // MARK: What happens

    public var isRecording: Bool { recorder.isRecording }
    public var recordingProgress: RecordingProgress { recorder.progress }
    public var uploadProgress: UploadProgress { uploader.progress }
    /// How far the chunks of the watch are; nil without a relay.
    public var relayProgress: RelayReceiverProgress? { relay?.progress }
    /// What the collector refused, and why.
    public var quarantined: [QuarantinedChunk] { store.quarantined }
    /// Whether everything recorded has reached the collector.
    public var isDelivered: Bool { store.isEmpty && !recorder.isRecording }

    /// Every event from now on, for one reader. The oldest are dropped when more than 1,000 wait.
    public func events() -> AsyncStream<NightEvent> { eventStreams.stream() }

    private func connect() {
      recorder.eventStreams.observer = { [unowned self] event in
        if case .chunkClosed(let chunk) = event { uploader.send([chunk]) }
        if case .stopped = event { keepAlive.stop() }
        eventStreams.post(.recording(event))
      }
      uploader.eventStreams.observer = { [unowned self] event in
        eventStreams.post(.upload(event))
      }
      keepAlive.onProblem = { [unowned self] problem in
        eventStreams.post(.keepAlive(problem))
      }
      relay?.eventStreams.observer = { [unowned self] event in eventStreams.post(.relay(event)) }
    }
  }

  /// One fact about a night.
  public enum NightEvent: Hashable, Sendable {
    case recording(RecorderEvent)
    case upload(UploadEvent)
    case keepAlive(KeepAlive.Problem)
    case relay(RelayReceiverEvent)
  }
#endif
