#if !os(watchOS)
  import BackgroundTasks
  import Foundation

  /// A hold on the process by a task of the scheduler (FT3, FT4), which is completed once.
  final class TaskHold: JobHold {
    private let task: BGTask
    private var isCompleted = false

    init(_ task: BGTask) { self.task = task }

    func begin(_ number: Int, expired: @escaping @MainActor () -> Void) -> Bool {
      // Without a handler the system completes the task itself (FT3). It may call on any thread.
      task.expirationHandler = { @Sendable in Task { @MainActor in expired() } }
      return true
    }

    func end(_ number: Int, success: Bool) {
      guard !isCompleted else { return }
      isCompleted = true
      task.expirationHandler = nil
      task.setTaskCompleted(success: success)
    }

    /// Nil, because the system does not report it; it calls "shortly before" the end of its time.
    var remaining: Duration? { nil }

    /// Updates the progress; the system ends a continued processing task that shows none (FT5).
    func show(progress: Double) {
      guard let shown = (task as? any ProgressReporting)?.progress else { return }
      shown.totalUnitCount = 1_000
      shown.completedUnitCount = Int64((progress * 1_000).rounded())
    }
  }
#endif
