import BackgroundTasks
import UIKit

/// A continued processing task as in Apple's session of 2025: started by a button, registered when
/// needed, with progress.
@MainActor public final class ExportButton {
  private let identifier = "com.example.tutorial.export.1"

  public init() {}

  public func tapped() {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
      guard let task = task as? BGContinuedProcessingTask else { return }
      Self.export(task)
    }
    let request = BGContinuedProcessingTaskRequest(
      identifier: identifier, title: "Exporting", subtitle: "About to begin")
    request.strategy = .fail
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch BGTaskScheduler.Error.immediateRunIneligible {
      print("not now")
    } catch {
      print("refused: \(error)")
    }
  }

  nonisolated private static func export(_ task: BGContinuedProcessingTask) {
    let stop = Flag()
    task.expirationHandler = { stop.raise() }
    task.progress.totalUnitCount = 30
    while !task.progress.isFinished, !stop.isUp {
      Thread.sleep(forTimeInterval: 10)
      task.progress.completedUnitCount += 1
      task.updateTitle("Exporting", subtitle: "\(task.progress.completedUnitCount) of 30")
    }
    print(stop.isUp ? "stopped" : "exported")
    task.setTaskCompleted(success: !stop.isUp)
  }

  private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false
    var isUp: Bool { lock.withLock { value } }
    func raise() { lock.withLock { value = true } }
  }
}

/// Schedules the next refresh, and returns the pending requests.
public enum Refreshes {
  public static func schedule() throws {
    let request = BGAppRefreshTaskRequest(identifier: "com.example.tutorial.refresh")
    request.earliestBeginDate = .now.addingTimeInterval(3600)
    try BGTaskScheduler.shared.submit(request)
  }

  @MainActor public static func pending() async -> [String] {
    await BGTaskScheduler.shared.pendingTaskRequests().map(\.identifier)
  }
}
