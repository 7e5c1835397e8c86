import YobanSimulatedDevices
import YobanVirtualTime

/// A background task that the system gives to a watch app (WK9, WK10).
package final class WatchRefreshTask {
  package enum Kind: Sendable, Hashable, CustomStringConvertible {
    case application
    case snapshot
    /// The events of a background URLSession, by its identifier.
    case urlSession(String)
    case watchConnectivity
    case relevantShortcut
    case intentDidRun
    case bluetoothAlert

    /// The name of the kind, such as `application refresh`.
    package var description: String {
      switch self {
      case .application: "application refresh"
      case .snapshot: "snapshot"
      case .urlSession(let identifier): "URL session \(identifier)"
      case .watchConnectivity: "watch connectivity"
      case .relevantShortcut: "relevant shortcut"
      case .intentDidRun: "intent did run"
      case .bluetoothAlert: "Bluetooth alert"
      }
    }
  }

  package let kind: Kind
  /// The archived `userInfo` that the app gave with its request.
  package let userInfo: [UInt8]?
  package private(set) var isCompleted = false
  private let done: (Bool) -> Void
  var warning: EventToken?

  /// - Parameter done: called once, with whether the app requests a new snapshot.
  package init(_ kind: Kind, userInfo: [UInt8]? = nil, done: @escaping (Bool) -> Void) {
    self.kind = kind
    self.userInfo = userInfo
    self.done = done
  }

  /// Completes the task. A second call has no effect.
  package func complete(refreshingSnapshot: Bool = false) {
    guard !isCompleted else { return }
    isCompleted = true
    done(refreshingSnapshot)
  }
}

/// The receiver of a watch app's system events: WatchKit inside the app. It receives these events
/// in addition to those of every application. Called on the process's main queue.
package protocol WatchApplicationEventReceiver: ApplicationEventReceiver {
  /// A scheduled session begins in a new launch (WK5).
  func handleExtendedRuntime(_ session: ExtendedRuntimeSession)
  /// A background task, to be completed within seconds (WK9).
  func handle(_ task: WatchRefreshTask)
  /// The time of a task is nearly over.
  func expire(_ task: WatchRefreshTask)
}

extension WatchApplicationEventReceiver {
  package func handleExtendedRuntime(_ session: ExtendedRuntimeSession) {}
  package func handle(_ task: WatchRefreshTask) { task.complete() }
  package func expire(_ task: WatchRefreshTask) {}
}
