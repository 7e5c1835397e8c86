import AndroidFramework
import Foundation
import Yoban

/// A recording of sensors through a night on Android, with storage, uploads and keep-alive.
///
/// `RecorderApplication` creates it. Store, recorder and uploader are the same as on an iPhone; a
/// foreground service and a wake lock keep the process running. Isolated to the main actor.
@MainActor
public final class AndroidRecording: Recording {
  public let core: RecordingCore<AndroidRecordingEvent>
  private let uploader: Uploader
  let keepAlive: AndroidKeepAlive

  /// Opens the store and repairs it after the last launch.
  ///
  /// - Throws: `RecorderError` when the folder cannot be used, or two sources have the same stream.
  init(
    _ configuration: Configuration, _ context: Context, _ service: RecorderService.Type
  ) throws(RecorderError) {
    let store = try RecorderError.wrapping { () throws(StoreError) in
      try ChunkStore.opened(
        configuration.folder(in: context), device: configuration.device,
        packsChunks: configuration.packsChunks)
    }
    // Android has no other kind of session, whatever was configured.
    var uploads = configuration.uploads
    uploads.session = .process
    uploader = Uploader(store: store, configuration: uploads)
    uploader.deviceFacts = configuration.deviceFacts
    keepAlive = AndroidKeepAlive(context, service, configuration)
    core = try RecordingCore(
      RecordingSettings(
        sources: configuration.sources, chunkDuration: configuration.chunkDuration,
        lingersAfterStop: configuration.lingersAfterStop),
      store: store, delivery: uploader, hold: keepAlive, wrap: { .recording($0) })
    uploader.addObserver(core) { [unowned core] event in
      core.delivered()
      core.post(.upload(event))
    }
    keepAlive.onProblem = { [unowned core] in core.post(.keepAlive($0)) }
  }

  /// Continues the recording and the uploads of an earlier launch.
  func applicationWasCreated() { core.launched() }

  /// Starts the service again, if a recording is in progress and the system stopped the service.
  /// Call it from the activity's `onStart`.
  public func holdIfNeeded() {
    if isRecording { keepAlive.start() }
  }

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
