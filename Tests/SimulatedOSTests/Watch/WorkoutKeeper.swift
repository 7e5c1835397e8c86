import YobanSimulatedOS
import YobanVirtualTime

/// Runs a scenario with one watch in its own world.
@discardableResult
func withWatch(
  seed: UInt64 = 1, watchOS version: SystemVersion = 10,
  change: @escaping @Sendable (inout DeviceProfile) -> Void = { _ in },
  _ scenario: @escaping @Sendable (Watch) async throws -> Void
) async throws -> World {
  let world = try World(seed: seed)
  try await world.run {
    var profile = DeviceProfile.watch(watchOS: version)
    change(&profile)
    try await scenario(try world.addWatch("watch", profile))
  }
  return world
}

/// A watch app's workout, in place of HealthKit's. It begins on demand.
final class WorkoutKeeper: WorkoutEventReceiver, @unchecked SimulationConfined {
  private(set) var session: WorkoutSession!

  init(_ launch: TestLaunch) {
    session = launch.device.health.makeSession(
      WorkoutConfiguration(), for: launch.process, self)
    launch.kept.append(self)
  }

  func received(_ event: WorkoutEvent) {}
}
