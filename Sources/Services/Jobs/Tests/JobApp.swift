import BackgroundTasks
import Foundation
import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// The kinds of tasks that the app of these tests submits.
enum JobKind: Sendable {
  case refresh, processing, charging, demanding
  case continued(waits: Bool = true, needsGPU: Bool = false)

  func request(_ identifier: String) -> BGTaskRequest {
    switch self {
    case .refresh: return BGAppRefreshTaskRequest(identifier: identifier)
    case .processing, .charging, .demanding:
      let request = BGProcessingTaskRequest(identifier: identifier)
      if case .charging = self { request.requiresExternalPower = true }
      if case .demanding = self {
        (request.requiresExternalPower, request.requiresNetworkConnectivity) = (true, true)
      }
      return request
    case .continued(let waits, let needsGPU):
      let request = BGContinuedProcessingTaskRequest(
        identifier: identifier, title: "Exporting", subtitle: "0 of 3")
      request.strategy = waits ? .queue : .fail
      request.requiredResources = needsGPU ? .gpu : []
      return request
    }
  }
}

/// The tasks of one launch of the app. It prints what happens to them.
///
/// Sendable: used only by code of its own process, which never runs concurrently.
final class TaskRunner: @unchecked Sendable {
  private let app: JobApp
  var tasks: [BGTask] = []

  init(_ app: JobApp) { self.app = app }

  @MainActor static var current: TaskRunner { Kept.get("runner")! }

  func register(_ identifier: String) {
    let isRegistered = BGTaskScheduler.shared.register(
      forTaskWithIdentifier: identifier, using: .main
    ) { [unowned self] in launch($0) }
    if !isRegistered { print("no \(identifier)") }
  }

  /// Prints the code of an error.
  func submit(_ identifier: String, _ kind: JobKind = .refresh, in seconds: Double? = nil) {
    let request = kind.request(identifier)
    request.earliestBeginDate = seconds.map { Date(timeIntervalSinceNow: $0) }
    do { try BGTaskScheduler.shared.submit(request) } catch {
      print("refused \((error as NSError).code)")
    }
  }

  func cancel(_ identifier: String) {
    BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: identifier)
  }
  func cancelAll() { BGTaskScheduler.shared.cancelAllTaskRequests() }

  /// Makes progress in all tasks (FT5).
  func advance() {
    for task in tasks { (task as? BGContinuedProcessingTask)?.progress.completedUnitCount += 1 }
  }

  private func launch(_ task: BGTask) {
    print("runs \(task.identifier)")
    tasks.append(task)
    // Used on the app's main queue only.
    nonisolated(unsafe) let task = task
    if let handle = app.onExpiration {
      task.expirationHandler = { [unowned self] in
        print("expires \(task.identifier)")
        handle(self, task)
      }
    }
    if let seconds = app.takes {
      DispatchQueue.main.asyncAfter(deadline: .now() + seconds) {
        task.setTaskCompleted(success: true)
      }
    }
    app.onLaunch(self, task)
  }
}

/// An app with jobs of every kind. Its closures run in its process, on its main queue.
struct JobApp: Sendable {
  typealias Answer = (UIBackgroundFetchResult) -> Void

  var name = "App"
  /// Nil: Info.plist has no identifiers.
  var permitted: [String]? = ["a.refresh", "a.clean"]
  var registers = ["a.refresh", "a.clean"]
  var modes = ["fetch", "processing"]
  var entitlements: Entitlements = []
  /// Seconds that each task takes. Nil: it is not completed.
  var takes: Double? = 5
  /// The expiration handler, which is called on a background queue. Nil: there is none.
  var onExpiration: (@Sendable (TaskRunner, BGTask) -> Void)? = { _, task in
    task.setTaskCompleted(success: false)
  }
  var onLaunch: @Sendable (TaskRunner, BGTask) -> Void = { _, _ in }
  var launched: @MainActor @Sendable (UIApplication) -> Void = { _ in }
  var becameActive: @MainActor @Sendable (UIApplication) -> Void = { _ in }
  var enteredBackground: @MainActor @Sendable (UIApplication) -> Void = { _ in }
  var onFetch: @MainActor @Sendable (@escaping Answer) -> Void = { $0(.newData) }
  var onPush: @MainActor @Sendable ([AnyHashable: Any], @escaping Answer) -> Void = { $1(.noData) }
  var onToken: @MainActor @Sendable ([UInt8]) -> Void = { _ in }

  /// Answers after this many seconds; nil: never.
  static func answer(after seconds: Double?, with result: UIBackgroundFetchResult = .newData)
    -> @MainActor @Sendable (@escaping Answer) -> Void
  {
    { done in
      guard let seconds else { return }
      // Called on the queue that it was delivered on.
      nonisolated(unsafe) let done = done
      DispatchQueue.main.asyncAfter(deadline: .now() + seconds) {
        done(result)
      }
    }
  }

  /// An answer that the app also prints.
  static func saying(_ done: @escaping Answer) -> Answer {
    { result in
      print("answers")
      done(result)
    }
  }
}

/// The app delegate. It calls the closures of its app.
private final class JobDelegate: UIResponder, UIApplicationDelegate {
  private let app: JobApp

  init(_ app: JobApp) { self.app = app }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let runner = TaskRunner(app)
    Kept.of("runner", runner)
    for identifier in app.registers { runner.register(identifier) }
    app.launched(application)
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) { app.becameActive(application) }
  func applicationDidEnterBackground(_ application: UIApplication) {
    app.enteredBackground(application)
  }

  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping JobApp.Answer
  ) {
    app.onFetch(completionHandler)
  }

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping JobApp.Answer
  ) {
    app.onPush(userInfo, completionHandler)
  }

  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    app.onToken(Array(deviceToken))
  }

  func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {
    print("no token \((error as NSError).code)")
  }
}

extension Phone {
  func install(_ app: JobApp) throws -> InstalledApp {
    var values: [String: Any] = ["CFBundleName": app.name, "UIBackgroundModes": app.modes]
    values["BGTaskSchedulerPermittedIdentifiers"] = app.permitted
    return try install(
      infoPlist: InfoPlist(values), bundleIdentifier: "example.\(app.name)",
      entitlements: app.entitlements
    ) { JobDelegate(app) }
  }

  /// Runs the body in the app's process, with its tasks.
  func tasks(
    of app: InstalledApp, _ body: @escaping @MainActor @Sendable (TaskRunner) -> Void
  ) async {
    await touch(app, "tasks") { body(.current) }
  }
}

extension World {
  func moments(ofTask event: TraceEvent.ScheduledTaskEvent) -> [VirtualInstant] {
    moments { $0 == .scheduledTask(event) }
  }

  /// The events of BGTaskScheduler's tasks.
  var taskEvents: [TraceEvent.ScheduledTaskEvent] { trace.events.compactMap(\.kind.scheduledTask) }
}
