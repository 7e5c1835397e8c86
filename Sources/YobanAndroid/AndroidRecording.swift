import Foundation
import Yoban

/// A recording of sensors through a night on Android, with storage, uploads and keep-alive.
///
/// Store, recorder and uploader are the same as on an iPhone; a foreground service and a wake lock keep the process
/// running. What owns the app's components, such as `RecorderApplication` on a simulated phone, creates it when the
/// process begins, calls `launched()`, and forwards what the system calls. Isolated to `RecorderActor`.
@RecorderActor
public final class AndroidRecording: Recording {
  public let core: RecordingCore<AndroidRecordingEvent>
  private let uploader: Uploader
  private let keepAlive: AndroidKeepAlive
  /// Ends the job of the system that runs now; nil without one.
  private var finishJob: (@RecorderActor () -> Void)?

  /// Opens the store and repairs it after the last launch.
  ///
  /// - Throws: `RecorderError` when the folder cannot be used, or two sources have the same stream.
  public init(_ configuration: Configuration, on system: any AndroidSystem) throws(RecorderError) {
    let store = try RecorderError.wrapping { () throws(StoreError) in
      try ChunkStore.opened(
        configuration.folder(on: system), device: configuration.device,
        packsChunks: configuration.packsChunks)
    }
    // Android has no other kind of session, whatever was configured.
    var uploads = configuration.uploads
    uploads.session = .process
    uploader = Uploader(store: store, configuration: uploads)
    uploader.deviceFacts = configuration.deviceFacts
    keepAlive = AndroidKeepAlive(system, configuration)
    core = try RecordingCore(
      RecordingSettings(
        sources: configuration.sources, chunkDuration: configuration.chunkDuration,
        lingersAfterStop: configuration.lingersAfterStop),
      store: store, delivery: uploader, hold: keepAlive, wrap: { .recording($0) })
    uploader.addObserver(core) { [unowned core] event in
      core.delivered()
      core.post(.upload(event))
    }
    uploader.addObserver(self) { [unowned self] _ in deliveryChanged() }
    keepAlive.onProblem = { [unowned core] in core.post(.keepAlive($0)) }
  }

  /// Continues the recording and the uploads of an earlier launch.
  public func launched() { core.launched() }

  /// Starts the service again, if a recording is in progress and the system stopped the service.
  /// Call it when the activity starts, after a boot, and after an update of the app.
  public func holdIfNeeded() {
    if isRecording { keepAlive.start() }
  }

  /// Ends the uploads, so that another recording can use the folder. Nothing is lost: what was not delivered is sent
  /// by the next recording. Call it only while no recording is in progress.
  public func close() {
    keepAlive.stop()
    uploader.close()
  }

  // MARK: Calls of the system

  /// The system has started the service, from `onStartCommand`.
  ///
  /// - Returns: whether the service runs, so that the system starts it again after a kill (`START_STICKY`). If not,
  ///   it must stop itself. If it was started for the foreground, it must enter the foreground before that.
  public func serviceStarted(_ service: any AndroidService) -> Bool {
    let runs = keepAlive.serviceStarted(service)
    finishJobIfDone()
    return runs
  }

  /// The time of the service's type is over, from `onTimeout`. The service must stop itself (AN6).
  public func serviceTimedOut() { keepAlive.serviceTimedOut() }

  /// The service was destroyed, from `onDestroy`.
  public func serviceDestroyed() { keepAlive.serviceDestroyed() }

  /// The phone has a network again: chunks that got no answer are sent now.
  public func networkBecameAvailable() { uploader.networkBecameAvailable() }

  /// A job of the system runs: starts the service again if the recording needs it, or sends what waits.
  ///
  /// - Parameter finished: called once, when the job has nothing more to do.
  public func jobStarted(_ finished: @escaping @RecorderActor () -> Void) {
    jobStopped()
    finishJob = finished
    holdIfNeeded()
    deliveryChanged()
  }

  /// The system has ended the job.
  public func jobStopped() {
    let finish = finishJob
    finishJob = nil
    finish?()
  }

  private func deliveryChanged() {
    // While chunks wait, the job sends them when there is a network, also without the service.
    if !isRecording, core.store.pending.isEmpty { keepAlive.everythingWasSent() }
    finishJobIfDone()
  }

  private func finishJobIfDone() {
    if keepAlive.isServiceRunning || core.store.pending.isEmpty { jobStopped() }
  }

  /// Whether the service keeps the process running.
  public var isServiceRunning: Bool { keepAlive.isServiceRunning }

  public var uploadProgress: UploadProgress { uploader.progress }
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
