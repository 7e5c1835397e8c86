internal import YobanSimulatedApple

/// Background work for which the system resumed or launched the app (WK9). If the app does not
/// complete it within seconds, the app is terminated.
///
/// The system creates these objects; apps must not.
open class WKRefreshBackgroundTask: NSObject, @unchecked SimulationConfined {
  let task: WatchRefreshTask

  init(_ task: WatchRefreshTask) { self.task = task }

  /// The user info of the app's request.
  open var userInfo: (any NSSecureCoding & NSObjectProtocol)? {
    guard let bytes = task.userInfo else { return nil }
    let classes: [AnyClass] = [
      NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
      NSURL.self, NSUUID.self,
    ]
    return
      (try? NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: Data(bytes)))
      as? any NSSecureCoding & NSObjectProtocol
  }

  /// Called on the main queue shortly before the time ends.
  open var expirationHandler: (() -> Void)?

  /// Completes the task.
  ///
  /// - Parameter refreshSnapshot: Whether the system should request a snapshot soon.
  open func setTaskCompletedWithSnapshot(_ refreshSnapshot: Bool) {
    task.complete(refreshingSnapshot: refreshSnapshot)
  }

  @available(*, deprecated, message: "Use setTaskCompletedWithSnapshot(_:)")
  open func setTaskCompleted() { task.complete() }

  static func make(_ task: WatchRefreshTask) -> WKRefreshBackgroundTask {
    switch task.kind {
    case .application: WKApplicationRefreshBackgroundTask(task)
    case .snapshot: WKSnapshotRefreshBackgroundTask(task)
    case .urlSession(let identifier): WKURLSessionRefreshBackgroundTask(task, identifier)
    case .watchConnectivity: WKWatchConnectivityRefreshBackgroundTask(task)
    case .relevantShortcut: WKRelevantShortcutRefreshBackgroundTask(task)
    case .intentDidRun: WKIntentDidRunRefreshBackgroundTask(task)
    case .bluetoothAlert: WKBluetoothAlertRefreshBackgroundTask(task)
    }
  }
}

/// The task for `scheduleBackgroundRefresh(withPreferredDate:userInfo:scheduledCompletion:)`.
open class WKApplicationRefreshBackgroundTask: WKRefreshBackgroundTask,
  @unchecked SimulationConfined
{}

/// The reason for a snapshot.
@nonexhaustive public enum WKSnapshotReason: Int, Sendable {
  case appScheduled = 0
  case returnToDefaultState = 1
  case complicationUpdate = 2
  case prelaunch = 3
  case appBackgrounded = 4
}

/// A task to prepare the app's user interface for a snapshot.
open class WKSnapshotRefreshBackgroundTask: WKRefreshBackgroundTask, @unchecked SimulationConfined {
  /// Always `appScheduled`, because only the app requests snapshots here.
  open var reasonForSnapshot: WKSnapshotReason { .appScheduled }
  open var returnToDefaultState: Bool { false }

  /// - Parameters:
  ///   - estimatedSnapshotExpiration: The time of the next snapshot. Ignored here.
  ///   - userInfo: The user info of the next snapshot. Ignored here.
  open func setTaskCompleted(
    restoredDefaultState: Bool, estimatedSnapshotExpiration: Date?,
    userInfo: (any NSSecureCoding & NSObjectProtocol)?
  ) {
    task.complete()
  }
}

/// A task for events of a background URLSession whose transfers have ended.
open class WKURLSessionRefreshBackgroundTask: WKRefreshBackgroundTask, @unchecked SimulationConfined
{
  open private(set) var sessionIdentifier: String

  init(_ task: WatchRefreshTask, _ identifier: String) {
    sessionIdentifier = identifier
    super.init(task)
  }
}

/// A task for content from the iPhone. Complete it when the session has no content pending (WK9: 15
/// s).
open class WKWatchConnectivityRefreshBackgroundTask: WKRefreshBackgroundTask,
  @unchecked SimulationConfined
{}

/// A task to donate relevant shortcuts. Arrives only when a scenario requests it.
open class WKRelevantShortcutRefreshBackgroundTask: WKRefreshBackgroundTask,
  @unchecked SimulationConfined
{}

/// A task for a SiriKit intent that ran. Arrives only when a scenario requests it.
open class WKIntentDidRunRefreshBackgroundTask: WKRefreshBackgroundTask,
  @unchecked SimulationConfined
{}

/// A task for a Bluetooth accessory that has new data for the app (WK10).
open class WKBluetoothAlertRefreshBackgroundTask: WKRefreshBackgroundTask,
  @unchecked SimulationConfined
{}
