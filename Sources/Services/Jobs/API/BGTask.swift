internal import YobanSimulatedApple

/// A task for which the app was launched. The system creates one of the subclasses.
open class BGTask: NSObject {
  let task: ScheduledTask
  private let process: AppProcess
  fileprivate var system: ServiceHandle<SchedulerService> {
    ServiceHandle(process.app.appleDevice.scheduler, of: process, for: "\(type(of: self))")
  }
  private var handler: (() -> Void)?

  init(_ task: ScheduledTask, of process: AppProcess) {
    self.task = task
    self.process = process
    super.init()
  }

  open var identifier: String { task.identifier }

  /// Called on a background queue shortly before the time ends. It must complete the task, or the
  /// app is terminated. Without a handler, the task ends unsuccessfully (FT3).
  ///
  /// Released after its call and when the task is completed.
  open var expirationHandler: (() -> Void)? {
    get { handler }
    set {
      handler = newValue
      task.hasExpirationHandler = newValue != nil
    }
  }

  /// Completes the task. The app is suspended as soon as all its tasks are completed. A second call
  /// has no effect.
  open func setTaskCompleted(success: Bool) {
    handler = nil
    system("setTaskCompleted(success:)") { _ in task.complete(success: success) }
  }

  func expire() {
    guard let handler else { return }
    self.handler = nil
    process.noteCall("expirationHandler", identifier)
    handler()
  }

  static func make(_ task: ScheduledTask, of process: AppProcess) -> BGTask {
    switch task.request.kind {
    case .refresh: BGAppRefreshTask(task, of: process)
    case .processing: BGProcessingTask(task, of: process)
    case .continued: BGContinuedProcessingTask(task, of: process)
    }
  }
}

/// A task of about 30 s to update the app's content (FT3).
open class BGAppRefreshTask: BGTask {}

/// A task of some minutes while the device is idle. Ends when the user uses the device (FT4).
open class BGProcessingTask: BGTask {}

/// Work that the user began in the foreground. Continues for as long as it makes progress (FT5).
open class BGContinuedProcessingTask: BGTask, ProgressReporting {
  /// The progress of the work. The task expires if it does not change.
  public let progress = Progress(totalUnitCount: 0)

  open var title: String { task.title }
  open var subtitle: String { task.subtitle }

  /// Changes the text of the Live Activity.
  open func updateTitle(_ title: String, subtitle: String) {
    system("updateTitle(_:subtitle:)") { _ in task.show(title: title, subtitle: subtitle) }
  }
}
