import CoreLocation
import Testing
import UIKit
import YobanTesting

/// Standard updates, the indicator, live updates and sessions.
@Suite struct LocationUpdateTests {
  private static func updater(
    _ change: @escaping @Sendable (CLLocationManager) -> Void = { _ in }
  ) -> AppFixture {
    locationApp(monitoring: []) { $0.manager.keepRunning(change) }
  }

  @Test func `a distance filter drops positions that are too near to the last one (LOC4)`()
    async throws
  {
    let world = try await withPhone { phone in
      _ = try await phone.start(Self.updater { $0.distanceFilter = 50 })
      try await phone.world.pass(.minutes(5))
      try await phone.carry(to: Place(x: 120), at: 1)
    }
    // The first position, and one every 50 m.
    #expect(world.log.texts.filter { $0 == "fix 5" }.count == 3)
  }

  @Test func `an approximate position is 5 km wide and up to 20 min old (LOC5)`() async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.updater(), allowed: .whenInUse)
      phone.location.setPrecise(false, for: app)
      await phone.open(app)
      try await phone.world.pass(.minutes(5))
      phone.place = Place(x: 100_000)
      await phone.touch(app, "look") {
        // Another manager has no position of its own yet.
        let place = place(of: CLLocationManager().location!)
        print("off \(place.x.magnitude < 5_000 && place.y.magnitude < 5_000)")
      }
      try await phone.world.pass(.minutes(60))
    }
    #expect(world.log.texts.contains("off true"))
    let fixes = world.moments(printed: "fix 5000")
    #expect(fixes.count == 4)
    for (earlier, later) in zip(fixes, fixes.dropFirst()) {
      #expect((Duration.seconds(20 * 60)...(.seconds(20 * 60 + 1))).contains(later - earlier))
    }
  }

  @Test(arguments: [SystemVersion(8.4), 9])
  func `before iOS 9 the background mode is enough (LOC1)`(_ version: SystemVersion) async throws {
    try await withPhone(iOS: version) { phone in
      let app = try await phone.start(Self.updater { $0.allowsBackgroundLocationUpdates = false })
      await phone.goHome()
      try await phone.world.pass(.minutes(5))
      #expect(app.state == (version < 9 ? .background : .suspended))
    }
  }

  // MARK: Force-quit

  @Test(arguments: [true, false])
  func `a force-quit ends updates, and only regions and changes relaunch the app (LOC10, L16)`(
    _ hasRegion: Bool
  ) async throws {
    let app = locationApp(monitoring: hasRegion ? [doorRegion()] : []) { $0.manager.keepRunning() }
    let world = try await withBeacon { phone, door in
      let installed = try await phone.start(app)
      await phone.goHome()
      await phone.swipeAway(installed)
      try await phone.world.pass(.minutes(60))
      #expect(installed.state == .notRunning)
      door.switchOn()
      try await phone.world.pass(.minutes(1))
      #expect((installed.process != nil) == hasRegion)
    }
    #expect(
      world.kinds.contains(.relaunchAfterForceQuit.by(.loc10)) == !hasRegion)
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
      let app = try await phone.start(
        Self.updater { $0.showsBackgroundLocationIndicator = row.asks }, allowed: row.authorization)
      for _ in 1...2 {
        await phone.goHome()
        try await phone.world.pass(.minutes(1))
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

  /// An app with live updates from its first time in the foreground on.
  private static func liveApp(
    modes: [String] = ["location"], requiresSessions: Bool = false,
    _ launched: @escaping @MainActor @Sendable () -> Void = {}
  ) -> AppFixture {
    var app = appWithLocation { _ in
      launched()
      Live.start()
    }
    app.plist = locationPlist(modes: modes, requiresSessions: requiresSessions)
    return app
  }

  @Test
  func `live updates are delivered each second, pause at rest, and resume with movement (LOC9)`()
    async throws
  {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.liveApp(), allowed: .whenInUse)
      await phone.open(app)
      try await phone.world.pass(.minutes(5))
      try await phone.carry(to: Place(x: 10), at: 1)
      try await phone.world.pass(.seconds(2))
      await phone.touch(app, "stop") { Live.stop() }
      try await phone.world.pass(.minutes(5))
    }
    #expect(world.log.texts.last == "ended")
    let live = world.log.texts.filter { $0.hasPrefix("live") }
    let still = try #require(live.firstIndex(of: "live still"))
    #expect((59...61).contains(still))
    #expect((10...13).contains(live.count - still - 1))
  }

  @Test func `the location of a live update has its properties (LOC9)`() async throws {
    let app = appWithLocation { _ in
      Task {
        for try await update in CLLocationUpdate.liveUpdates(.fitness) {
          let location = update.location!
          print(
            abs(location.coordinate.latitude - World.origin.latitude) < 0.001,
            location.horizontalAccuracy > 0, location.timestamp == Date())
          break
        }
      }
    }
    let world = try await withPhone { phone in _ = try await phone.start(app) }
    #expect(world.log.texts == ["launched", "true true true"])
  }

  @Test func `a background activity session that is released ends (LOC9)`() async throws {
    let app = Self.liveApp { Live.beginActivity() }
    try await withPhone { phone in
      phone.isMoving = true
      let installed = try await phone.start(app, allowed: .whenInUse)
      await phone.goHome()
      try await phone.world.pass(.minutes(2))
      #expect(installed.state == .background)
      await phone.touch(installed, "release") { Kept.release("activity") }
      try await phone.world.pass(.minutes(1))
      #expect(installed.state == .suspended)
    }
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
    let app = Self.liveApp(modes: row.modes) { if row.hasActivity { Live.beginActivity() } }
    let moments = Moments()
    let world = try await withPhone { phone in
      phone.isMoving = true
      let installed = try phone.install(app, allowed: row.authorization)
      await phone.open(installed)
      try await phone.world.pass(.seconds(5))
      await phone.goHome()
      moments.on = phone.world.now
      try await phone.world.pass(.minutes(180))
      #expect(installed.state == (row.keeps ? .background : .suspended))
      guard row.keeps else { return }
      await phone.touch(installed, "end") { Live.endActivity() }
      try await phone.world.pass(.minutes(1))
      #expect(installed.state == .suspended)
    }
    let live = world.moments(printed: "live").filter { $0 > moments.on + .seconds(3) }
    #expect(row.keeps ? (180 * 60 - 10...180 * 60 + 10).contains(live.count) : live.isEmpty)
    #expect(world.locationEvents.contains(.indicator(true)) == row.keeps)
    #expect(world.kinds == row.findings)
  }

  @Test func `with an activity session standard updates need no renewed tasks (LOC8, LOC9)`()
    async throws
  {
    let app = locationApp(monitoring: []) { listener in
      Live.beginActivity()
      listener.manager.keepRunning()
    }
    let moments = Moments()
    let world = try await withPhone(change: { $0.location.keepAlive = .observed }) { phone in
      let installed = try await phone.start(app, allowed: .whenInUse)
      await phone.goHome()
      try await phone.world.pass(.minutes(170))
      moments.on = phone.world.now
      try await phone.world.pass(.minutes(10))
      #expect(installed.state == .background)
      #expect(phone.world.kinds == [])
      #expect(!phone.world.locationEvents.contains(.keepAliveEnded))
      // The half hour of LOC8 begins.
      await phone.touch(installed, "end") { Live.endActivity() }
      try await phone.world.pass(.minutes(20))
      #expect(installed.state == .background)
      try await phone.world.pass(.minutes(20))
      #expect(installed.state == .suspended)
    }
    let fixes = world.moments(printed: "fix 5").filter { $0 >= moments.on }
    #expect(fixes.count { $0 < moments.on + .seconds(600) } >= 598)
    #expect(world.kinds == [.locationKeepaliveBroken.by(.loc8)])
  }

  @Test func `an activity session begun in background does nothing and reports a finding (LOC9)`()
    async throws
  {
    var live = Self.liveApp()
    live.enteredBackground = {
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.05) { Live.beginActivity() }
    }
    let app = live
    let world = try await withPhone { phone in
      let installed = try phone.install(app, allowed: .whenInUse)
      await phone.open(installed)
      await phone.goHome()
      try await phone.world.pass(.minutes(1))
      #expect(installed.state == .suspended)
    }
    #expect(world.kinds == [.locationKeepaliveBroken.by(.loc9)])
  }

  @Test
  func `an app that had an activity session creates it again when relaunched in background (LOC9)`()
    async throws
  {
    let app = locationApp { _ in
      let isOpened = UIApplication.shared.applicationState != .background
      let old = isOpened ? CLBackgroundActivitySession() : nil
      old?.invalidate()
      Live.beginActivity()
      // The older session is released here, after it was invalidated. This does not end the new one.
      Live.start()
    }
    let world = try await withBeacon { phone, door in
      phone.isMoving = true
      let installed = try phone.install(app, allowed: .always)
      await phone.open(installed)
      try await phone.world.pass(.seconds(5))
      phone.jetsam(installed)
      door.switchOn()
      try await phone.world.pass(.minutes(60))
      #expect(installed.state == .background)
      await phone.swipeAway(installed)
      door.switchOff()
      try await phone.world.pass(.minutes(60))
      #expect(installed.state == .suspended, "a force-quit ends it for good")
    }
    #expect(world.launches == [.user, .location, .location])
    #expect(world.kinds == [.locationKeepaliveBroken.by(.loc9)])
  }

  // MARK: iOS 18

  @Test(arguments: [SystemVersion(17), 18])
  func `from iOS 18 on live updates report why there are no positions (LOC9)`(
    _ version: SystemVersion
  ) async throws {
    let world = try await withPhone(iOS: version) { phone in
      phone.isMoving = true
      let app = try phone.install(Self.liveApp(), allowed: .denied)
      await phone.open(app)
      try await phone.world.pass(.seconds(5))
      phone.location.setAuthorization(.whenInUse, for: app)
      try await phone.world.pass(.seconds(5))
      phone.location.setEnabled(false)
      try await phone.world.pass(.seconds(5))
    }
    let said = world.log.texts.filter { $0.hasPrefix("nothing") }
    #expect(said == (version >= 18 ? ["nothing denied", "nothing denied globally"] : []))
    #expect((4...6).contains(world.log.texts.filter { $0 == "live" }.count))
  }

  @Test(arguments: [true, false])
  func `an app that requires explicit service sessions gets no updates without one (LOC9)`(
    _ makesOne: Bool
  ) async throws {
    let app = Self.liveApp(requiresSessions: true) {
      if makesOne { Kept.of("service", CLServiceSession(authorization: .whenInUse)) }
    }
    let world = try await withPhone(iOS: 18) { phone in
      phone.isMoving = true
      let installed = try phone.install(app, allowed: .whenInUse)
      await phone.open(installed)
      try await phone.world.pass(.seconds(5))
      await phone.touch(installed, "end") {
        Kept.get("service", as: CLServiceSession.self)?.invalidate()
      }
      try await phone.world.pass(.seconds(5))
    }
    #expect(world.log.texts.contains("live") == makesOne)
    #expect(world.log.texts.last == "nothing session")
  }
}

/// The live updates of the app whose code is running, and its background activity session.
@MainActor private enum Live {
  static func start() {
    Kept.of(
      "live",
      Task {
        for try await update in CLLocationUpdate.liveUpdates() { print(words(update)) }
        print("ended")
      })
  }

  static func stop() { Kept.get("live", as: Task<Void, any Error>.self)!.cancel() }
  static func beginActivity() { Kept.of("activity", CLBackgroundActivitySession()) }
  static func endActivity() {
    Kept.get("activity", as: CLBackgroundActivitySession.self)?.invalidate()
  }

  private static func words(_ update: CLLocationUpdate) -> String {
    #expect(update.stationary == (update as any OldName).isStationary)
    let words = [
      update.location == nil ? "nothing" : "live", update.stationary ? "still" : nil,
      update.authorizationDenied ? "denied" : nil,
      update.authorizationDeniedGlobally ? "globally" : nil,
      update.serviceSessionRequired ? "session" : nil,
    ]
    return words.compactMap(\.self).joined(separator: " ")
  }
}

/// A protocol for testing a deprecated property without a warning.
private protocol OldName { var isStationary: Bool { get } }
extension CLLocationUpdate: OldName {}
