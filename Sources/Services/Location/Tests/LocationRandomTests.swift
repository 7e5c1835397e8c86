import Testing
import YobanTesting
import YobanVirtualTime

@testable import CoreLocation
@testable import YobanLocation

/// Random sequences of users, beacons and apps over simulated hours.
@Suite struct LocationRandomTests {
  private static func regions() -> [CLRegion] {
    [
      doorRegion(), beacons("any"), circle("near", at: .origin, radius: 100),
      circle("wide", at: .origin, radius: 1_000),
    ]
  }

  private static func app(_ name: String, updates: Bool) -> AppFixture {
    locationApp(named: name, monitoring: regions()) { listener in
      listener.manager.startRangingBeacons(satisfying: allBeacons())
      listener.manager.startMonitoringSignificantLocationChanges()
      if updates {
        listener.manager.keepRunning { $0.pausesLocationUpdatesAutomatically = true }
      }
    }
  }

  /// One phone, two apps, two beacons and sixty random steps.
  private static func history(
    seed: UInt64, check: @escaping @Sendable (Phone) -> Void = { _ in }
  ) async throws -> World {
    try await withBeacon(seed: seed) { phone, door in
      let back = try phone.world.addBeacon("back", uuid: beaconUUID, major: 1, minor: 2)
      back.place = Place(x: 25)
      var random = RandomStream(seed: seed, name: "history")
      let apps = try [app("A", updates: false), app("B", updates: true)].map {
        try phone.install($0, allowed: .always)
      }
      for app in apps { await phone.open(app) }
      for _ in 0..<60 {
        let app = random.pick(apps)
        switch random.next(below: 16) {
        case 0: door.switchOn()
        case 1: door.switchOff()
        case 2: back.switchOn()
        case 3: back.switchOff()
        case 4: phone.place = random.pick([.origin, Place(x: 30), Place(x: 500), farAway])
        case 5: try await phone.carry(to: random.pick([.origin, Place(x: 300)]), at: 10)
        case 6: await phone.swipeAway(app)
        case 7: phone.jetsam(app)
        case 8: await phone.open(app)
        case 9: await phone.lock()
        case 10: phone.wakeScreen()
        case 11:
          phone.location.setAuthorization(
            random.pick([.always, .always, .whenInUse, .denied]), for: app)
        case 12: phone.location.setPrecise(random.chance(3, in: 4), for: app)
        case 13: phone.setBackgroundRefresh(random.chance(1, in: 2), for: app)
        case 14 where random.chance(1, in: 3): try await phone.reboot()
        case 15:
          if random.chance(1, in: 2) {
            phone.bluetooth.switchOff(by: .settings)
          } else {
            phone.bluetooth.switchOn()
          }
        default: await phone.goHome()
        }
        try await Task.sleep(for: random.duration(in: .seconds(1)...(.seconds(120))))
        check(phone)
      }
    }
  }

  @Test(arguments: UInt64(1)...40)
  func `random sequences keep the invariants of the rules (BC1, BC3, BC9, BC12, L18)`(
    _ seed: UInt64
  ) async throws {
    let world = try await Self.history(seed: seed) { phone in
      for record in phone.location.records {
        // Regions stay as they were registered, whatever happens.
        #expect(
          record.regions.map(\.description) == Self.regions().map(\.plain), "seed \(seed)")
        let isAllowed = phone.location.permission(of: record.app) != .none
        for region in record.regions where !isAllowed {
          #expect(region.tracker.phase == .barred && region.tracker.known == .unknown)
        }
      }
      #expect(phone.location.trackers.count == 8, "seed \(seed)")
      let running = phone.apps.compactMap(\.process)
      #expect(phone.location.managers.count <= running.count, "one manager for each launch")
    }
    Self.checkCrossings(world, seed)
    Self.checkLaunches(world, seed)
    #expect(!world.trace.findings.contains { $0.matches(.locationEventLost) }, "seed \(seed)")
  }

  /// While a region is monitored, entries and exits alternate.
  private static func checkCrossings(_ world: World, _ seed: UInt64) {
    var inside: [String: Bool] = [:]
    for event in world.trace.events {
      let app = event.process?.prefix { $0 != "#" } ?? ""
      switch event.kind.payload {
      case TraceEvent.LocationEvent.entered(let region):
        #expect(inside["\(app)/\(region)"] != true, "seed \(seed), \(event.instant)")
        inside["\(app)/\(region)"] = true
      case TraceEvent.LocationEvent.exited(let region):
        #expect(inside["\(app)/\(region)"] != false, "seed \(seed), \(event.instant)")
        inside["\(app)/\(region)"] = false
      // After a boot, or with another permission, monitoring starts again in any state.
      case is TraceEvent.PowerEvent where event.kind.power == "booted",
        TraceEvent.LocationEvent.authorization:
        inside = [:]
      case let action as TraceEvent.UserAction where action.text.hasSuffix("location"):
        inside = [:]
      default: break
      }
    }
  }

  /// Only an app with Always and with Background App Refresh is launched.
  private static func checkLaunches(_ world: World, _ seed: UInt64) {
    var isAlways: [String: Bool] = [:]
    var refreshes: [String: Bool] = [:]
    for event in world.trace.events {
      let app = String(event.process?.prefix(while: { $0 != "#" }) ?? "")
      switch event.kind.payload {
      case let action as TraceEvent.UserAction:
        if let match = action.text.wholeMatch(
          of: /switches Background App Refresh (on|off) for (.+)/)
        {
          refreshes[String(match.2)] = match.1 == "on"
        }
      case TraceEvent.LocationEvent.authorization(let status):
        isAlways[app] = status == LocationAuthorization.always.rawValue
      case TraceEvent.AppEvent.launched(.location):
        #expect(isAlways[app] == true, "seed \(seed), \(event.instant)")
        #expect(refreshes[app, default: true], "seed \(seed), \(event.instant)")
      default: break
      }
    }
  }

  @Test func `the same seed gives the same trace, another seed a different one`() async throws {
    let digest = try await Self.history(seed: 1).trace.digest
    #expect(try await Self.history(seed: 1).trace.digest == digest)
    #expect(try await Self.history(seed: 101).trace.digest != digest)
  }
}
