import CoreLocation
import Foundation
import Testing
import UIKit
import YobanTesting

/// Tests `CLMonitor` over several launches of an app.
@Suite(.world()) struct CoreLocationMonitorTests {
  /// Returns an app that opens the monitor, changes its conditions, and prints its events forever.
  private static func appFixture(
    requiresSessions: Bool = false,
    _ change: @escaping @Sendable (CLMonitor) async -> Void = { _ in }
  ) -> AppFixture {
    var appFixture = AppFixture { _ in
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
    appFixture.plist = locationPlist(requiresSessions: requiresSessions)
    return appFixture
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

  @Test
  func `a condition becomes satisfied and unsatisfied, with the beacon that caused it (BC15)`()
    async throws
  {
    let (fixture, beacon) = try await startLocationApp(
      Self.appFixture { await $0.add(Self.anyBeacon, identifier: "desk", assuming: .unsatisfied) })
    try await fixture.world.pass(.seconds(60))
    beacon.switchOn()
    try await fixture.world.pass(.seconds(60))
    beacon.switchOff()
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.world.log.texts == ["desk satisfied by 1.1", "desk unsatisfied"])
  }

  @Test func `an assumed state causes no event (BC15)`() async throws {
    let (fixture, _) = try await startLocationApp(
      Self.appFixture { monitor in
        await monitor.add(Self.home, identifier: "home", assuming: .satisfied)
        await monitor.add(Self.home, identifier: "again")
      })
    try await fixture.world.pass(.seconds(120))
    #expect(fixture.world.log.texts == ["again satisfied"])
  }

  @Test func `records and identifiers give the monitored conditions and the last event (BC15)`()
    async throws
  {
    let (fixture, _) = try await startLocationApp(
      Self.appFixture { monitor in
        await monitor.add(Self.home, identifier: "home", assuming: .unsatisfied)
        await monitor.add(Self.anyBeacon, identifier: "desk", assuming: .unsatisfied)
        await monitor.add(Self.home, identifier: "gone")
        await monitor.remove("gone")
        print(await monitor.identifiers, await monitor.record(for: "gone") == nil)
        let record = await monitor.record(for: "home")!
        print(record.lastEvent.state == .unsatisfied)
        print((record.condition as? CLMonitor.CircularGeographicCondition)?.radius ?? 0)
      })
    try await fixture.world.pass(.seconds(120))
    await fixture.touch {
      let monitor = Kept.get("monitor", as: CLMonitor.self)!
      Task {
        let record = await monitor.record(for: "home")!
        print(record.lastEvent.state == .satisfied, record.lastEvent.date < Date())
      }
    }
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.texts == [
        "[\"home\", \"desk\"] true", "true", "200.0", "home satisfied", "true true",
      ])
  }

  @Test func `conditions outlast the process, and an event launches the app (BC15, BC9)`()
    async throws
  {
    let (fixture, beacon) = try await startLocationApp(
      Self.appFixture { monitor in
        print("conditions \(await monitor.identifiers)")
        if await monitor.record(for: "desk") == nil {
          await monitor.add(Self.anyBeacon, identifier: "desk", assuming: .unsatisfied)
        }
      })
    try await fixture.world.pass(.seconds(60))
    fixture.phone.jetsam(fixture.app)
    try await fixture.world.pass(.seconds(60))
    beacon.switchOn()
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.app.state == .suspended)
    #expect(
      fixture.world.log.texts == [
        "conditions []", "conditions [\"desk\"]", "desk satisfied by 1.1",
      ])
  }

  @Test(arguments: [true, false])
  func `after a reboot events wait for the first unlock, if there is a passcode (BC15, L17)`(
    _ hasPasscode: Bool
  ) async throws {
    let (fixture, beacon) = try await startLocationApp(
      Self.appFixture { monitor in
        if await monitor.record(for: "desk") == nil {
          await monitor.add(Self.anyBeacon, identifier: "desk", assuming: .unsatisfied)
        }
      })
    try await fixture.world.pass(.seconds(60))
    fixture.phone.hasPasscode = hasPasscode
    try await fixture.phone.reboot()
    beacon.switchOn()
    try await fixture.world.pass(.seconds(600))
    #expect((fixture.app.process == nil) == hasPasscode)
    #expect(fixture.world.log.texts.isEmpty == hasPasscode)
    fixture.phone.unlock()
    try await fixture.world.pass(.seconds(600))
    #expect(fixture.world.log.texts == ["desk satisfied by 1.1"])
    #expect(fixture.app.launches == [.user, .location])
  }

  @Test func `events wait for the next iteration (BC15)`() async throws {
    var appFixture = AppFixture { _ in
      Task {
        let monitor = await CLMonitor("places")
        Kept.of("monitor", monitor)
        await monitor.add(Self.anyBeacon, identifier: "desk", assuming: .unsatisfied)
      }
    }
    appFixture.plist = locationPlist()
    let (fixture, beacon) = try await startLocationApp(appFixture)
    try await fixture.world.pass(.seconds(60))
    beacon.switchOn()
    try await fixture.world.pass(.seconds(60))
    #expect(fixture.world.log.texts.isEmpty)
    await fixture.touch {
      let monitor = Kept.get("monitor", as: CLMonitor.self)!
      Kept.of(
        "loop",
        Task {
          for try await event in await monitor.events { print(Self.words(event)) }
          print("ended")
        })
    }
    try await fixture.world.pass(.seconds(1))
    await fixture.touch { Kept.get("loop", as: Task<Void, any Error>.self)!.cancel() }
    beacon.switchOff()
    try await fixture.world.pass(.seconds(60))
    await fixture.touch {
      let monitor = Kept.get("monitor", as: CLMonitor.self)!
      Task { for try await event in await monitor.events { print("again", Self.words(event)) } }
    }
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.world.log.texts == ["desk satisfied by 1.1", "ended", "again desk unsatisfied"])
  }

  @Test func `an app that does not iterate gets a finding, and later only one change (BC15)`()
    async throws
  {
    var appFixture = AppFixture { _ in
      Task {
        let monitor = await CLMonitor("places")
        Kept.of("monitor", monitor)
        if await monitor.identifiers.isEmpty {
          await monitor.add(Self.anyBeacon, identifier: "desk", assuming: .unsatisfied)
        }
      }
    }
    appFixture.plist = locationPlist()
    let (fixture, beacon) = try await startLocationApp(appFixture)
    try await fixture.world.pass(.seconds(10))
    fixture.phone.jetsam(fixture.app)
    for _ in 1...3 {
      beacon.switchOn()
      try await fixture.world.pass(.minutes(1))
      beacon.switchOff()
      try await fixture.world.pass(.minutes(1))
    }
    #expect(fixture.app.launches == [.user, .location])
    #expect(fixture.world.kinds == [.monitorNotIterated.by(.bc15)])
    await fixture.phone.open(fixture.app)
    await fixture.touch {
      let monitor = Kept.get("monitor", as: CLMonitor.self)!
      Task { for try await event in await monitor.events { print(Self.words(event)) } }
    }
    try await fixture.world.pass(.seconds(1))
    // The first event that waited, then the current state.
    #expect(fixture.world.log.texts == ["desk satisfied by 1.1", "desk unsatisfied"])
  }

  @Test
  func `a 21st condition is not monitored, and the first states of others are reported (BC1)`()
    async throws
  {
    let (fixture, _) = try await startLocationApp(
      Self.appFixture { monitor in
        for number in 1...21 {
          await monitor.add(
            CLMonitor.BeaconIdentityCondition(uuid: beaconUUID, major: UInt16(100 + number)),
            identifier: "\(number)")
        }
        // Replaces one.
        await monitor.add(
          CLMonitor.BeaconIdentityCondition(uuid: beaconUUID, major: 101), identifier: "1")
      }, iOS: 18)
    try await fixture.world.pass(.minutes(1))
    let lines = fixture.world.log.texts
    #expect(lines.filter { $0.contains("unmonitored") } == ["21 unmonitored limit"])
    #expect(lines.count { $0.hasSuffix("unsatisfied") } == 20)
    #expect(Set(fixture.world.kinds) == [Finding.Kind.regionLimit.by(.bc1)])
  }

  /// A condition type that the app defines.
  private struct FullMoon: CLCondition {}

  @Test func `a condition type that the app defines is not supported`() async throws {
    let (fixture, _) = try await startLocationApp(
      Self.appFixture { await $0.add(FullMoon(), identifier: "moon") })
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.world.log.texts == ["moon unmonitored unsupported"])
  }

  @Test func `a monitor name that is in use cannot be opened again (BC15)`() async throws {
    let (fixture, _) = try await startLocationApp(Self.appFixture())
    try await fixture.world.pass(.seconds(1))
    await fixture.touch {
      Task {
        _ = await CLMonitor("others")  // another name is fine
        print("others")
        _ = await CLMonitor("places")
        print("must not run")
      }
    }
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.app.state == .notRunning)
    #expect(fixture.world.log.texts == ["others"])
    #expect(fixture.app.terminations.count == 1)
    #expect(fixture.app.terminations.allSatisfy { $0.description.contains("places") })
    #expect(fixture.world.kinds == [.monitorOpenTwice.by(.bc15)])
  }

  @Test func `a released monitor ends its events, and its name can be used again (BC15)`()
    async throws
  {
    var appFixture = AppFixture { _ in
      Task {
        let events = await CLMonitor("places").events  // the monitor is not retained
        for try await _ in events {}
        print("ended")
        let monitor = await CLMonitor("places")
        Kept.of("monitor", monitor)
        print(await monitor.identifiers)
      }
    }
    appFixture.plist = locationPlist()
    let (fixture, _) = try await startLocationApp(appFixture)
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.world.log.texts == ["ended", "[]"])
    #expect(fixture.app.terminations.isEmpty)
  }

  @Test(arguments: [SystemVersion(17), 18])
  func `without permission nothing is monitored, and iOS 18 reports it (BC12, BC15, LOC9)`(
    _ version: SystemVersion
  ) async throws {
    let (fixture, beacon) = try await startLocationApp(
      Self.appFixture { await $0.add(Self.anyBeacon, identifier: "desk") }, iOS: version)
    try await fixture.world.pass(.seconds(60))
    fixture.phone.location.setAuthorization(.denied, for: fixture.app)
    try await fixture.world.pass(.seconds(1))
    beacon.switchOn()
    try await fixture.world.pass(.seconds(60))
    beacon.switchOff()
    try await fixture.world.pass(.seconds(60))
    fixture.phone.location.setAuthorization(.always, for: fixture.app)
    try await fixture.world.pass(.seconds(10))
    #expect(
      fixture.world.log.texts == [
        "desk unsatisfied", "desk unmonitored\(version >= 18 ? " denied" : "")", "desk unsatisfied",
      ])
  }

  @Test func `without the service session that the app requires, events wait (LOC9)`() async throws
  {
    let (fixture, _) = try await startLocationApp(
      Self.appFixture(requiresSessions: true) {
        await $0.add(Self.anyBeacon, identifier: "desk")
      }, iOS: 18)
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.world.log.texts.isEmpty)
    await fixture.touch { Kept.of("session", CLServiceSession(authorization: .none)) }
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.world.log.texts == ["desk unsatisfied"])
  }
}
