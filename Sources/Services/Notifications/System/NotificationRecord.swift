import YobanSimulatedDevices
import YobanVirtualTime

/// The notifications of one app, across all launches of the app.
final class NotificationRecord {
  let app: InstalledApp
  var permission = NotificationPermission()
  var store = NotificationStore()
  /// The categories in the order of their identifiers.
  var categories: [NotificationCategory] = []
  /// The requests for permission that the user has not answered.
  var questions: [Question] = []
  /// The scheduled answer to the permission alert, while it is shown.
  var alert: EventToken?
  /// The monitored regions of pending requests, by identifier, each with what ends the monitoring.
  var regions: [(identifier: String, end: () -> Void)] = []
  /// The events that the app receives when it becomes active.
  var waiting: [Event] = []
  /// The response for which the current process was launched, until it was delivered.
  var launchResponse: NotificationResponse?
  /// The responses that the app has not completed.
  var unfinished: [ResponseDelivery] = []
  var lastDelivery = 0
  /// The notification center of the app's process; nil if the app has not used it.
  private(set) weak var receiver: (any NotificationEventReceiver)?
  /// Whether the process set a delegate before didFinishLaunching returned (NT6).
  var hadDelegateInTime = false

  struct Question {
    let process: AppProcess
    let options: NotificationOptions
    let done: (Bool) -> Void
  }

  /// An event for the delegate of an app that comes to the front.
  enum Event {
    case response(NotificationResponse)
    case settings(DeliveredNotification?)
  }

  init(_ app: InstalledApp) { self.app = app }

  /// The name in traces: of the process, or of the app if it has no process.
  var name: String { app.nameInTraces }

  func attach(_ receiver: any NotificationEventReceiver) { self.receiver = receiver }

  func processEnded() {
    receiver = nil
    hadDelegateInTime = false
    launchResponse = nil
    waiting = []
    questions = []
  }

  func category(of request: NotificationRequest) -> NotificationCategory? {
    let name = request.content.category
    return name.isEmpty ? nil : categories.first { $0.identifier == name }
  }
}

/// A response that the app was given and has not completed.
final class ResponseDelivery {
  let number: Int
  let response: NotificationResponse
  let process: AppProcess
  var alarm: EventToken?
  private(set) var isOver = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  init(_ number: Int, _ response: NotificationResponse, _ process: AppProcess) {
    self.number = number
    self.response = response
    self.process = process
  }

  /// Returns when the app has completed the response, or its time or its process has ended.
  func waitForEnd() async {
    guard !isOver else { return }
    await withCheckedContinuation { waiters.append($0) }
  }

  func end() {
    isOver = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}
