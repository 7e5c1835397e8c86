import Foundation
internal import YobanSimulatedApple

/// A position, or the reason why there is none.
public struct CLLocationUpdate: Sendable {
  /// Nil if the update only gives the reason why there is no position.
  public let location: CLLocation?
  /// Whether the device does not move. No more updates arrive until it moves.
  public var stationary: Bool { update.isStationary }
  /// The name of `stationary` before iOS 18.
  @available(*, deprecated, renamed: "stationary")
  public var isStationary: Bool { update.isStationary }
  private let update: LiveUpdate

  init(_ update: LiveUpdate, in process: AppProcess) {
    self.update = update
    location = update.fix.map { CLLocation($0, in: process) }
  }

  private func contains(_ diagnostic: LocationDiagnostics) -> Bool {
    update.diagnostics.contains(diagnostic)
  }

  // These properties give the reason for a missing or less accurate location, from iOS 18 on.

  public var accuracyLimited: Bool { contains(.accuracyLimited) }
  public var authorizationDenied: Bool { contains(.authorizationDenied) }
  /// Whether location services are switched off for the whole device.
  public var authorizationDeniedGlobally: Bool { contains(.authorizationDeniedGlobally) }
  public var authorizationRequestInProgress: Bool { contains(.authorizationRequestInProgress) }
  public var authorizationRestricted: Bool { contains(.authorizationRestricted) }
  public var insufficientlyInUse: Bool { contains(.insufficientlyInUse) }
  public var locationUnavailable: Bool { contains(.locationUnavailable) }
  /// Whether the app must hold a `CLServiceSession` (LOC9).
  public var serviceSessionRequired: Bool { contains(.serviceSessionRequired) }

  /// The kind of use, for live updates.
  @nonexhaustive public enum LiveConfiguration: Hashable {
    case `default`
    case automotiveNavigation
    case otherNavigation
    case fitness
    case airborne
  }

  /// Returns a sequence of updates, which arrive while it is iterated.
  ///
  /// In the background they continue only while the app holds a `CLBackgroundActivitySession`, or
  /// while location updates keep it running (LOC9).
  public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
    SystemAPI.liveUpdates.reportIfTooNew()
    return Updates(configuration: configuration.plain)
  }

  /// A sequence of updates. Each iteration counts as one use of location.
  public struct Updates: AsyncSequence, Sendable {
    public typealias Element = CLLocationUpdate
    let configuration: YobanSimulatedApple.LiveConfiguration

    public func makeAsyncIterator() -> Iterator {
      Iterator(iteration: LiveIteration(configuration))
    }

    public struct Iterator: AsyncIteratorProtocol {
      public typealias Element = CLLocationUpdate
      let iteration: LiveIteration

      /// Returns nil only if the calling task was canceled.
      public mutating func next() async throws -> CLLocationUpdate? {
        await iteration.events.take()
      }
    }
  }
}

/// Receives the system's events for one iteration of live updates. Exists as long as the iterator.
final class LiveIteration: LiveUpdatesEventReceiver {
  let events = EventQueue<CLLocationUpdate>()
  private let system: ServiceHandle<LocationService>
  /// Nil if the process had ended when the iterator was made.
  private var session: LiveSession?

  init(_ configuration: YobanSimulatedApple.LiveConfiguration) {
    let process = AppProcess.callingOnPhone("CLLocationUpdate.Updates.Iterator was created")
    system = ServiceHandle(
      process.app.appleDevice.location, of: process, for: "CLLocationUpdate")
    session = system("liveUpdates()") { $0.startLiveUpdates(for: process, configuration, self) }
  }

  deinit { if let session { system.service.end(session) } }

  func received(_ update: LiveUpdate) {
    events.give(CLLocationUpdate(update, in: system.process))
  }
}

extension CLLocationUpdate.LiveConfiguration {
  fileprivate var plain: YobanSimulatedApple.LiveConfiguration {
    switch self {
    case .default: .default
    case .automotiveNavigation: .automotiveNavigation
    case .otherNavigation: .otherNavigation
    case .fitness: .fitness
    case .airborne: .airborne
    }
  }
}
