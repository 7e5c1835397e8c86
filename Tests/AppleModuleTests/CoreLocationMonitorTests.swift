import CoreLocation
import Foundation
import SimulatedOS
import Testing
import UIKit

/// `CLMonitor`, over several lives of an app.
@Suite struct CoreLocationMonitorTests {
  /// Opens the monitor, changes its conditions, and prints its events for ever.
  private static func script(
    _ change: @escaping @Sendable (CLMonitor) async -> Void = { _ in }
  ) -> AppScript {
    var script = AppScript { _ in
      Task {
        let monitor = await CLMonitor("places")
        Kept.of("monitor", monitor)
        await change(monitor)
        do {
          for try await event in await monitor.events { print(words(event)) }
          print("ended")
        } catch { print("\(error)") }
      }
    }
    script.plist = locationPlist
    return script
  }

  private static func words(_ event: CLMonitor.Event) -> String {
    let state =
      switch event.state {
      case .unknown: "unknown"
      case .satisfied: "satisfied"
      case .unsatisfied: "unsatisfied"
      case .unmonitored: "unmonitored"
      }
    var words = "\(event.identifier) \(state)"
    if let beacon = event.refinement as? CLMonitor.BeaconIdentityCondition {
      words += " by \(beacon.major ?? 0).\(beacon.minor ?? 0)"
    }
    if event.conditionLimitExceeded { words += " limit" }
    if event.conditionUnsupported { words += " unsupported" }
    if event.authorizationDenied { words += " denied" }
    return words
  }

  private static let anyBeacon = CLMonitor.BeaconIdentityCondition(uuid: beaconUUID)
  private static let home = CLMonitor.CircularGeographicCondition(
    center: CLLocationCoordinate2D(
      latitude: World.origin.latitude, longitude: World.origin.longitude), radius: 200)

  @Test func `a condition is satisfied and unsatisfied, with what did it (BC15)`() async throws {
    let stage = try await playLocation(
      Self.script { await $0.add(Self.anyBeacon, identifier: "desk", assuming: .unsatisfied) }
    ) { stage, beacon in
      try await stage.wait(.seconds(60))
      beacon.switchOn()
      try await stage.wait(.seconds(60))
      beacon.switchOff()
      try await stage.wait(.seconds(60))
    }
    #expect(stage.lines == ["desk satisfied by 1.2", "desk unsatisfied"])
  }

  @Test func `what was assumed is no event (BC15)`() async throws {
    let stage = try await playLocation(
      Self.script { monitor in
        await monitor.add(Self.home, identifier: "home", assuming: .satisfied)
        await monitor.add(Self.home, identifier: "again")
      }
    ) { stage, _ in try await stage.wait(.seconds(120)) }
    #expect(stage.lines == ["again satisfied"])
  }

