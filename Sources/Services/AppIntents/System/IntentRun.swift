import YobanSimulatedDevices
import YobanVirtualTime

/// One performance of an intent.
package final class IntentRun: @unchecked SimulationConfined {
  package enum End: Sendable, Hashable {
    case finished
    /// The time of the intent, or the time to clean up after a cancellation, was over.
    case timedOut(after: Duration)
    case processEnded
  }
  package enum Cancellation: Sendable { case timeout, userCancelled }

  /// The progress that an intent reports.
  package struct Progress: Hashable {
    var completed: Int64
    var total: Int64
    /// Of the whole, with what the parts of the work report; from 0 to 1.
    var fraction: Double

    package init(completed: Int64, total: Int64, fraction: Double) {
      (self.completed, self.total, self.fraction) = (completed, total, fraction)
    }
  }

  package let name: String
  package let process: AppProcess
  var deadline: VirtualInstant
  var alarm: EventToken?
  var startsLiveActivities = false
  /// The number of operations of `performBackgroundTask` that run.
  var operations = 0
  var isCanceled = false
  /// Reads the progress of an intent that runs for long.
  var progress: (() -> Progress)?
  var lastProgress: Progress?
  /// Called when the system cancels the intent: one for each operation, in the order of their beginnings.
  package var canceled: [(Cancellation) -> Void] = []
  private var waiters: [CheckedContinuation<End, Never>] = []
  private var result: End?

  init(_ name: String, _ process: AppProcess, deadline: VirtualInstant) {
    (self.name, self.process, self.deadline) = (name, process, deadline)
  }

  /// Whether it has more time than other intents.
  var isExtended: Bool { operations > 0 && !isCanceled }

  func end(_ end: End) {
    result = end
    for waiter in waiters { waiter.resume(returning: end) }
    waiters = []
  }

  /// Waits until the intent has returned or thrown, its time is over, or the process has ended.
  package func waitForEnd() async -> End {
    if let result { return result }
    return await withCheckedContinuation { waiters.append($0) }
  }
}
