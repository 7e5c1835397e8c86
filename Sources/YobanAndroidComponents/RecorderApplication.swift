import AndroidFramework
import Foundation
import Yoban
import YobanAndroid

/// The application class of a recording app. It creates the recording before any component,
/// regardless of the reason for which the process was started. An app subclasses it.
///
/// Sendable like its base class: used only on the process's main thread.
open class RecorderApplication: Application, @unchecked Sendable {
  /// The recording; nil if it could not be created, in which case `recordingFailed` was called.
  @MainActor public private(set) var recording: AndroidRecording?

  /// Returns the configuration of the recording. A subclass must override it.
  @MainActor open func makeConfiguration() throws -> AndroidRecording.Configuration {
    preconditionFailure("override makeConfiguration() of RecorderApplication")
  }

  /// The sensors of this phone, for the sources of the configuration.
  ///
  /// - Throws: `AndroidRefusal` if the phone has no service for sensors.
  @MainActor public final var sensors: any AndroidSensors {
    get throws(AndroidRefusal) {
      guard let manager = getSystemService(SensorManager.self) else {
        throw AndroidRefusal(
          className: "java.lang.NullPointerException", message: "This phone has no SensorManager.")
      }
      return FrameworkSensors(manager)
    }
  }

  /// The app's subclass of `RecorderService`, which its manifest declares. A subclass must override
  /// it.
  @MainActor open var serviceClass: RecorderService.Type {
    preconditionFailure("override serviceClass of RecorderApplication")
  }

  /// The app's subclass of `RecorderJobService`, which its manifest declares: a job about every 15 minutes then starts
  /// the service again where the system does not. Default: nil, no job.
  @MainActor open var jobServiceClass: RecorderJobService.Type? { nil }

  /// Called when the recording could not be created, because of an invalid setting or a disk error.
  @MainActor open func recordingFailed(_ error: any Error) {}

  /// Called when the recording was created; it continues if an earlier launch started it.
  @MainActor open func recordingWasMade(_ recording: AndroidRecording) {}

  open override func onCreate() throws { MainActor.assumeIsolated { makeRecording() } }

  /// Creates the recording, if there is none yet. The process does it when it begins; an activity calls this
  /// when its user comes back, because the disk may have been full.
  @MainActor public final func makeRecording() {
    guard recording == nil else { return }
    do {
      let configuration = try makeConfiguration()
      let made = try AndroidRecording(
        configuration, on: FrameworkSystem(self, serviceClass, jobServiceClass, try sensors))
      recording = made
      recordingWasMade(made)
      made.launched()
    } catch {
      recordingFailed(error)
    }
  }
}

/// Starts the service again after a boot, if a recording was in progress. An app subclasses it; its
/// manifest declares the subclass for `android.intent.action.BOOT_COMPLETED` and requests
/// `RECEIVE_BOOT_COMPLETED`.
///
/// From API 35 on, only some types of service may be started after a boot (AN6); health is one of
/// them.
///
/// Sendable like its base class: used only on the process's main thread.
open class RecorderBootReceiver: BroadcastReceiver, @unchecked Sendable {
  open override func onReceive(_ context: Context, _ intent: Intent) throws {
    guard let application = context.getApplicationContext() as? RecorderApplication else { return }
    MainActor.assumeIsolated { application.recording?.holdIfNeeded() }
  }
}
