import YobanSimulatedOS
import YobanVirtualTime

/// Counts the events of a run by subject and name, so that each has an anchor.
struct EventCounter {
  /// An event that was counted.
  struct Counted {
    var anchor: Anchor
    /// The same number for all events of the subject with this name, from 0 on.
    var number: Int
  }
  private struct Key: Hashable {
    var subject: Subject
    var event: String
  }
  private struct CallKey: Hashable {
    var kind: SystemCall.Kind
    var device: String
    var process: String
    var path: String
    var secondPath: String?
  }
  private var numbers: [Key: Int] = [:]
  /// The calls whose names are known, because it takes some microseconds to make a name.
  private var calls: [CallKey: Int] = [:]
  /// The last anchor of each number.
  private var anchors: [Anchor] = []

  /// Counts an event, and returns the anchor that names it.
  mutating func count(_ event: TraceEvent) -> Anchor {
    count(number(Key(subject: Subject(event), event: Anchor.name(of: event)))).anchor
  }

  /// Counts a call on a file, and returns the anchor that names it.
  mutating func count(_ call: AppSystemCall) -> Counted {
    let key = CallKey(
      kind: call.kind, device: call.device.name, process: call.process, path: call.path,
      secondPath: call.secondPath)
    if let known = calls[key] { return count(known) }
    let subject = Subject(device: call.device.name, process: call.process)
    let new = number(Key(subject: subject, event: CallName.name(call)))
    calls[key] = new
    return count(new)
  }

  private mutating func number(_ key: Key) -> Int {
    if let known = numbers[key] { return known }
    numbers[key] = anchors.count
    anchors.append(Anchor(subject: key.subject, event: key.event, occurrence: 0))
    return anchors.count - 1
  }

  private mutating func count(_ number: Int) -> Counted {
    anchors[number].occurrence += 1
    return Counted(anchor: anchors[number], number: number)
  }
}
