import YobanSimulatedOS

/// Counts the events of a run by subject and name, so that each has an anchor.
struct EventCounter {
  private struct Key: Hashable {
    var subject: Subject
    var event: String
  }
  private var counts: [Key: Int] = [:]

  /// Counts an event, and returns the anchor that names it.
  mutating func count(_ event: TraceEvent) -> Anchor {
    let key = Key(subject: Subject(event), event: Anchor.name(of: event))
    counts[key, default: 0] += 1
    return Anchor(subject: key.subject, event: key.event, occurrence: counts[key]!)
  }
}
