import UIKit
import Yoban

/// Increments the badge on its icon once a second in a background job, and logs the callbacks of
/// the system (experiment E3). On a device the badge is shown if the user allows it.
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  private let settings = Settings()
  private var job: BackgroundJob?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    log("didFinishLaunching")
    let window = UIWindow()
    window.rootViewController = UIViewController()
    window.makeKeyAndVisible()
    self.window = window
    startJob()
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    log("applicationDidEnterBackground")
    if settings.workInBackground > 0 {
      Thread.sleep(forTimeInterval: settings.workInBackground)
      log("saved")
    }
  }

  func applicationWillEnterForeground(_ application: UIApplication) {
    log("applicationWillEnterForeground")
  }

  // MARK: The job

  private func startJob() {
    if settings.leaksTask {
      _ = UIApplication.shared.beginBackgroundTask(withName: "leak") { self.logExpiration() }
    }
    let seconds = settings.seconds
    let job = BackgroundJob(
      "count", over: settings.leaksTask ? .nothing : .assertion,
      expiration: settings.suspendsAtExpiration ? .suspends : .cancels,
      onExpiration: { self.logExpiration() },
      onCompletion: { log("finished: \($0)") }
    ) { context in
      for second in 0..<seconds {
        try await context.wait(for: .seconds(1))
        await count(second, context)
      }
    }
    self.job = job
    job.start()
  }

  private func logExpiration() {
    let left = Int(UIApplication.shared.backgroundTimeRemaining.rounded())
    log("expires in \(left) s, \(Thread.isMainThread ? "on the main thread" : "elsewhere")")
  }
}

/// Increments the badge; after each tenth second logs the remaining time.
@MainActor private func count(_ second: Int, _ context: BackgroundJobContext) {
  print("tick \(second)")
  UIApplication.shared.applicationIconBadgeNumber = second + 1
  guard (second + 1).isMultiple(of: 10) else { return }
  log("remaining \(context.remainingTime.map { "\($0.components.seconds) s" } ?? "without limit")")
}

/// Logs a line with the current application state.
@MainActor private func log(_ what: String) {
  let state =
    switch UIApplication.shared.applicationState {
    case .active: "active"
    case .inactive: "inactive"
    case .background: "background"
    @unknown default: "unknown"
    }
  print("\(what) [\(state)]")
}
