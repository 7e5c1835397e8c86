import Foundation

extension BackgroundJob {
  /// Where a job stands.
  public enum State: Equatable, Sendable {
    /// Not started yet.
    case ready
    /// The body runs, or stands still because the process does.
    case running
    /// The body was asked to end and has not ended yet.
    case cancelling
    /// The body has ended, or never began. No state follows.
    case finished(Outcome)
  }

  /// How a job ended.
  public enum Outcome: Sendable {
    /// The body returned, and nobody had asked it to end.
    case completed
    /// Somebody called `cancel()`, and the body ended after that, however.
    case cancelled
    /// The system called in its time, and the body ended after that, however.
    case expired
    /// The body threw, and nobody had asked it to end.
    case failed(any Error)
  }

  /// One fact about a job, posted when it is true.
  public enum Event: Equatable, Sendable {
    case state(State)
    /// How far the body says it is, from 0 to 1.
    case progress(Double)
    /// The system calls in its time: it is over in about five seconds (BG3).
    case expiring
    /// Something does not work as it should; the job goes on.
    case problem(Problem)
  }

  /// What does not work, although the job goes on.
  public enum Problem: Hashable, Sendable {
    /// The system gave no assertion: in background the job stands still until the app is opened.
    case assertionRefused
    /// The body did not end in the time after the expiration: nothing holds the process any more,
    /// and the job stands still until the app runs again.
    case outOfTime
  }
}

extension BackgroundJob.Outcome: Equatable {
  /// Errors of the same domain and code are equal.
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
  /// What happened, in one sentence.
  public var message: String {
    switch self {
    case .assertionRefused: "The system gave no background task."
    case .outOfTime: "The body did not end in the time that was left."
    }
  }

  /// What to do about it, in one sentence.
  public var remedy: String {
    switch self {
    case .assertionRefused: "Start the job while the app is in foreground."
    case .outOfTime: "Check for cancellation more often, and wait with context.wait(for:)."
    }
  }

  public var description: String { "\(message) \(remedy)" }
}
