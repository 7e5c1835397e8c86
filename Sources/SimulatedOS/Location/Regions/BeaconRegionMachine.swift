import VirtualTime

/// What a region that is watched tells: a first state, or that its border was crossed.
struct RegionTransition: Equatable {
  var state: RegionState
  /// False for the state that is found when watching begins: no enter or exit goes with it (BC10).
  var isCrossing: Bool
}

/// One beacon region: from packets to states (BC3 to BC5, BC10, BC11). Pure.
///
/// Packets as such are not counted: `heard` comes with the first one, `fellSilent` when it is known
/// that the last one has been.
struct BeaconRegionMachine: Equatable {
  enum State: Equatable {
    /// Not watched: the device has not armed the region since it booted, or may not (BC11, BC12).
    case idle
    /// Watched since a moment; without a packet it will count as outside.
    case determining(until: VirtualInstant)
    case outside
    /// A packet was heard; the region counts as entered at a moment.
    case entering(at: VirtualInstant, isCrossing: Bool, exit: VirtualInstant?)
    case inside
    /// Silent since its last packet; it counts as left at a moment (BC4).
    case leaving(at: VirtualInstant)
  }

  private(set) var state = State.idle

  /// What the system answers when it is asked (BC7).
  var known: RegionState {
    switch state {
    case .idle, .determining, .entering(_, isCrossing: false, _): .unknown
    case .outside, .entering(_, isCrossing: true, _): .outside
    case .inside, .leaving: .inside
    }
  }

  /// When `deadlineReached` must be called.
  var nextDeadline: VirtualInstant? {
    switch state {
    case .idle, .outside, .inside: nil
    case .determining(let instant), .leaving(let instant), .entering(let instant, _, _): instant
    }
  }

  /// Watching begins with nothing known (BC10).
  mutating func begin(determination: Duration, at now: VirtualInstant) {
    state = .determining(until: now + determination)
  }

  /// Watching begins again after a boot: the device counts as outside (BC11).
  mutating func rearm() { state = .outside }

  /// Watching ends; what was known is forgotten.
  mutating func stop() { state = .idle }

  /// A packet was heard, the first one after silence.
  ///
  /// - Parameter latency: until the region counts as entered (BC5).
  mutating func heard(latency: Duration, at now: VirtualInstant) {
    switch state {
    case .idle, .inside: break
    case .determining: state = .entering(at: now + latency, isCrossing: false, exit: nil)
    case .outside: state = .entering(at: now + latency, isCrossing: true, exit: nil)
    case .entering(let instant, let isCrossing, _):
      state = .entering(at: instant, isCrossing: isCrossing, exit: nil)
    case .leaving: state = .inside  // the exit is taken back (BC4)
    }
  }

  /// No packet comes any more.
  ///
  /// - Parameters:
  ///   - lastPacket: when the last one came.
  ///   - delay: from there to the exit (BC4).
  mutating func fellSilent(lastPacket: VirtualInstant, delay: Duration) {
    switch state {
    case .idle, .determining, .outside, .leaving: break
    case .entering(let instant, let isCrossing, _):
      state = .entering(at: instant, isCrossing: isCrossing, exit: lastPacket + delay)
    case .inside: state = .leaving(at: lastPacket + delay)
    }
  }

  /// Returns what the app is to be told.
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
