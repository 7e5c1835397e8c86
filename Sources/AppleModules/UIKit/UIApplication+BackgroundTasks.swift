internal import YobanSimulatedApple

/// Identifies a background task assertion.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  public var rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The result of `beginBackgroundTask` if no background time is left.
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

extension UIApplication {
  /// The remaining background time in seconds; `Double.greatestFiniteMagnitude` in the foreground
  /// (BG6). May be read from any thread.
  nonisolated public var backgroundTimeRemaining: TimeInterval { assertions.timeRemaining }

  /// Requests that the app is not suspended before the task is ended (BG2). May be called from any
  /// thread.
  ///
  /// - Parameter handler: Called on the main thread about 5 s before the time ends (BG3). It must
  ///   end the task, or the process is terminated (BG4).
  nonisolated public func beginBackgroundTask(
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    begin(name: nil, handler)
  }

  /// Begins a background task with a name for debugging.
  nonisolated public func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    begin(name: taskName, handler)
  }

  /// Ends a task. In the background, the app is suspended immediately after its last task (BG5).
  /// May be called from any thread. An unknown identifier has no effect.
  nonisolated public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    assertions.end(identifier)
  }

  nonisolated private func begin(
    name: String?, _ handler: (@MainActor @Sendable () -> Void)?
  ) -> UIBackgroundTaskIdentifier {
    assertions.begin(name: name, handler)
  }
}
