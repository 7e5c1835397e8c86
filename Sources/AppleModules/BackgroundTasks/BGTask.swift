internal import SimulatedOS

/// A task that the app was launched for. Made by the system as one of its subclasses.
open class BGTask: NSObject {
  let task: ScheduledTask
  private var handler: (() -> Void)?

  init(_ task: ScheduledTask) {
    self.task = task
    super.init()
  }

  open var identifier: String { task.identifier }

  /// Called shortly before the time is over, on a background queue; it must complete the task, else
  /// the app is killed. Without one the task just ends, unsuccessfully (FT3).
  ///
  /// Released when it was called, and when the task is completed.
  open var expirationHandler: (() -> Void)? {
    get { handler }
    set {
      handler = newValue
      task.hasExpirationHandler = newValue != nil
    }
  }

  /// The work is done: the app is suspended as soon as all its tasks are. A second call has no
  /// effect.
  open func setTaskCompleted(success: Bool) {
    handler = nil
    task.complete(success: success)
  }

  func expire() {
    let handler = handler
    self.handler = nil
    handler?()
  }

  static func make(_ task: ScheduledTask) -> BGTask {
    switch task.request.kind {
    case .refresh: BGAppRefreshTask(task)
    case .processing: BGProcessingTask(task)
    case .continued: BGContinuedProcessingTask(task)
    }
  }
}

/// About 30 s to bring the app up to date (FT3).
open class BGAppRefreshTask: BGTask {}

/// Some minutes of work while the device is idle; ends when the user uses it (FT4).
open class BGProcessingTask: BGTask {}

/// Work that a user began in foreground; goes on as long as it makes progress (FT5).
open class BGContinuedProcessingTask: BGTask, ProgressReporting {
  /// How far the work is. A task whose progress stands still expires.
  public let progress = Progress(totalUnitCount: 0)

  open var title: String { task.title }
  open var subtitle: String { task.subtitle }

  /// Changes what the Live Activity shows.
  open func updateTitle(_ title: String, subtitle: String) {
    task.show(title: title, subtitle: subtitle)
  }
}
