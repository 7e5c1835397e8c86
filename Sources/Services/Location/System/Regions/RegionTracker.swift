import YobanAppleSystem
import YobanSimulatedDevices
import YobanSimulatedRadio
import YobanVirtualTime

/// One region or condition that the device monitors. It feeds its state machine.
///
/// `BeaconTracker` and `CircleTracker` are its subclasses. Call `end` before releasing it.
class RegionTracker: EventSink {
  enum Phase: Equatable {
    case new, watching
    /// The device is off, or has not armed the region again since the boot (BC11).
    case asleep
    /// The app may not monitor regions now (BC12).
    case barred
  }

  unowned let service: LocationService
  private let notify: (RegionTransition) -> Void
  private(set) var phase = Phase.new
  private var alarm: EventToken?

  init(_ service: LocationService, _ notify: @escaping (RegionTransition) -> Void) {
    self.service = service
    self.notify = notify
  }

  static func make(
    _ kind: RegionDescription.Kind, _ service: LocationService,
    _ notify: @escaping (RegionTransition) -> Void
  ) -> RegionTracker {
    switch kind {
    case .beacon(let constraint): BeaconTracker(constraint, service, notify)
    case .circle(let latitude, let longitude, let radius):
      CircleTracker(
        Coordinate(latitude: latitude, longitude: longitude), radius: radius, service, notify)
    }
  }

  // MARK: Overridden by beacons and circles

  var known: RegionState { notOverridden() }
  var nextDeadline: VirtualInstant? { notOverridden() }
  func deadlineReached() -> [RegionTransition] { notOverridden() }
  func startMachine() { notOverridden() }
  func rearmMachine() { notOverridden() }
  func stopMachine() { notOverridden() }
  /// Whether events are processed now (BC1).
  var isAttentive: Bool { true }
  /// The beacon that satisfied the region or condition.
  var receivedBeacon: BeaconConstraint? { nil }
  /// Handles a change of the device's place.
  func placeChanged() { notOverridden() }
  /// Handles a change of one peer's radio; nil means that any radio may have changed.
  func radioChanged(_ peer: (any RadioPeer)?) {}

  private func notOverridden() -> Never {
    preconditionFailure("a region is a beacon's or a circle")
  }

  // MARK: Phases

  /// Starts monitoring with an unknown state.
  func begin() {
    phase = .watching
    startMachine()
    setAlarm()
  }

  /// Stops monitoring because the device goes down.
  func sleep() {
    guard phase == .watching else { return }
    phase = .asleep
    stopMachine()
    setAlarm()
  }

  /// Starts monitoring again after a boot (BC11).
  func rearm() {
    guard phase == .asleep else { return }
    phase = .watching
    rearmMachine()
    setAlarm()
  }

  /// Stops monitoring because the app has no permission. Call `begin` when it has permission again.
  func bar() {
    phase = .barred
    stopMachine()
    setAlarm()
  }

  /// Stops monitoring for good.
  func end() {
    stopMachine()
    setAlarm()
  }

  // MARK: Deadlines

  func setAlarm() {
    if let alarm { service.simulation.cancel(alarm) }
    alarm = nextDeadline.map { service.simulation.schedule(at: $0, self, 0) }
  }

  func handleEvent(_ number: Int) {
    alarm = nil
    updateAtDeadline()
  }

  func updateAtDeadline() {
    guard isAttentive else { return }
    let transitions = deadlineReached()
    setAlarm()
    for transition in transitions { notify(transition) }
  }
}

/// A circular region that the device monitors (BC16).
final class CircleTracker: RegionTracker {
  private let center: Place
  private var machine: CircularRegionMachine
  /// The known state when the device went down.
  private var before = RegionState.unknown

  init(
    _ center: Coordinate, radius: Double, _ service: LocationService,
    _ notify: @escaping (RegionTransition) -> Void
  ) {
    self.center = World.geography.place(of: center)
    machine = CircularRegionMachine(radius: radius, policy: service.policy)
    super.init(service, notify)
  }

  var radius: Double { machine.radius }
  private var distance: Double { service.device.place.distance(to: center) }

  override var known: RegionState { machine.known }
  override var nextDeadline: VirtualInstant? { machine.nextDeadline }
  override func deadlineReached() -> [RegionTransition] {
    machine.deadlineReached(at: service.now)
  }

  override func startMachine() {
    machine.begin(
      determination: service.policy.initialDetermination, distance: distance, at: service.now)
  }

  override func rearmMachine() {
    if before == .unknown { return startMachine() }
    machine.rearm(wasInside: before == .inside, distance: distance, at: service.now)
  }

  override func stopMachine() {
    before = machine.known
    machine.stop()
  }

  override func placeChanged() {
    machine.moved(to: distance, at: service.now)
    setAlarm()
  }
}
