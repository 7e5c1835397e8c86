public import HealthKit

/// Receives the events of a watch app with a single target. At Apple, all methods are optional;
/// here they have default implementations.
@preconcurrency @MainActor public protocol WKApplicationDelegate: NSObjectProtocol {
  func applicationDidFinishLaunching()
  func applicationDidBecomeActive()
  /// Called when the wrist is lowered or the app is about to leave the foreground (WK1).
  func applicationWillResignActive()
  func applicationWillEnterForeground()
  /// Called when the app is no longer frontmost (WK1).
  func applicationDidEnterBackground()
  /// Called when the iPhone app began a workout. Begin a session within seconds (WK2).
  func handle(_ workoutConfiguration: HKWorkoutConfiguration)
  /// Called when the app's process ended during a workout that continues. Recover its session
  /// (WK2).
  func handleActiveWorkoutRecovery()
  /// Called when a scheduled session begins in a new launch. If you do not set its delegate, the
  /// session ends (WK5).
  func handle(_ extendedRuntimeSession: WKExtendedRuntimeSession)
  /// Called with background tasks, which must be completed within seconds (WK9). Here each task
  /// arrives in a set of its own.
  func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>)
}

extension WKApplicationDelegate {
  public func applicationDidFinishLaunching() {}
  public func applicationDidBecomeActive() {}
  public func applicationWillResignActive() {}
  public func applicationWillEnterForeground() {}
  public func applicationDidEnterBackground() {}
  public func handle(_ workoutConfiguration: HKWorkoutConfiguration) {}
  public func handleActiveWorkoutRecovery() {}
  public func handle(_ extendedRuntimeSession: WKExtendedRuntimeSession) {}
  public func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
    for task in backgroundTasks { task.setTaskCompletedWithSnapshot(false) }
  }

  /// The entry point of an app whose delegate is marked `@main`.
  public static func main() {
    guard let type = Self.self as? NSObject.Type else {
      preconditionFailure("\(Self.self) must be a class that inherits from NSObject")
    }
    WatchApplicationReceiver.start(delegate: type)
  }
}

/// The equivalent of `WKApplicationDelegate` for an app with a WatchKit extension.
@preconcurrency @MainActor public protocol WKExtensionDelegate: NSObjectProtocol {
  func applicationDidFinishLaunching()
  func applicationDidBecomeActive()
  func applicationWillResignActive()
  func applicationWillEnterForeground()
  func applicationDidEnterBackground()
  func handle(_ workoutConfiguration: HKWorkoutConfiguration)
  func handleActiveWorkoutRecovery()
  func handle(_ extendedRuntimeSession: WKExtendedRuntimeSession)
  func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>)
}

extension WKExtensionDelegate {
  public func applicationDidFinishLaunching() {}
  public func applicationDidBecomeActive() {}
  public func applicationWillResignActive() {}
  public func applicationWillEnterForeground() {}
  public func applicationDidEnterBackground() {}
  public func handle(_ workoutConfiguration: HKWorkoutConfiguration) {}
  public func handleActiveWorkoutRecovery() {}
  public func handle(_ extendedRuntimeSession: WKExtendedRuntimeSession) {}
  public func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
    for task in backgroundTasks { task.setTaskCompletedWithSnapshot(false) }
  }
}

/// Starts the watch app of the calling simulated process. Call it on the main thread. Unlike on a
/// device, it returns, and the process continues with its main queue.
///
/// - Parameter applicationDelegateClassName: The name of a class that conforms to
///   `WKApplicationDelegate` or `WKExtensionDelegate`, such as
///   `NSStringFromClass(AppDelegate.self)`.
@discardableResult public func WKApplicationMain(
  _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
  _ applicationDelegateClassName: String?
) -> Int32 {
  guard let name = applicationDelegateClassName,
    let type = NSClassFromString(name) as? NSObject.Type
  else {
    preconditionFailure(
      "there is no class \(applicationDelegateClassName ?? "nil") that inherits from NSObject")
  }
  MainActor.assumeIsolated { WatchApplicationReceiver.start(delegate: type) }
  return 0
}

/// Starts the watch app of the calling simulated process with a delegate that the closure makes, for a
/// test that gives its delegate something.
@MainActor package func WKApplicationMain(delegate make: () -> any WKApplicationDelegate) {
  WatchApplicationReceiver.start {
    let delegate: any WKApplicationDelegate = make()
    guard let object = delegate as? NSObject else {
      preconditionFailure("\(type(of: delegate)) must be a class that inherits from NSObject")
    }
    return object
  }
}
