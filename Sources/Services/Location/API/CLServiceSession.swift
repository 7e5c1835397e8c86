import Foundation
internal import YobanSimulatedApple

/// Declares the authorization that the app needs while it holds the session. Asks the user if
/// needed (LOC9).
///
/// Ends with `invalidate()` or when it is released. Create it again when the app is launched in
/// the background.
public final class CLServiceSession: @unchecked SimulationConfined {
  /// The conditions that prevent the session from providing what it declares.
  public let diagnostics: Diagnostics
  private let system: ServiceHandle<LocationService>
  /// Nil if the process had ended when the object was made.
  private let session: ServiceSession?

  public convenience init(authorization: AuthorizationRequirement) {
    SystemAPI.serviceSession.reportIfTooNew()
    self.init(authorization, purposeKey: nil)
  }

  /// - Parameter fullAccuracyPurposeKey: A key of NSLocationTemporaryUsageDescriptionDictionary in
  ///   Info.plist, for the reason why the app needs full accuracy.
  public convenience init(authorization: AuthorizationRequirement, fullAccuracyPurposeKey: String) {
    SystemAPI.preciseServiceSession.reportIfTooNew()
    self.init(authorization, purposeKey: fullAccuracyPurposeKey)
  }

  private init(_ authorization: AuthorizationRequirement, purposeKey: String?) {
    let process = AppProcess.callingOnPhone("CLServiceSession was created")
    let receiver = DiagnosticsReceiver()
    diagnostics = Diagnostics(receiver)
    system = ServiceHandle(
      process.app.appleDevice.location, of: process, for: "CLServiceSession")
    session = system("init") {
      $0.beginServiceSession(
        for: process, authorization.plain, fullAccuracyPurposeKey: purposeKey, receiver)
    }
  }

  deinit { invalidate() }

  /// Ends the session and its diagnostics.
  public func invalidate() {
    if diagnostics.receiver.finish(), let session { system.service.end(session) }
  }

  @nonexhaustive public enum AuthorizationRequirement: Hashable {
    /// The present authorization is sufficient: the user is not asked.
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

  /// The conditions that limit the session now. Not Sendable, as at Apple.
  public struct Diagnostic {
    let diagnostics: LocationDiagnostics

    public var alwaysAuthorizationDenied: Bool { diagnostics.contains(.alwaysAuthorizationDenied) }
    public var authorizationDenied: Bool { diagnostics.contains(.authorizationDenied) }
    /// Whether location services are switched off for the whole device.
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

  /// The current diagnostic, followed by each change.
  public final class Diagnostics: AsyncSequence {
    public typealias Element = Diagnostic
    fileprivate let receiver: DiagnosticsReceiver

    fileprivate init(_ receiver: DiagnosticsReceiver) { self.receiver = receiver }

    public func makeAsyncIterator() -> Iterator { Iterator(events: receiver.makeEventQueue()) }

    public struct Iterator: AsyncIteratorProtocol {
      public typealias Element = Diagnostic
      fileprivate let events: EventQueue<LocationDiagnostics>

      /// Returns nil after the session's end, and if the calling task was canceled.
      public mutating func next() async throws -> Diagnostic? {
        await events.take().map(Diagnostic.init)
      }
    }
  }
}
