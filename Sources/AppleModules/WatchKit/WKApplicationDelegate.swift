public import HealthKit

/// What a watch app with a single target answers to the system. All methods are optional at Apple
/// and have default implementations here.
@preconcurrency @MainActor public protocol WKApplicationDelegate: NSObjectProtocol {
  func applicationDidFinishLaunching()
  func applicationDidBecomeActive()
  /// The wrist goes down, or the app leaves the front (WK1).
  func applicationWillResignActive()
  func applicationWillEnterForeground()
  /// The app is not frontmost any more (WK1).
  func applicationDidEnterBackground()
  /// The iPhone app began a workout: begin a session within seconds (WK2).
  func handle(_ workoutConfiguration: HKWorkoutConfiguration)
  /// The app ended during a workout, which goes on: recover its session (WK2).
  func handleActiveWorkoutRecovery()
  /// A scheduled session begins in a new launch: set its delegate, or it ends (WK5).
  func handle(_ extendedRuntimeSession: WKExtendedRuntimeSession)
  /// Background tasks, to be completed within seconds (WK9). Here each comes in a set of its own.
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

/// The same of an app with a WatchKit extension.
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

/// Starts the watch app of the calling simulated process; call it on the main thread. Unlike on a
/// device it returns: the process goes on with its main queue.
///
/// - Parameter applicationDelegateClassName: such as `NSStringFromClass(AppDelegate.self)`; of a
///   class that conforms to `WKApplicationDelegate` or `WKExtensionDelegate`.
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
