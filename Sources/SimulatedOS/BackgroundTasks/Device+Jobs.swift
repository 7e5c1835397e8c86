extension Device {
  /// Has the system run a pending task of an app now, as the debugger's
  /// `_simulateLaunchForTaskWithIdentifier` does: whatever the conditions are.
  ///
  /// - Returns: false if the app has not submitted a request with that identifier, or such a task
  ///   runs: then nothing happens.
  @discardableResult
  public func runScheduledTask(_ app: InstalledApp, _ identifier: String) -> Bool {
    scheduler.runNow(app, identifier)
  }

  /// Ends the time of a running task of an app, as the debugger's
  /// `_simulateExpirationForTaskWithIdentifier` does.
  ///
  /// - Returns: whether such a task runs.
  @discardableResult
  public func expireScheduledTask(_ app: InstalledApp, _ identifier: String) -> Bool {
    scheduler.expireNow(app, identifier, "as the debugger asked")
  }

  /// The user stops a continued processing task in its Live Activity: its expiration handler is
  /// called (FT5).
  ///
  /// - Returns: whether such a task runs.
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

  func expireNow(_ app: InstalledApp, _ identifier: String, _ why: String) -> Bool {
    let running = record(of: app).running
    guard let task = running.first(where: { $0.identifier == identifier }) else { return false }
    expire(task, why)
    return true
  }
}
