/// The ranging requests of one manager, in the form of iOS 13 and in the older one (BC14). Has no
/// side effects.
///
/// The system ranges constraints. A constraint and all regions with this constraint share one
/// ranging.
struct RangingRequests {
  private(set) var constraints: [CLBeaconIdentityConstraint] = []
  private(set) var regions: [CLBeaconRegion] = []

  /// An action that the system must perform.
  enum Action: Equatable {
    case start(CLBeaconIdentityConstraint)
    case stop(CLBeaconIdentityConstraint)
  }

  mutating func start(_ constraint: CLBeaconIdentityConstraint) -> [Action] {
    guard !constraints.contains(constraint) else { return [] }
    let isNew = !uses(constraint)
    constraints.append(constraint)
    return isNew ? [.start(constraint)] : []
  }

  mutating func stop(_ constraint: CLBeaconIdentityConstraint) -> [Action] {
    guard constraints.contains(constraint) else { return [] }
    constraints.removeAll { $0 == constraint }
    return uses(constraint) ? [] : [.stop(constraint)]
  }

  /// Adds a region. Replaces one with the same identifier (BC2).
  mutating func start(_ region: CLBeaconRegion) -> [Action] {
    let constraint = region.beaconIdentityConstraint
    let old = regions.first { $0 == region }?.beaconIdentityConstraint
    let isNew = !uses(constraint)
    regions.removeAll { $0 == region }
    regions.append(region)
    let started: [Action] = isNew ? [.start(constraint)] : []
    guard let old, !uses(old) else { return started }
    return [.stop(old)] + started
  }

  mutating func stop(_ region: CLBeaconRegion) -> [Action] {
    guard let i = regions.firstIndex(of: region) else { return [] }
    let constraint = regions.remove(at: i).beaconIdentityConstraint
    return uses(constraint) ? [] : [.stop(constraint)]
  }

  private func uses(_ constraint: CLBeaconIdentityConstraint) -> Bool {
    constraints.contains(constraint)
      || regions.contains { $0.beaconIdentityConstraint == constraint }
  }
}
