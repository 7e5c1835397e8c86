import Foundation
internal import SimulatedOS

/// Watches conditions under a name that outlives the process (BC15).
///
/// Make it again with the same name at each launch, and iterate its events all the time. Only one
/// of a name may be open in a process: another ends the app with an exception.
public actor CLMonitor {
  /// What happened to the conditions, those of earlier launches too.
  public let events: Events
  /// Unsafe only for the `deinit`: the simulation that it belongs to runs one thread at a time.
  private nonisolated(unsafe) let client: MonitorClient

  /// Opens the monitor of this name, with the conditions that it has.
  public init(_ name: String) async {
    let process = AppProcess.calling("CLMonitor was made")
    let receiver = MonitorReceiver(process)
    guard let client = process.app.device.location.openMonitor(name, for: process, receiver) else {
      exit(1)  // the name is open: the app has ended
    }
    receiver.client = client
    self.client = client
    events = Events(receiver: receiver)
  }

  deinit { events.receiver.close() }

  /// Of its conditions, in the order in which they were added.
  public var identifiers: [String] { client.identifiers }

  /// Watches a condition whose state is not known yet; one with the same identifier is replaced.
  public func add(_ condition: any CLCondition, identifier: String) {
    add(condition, identifier: identifier, assuming: .unknown)
  }

  /// Watches a condition, of which at most 20 are possible (BC15).
  ///
  /// - Parameter state: what the app takes it to be: an event comes only for another one.
  public func add(
    _ condition: any CLCondition, identifier: String, assuming state: Event.State
  ) {
    guard let kind = condition.plain else { return events.receiver.refuse(identifier) }
    client.add(kind, identifier: identifier, assuming: MonitorState(rawValue: Int(state.rawValue))!)
  }

  public func remove(_ identifier: String) { client.remove(identifier) }

  /// The condition with the last event that the app was told; nil for an unknown identifier.
  public func record(for identifier: String) -> Record? {
    client.record(identifier).map { record in
      Record(
        condition: record.condition.condition,
        lastEvent: Event(record.lastEvent, in: client.process))
    }
  }

  /// A condition and the last event that the app was told of it.
  public struct Record: Sendable {
    public let condition: any CLCondition
    public let lastEvent: Event
  }
}

/// The system's way to a monitor's events. Iterations of one monitor share them.
///
/// Sendable: belongs to one simulation, of which one thread runs at a time.
final class MonitorReceiver: MonitorEventReceiver, @unchecked Sendable {
  let events = EventQueue<CLMonitor.Event>()
  /// Nil after the monitor's end.
  var client: MonitorClient?
  private let process: AppProcess
  private var iterations = 0

  init(_ process: AppProcess) { self.process = process }

  func received(_ event: MonitorEvent) { events.give(CLMonitor.Event(event, in: process)) }

  /// A condition of the app's own making cannot be watched.
  func refuse(_ identifier: String) {
    received(
      MonitorEvent(
        identifier: identifier, state: .unmonitored, instant: process.process.simulation.now,
        diagnostics: .conditionUnsupported))
  }

  func beginIteration() {
    iterations += 1
    if iterations == 1 { client?.startEvents() }
  }

  func endIteration() {
    iterations -= 1
    if iterations == 0 { client?.stopEvents() }
  }

  /// The monitor is gone: its iterations end, and its name may be opened again.
  func close() {
    client?.close()
    client = nil
    events.finish()
  }
}
