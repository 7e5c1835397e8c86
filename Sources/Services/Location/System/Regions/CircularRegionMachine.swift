import YobanVirtualTime

/// The state of one circular region, computed from distances (BC16). Pure.
struct CircularRegionMachine: Equatable {
  enum State: Equatable {
    /// Not monitored.
    case idle
    /// Monitoring began; the state at `until` becomes the first known state.
    case determining(until: VirtualInstant)
    case determined(isInside: Bool)
    /// The device is beyond the margin of the other side; the border counts as crossed at `at`.
    case crossing(toInside: Bool, at: VirtualInstant)
  }

  /// In meters.
  let radius: Double
  private let margin: Double
  private let dwell: Duration
  private(set) var state = State.idle
  /// The last distance from the center, in meters.
  private var distance = Double.infinity

  init(radius: Double, policy: LocationPolicy) {
    self.radius = radius
    // Otherwise the device could never be inside a small circle.
    margin = min(policy.circleMargin, radius / 2)
    dwell = policy.circleDwell
  }

  var known: RegionState {
    switch state {
    case .idle, .determining: .unknown
    case .determined(let isInside): isInside ? .inside : .outside
    case .crossing(let toInside, _): toInside ? .outside : .inside
    }
  }

  var nextDeadline: VirtualInstant? {
    switch state {
    case .idle, .determined: nil
    case .determining(let instant), .crossing(_, let instant): instant
    }
  }

  mutating func begin(determination: Duration, distance: Double, at now: VirtualInstant) {
    self.distance = distance
    state = .determining(until: now + determination)
  }

  /// Continues monitoring after a boot with the state from before; a crossing in the meantime is
  /// detected (BC11; assumed for circles).
  mutating func rearm(wasInside: Bool, distance: Double, at now: VirtualInstant) {
    state = .determined(isInside: wasInside)
    moved(to: distance, at: now)
  }

  mutating func stop() { state = .idle }

  /// Updates the device's distance from the center, in meters.
  mutating func moved(to distance: Double, at now: VirtualInstant) {
    self.distance = distance
    switch state {
    case .idle, .determining: break
    case .determined(let isInside):
      if isBeyond(inside: !isInside) {
        state = .crossing(toInside: !isInside, at: now + dwell)
      }
    case .crossing(let toInside, _):
      if !isBeyond(inside: toInside) { state = .determined(isInside: !toInside) }
    }
  }

  /// Whether the device is on one side of the border by at least the margin.
  private func isBeyond(inside: Bool) -> Bool {
    inside ? distance <= radius - margin : distance >= radius + margin
  }

  /// Updates the state at a deadline, and returns the transitions to report.
  mutating func deadlineReached(at now: VirtualInstant) -> [RegionTransition] {
    guard let deadline = nextDeadline, deadline <= now else { return [] }
    switch state {
    case .idle, .determined: return []
    case .determining:
      state = .determined(isInside: distance <= radius)
      return [RegionTransition(state: known, isCrossing: false)]
    case .crossing(let toInside, _):
      state = .determined(isInside: toInside)
      return [RegionTransition(state: known, isCrossing: true)]
    }
  }
}
