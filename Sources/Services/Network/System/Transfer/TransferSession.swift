import YobanSimulatedDevices
import YobanVirtualTime

/// The receiver of events of a session's tasks. It is called on the process's main queue.
package protocol TransferEventReceiver: AnyObject {
  func taskFinished(_ task: TransferTask)
  /// Called for the transfers of the process only, in order, before `taskFinished`.
  func task(_ task: TransferTask, made progress: TransferProgress)
  /// Called when all events of a wake were delivered
  /// (`urlSessionDidFinishEvents(forBackgroundURLSession:)`).
  func eventsFinished()
}

extension TransferEventReceiver {
  package func task(_ task: TransferTask, made progress: TransferProgress) {}
}

/// An event of a transfer of the process before its end.
package enum TransferProgress {
  /// There is no usable path, and the session waits for one.
  case waitsForConnectivity
  /// The request is being sent.
  case began
  /// The whole request was sent, with so many bytes in its body.
  case sent(Int64)
  /// The response has begun. Its body is empty; `bodySize` is the number of bytes that follow.
  case response(HTTPExchangeResponse, bodySize: Int)
  case bytes([UInt8])
}

/// The settings of a session that affect the system.
package struct TransferSettings: Sendable, Hashable {
  /// Whether the app is resumed or launched when all tasks are done.
  package var sendsLaunchEvents = true
  /// Whether the session's transfers may wait for better conditions (FT7).
  package var isDiscretionary = false
  package var allowsCellular = true
  package var allowsConstrained = true
  /// The longest total time of each transfer; nil for the system's default.
  package var resourceTimeout: Duration?
  /// Whether a session that is not a background session waits for a path. A background session
  /// always waits.
  package var waitsForConnectivity = false
  /// The longest time without progress of a transfer of such a session; nil for the system's
  /// default.
  package var requestTimeout: Duration?

  package init() {}
}

/// A session of one app. The system keeps a background session between the launches of the app. Any
/// other session belongs to its process and ends with it.
///
/// Not Sendable, because it belongs to its device.
package final class TransferSession {
  package let identifier: String
  /// Whether the transfers continue while the app is suspended or not running (FT7).
  package let isBackground: Bool
  /// The settings that the app gave when it last created the session.
  package internal(set) var settings: TransferSettings
  unowned let app: InstalledApp
  var tasks: [TransferTask] = []
  /// Finished tasks that were not yet delivered to the app.
  var undelivered: [TransferTask] = []
  /// Finished tasks that the process of the app has received, and whose delegate was not called yet.
  /// They are delivered again if the process ends before (FT7).
  var received: [TransferTask] = []
  package internal(set) weak var receiver: (any TransferEventReceiver)?
  /// The process that holds `receiver`.
  weak var owner: AppProcess?
  var lastTask = 0
  /// The identifier of the last task that an earlier process of the app has made.
  var lastEarlierTask = 0
  /// Whether the app has received the error that a force-quit has canceled a task, and has begun none since then.
  var isToBeRepeated = false
  /// Whether the app's main queue already holds a call that delivers `undelivered`.
  var isDelivering = false
  /// Whether the finding that tasks are created one at a time was already reported (FT7).
  var isKnownAsSlow = false
  /// Whether the app was called for the session's events, but not yet notified that all were
  /// delivered.
  var mustReportEventsFinished = false

  init(
    _ identifier: String, of app: InstalledApp, _ settings: TransferSettings,
    isBackground: Bool = true
  ) {
    self.identifier = identifier
    self.isBackground = isBackground
    self.app = app
    self.settings = settings
  }

  /// The delegate is being called for a finished task.
  package func handled(_ task: TransferTask) {
    received.removeAll { $0 === task }
    if task.wasForceQuit { isToBeRepeated = true }
  }

  /// Whether the system launches or resumes the app for the session later: a task has begun or has
  /// ended.
  var hasPendingLaunch: Bool {
    settings.sendsLaunchEvents && (!undelivered.isEmpty || tasks.contains(where: \.isUnderWay))
  }

  /// The tasks that have no outcome yet.
  package var unfinishedTasks: [TransferTask] { tasks.filter { $0.outcome == nil } }

  /// The tasks that `getAllTasks` returns: also those that a force-quit has canceled, until the app
  /// is notified of it (FT7).
  ///
  /// Tasks of an earlier process that have ended meanwhile are not among them. The app gets advice then,
  /// because it may expect them.
  package func listTasks() -> [TransferTask] {
    let missing = (received + undelivered).first {
      $0.identifier <= lastEarlierTask && !$0.wasForceQuit
    }
    if let missing { owner?.reportOnce(.endedBeforeList(missing)) }
    return undelivered.filter(\.wasForceQuit) + unfinishedTasks
  }
}