  @Test func `records and identifiers tell what is watched, and the last event (BC15)`()
    async throws
  {
    let stage = try await playLocation(
      Self.script { monitor in
        await monitor.add(Self.home, identifier: "home", assuming: .unsatisfied)
        await monitor.add(Self.anyBeacon, identifier: "desk", assuming: .unsatisfied)
        await monitor.add(Self.home, identifier: "gone")
        await monitor.remove("gone")
        print(await monitor.identifiers, await monitor.record(for: "gone") == nil)
        let record = await monitor.record(for: "home")!
        print(record.lastEvent.state == .unsatisfied)
        print((record.condition as? CLMonitor.CircularGeographicCondition)?.radius ?? 0)
      }
    ) { stage, _ in
      try await stage.wait(.seconds(120))
      await stage.touch {
        let monitor = Kept.get("monitor", as: CLMonitor.self)!
        Task {
          let record = await monitor.record(for: "home")!
          print(record.lastEvent.state == .satisfied, record.lastEvent.date < Date())
        }
      }
      try await stage.wait(.seconds(1))
    }
    #expect(
      stage.lines == ["[\"home\", \"desk\"] true", "true", "200.0", "home satisfied", "true true"])
  }

  @Test func `conditions outlive the process, and an event launches the app (BC15, BC9)`()
    async throws
  {
    let stage = try await playLocation(
      Self.script { monitor in
        print("conditions \(await monitor.identifiers)")
        if await monitor.record(for: "desk") == nil {
          await monitor.add(Self.anyBeacon, identifier: "desk", assuming: .unsatisfied)
        }
      }
    ) { stage, beacon in
      try await stage.wait(.seconds(60))
      stage.phone.jetsam(stage.app)
      try await stage.wait(.seconds(60))
      beacon.switchOn()
      try await stage.wait(.seconds(60))
      #expect(stage.app.state == .suspended)
    }
    #expect(
      stage.lines == ["conditions []", "conditions [\"desk\"]", "desk satisfied by 1.2"])
  }

  @Test func `after a reboot they wait for the first unlock (BC15, L17)`() async throws {
    let stage = try await playLocation(
      Self.script { monitor in
        if await monitor.record(for: "desk") == nil {
          await monitor.add(Self.anyBeacon, identifier: "desk", assuming: .unsatisfied)
        }
      }
    ) { stage, beacon in
      try await stage.wait(.seconds(60))
      stage.phone.hasPasscode = true
      try await stage.phone.reboot()
      beacon.switchOn()
      try await stage.wait(.seconds(600))
      #expect(stage.app.state == .notRunning && stage.lines.isEmpty)
      stage.phone.unlock()
      try await stage.wait(.seconds(600))
    }
    #expect(stage.lines == ["desk satisfied by 1.2"])
  }

  @Test func `events wait for the next iteration (BC15)`() async throws {
    var script = AppScript { _ in
      Task {
        let monitor = await CLMonitor("places")
        Kept.of("monitor", monitor)
        await monitor.add(Self.anyBeacon, identifier: "desk", assuming: .unsatisfied)
      }
    }
    script.plist = locationPlist
    let stage = try await playLocation(script) { stage, beacon in
      try await stage.wait(.seconds(60))
      beacon.switchOn()
      try await stage.wait(.seconds(60))
      #expect(stage.lines.isEmpty)
      await stage.touch {
        let monitor = Kept.get("monitor", as: CLMonitor.self)!
        Kept.of(
          "loop",
          Task {
            for try await event in await monitor.events { print(Self.words(event)) }
            print("ended")
          })
      }
      try await stage.wait(.seconds(1))
      await stage.touch { Kept.get("loop", as: Task<Void, any Error>.self)!.cancel() }
      beacon.switchOff()
      try await stage.wait(.seconds(60))
      await stage.touch {
        let monitor = Kept.get("monitor", as: CLMonitor.self)!
        Task { for try await event in await monitor.events { print("again", Self.words(event)) } }
      }
      try await stage.wait(.seconds(1))
    }
    #expect(stage.lines == ["desk satisfied by 1.2", "ended", "again desk unsatisfied"])
  }

  @Test func `the 21st condition is not watched (BC15, BC1)`() async throws {
    let stage = try await playLocation(
      Self.script { monitor in
        for number in 1...21 {
          await monitor.add(
            CLMonitor.BeaconIdentityCondition(uuid: beaconUUID, major: UInt16(100 + number)),
            identifier: "\(number)", assuming: .unsatisfied)
        }
      }, iOS: 18
    ) { stage, _ in try await stage.wait(.seconds(10)) }
    #expect(stage.lines == ["21 unmonitored limit"])
    #expect(stage.world.trace.findings.map(\.name) == ["region.limit"])
  }

  /// A condition of an app's own.
  private struct FullMoon: CLCondition {}

  @Test func `a condition of an app's own is not supported`() async throws {
    let stage = try await playLocation(
      Self.script { await $0.add(FullMoon(), identifier: "moon") }
    ) { stage, _ in try await stage.wait(.seconds(10)) }
    #expect(stage.lines == ["moon unmonitored unsupported"])
  }

  @Test func `a name that is open cannot be opened again (BC15)`() async throws {
    let stage = try await playLocation(Self.script()) { stage, _ in
      try await stage.wait(.seconds(1))
      await stage.touch {
        Task {
          _ = await CLMonitor("others")  // another name is fine
          print("others")
          _ = await CLMonitor("places")
          print("must not run")
        }
      }
      try await stage.wait(.seconds(1))
      #expect(stage.app.state == .notRunning)
    }
    #expect(stage.lines == ["others"])
    #expect(stage.terminations.count == 1)
    #expect(stage.terminations.allSatisfy { $0.description.contains("places") })
  }

  @Test func `a monitor that is released ends its events, and its name is free (BC15)`()
    async throws
  {
    var script = AppScript { _ in
      Task {
        let events = await CLMonitor("places").events  // nobody keeps the monitor
        for try await _ in events {}
        print("ended")
        let monitor = await CLMonitor("places")
        Kept.of("monitor", monitor)
        print(await monitor.identifiers)
      }
    }
    script.plist = locationPlist
    let stage = try await playLocation(script) { stage, _ in try await stage.wait(.seconds(10)) }
    #expect(stage.lines == ["ended", "[]"])
    #expect(stage.terminations.isEmpty)
  }

  @Test func `without permission nothing is monitored, and iOS 18 says so (BC12, LOC9)`()
    async throws
  {
    let stage = try await playLocation(
      Self.script { await $0.add(Self.anyBeacon, identifier: "desk", assuming: .unsatisfied) },
      iOS: 18
    ) { stage, beacon in
      try await stage.wait(.seconds(60))
      stage.phone.location.setAuthorization(.denied, for: stage.app)
      try await stage.wait(.seconds(1))
      beacon.switchOn()
      try await stage.wait(.seconds(60))
    }
    #expect(stage.lines == ["desk unmonitored denied"])
  }
}
