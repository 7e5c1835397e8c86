import Foundation
import YobanSimulatedDevices
import YobanSimulatedRadio
import YobanVirtualTime

/// The system's record of a central or peripheral manager: its app, the process that created it,
/// and the delivery of events to it.
///
/// With a restore identifier it outlives its process, and a manager of a later launch takes it
/// over.
package class RoleSession {
  unowned let service: BluetoothService
  let role: BluetoothRole
  let app: InstalledApp
  let restoreIdentifier: String?
  /// The process that holds the manager; nil while the system keeps the session for a later launch.
  private(set) var process: AppProcess?
  /// The state that was last delivered to the manager.
  var announced = BluetoothState.unknown
  /// Whether a manager took over this session and has not yet received the restored state.
  private(set) var needsRestoration = false
  /// Whether the manager handles the restored state: its own state follows, and until then it accepts no
  /// command (BT25).
  private var isRestoring = false
  /// The peers that the user has given the app one by one; nil if the app may use all, or none (BT33).
  var chosenPeers: [PeerIdentifier]?
  private var held: [() -> Void] = []
  /// The time at which an event resumed the suspended process.
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
    chosenPeers = service.grantedPeers(of: app)
  }

  /// Whether the app has the background mode of its role. A watch has no such mode for Bluetooth in
  /// general (WK10).
  var hasBackgroundMode: Bool {
    namesBackgroundMode && service.device.profile.platform != .watchOS
  }
  /// Whether Info.plist lists the mode.
  var namesBackgroundMode: Bool {
    app.definition.infoPlist.backgroundModes.contains(role.backgroundMode)
  }
  /// Whether a workout or an extended runtime session of a watch app keeps it, and its Bluetooth,
  /// running in the background, or a background refresh does. A watch has no background mode for Bluetooth
  /// (WK2, WK5, WK10).
  var isKeptRunning: Bool {
    guard process != nil, let watch = service.watch else { return false }
    return watch.keepsRunning(app)
      || watch.watchService.isRefreshingWithBluetooth(app)
  }
  var isInFront: Bool { process != nil && app.isInFront }
  /// Whether the app may scan as in the foreground: it is there, or it has the background mode, a manager, and a Live
  /// Activity that it has started there (BT30).
  var scansAsInFront: Bool {
    isInFront
      || process != nil && hasBackgroundMode && service.policy.liveActivityKeepsPrivileges
        && service.device.services.contains { $0.givesForegroundPrivileges(to: app) }
  }
  var name: String { process?.name ?? app.definition.name }

  // MARK: Launches

  /// Keeps the session after its process has ended.
  func preserve() {
    process = nil
    announced = .unknown
    isRestoring = false
  }

  /// Assigns the session to a manager with the same identifier, created in a later launch (BT25).
  func adopt(_ process: AppProcess) {
    self.process = process
    announced = .unknown
    needsRestoration = true
  }

  /// Drops the held events: the app was launched for them but created no manager (BT25). Returns
  /// whether there were any.
  func dropHeld() -> Bool {
    defer { held.removeAll() }
    return !held.isEmpty
  }

  // MARK: Methods that each role overrides

  /// Delivers a state to the manager.
  func notify(_ state: BluetoothState) { notOverridden() }
  /// Delivers to the manager the state that the system kept for it.
  func notifyOfRestoration() { notOverridden() }
  /// Whether there are requests for which the app is relaunched (BT27).
  var hasPendingRequests: Bool { notOverridden() }
  /// The requests for which an event may come, each in a few words.
  var pendingRequests: [String] { notOverridden() }
  /// Called when the app entered or left the foreground, was suspended, or its process ended.
  func appStateChanged() { notOverridden() }
  /// Called when Bluetooth went below poweredOn, or is no longer allowed (BT2).
  func becameUnavailable(to state: BluetoothState) { notOverridden() }
  /// Called when the radio is off for a while and the app's requests are kept.
  func suspendRadio() { notOverridden() }
  /// Closes the session, which is no longer needed.
  func close() { notOverridden() }

  private func notOverridden() -> Never {
    preconditionFailure("a session is a central's or a peripheral's")
  }

  /// The requests for which the app is launched or resumed: with a background mode, or on a watch.
  var obligations: [String] {
    guard hasBackgroundMode || service.watch != nil || isKeptRunning else { return [] }
    // A manager that waits for Bluetooth is notified of it.
    let waits = process != nil && announced != .poweredOn
    return waits ? ["the state of Bluetooth"] + pendingRequests : pendingRequests
  }

  // MARK: State

  /// Delivers a state to the manager, after the restored state and before held events (BT25).
  func announce(_ state: BluetoothState) {
    guard process != nil else { return }
    announced = state
    if needsRestoration {
      post(.restored(restoreIdentifier ?? ""))
      notifyOfRestoration()
      needsRestoration = false
    }
    notify(state)
    deliverHeld()
  }

  /// The manager has received the restored state, and gives it to its delegate. Its own state follows (BT25).
  package func restorationReceived() { isRestoring = true }

  /// The manager has received its state, and gives it to its delegate.
  package func stateReceived() { isRestoring = false }

  /// Reports that state was restored to a delegate without `willRestoreState` (BT24).
  package func restorationWasIgnored() { process?.report(.restorationIgnored) }

  /// Notes a call that says something about some peers.
  package func noteCall(_ method: String, of identifiers: [PeerIdentifier]) {
    func names() -> String? {
      guard !identifiers.isEmpty else { return nil }
      return identifiers.map { service.stack.peer($0)?.radioName ?? "unknown" }
        .joined(separator: ", ")
    }
    process?.noteCall(method, names())
  }

  /// Notes a call of the delegate about the manager itself, or about an attribute.
  package func noteCall(_ method: String, _ subject: String? = nil) {
    process?.noteCall(method, subject)
  }

  /// Reports an event that nobody receives, because the object has no delegate (BT4).
  ///
  /// - Parameter reason: such as "because the app has set it to nil".
  package func delegateIsMissing(_ object: String, _ method: String, _ reason: String) {
    process?.reportOnce(.noDelegate(object, method, reason))
  }

  /// Whether a process still holds the session. What a process releases when it ends changes nothing: the
  /// session is kept, closed or held by a later launch.
  func isHeld(by holder: AppProcess) -> Bool {
    process === holder && holder.process.state != .dead
  }

  /// Whether a command is accepted: below poweredOn it is dropped (BT1).
  func accepts(_ call: String) -> Bool {
    let state = isRestoring ? .unknown : announced
    if state == .poweredOn { return true }
    let isForChoice = chosenPeers.map { role == .peripheral || $0.isEmpty } ?? false
    process?.report(isForChoice ? .noAccessorySetUp(call, role) : .notPoweredOn(call, state))
    return false
  }

  // MARK: Events

  /// Delivers an event to the app now or later (BT8, BT9, BT25).
  func deliver(_ urgency: EventDelivery.Urgency, _ body: @escaping () -> Void) {
    let delivery = EventDelivery.decide(
      urgency, app.state, hasManager: process != nil && !needsRestoration,
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

  /// Delivers the held events, because the app is in the foreground or has its manager again.
  func deliverHeld() {
    guard !held.isEmpty else { return }
    let events = held
    held = []
    for body in events { deliver(.event, body) }
  }

  /// Runs a receiver's method in the manager's process. If an event resumed the process just now,
  /// the method runs after the work that was pending when the process was suspended (BT10).
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

  /// Reports a finding. If the session has no process, the app is named instead.
  func report(_ finding: Finding) { service.device.post(.finding(finding), process: name) }
}
