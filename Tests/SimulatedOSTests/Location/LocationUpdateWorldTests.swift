import Dispatch
import Testing
import YobanSimulatedOS
import YobanVirtualTime

/// Standard updates, the indicator, live updates and sessions.
@Suite struct LocationUpdateWorldTests {
  private static func updater(
    modes: [String] = ["location"], _ change: @escaping @Sendable (inout LocationRequest) -> Void
  ) -> TestApp {
    WatcherApp.app(monitoring: [], modes: modes) { watcher in
      var request = LocationRequest()
      request.allowsBackgroundUpdates = true
      request.pausesAutomatically = false
      change(&request)
      watcher.client.configure(request)
      watcher.client.start()
    }
  }

  @Test func `a distance filter drops positions that are too near to the last one (LOC4)`()
    async throws
  {
    let world = try await withPhone { phone in
      _ = try await phone.openWatcher(Self.updater { $0.distanceFilter = 50 })
      try await minutes(5)
      try await phone.carry(to: Place(x: 120), at: 1)
    }
    // The first position, and one every 50 m.
    #expect(world.output.filter { $0 == "fix 5" }.count == 3)
  }

  @Test func `an approximate position is 5 km wide and up to 20 min old (LOC5)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.updater { _ in }, allowed: .whenInUse)
      phone.location.setPrecise(false, for: app)
      await phone.open(app)
      try await minutes(5)
      phone.place = Place(x: 100_000)
      await phone.touch(app, "look") {
        let fix = Watcher.current.client.lastFix!
        let place = Geography(origin: World.origin).place(
          of: Coordinate(latitude: fix.latitude, longitude: fix.longitude))
        print("off \(place.x.magnitude < 5_000 && place.y.magnitude < 5_000)")
      }
      try await minutes(60)
    }
    #expect(world.output.contains("off true"))
    let fixes = world.moments(printed: "fix 5000")
    #expect(fixes.count == 4)
    for (earlier, later) in zip(fixes, fixes.dropFirst()) {
      #expect((Duration.seconds(20 * 60)...(.seconds(20 * 60 + 1))).contains(later - earlier))
    }
  }

  @Test(arguments: [SystemVersion(8.4), 9])
  func `before iOS 9 the background mode is enough (LOC1)`(_ version: SystemVersion) async throws {
    try await withPhone(iOS: version) { phone in
      let app = try await phone.openWatcher(Self.updater { $0.allowsBackgroundUpdates = false })
      await phone.goHome()
      try await minutes(5)
      #expect(app.state == (version < 9 ? .background : .suspended))
    }
  }

  // MARK: Force-quit

  @Test(arguments: [true, false])
  func `a force-quit ends updates, and only regions and changes relaunch the app (LOC10, L16)`(
    _ hasRegion: Bool
  ) async throws {
    let app = Self.updater { _ in }.on(.didFinishLaunching) { _ in
      if hasRegion { Watcher.current.client.startMonitoring(.door) }
    }
    let world = try await withBeacon { phone, door in
      let installed = try await phone.openWatcher(app)
      await phone.goHome()
      await phone.swipeAway(installed)
      try await minutes(60)
      #expect(installed.state == .notRunning)
      door.switchOn()
      try await minutes(1)
      #expect((installed.process != nil) == hasRegion)
    }
    #expect(
      world.findings.contains(.relaunchAfterForceQuit.by(.loc10)) == !hasRegion)
  }

  // MARK: Indicator (LOC2)

  struct Indicator: Sendable, CustomTestStringConvertible {
    var authorization: LocationAuthorization
    var asks: Bool
    var isShown: Bool
    var testDescription: String { "\(authorization), asks \(asks)" }
  }

  @Test(arguments: [
    Indicator(authorization: .whenInUse, asks: false, isShown: true),
    Indicator(authorization: .whenInUse, asks: true, isShown: true),
    Indicator(authorization: .always, asks: false, isShown: false),
    Indicator(authorization: .always, asks: true, isShown: true),
  ])
  func `the permission decides whether the indicator is shown in background (LOC2)`(
    _ row: Indicator
  ) async throws {
    let world = try await withPhone { phone in
      let app = try await phone.openWatcher(
        Self.updater { $0.showsBackgroundIndicator = row.asks }, allowed: row.authorization)
      for _ in 1...2 {
        await phone.goHome()
        try await minutes(1)
        #expect(app.state == .background)
        await phone.open(app)
      }
      await phone.goHome()
      phone.jetsam(app)
    }
    let shown = world.locationEvents.filter { if case .indicator = $0 { true } else { false } }
    let pairs = [TraceEvent.LocationEvent.indicator(true), .indicator(false)]
    #expect(shown == (row.isShown ? pairs + pairs + pairs : []))
  }

  // MARK: Live updates

  final class Live: LiveUpdatesEventReceiver, LocationSessionEventReceiver,
    @unchecked SimulationConfined
  {
    unowned let launch: TestLaunch
    var updates: LiveUpdatesClient!
    var activity: BackgroundActivityClient?
    var service: ServiceSessionClient?

    init(_ launch: TestLaunch) {
      self.launch = launch
      launch.kept.append(self)
      updates = launch.device.location.startLiveUpdates(for: launch.process, .default, self)
    }

    static var current: Live { TestLaunch.current.kept.lazy.compactMap { $0 as? Live }.first! }

    func beginActivity() {
      activity = launch.device.location.beginBackgroundActivity(for: launch.process, self)
    }

    func received(_ update: LiveUpdate) {
      let words = [
        update.fix == nil ? "nothing" : "live", update.isStationary ? "still" : nil,
        update.diagnostics.isEmpty ? nil : "\(update.diagnostics.rawValue)",
      ]
      print(words.compactMap(\.self).joined(separator: " "))
    }

    func diagnosed(_ diagnostics: LocationDiagnostics) { print("session \(diagnostics.rawValue)") }
  }

  private static func liver(
    modes: [String] = ["location"], _ launched: @escaping @Sendable (Live) -> Void = { _ in }
  ) -> TestApp {
    WatcherApp.bare(modes: modes).on(.sceneDidBecomeActive) { launch in
      if launch.kept.isEmpty { launched(Live(launch)) }
    }
  }

  @Test
  func `live updates are delivered each second, pause at rest, and resume with movement (LOC9)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.liver(), allowed: .whenInUse)
      await phone.open(app)
      try await minutes(5)
      try await phone.carry(to: Place(x: 10), at: 1)
      try await sleep(2)
      await phone.touch(app, "stop") { Live.current.updates.stop() }
      try await minutes(5)
    }
    let live = world.output.filter { $0.hasPrefix("live") }
    let still = try #require(live.firstIndex(of: "live still"))
    #expect((59...61).contains(still))
    #expect((10...13).contains(live.count - still - 1))
  }

  struct Holding: Sendable, CustomTestStringConvertible {
    var what: String
    var modes = ["location"]
    var authorization = LocationAuthorization.whenInUse
    var hasActivity = true
    var keeps: Bool
    var findings: [Finding.Kind] = []
    var testDescription: String { what }
  }

  @Test(arguments: [
    Holding(what: "with a session", keeps: true),
    Holding(what: "with a session and Always", authorization: .always, keeps: true),
    Holding(what: "without a session", hasActivity: false, keeps: false),
    Holding(
      what: "without the mode", modes: [], keeps: false,
      findings: [.locationKeepaliveBroken.by(.loc9)]),
    Holding(what: "without permission", authorization: .denied, keeps: false),
  ])
  func `a background activity session keeps live updates running and shows the indicator (LOC9)`(
    _ row: Holding
  ) async throws {
    let app = Self.liver(modes: row.modes) { if row.hasActivity { $0.beginActivity() } }
    let moments = Moments()
    let world = try await withPhone { phone in
      phone.isMoving = true
      let installed = try phone.install(app, allowed: row.authorization)
      await phone.open(installed)
      try await sleep(5)
      await phone.goHome()
      moments.on = phone.world.now
      try await minutes(180)
      #expect(installed.state == (row.keeps ? .background : .suspended))
      guard row.keeps else { return }
      await phone.touch(installed, "end") { Live.current.activity?.end() }
      try await minutes(1)
      #expect(installed.state == .suspended)
    }
    let live = world.moments(printed: "live").filter { $0 > moments.on + .seconds(3) }
    #expect(row.keeps ? (180 * 60 - 10...180 * 60 + 10).contains(live.count) : live.isEmpty)
    #expect(world.locationEvents.contains(.indicator(true)) == row.keeps)
    #expect(world.findings == row.findings)
  }

  @Test func `with an activity session standard updates need no renewed tasks (LOC8, LOC9)`()
    async throws
  {
    let app = WatcherApp.app(monitoring: [], modes: ["location"]) { watcher in
      let live = Live(watcher.launch)
      live.updates.stop()
      live.beginActivity()
      var request = LocationRequest()
      request.allowsBackgroundUpdates = true
      request.pausesAutomatically = false
      watcher.client.configure(request)
      watcher.client.start()
    }
    let moments = Moments()
    let world = try await withPhone { phone in
      let installed = try await phone.openWatcher(app, allowed: .whenInUse)
      await phone.goHome()
      try await minutes(170)
      moments.on = phone.world.now
      try await minutes(10)
      #expect(installed.state == .background)
      #expect(phone.world.findings == [])
      #expect(!phone.world.locationEvents.contains(.keepAliveEnded))
      // The half hour of LOC8 begins.
      await phone.touch(installed, "end") { Live.current.activity?.end() }
      try await minutes(20)
      #expect(installed.state == .background)
      try await minutes(20)
      #expect(installed.state == .suspended)
    }
    let fixes = world.moments(printed: "fix 5").filter { $0 >= moments.on }
    #expect(fixes.count { $0 < moments.on + .seconds(600) } >= 598)
    #expect(world.findings == [.locationKeepaliveBroken.by(.loc8)])
  }

  @Test func `an activity session begun in background does nothing and reports a finding (LOC9)`()
    async throws
  {
    let app = Self.liver().on(.sceneDidEnterBackground) { _ in
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.05) { Live.current.beginActivity() }
    }
    let world = try await withPhone { phone in
      let installed = try phone.install(app, allowed: .whenInUse)
      await phone.open(installed)
      await phone.goHome()
      try await minutes(1)
      #expect(installed.state == .suspended)
    }
    #expect(world.findings == [.locationKeepaliveBroken.by(.loc9)])
  }

  @Test
  func `an app that had an activity session creates it again when relaunched in background (LOC9)`()
    async throws
  {
    let app = WatcherApp.app(modes: ["location"]) { watcher in
      Live(watcher.launch).beginActivity()
    }
    let world = try await withBeacon { phone, door in
      phone.isMoving = true
      let installed = try phone.install(app, allowed: .always)
      await phone.open(installed)
      try await sleep(5)
      phone.jetsam(installed)
      door.switchOn()
      try await minutes(60)
      #expect(installed.state == .background)
      await phone.swipeAway(installed)
      door.switchOff()
      try await minutes(60)
      #expect(installed.state == .suspended, "a force-quit ends it for good")
    }
    #expect(world.launches == [.user, .location, .location])
    #expect(world.findings == [.locationKeepaliveBroken.by(.loc9)])
  }

  // MARK: iOS 18

  @Test(arguments: [SystemVersion(17), 18])
  func `from iOS 18 on live updates report why there are no positions (LOC9)`(
    _ version: SystemVersion
  ) async throws {
    let world = try await withPhone(iOS: version) { phone in
      phone.isMoving = true
      let app = try phone.install(Self.liver(), allowed: .denied)
      await phone.open(app)
      try await sleep(5)
      phone.location.setAuthorization(.whenInUse, for: app)
      try await sleep(5)
      phone.location.setEnabled(false)
      try await sleep(5)
    }
    let denied = LocationDiagnostics.authorizationDenied.rawValue
    let globally = LocationDiagnostics([.authorizationDenied, .authorizationDeniedGlobally])
      .rawValue
    let said = world.output.filter { $0.hasPrefix("nothing") }
    #expect(said == (version >= 18 ? ["nothing \(denied)", "nothing \(globally)"] : []))
    #expect((4...6).contains(world.output.filter { $0 == "live" }.count))
  }

  @Test(arguments: [true, false])
  func `an app that requires explicit service sessions gets no updates without one (LOC9)`(
    _ makesOne: Bool
  ) async throws {
    var app = Self.liver { live in
      if makesOne {
        live.service = live.launch.device.location.beginServiceSession(
          for: live.launch.process, .whenInUse, live)
      }
    }
    app.values["NSLocationRequireExplicitServiceSession"] = true
    let definition = app
    let world = try await withPhone(iOS: 18) { phone in
      phone.isMoving = true
      let installed = try phone.install(definition, allowed: .whenInUse)
      await phone.open(installed)
      try await sleep(5)
      await phone.touch(installed, "end") { Live.current.service?.end() }
      try await sleep(5)
    }
    let required = LocationDiagnostics.serviceSessionRequired.rawValue
    #expect(world.output.contains("live") == makesOne)
    #expect(world.output.last == "nothing \(required)")
    #expect(world.output.contains("session 0") == makesOne)
  }

  @Test
  func `a service session requests permissions, and reports those that it did not get (LOC9)`()
    async throws
  {
    let app = Self.liver { live in
      live.service = live.launch.device.location.beginServiceSession(
        for: live.launch.process, .always, live)
    }
    let world = try await withPhone(iOS: 18) { phone in
      let installed = try phone.install(app.definition)
      phone.location.answer(.allowOnce, for: installed)
      await phone.open(installed)
      try await sleep(10)
      #expect(phone.location.authorization(of: installed) == .whenInUse)
    }
    let asked = LocationDiagnostics.authorizationRequestInProgress.rawValue
    let less = LocationDiagnostics.alwaysAuthorizationDenied.rawValue
    let said = world.output.filter { $0.hasPrefix("session") }
    #expect(said.contains("session \(asked)"))
    #expect(said.last == "session \(less)")
  }
}
