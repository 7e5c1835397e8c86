import YobanSimulatedOS
import YobanVirtualTime

/// One launch of an app without UIKit: its side of a simulated process.
final class TestLaunch: ApplicationEventReceiver, @unchecked SimulationConfined {
  let process: AppProcess
  private let app: TestApp
  /// Objects that the app owns until its process ends.
  var kept: [AnyObject] = []

  init(_ process: AppProcess, _ app: TestApp) {
    self.process = process
    self.app = app
  }

  /// The launch whose code is running.
  static var current: TestLaunch { AppProcess.current!.process.existingResident(TestLaunch.self)! }

  var device: AppleDevice { process.app.appleDevice }

  func deliver(_ step: LifecycleStep, cause: LaunchCause) { app.onStep(self, step.callback) }
  func backgroundTaskExpired(_ identifier: Int) { app.onExpiry(self, identifier) }
  func handleEventsForBackgroundURLSession(
    _ identifier: String, completionHandler: @escaping () -> Void
  ) {
    app.onEvents(self, identifier, completionHandler)
  }
  func performFetch(completionHandler: @escaping (FetchResult) -> Void) {
    app.onFetch(self) { completionHandler(.newData) }
  }
  func didReceiveRemoteNotification(
    _ payload: String, completionHandler: @escaping (FetchResult) -> Void
  ) {
    app.onPush(self, payload, completionHandler)
  }
  func registeredForRemoteNotifications(_ token: Result<[UInt8], RemoteNotificationFailure>) {
    app.onToken(self, token)
  }
  func didReceiveMemoryWarning() { app.onEvent(self, .memoryWarning) }
  func backgroundRefreshStatusChanged() { app.onEvent(self, .backgroundRefreshStatus) }
  func keepAlive() { app.onEvent(self, .keepAlive) }
  func powerStateChanged() { app.onEvent(self, .powerState) }
}

/// An app made of closures, which are called on its main queue.
struct TestApp: Sendable {
  var name = "App"
  var modes: [String] = []
  var kind = LifecycleKind.scenes
  var info: [String: String] = [:]
  /// Entries of Info.plist that are lists.
  var lists: [String: [String]] = [:]
  /// Entries of any other type.
  var values: [String: any Sendable] = [:]
  var entitlements: Entitlements = []
  /// Runs before anything is delivered, like code before `UIApplicationMain`.
  var beforeMain: @Sendable () -> Void = {}
  var onStep: @Sendable (TestLaunch, LifecycleCallback) -> Void = { _, _ in }
  var onExpiry: @Sendable (TestLaunch, Int) -> Void = { launch, id in
    launch.process.endBackgroundTask(id)
  }
  var onEvents: @Sendable (TestLaunch, String, @escaping () -> Void) -> Void = { _, _, done in
    done()
  }
  var onFetch: @Sendable (TestLaunch, @escaping () -> Void) -> Void = { _, done in done() }

  var onPush: @Sendable (TestLaunch, String, @escaping (FetchResult) -> Void) -> Void = {
    _, _, done in done(.noData)
  }
  var onToken: @Sendable (TestLaunch, Result<[UInt8], RemoteNotificationFailure>) -> Void = {
    _, _ in
  }
  var onEvent: @Sendable (TestLaunch, SystemEvent) -> Void = { _, _ in }

  /// Notifications from the system that need no answer.
  enum SystemEvent: Sendable, Hashable {
    case memoryWarning, backgroundRefreshStatus, powerState, keepAlive
  }

  /// Returns the app with an action added to one of its callbacks.
  func on(_ callback: LifecycleCallback, _ body: @escaping @Sendable (TestLaunch) -> Void)
    -> TestApp
  {
    var app = self
    let before = onStep
    app.onStep = { launch, step in
      before(launch, step)
      if step == callback { body(launch) }
    }
    return app
  }

  /// The callback on entering the background in this app's life cycle.
  var didEnterBackground: LifecycleCallback {
    kind == .scenes ? .sceneDidEnterBackground : .applicationDidEnterBackground
  }

  var definition: AppDefinition {
    var values: [String: Any] = info
    for (key, value) in self.values { values[key] = value }
    for (key, list) in lists { values[key] = list }
    values["UIBackgroundModes"] = modes
    if kind == .scenes { values["UIApplicationSceneManifest"] = [String: String]() }
    return AppDefinition(
      bundleIdentifier: "example.\(name)", name: name, infoPlist: InfoPlist(values),
      entitlements: entitlements
    ) { [self] in
      beforeMain()
      let process = AppProcess.current!
      process.attach(process.process.resident(TestLaunch.self) { TestLaunch(process, self) })
    }
  }
}
