import AndroidFramework
import SimulatedOS
import VirtualTime

/// Runs a scenario with one Android phone and one app in its own world. Returns the world, for
/// checks of its trace.
@discardableResult
func withAndroid(
  _ appFixture: AndroidAppFixture, api level: Int = 34, model: AndroidModel = .stock,
  seed: UInt64 = 1,
  change: @escaping @Sendable (inout AndroidPolicy) -> Void = { _ in },
  _ scenario: @escaping @Sendable (Device, InstalledApp) async throws -> Void
) async throws -> World {
  let world = try World(seed: seed)
  try await world.run {
    var profile = DeviceProfile.android(api: level, model)
    if var policy = profile.android {
      change(&policy)
      profile.android = policy
    }
    let phone = try world.addDevice("phone", profile)
    try await scenario(phone, try phone.install(appFixture.definition))
  }
  return world
}

func minutes(_ count: Double) async throws {
  try await Task.sleep(for: .nanoseconds(Int64(count * 60e9)))
}
func seconds(_ count: Double) async throws {
  try await Task.sleep(for: .nanoseconds(Int64(count * 1e9)))
}
func hours(_ count: Double) async throws { try await minutes(count * 60) }

extension World {
  /// The lines that the apps printed.
  var output: [String] {
    trace.events.compactMap { if case .output(let line) = $0.kind { line } else { nil } }
  }
  /// The lines that the apps printed, each with the virtual second, rounded.
  var timedOutput: [String] {
    trace.events.compactMap { event in
      guard case .output(let line) = event.kind else { return nil }
      return "\((event.instant.nanoseconds + 500_000_000) / 1_000_000_000) \(line)"
    }
  }
  var ends: [TerminationReason] {
    trace.events.compactMap { if case .terminated(let reason) = $0.kind { reason } else { nil } }
  }
  var crashes: [String] {
    ends.compactMap { if case .crash(let what) = $0 { what } else { nil } }
  }
  var launches: [LaunchCause] {
    trace.events.compactMap { if case .launched(let cause) = $0.kind { cause } else { nil } }
  }
  var findings: [String] { trace.findings.map { "\($0.name) \($0.rule)" } }
  /// The Android events of the trace.
  var androidEvents: [TraceEvent.AndroidEvent] {
    trace.events.compactMap { if case .android(let event) = $0.kind { event } else { nil } }
  }
  /// Returns the times, in seconds, of the Android events that match.
  func moments(_ isWanted: (TraceEvent.AndroidEvent) -> Bool) -> [Double] {
    trace.events.compactMap { event in
      guard case .android(let android) = event.kind, isWanted(android) else { return nil }
      return Double(event.instant.nanoseconds) / 1e9
    }
  }
}
