import VirtualTime

/// Receives what happened to the tasks of a session. Called on the process's main queue.
public protocol TransferPort: AnyObject {
  func taskFinished(_ task: TransferTask)
  /// All events of a wake have been delivered (`urlSessionDidFinishEvents(forBackgroundURLSession:)`).
  func eventsFinished()
}

/// A background session of one app, as the system keeps it between the lives of the app.
///
/// Not Sendable: belongs to its device.
public final class TransferSession {
  public let identifier: String
  public let sendsLaunchEvents: Bool
  unowned let app: InstalledApp
  var tasks: [TransferTask] = []
  /// Finished, but not yet told to the app.
  var undelivered: [TransferTask] = []
  weak var port: (any TransferPort)?
  /// The process that holds `port`.
  weak var owner: AppProcess?
  var lastTask = 0
  /// Set while the app's main queue holds a call that tells it of `undelivered`.
  var isTelling = false
  /// Set from handleEventsForBackgroundURLSession until the app was told that all events are out.
  var owesEventsFinished = false

  init(_ identifier: String, of app: InstalledApp, sendsLaunchEvents: Bool) {
    self.identifier = identifier
    self.app = app
    self.sendsLaunchEvents = sendsLaunchEvents
  }

  /// What `getAllTasks` answers.
  public var unfinishedTasks: [TransferTask] { tasks.filter { $0.outcome == nil } }
}
