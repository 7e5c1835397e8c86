import VirtualTime

/// A workout session as the system keeps it; it outlives its app's process (WK2).
///
/// Calls return at once; what they do follows in their order (WK4).
public final class WorkoutSession {
  unowned let service: HealthService
  public let app: InstalledApp
  public let configuration: WorkoutConfiguration
  /// The launch that holds an object for it; nil after a crash until it is recovered.
  private(set) var process: AppProcess?
  private weak var receiver: (any WorkoutEventReceiver)?
  var machine = WorkoutMachine()
  /// Launches after crashes since it was recovered last.
  var relaunches = 0
  /// Whether the CPU cap holds its app suspended (WK6).
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

  public var state: WorkoutState { machine.state }
  /// When its activity began; nil before.
  public var started: VirtualInstant? { machine.started }
  /// When it was stopped or ended; nil before.
  public var stopped: VirtualInstant? { machine.stopped }

  // MARK: Calls of HKWorkoutSession

  public func prepare() { call(.prepare, "prepare()") }
  public func start() { call(.start, "startActivity(with:)") }
  public func pause() { call(.pause, "pause()") }
  public func resume() { call(.resume, "resume()") }
  public func stop() { call(.stop, "stopActivity(with:)") }
  public func end() { call(.end, "end()") }

  private func call(_ input: WorkoutMachine.Input, _ name: String) {
    guard let process, process.isAlive(for: "HKWorkoutSession.\(name)") else { return }
    let isInFront = app.isFrontmost
    service.simulation.schedule(at: service.now) { [weak self] in
      guard let self, process.process.state != .dead else { return }
      service.handle(input, self, calledInFront: isInFront)
    }
  }

  // MARK: Launches

  /// Its app's process has ended.
  func detach() {
    process = nil
    receiver = nil
  }

  /// A later launch recovered it.
  func adopt(_ process: AppProcess, _ receiver: any WorkoutEventReceiver) {
    self.process = process
    self.receiver = receiver
    relaunches = 0
  }

  /// Tells its object; a suspended app hears of it when it runs again (WK4).
  func tell(_ event: WorkoutEvent) {
    guard let process, let receiver, process.process.state != .dead else { return }
    service.simulation.perform(as: process.process) { receiver.received(event) }
  }

  func post(_ event: TraceEvent.WatchEvent) {
    service.device.post(.watch(event), process: process?.name ?? app.definition.name)
  }
}
