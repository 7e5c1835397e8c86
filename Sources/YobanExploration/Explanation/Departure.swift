/// The difference between a run that fails and one that passes. It has no side effects.
struct Departure {
  /// The index of the first event that differs, in both runs; it can be the end of a run.
  var index: Int
  /// The first event that happens only in the run that passes; nil if there is none.
  var missing: RunEvent?

  /// Returns nil if the runs are the same.
  init?(_ failing: [RunEvent], _ passing: [RunEvent]) {
    let common = zip(failing, passing).prefix { $0 == $1 }.count
    guard common < max(failing.count, passing.count) else { return nil }
    index = common
    // Events of the same kind count, because another launch of the app does the same later.
    var counts: [Key: Int] = [:]
    for event in failing { counts[Key(event), default: 0] += 1 }
    for event in passing where event.role != .user {
      let left = counts[Key(event), default: 0]
      if left == 0 {
        missing = event
        break
      }
      counts[Key(event)] = left - 1
    }
  }

  private struct Key: Hashable {
    var device: String
    var app: String?
    var name: String

    init(_ event: RunEvent) {
      (device, app, name) = (event.subject.device, event.subject.app, event.name)
    }
  }
}
