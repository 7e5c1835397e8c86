#if os(watchOS) || os(Linux)
  import Foundation
  import WatchKit

  /// Background tasks for what came from the phone, each completed once the session has nothing more
  /// to tell, and before the system's 15 s are over (WK9).
  @MainActor
  final class RefreshTasks {
    /// Well before the watchdog.
    static let secondsMax = 10

    private var tasks: [(task: WKRefreshBackgroundTask, secondsLeft: Int)] = []
    private var timer: Timer?

    /// Takes those that are WatchConnectivity's and answers the others.
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
