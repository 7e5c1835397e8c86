import Foundation
import YobanSimulatedOS
import YobanVirtualTime

/// Injects one fault into a night, at its exact point.
final class FaultInjector: @unchecked SimulationConfined {
  private let fault: NightFault
  private let fixtures: [NightDeviceFixture]
  private let world: World
  private var count = 0
  /// Whether the fault was injected.
  private(set) var hasHappened = false
  /// The user's action after a kill: the user opens the app again.
  private var userAction: Task<Void, any Error>?

  /// The time until the user notices that the app does not run.
  private static let pause = Duration.seconds(20)
  /// The delay of a delayed message.
  private static let delay = Duration.seconds(300)

  init(_ fault: NightFault, _ fixtures: [NightDeviceFixture], in world: World) {
    self.fault = fault
    self.fixtures = fixtures
    self.world = world
  }

  /// Starts to watch for the point of the fault.
  func arm() {
    switch fault {
    case .kill(let kind, let kill, let event):
      guard let one = fixtures.first(where: { $0.kind == kind }) else { return }
      // The events of the devices' setup count, too.
      count = world.trace.events.count
      world.trace.onEvent = { [weak self] _ in
        guard let self else { return }
        defer { count += 1 }
        if count == event { inject(one, kill) }
      }
    case .storage(let kind, let storage, let call):
      guard let one = fixtures.first(where: { $0.kind == kind }) else { return }
      world.onSystemCall = { [weak self] asked in
        guard let self, asked.device === one.device, asked.concernsStorage else { return .proceed }
        count += 1
        guard count == call else { return .proceed }
        hasHappened = true
        if storage.ends { userAction = Task { try await self.follow(one) } }
        return storage.answer(call)
      }
    case .message(let number, let message):
      for one in fixtures {
        one.watch?.watchLink.fault = { item in
          guard item.number == number else { return nil }
          self.hasHappened = true
          switch message {
          case .lost: return .lost
          case .doubled: return .doubled
          case .delayed: return .delayed(Self.delay)
          }
        }
      }
    case .exchange: break  // done by the gateway
    }
  }

  /// Returns when the user has opened the app again, if there was a kill.
  func waitForUser() async throws { try await userAction?.value }

  /// Ends the process as soon as the code that runs now has returned, before all other pending
  /// events.
  private func inject(_ one: NightDeviceFixture, _ kill: NightFault.Kill) {
    hasHappened = true
    let process = one.app.process
    world.simulation.scheduleNext { [self] in
      switch kill {
      case .jetsam: process?.kill(.jetsam)
      case .reboot: process?.kill(.reboot)
      case .forceQuit: break  // by a user action, which takes longer
      }
      userAction = Task { try await follow(one, kill) }
    }
  }

  /// The user opens the app again after a fault of the storage has ended it.
  private func follow(_ one: NightDeviceFixture) async throws {
    while !one.device.isUp { try await Task.sleep(for: .seconds(1)) }
    try await Task.sleep(for: Self.pause)
    await one.device.open(one.app)
    try await Task.sleep(for: .seconds(10))
    await one.putAway()
  }

  private func follow(_ one: NightDeviceFixture, _ kill: NightFault.Kill) async throws {
    switch kill {
    case .jetsam: break
    case .forceQuit: await one.forceQuit()
    case .reboot: try await one.device.reboot()
    }
    try await Task.sleep(for: Self.pause)
    await one.device.open(one.app)
    try await Task.sleep(for: .seconds(10))
    await one.putAway()
  }
}
