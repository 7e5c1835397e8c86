import VirtualTime

/// Receives what happened to the tasks of a session. Called on the process's main queue.
public protocol TransferEventReceiver: AnyObject {
  func taskFinished(_ task: TransferTask)
  /// All events of a wake have been delivered (`urlSessionDidFinishEvents(forBackgroundURLSession:)`).
  func eventsFinished()
}

/// The settings of a session that the system acts on.
public struct TransferSettings: Sendable, Hashable {
  /// Whether the app is woken or launched when all tasks are done.
  public var sendsLaunchEvents = true
  /// Whether its transfers may wait for better conditions (FT7).
  public var isDiscretionary = false
  public var allowsCellular = true
  /// How long each transfer may take in all; nil: as long as the system's default.
  public var resourceTimeout: Duration?
  /// Whether a session that is not a background session waits for a path; a background session always
  /// does.
  public var waitsForConnectivity = false
  /// How long a transfer of such a session may make no progress; nil: as long as the system's default.
  public var requestTimeout: Duration?

  public init() {}
}

/// A session of one app. A background session is kept by the system between the launches of the app;
/// another one belongs to its process and ends with it.
///
/// Not Sendable: belongs to its device.
public final class TransferSession {
  public let identifier: String
  /// Whether its transfers go on while the app is suspended or gone (FT7).
  public let isBackground: Bool
  /// Those of the last time that the app made the session.
  public internal(set) var settings: TransferSettings
  unowned let app: InstalledApp
  var tasks: [TransferTask] = []
  /// Finished, but not yet told to the app.
  var undelivered: [TransferTask] = []
  weak var receiver: (any TransferEventReceiver)?
  /// The process that holds `receiver`.
  weak var owner: AppProcess?
  var lastTask = 0
  /// Set while the app's main queue holds a call that tells it of `undelivered`.
  var isTelling = false
  /// Set once it was said that tasks are created one at a time (FT7).
  var isKnownAsSlow = false
  /// Set from handleEventsForBackgroundURLSession until the app was told that all events are out.
  var owesEventsFinished = false

  init(
    _ identifier: String, of app: InstalledApp, _ settings: TransferSettings,
    isBackground: Bool = true
  ) {
    self.identifier = identifier
    self.isBackground = isBackground
    self.app = app
    self.settings = settings
  }

  /// What `getAllTasks` answers.
  public var unfinishedTasks: [TransferTask] { tasks.filter { $0.outcome == nil } }
}
