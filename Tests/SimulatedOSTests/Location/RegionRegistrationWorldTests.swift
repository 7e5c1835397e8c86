import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// Registering a region: limits, duplicates, states, screens, launches.
@Suite struct RegionRegistrationWorldTests {
  private static func regions(_ count: Int) -> [RegionDescription] {
    (1...count).map { n in
      RegionDescription(
        "region \(n)", .beacon(.init(uuid: .beacons, major: UInt16(n), minor: 1)))
    }
  }

  // MARK: Limits (BC1)

  @Test func `the 21st region fails with 5 and reports a finding (BC1)`() async throws {
    let world = try await withBeacon { phone, door in
      let app = try await phone.openWatcher(WatcherApp.app(monitoring: Self.regions(21)))
      await phone.touch(app, "count") {
        print("monitors \(Watcher.current.client.monitoredRegions.count)")
        Watcher.current.client.stopMonitoring(Self.regions(21)[4])
        Watcher.current.client.startMonitoring(Self.regions(21)[20])
      }
      try await sleep(1)
    }
    #expect(
      world.output.filter { $0.hasPrefix("monitoring failed") } == [
        "monitoring failed region 21 5"
      ])
    #expect(world.output.contains("monitors 20"))
    #expect(world.findings == [.regionLimit.by(.bc1)])
    #expect(world.output.last == "monitoring region 21")
    #expect(world.locationEvents.contains(.monitoringFailed("region 21", error: 5)))
  }

  @Test func `the limit applies to each app separately (BC1)`() async throws {
    let world = try await withBeacon { phone, door in
      for name in ["A", "B"] {
        _ = try await phone.openWatcher(
          WatcherApp.app(named: name, monitoring: Self.regions(20)))
      }
    }
    #expect(world.findings == [])
  }

  @Test func `beyond 30 beacon regions on the phone the screen must be on (BC1)`() async throws {
    let beacon = RegionDescription("late", .beacon(.door))
    let world = try await withBeacon { phone, door in
      _ = try await phone.openWatcher(
        WatcherApp.app(named: "A", monitoring: Self.regions(20).dropFirst() + Self.regions(1)))
      let second = WatcherApp.app(
        named: "B", monitoring: Self.regions(11).dropFirst() + [beacon])
      let app = try await phone.openWatcher(second)
      await phone.lock()
      door.switchOn()
      try await minutes(10)
      #expect(app.state == .suspended)
      phone.wakeScreen()
      try await sleep(5)
      await phone.touch(app, "look") { print("woken") }
      await phone.lock()
      door.switchOff()
      try await minutes(10)
    }
    // The first app's region for this beacon is one of the 30, the second app's is the 31st.
    #expect(world.moments(printed: "enter late").count == 1)
    #expect(world.moments(printed: "enter region 1").count == 1)
    let (first, late) = (
      try #require(world.moments(printed: "enter region 1").first),
      try #require(world.moments(printed: "enter late").first)
    )
    #expect(late - first > .seconds(9 * 60))
    #expect(world.output.filter { $0.hasPrefix("exit") } == ["exit region 1"])
  }

  @Test func `a region that ends makes room in the hardware for the next one (BC1)`() async throws {
    let world = try await withBeacon(change: { $0.location.beaconSlots = 1 }) { phone, door in
      let other = RegionDescription("other", .beacon(.init(uuid: .beacons, major: 9, minor: 9)))
      let app = try await phone.openWatcher(WatcherApp.app(monitoring: [other, .door]))
      await phone.touch(app, "stop") { Watcher.current.client.stopMonitoring(other) }
      await phone.lock()
      door.switchOn()
      try await minutes(1)
    }
    #expect(world.output.suffix(2) == ["enter door", "inside door"])
  }

  private static let other = RegionDescription(
    "other", .beacon(.init(uuid: .beacons, major: 9, minor: 9)))

  @Test
  func `a region that gets a place in the hardware while the screen is dark is entered (BC1)`()
    async throws
  {
    let moments = Moments()
    let world = try await withBeacon(change: { $0.location.beaconSlots = 1 }) { phone, door in
      let first = try await phone.openWatcher(
        WatcherApp.app(named: "A", monitoring: [Self.other]))
      _ = try await phone.openWatcher(WatcherApp.app(named: "B"))
      await phone.lock()
      door.switchOn()
      try await minutes(5)
      #expect(!phone.world.output.contains("enter door"))
      moments.on = phone.world.now
      phone.delete(first)
      try await minutes(1)
    }
    let entered = try #require(world.moments(printed: "enter door").first)
    #expect((Duration.zero...(.milliseconds(1_200))).contains(entered - moments.on))
  }

  @Test func `a deleted app gets no more events of its regions (BC1, BC11)`()
    async throws
  {
    let world = try await withBeacon(change: { $0.location.beaconSlots = 1 }) { phone, door in
      let app = try await phone.openWatcher(WatcherApp.app(monitoring: [Self.other, .door]))
      door.switchOn()
      try await sleep(10)
      await phone.goHome()
      phone.jetsam(app)
      door.switchOff()
      try await sleep(1)
      // With a dark screen the region is not checked. The exit is overdue when it gets the first
      // region's place.
      await phone.lock()
      try await minutes(5)
      phone.delete(app)
      try await minutes(5)
    }
    #expect(world.output.contains("enter door"))
    #expect(!world.locationEvents.contains(.exited("door")))
    #expect(world.launches == [.user])
  }

  // MARK: Duplicates and first states (BC2, BC10)

  @Test func `the same identifier replaces a region, another type does not (BC2)`() async throws {
    let world = try await withBeacon { phone, door in
      let app = try await phone.openWatcher()
      await phone.touch(app, "replace") {
        let client = Watcher.current.client!
        client.startMonitoring(
          RegionDescription("door", .beacon(.init(uuid: .beacons, major: 7))))
        client.startMonitoring(.circle("door", at: farAway, radius: 100))
        print("monitors \(client.monitoredRegions.count)")
      }
      door.switchOn()
      try await minutes(1)
    }
    #expect(world.output.contains("monitors 2"))
    #expect(!world.output.contains("enter door"))
    #expect(world.findings == [])
  }

  @Test func `registering again at launch reports inside once more (BC10)`() async throws {
    let app = WatcherApp.bare(kind: .applicationDelegate).on(.didFinishLaunching) { launch in
      print("launched")
      Watcher(launch).client.startMonitoring(.door)
    }
    let moments = Moments()
    let world = try await withBeacon(iOS: 7.1) { phone, door in
      let installed = try await phone.openWatcher(app)
      await phone.swipeAway(installed)
      moments.on = phone.world.now
      door.switchOn()
      try await minutes(2)
    }
    let lines = world.output(from: moments.on)
    #expect(lines.filter { $0 == "enter door" }.count == 1)
    #expect(lines.filter { $0 == "inside door" }.count == 2)
    #expect(lines.last == "inside door")
    #expect(world.findings == [.regionReregistered.by(.bc10)])
  }

  @Test
  func `registering again in the same launch is allowed, and reports inside once more (BC10)`()
    async throws
  {
    let world = try await withBeacon { phone, door in
      door.switchOn()
      let app = try await phone.openWatcher()
      await phone.touch(app, "again") { Watcher.current.client.startMonitoring(.door) }
      try await sleep(10)
    }
    #expect(
      world.output == [
        "launched", "authorizedAlways", "monitoring door", "inside door", "monitoring door",
        "inside door",
      ])
    #expect(world.findings == [])
  }

  @Test func `a region without its beacon becomes outside without a callback (BC7, BC10)`()
    async throws
  {
    let world = try await withBeacon { phone, door in
      let app = try phone.install(WatcherApp.app(), allowed: .always)
      await phone.open(app)
      await phone.touch(app, "ask") { Watcher.current.client.requestState(.door) }
      try await sleep(10)
      await phone.touch(app, "ask") { Watcher.current.client.requestState(.door) }
      door.switchOn()
      try await sleep(5)
      await phone.touch(app, "ask") {
        Watcher.current.client.requestState(.door)
        Watcher.current.client.requestState(RegionDescription("unknown", .beacon(.all)))
        print("asked")
      }
      try await sleep(1)
    }
    #expect(
      world.output == [
        "launched", "authorizedAlways", "monitoring door", "unknown door", "outside door",
        "enter door", "inside door", "asked", "inside door", "unknown unknown",
      ])
  }

  // MARK: States when the screen is lit (BC6)

  @Test(arguments: [true, false])
  func `inside a region a lit screen reports the state, if the region requests it (BC6)`(
    _ asks: Bool
  ) async throws {
    var region = RegionDescription.door
    region.notifyEntryStateOnDisplay = asks
    let app = WatcherApp.app(monitoring: [region])
    let moments = Moments()
    let world = try await withBeacon { phone, door in
      let installed = try await phone.openWatcher(app)
      door.switchOn()
      try await sleep(5)
      await phone.swipeAway(installed)
      await phone.lock()
      moments.on = phone.world.now
      phone.wakeScreen()
      try await minutes(1)
      await phone.lock()
      phone.wakeScreen()
      try await minutes(1)
      door.switchOff()
      try await minutes(2)
      await phone.lock()
      phone.wakeScreen()
      try await minutes(1)
    }
    let lines = world.output(from: moments.on)
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
    var region = RegionDescription.door
    region.notifyOnEntry = entry
    region.notifyOnExit = !entry
    let app = WatcherApp.app(monitoring: [region])
    let world = try await withBeacon { phone, door in
      _ = try await phone.openWatcher(app)
      door.switchOn()
      try await minutes(1)
      door.switchOff()
      try await minutes(1)
    }
    #expect(
      world.output.suffix(2)
        == (entry ? ["enter door", "inside door"] : ["exit door", "outside door"]))
    #expect(world.output.filter { $0.hasPrefix(entry ? "exit" : "enter") } == [])
  }

  // MARK: Events that are missed (BC9)

  enum Late: String, Sendable, CaseIterable { case none, late, withoutDelegate }

  @Test(arguments: Late.allCases)
  func `a launched app without a manager and delegate misses its event (BC9)`(_ late: Late)
    async throws
  {
    let first = WatcherApp.bare(kind: .applicationDelegate)
    let app = first.on(.didFinishLaunching) { launch in
      if launch.process.cause == .user { return Watcher(launch).client.startMonitoring(.door) }
      switch late {
      case .none: break
      case .late: launch.process.process.onMain { Watcher(launch) }
      case .withoutDelegate: Watcher(launch).hasDelegate = false
      }
    }
    let world = try await withBeacon { phone, door in
      let installed = try await phone.openWatcher(app)
      await phone.swipeAway(installed)
      door.switchOn()
      try await minutes(1)
    }
    #expect(world.launches == [.user, .location])
    #expect(world.findings == [.locationEventLost.by(.bc9)])
    #expect(!world.output.contains("enter door"))
  }

  @Test func `a client of a launch that has ended does nothing and reports a finding (L8)`()
    async throws
  {
    let kept = Kept()
    let app = WatcherApp.app { kept.client = $0.client }
    let world = try await withBeacon { phone, door in
      let installed = try await phone.openWatcher(app)
      phone.jetsam(installed)
      kept.client.startMonitoring(RegionDescription("other", .beacon(.all)))
      kept.client.startRanging(.all)
      kept.client.start()
      kept.client.close()
      await phone.open(installed)
      await phone.touch(installed, "count") {
        print("monitors \(Watcher.current.client.monitoredRegions.count)")
      }
    }
    #expect(world.findings == Array(repeating: .processDeadObject.by(.l8), count: 3))
    #expect(world.output.last == "monitors 1")
  }

  private final class Kept: @unchecked SimulationConfined { var client: LocationClient! }
}
