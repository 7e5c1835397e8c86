import Testing
import UIKit
import YobanTesting
import YobanVirtualTime

/// Runs a scenario with one iPhone in its own world. Returns the world, for checks of its trace.
@discardableResult
package func withPhone(
  seed: UInt64 = 1, iOS version: SystemVersion = 17, _ model: PhoneModel? = nil,
  gateway: (any HTTPGateway)? = nil,
  change: @escaping @Sendable (inout DeviceProfile) -> Void = { _ in },
  _ scenario: @escaping @Sendable (Phone) async throws -> Void
) async throws -> World {
  try await withWorld(seed: seed) { world in
    world.gateway = gateway
    var profile = DeviceProfile.iPhone(iOS: version, model)
    change(&profile)
    try await scenario(try world.addPhone("phone", profile))
    return world
  }
}

/// Runs a scenario with one watch in its own world. Returns the world, for checks of its trace.
@discardableResult
package func withWatch(
  seed: UInt64 = 1, watchOS version: SystemVersion = 10, _ model: WatchModel? = nil,
  change: @escaping @Sendable (inout DeviceProfile) -> Void = { _ in },
  _ scenario: @escaping @Sendable (Watch) async throws -> Void
) async throws -> World {
  try await withWorld(seed: seed) { world in
    var profile = DeviceProfile.watch(watchOS: version, model)
    change(&profile)
    try await scenario(try world.addWatch("watch", profile))
    return world
  }
}
