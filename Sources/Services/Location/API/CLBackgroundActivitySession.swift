import Foundation
internal import YobanSimulatedApple

/// Keeps an app that uses location running in the background while the app holds the session, and
/// shows the indicator (LOC9).
///
/// Create it in the foreground, and create it again after a relaunch. It ends with `invalidate()`
/// or when it is released.
public final class CLBackgroundActivitySession: @unchecked SimulationConfined {
  /// The conditions that prevent the session from working (iOS 18).
  public let diagnostics: Diagnostics
  private let system: ServiceHandle<LocationService>
  /// Nil if the process had ended when the object was made.
  private let session: ActivitySession?

  public init() {
    SystemAPI.backgroundActivity.reportIfTooNew()
    let process = AppProcess.callingOnPhone("CLBackgroundActivitySession was created")
    let receiver = DiagnosticsReceiver()
    diagnostics = Diagnostics(receiver)
    system = ServiceHandle(
      process.app.appleDevice.location, of: process, for: "CLBackgroundActivitySession")
    session = system("init") { $0.beginBackgroundActivity(for: process, receiver) }
  }

  deinit { invalidate() }

  /// Ends the session and its diagnostics.
  public func invalidate() {
    if diagnostics.receiver.finish(), let session { system.service.end(session) }
  }

  /// The conditions that prevent the session from working now. Not Sendable, as at Apple.
  public struct Diagnostic {
    let diagnostics: LocationDiagnostics

    public var authorizationDenied: Bool { diagnostics.contains(.authorizationDenied) }
    /// Whether location services are switched off for the whole device.
    public var authorizationDeniedGlobally: Bool {
      diagnostics.contains(.authorizationDeniedGlobally)
    }
    public var authorizationRequestInProgress: Bool {
      diagnostics.contains(.authorizationRequestInProgress)
    }
    public var authorizationRestricted: Bool { diagnostics.contains(.authorizationRestricted) }
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
