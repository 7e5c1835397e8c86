import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime
import YobanWatch

/// A workout session as the system keeps it. It outlives its app's process (WK2).
///
/// Calls return at once; their effects follow in the order of the calls (WK4).
package final class WorkoutSession {
  unowned let service: HealthService
  package let app: InstalledApp
  package let configuration: WorkoutConfiguration
  /// The process that holds an object for the session; nil after a crash until the session is
  /// recovered.
  private(set) var process: AppProcess?
  private weak var receiver: (any WorkoutEventReceiver)?
  var machine = WorkoutMachine()
  /// The number of launches after crashes since the session was last recovered.
  var relaunches = 0
  /// Whether its app is kept suspended because it exceeded the CPU cap (WK6).
  var isThrottled = false

  init(
    _ service: HealthService, _ process: AppProcess, _ configuration: WorkoutConfiguration,
    _ receiver: any WorkoutEventReceiver
  ) {
    self.service = service
    app = process.app
    self.process = process
    self.configuration = configuration
    self.receiver = receiver
  }

  package var state: WorkoutState { machine.state }
  /// The time at which the activity began; nil before.
  package var started: VirtualInstant? { machine.started }
  /// The time at which the activity was stopped or ended; nil before.
  package var stopped: VirtualInstant? { machine.stopped }

  // MARK: Calls of HKWorkoutSession

  package func prepare() { call(.prepare) }
  package func start() { call(.start) }
  package func pause() { call(.pause) }
  package func resume() { call(.resume) }
  package func stop() { call(.stop) }
  package func end() { call(.end) }

  private func call(_ input: WorkoutMachine.Input) {
    guard let process else { return }
    let isInFront = app.isFrontmost
    service.simulation.schedule(at: service.now) { [weak self] in
      guard let self, process.process.state != .dead else { return }
      service.handle(input, self, calledInFront: isInFront)
    }
  }

  // MARK: Launches

  /// Detaches the session from its app's process, which has ended.
  func detach() {
    process = nil
    receiver = nil
  }

  /// Attaches the session to a later launch, which recovered it.
  func adopt(_ process: AppProcess, _ receiver: any WorkoutEventReceiver) {
    self.process = process
    self.receiver = receiver
    relaunches = 0
  }

  /// Delivers an event to the session's object; a suspended app receives it when it is resumed
  /// (WK4).
  func notify(_ event: WorkoutEvent) {
    guard let process, let receiver, process.process.state != .dead else { return }
    service.simulation.perform(as: process.process) { receiver.received(event) }
  }

  func post(_ event: TraceEvent.WatchEvent) {
    service.reportEnergy()
    service.device.post(.watch(event), process: process?.name ?? app.definition.name)
  }
}
