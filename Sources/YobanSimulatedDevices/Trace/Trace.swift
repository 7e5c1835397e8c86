import YobanVirtualTime

/// The events of a world, in order, with a running digest.
///
/// Not Sendable, because it belongs to its world's simulation. `events` may be read after
/// `World.run` has returned, or by the scenario while it runs.
public final class Trace {
  public private(set) var events: [TraceEvent] = []
  public private(set) var digest = TraceDigest()
  /// Called with every event as it is posted, for recorders and progress displays.
  public var onEvent: ((TraceEvent) -> Void)?
  /// Whether the trace also gets the `AppCall` events. Set it before the world runs.
  package var notesAppCalls = false
  /// The number of events since the virtual time advanced.
  private var countAtThisInstant = 0
  private var lastInstant: VirtualInstant?
  /// More events than any real app causes at one instant.
  private static let eventsPerInstantMax = 20_000
  /// Called when the events at one instant have no end, with the event that the busiest process causes again and
  /// again.
  var onFlood: ((TraceEvent) -> Void)?

  init() {}

  package func post(_ event: TraceEvent) {
    if notesAppCalls, event.kind.isAppCall {
      events.append(event)
      onEvent?(event)
      return
    }
    countAtThisInstant = lastInstant == event.instant ? countAtThisInstant + 1 : 1
    lastInstant = event.instant
    events.append(event)
    digest.append(UInt64(bitPattern: event.instant.nanoseconds))
    digest.append(event.device)
    digest.append(event.process ?? "")
    let (service, name, fields) = event.kind.parts
    digest.append(service)
    digest.append(name)
    for field in fields {
      digest.append(field.key)
      digest.append(field.value)
    }
    onEvent?(event)
    if countAtThisInstant == Self.eventsPerInstantMax { onFlood?(repeated) }
  }

  /// The last of those events at this instant of which there are most, of an app if one causes any.
  private var repeated: TraceEvent {
    var counts: [[String]: (count: Int, last: TraceEvent)] = [:]
    for event in events.suffix(countAtThisInstant) where !event.kind.isAppCall {
      let key = [
        event.device, event.process ?? "", event.kind.parts.service, event.kind.parts.name,
      ]
      counts[key] = (counts[key, default: (0, event)].count + 1, event)
    }
    let ofApps = counts.filter { $0.value.last.process != nil }
    return (ofApps.isEmpty ? counts : ofApps).max {
      ($0.value.count, $0.key.joined()) < ($1.value.count, $1.key.joined())
    }!.value.last
  }

  /// All findings, in order, without advice.
  public var findings: [Finding] { reported.filter { !$0.isAdvice } }

  /// All advice, in order: findings that are only likely to be problems.
  public var advice: [Finding] { reported.filter(\.isAdvice) }

  private var reported: [Finding] {
    events.compactMap(\.kind.finding)
  }
}
