import Foundation
import VirtualTime

/// What a central and a peripheral manager have in common for the system: the app, the process that
/// made it, and the way of an event to it.
///
/// With a restore identifier it outlives its process, and a manager of a later launch takes it over.
class RoleSession {
  unowned let service: BluetoothService
  let role: BluetoothRole
  let app: InstalledApp
  let restoreIdentifier: String?
  /// The launch that holds its manager; nil while the system keeps it for a later one.
  private(set) var process: AppProcess?
  /// The state that the manager was told last.
  var announced = BluetoothState.unknown
  /// A manager took this session over and has not been told what it was.
  private(set) var owesRestoration = false
  private var held: [() -> Void] = []
  /// When an event resumed the frozen process.
  private var resumedAt: VirtualInstant?

  init(
    _ service: BluetoothService, _ role: BluetoothRole, _ process: AppProcess,
    restoreIdentifier: String?
  ) {
    self.service = service
    self.role = role
    self.app = process.app
    self.process = process
    self.restoreIdentifier = restoreIdentifier
  }

  /// A watch has none for Bluetooth in general (WK10).
  var hasBackgroundMode: Bool {
    namesBackgroundMode && service.device.profile.platform != .watchOS
  }
  /// Whether Info.plist names the mode.
  var namesBackgroundMode: Bool {
    app.definition.infoPlist.backgroundModes.contains(role.backgroundMode)
  }
  /// A watch has none for Bluetooth, but a workout or an extended runtime session of the app keeps it
  /// running, and Bluetooth with it (WK2, WK5).
  var isKeptRunning: Bool {
    service.device.profile.platform == .watchOS && process != nil
      && service.device.watch.keepsRunning(app)
  }
  var isInFront: Bool { process != nil && app.isInFront }
  var name: String { process?.name ?? app.definition.name }

  // MARK: Launches

  /// The process is gone and the session stays.
  func preserve() {
    process = nil
    announced = .unknown
  }

  /// A later launch made a manager with the same identifier (BT25).
  func adopt(_ process: AppProcess) {
    self.process = process
    announced = .unknown
    owesRestoration = true
  }

  /// What is held is lost: the app was launched for it and made no manager (BT25).
  func dropHeld() -> Bool {
    defer { held.removeAll() }
    return !held.isEmpty
  }

  // MARK: What the roles say in their own words

  /// Sends the manager a state.
  func tell(_ state: BluetoothState) { notOverridden() }
  /// Sends the manager what the system kept for it.
  func tellRestoration() { notOverridden() }
  /// Whether there is something to relaunch the app for (BT27).
  var hasPendingRequests: Bool { notOverridden() }
  /// The app came to the front or left it, was suspended, or its process ended.
  func paceChanged() { notOverridden() }
  /// Bluetooth went below poweredOn, or is not allowed any more (BT2).
  func stateFell(to state: BluetoothState) { notOverridden() }
  /// The radio is gone for a while, and what the app wanted is kept.
  func suspendRadio() { notOverridden() }
  /// Nobody needs the session any more.
  func close() { notOverridden() }

  private func notOverridden() -> Never {
    preconditionFailure("a session is a central's or a peripheral's")
  }

  // MARK: State

  /// Tells the manager a state, before anything that is held, and after what was kept for it (BT25).
  func announce(_ state: BluetoothState) {
    guard process != nil else { return }
    announced = state
    if owesRestoration {
      post(.restored(restoreIdentifier ?? ""))
      tellRestoration()
      owesRestoration = false
    }
    tell(state)
    handHeld()
  }

  /// Whether a command counts: below poweredOn it is dropped (BT1).
  func accepts(_ call: String) -> Bool {
    if announced == .poweredOn { return true }
    process?.report(.notPoweredOn(call, announced))
    return false
  }

  // MARK: Events

  /// Takes an event on its way to the app (BT8, BT9, BT25).
  func hand(_ urgency: EventDelivery.Urgency, _ body: @escaping () -> Void) {
    let delivery = EventDelivery.decide(
      urgency, app.state, hasManager: process != nil && !owesRestoration,
      hasBackgroundMode: hasBackgroundMode, isKeptRunning: isKeptRunning,
      mayWake: service.mayWake(app))
    switch delivery {
    case .now: run(body)
    case .wake:
      if !process!.isRunning { resumedAt = service.now }
      service.grantWake(process!)
      run(body)
    case .hold: held.append(body)
    case .relaunch:
      held.append(body)
      service.relaunch(app)
    }
  }

  /// Delivers what was held: the app is in front, or has its manager again.
  func handHeld() {
    guard !held.isEmpty else { return }
    let events = held
    held = []
    for body in events { hand(.event, body) }
  }

  /// Runs a receiver's method where the manager is; if it was resumed just now, after what it had to do
  /// when it was frozen (BT10).
  func run(_ body: @escaping () -> Void) {
    guard resumedAt == service.now else { return runNow(body) }
    service.simulation.schedule(at: service.now) { [weak self] in self?.runNow(body) }
  }

  private func runNow(_ body: () -> Void) {
    guard let process, process.process.state != .dead else { return }
    service.simulation.perform(as: process.process, body)
  }

  func post(_ event: TraceEvent.BluetoothEvent) {
    service.device.post(.bluetooth(event), process: name)
  }

  /// Reports a finding; of a session without a process, in the name of the app.
  func report(_ finding: Finding) { service.device.post(.finding(finding), process: name) }
}
