import YobanReports
import YobanSimulatedOS

extension RunEvent {
  /// Returns the events of a trace in words.
  static func events(of trace: Trace) -> [RunEvent] {
    trace.events.map { RunEvent($0) }
  }

  init(_ event: TraceEvent) {
    self.init(
      instant: event.instant, subject: Subject(event), name: Anchor.name(of: event),
      words: event.kind.words, role: Self.role(of: event.kind))
    if let finding = event.kind.finding {
      words = "\(finding.name): \(finding.what)"
      rule = finding.rule?.code
    }
  }

  private static func role(of kind: TraceEvent.Kind) -> Role {
    switch kind.payload {
    case is TraceEvent.UserAction: .user
    case TraceEvent.AppEvent.launched, TraceEvent.AppEvent.state, TraceEvent.AppEvent.terminated:
      .process
    case is Finding: .finding
    case is TraceEvent.Output, is LogMessage: .output
    case is TraceEvent.AppCall: .call
    default: .other
    }
  }
}

extension RunResult {
  /// The events as text, a line each; empty if they were not asked for.
  public var trace: String { RunEvent.text(events ?? []) }
}

extension Story {
  /// The events of the run as text, a line each.
  public var trace: String { RunEvent.text(events) }
}

extension RunEvent {
  fileprivate static func text(_ events: [RunEvent]) -> String {
    events.map { "\($0.instant)  \($0.subject.words)  \($0.words)\n" }.joined()
  }
}
