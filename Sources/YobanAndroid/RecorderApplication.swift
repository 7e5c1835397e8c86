import AndroidFramework
import Foundation
import Yoban

/// The application of a recording app: it has the recording before any component is made, whatever
/// the process was started for. An app subclasses it.
///
/// Sendable as its base class: touched on the process's main thread only.
open class RecorderApplication: Application, @unchecked Sendable {
  /// Nil if it could not be made; `recordingFailed` was told why.
  @MainActor public private(set) var recording: AndroidRecording?

  /// What is recorded, and where it goes.
  @MainActor open func makeConfiguration() throws -> AndroidRecording.Configuration {
    preconditionFailure("override makeConfiguration() of RecorderApplication")
  }

  /// The app's subclass of `RecorderService`, which its manifest names.
  @MainActor open var serviceClass: RecorderService.Type {
    preconditionFailure("override serviceClass of RecorderApplication")
  }

  /// The recording could not be made: a setting is wrong, or the disk.
  @MainActor open func recordingFailed(_ error: any Error) {}

  /// The recording is there and goes on, if an earlier launch began it.
  @MainActor open func recordingWasMade(_ recording: AndroidRecording) {}

  open override func onCreate() throws {
    MainActor.assumeIsolated {
      do {
        let made = try AndroidRecording(try makeConfiguration(), self, serviceClass)
        recording = made
        recordingWasMade(made)
        made.applicationWasCreated()
      } catch {
        recordingFailed(error)
      }
    }
  }
}

/// Starts the service again after a boot, if a recording was under way. An app subclasses it; its
/// manifest names it for `android.intent.action.BOOT_COMPLETED` and asks for
/// `RECEIVE_BOOT_COMPLETED`.
///
/// From API 35 on not every type of service may be started then (AN6): health may.
///
/// Sendable as its base class: touched on the process's main thread only.
open class RecorderBootReceiver: BroadcastReceiver, @unchecked Sendable {
  open override func onReceive(_ context: Context, _ intent: Intent) throws {
    guard let application = context.getApplicationContext() as? RecorderApplication else { return }
    MainActor.assumeIsolated { application.recording?.holdIfNeeded() }
  }
}
