import Foundation

#if !os(watchOS)
  import UIKit
#endif

/// What holds the process for a job, as the system has it.
@MainActor
protocol JobHold: AnyObject {
  /// Takes a hold; `expired` is called when the system calls in its time.
  ///
  /// - Returns: whether the system gave it.
  func begin(_ number: Int, expired: @escaping @MainActor () -> Void) -> Bool
  /// Ends a hold.
  func end(_ number: Int, success: Bool)
  /// What is left when the system calls in its time; nil if it does not say.
  var remaining: Duration? { get }
  /// Shows a user how far the job is, if anything does.
  func show(progress: Double)
}

extension JobHold {
  func show(progress: Double) {}
}

/// No hold at all.
final class NoHold: JobHold {
  func begin(_ number: Int, expired: @escaping @MainActor () -> Void) -> Bool { false }
  func end(_ number: Int, success: Bool) {}
  var remaining: Duration? { nil }
}

#if !os(watchOS)
  /// Background task assertions (BG2), numbered by the machine.
  final class AssertionHold: JobHold {
    private let name: String
    private var identifiers: [Int: UIBackgroundTaskIdentifier] = [:]

    /// - Parameter name: shown by the system's tools.
    init(name: String) { self.name = name }

    func begin(_ number: Int, expired: @escaping @MainActor () -> Void) -> Bool {
      let identifier = UIApplication.shared.beginBackgroundTask(
        withName: name, expirationHandler: expired)
      guard identifier != .invalid else { return false }
      identifiers[number] = identifier
      return true
    }

    func end(_ number: Int, success: Bool) {
      guard let identifier = identifiers.removeValue(forKey: number) else { return }
      UIApplication.shared.endBackgroundTask(identifier)
    }

    var remaining: Duration? { UIApplication.shared.remainingTime }
  }

  extension UIApplication {
    /// The time left in background; nil when it is as good as infinite (BG6).
    var remainingTime: Duration? {
      let seconds = backgroundTimeRemaining
      return seconds < 1e9 ? .seconds(max(seconds, 0)) : nil
    }
  }
#endif
