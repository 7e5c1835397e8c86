import CoreLocation
import Testing
import UIKit
import YobanTesting

/// Ranging in each state of the app.
@Suite struct RangingTests {
  private static let ranger = locationApp {
    $0.manager.startRangingBeacons(satisfying: allBeacons())
  }

  @Test func `a launched app that ranges gets a report each second for about 10 s (BC8)`()
    async throws
  {
    let moments = Moments()
    let world = try await withBeacon(iOS: 7.1) { phone, door in
      let app = try await phone.start(Self.ranger)
      await phone.swipeAway(app)
      moments.on = phone.world.now
      door.switchOn()
      try await phone.world.pass(.minutes(1))
      moments.off = phone.world.now
    }
    let entered = try #require(world.moments(printed: "enter door").first)
    let ranged = world.moments(printed: "ranged 1").filter { $0 >= moments.on }
    #expect((9...10).contains(ranged.count))
    for (earlier, later) in zip(ranged, ranged.dropFirst()) {
      #expect(later - earlier == .seconds(1))
    }
    #expect(ranged.allSatisfy { $0 - entered <= .seconds(10) })
    #expect(world.kinds == [])
  }

  @Test func `ranging continues in foreground, stops in suspension, and resumes after it (BC8)`()
    async throws
  {
    let moments = Moments()
    let world = try await withBeacon { phone, door in
      let app = try await phone.start(Self.ranger)
      try await phone.world.pass(.minutes(1))
      door.switchOn()
      try await phone.world.pass(.minutes(1))
      await phone.goHome()
      moments.on = phone.world.now
      try await phone.world.pass(.minutes(10))
      moments.off = phone.world.now
      await phone.open(app)
      try await phone.world.pass(.seconds(10.5))
    }
    // Empty reports are delivered, too, once a second from the start.
    #expect((69...70).contains(world.moments(printed: "ranged 0").count))
    let during = world.moments(printed: "ranged 1").filter {
      $0 > moments.on + .seconds(2) && $0 < moments.off
    }
    #expect(during.isEmpty)
    let after = world.moments(printed: "ranged 1").filter { $0 >= moments.off }
    #expect((10...11).contains(after.count))
  }

  @Test(arguments: [(SystemVersion(7.1), 180.0), (12, 180), (15, 30), (17, 30)])
  func `a background task lets ranging continue for its budget (BC8, BG1)`(
    _ version: SystemVersion, _ budget: Double
  ) async throws {
    let moments = Moments()
    var ranger = Self.ranger
    ranger.enteredBackground = { beginTask() }
    let app = ranger
    let world = try await withBeacon(iOS: version) { phone, door in
      door.switchOn()
      _ = try await phone.start(app)
      moments.on = phone.world.now
      await phone.goHome()
      try await phone.world.pass(.minutes(10))
    }
    let last = try #require(world.moments(printed: "ranged 1").last)
    // The handler is called with 5 s left (BG3), and ends the task.
    #expect(((budget - 7)...budget).contains((last - moments.on).seconds))
  }

  @Test func `location and renewed tasks let ranging continue for hours (BC8, LOC8)`()
    async throws
  {
    let app = locationApp { listener in
      listener.manager.keepRunning()
      renewTasks()
      listener.manager.startRangingBeacons(satisfying: allBeacons())
    }
    let world = try await withBeacon(change: { $0.location.keepAlive = .observed }) { phone, door in
      door.switchOn()
      _ = try await phone.start(app)
      await phone.goHome()
      try await phone.world.pass(.minutes(120))
    }
    let count = world.moments(printed: "ranged 1").count
    #expect((120 * 60 + 5...120 * 60 + 10).contains(count))
    #expect(world.kinds == [])
  }

