import Foundation

#if !os(watchOS)
  import UIKit
#endif

/// What the body of a job knows of its job. Use it in the body and in its child tasks.
public struct BackgroundJobContext: Sendable {
  let job: BackgroundJob

  /// Whether the body is to end now, because of `cancel()` or an expiration.
  public var isCancelled: Bool { Task.isCancelled }

  /// Throws `CancellationError` if the body is to end now.
  public func checkCancellation() throws { try Task.checkCancellation() }

  /// Waits. Time in which the process stands still counts, too.
  ///
  /// - Throws: `CancellationError` as soon as the job is cancelled or expires.
  public func wait(for duration: Duration) async throws { try await Task.sleep(for: duration) }

  /// How long the app may run on in background, as the system says; nil when that is as good as
  /// without limit, in foreground for instance (BG6), or not known.
  @MainActor public var remainingTime: Duration? {
    #if os(watchOS)
      nil
    #else
      UIApplication.shared.remainingTime
    #endif
  }

  /// Says how far the body is; less than 0 or more than 1 counts as that.
  @MainActor public func report(progress: Double) { job.report(progress: progress) }
}
