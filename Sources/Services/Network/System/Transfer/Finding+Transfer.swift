import YobanSimulatedDevices

extension Finding {
  static let notBegunAgain = Finding(
    .urlsessionNotBegunAgain, rule: .l16,
    what:
      "The app was suspended after it had received the error that a force-quit has canceled a transfer (-999), and it has begun none since then: the transfer never ends.",
    remedy:
      "Read NSURLErrorBackgroundTaskCancelledReasonKey in the error: if it is set, the system has canceled the task, and the app must begin it again.",
    isAdvice: true)

  static func endedBeforeList(_ task: TransferTask) -> Finding {
    Finding(
      .urlsessionEndedBeforeList, rule: .ft7,
      what:
        "getAllTasks does not list task \(task.identifier) of an earlier launch, which has ended meanwhile: the delegate is called for it, too.",
      remedy:
        "Find what the delegate needs for a task in its taskDescription, or in what the app has stored, and not in a table that is made from getAllTasks.",
      isAdvice: true)
  }

  static func oneAtATime(_ delay: Duration) -> Finding {
    Finding(
      .urlsessionOneAtATime, rule: .ft7,
      what:
        "URLSessionTask.resume() was called in background again and again: this task waits \(delay).",
      remedy:
        "Create the tasks of a session in one batch, best in foreground: each resume in background doubles the wait."
    )
  }
}

extension Finding.Kind {
  /// A task of an earlier launch had ended before the app listed the tasks of its session.
  public static let urlsessionEndedBeforeList = Self("urlsession.ended-before-list")
  /// A transfer that a force-quit has canceled was not begun again.
  public static let urlsessionNotBegunAgain = Self("urlsession.not-begun-again")
  /// Transfers were begun one by one in the background, where each one waits longer.
  public static let urlsessionOneAtATime = Self("urlsession.one-at-a-time")
  /// Two background sessions have the same identifier.
  public static let urlsessionSameIdentifier = Self("urlsession.same-identifier")
  /// A setting of a session has no effect in the simulation.
  public static let urlsessionSettingNotSimulated = Self("urlsession.setting-not-simulated")
}