  @Test(arguments: [(0.2, CLProximity.immediate), (2, .near), (12, .far)])
  func `proximity depends on the distance of a beacon (BC8)`(
    _ meters: Double, _ proximity: CLProximity
  ) async throws {
    try await withBeacon { phone, door in
      // The phone estimates a distance with its own exponent of the decrease in power.
      phone.world.radio.model.lossPerMeter = 0
      phone.world.radio.model.pathLossExponent = phone.profile.location.rangingPathLoss
      let app = try await phone.start(Self.ranger)
      door.place = Place(x: meters)
      door.switchOn()
      for _ in 1...10 {
        try await phone.world.pass(.seconds(1))
        await phone.listener(app) {
          let beacon = $0.lastRanged[0]
          #expect(beacon.proximity == proximity)
          // Ten packets with a noise of up to 6 dB each: the average is off by at most 2 dB.
          #expect(abs(beacon.accuracy / meters - 1) < 0.35)
          #expect(beacon.rssi < 0 && beacon.major == 1 && beacon.minor == 1)
        }
      }
    }
  }

  @Test func `a beacon that stops sending is unknown for a while, then not reported (BC8)`()
    async throws
  {
    let world = try await withBeacon { phone, door in
      let app = try await phone.start(Self.ranger)
      door.switchOn()
      try await phone.world.pass(.seconds(5))
      door.switchOff()
      try await phone.world.pass(.seconds(3))
      await phone.listener(app) {
        let beacon = $0.lastRanged[0]
        print("\(beacon.rssi) \(beacon.accuracy) \(beacon.proximity)")
      }
      try await phone.world.pass(.seconds(20))
    }
    #expect(world.log.texts.contains("0 -1.0 unknown"))
    #expect((14...16).contains(world.log.texts.filter { $0 == "ranged 1" }.count))
    #expect(world.log.texts.last == "ranged 0")
  }

  @Test func `each constraint is reported separately, to its own manager (BC8)`() async throws {
    let app = locationApp(monitoring: []) { listener in
      listener.manager.startRangingBeacons(satisfying: allBeacons())
      listener.manager.startRangingBeacons(satisfying: allBeacons())  // Counts as one.
      listener.manager.startRangingBeacons(satisfying: .init(uuid: beaconUUID, major: 2))
      makeListener("second ").manager.startRangingBeacons(
        satisfying: doorRegion().beaconIdentityConstraint)
      print("ranges \(listener.manager.rangedBeaconConstraints.count)")
    }
    let world = try await withBeacon { phone, door in
      door.switchOn()
      let installed = try await phone.start(app)
      await phone.listener(installed) { $0.manager.stopRangingBeacons(satisfying: allBeacons()) }
      try await phone.world.pass(.seconds(5))
    }
    #expect(world.log.texts.contains("ranges 2"))
    #expect((9...10).contains(world.log.texts.filter { $0 == "ranged 1" }.count))
    #expect((14...15).contains(world.log.texts.filter { $0 == "ranged 0" }.count))
    #expect((14...15).contains(world.log.texts.filter { $0 == "second ranged 1" }.count))
    #expect(
      world.locationEvents.filter { if case .rangingStopped = $0 { true } else { false } }
        .count == 1)
  }

  @Test func `without Bluetooth ranging fails with 16, and resumes when it is on again (BC8)`()
    async throws
  {
    let moments = Moments()
    let world = try await withBeacon { phone, door in
      door.switchOn()
      _ = try await phone.start(Self.ranger)
      phone.bluetooth.switchOff(by: .controlCenter)
      moments.on = phone.world.now
      try await phone.world.pass(.seconds(10))
      moments.off = phone.world.now
      phone.bluetooth.switchOn()
      try await phone.world.pass(.seconds(10))
    }
    #expect(world.log.texts.filter { $0.hasPrefix("ranging failed") } == ["ranging failed 16"])
    let ranged = world.moments {
      $0.output?.hasPrefix("ranged") ?? false
    }
    #expect(!ranged.contains { $0 > moments.on && $0 < moments.off })
    #expect((9...10).contains(ranged.filter { $0 > moments.off }.count))
  }
}
