import Foundation
internal import SimulatedOS

/// What a condition has come to. `CLMonitor.Event.State` in Swift.
@nonexhaustive public enum __CLMonitoringState: UInt, Sendable {
  case unknown = 0
  case satisfied
  case unsatisfied
  /// It is not watched; the event's other properties say why.
  case unmonitored
}

extension CLMonitor {
  /// Something that happened to a condition.
  public struct Event: Sendable {
    public typealias State = __CLMonitoringState

    public var identifier: String { event.identifier }
    /// The most specific condition that holds, such as the one beacon of many; nil if none does.
    public let refinement: (any CLCondition)?
    public var state: State { State(rawValue: UInt(event.state.rawValue))! }
    public let date: Date
    private let event: MonitorEvent

    init(_ event: MonitorEvent, in process: AppProcess) {
      self.event = event
      date = process.date(event.instant.nanoseconds)
      refinement = event.refinement.map { RegionDescription.Kind.beacon($0).condition }
    }

    private func says(_ diagnostic: LocationDiagnostics) -> Bool {
      event.diagnostics.contains(diagnostic)
    }

    // Why nothing is watched, from iOS 18 on.

    public var accuracyLimited: Bool { says(.accuracyLimited) }
    public var authorizationDenied: Bool { says(.authorizationDenied) }
    /// Location services are off for the whole device.
    public var authorizationDeniedGlobally: Bool { says(.authorizationDeniedGlobally) }
    public var authorizationRequestInProgress: Bool { says(.authorizationRequestInProgress) }
    public var authorizationRestricted: Bool { says(.authorizationRestricted) }
    /// There are more than 20 conditions (BC15).
    public var conditionLimitExceeded: Bool { says(.conditionLimitExceeded) }
    public var conditionUnsupported: Bool { says(.conditionUnsupported) }
    public var insufficientlyInUse: Bool { says(.insufficientlyInUse) }
    public var persistenceUnavailable: Bool { says(.persistenceUnavailable) }
    /// Hold a `CLServiceSession` (LOC9).
    public var serviceSessionRequired: Bool { says(.serviceSessionRequired) }
  }

  /// The events of a monitor; those that no iteration took wait for the next one.
  public struct Events: AsyncSequence, Sendable {
    public typealias Element = Event
    let receiver: MonitorReceiver

    public func makeAsyncIterator() -> Iterator { Iterator(iteration: Iteration(receiver)) }

    public struct Iterator: AsyncIteratorProtocol {
      public typealias Element = Event
      fileprivate let iteration: Iteration

      /// Nil only for a task that was cancelled.
      public mutating func next() async throws -> Event? { await iteration.receiver.events.take() }
    }

    /// Lasts as long as the iterator.
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
