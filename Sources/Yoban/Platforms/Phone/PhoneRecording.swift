#if !os(watchOS)
  import Foundation

  /// Records sensors through a night in an iPhone app, and uploads everything to the collector.
  ///
  /// Create one instance in `application(_:didFinishLaunchingWithOptions:)`, keep it as long as the
  /// process runs, and forward the four calls of the application delegate; docs/runtime.md shows
  /// the whole delegate. Isolated to the main actor.
  @MainActor
  public final class PhoneRecording: Recording {
    public let core: RecordingCore<PhoneRecordingEvent>
    private let uploader: Uploader
    private let relay: RelayReceiver?

    /// Opens the store, repairs it after the last launch, and connects to the upload session.
    ///
    /// - Throws: `RecorderError` when the folder cannot be used, or two sources have the same stream.
    public init(_ configuration: Configuration) throws(RecorderError) {
      let store = try RecorderError.wrapping { () throws(StoreError) in
        try ChunkStore.opened(
          try configuration.resolvedFolder(), device: configuration.device,
          protection: configuration.protection, packsChunks: configuration.packsChunks)
      }
      let keepAlive = KeepAlive(configuration.keepAlive)
      uploader = Uploader(store: store, configuration: configuration.uploads)
      uploader.deviceFacts = configuration.deviceFacts
      core = try RecordingCore(
        RecordingSettings(
          sources: configuration.sources, chunkDuration: configuration.chunkDuration),
        store: store, delivery: uploader, hold: keepAlive, wrap: { .recording($0) })
      relay = try configuration.relay.map { (settings) throws(RecorderError) in
        try RecorderError.wrapping { () throws(StoreError) in try RelayReceiver(settings) }
      }
      uploader.addObserver(core) { [unowned core] in core.post(.upload($0)) }
      keepAlive.onProblem = { [unowned core] in core.post(.keepAlive($0)) }
      relay?.broadcaster.addObserver(core) { [unowned core] in core.post(.relay($0)) }
    }

    // MARK: Calls from the application delegate

    /// Continues the recording and the uploads of an earlier launch.
    public func applicationDidFinishLaunching() {
      core.launched()
      relay?.applicationDidFinishLaunching()
    }

    /// Stores all collected samples. The next launch resumes the recording, after a gap.
    public func applicationWillTerminate() {
      core.recorder.applicationWillTerminate()
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

    // MARK: State

    public var uploadProgress: UploadProgress { uploader.progress }
    /// The progress of the watch's chunks; nil without a relay.
    public var relayProgress: RelayReceiverProgress? { relay?.progress }
  }

  /// An event of a recording on an iPhone.
  public enum PhoneRecordingEvent: Hashable, Sendable {
    case recording(RecorderEvent)
    case upload(UploadEvent)
    case keepAlive(KeepAlive.Problem)
    case relay(RelayReceiverEvent)
  }
#endif
