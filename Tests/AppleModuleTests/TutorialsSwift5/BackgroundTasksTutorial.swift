import BackgroundTasks
import UIKit

/// A refresh and a nightly cleanup, as in tutorials of 2019.
public final class RefreshingAppDelegate: UIResponder, UIApplicationDelegate {
  static let refreshIdentifier = "com.example.tutorial.refresh"
  static let cleanIdentifier = "com.example.tutorial.db_cleaning"

  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.refreshIdentifier, using: nil) {
      task in
      self.handleAppRefresh(task: task as! BGAppRefreshTask)
    }
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.cleanIdentifier, using: nil) {
      task in
      self.handleDatabaseCleaning(task: task as! BGProcessingTask)
    }
    return true
  }

  public func applicationDidEnterBackground(_ application: UIApplication) {
    scheduleAppRefresh()
    scheduleDatabaseCleaning()
  }

  func scheduleAppRefresh() {
    let request = BGAppRefreshTaskRequest(identifier: Self.refreshIdentifier)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      print("Could not schedule app refresh: \(error)")
    }
  }

  func scheduleDatabaseCleaning() {
    let request = BGProcessingTaskRequest(identifier: Self.cleanIdentifier)
    request.requiresNetworkConnectivity = false
    request.requiresExternalPower = true
    do {
      try BGTaskScheduler.shared.submit(request)
    } catch {
      print("Could not schedule database cleaning: \(error)")
    }
  }

  func handleAppRefresh(task: BGAppRefreshTask) {
    scheduleAppRefresh()
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let fetch = BlockOperation {
      Thread.sleep(forTimeInterval: 5)
      print("fetched")
    }
    task.expirationHandler = { queue.cancelAllOperations() }
    fetch.completionBlock = { task.setTaskCompleted(success: !fetch.isCancelled) }
    queue.addOperation(fetch)
  }

  func handleDatabaseCleaning(task: BGProcessingTask) {
    task.expirationHandler = { print("must stop") }
    DispatchQueue.global(qos: .background).async {
      for _ in 1...60 { Thread.sleep(forTimeInterval: 1) }
      print("cleaned")
      task.setTaskCompleted(success: true)
    }
  }
}
