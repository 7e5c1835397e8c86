import YobanSimulatedDevices

extension Finding {
  static func canceledIntentRan(_ name: String, _ limit: Duration) -> Finding {
    Finding(
      .intentTimedOut, rule: .ai4,
      what:
        "The intent \(name) was canceled and did not end within \(limit): in background the app is suspended in the middle of it.",
      remedy:
        "Look at Task.isCancelled in the operation, or use onCancel, and save what is needed to go on later."
    )
  }

  static func intentTimedOut(_ name: String, _ limit: Duration, extendsTime: Bool) -> Finding {
    Finding(
      .intentTimedOut, rule: .ai2,
      what:
        "The intent \(name) did not finish within \(limit): the user sees an error, and in background the app is suspended in the middle of it.",
      remedy: extendsTime
        ? "Do the work in performBackgroundTask of a LongRunningIntent, and report progress, or leave it to a background task or a transfer and return."
        : "Leave long work to a background task or a transfer of a background session, and return."
    )
  }
}

extension Finding.Kind {
  /// An intent did not finish in time.
  public static let intentTimedOut = Self("intent.timed-out")
}
