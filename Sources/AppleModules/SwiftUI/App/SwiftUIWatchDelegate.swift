internal import HealthKit
internal import WatchKit
internal import YobanVirtualTime

/// The delegate of a watch app with SwiftUI's life cycle. It owns the app's graph and shows it while the
/// app is in front, and passes WatchKit's calls on to the delegate of `WKApplicationDelegateAdaptor`.
final class SwiftUIWatchDelegate: NSObject, WKApplicationDelegate {
  private let graph: ViewGraph
  private let connection = SceneConnection()
  private let adopted = AdoptedDelegate.current

  init(_ makeGraph: () -> ViewGraph) {
    graph = makeGraph()
    super.init()
    graph.root.environment.sceneConnection = connection
    ScreenContents.show(self)
  }

  private var user: (any WKApplicationDelegate)? { adopted.delegate as? any WKApplicationDelegate }

  private func change(_ phase: ScenePhase) {
    graph.changeEnvironment { $0.scenePhase = phase }
  }

  /// Makes the views, when the app comes to the front for the first time. They appear before the phase
  /// changes, as on an iPhone.
  private func connect() {
    guard !connection.isConnected else { return }
    connection.isConnected = true
    SceneStorageValues.current.restore("watch")
    graph.setOnScreen(true)
    graph.changeEnvironment { _ in }
  }

  // MARK: WKApplicationDelegate

  func applicationDidFinishLaunching() {
    // The app's properties and scenes exist before its delegate is called.
    graph.update()
    user?.applicationDidFinishLaunching()
  }

  func applicationWillEnterForeground() {
    connect()
    user?.applicationWillEnterForeground()
    change(.inactive)
  }

  func applicationDidBecomeActive() {
    connect()
    user?.applicationDidBecomeActive()
    change(.active)
  }

  func applicationWillResignActive() {
    user?.applicationWillResignActive()
    change(.inactive)
  }

  func applicationDidEnterBackground() {
    user?.applicationDidEnterBackground()
    change(.background)
    SceneStorageValues.current.save()
  }

  func handle(_ workoutConfiguration: HKWorkoutConfiguration) { user?.handle(workoutConfiguration) }
  func handleActiveWorkoutRecovery() { user?.handleActiveWorkoutRecovery() }
  func handle(_ extendedRuntimeSession: WKExtendedRuntimeSession) {
    user?.handle(extendedRuntimeSession)
  }

  /// The actions of `backgroundTask` get their tasks, and the app's delegate gets the others.
  func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
    let handlers = BackgroundTaskHandlers.current
    let others = backgroundTasks.filter { !handlers.handle($0) }
    guard !others.isEmpty else { return }
    if let user { return user.handle(others) }
    for task in others { task.setTaskCompletedWithSnapshot(false) }
  }
}

extension SwiftUIWatchDelegate: ScreenElementProvider {
  var screenElements: [ScreenElement] {
    graph.update()
    var screen = Screen()
    graph.root.show(on: &screen)
    return screen.visible
  }

  func screenWasTouched() { graph.update() }
}

extension BackgroundTaskHandlers {
  /// Runs the action for a task of the watch. The task is completed when the action returns; when its time
  /// ends, the action's task is canceled.
  ///
  /// - Returns: false if no modifier matches the task.
  func handle(_ task: WKRefreshBackgroundTask) -> Bool {
    let work: Task<Void, Never>? =
      switch task {
      case let task as WKURLSessionRefreshBackgroundTask: runTransfers(task.sessionIdentifier)
      case is WKApplicationRefreshBackgroundTask:
        (task.userInfo as? NSString).flatMap { runRefresh(String($0)) }
      default: nil
      }
    guard let work else { return false }
    task.expirationHandler = { work.cancel() }
    Task {
      await work.value
      task.setTaskCompletedWithSnapshot(false)
    }
    return true
  }
}
