/// What an app is to the system, as in `UIApplication.State` plus the two states an app cannot read.
public enum AppState: String, Sendable, Hashable, CaseIterable {
  case notRunning = "not running"
  case inactive
  case active
  case background
  case suspended
}

/// A life-cycle callback, in the order of UIKit's documentation.
public enum LifecycleCallback: String, Sendable, Hashable {
  case didFinishLaunching
  case sceneWillConnect
  case sceneWillEnterForeground
  case sceneDidBecomeActive
  case sceneWillResignActive
  case sceneDidEnterBackground
  case sceneDidDisconnect
  case applicationWillEnterForeground
  case applicationDidBecomeActive
  case applicationWillResignActive
  case applicationDidEnterBackground
  case applicationWillTerminate
  case performFetch
}

/// A callback together with the application state that the app reads inside it.
public struct LifecycleStep: Sendable, Hashable {
  public var callback: LifecycleCallback
  public var seen: AppState

  public init(_ callback: LifecycleCallback, _ seen: AppState) {
    self.callback = callback
    self.seen = seen
  }
}

/// Which of UIKit's two life cycles an app has: scenes if Info.plist has a scene manifest (L5).
public enum LifecycleKind: String, Sendable, Hashable {
  case scenes
  case applicationDelegate
}

/// Why a process was started.
public enum LaunchCause: Sendable, Hashable, CustomStringConvertible {
  case user
  case location
  /// An event of a manager that the system kept: the restore identifiers of all that it keeps for
  /// the app (BT25).
  case bluetooth(centrals: [String], peripherals: [String])
  case backgroundTransfer
  case backgroundFetch

  public var description: String {
    switch self {
    case .user: "user"
    case .location: "location"
    case .bluetooth(let centrals, let peripherals):
      "bluetooth \((centrals + peripherals).joined(separator: " "))"
    case .backgroundTransfer: "background transfer"
    case .backgroundFetch: "background fetch"
    }
  }
}

/// Why a process ended. The codes are those of Apple's "EXC_CRASH (SIGKILL)" page.
public enum TerminationReason: Sendable, Hashable, CustomStringConvertible {
  /// The person swiped the app away in the app switcher.
  case forceQuit
  /// Memory pressure; suspended apps first, without notice (L8).
  case jetsam
  case reboot
  /// 0x8badf00d: a callback did not return in time (L6, L9), or a background task outlived its
  /// budget (BG4).
  case watchdog(String)
  /// An uncaught exception or trap of the app itself.
  case crash(String)
  /// The person deleted the app.
  case uninstalled

  public var description: String {
    switch self {
    case .forceQuit: "force-quit by the user"
    case .jetsam: "jetsam (memory pressure)"
    case .reboot: "device rebooted"
    case .watchdog(let why): "0x8badf00d: \(why)"
    case .crash(let why): "crash: \(why)"
    case .uninstalled: "app deleted"
    }
  }
}
