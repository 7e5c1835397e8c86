import Foundation

#if !os(watchOS)
  import UIKit
#endif

/// The body's access to its job. Use it in the body and in its child tasks.
public struct BackgroundJobContext: Sendable {
  let job: BackgroundJob

  /// Whether the body must end now, because of `cancel()` or an expiration.
  public var isCancelled: Bool { Task.isCancelled }

  /// Throws `CancellationError` if the body must end now.
  public func checkCancellation() throws { try Task.checkCancellation() }

  /// Waits for a duration. Time in which the process is suspended counts, too.
  ///
  /// - Throws: `CancellationError` as soon as the job is canceled or expires.
  public func wait(for duration: Duration) async throws { try await Task.sleep(for: duration) }

  /// The time that the app may continue in the background, as reported by the system; nil if it is
  /// practically unlimited, for instance in the foreground (BG6), or unknown.
  @MainActor public var remainingTime: Duration? {
    #if os(watchOS)
      nil
    #else
      UIApplication.shared.remainingTime
    #endif
  }

  /// Reports the progress of the body; values below 0 or above 1 are limited to that range.
  @MainActor public func report(progress: Double) { job.report(progress: progress) }
}
