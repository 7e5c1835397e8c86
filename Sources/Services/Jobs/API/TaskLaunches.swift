internal import YobanSimulatedApple

/// The launch handlers of a process, and the tasks passed to them.
final class TaskLaunches: ScheduledTaskEventReceiver {
  private struct Handler {
    let identifier: String
    let queue: DispatchQueue
    let body: (BGTask) -> Void
  }

  private let process: AppProcess
  private var handlers: [Handler] = []
  private var tasks: [BGTask] = []
  private lazy var expirations = DispatchQueue(label: "com.apple.BGTaskScheduler.expiration")

  init(_ process: AppProcess) { self.process = process }

  func add(_ identifier: String, _ queue: DispatchQueue?, _ body: @escaping (BGTask) -> Void) {
    let queue = queue ?? DispatchQueue(label: "com.apple.BGTaskScheduler (\(identifier))")
    handlers.append(Handler(identifier: identifier, queue: queue, body: body))
  }

  // MARK: ScheduledTaskEventReceiver. The system makes these calls on the process's main queue.

  func launch(_ task: ScheduledTask, registeredAs identifier: String) {
    guard let handler = handlers.first(where: { $0.identifier == identifier }) else { return }
    let own = BGTask.make(task, of: process)
    tasks.removeAll { $0.task.isOver }
    tasks.append(own)
    // From here on used by the app. Here only its progress is read and its expiration reported.
    nonisolated(unsafe) let (body, sent) = (handler.body, own)
    handler.queue.async {
      sent.task.isWithApp = true
      body(sent)
    }
  }

  func expire(_ task: ScheduledTask) {
    guard let own = tasks.first(where: { $0.task === task }) else { return }
    nonisolated(unsafe) let sent = own  // as above
    expirations.async { sent.expire() }
  }

  func progress(of task: ScheduledTask) -> Double {
    let own = tasks.first { $0.task === task } as? BGContinuedProcessingTask
    return own.map { Double($0.progress.completedUnitCount) + $0.progress.fractionCompleted } ?? 0
  }
}
