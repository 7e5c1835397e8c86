import Foundation
import YobanAppleSystem
import YobanSimulatedDevices
import YobanVirtualTime
import YobanWatch

/// A workout session as the system keeps it. It outlives its app's process (WK2).
///
/// Calls return at once; their effects follow in the order of the calls (WK4).
package final class WorkoutSession: WorkoutControl {
  unowned let service: HealthService
  package let app: InstalledApp
  package let configuration: WorkoutConfiguration
  package let collection = WorkoutCollection()
  /// The process that holds an object for the session; nil after a crash until the session is
  /// recovered.
  private(set) var process: AppProcess?
  private weak var receiver: (any WorkoutEventReceiver)?
  var machine = WorkoutMachine()
  /// The number of launches after crashes since the session was last recovered.
  var relaunches = 0
  /// Whether its app is kept suspended because it exceeded the CPU cap (WK6).
  var isThrottled = false

  // MARK: The builder (WK12)

  /// The samples that the data source of the builder collects; nil without a data source.
  private(set) var wants: ((HealthSample) -> Bool)?
  /// Whether the builder ever had a data source.
  private(set) var hadSource = false

  // MARK: The mirror (WK13)

  /// Whether the iPhone mirrors the session, connected or not.
  var isMirroring: Bool { service.mirroring.contains { $0 === self } }
  /// The session of the iPhone's app while both are connected.
  var remote: MirroredWorkout?
  var outgoing = MirrorWindow()
  /// The data that its app has not received yet.
  private var incoming: [Data] = []

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
  package var started: VirtualInstant? { machine.started }
  package var stopped: VirtualInstant? { machine.stopped }
  package var isMirror: Bool { false }

  // MARK: Calls of HKWorkoutSession

  package func call(_ input: WorkoutInput) {
    guard let process else { return }
    let isInFront = app.isFrontmost
    service.simulation.schedule(at: service.now) { [weak self] in
      guard let self, process.process.state != .dead else { return }
      service.handle(input, self, calledInFront: isInFront)
    }
  }

  package func collect(_ wants: ((HealthSample) -> Bool)?) {
    self.wants = wants
    if wants != nil { hadSource = true }
  }

  package func startMirroring(_ done: @escaping WorkoutDone) {
    if let process { service.startMirroring(self, for: process, done) }
  }

  package func stopMirroring(_ done: @escaping WorkoutDone) {
    if let process { service.stopMirroring(self, for: process, done) }
  }

  package func send(_ data: Data, _ done: @escaping WorkoutDone) {
    if let process { service.send(data, to: remote, from: self, process, done) }
  }

  // MARK: Launches

  /// Detaches the session from its app's process, which has ended.
  func detach() {
    process = nil
    receiver = nil
    wants = nil
  }

  /// Attaches the session to a later launch, which recovered it.
  func adopt(_ process: AppProcess, _ receiver: any WorkoutEventReceiver) {
    self.process = process
    self.receiver = receiver
    relaunches = 0
  }

  // MARK: Events

  /// Delivers an event to the session's object; a suspended app receives it when it is resumed
  /// (WK4). Without a process, the builder of the recovered session gets a pause or a resume (WK14).
  func notify(_ event: WorkoutEvent) {
    guard let process, let receiver, process.process.state != .dead else {
      if case .generated(let isPause, _) = event { collect(isPause: isPause) }
      return
    }
    service.simulation.perform(as: process.process) { receiver.received(event) }
  }

  /// Keeps a pause or a resume of now, with the raw value of `HKWorkoutEventType`.
  private func collect(isPause: Bool) {
    guard process == nil, collection.phase == .collecting else { return }
    let date = service.device.date
    collection.events.append(
      WorkoutCollection.Event(type: isPause ? 1 : 2, start: date, end: date, metadata: [:]))
  }

  /// Whether the app can receive data from the iPhone.
  var takesData: Bool { receiver?.hasDelegate == true && state != .notStarted }

  /// Data of the iPhone's app has arrived.
  func receive(_ data: Data) {
    incoming.append(data)
    deliverData()
  }

  func deliverData() {
    guard !incoming.isEmpty, process?.isRunning == true else { return }
    notify(.received(incoming))
    incoming = []
  }

  func post(_ event: TraceEvent.WatchEvent) {
    service.device.post(.watch(event), process: process?.name ?? app.definition.name)
  }
}
