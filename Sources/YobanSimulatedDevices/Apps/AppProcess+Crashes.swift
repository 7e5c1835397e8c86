extension AppProcess {
  /// Remembers how the process ends, and reports a crash with which the process before ended, too (L21).
  ///
  /// Only a crash of the app's own code counts, not one that the scenario has caused.
  func noteCrash(_ reason: TerminationReason) {
    guard case .crash(let crash) = reason, AppProcess.current === self else {
      app.lastCrash = nil
      return
    }
    if app.lastCrash == crash { report(.crashedAgain(crash)) }
    app.lastCrash = crash
  }
}
