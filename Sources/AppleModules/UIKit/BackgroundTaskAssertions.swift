internal import YobanSimulatedApple

/// The expiration handlers of a process's background tasks.
///
/// `beginBackgroundTask` may be called from any thread of the app.
final class BackgroundTaskAssertions: @unchecked SimulationConfined {
  private let process: AppProcess
  private var handlers: [Int: @MainActor @Sendable () -> Void] = [:]

  init(_ process: AppProcess) { self.process = process }

  var timeRemaining: TimeInterval {
    process.backgroundTimeRemaining?.seconds ?? .greatestFiniteMagnitude
  }

  func begin(name: String?, _ handler: (@MainActor @Sendable () -> Void)?)
    -> UIBackgroundTaskIdentifier
  {
    guard let identifier = process.beginBackgroundTask(name: name) else { return .invalid }
    handlers[identifier] = handler
    return UIBackgroundTaskIdentifier(rawValue: identifier)
  }

  func end(_ identifier: UIBackgroundTaskIdentifier) {
    handlers[identifier.rawValue] = nil
    process.endBackgroundTask(identifier.rawValue)
  }

  @MainActor func expire(_ identifier: Int) {
    guard let handler = handlers[identifier] else { return }
    process.noteCall("expirationHandler", "background task \(identifier)")
    handler()
  }
}
