import YobanTesting

// What happened to the apps of a world, and when, from its trace.
extension World {
  package var launches: [LaunchCause] {
    lifecycle { if case .launched(let cause) = $0 { cause } else { nil } }
  }
  package var ends: [TerminationReason] {
    lifecycle { if case .terminated(let reason) = $0 { reason } else { nil } }
  }
  package var states: [AppState] {
    lifecycle { if case .state(let state) = $0 { state } else { nil } }
  }
  package var callbacks: [LifecycleCallback] {
    lifecycle { if case .callback(let callback, _) = $0 { callback } else { nil } }
  }
  /// The lines that apps have printed.
  package var output: [String] { trace.events.compactMap(\.kind.output) }
  /// The kinds of the findings, with their rules.
  package var kinds: [Finding.Kind] { findings.map { $0.kind.by($0.rule) } }

  private func lifecycle<Value>(_ pick: (TraceEvent.AppEvent) -> Value?) -> [Value] {
    trace.events.compactMap { $0.kind.app.flatMap(pick) }
  }

  /// The moments of all events that match.
  package func moments(_ isWanted: (TraceEvent.Kind) -> Bool) -> [VirtualInstant] {
    trace.events.filter { isWanted($0.kind) }.map(\.instant)
  }

  package func moments(of state: AppState) -> [VirtualInstant] {
    moments { $0 == .appState(state) }
  }
  package func moments(of callback: LifecycleCallback) -> [VirtualInstant] {
    moments { if case .callback(callback, _) = $0.app { true } else { false } }
  }
  package func moments(printed line: String) -> [VirtualInstant] { moments { $0 == .output(line) } }
  package var momentsOfEnd: [VirtualInstant] {
    moments { if case .terminated = $0.app { true } else { false } }
  }
}
