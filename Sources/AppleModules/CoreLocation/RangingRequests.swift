/// What one manager ranges, in the two forms of iOS 13 and of before (BC14). Pure.
///
/// The system ranges constraints; regions of one constraint, and the constraint itself, share it.
struct RangingRequests {
  private(set) var constraints: [CLBeaconIdentityConstraint] = []
  private(set) var regions: [CLBeaconRegion] = []

  /// What the system is to do.
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

  /// A region with the same identifier is replaced (BC2).
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
