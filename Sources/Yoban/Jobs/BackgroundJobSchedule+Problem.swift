#if !os(watchOS)
  import Foundation

  extension BackgroundJobSchedule {
    /// The reason why a job is not scheduled.
    public enum Problem: Error, Hashable, Sendable {
      /// `register()` was not called in this launch.
      case notRegistered
      /// `register()` was called after the launch ended. The system would have terminated the app
      /// for a late registration (FT2), so it was not made.
      case registeredTooLate
      /// Info.plist lacks a required entry (FT2, code 3).
      case notPermitted
      /// Background App Refresh is off, for the app or the device (FT2, L18, code 1). The request
      /// is retried when that changes, and when the app is opened.
      case unavailable
      /// The app has too many requests pending (FT2, code 2).
      case tooManyPending
      /// The system refused with another code of `BGTaskScheduler.Error`.
      case refused(code: Int)
      /// The system launched a task while the body of an earlier run had not ended; the task was
      /// completed without success.
      case stillRunning
    }
  }

  extension BackgroundJobSchedule.Problem: CustomStringConvertible {
    /// The problem, in one sentence.
    public var message: String {
      switch self {
      case .notRegistered: "The job is not registered with the system."
      case .registeredTooLate: "The app has finished launching already."
      case .notPermitted: "The app is not permitted to schedule this job."
      case .unavailable: "Background App Refresh is off."
      case .tooManyPending: "Too many jobs of the app are pending."
      case .refused(let code): "The system refused the job with code \(code)."
      case .stillRunning: "The system launched the job although its earlier run has not ended."
      }
    }

    /// The remedy, in one sentence.
    public var remedy: String {
      switch self {
      case .notRegistered: "Call register() in application(_:didFinishLaunchingWithOptions:)."
      case .registeredTooLate:
        "Call register() in application(_:didFinishLaunchingWithOptions:), in every launch."
      case .notPermitted:
        "Add the identifier to BGTaskSchedulerPermittedIdentifiers in Info.plist, and fetch (refresh) or processing to UIBackgroundModes."
      case .unavailable: "Ask the user to switch Background App Refresh on in Settings."
      case .tooManyPending: "Schedule at most one refresh job and ten processing jobs."
      case .refused: "Look the code up in BGTaskScheduler.Error."
      case .stillRunning: "End the body soon after it is canceled."
      }
    }

    public var description: String { "\(message) \(remedy)" }
  }
#endif
