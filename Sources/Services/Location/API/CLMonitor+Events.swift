import Foundation
internal import YobanSimulatedApple

/// The state of a condition. Swift code uses the name `CLMonitor.Event.State`.
@nonexhaustive public enum __CLMonitoringState: UInt, Sendable {
  case unknown = 0
  case satisfied
  case unsatisfied
  /// The condition is not monitored. The event's other properties give the reason.
  case unmonitored
}

extension CLMonitor {
  /// A change of a condition's state.
  public struct Event: Sendable {
    public typealias State = __CLMonitoringState

    public var identifier: String { event.identifier }
    /// The most specific condition that is satisfied, for example one of several beacons; nil if
    /// none is.
    public let refinement: (any CLCondition)?
    public var state: State { State(rawValue: UInt(event.state.rawValue))! }
    public let date: Date
    private let event: MonitorEvent

    init(_ event: MonitorEvent, in process: AppProcess) {
      self.event = event
      date = process.date(event.instant.nanoseconds)
      refinement = event.refinement.map { RegionDescription.Kind.beacon($0).condition }
    }

    private func contains(_ diagnostic: LocationDiagnostics) -> Bool {
      event.diagnostics.contains(diagnostic)
    }

    // These properties give the reason why a condition is not monitored, from iOS 18 on.

    public var accuracyLimited: Bool { contains(.accuracyLimited) }
    public var authorizationDenied: Bool { contains(.authorizationDenied) }
    /// Whether location services are switched off for the whole device.
    public var authorizationDeniedGlobally: Bool { contains(.authorizationDeniedGlobally) }
    public var authorizationRequestInProgress: Bool { contains(.authorizationRequestInProgress) }
    public var authorizationRestricted: Bool { contains(.authorizationRestricted) }
    /// Whether there are more than 20 conditions (BC15).
    public var conditionLimitExceeded: Bool { contains(.conditionLimitExceeded) }
    public var conditionUnsupported: Bool { contains(.conditionUnsupported) }
    public var insufficientlyInUse: Bool { contains(.insufficientlyInUse) }
    public var persistenceUnavailable: Bool { contains(.persistenceUnavailable) }
    /// Whether the app must hold a `CLServiceSession` (LOC9).
    public var serviceSessionRequired: Bool { contains(.serviceSessionRequired) }
  }

  /// The events of a monitor. Events that no iteration has received wait for the next iteration.
  public struct Events: AsyncSequence, Sendable {
    public typealias Element = Event
    let receiver: MonitorReceiver

    public func makeAsyncIterator() -> Iterator { Iterator(iteration: Iteration(receiver)) }

    public struct Iterator: AsyncIteratorProtocol {
      public typealias Element = Event
      fileprivate let iteration: Iteration

      /// Returns nil only if the calling task was canceled.
      public mutating func next() async throws -> Event? { await iteration.receiver.events.take() }
    }

    /// One iteration of the events. Exists as long as the iterator.
    fileprivate final class Iteration {
      let receiver: MonitorReceiver

      init(_ receiver: MonitorReceiver) {
        self.receiver = receiver
        receiver.beginIteration()
      }

      deinit { receiver.endIteration() }
    }
  }
}
