import VirtualTime

/// One region or condition that the device watches: gives its machine what it needs to know.
///
/// Subclassed for beacons and circles. Ends with `end`.
class RegionTracker: EventSink {
  enum Phase: Equatable {
    case new, watching
    /// The device was rebooted and has not armed it again (BC11).
    case asleep
    /// The app may not watch regions now (BC12).
    case barred
  }

  unowned let service: LocationService
  private let tell: (RegionTransition) -> Void
  private(set) var phase = Phase.new
  private var alarm: EventToken?

  init(_ service: LocationService, _ tell: @escaping (RegionTransition) -> Void) {
    self.service = service
    self.tell = tell
  }

  static func make(
    _ kind: RegionDescription.Kind, _ service: LocationService,
    _ tell: @escaping (RegionTransition) -> Void
  ) -> RegionTracker {
    switch kind {
    case .beacon(let constraint): BeaconTracker(constraint, service, tell)
    case .circle(let latitude, let longitude, let radius):
      CircleTracker(
        Coordinate(latitude: latitude, longitude: longitude), radius: radius, service, tell)
    }
  }

  // MARK: For beacons and circles to say

  var known: RegionState { notOverridden() }
  var nextDeadline: VirtualInstant? { notOverridden() }
  func deadlineReached() -> [RegionTransition] { notOverridden() }
  func startMachine() { notOverridden() }
  func rearmMachine() { notOverridden() }
  func stopMachine() { notOverridden() }
  /// Whether events are seen at all now (BC1).
  var isAttentive: Bool { true }
  /// Which beacon satisfied it.
  var heardBeacon: BeaconConstraint? { nil }
  /// The device moved.
  func placeChanged() { notOverridden() }
  /// Something on the air is not as before; nil for everything.
  func radioChanged(_ peer: (any RadioPeer)?) {}

  private func notOverridden() -> Never {
    preconditionFailure("a region is a beacon's or a circle")
  }

  // MARK: Phases

  /// Watching begins, with nothing known.
  func begin() {
    phase = .watching
    startMachine()
    setAlarm()
  }

  /// The device goes down.
  func sleep() {
    guard phase == .watching else { return }
    phase = .asleep
    stopMachine()
    setAlarm()
  }

  /// The device has armed it again (BC11).
  func rearm() {
    guard phase == .asleep else { return }
    phase = .watching
    rearmMachine()
    setAlarm()
  }

  /// The app may not watch any more; `begin` when it may again.
  func bar() {
    phase = .barred
    stopMachine()
    setAlarm()
  }

  /// Nobody wants it any more.
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
    for transition in transitions { tell(transition) }
  }
}

/// A circular region that the device watches (BC16).
final class CircleTracker: RegionTracker {
  private let centre: Place
  private var machine: CircularRegionMachine
  /// What was known when the device went down.
  private var before = RegionState.unknown

  init(
    _ centre: Coordinate, radius: Double, _ service: LocationService,
    _ tell: @escaping (RegionTransition) -> Void
  ) {
    self.centre = World.geography.place(of: centre)
    machine = CircularRegionMachine(radius: radius, policy: service.policy)
    super.init(service, tell)
  }

  var radius: Double { machine.radius }
  private var distance: Double { service.device.place.distance(to: centre) }

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
