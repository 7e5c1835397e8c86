import YobanVirtualTime

/// A state report of a monitored region: its first state, or a crossing of its border.
struct RegionTransition: Equatable {
  var state: RegionState
  /// False for the first state after monitoring begins, which is not an enter or exit (BC10).
  var isCrossing: Bool
}

/// The state of one beacon region, computed from packets (BC3 to BC5, BC10, BC11). Pure.
///
/// It does not count packets. Call `received` for the first packet, and `fellSilent` when it is known
/// that no more packets follow.
struct BeaconRegionMachine: Equatable {
  enum State: Equatable {
    /// Not monitored: the device has not armed the region since boot, or the app lacks permission
    /// (BC11, BC12).
    case idle
    /// Monitoring began; without a packet the state becomes outside at `until`.
    case determining(until: VirtualInstant)
    case outside
    /// A packet was received; the region counts as entered at `at`.
    case entering(at: VirtualInstant, isCrossing: Bool, exit: VirtualInstant?)
    case inside
    /// No packets arrive any more; the region counts as left at `at` (BC4).
    case leaving(at: VirtualInstant)
  }

  private(set) var state = State.idle

  /// The state that the system returns for a state request (BC7).
  var known: RegionState {
    switch state {
    case .idle, .determining, .entering(_, isCrossing: false, _): .unknown
    case .outside, .entering(_, isCrossing: true, _): .outside
    case .inside, .leaving: .inside
    }
  }

  /// The time to call `deadlineReached`; nil if nothing is due.
  var nextDeadline: VirtualInstant? {
    switch state {
    case .idle, .outside, .inside: nil
    case .determining(let instant), .leaving(let instant), .entering(let instant, _, _): instant
    }
  }

  /// Starts monitoring with an unknown state (BC10).
  mutating func begin(determination: Duration, at now: VirtualInstant) {
    state = .determining(until: now + determination)
  }

  /// Starts monitoring again after a boot, with the state outside (BC11).
  mutating func rearm() { state = .outside }

  /// Stops monitoring and forgets the state.
  mutating func stop() { state = .idle }

  /// Handles the first packet after a time without packets.
  ///
  /// - Parameter latency: time until the region counts as entered (BC5).
  mutating func received(latency: Duration, at now: VirtualInstant) {
    switch state {
    case .idle, .inside: break
    case .determining: state = .entering(at: now + latency, isCrossing: false, exit: nil)
    case .outside: state = .entering(at: now + latency, isCrossing: true, exit: nil)
    case .entering(let instant, let isCrossing, _):
      state = .entering(at: instant, isCrossing: isCrossing, exit: nil)
    case .leaving: state = .inside  // the pending exit is canceled (BC4)
    }
  }

  /// Handles the end of packets.
  ///
  /// - Parameters:
  ///   - lastPacket: the time of the last packet.
  ///   - delay: time from the last packet to the exit (BC4).
  mutating func fellSilent(lastPacket: VirtualInstant, delay: Duration) {
    switch state {
    case .idle, .determining, .outside, .leaving: break
    case .entering(let instant, let isCrossing, _):
      state = .entering(at: instant, isCrossing: isCrossing, exit: lastPacket + delay)
    case .inside: state = .leaving(at: lastPacket + delay)
    }
  }

  /// Updates the state at a deadline, and returns the transitions to report.
  mutating func deadlineReached(at now: VirtualInstant) -> [RegionTransition] {
    guard let deadline = nextDeadline, deadline <= now else { return [] }
    switch state {
    case .idle, .outside, .inside: return []
    case .determining:
      state = .outside
      return [RegionTransition(state: .outside, isCrossing: false)]
    case .entering(_, let isCrossing, let exit):
      state = exit.map { .leaving(at: $0) } ?? .inside
      return [RegionTransition(state: .inside, isCrossing: isCrossing)]
        + deadlineReached(at: now)
    case .leaving:
      state = .outside
      return [RegionTransition(state: .outside, isCrossing: true)]
    }
  }
}
