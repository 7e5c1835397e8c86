import AndroidFramework
import Foundation
import Yoban

/// Everything an Android app needs to record sensors through a night and lose nothing.
///
/// `RecorderApplication` makes it. Store, recorder and uploader are those of an iPhone; a foreground
/// service and a wake lock keep the process running. Isolated to the main actor.
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

  /// Opens the store and brings it in order after the last launch.
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
    // There is no other on Android, whatever was configured.
    var uploads = configuration.uploads
    uploads.session = .process
    uploader = Uploader(store: store, configuration: uploads)
    keepAlive = AndroidKeepAlive(context, service, configuration)
    lingersAfterStop = configuration.lingersAfterStop
    connect()
  }

  // MARK: From the application

  /// Goes on with what an earlier launch began: recording and uploads.
  func applicationWasCreated() {
    // The service comes by itself: the system makes it again after a kill.
    if recorder.resumeIfWanted() { keepAlive.startWithoutService() }
    uploader.start()
  }

  // MARK: From the user

  /// Begins a recording that ends by itself. Call it while the app is visible (AN4).
  ///
  /// - Parameter duration: 12 h, for instance.
  /// - Throws: `RecorderError`; nothing is then recorded.
  public func start(for duration: Duration) throws(RecorderError) {
    try recorder.start(until: Date(timeIntervalSinceNow: duration / .seconds(1)))
    linger?.invalidate()
    keepAlive.start()
  }

  /// Ends the recording now. What is stored is sent. With `maxReportLatency` the event `stopped` comes
  /// up to a second later, when the sensors have given what they hold; only then the next may begin.
  public func stop() { recorder.stop() }

  /// Starts the service again, if a recording is under way and the system took it. Call it from the
  /// activity's `onStart`.
  public func holdIfNeeded() {
    if recorder.isRecording { keepAlive.start() }
  }

  /// Sends again what the collector refused, after a new token for instance.
  ///
  /// Throws `StoreError`; what was not requeued is still quarantined.
  public func requeueQuarantined() throws(StoreError) { try uploader.requeueQuarantined() }

  // MARK: What happens

  public var isRecording: Bool { recorder.isRecording }
  public var recordingProgress: RecordingProgress { recorder.progress }
  public var uploadProgress: UploadProgress { uploader.progress }
  /// What the collector refused, and why.
  public var quarantined: [QuarantinedChunk] { store.quarantined }
  /// Whether everything recorded has reached the collector.
  public var isDelivered: Bool { store.isEmpty && !recorder.isRecording }

  /// Every event from now on, for one reader. The oldest are dropped when more than 1,000 wait.
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

  /// The process stays for what is not sent yet, for a while.
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

/// One fact about a recording on Android.
public enum AndroidRecordingEvent: Hashable, Sendable {
  case recording(RecorderEvent)
  case upload(UploadEvent)
  case keepAlive(Problem)

  /// What weakens the hold on the process.
  public enum Problem: Error, Hashable, Sendable {
    /// A service was refused, with what Android said (AN1, AN4, AN5, AN6).
    case serviceRefused(String)
    /// The wake lock was refused, with what Android said.
    case wakeLockRefused(String)
    /// The system stopped the service (AN1).
    case serviceStopped
    /// The time of the service's type is used up (AN5, AN6).
    case serviceTimedOut
  }
}
