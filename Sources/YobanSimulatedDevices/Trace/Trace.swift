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

  init() {}

  func post(_ event: TraceEvent) {
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
  }

  /// All findings, in order, without advice.
  public var findings: [Finding] { reported.filter { !$0.isAdvice } }

  /// All advice, in order: findings that are only likely to be problems.
  public var advice: [Finding] { reported.filter(\.isAdvice) }

  private var reported: [Finding] {
    events.compactMap(\.kind.finding)
  }
}
