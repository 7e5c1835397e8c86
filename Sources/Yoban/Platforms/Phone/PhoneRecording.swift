#if !os(watchOS)
  import Chunks
  import CoreMotion
  import Foundation

  /// Records sensors through a night in an iPhone app, and uploads everything to the collector.
  ///
  /// Create one instance in `application(_:didFinishLaunchingWithOptions:)`, keep it as long as the
  /// process runs, and forward the four calls of the application delegate; docs/runtime.md shows
  /// the whole delegate. Isolated to the main actor.
  @MainActor
  public final class PhoneRecording {
    private let store: ChunkStore
    private let recorder: Recorder
    private let uploader: Uploader
    private let keepAlive: KeepAlive
    private let relay: RelayReceiver?
    private let eventStreams = EventStreams<NightEvent>()

    /// Opens the store, repairs it after the last launch, and connects to the upload session.
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

    // MARK: Calls from the application delegate

    /// Continues the recording and the uploads of an earlier launch.
    public func applicationDidFinishLaunching() {
      if recorder.resumeIfWanted() { keepAlive.start() }
      uploader.start()
      relay?.applicationDidFinishLaunching()
    }

    /// Stores all collected samples. The next launch resumes the recording, after a gap.
    public func applicationWillTerminate() {
      recorder.applicationWillTerminate()
    }

    /// Handles the results of uploads that ended while the app was suspended or not running.
    ///
    /// - Returns: whether the session belongs to this recording or its relay. If not, call the
    ///   handler yourself.
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

    // MARK: Actions of the user

    /// Starts a recording that ends by itself. Call it while the app is in the foreground (LOC1).
    ///
    /// - Parameter duration: for example 12 h.
    /// - Throws: `RecorderError`; nothing is then recorded.
    public func start(for duration: Duration) throws(RecorderError) {
      try recorder.start(until: Date(timeIntervalSinceNow: duration / .seconds(1)))
      keepAlive.start()
    }

    /// Ends the recording now. The stored chunks are uploaded in the background.
    public func stop() { recorder.stop() }

    /// Uploads again the chunks that the collector refused, for example with a new token.
    ///
    /// - Throws: `StoreError`; the chunks that were not requeued are still quarantined.
    public func requeueQuarantined() throws(StoreError) { try uploader.requeueQuarantined() }

    // MARK: State and events

    public var isRecording: Bool { recorder.isRecording }
    public var recordingProgress: RecordingProgress { recorder.progress }
    public var uploadProgress: UploadProgress { uploader.progress }
    /// The progress of the watch's chunks; nil without a relay.
    public var relayProgress: RelayReceiverProgress? { relay?.progress }
    /// The quarantined chunks, with the reasons.
    public var quarantined: [QuarantinedChunk] { store.quarantined }
    /// Whether everything that was recorded has reached the collector.
    public var isDelivered: Bool { store.isEmpty && !recorder.isRecording }

    /// Returns every event from now on, for one reader. If more than 1,000 events wait, the oldest
    /// are dropped.
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

  /// An event of a recording night.
  public enum NightEvent: Hashable, Sendable {
    case recording(RecorderEvent)
    case upload(UploadEvent)
    case keepAlive(KeepAlive.Problem)
    case relay(RelayReceiverEvent)
  }
#endif
