#if os(watchOS) || os(Linux)
  import Foundation
  import WatchKit

  /// The background tasks for data from the phone. Each is completed once the session has no more
  /// content pending, and before the system's limit of 15 s (WK9).
  @MainActor
  final class RefreshTasks {
    /// Well below the system's limit.
    static let secondsMax = 10

    private var tasks: [(task: WKRefreshBackgroundTask, secondsLeft: Int)] = []
    private var timer: Timer?

    /// Keeps the tasks of WatchConnectivity and returns the others.
    func take(
      _ offered: Set<WKRefreshBackgroundTask>, hasContentPending: @escaping @MainActor () -> Bool
    ) -> Set<WKRefreshBackgroundTask> {
      let own = offered.filter { $0 is WKWatchConnectivityRefreshBackgroundTask }
      for task in own {
        // The system may call it on any thread.
        task.expirationHandler = { @Sendable [weak self] in
          DispatchQueue.main.async { MainActor.assumeIsolated { self?.completeAll() } }
        }
        tasks.append((task, Self.secondsMax))
      }
      if !own.isEmpty { runTimer(hasContentPending) }
      return offered.subtracting(own)
    }

    private func runTimer(_ hasContentPending: @escaping @MainActor () -> Bool) {
      timer?.invalidate()
      let timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in
        MainActor.assumeIsolated { self?.tick(hasContentPending()) }
      }
      RunLoop.main.add(timer, forMode: .common)
      self.timer = timer
    }

    private func tick(_ hasContentPending: Bool) {
      if !hasContentPending { return completeAll() }
      for index in tasks.indices { tasks[index].secondsLeft -= 1 }
      if tasks.contains(where: { $0.secondsLeft <= 0 }) { completeAll() }
    }

    private func completeAll() {
      timer?.invalidate()
      timer = nil
      let ended = tasks
      tasks = []
      for (task, _) in ended {
        task.expirationHandler = nil
        task.setTaskCompletedWithSnapshot(false)
      }
    }
  }
#endif
