import AndroidFramework
import YobanAndroid

/// A job about every 15 minutes during a recording. It starts the service again, if Android allows it, and sends what
/// waits. An app subclasses it, declares it in its manifest, and returns it from `RecorderApplication.jobServiceClass`.
///
/// Sendable like its base class: used only on the process's main thread.
open class RecorderJobService: JobService, @unchecked Sendable {
  /// The number of the job.
  open class var jobId: Int32 { 1 }

  @MainActor private var recording: AndroidRecording? {
    (getApplicationContext() as? RecorderApplication)?.recording
  }

  open override func onStartJob(_ params: JobParameters) throws -> Bool {
    MainActor.assumeIsolated {
      guard let recording else { return false }
      recording.jobStarted { self.jobFinished(params, false) }
      return true
    }
  }

  open override func onStopJob(_ params: JobParameters) throws -> Bool {
    MainActor.assumeIsolated { recording?.jobStopped() }
    return false
  }
}
