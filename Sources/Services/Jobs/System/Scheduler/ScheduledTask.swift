import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

/// The BackgroundTasks framework inside an app's process. The scheduler calls it on the main queue.
package protocol ScheduledTaskEventReceiver: AnyObject {
  /// Calls the launch handler that was registered under this pattern or identifier.
  func launch(_ task: ScheduledTask, registeredAs identifier: String)
  /// Calls the task's expiration handler.
  func expire(_ task: ScheduledTask)
  /// Returns the task's current progress, as a number that changes whenever the task makes progress
  /// (FT5).
  func progress(of task: ScheduledTask) -> Double
}

/// A launched task of BGTaskScheduler, as the app holds it (FT3, FT4, FT5).
///
/// Not Sendable: it belongs to its device. It ends with its process.
package final class ScheduledTask {
  package let request: ScheduledTaskRequest
  /// The title and the subtitle in the Live Activity of a continued processing task.
  package internal(set) var title = ""
  package internal(set) var subtitle = ""
  /// Whether the launch handler of the app has been called with the task.
  package var isWithApp = false
  /// The time at which the launch handler of the app was to be called with the task.
  var delivered: VirtualInstant?
  unowned let service: SchedulerService
  weak var process: AppProcess?
  var machine: ScheduledTaskStateMachine
  var alarm: EventToken?
  var lastProgress = 0.0

  init(
    _ request: ScheduledTaskRequest, _ machine: ScheduledTaskStateMachine, of process: AppProcess,
    in service: SchedulerService
  ) {
    self.request = request
    self.machine = machine
    self.process = process
    self.service = service
    if let own = request.kind.continued { (title, subtitle) = (own.title, own.subtitle) }
  }

  package var identifier: String { request.identifier }
  /// Whether the task was completed, by the app or by the system.
  package var isOver: Bool { machine.state == .ended }

  /// Whether the app has set an expiration handler. Without one, expiration completes the task as
  /// unsuccessful.
  package var hasExpirationHandler: Bool {
    get { machine.hasExpirationHandler }
    set { machine.hasExpirationHandler = newValue }
  }

  /// `setTaskCompleted(success:)`.
  package func complete(success: Bool) {
    service.perform(machine.complete(success: success), of: self)
  }

  /// `updateTitle(_:subtitle:)` of a continued processing task.
  package func show(title: String, subtitle: String) {
    guard machine.state != .ended else { return }
    (self.title, self.subtitle) = (title, subtitle)
    service.post(.activity(identifier, title: title, subtitle: subtitle), of: self)
  }
}

extension ScheduledTaskRequest.Kind {
  var continued: ScheduledTaskRequest.Continued? {
    if case .continued(let own) = self { own } else { nil }
  }

  var requiresPower: Bool {
    if case .processing(_, let requiresPower) = self { requiresPower } else { false }
  }
  var requiresNetwork: Bool {
    if case .processing(let requiresNetwork, _) = self { requiresNetwork } else { false }
  }

  /// The name in a trace.
  var name: String {
    switch self {
    case .refresh: "refresh"
    case .processing: "processing"
    case .continued: "continued processing"
    }
  }
}
