import YobanSimulatedOS
import YobanVirtualTime

/// Counts the events of a run by subject and name, so that each has an anchor.
struct EventCounter {
  private struct Key: Hashable {
    var subject: Subject
    var event: String
  }
  private struct Path: Hashable {
    var kind: SystemCall.Kind
    var path: String
    var secondPath: String?
  }
  private var counts: [Key: Int] = [:]
  /// The names of calls, which take some microseconds to make.
  private var names: [Path: String] = [:]

  /// Counts an event, and returns the anchor that names it.
  mutating func count(_ event: TraceEvent) -> Anchor {
    count(Key(subject: Subject(event), event: Anchor.name(of: event)))
  }

  /// Counts a call on a file, and returns the anchor that names it.
  mutating func count(_ call: AppSystemCall) -> Anchor {
    let path = Path(kind: call.kind, path: call.path, secondPath: call.secondPath)
    let name: String
    if let known = names[path] {
      name = known
    } else {
      name = CallName.name(call)
      names[path] = name
    }
    let subject = Subject(device: call.device.name, process: call.process)
    return count(Key(subject: subject, event: name))
  }

  private mutating func count(_ key: Key) -> Anchor {
    counts[key, default: 0] += 1
    return Anchor(subject: key.subject, event: key.event, occurrence: counts[key]!)
  }
}
