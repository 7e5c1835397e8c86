import YobanAppleSystem
import YobanSimulatedDevices

extension AppleDevice {
  /// Runs a pending task of an app now, whatever the conditions are, as the debugger's
  /// `_simulateLaunchForTaskWithIdentifier` does.
  ///
  /// - Returns: false, without any effect, if the app has not submitted a request with that
  ///   identifier, or if such a task is running already.
  @discardableResult
  public func runScheduledTask(_ app: InstalledApp, _ identifier: String) -> Bool {
    scheduler.runNow(app, identifier)
  }

  /// Expires a running task of an app, as the debugger's `_simulateExpirationForTaskWithIdentifier`
  /// does.
  ///
  /// - Returns: whether such a task is running.
  @discardableResult
  public func expireScheduledTask(_ app: InstalledApp, _ identifier: String) -> Bool {
    scheduler.expireNow(app, identifier, "as the debugger asked")
  }

  /// Takes back the time of an app: calls the expiration handlers of its background tasks and of its
  /// running tasks of BGTaskScheduler now, which the system may do before their time is over (BG1, FT10).
  /// A continued processing task goes on, and so does a task whose launch handler has not been called yet.
  ///
  /// - Returns: whether a handler is called.
  @discardableResult
  public func takeBackTime(of app: InstalledApp) -> Bool {
    let isExpired = app.process?.expireBackgroundTasks() ?? false
    return scheduler.takeBackTime(of: app) || isExpired
  }

  /// Stops a continued processing task, as the user can in its Live Activity: its expiration
  /// handler is called (FT5).
  ///
  /// - Returns: whether such a task is running.
  @discardableResult
  public func cancelContinuedProcessing(_ app: InstalledApp, _ identifier: String) -> Bool {
    post(.user("stops \(identifier)"))
    return scheduler.expireNow(app, identifier, "the user stopped it")
  }
}

extension SchedulerService {
  func runNow(_ app: InstalledApp, _ identifier: String) -> Bool {
    let record = record(of: app)
    guard let item = record.queue.pending.first(where: { $0.request.identifier == identifier }),
      !record.isRunning(identifier)
    else { return false }
    run(item.request, of: record)
    return true
  }

  func takeBackTime(of app: InstalledApp) -> Bool {
    let tasks = record(of: app).running.filter {
      guard case .running = $0.machine.state else { return false }
      return $0.isWithApp && $0.request.kind.continued == nil
    }
    for task in tasks { expire(task, "the system takes its time back") }
    return !tasks.isEmpty
  }

  func expireNow(_ app: InstalledApp, _ identifier: String, _ why: String) -> Bool {
    let running = record(of: app).running
    guard let task = running.first(where: { $0.identifier == identifier }) else { return false }
    expire(task, why)
    return true
  }
}
