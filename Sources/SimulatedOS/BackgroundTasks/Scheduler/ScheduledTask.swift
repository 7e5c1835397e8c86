import VirtualTime

/// The process's own framework (BackgroundTasks), as the scheduler calls it on the main queue.
public protocol ScheduledTaskEventReceiver: AnyObject {
  /// Calls the launch handler that was registered under this pattern or identifier.
  func launch(_ task: ScheduledTask, registeredAs identifier: String)
  /// Calls the task's expiration handler.
  func expire(_ task: ScheduledTask)
  /// How far the task says it is, as a number that changes with every progress (FT5).
  func progress(of task: ScheduledTask) -> Double
}

/// A task of BGTaskScheduler that was launched, as the app holds it (FT3, FT4, FT5).
///
/// Not Sendable: belongs to its device. Ends with its process.
public final class ScheduledTask {
  public let request: ScheduledTaskRequest
  /// The words of the Live Activity of a continued processing task.
  public internal(set) var title = ""
  public internal(set) var subtitle = ""
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

  public var identifier: String { request.identifier }
  /// Whether it was completed, by the app or by the system.
  public var isOver: Bool { machine.state == .ended }

  /// Whether the app has an expiration handler set; without one the task ends as unsuccessful.
  public var hasExpirationHandler: Bool {
    get { machine.hasExpirationHandler }
    set { machine.hasExpirationHandler = newValue }
  }

  /// `setTaskCompleted(success:)`.
  public func complete(success: Bool) {
    guard isAlive(for: "BGTask.setTaskCompleted(success:)") else { return }
    service.perform(machine.complete(success: success), of: self)
  }

  /// `updateTitle(_:subtitle:)` of a continued processing task.
  public func show(title: String, subtitle: String) {
    guard isAlive(for: "BGContinuedProcessingTask.updateTitle(_:subtitle:)"),
      machine.state != .ended
    else { return }
    (self.title, self.subtitle) = (title, subtitle)
    service.post(.activity(identifier, title: title, subtitle: subtitle), of: self)
  }

  /// Whether its process still lives; if not, the call has no effect, and a finding says so.
  private func isAlive(for call: String) -> Bool {
    if let process { return process.isAlive(for: call) }
    service.device.post(.finding(.deadObject(call)))
    return false
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

  /// As a trace names it.
  var name: String {
    switch self {
    case .refresh: "refresh"
    case .processing: "processing"
    case .continued: "continued processing"
    }
  }
}
