import CoreLocation
import Testing
import UIKit
import YobanTesting

/// Registering a region: limits, duplicates, states, screens, launches.
@Suite struct RegionRegistrationTests {
  private static func regions(_ count: Int) -> [CLRegion] {
    (1...count).map { beacons("region \($0)", major: UInt16($0), minor: 1) }
  }

  // MARK: Limits (BC1)

  @Test func `the 21st region fails with 5 and reports a finding (BC1)`() async throws {
    let world = try await withBeacon { phone, door in
      let app = try await phone.start(locationApp(monitoring: Self.regions(21)))
      await phone.listener(app) { listener in
        print("monitors \(listener.manager.monitoredRegions.count)")
        listener.manager.stopMonitoring(for: Self.regions(21)[4])
        // Circles count for the limit, too.
        listener.manager.startMonitoring(for: circle("circle", at: farAway, radius: 100))
        listener.manager.startMonitoring(for: Self.regions(21)[20])
      }
      try await phone.world.pass(.seconds(1))
    }
    #expect(
      world.log.texts.filter { $0.hasPrefix("monitoring failed") } == [
        "monitoring failed region 21 5", "monitoring failed region 21 5",
      ])
    #expect(world.log.texts.contains("monitors 20"))
    #expect(world.kinds == [.regionLimit.by(.bc1), .regionLimit.by(.bc1)])
    #expect(world.log.texts.suffix(2) == ["monitoring circle", "monitoring failed region 21 5"])
    #expect(world.locationEvents.contains(.monitoringFailed("region 21", error: 5)))
  }

  @Test func `an app that registers regions without end is reported once (BC1)`() async throws {
    let world = try await withBeacon { phone, door in
      let app = try await phone.start(locationApp(monitoring: []))
      await phone.listener(app) { listener in
        for number in 1...300 {
          let region = circle("circle", at: farAway, radius: 100 + Double(number))
          listener.manager.startMonitoring(for: region)
        }
      }
      // Ninety in a minute are not too many, again and again.
      for _ in 1...3 {
        try await phone.world.pass(.minutes(2))
        await phone.listener(app) { listener in
          for _ in 1...90 { listener.manager.startMonitoring(for: doorRegion()) }
        }
      }
    }
    #expect(world.kinds == [.regionWithoutEnd.by(.bc1)])
  }

  @Test func `the limit applies to each app separately (BC1)`() async throws {
    let world = try await withBeacon { phone, door in
      for name in ["A", "B"] {
        _ = try await phone.start(
          locationApp(named: name, monitoring: Self.regions(20)))
      }
    }
    #expect(world.kinds == [])
  }

  @Test func `beyond 30 beacon regions on the phone the screen must be on (BC1)`() async throws {
    let world = try await withBeacon { phone, door in
      _ = try await phone.start(
        locationApp(named: "A", monitoring: Self.regions(20).dropFirst() + Self.regions(1)))
      let second = locationApp(
        named: "B", monitoring: Self.regions(11).dropFirst() + [beacons("late", major: 1, minor: 1)]
      )
      let app = try await phone.start(second)
      await phone.lock()
      door.switchOn()
      try await phone.world.pass(.minutes(10))
      #expect(app.state == .suspended)
      phone.wakeScreen()
      try await phone.world.pass(.seconds(5))
      await phone.touch(app, "look") { print("woken") }
      await phone.lock()
      door.switchOff()
      try await phone.world.pass(.minutes(10))
    }
    // The first app's region for this beacon is one of the 30, the second app's is the 31st.
    #expect(world.moments(printed: "enter late").count == 1)
    #expect(world.moments(printed: "enter region 1").count == 1)
    let (first, late) = (
      try #require(world.moments(printed: "enter region 1").first),
      try #require(world.moments(printed: "enter late").first)
    )
    #expect(late - first > .seconds(9 * 60))
    #expect(world.log.texts.filter { $0.hasPrefix("exit") } == ["exit region 1"])
  }

  @Test func `a region that ends makes room in the hardware for the next one (BC1)`() async throws {
    let world = try await withBeacon(change: { $0.location.beaconSlots = 1 }) { phone, door in
      let app = try await phone.start(locationApp(monitoring: [Self.other(), doorRegion()]))
      await phone.listener(app) { $0.manager.stopMonitoring(for: Self.other()) }
      await phone.lock()
      door.switchOn()
      try await phone.world.pass(.minutes(1))
    }
    #expect(world.log.texts.suffix(2) == ["enter door", "inside door"])
  }

  private static func other() -> CLRegion { beacons("other", major: 9, minor: 9) }

  @Test
  func `a region that gets a place in the hardware while the screen is dark is entered (BC1)`()
    async throws
  {
    let moments = Moments()
    let world = try await withBeacon(change: { $0.location.beaconSlots = 1 }) { phone, door in
      let first = try await phone.start(
        locationApp(named: "A", monitoring: [Self.other()]))
      _ = try await phone.start(locationApp(named: "B"))
      await phone.lock()
      door.switchOn()
      try await phone.world.pass(.minutes(5))
      #expect(!phone.world.log.texts.contains("enter door"))
      moments.on = phone.world.now
      phone.delete(first)
      try await phone.world.pass(.minutes(1))
    }
    let entered = try #require(world.moments(printed: "enter door").first)
    #expect((Duration.zero...(.milliseconds(1_200))).contains(entered - moments.on))
  }

  @Test func `a deleted app gets no more events of its regions (BC1, BC11)`()
    async throws
  {
    let world = try await withBeacon(change: { $0.location.beaconSlots = 1 }) { phone, door in
      let app = try await phone.start(locationApp(monitoring: [Self.other(), doorRegion()]))
      door.switchOn()
      try await phone.world.pass(.seconds(10))
      await phone.goHome()
      phone.jetsam(app)
      door.switchOff()
      try await phone.world.pass(.seconds(1))
      // With a dark screen the region is not checked. The exit is overdue when it gets the first
      // region's place.
      await phone.lock()
      try await phone.world.pass(.minutes(5))
      phone.delete(app)
      try await phone.world.pass(.minutes(5))
    }
    #expect(world.log.texts.contains("enter door"))
    #expect(!world.locationEvents.contains(.exited("door")))
    #expect(world.launches == [.user])
  }

  // MARK: Duplicates and first states (BC2, BC10)

  @Test func `the same identifier replaces a region, another type does not (BC2)`() async throws {
    let world = try await withBeacon { phone, door in
      let app = try await phone.start()
      await phone.listener(app) { listener in
        let manager = listener.manager
        manager.startMonitoring(for: beacons("door", major: 7))
        manager.startMonitoring(for: circle("door", at: farAway, radius: 100))
        print("monitors \(manager.monitoredRegions.count)")
      }
      door.switchOn()
      try await phone.world.pass(.minutes(1))
    }
    #expect(world.log.texts.contains("monitors 2"))
    #expect(!world.log.texts.contains("enter door"))
    #expect(world.kinds == [])
  }

  @Test func `registering again at launch reports inside once more (BC10)`() async throws {
    let app = locationApp(monitoring: []) { $0.manager.startMonitoring(for: doorRegion()) }
    let moments = Moments()
    let world = try await withBeacon(iOS: 7.1) { phone, door in
      let installed = try await phone.start(app)
      await phone.swipeAway(installed)
      moments.on = phone.world.now
      door.switchOn()
      try await phone.world.pass(.minutes(2))
    }
    let lines = world.texts(from: moments.on)
    #expect(lines.filter { $0 == "enter door" }.count == 1)
    #expect(lines.filter { $0 == "inside door" }.count == 2)
    #expect(lines.last == "inside door")
    #expect(world.kinds == [.regionReregistered.by(.bc10)])
  }

  @Test
  func `registering again in the same launch is allowed, and reports inside once more (BC10)`()
    async throws
  {
    let world = try await withBeacon { phone, door in
      door.switchOn()
      let app = try await phone.start()
      await phone.listener(app) { $0.manager.startMonitoring(for: doorRegion()) }
      try await phone.world.pass(.seconds(10))
    }
    #expect(
      world.log.texts == [
        "launched", "authorizedAlways", "monitoring door", "inside door", "monitoring door",
        "inside door",
      ])
    #expect(world.kinds == [])
  }

  @Test func `a region without its beacon becomes outside without a callback (BC7, BC10)`()
    async throws
  {
    let world = try await withBeacon { phone, door in
      let app = try phone.install(locationApp(), allowed: .always)
      await phone.open(app)
      await phone.listener(app) { $0.manager.requestState(for: doorRegion()) }
      try await phone.world.pass(.seconds(10))
      await phone.listener(app) { $0.manager.requestState(for: doorRegion()) }
      door.switchOn()
      try await phone.world.pass(.seconds(5))
      await phone.listener(app) { listener in
        // Only the manager that asks is answered.
        makeListener("other ")
        listener.manager.requestState(for: doorRegion())
        listener.manager.requestState(for: beacons("unknown"))
        print("asked")
      }
      try await phone.world.pass(.seconds(1))
    }
    #expect(
      world.log.texts == [
        "launched", "authorizedAlways", "monitoring door", "unknown door", "outside door",
        "enter door", "inside door", "asked", "other authorizedAlways", "inside door",
        "unknown unknown",
      ])
  }

  // MARK: States when the screen is lit (BC6)

  @Test(arguments: [true, false])
  func `inside a region a lit screen reports the state, if the region requests it (BC6)`(
    _ asks: Bool
  ) async throws {
    let app = locationApp(monitoring: [door { $0.notifyEntryStateOnDisplay = asks }])
    let moments = Moments()
    let world = try await withBeacon { phone, door in
      let installed = try await phone.start(app)
      door.switchOn()
      try await phone.world.pass(.seconds(5))
      await phone.swipeAway(installed)
      await phone.lock()
      moments.on = phone.world.now
      phone.wakeScreen()
      try await phone.world.pass(.minutes(1))
      await phone.lock()
      phone.wakeScreen()
      try await phone.world.pass(.minutes(1))
      door.switchOff()
      try await phone.world.pass(.minutes(2))
      await phone.lock()
      phone.wakeScreen()
      try await phone.world.pass(.minutes(1))
    }
    let lines = world.texts(from: moments.on)
    if asks {
      #expect(
        lines == [
          "launched", "authorizedAlways", "inside door", "inside door", "exit door", "outside door",
        ])
      let reported = try #require(world.moments(printed: "inside door").dropFirst().first)
      #expect(reported - moments.on == .seconds(1))
    } else {
      #expect(lines == ["launched", "authorizedAlways", "exit door", "outside door"])
    }
  }

  @Test(arguments: [true, false])
  func `an app is notified of entries or exits as its region requests (BC3)`(
    _ entry: Bool
  ) async throws {
    let app = locationApp(
      monitoring: [
        door {
          $0.notifyOnEntry = entry
          $0.notifyOnExit = !entry
        }
      ])
    let world = try await withBeacon { phone, door in
      _ = try await phone.start(app)
      door.switchOn()
      try await phone.world.pass(.minutes(1))
      door.switchOff()
      try await phone.world.pass(.minutes(1))
    }
    #expect(
      world.log.texts.suffix(2)
        == (entry ? ["enter door", "inside door"] : ["exit door", "outside door"]))
    #expect(world.log.texts.filter { $0.hasPrefix(entry ? "exit" : "enter") } == [])
  }

  // MARK: Events that are missed (BC9)

  enum Late: String, Sendable, CaseIterable { case none, late, withoutDelegate }

  @Test(arguments: Late.allCases)
  func `a launched app without a manager and delegate misses its event (BC9)`(_ late: Late)
    async throws
  {
    let app = appWithLocation { isForLocation in
      if !isForLocation { return makeListener().manager.startMonitoring(for: doorRegion()) }
      switch late {
      case .none: break
      case .late: DispatchQueue.main.async { makeListener() }
      case .withoutDelegate: makeListener().manager.delegate = nil
      }
    }
    let world = try await withBeacon { phone, door in
      let installed = try await phone.start(app)
      await phone.swipeAway(installed)
      door.switchOn()
      try await phone.world.pass(.minutes(1))
    }
    #expect(world.launches == [.user, .location])
    #expect(world.kinds == [.locationEventLost.by(.bc9)])
    #expect(!world.log.texts.contains("enter door"))
  }

  @Test func `a manager of a launch that has ended does nothing and reports a finding (L8)`()
    async throws
  {
    let old = Old()
    let app = locationApp { old.manager = $0.manager }
    let world = try await withBeacon { phone, door in
      let installed = try await phone.start(app)
      phone.jetsam(installed)
      // A static variable would retain the manager like this.
      old.manager.startMonitoring(for: beacons("other"))
      old.manager.startRangingBeacons(satisfying: allBeacons())
      old.manager.startUpdatingLocation()
      old.manager = nil
      await phone.open(installed)
      await phone.listener(installed) { listener in
        print("monitors \(listener.manager.monitoredRegions.count)")
      }
      old.manager = nil
    }
    #expect(world.kinds == Array(repeating: .processDeadObject.by(.l8), count: 3))
    #expect(world.log.texts.last == "monitors 1")
  }

  private final class Old: @unchecked SimulationConfined { var manager: CLLocationManager! }
}
