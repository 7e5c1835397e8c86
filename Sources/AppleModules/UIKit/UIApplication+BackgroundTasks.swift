internal import SimulatedOS

/// Names a background task assertion.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  public var rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// What `beginBackgroundTask` returns if no background time is left.
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

extension UIApplication {
  /// Seconds left in background; `Double.greatestFiniteMagnitude` in foreground (BG6).
  /// May be read from any thread.
  nonisolated public var backgroundTimeRemaining: TimeInterval { assertions.timeRemaining }

  /// Asks not to be suspended until the task is ended (BG2). May be called from any thread.
  ///
  /// - Parameter handler: called on the main thread about 5 s before the time is over (BG3); it
  ///   must end the task, else the process is killed (BG4).
  nonisolated public func beginBackgroundTask(
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    begin(name: nil, handler)
  }

  /// As above, with a name for debugging.
  nonisolated public func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    begin(name: taskName, handler)
  }

  /// Ends a task. When the last one ends in background, the app is suspended at once (BG5). May be
  /// called from any thread; an unknown identifier has no effect.
  nonisolated public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    assertions.end(identifier)
  }

  nonisolated private func begin(
    name: String?, _ handler: (@MainActor @Sendable () -> Void)?
  ) -> UIBackgroundTaskIdentifier {
    assertions.begin(name: name, handler)
  }
}
