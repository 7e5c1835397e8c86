internal import HealthKit
internal import YobanSimulatedApple
internal import YobanVirtualTime

/// WatchKit's part of a simulated process: calls the app for the system's events.
///
/// The process keeps this object, which keeps the application, its delegate and the delivered
/// tasks. All are released when the process ends.
@MainActor
final class WatchApplicationReceiver: WatchApplicationEventReceiver, WorkoutLaunchReceiver {
  let application: WKApplication
  let watchExtension: WKExtension
  /// A `WKApplicationDelegate` or a `WKExtensionDelegate`.
  let delegate: NSObject
  private let process: AppProcess
  private var tasks: [WKRefreshBackgroundTask] = []
  private var isApplication: (any WKApplicationDelegate)? { delegate as? any WKApplicationDelegate }
  private var isExtension: (any WKExtensionDelegate)? { delegate as? any WKExtensionDelegate }

  static var current: WatchApplicationReceiver? {
    Simulation.current?.currentProcess.existingResident(WatchApplicationReceiver.self)
  }

  private init(_ process: AppProcess, delegate make: () -> NSObject) {
    self.process = process
    application = WKApplication(process)
    watchExtension = WKExtension(process)
    delegate = make()
    precondition(
      delegate is any WKApplicationDelegate || delegate is any WKExtensionDelegate,
      "\(type(of: delegate)) does not conform to WKApplicationDelegate")
    application.delegate = delegate as? any WKApplicationDelegate
    watchExtension.delegate = delegate as? any WKExtensionDelegate
  }

  static func start(delegate type: NSObject.Type) { start { makeObject(of: type) } }

  /// Starts the app of the calling process with a delegate that the closure makes.
  static func start(delegate make: () -> NSObject) {
    guard let process = AppProcess.current else {
      preconditionFailure(
        "WKApplicationMain was called outside a simulated device: install the app on a watch and open it (World, Device)"
      )
    }
    let host = process.process.resident(WatchApplicationReceiver.self) {
      WatchApplicationReceiver(process, delegate: make)
    }
    process.attach(host)
  }

  // MARK: Events, which the system delivers on the main queue of the process

  nonisolated func deliver(_ step: LifecycleStep, cause: LaunchCause) {
    MainActor.assumeIsolated { call(step.callback) }
  }

  nonisolated func systemChanged(_ change: SystemChange) {
    NotificationCenter.default.post(change)
  }

  nonisolated func handleWorkout(_ configuration: WorkoutConfiguration) {
    MainActor.assumeIsolated {
      let configuration = HKWorkoutConfiguration(
        activityType: configuration.activityType, locationType: configuration.locationType,
        swimmingLocationType: configuration.swimmingLocationType,
        lapLength: configuration.lapLength)
      isApplication?.handle(configuration)
      isExtension?.handle(configuration)
    }
  }

  nonisolated func handleActiveWorkoutRecovery() {
    MainActor.assumeIsolated {
      isApplication?.handleActiveWorkoutRecovery()
      isExtension?.handleActiveWorkoutRecovery()
    }
  }

  nonisolated func handleExtendedRuntime(_ session: ExtendedRuntimeSession) {
    nonisolated(unsafe) let session = session  // belongs to this simulation, whose baton we hold
    MainActor.assumeIsolated {
      let own = WKExtendedRuntimeSession(session, of: process)
      isApplication?.handle(own)
      isExtension?.handle(own)
    }
  }

  nonisolated func handle(_ task: WatchRefreshTask) {
    nonisolated(unsafe) let task = task  // as above
    MainActor.assumeIsolated {
      let own = WKRefreshBackgroundTask.make(task)
      tasks.removeAll { $0.task.isCompleted }
      tasks.append(own)
      isApplication?.handle([own])
      isExtension?.handle([own])
    }
  }

  nonisolated func expire(_ task: WatchRefreshTask) {
    nonisolated(unsafe) let task = task  // as above
    MainActor.assumeIsolated { tasks.first { $0.task === task }?.expirationHandler?() }
  }

  /// Delivers the events of a background URLSession as a background task.
  nonisolated func handleEventsForBackgroundURLSession(
    _ identifier: String, completionHandler: @escaping () -> Void
  ) {
    handle(WatchRefreshTask(.urlSession(identifier)) { _ in completionHandler() })
  }

  private func call(_ callback: LifecycleCallback) {
    switch callback {
    case .didFinishLaunching:
      isApplication?.applicationDidFinishLaunching()
      isExtension?.applicationDidFinishLaunching()
      post(WKApplication.didFinishLaunchingNotification)
    case .applicationDidBecomeActive:
      isApplication?.applicationDidBecomeActive()
      isExtension?.applicationDidBecomeActive()
      post(WKApplication.didBecomeActiveNotification)
    case .applicationWillResignActive:
      isApplication?.applicationWillResignActive()
      isExtension?.applicationWillResignActive()
      post(WKApplication.willResignActiveNotification)
    case .applicationWillEnterForeground:
      isApplication?.applicationWillEnterForeground()
      isExtension?.applicationWillEnterForeground()
      post(WKApplication.willEnterForegroundNotification)
    case .applicationDidEnterBackground:
      isApplication?.applicationDidEnterBackground()
      isExtension?.applicationDidEnterBackground()
      post(WKApplication.didEnterBackgroundNotification)
    case .sceneWillConnect, .sceneWillEnterForeground, .sceneDidBecomeActive,
      .sceneWillResignActive, .sceneDidEnterBackground, .sceneDidDisconnect,
      .applicationWillTerminate, .performFetch, .didReceiveRemoteNotification,
      .didReceiveMemoryWarning, .applicationOnCreate, .activityOnStart, .activityOnResume,
      .activityOnPause, .activityOnStop:
      break  // these do not occur on a watch
    }
  }

  private func post(_ name: Notification.Name) {
    NotificationCenter.default.post(name: name, object: application)
  }
}
