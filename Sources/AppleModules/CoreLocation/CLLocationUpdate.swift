import Foundation
internal import SimulatedOS

/// Where the device is, or why that is not told.
public struct CLLocationUpdate: Sendable {
  /// Nil if the update only says why there is none.
  public let location: CLLocation?
  /// The device lies still: no more updates until it moves.
  public var stationary: Bool { update.isStationary }
  /// The same, as it was named before iOS 18.
  @available(*, deprecated, renamed: "stationary")
  public var isStationary: Bool { update.isStationary }
  private let update: LiveUpdate

  init(_ update: LiveUpdate, in process: AppProcess) {
    self.update = update
    location = update.fix.map { CLLocation($0, in: process) }
  }

  private func says(_ diagnostic: LocationDiagnostics) -> Bool {
    update.diagnostics.contains(diagnostic)
  }

  // Why there is no location, or no better one, from iOS 18 on.

  public var accuracyLimited: Bool { says(.accuracyLimited) }
  public var authorizationDenied: Bool { says(.authorizationDenied) }
  /// Location services are off for the whole device.
  public var authorizationDeniedGlobally: Bool { says(.authorizationDeniedGlobally) }
  public var authorizationRequestInProgress: Bool { says(.authorizationRequestInProgress) }
  public var authorizationRestricted: Bool { says(.authorizationRestricted) }
  public var insufficientlyInUse: Bool { says(.insufficientlyInUse) }
  public var locationUnavailable: Bool { says(.locationUnavailable) }
  /// Hold a `CLServiceSession` (LOC9).
  public var serviceSessionRequired: Bool { says(.serviceSessionRequired) }

  /// What the device is used for.
  @nonexhaustive public enum LiveConfiguration: Hashable {
    case `default`
    case automotiveNavigation
    case otherNavigation
    case fitness
    case airborne
  }

  /// Updates for as long as they are iterated.
  ///
  /// In background they go on only while a `CLBackgroundActivitySession` is held, or location
  /// updates keep the app running (LOC9).
  public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
    Updates(configuration: configuration.plain)
  }

  /// Each iteration is one use of location.
  public struct Updates: AsyncSequence, Sendable {
    public typealias Element = CLLocationUpdate
    let configuration: SimulatedOS.LiveConfiguration

    public func makeAsyncIterator() -> Iterator {
      Iterator(iteration: LiveIteration(configuration))
    }

    public struct Iterator: AsyncIteratorProtocol {
      public typealias Element = CLLocationUpdate
      let iteration: LiveIteration

      /// Nil only for a task that was cancelled.
      public mutating func next() async throws -> CLLocationUpdate? {
        await iteration.events.take()
      }
    }
  }
}

/// The system's way to one iteration of live updates; lasts as long as the iterator.
final class LiveIteration: LiveUpdatesEventReceiver {
  let events = EventQueue<CLLocationUpdate>()
  private let process: AppProcess
  private var client: LiveUpdatesClient!

  init(_ configuration: SimulatedOS.LiveConfiguration) {
    process = AppProcess.calling("CLLocationUpdate.Updates.Iterator was made")
    client = process.app.device.location.startLiveUpdates(for: process, configuration, self)
  }

  deinit { client.stop() }

  func received(_ update: LiveUpdate) { events.give(CLLocationUpdate(update, in: process)) }
}

extension CLLocationUpdate.LiveConfiguration {
  fileprivate var plain: SimulatedOS.LiveConfiguration {
    switch self {
    case .default: .default
    case .automotiveNavigation: .automotiveNavigation
    case .otherNavigation: .otherNavigation
    case .fitness: .fitness
    case .airborne: .airborne
    }
  }
}
