import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// Runs a scenario with one iPhone in its own world. Returns the world, for checks of its trace.
@discardableResult
func withPhone(
  seed: UInt64 = 1, iOS version: SystemVersion = 17, gateway: (any HTTPGateway)? = nil,
  change: @escaping @Sendable (inout DeviceProfile) -> Void = { _ in },
  _ scenario: @escaping @Sendable (Phone) async throws -> Void
) async throws -> World {
  let world = try World(seed: seed)
  world.gateway = gateway
  try await world.run {
    var profile = DeviceProfile.iPhone(iOS: version)
    change(&profile)
    try await scenario(try world.addPhone("phone", profile))
  }
  return world
}

func sleep(_ seconds: Double) async throws {
  try await Task.sleep(for: .nanoseconds(Int64(seconds * 1e9)))
}
func minutes(_ count: Double) async throws { try await sleep(count * 60) }

extension World {
  private func events<Value>(_ pick: (TraceEvent.Kind) -> Value?) -> [Value] {
    trace.events.compactMap { pick($0.kind) }
  }

  /// The lines that the apps printed.
  var output: [String] { events(\.output) }
  var ends: [TerminationReason] {
    events { if case .terminated(let reason) = $0.app { reason } else { nil } }
  }
  var launches: [LaunchCause] {
    events { if case .launched(let cause) = $0.app { cause } else { nil } }
  }
  var states: [AppState] { events { if case .state(let state) = $0.app { state } else { nil } } }
  var findings: [Finding.Kind] { trace.findings.map { $0.kind.by($0.rule) } }
  var callbacks: [LifecycleCallback] {
    events { if case .callback(let callback, _) = $0.app { callback } else { nil } }
  }

  /// The moments of all events that match.
  func moments(_ isWanted: (TraceEvent.Kind) -> Bool) -> [VirtualInstant] {
    trace.events.filter { isWanted($0.kind) }.map(\.instant)
  }

  func moments(of state: AppState) -> [VirtualInstant] { moments { $0 == .appState(state) } }
  func moments(of callback: LifecycleCallback) -> [VirtualInstant] {
    moments { if case .callback(callback, _) = $0.app { true } else { false } }
  }
  var momentsOfEnd: [VirtualInstant] {
    moments { if case .terminated = $0.app { true } else { false } }
  }

  /// The printed lines, each with its virtual second, rounded to tenths.
  var timedOutput: [String] {
    trace.events.compactMap { event in
      guard let line = event.kind.output else { return nil }
      let tenths = (event.instant.nanoseconds + 50_000_000) / 100_000_000
      return "\(tenths / 10).\(tenths % 10) \(line)"
    }
  }
}
