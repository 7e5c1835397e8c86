import YobanVirtualTime

// The system may take back run time for which it has promised no length.
extension AppProcess {
  /// Suspends the app now, if nothing but the short time after its entry into the background keeps it
  /// running; nobody promises how long that is (L7).
  ///
  /// - Returns: whether the app is suspended now and was not before.
  @discardableResult
  public func suspendEarly() -> Bool {
    guard isInBackground, isRunning, systemState != .suspended else { return false }
    grant(.grace, until: nil)
    return systemState == .suspended
  }

  /// Calls the expiration handlers of the app's background tasks now, as the system may at any time
  /// (BG1). The tasks must end within the usual time before the end of the budget (BG3).
  ///
  /// - Returns: whether a handler is called.
  @discardableResult
  public func expireBackgroundTasks() -> Bool {
    let actions = tasks.expireEarly(at: now)
    perform(actions)
    return !actions.isEmpty
  }
}
