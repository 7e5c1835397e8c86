import Foundation
internal import SimulatedOS

/// Declares, while it is held, what authorization the app needs; asks the user if it must (LOC9).
///
/// Ends with `invalidate()` or its owner. Make it again when the app is launched in background.
///
/// Sendable: belongs to one simulation, of which one thread runs at a time.
public final class CLServiceSession: @unchecked Sendable {
  /// What stands in the way of what the session needs.
  public let diagnostics: Diagnostics
  private let client: ServiceSessionClient

  public convenience init(authorization: AuthorizationRequirement) {
    self.init(authorization, purposeKey: nil)
  }

  /// - Parameter fullAccuracyPurposeKey: of NSLocationTemporaryUsageDescriptionDictionary in
  ///   Info.plist: why the app needs the exact location.
  public convenience init(authorization: AuthorizationRequirement, fullAccuracyPurposeKey: String) {
    self.init(authorization, purposeKey: fullAccuracyPurposeKey)
  }

  private init(_ authorization: AuthorizationRequirement, purposeKey: String?) {
    let process = AppProcess.calling("CLServiceSession was made")
    let receiver = DiagnosticsReceiver()
    diagnostics = Diagnostics(receiver)
    client = process.app.device.location.beginServiceSession(
      for: process, authorization.plain, fullAccuracyPurposeKey: purposeKey, receiver)
  }

  deinit { invalidate() }

  /// Ends it; its diagnostics end, too.
  public func invalidate() {
    if diagnostics.receiver.finish() { client.end() }
  }

  @nonexhaustive public enum AuthorizationRequirement: Hashable {
    /// What the app has is enough: the user is not asked.
    case none
    case whenInUse
    case always

    fileprivate var plain: ServiceSessionGoal {
      switch self {
      case .none: .none
      case .whenInUse: .whenInUse
      case .always: .always
      }
    }
  }

  /// What stands in the way now. Not Sendable, as at Apple.
  public struct Diagnostic {
    let diagnostics: LocationDiagnostics

    public var alwaysAuthorizationDenied: Bool { diagnostics.contains(.alwaysAuthorizationDenied) }
    public var authorizationDenied: Bool { diagnostics.contains(.authorizationDenied) }
    /// Location services are off for the whole device.
    public var authorizationDeniedGlobally: Bool {
      diagnostics.contains(.authorizationDeniedGlobally)
    }
    public var authorizationRequestInProgress: Bool {
      diagnostics.contains(.authorizationRequestInProgress)
    }
    public var authorizationRestricted: Bool { diagnostics.contains(.authorizationRestricted) }
    public var fullAccuracyDenied: Bool { diagnostics.contains(.fullAccuracyDenied) }
    public var insufficientlyInUse: Bool { diagnostics.contains(.insufficientlyInUse) }
    public var serviceSessionRequired: Bool { diagnostics.contains(.serviceSessionRequired) }
  }

  /// The diagnostic of now, then each change.
  public final class Diagnostics: AsyncSequence {
    public typealias Element = Diagnostic
    fileprivate let receiver: DiagnosticsReceiver

    fileprivate init(_ receiver: DiagnosticsReceiver) { self.receiver = receiver }

    public func makeAsyncIterator() -> Iterator { Iterator(events: receiver.makeEventQueue()) }

    public struct Iterator: AsyncIteratorProtocol {
      public typealias Element = Diagnostic
      fileprivate let events: EventQueue<LocationDiagnostics>

      /// Nil after the session's end, and for a task that was cancelled.
      public mutating func next() async throws -> Diagnostic? {
        await events.take().map(Diagnostic.init)
      }
    }
  }
}
