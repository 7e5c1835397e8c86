import Foundation
internal import YobanSimulatedApple

/// Monitors conditions under a name that stays valid across launches (BC15).
///
/// Create the monitor again with the same name in each launch, and always iterate its events. A
/// process may open only one monitor of a name at a time: a second one raises an exception, which
/// terminates the app.
public actor CLMonitor {
  /// The events of the conditions, including those added in earlier launches.
  public let events: Events
  private let system: ServiceHandle<LocationService>
  private let monitor: NamedMonitor

  /// Opens the monitor of this name, with its stored conditions.
  public init(_ name: String) async {
    SystemAPI.locationMonitor.reportIfTooNew()
    let process = AppProcess.callingOnPhone("CLMonitor was created")
    system = ServiceHandle(process.app.appleDevice.location, of: process, for: "CLMonitor")
    let receiver = MonitorReceiver(system)
    guard let monitor = system("init", { $0.openMonitor(name, for: process, receiver) }) ?? nil
    else {
      exit(1)  // the name is open already: the app was terminated
    }
    receiver.monitor = monitor
    self.monitor = monitor
    events = Events(receiver: receiver)
  }

  deinit { events.receiver.close() }

  /// The identifiers of the conditions, in the order in which they were added.
  public var identifiers: [String] { monitor.identifiers }

  /// Monitors a condition with an unknown state. Replaces a condition with the same identifier.
  public func add(_ condition: any CLCondition, identifier: String) {
    add(condition, identifier: identifier, assuming: .unknown)
  }

  /// Monitors a condition. At most 20 conditions are possible (BC15).
  ///
  /// - Parameter state: The state that the app assumes. An event is delivered only when the actual
  ///   state differs from it.
  public func add(
    _ condition: any CLCondition, identifier: String, assuming state: Event.State
  ) {
    guard let kind = condition.plain else { return events.receiver.refuse(identifier) }
    system("add(_:identifier:assuming:)") { _ in
      monitor.add(kind, identifier, assuming: MonitorState(rawValue: Int(state.rawValue))!)
    }
  }

  public func remove(_ identifier: String) {
    system("remove(_:)") { _ in monitor.remove(identifier) }
  }

  /// Returns the condition with its last delivered event; nil for an unknown identifier.
  public func record(for identifier: String) -> Record? {
    monitor.record(identifier).map { record in
      Record(
        condition: record.condition.condition,
        lastEvent: Event(record.lastEvent, in: system.process))
    }
  }

  /// A condition and its last delivered event.
  public struct Record: Sendable {
    public let condition: any CLCondition
    public let lastEvent: Event
  }
}

/// Queues a monitor's events from the system. All iterations of one monitor share the queue.
final class MonitorReceiver: MonitorEventReceiver, @unchecked SimulationConfined {
  let events = EventQueue<CLMonitor.Event>()
  /// Nil after the monitor has ended.
  var monitor: NamedMonitor?
  private let system: ServiceHandle<LocationService>
  private var iterations = 0

  init(_ system: ServiceHandle<LocationService>) { self.system = system }

  func received(_ event: MonitorEvent) { events.give(CLMonitor.Event(event, in: system.process)) }

  /// Reports that a condition of the app's own type cannot be monitored.
  func refuse(_ identifier: String) {
    received(
      MonitorEvent(
        identifier: identifier, state: .unmonitored, instant: system.process.process.simulation.now,
        diagnostics: .conditionUnsupported))
  }

  func beginIteration() {
    iterations += 1
    guard iterations == 1, let monitor else { return }
    system("events") { _ in monitor.startEvents() }
  }

  func endIteration() {
    iterations -= 1
    if iterations == 0 { monitor?.stopEvents(of: system.process) }
  }

  /// Ends the monitor and its iterations. Its name can be opened again.
  func close() {
    monitor?.close(for: system.process)
    monitor = nil
    events.finish()
  }
}
