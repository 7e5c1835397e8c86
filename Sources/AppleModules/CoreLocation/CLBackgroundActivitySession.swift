import Foundation
internal import SimulatedOS

/// Keeps an app that uses location running in background while it is held, and shows the indicator
/// (LOC9).
///
/// Must begin in foreground, or again after a relaunch; ends with `invalidate()` or its owner.
///
/// Sendable: belongs to one simulation, of which one thread runs at a time.
public final class CLBackgroundActivitySession: @unchecked Sendable {
  /// What stands in the session's way (iOS 18).
  public let diagnostics: Diagnostics
  private let client: BackgroundActivityClient

  public init() {
    let process = AppProcess.calling("CLBackgroundActivitySession was made")
    let receiver = DiagnosticsReceiver()
    diagnostics = Diagnostics(receiver)
    client = process.app.device.location.beginBackgroundActivity(for: process, receiver)
  }

  deinit { invalidate() }

  /// Ends it; its diagnostics end, too.
  public func invalidate() {
    if diagnostics.receiver.finish() { client.end() }
  }

  /// What stands in the way now. Not Sendable, as at Apple.
  public struct Diagnostic {
    let diagnostics: LocationDiagnostics

    public var authorizationDenied: Bool { diagnostics.contains(.authorizationDenied) }
    /// Location services are off for the whole device.
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
