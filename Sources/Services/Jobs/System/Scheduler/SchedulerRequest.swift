import Foundation
import YobanSimulatedDevices
import YobanVirtualTime

/// A request of an app to BGTaskScheduler: the identifier and the kind of a task.
public struct ScheduledTaskRequest: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// BGAppRefreshTask (FT3).
    case refresh
    /// BGProcessingTask (FT4).
    case processing(requiresNetwork: Bool, requiresPower: Bool)
    /// BGContinuedProcessingTask (FT5).
    case continued(Continued)
  }

  /// The properties that only a continued processing task has.
  package struct Continued: Sendable, Hashable {
    package var title: String
    package var subtitle: String
    /// Whether the request waits if too many tasks run. If false, the submission fails then.
    package var waits: Bool
    package var needsGPU: Bool

    package init(title: String, subtitle: String, waits: Bool, needsGPU: Bool) {
      self.title = title
      self.subtitle = subtitle
      self.waits = waits
      self.needsGPU = needsGPU
    }
  }

  package let identifier: String
  package var kind: Kind
  /// The earliest time, not the exact time, of the launch (FT2). Ignored for continued processing
  /// tasks.
  package var earliestBeginDate: Date?

  package init(_ identifier: String, _ kind: Kind, earliestBeginDate: Date? = nil) {
    self.identifier = identifier
    self.kind = kind
    self.earliestBeginDate = earliestBeginDate
  }
}

/// An exception of BackgroundTasks that terminates the app (FT2). The description is Apple's text.
package enum ScheduledTaskException: Error, Hashable, CustomStringConvertible {
  case registeredLate
  case registeredTwice(String)
  case notRegistered(String)

  package var description: String {
    let reason =
      switch self {
      case .registeredLate:
        "All launch handlers must be registered before application finishes launching"
      case .registeredTwice(let identifier):
        "Launch handler for task with identifier \(identifier) has already been registered"
      case .notRegistered(let identifier):
        "No launch handler registered for task with identifier \(identifier)"
      }
    return "NSInternalInconsistencyException: \(reason)"
  }
}

extension InfoPlist {
  /// `BGTaskSchedulerPermittedIdentifiers`; nil if the key is missing.
  var permittedTaskIdentifiers: [String]? {
    values["BGTaskSchedulerPermittedIdentifiers"] as? [String]
  }

  /// Whether the list contains the identifier or an entry with `.*` at its end that matches it
  /// (FT5).
  func permitsTask(_ identifier: String) -> Bool {
    permittedTaskIdentifiers?.contains { TaskIdentifier.matches(identifier, $0) } ?? false
  }
}

enum TaskIdentifier {
  /// Whether the identifier equals the pattern, or begins with the text before the pattern's final
  /// `.*`.
  static func matches(_ identifier: String, _ pattern: String) -> Bool {
    if identifier == pattern { return true }
    guard pattern.hasSuffix(".*") else { return false }
    let stem = pattern.dropLast(1)
    return identifier.hasPrefix(stem) && identifier.count > stem.count
  }
}
