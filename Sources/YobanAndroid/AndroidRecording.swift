import AndroidFramework
import Foundation
import Yoban

/// A recording of sensors through a night on Android, with storage, uploads and keep-alive.
///
/// `RecorderApplication` creates it. Store, recorder and uploader are the same as on an iPhone; a
/// foreground service and a wake lock keep the process running. Isolated to the main actor.
@MainActor
public final class AndroidRecording {
  private let store: ChunkStore
  private let recorder: Recorder
  private let uploader: Uploader
  let keepAlive: AndroidKeepAlive
  private let lingersAfterStop: Duration
  private var readers: [(number: Int, reader: AsyncStream<AndroidRecordingEvent>.Continuation)] = []
  private var lastReader = 0
  private var linger: Timer?

  /// Opens the store and recovers it after the last launch.
  ///
  /// - Throws: `StoreError` when the folder cannot be used.
  init(
    _ configuration: Configuration, _ context: Context, _ service: RecorderService.Type
  ) throws(StoreError) {
    store = try ChunkStore(
      folder: configuration.folder(in: context), device: configuration.device)
    try store.recover()
    guard let sensors = context.getSystemService(SensorManager.self) else {
      preconditionFailure("every Android phone has a SensorManager")
    }
    var recording = Recorder.Configuration()
    recording.chunkDuration = configuration.chunkDuration
    recorder = try Recorder(
      store: store,
      sources: configuration.sensors.map { sensor in
        switch sensor {
        case .accelerometer(let rateHz):
          AndroidSensorSource(
            .accelerometer, manager: sensors, rateHz: rateHz,
            maxReportLatency: configuration.maxReportLatency)
        case .gyroscope(let rateHz):
          AndroidSensorSource(
            .gyroscope, manager: sensors, rateHz: rateHz,
            maxReportLatency: configuration.maxReportLatency)
        }
      },
      configuration: recording)
    // Android has no other kind of session, whatever was configured.
    var uploads = configuration.uploads
    uploads.session = .process
    uploader = Uploader(store: store, configuration: uploads)
    keepAlive = AndroidKeepAlive(context, service, configuration)
    lingersAfterStop = configuration.lingersAfterStop
    connect()
  }

  // MARK: From the application

  /// Continues the recording and the uploads of an earlier launch.
  func applicationWasCreated() {
    // The service needs no start: the system creates it again after it terminated the process.
    if recorder.resumeIfWanted() { keepAlive.startWithoutService() }
    uploader.start()
  }

  // MARK: From the user

  /// Starts a recording that ends by itself. Call it while the app is visible (AN4).
  ///
  /// - Parameter duration: the length of the recording, for instance 12 h.
  /// - Throws: `RecorderError`; nothing is recorded in this case.
  public func start(for duration: Duration) throws(RecorderError) {
    try recorder.start(until: Date(timeIntervalSinceNow: duration / .seconds(1)))
    linger?.invalidate()
    keepAlive.start()
  }

  /// Ends the recording now. The stored data is sent. With `maxReportLatency` the event `stopped`
  /// is delivered up to a second later, when the sensors have delivered the samples they held back;
  /// only then may the next recording start.
  public func stop() { recorder.stop() }

  /// Starts the service again, if a recording is in progress and the system stopped the service.
  /// Call it from the activity's `onStart`.
  public func holdIfNeeded() {
    if recorder.isRecording { keepAlive.start() }
  }

  /// Sends the chunks that the collector refused again, for instance with a new token.
  ///
  /// - Throws: `StoreError`; the chunks that were not requeued stay quarantined.
  public func requeueQuarantined() throws(StoreError) { try uploader.requeueQuarantined() }

  // MARK: State and events

  public var isRecording: Bool { recorder.isRecording }
  public var recordingProgress: RecordingProgress { recorder.progress }
  public var uploadProgress: UploadProgress { uploader.progress }
  /// The chunks that the collector refused, with the reasons.
  public var quarantined: [QuarantinedChunk] { store.quarantined }
  /// Whether all recorded data has reached the collector.
  public var isDelivered: Bool { store.isEmpty && !recorder.isRecording }

  /// Returns every event from now on, for one reader. If more than 1,000 wait, the oldest are
  /// dropped.
  public func events() -> AsyncStream<AndroidRecordingEvent> {
    lastReader += 1
    let number = lastReader
    return AsyncStream(bufferingPolicy: .bufferingNewest(1_000)) { continuation in
      readers.append((number, continuation))
      continuation.onTermination = { [weak self] _ in
        Task { @MainActor in self?.readers.removeAll { $0.number == number } }
      }
    }
  }

  private func post(_ event: AndroidRecordingEvent) {
    for reader in readers { reader.reader.yield(event) }
  }

  private func connect() {
    let (recorded, uploaded) = (recorder.events(), uploader.events())
    Task { [weak self] in
      for await event in recorded { self?.happened(event) }
    }
    Task { [weak self] in
      for await event in uploaded { self?.happened(event) }
    }
    keepAlive.onProblem = { [weak self] problem in self?.post(.keepAlive(problem)) }
  }

  private func happened(_ event: RecorderEvent) {
    if case .chunkClosed(let chunk) = event { uploader.send([chunk]) }
    if case .stopped = event { letGoWhenDelivered() }
    post(.recording(event))
  }

  private func happened(_ event: UploadEvent) {
    if linger != nil, isDelivered { letGo() }
    post(.upload(event))
  }

  // MARK: After the end

  /// Keeps the process running until everything is sent, but for a limited time.
  private func letGoWhenDelivered() {
    guard !isDelivered, lingersAfterStop > .zero else { return letGo() }
    linger?.invalidate()
    linger = Timer.scheduledTimer(
      withTimeInterval: lingersAfterStop / .seconds(1), repeats: false
    ) { [weak self] _ in
      MainActor.assumeIsolated { self?.letGo() }
    }
  }

  private func letGo() {
    linger?.invalidate()
    linger = nil
    if !recorder.isRecording { keepAlive.stop() }
  }
}

/// An event of a recording on Android.
public enum AndroidRecordingEvent: Hashable, Sendable {
  case recording(RecorderEvent)
  case upload(UploadEvent)
  case keepAlive(Problem)

  /// A problem with keeping the process running.
  public enum Problem: Error, Hashable, Sendable {
    /// Android refused a service, with its message (AN1, AN4, AN5, AN6).
    case serviceRefused(String)
    /// Android refused the wake lock, with its message.
    case wakeLockRefused(String)
    /// The system stopped the service (AN1).
    case serviceStopped
    /// The time limit of the service's type was reached (AN5, AN6).
    case serviceTimedOut
  }
}
