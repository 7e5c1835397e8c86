import VirtualTime

/// One circular region: from distances to states (BC16). Pure.
struct CircularRegionMachine: Equatable {
  enum State: Equatable {
    /// Not watched.
    case idle
    /// Watched since a moment; the state at the end of it is the first one.
    case determining(until: VirtualInstant)
    case settled(isInside: Bool)
    /// Beyond the margin of the other side; counts as crossed at a moment.
    case crossing(toInside: Bool, at: VirtualInstant)
  }

  /// Metres.
  let radius: Double
  private let margin: Double
  private let dwell: Duration
  private(set) var state = State.idle
  /// Metres from the centre, as last told.
  private var distance = Double.infinity

  init(radius: Double, policy: LocationPolicy) {
    self.radius = radius
    // Or nothing could ever be inside of a small circle.
    margin = min(policy.circleMargin, radius / 2)
    dwell = policy.circleDwell
  }

  var known: RegionState {
    switch state {
    case .idle, .determining: .unknown
    case .settled(let isInside): isInside ? .inside : .outside
    case .crossing(let toInside, _): toInside ? .outside : .inside
    }
  }

  var nextDeadline: VirtualInstant? {
    switch state {
    case .idle, .settled: nil
    case .determining(let instant), .crossing(_, let instant): instant
    }
  }

  mutating func begin(determination: Duration, distance: Double, at now: VirtualInstant) {
    self.distance = distance
    state = .determining(until: now + determination)
  }

  /// Watching goes on after a boot with what was known before; a crossing meanwhile is found
  /// (BC11; assumed for circles).
  mutating func rearm(wasInside: Bool, distance: Double, at now: VirtualInstant) {
    state = .settled(isInside: wasInside)
    moved(to: distance, at: now)
  }

  mutating func stop() { state = .idle }

  /// The device is at another distance from the centre, in metres.
  mutating func moved(to distance: Double, at now: VirtualInstant) {
    self.distance = distance
    switch state {
    case .idle, .determining: break
    case .settled(let isInside):
      if isBeyond(inside: !isInside) {
        state = .crossing(toInside: !isInside, at: now + dwell)
      }
    case .crossing(let toInside, _):
      if !isBeyond(inside: toInside) { state = .settled(isInside: !toInside) }
    }
  }

  /// Whether the device is on a side, by more than the margin.
  private func isBeyond(inside: Bool) -> Bool {
    inside ? distance <= radius - margin : distance >= radius + margin
  }

  /// Returns what the app is to be told.
  mutating func deadlineReached(at now: VirtualInstant) -> [RegionTransition] {
    guard let deadline = nextDeadline, deadline <= now else { return [] }
    switch state {
    case .idle, .settled: return []
    case .determining:
      state = .settled(isInside: distance <= radius)
      return [RegionTransition(state: known, isCrossing: false)]
    case .crossing(let toInside, _):
      state = .settled(isInside: toInside)
      return [RegionTransition(state: known, isCrossing: true)]
    }
  }
}
