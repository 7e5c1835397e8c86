import Foundation

extension BackgroundJob {
  /// The state of a job.
  public enum State: Equatable, Sendable {
    /// Not started yet.
    case ready
    /// The body is running, or is suspended with the process.
    case running
    /// The body was canceled and has not ended yet.
    case canceling
    /// The body has ended, or was never started. No state follows.
    case finished(Outcome)
  }

  /// The outcome of a job.
  public enum Outcome: Sendable {
    /// The body returned without having been canceled.
    case completed
    /// `cancel()` was called. The body ended afterward, by returning or throwing, or it was never
    /// started.
    case cancelled
    /// The system announced that the job's background time was running out. The body ended
    /// afterward, by returning or throwing, or it was never started.
    case expired
    /// The body threw an error without having been canceled.
    case failed(any Error)
  }

  /// An event of a job, posted when it happens.
  public enum Event: Equatable, Sendable {
    case state(State)
    /// The progress that the body reported, from 0 to 1.
    case progress(Double)
    /// The system announced the end of its time, in about five seconds (BG3).
    case expiring
    /// A part of the job does not work as intended; the job continues.
    case problem(Problem)
  }

  /// A problem that does not end the job.
  public enum Problem: Hashable, Sendable {
    /// The system refused the assertion: in the background the job is suspended until the app is
    /// opened.
    case assertionRefused
    /// The body did not end in time after the expiration. The hold on the process was released, and
    /// the job is suspended until the app runs again.
    case outOfTime
  }
}

extension BackgroundJob.Outcome: Equatable {
  /// Returns whether both are the same case; errors are equal if their domain and code are.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.completed, .completed), (.cancelled, .cancelled), (.expired, .expired): true
    case (.failed(let left), .failed(let right)):
      (left as NSError).domain == (right as NSError).domain
        && (left as NSError).code == (right as NSError).code
    case (.completed, _), (.cancelled, _), (.expired, _), (.failed, _): false
    }
  }
}

extension BackgroundJob.Problem: CustomStringConvertible {
  /// The problem, in one sentence.
  public var message: String {
    switch self {
    case .assertionRefused: "The system refused the background task."
    case .outOfTime: "The job's body did not finish before its background time ran out."
    }
  }

  /// The remedy, in one sentence.
  public var remedy: String {
    switch self {
    case .assertionRefused: "Start the job while the app is in the foreground."
    case .outOfTime: "Check for cancellation more often, and wait with context.wait(for:)."
    }
  }

  public var description: String { "\(message) \(remedy)" }
}
