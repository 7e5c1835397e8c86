import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// The system's side of `CLMonitor` (BC15).
@Suite struct MonitorWorldTests {
  final class Monitor: MonitorEventReceiver, @unchecked SimulationConfined {
    private(set) var client: MonitorClient!

    init?(_ launch: TestLaunch, _ name: String = "places", iterates: Bool = true) {
      let client = launch.device.location.openMonitor(name, for: launch.process, self)
      guard let client else { return nil }
      self.client = client
      launch.kept.append(self)
      if iterates { client.startEvents() }
    }

    static var current: Monitor {
      TestLaunch.current.kept.lazy.compactMap { $0 as? Monitor }.first!
    }

    func received(_ event: MonitorEvent) {
      let words = [
        event.identifier, "\(event.state)", event.refinement.map { "\($0.major!)/\($0.minor!)" },
        event.diagnostics.isEmpty ? nil : "\(event.diagnostics.rawValue)",
      ]
      print(words.compactMap(\.self).joined(separator: " "))
    }
  }

  /// An app that opens the monitor at launch, and adds the door if it is missing.
  private static func app(
    iterates: Bool = true, _ launched: @escaping @Sendable (Monitor) -> Void = { _ in }
  ) -> TestApp {
    WatcherApp.bare(kind: .applicationDelegate).on(.didFinishLaunching) { launch in
      print("launched")
      guard let monitor = Monitor(launch, iterates: iterates) else { return }
      if monitor.client.identifiers.isEmpty {
        monitor.client.add(.beacon(.door), identifier: "door")
      }
      launched(monitor)
    }
  }

