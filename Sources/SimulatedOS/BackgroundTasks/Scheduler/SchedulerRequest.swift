import Foundation
import VirtualTime

/// What an app asks BGTaskScheduler for: a task, by its identifier.
public struct ScheduledTaskRequest: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// BGAppRefreshTask (FT3).
    case refresh
    /// BGProcessingTask (FT4).
    case processing(requiresNetwork: Bool, requiresPower: Bool)
    /// BGContinuedProcessingTask (FT5).
    case continued(Continued)
  }

  /// What a continued processing task has of its own.
  public struct Continued: Sendable, Hashable {
    public var title: String
    public var subtitle: String
    /// Whether it may wait if there is no room, or the submission fails.
    public var waits: Bool
    public var needsGPU: Bool

    public init(title: String, subtitle: String, waits: Bool, needsGPU: Bool) {
      self.title = title
      self.subtitle = subtitle
      self.waits = waits
      self.needsGPU = needsGPU
    }
  }

  public let identifier: String
  public var kind: Kind
  /// A floor, not a time (FT2). Ignored for continued processing tasks.
  public var earliestBeginDate: Date?

  public init(_ identifier: String, _ kind: Kind, earliestBeginDate: Date? = nil) {
    self.identifier = identifier
    self.kind = kind
    self.earliestBeginDate = earliestBeginDate
  }
}

/// Why a request was refused: the codes of BGTaskScheduler.Error (FT2).
public enum ScheduledTaskError: Int, Error, Sendable, Hashable {
  /// Background App Refresh is off (L18), or this version of the system has no such tasks.
  case unavailable = 1
  case tooManyPendingTaskRequests
  /// The identifier is not in Info.plist, its background mode is missing, or an entitlement is; for
  /// a continued task also: it does not begin with the bundle identifier, or not in foreground.
  case notPermitted
  /// A continued processing task that must begin at once could not.
  case immediateRunIneligible
}

/// What an exception of BackgroundTasks says, which ends the app (FT2). Apple's words.
public enum ScheduledTaskException: Error, Hashable, CustomStringConvertible {
  case registeredLate
  case registeredTwice(String)
  case notRegistered(String)

  public var description: String {
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
  /// `BGTaskSchedulerPermittedIdentifiers`; nil if the key is absent.
  var permittedTaskIdentifiers: [String]? {
    values["BGTaskSchedulerPermittedIdentifiers"] as? [String]
  }

  /// Whether an identifier is in the list, or matches an entry that ends with `.*` (FT5).
  func permitsTask(_ identifier: String) -> Bool {
    permittedTaskIdentifiers?.contains { TaskIdentifier.matches(identifier, $0) } ?? false
  }
}

enum TaskIdentifier {
  /// Whether an identifier is the pattern, or the pattern ends with `.*` and begins it.
  static func matches(_ identifier: String, _ pattern: String) -> Bool {
    if identifier == pattern { return true }
    guard pattern.hasSuffix(".*") else { return false }
    let stem = pattern.dropLast(1)
    return identifier.hasPrefix(stem) && identifier.count > stem.count
  }
}
