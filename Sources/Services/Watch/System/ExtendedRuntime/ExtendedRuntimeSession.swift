import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime

/// The receiver of a session's events: the `WKExtendedRuntimeSession` of an app.
///
/// Called in the app's process, on its main queue.
package protocol ExtendedRuntimeEventReceiver: AnyObject {
  func didStart()
  func willExpire()
  func invalidated(_ reason: ExtendedRuntimeEnd)
  /// Whether the session's object has a delegate, which receives the events.
  var hasDelegate: Bool { get }
}

/// An extended runtime session as the system keeps it. A scheduled session outlives its app's
/// process (WK5).
package final class ExtendedRuntimeSession {
  unowned let service: WatchService
  package let app: InstalledApp
  var machine: ExtendedRuntimeMachine
  private(set) weak var process: AppProcess?
  private weak var receiver: (any ExtendedRuntimeEventReceiver)?
  var alarm: EventToken?
  /// Whether the app played the alarm for which the session was scheduled.
  var hasNotified = false
  var isAlarm = false

  init(_ service: WatchService, _ process: AppProcess, _ receiver: any ExtendedRuntimeEventReceiver)
  {
    self.service = service
    app = process.app
    self.process = process
    self.receiver = receiver
    let kinds = ExtendedRuntimeKind.allCases.filter {
      process.app.definition.infoPlist.watchBackgroundModes.contains($0.rawValue)
    }
    machine = ExtendedRuntimeMachine(
      kind: kinds.count == 1 ? kinds[0] : nil, policy: service.policy)
  }

  /// The kind that its app's Info.plist names.
  package var kind: ExtendedRuntimeKind? { machine.kind }
  package var isRunning: Bool { machine.isRunning }
  package var isScheduled: Bool { machine.isScheduled }
  /// Whether it has ended or failed.
  package var isInvalid: Bool { if case .invalid = machine.state { true } else { false } }
  /// The latest time at which the session ends; nil before it ran. It keeps its value after the
  /// end.
  package var expires: VirtualInstant? { machine.expires }

  // MARK: Calls of WKExtendedRuntimeSession

  package func start() {
    service.add(self)
    service.perform(machine.start(service.surroundings(of: self), at: service.now), of: self)
  }

  /// - Parameter date: the time at which the session begins; at most 36 h ahead.
  package func start(at date: VirtualInstant) {
    isAlarm = true
    service.add(self)
    service.perform(
      machine.schedule(for: date, service.surroundings(of: self), at: service.now), of: self)
    if isScheduled { service.post(.extendedRuntime("scheduled for \(date)"), of: self) }
  }

  package func invalidate() {
    service.perform(
      machine.invalidate(isActive: process?.visibleState == .active), of: self)
  }

  /// `notifyUser(hapticType:repeatHandler:)`: has an effect only while a scheduled session runs.
  package func notifyUser() {
    guard isAlarm, isRunning else { return }
    hasNotified = true
    service.post(.extendedRuntime("alarm"), of: self)
  }

  // MARK: Launches

  /// Detaches the session from the process that held its object and has ended.
  func detach() {
    process = nil
    receiver = nil
  }

  /// Attaches the session to a later launch, which has an object for it.
  package func adopt(_ process: AppProcess, _ receiver: any ExtendedRuntimeEventReceiver) {
    self.process = process
    self.receiver = receiver
  }

  var hasDelegate: Bool { receiver?.hasDelegate ?? false }

  func notify(_ body: @escaping (any ExtendedRuntimeEventReceiver) -> Void) {
    process?.process.onMain { [weak self] in if let receiver = self?.receiver { body(receiver) } }
  }
}
