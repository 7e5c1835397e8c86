import YobanVirtualTime

/// The difference between a run that fails and one that passes. It has no side effects.
struct Departure {
  /// The index of the first event that differs, in both runs; it can be the end of a run.
  var index: Int
  /// The first events that happen only in the run that passes, up to the time of the failure.
  var instead: [RunEvent] = []

  private static let insteadMax = 6

  /// Returns nil if the runs are the same.
  ///
  /// - Parameter end: the time of the failure. What happens later says nothing, because the run that fails has
  ///   ended.
  init?(_ failing: [RunEvent], _ passing: [RunEvent], until end: VirtualInstant) {
    let common = zip(failing, passing).prefix { $0 == $1 }.count
    guard common < max(failing.count, passing.count) else { return nil }
    index = common
    // Events of the same kind count, because another launch of the app does the same later.
    var counts: [EventKey: Int] = [:]
    for event in failing { counts[Self.key(event), default: 0] += 1 }
    for event in passing
    where event.instant <= end && event.role != .user && !event.isPassage {
      let left = counts[Self.key(event), default: 0]
      if left == 0, instead.count < Self.insteadMax { instead.append(event) }
      counts[Self.key(event)] = left - 1
    }
  }

  /// The numbers that an app prints are part of its message; those of other events are often mere measurements.
  private static func key(_ event: RunEvent) -> EventKey {
    EventKey(event, event.role == .output ? event.words : event.name)
  }
}