  @Test func `a condition is reported when it changes, beginning with the first state (BC15)`()
    async throws
  {
    let world = try await withBeacon { phone, door in
      let app = try phone.install(Self.app(), allowed: .always)
      await phone.open(app)
      try await sleep(10)
      door.switchOn()
      try await minutes(1)
      door.switchOff()
      try await minutes(1)
      await phone.touch(app, "look") {
        let record = Monitor.current.client.record("door")!
        print("\(record.lastEvent.state) \(record.condition == .beacon(.door))")
        Monitor.current.client.remove("door")
        print("\(Monitor.current.client.identifiers)")
      }
    }
    #expect(
      world.output == [
        "launched", "door unsatisfied", "door satisfied", "door unsatisfied", "unsatisfied true",
        "[]",
      ])
    #expect(world.findings == [])
  }

  @Test func `a state that the app already assumes is not reported (BC15)`() async throws {
    let app = WatcherApp.bare(kind: .applicationDelegate).on(.didFinishLaunching) { launch in
      let client = Monitor(launch)!.client!
      client.add(.beacon(.door), identifier: "door", assuming: .unsatisfied)
      client.add(.beacon(.init(uuid: .beacons, major: 2)), identifier: "two", assuming: .satisfied)
    }
    let world = try await withBeacon { phone, door in
      await phone.open(try phone.install(app, allowed: .always))
      try await minutes(1)
      door.switchOn()
      try await minutes(1)
    }
    #expect(world.output == ["two unsatisfied", "door satisfied"])
  }

  @Test func `a condition for many beacons names the one that satisfied it (BC15)`() async throws {
    let app = WatcherApp.bare(kind: .applicationDelegate).on(.didFinishLaunching) { launch in
      Monitor(launch)!.client.add(.beacon(.all), identifier: "any")
    }
    let world = try await withBeacon { phone, door in
      await phone.open(try phone.install(app, allowed: .always))
      try await minutes(1)
      door.switchOn()
      try await minutes(1)
    }
    #expect(world.output == ["any unsatisfied", "any satisfied 1/1"])
  }

  @Test func `an event relaunches the app, and waits until the next launch iterates (BC15, L16)`()
    async throws
  {
    let world = try await withBeacon { phone, door in
      let app = try phone.install(Self.app(), allowed: .always)
      await phone.open(app)
      try await sleep(10)
      await phone.swipeAway(app)
      door.switchOn()
      try await minutes(1)
      #expect(app.state == .suspended)
    }
    #expect(world.launches == [.user, .location])
    #expect(world.output == ["launched", "door unsatisfied", "launched", "door satisfied"])
    #expect(world.findings == [])
  }

  @Test func `an app that does not iterate gets a finding, and later only one change (BC15)`()
    async throws
  {
    let app = Self.app(iterates: false)
    let world = try await withBeacon { phone, door in
      let installed = try phone.install(app, allowed: .always)
      await phone.open(installed)
      try await sleep(10)
      await phone.touch(installed, "iterate") { Monitor.current.client.startEvents() }
      try await sleep(1)
      phone.jetsam(installed)
      for _ in 1...3 {
        door.switchOn()
        try await minutes(1)
        door.switchOff()
        try await minutes(1)
      }
      await phone.touch(installed, "iterate") { Monitor.current.client.startEvents() }
      await phone.open(installed)
      await phone.touch(installed, "iterate") { Monitor.current.client.startEvents() }
      try await sleep(1)
    }
    #expect(world.launches == [.user, .location])
    // The first event that waited, then the current state.
    #expect(
      world.output == [
        "launched", "door unsatisfied", "launched", "door satisfied", "door unsatisfied",
      ])
    #expect(world.findings == [.monitorNotIterated.by(.bc15)])
  }

  @Test func `a monitor of one name can be open only once (BC15)`() async throws {
    let app = WatcherApp.bare(kind: .applicationDelegate).on(.didFinishLaunching) { launch in
      let first = Monitor(launch, "a")!
      _ = Monitor(launch, "b")
      first.client.close()
      _ = Monitor(launch, "a")
      print("three")
      if Monitor(launch, "b") == nil { print("not reached by the app") }
    }
    let world = try await withPhone { phone in
      let installed = try phone.install(app, allowed: .always)
      await phone.open(installed)
      #expect(installed.process == nil)
    }
    #expect(world.output.first == "three")
    #expect(world.findings == [.monitorOpenTwice.by(.bc15)])
    #expect(world.ends.count == 1)
    if case .crash(let text) = world.ends[0] {
      #expect(text.contains("named b"))
    } else {
      Issue.record("not a crash")
    }
  }

  @Test func `the 21st condition is unmonitored (BC15, BC1)`() async throws {
    let app = WatcherApp.bare(kind: .applicationDelegate).on(.didFinishLaunching) { launch in
      let client = Monitor(launch)!.client!
      for n in 1...21 {
        client.add(.beacon(.init(uuid: .beacons, major: UInt16(n))), identifier: "\(n)")
      }
      client.add(.beacon(.init(uuid: .beacons, major: 1)), identifier: "1")  // Replaces one.
    }
    let world = try await withPhone(iOS: 18) { phone in
      await phone.open(try phone.install(app, allowed: .always))
      try await minutes(1)
    }
    let exceeded = LocationDiagnostics.conditionLimitExceeded.rawValue
    #expect(world.output.filter { $0.contains("unmonitored") } == ["21 unmonitored \(exceeded)"])
    #expect(world.output.filter { $0.contains("unsatisfied") }.count == 20)
    #expect(Set(world.findings) == [.regionLimit.by(.bc1)])
  }

  @Test(arguments: [true, false])
  func `after a reboot a monitor works only once the device is unlocked (BC15, L17)`(
    _ hasPasscode: Bool
  ) async throws {
    let moments = Moments()
    let world = try await withBeacon { phone, door in
      phone.hasPasscode = hasPasscode
      let app = try phone.install(Self.app(), allowed: .always)
      await phone.open(app)
      try await sleep(10)
      try await phone.reboot()
      door.switchOn()
      try await minutes(10)
      #expect((app.process == nil) == hasPasscode)
      moments.on = phone.world.now
      phone.unlock()
      try await minutes(1)
    }
    #expect(world.launches == [.user, .location])
    #expect(world.output.suffix(2) == ["launched", "door satisfied"])
    let reported = try #require(world.moments(printed: "door satisfied").last)
    #expect((reported > moments.on) == hasPasscode)
  }

  @Test(arguments: [SystemVersion(17), 18])
  func `withdrawing the permission makes conditions unmonitored (BC12, BC15)`(
    _ version: SystemVersion
  ) async throws {
    let world = try await withBeacon(iOS: version) { phone, door in
      let app = try phone.install(Self.app(), allowed: .always)
      await phone.open(app)
      try await sleep(10)
      phone.location.setAuthorization(.denied, for: app)
      try await sleep(10)
      phone.location.setAuthorization(.always, for: app)
      try await sleep(10)
    }
    let flags = version >= 18 ? " \(LocationDiagnostics.authorizationDenied.rawValue)" : ""
    #expect(
      world.output == [
        "launched", "door unsatisfied", "door unmonitored\(flags)", "door unsatisfied",
      ])
  }

  @Test func `without the service session that the app requires, events wait (LOC9)`()
    async throws
  {
    var app = Self.app()
    app.values["NSLocationRequireExplicitServiceSession"] = true
    let definition = app
    let world = try await withBeacon(iOS: 18) { phone, door in
      let installed = try phone.install(definition, allowed: .always)
      await phone.open(installed)
      try await sleep(10)
      await phone.touch(installed, "session") {
        print("session")
        let launch = TestLaunch.current
        let live = LocationUpdateWorldTests.Live(launch)
        live.service = launch.device.location.beginServiceSession(for: launch.process, .none, live)
      }
      try await sleep(10)
    }
    #expect(world.output.first == "launched" && world.output[1] == "session")
    #expect(world.output.contains("door unsatisfied"))
  }
}
