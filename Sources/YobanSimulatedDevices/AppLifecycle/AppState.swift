/// The state of an app: those of `UIApplication.State`, and two that an app itself cannot read.
public enum AppState: String, Sendable, Hashable, Codable, CaseIterable {
  case notRunning = "not running"
  case inactive
  case active
  case background
  case suspended
}

/// A life-cycle callback: first those of UIKit, in the order of its documentation, then Android's.
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
  case didReceiveRemoteNotification
  case didReceiveMemoryWarning
  // Android
  case applicationOnCreate = "Application.onCreate"
  /// After `onCreate` of a new activity, or `onRestart` of one that was stopped.
  case activityOnStart = "Activity.onStart"
  case activityOnResume = "Activity.onResume"
  case activityOnPause = "Activity.onPause"
  case activityOnStop = "Activity.onStop"

  /// Whether the app is active when this callback returns.
  var makesActive: Bool { self == .sceneDidBecomeActive || self == .applicationDidBecomeActive }
  /// Whether the app has finished launching when this callback returns.
  var finishesLaunching: Bool { self == .didFinishLaunching || self == .applicationOnCreate }
}

/// A callback, with the application state that the app reads inside it.
public struct LifecycleStep: Sendable, Hashable {
  public var callback: LifecycleCallback
  public var seen: AppState

  public init(_ callback: LifecycleCallback, _ seen: AppState) {
    self.callback = callback
    self.seen = seen
  }
}

/// The kind of life cycle of an app. On iOS it is `scenes` if Info.plist has a scene manifest (L5).
public enum LifecycleKind: String, Sendable, Hashable {
  case scenes
  case applicationDelegate
  /// An app of watchOS.
  case watch
  /// An app of Android with one activity.
  case android
  /// An app extension: a process of an iPhone or a watch without an app delegate, which receives no callbacks of a
  /// life cycle (L23).
  case appExtension
}
