internal import SimulatedOS

/// What the system woke the app for (WK9). Complete it within seconds, else the app is killed.
///
/// The system makes them; do not make any.
///
/// Sendable: touched by the holder of the simulation's baton.
open class WKRefreshBackgroundTask: NSObject, @unchecked Sendable {
  let task: WatchRefreshTask

  init(_ task: WatchRefreshTask) { self.task = task }

  /// What the app gave when it asked for the task.
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

  /// Called on the main queue shortly before the time is over.
  open var expirationHandler: (() -> Void)?

  /// The work is done.
  ///
  /// - Parameter refreshSnapshot: whether the system shall ask for a snapshot soon.
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

/// The answer to `scheduleBackgroundRefresh(withPreferredDate:userInfo:scheduledCompletion:)`.
///
/// Sendable: as its superclass.
open class WKApplicationRefreshBackgroundTask: WKRefreshBackgroundTask, @unchecked Sendable {}

/// Why a snapshot is to be taken.
@nonexhaustive public enum WKSnapshotReason: Int, Sendable {
  case appScheduled = 0
  case returnToDefaultState = 1
  case complicationUpdate = 2
  case prelaunch = 3
  case appBackgrounded = 4
}

/// Prepares the app's user interface for a snapshot.
///
/// Sendable: as its superclass.
open class WKSnapshotRefreshBackgroundTask: WKRefreshBackgroundTask, @unchecked Sendable {
  /// Here always because the app asked for it.
  open var reasonForSnapshot: WKSnapshotReason { .appScheduled }
  open var returnToDefaultState: Bool { false }

  /// - Parameters:
  ///   - estimatedSnapshotExpiration: when the app wants the next one; not followed here.
  ///   - userInfo: for the next one; not followed here.
  open func setTaskCompleted(
    restoredDefaultState: Bool, estimatedSnapshotExpiration: Date?,
    userInfo: (any NSSecureCoding & NSObjectProtocol)?
  ) {
    task.complete()
  }
}

/// The transfers of a background URLSession are done.
///
/// Sendable: as its superclass.
open class WKURLSessionRefreshBackgroundTask: WKRefreshBackgroundTask, @unchecked Sendable {
  open private(set) var sessionIdentifier: String

  init(_ task: WatchRefreshTask, _ identifier: String) {
    sessionIdentifier = identifier
    super.init(task)
  }
}

/// Something came from the iPhone: complete it when the session has no content pending (WK9: 15 s).
///
/// Sendable: as its superclass.
open class WKWatchConnectivityRefreshBackgroundTask: WKRefreshBackgroundTask, @unchecked Sendable {}

/// A time to donate relevant shortcuts; comes when a scenario says so.
///
/// Sendable: as its superclass.
open class WKRelevantShortcutRefreshBackgroundTask: WKRefreshBackgroundTask, @unchecked Sendable {}

/// A SiriKit intent ran; comes when a scenario says so.
///
/// Sendable: as its superclass.
open class WKIntentDidRunRefreshBackgroundTask: WKRefreshBackgroundTask, @unchecked Sendable {}

/// A Bluetooth accessory has change for the app (WK10).
///
/// Sendable: as its superclass.
open class WKBluetoothAlertRefreshBackgroundTask: WKRefreshBackgroundTask, @unchecked Sendable {}
