import Foundation

#if !os(watchOS)
  import UIKit
#endif

/// The system's mechanism that keeps the process running for a job.
@MainActor
protocol JobHold: AnyObject {
  /// Takes a hold; `expired` is called when the system announces the end of its time.
  ///
  /// - Returns: whether the system granted it.
  func begin(_ number: Int, expired: @escaping @MainActor () -> Void) -> Bool
  /// Ends a hold.
  func end(_ number: Int, success: Bool)
  /// The time left when the system announces its end; nil if the system does not report it.
  var remaining: Duration? { get }
  /// Shows the progress of the job to the user, if the mechanism supports it.
  func show(progress: Double)
}

extension JobHold {
  func show(progress: Double) {}
}

/// A job without a hold.
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

    /// - Parameter name: a name that the system's tools show.
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
    /// The time left in the background; nil if it is practically unlimited (BG6).
    var remainingTime: Duration? {
      let seconds = backgroundTimeRemaining
      return seconds < 1e9 ? .seconds(max(seconds, 0)) : nil
    }
  }
#endif
