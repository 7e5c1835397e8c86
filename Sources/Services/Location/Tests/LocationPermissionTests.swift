import CoreLocation
import Testing
import UIKit
import YobanTesting

/// Permissions, their withdrawal, and the location settings of the device.
@Suite struct LocationPermissionTests {
  private static func asker(
    _ level: Level, monitoring regions: @autoclosure @escaping @Sendable () -> [CLRegion] = []
  ) -> AppFixture {
    locationApp(monitoring: regions()) { listener in
      switch level {
      case .whenInUse: listener.manager.requestWhenInUseAuthorization()
      case .always: listener.manager.requestAlwaysAuthorization()
      }
    }
  }

  enum Level: Sendable { case whenInUse, always }

  struct Answer: Sendable, CustomTestStringConvertible {
    var asks: Level
    var answer: LocationAnswer?
    var reads: LocationAuthorization
    /// The authorization that the next launch reads.
    var later: LocationAuthorization
    var testDescription: String { "\(asks), \(answer?.rawValue ?? "the default")" }
  }

  @Test(arguments: [
    Answer(asks: .always, answer: nil, reads: .always, later: .always),
    Answer(asks: .whenInUse, answer: nil, reads: .whenInUse, later: .whenInUse),
    Answer(asks: .always, answer: .never, reads: .denied, later: .denied),
    Answer(asks: .whenInUse, answer: .allowOnce, reads: .whenInUse, later: .notDetermined),
  ])
  func `a user answers after some time, and the answer outlives the process (BC13)`(
    _ row: Answer
  ) async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.asker(row.asks))
      if let answer = row.answer { phone.location.answer(answer, for: app) }
      await phone.open(app)
      try await phone.world.pass(.seconds(10))
      #expect(app.locationAuthorization == row.reads)
      phone.location.answer(.never, for: app)
      phone.jetsam(app)
      #expect(app.locationAuthorization == row.later)
      await phone.open(app)
      try await phone.world.pass(.seconds(1))
    }
    #expect(
      world.log.timedTexts == [
        "0.0 launched", "0.0 notDetermined", "2.0 \(row.reads.rawValue)", "10.0 launched",
        "10.0 \(row.later.rawValue)",
      ])
    #expect(world.kinds == [])
  }

  @Test(arguments: [
    (SystemVersion(8), "NSLocationAlwaysUsageDescription"),
    (10, "NSLocationAlwaysUsageDescription"),
    (11, "NSLocationAlwaysAndWhenInUseUsageDescription"),
    (17, "NSLocationAlwaysAndWhenInUseUsageDescription"),
    (17, "NSLocationWhenInUseUsageDescription"),
  ])
  func `a request for Always needs the usage texts of the version (LOC11)`(
    _ version: SystemVersion, _ key: String
  ) async throws {
    var asker = Self.asker(.always)
    asker.plist = locationPlist { $0[key] = nil }
    let app = asker
    let world = try await withPhone(iOS: version) { phone in
      let app = try phone.install(app)
      await phone.open(app)
      try await phone.world.pass(.seconds(60))
      #expect(app.locationAuthorization == .notDetermined)
    }
    #expect(world.kinds == [.plistMissingKey.by(.loc11)])
    #expect(world.findings.first?.remedy.contains(key) == true)
  }

  @Test func `before iOS 8 the first use asks the user (BC13)`() async throws {
    let world = try await withPhone(iOS: 7) { phone in
      var app = locationApp(monitoring: []) { $0.manager.startUpdatingLocation() }
      app.plist = InfoPlist()
      let installed = try phone.install(app)
      await phone.open(installed)
      try await phone.world.pass(.seconds(3))
      #expect(installed.locationAuthorization == .always)
    }
    #expect(
      world.log.texts.dropFirst().prefix(3) == ["notDetermined", "authorizedAlways", "fix 5"])
  }

  // MARK: Provisional Always

  @Test(arguments: [LocationUpgradeAnswer.changeToAlways, .keepOnlyWhileUsing])
  func `with provisional Always an event waits until the user has answered (BC13)`(
    _ answer: LocationUpgradeAnswer
  ) async throws {
    let moments = Moments()
    let world = try await withBeacon { phone, door in
      let app = try phone.install(Self.asker(.always, monitoring: [doorRegion()]))
      phone.location.answerUpgrade(answer, for: app)
      await phone.open(app)
      try await phone.world.pass(.seconds(10))
      #expect(app.locationAuthorization == .always)
      await phone.lock()
      try await phone.world.pass(.minutes(1))
      moments.on = phone.world.now
      door.switchOn()
      try await phone.world.pass(.minutes(1))
      #expect(app.state == .suspended)
      #expect(app.locationAuthorization == .always)
      moments.off = phone.world.now
      phone.wakeScreen()
      try await phone.world.pass(.minutes(1))
      #expect(
        app.locationAuthorization == (answer == .changeToAlways ? .always : .whenInUse))
      await phone.open(app)
      try await phone.world.pass(.seconds(1))
    }
    #expect(world.locationEvents.contains(.authorizationStage("asks whether always")))
    #expect(world.locationEvents.contains(.held("entry to door")))
    let entered = try #require(world.moments(printed: "enter door").first)
    switch answer {
    case .changeToAlways:
      #expect(entered == moments.off + .seconds(2))
      #expect(!world.log.texts.contains("authorizedWhenInUse"))
    case .keepOnlyWhileUsing: #expect(entered >= moments.off + .seconds(60))
    }
    #expect(world.moments(printed: "enter door").count == 1)
  }

  @Test(arguments: [LocationUpgradeAnswer.changeToAlways, .keepOnlyWhileUsing])
  func `an app with While Using can ask the user for Always once (BC13)`(
    _ answer: LocationUpgradeAnswer
  ) async throws {
    let world = try await withPhone { phone in
      let app = try phone.install(Self.asker(.whenInUse))
      await phone.open(app)
      try await phone.world.pass(.seconds(10))
      phone.location.answerUpgrade(answer, for: app)
      for _ in 1...2 {
        await phone.listener(app) { $0.manager.requestAlwaysAuthorization() }
        try await phone.world.pass(.seconds(10))
      }
      #expect(
        app.locationAuthorization == (answer == .changeToAlways ? .always : .whenInUse))
    }
    #expect(
      world.locationEvents.filter { $0 == .authorizationStage("asks whether always") }.count == 1)
  }

  // MARK: While Using

  @Test func `with While Using events wait for the foreground, and launch nothing (BC12)`()
    async throws
  {
    let world = try await withBeacon { phone, door in
      let app = try await phone.start(allowed: .whenInUse)
      door.switchOn()
      try await phone.world.pass(.seconds(5))
      await phone.goHome()
      try await phone.world.pass(.minutes(1))
      door.switchOff()
      try await phone.world.pass(.minutes(2))
      #expect(app.state == .suspended)
      phone.jetsam(app)
      door.switchOn()
      try await phone.world.pass(.minutes(2))
      #expect(app.state == .notRunning)
      await phone.open(app)
      try await phone.world.pass(.seconds(1))
    }
    #expect(world.launches == [.user, .user])
    let lines = world.log.texts.filter { $0.hasSuffix("door") && !$0.hasPrefix("monitoring") }
    #expect(
      lines == [
        "enter door", "inside door", "exit door", "outside door", "enter door", "inside door",
      ])
    #expect(world.locationEvents.filter { $0 == .held("exit from door") }.count == 1)
  }

  // MARK: Withdrawn permission

  @Test func `withdrawing a permission stops all location services at once (BC12)`() async throws {
    let app = locationApp { listener in
      listener.manager.startRangingBeacons(satisfying: allBeacons())
      listener.manager.keepRunning()
    }
    let moments = Moments()
    let world = try await withBeacon { phone, door in
      door.switchOn()
      let installed = try await phone.start(app)
      await phone.goHome()
      try await phone.world.pass(.minutes(1))
      moments.on = phone.world.now
      phone.location.setAuthorization(.denied, for: installed)
      try await phone.world.pass(.minutes(1))
      #expect(installed.state == .suspended)
      door.switchOff()
      try await phone.world.pass(.minutes(5))
      moments.off = phone.world.now
      door.switchOn()
      phone.location.setAuthorization(.always, for: installed)
      try await phone.world.pass(.minutes(1))
    }
    let during = world.trace.events.filter { $0.instant > moments.on && $0.instant < moments.off }
    #expect(
      !during.contains {
        if let line = $0.kind.output {
          line.hasPrefix("fix") || line.hasPrefix("ranged") || line.hasSuffix("door")
        } else {
          false
        }
      })
    let lines = world.texts(from: moments.on)
    #expect(lines.contains("denied") && lines.contains("failed 1"))
    #expect(lines.contains("ranging failed 1"))
    #expect(world.locationEvents.contains(.authorization("denied")))
    // The region was kept: it is monitored again, and its state is reported as at registration.
    #expect(lines.filter { $0 == "inside door" }.count == 1)
    #expect(!lines.contains("enter door"))
  }

  @Test func `monitoring without permission fails with 4, and regions wait for permission (BC12)`()
    async throws
  {
    let world = try await withBeacon { phone, door in
      door.switchOn()
      let app = try await phone.start(allowed: .denied)
      #expect(app.process != nil)
      phone.location.setAuthorization(.always, for: app)
      try await phone.world.pass(.seconds(10))
    }
    #expect(
      world.log.texts == [
        "launched", "denied", "monitoring failed door 4", "monitoring door", "authorizedAlways",
        "inside door",
      ])
  }

  // MARK: Approximate location

  @Test func `an approximate location disables regions and ranging (BC12)`() async throws {
    let app = locationApp { $0.manager.startRangingBeacons(satisfying: allBeacons()) }
    let world = try await withBeacon { phone, door in
      let installed = try await phone.start(app)
      phone.location.setPrecise(false, for: installed)
      door.switchOn()
      try await phone.world.pass(.minutes(1))
      #expect(!phone.location.isPrecise(installed))
      phone.location.setPrecise(true, for: installed)
      try await phone.world.pass(.minutes(1))
    }
    let lines = world.log.texts.filter { !$0.hasPrefix("ranged") }
    #expect(
      lines == [
        "launched", "authorizedAlways", "monitoring door", "authorizedAlways approximately",
        "ranging failed 16", "authorizedAlways", "inside door",
      ])
  }

  @Test func `before iOS 14 there is no approximate location (BC12)`() async throws {
    try await withPhone(iOS: 13) { phone in
      let app = try phone.install(locationApp(), allowed: .always)
      phone.location.setPrecise(false, for: app)
      #expect(phone.location.isPrecise(app))
    }
  }

  // MARK: The device's settings

  @Test func `with location services off the authorization is denied, and later it is back (BC12)`()
    async throws
  {
    let world = try await withBeacon { phone, door in
      let app = try await phone.start()
      phone.location.setEnabled(false)
      await phone.touch(app, "look") { #expect(!CLLocationManager.locationServicesEnabled()) }
      door.switchOn()
      try await phone.world.pass(.minutes(1))
      #expect(app.locationAuthorization == .denied)
      phone.location.setEnabled(true)
      await phone.touch(app, "look") { #expect(CLLocationManager.locationServicesEnabled()) }
      try await phone.world.pass(.minutes(1))
    }
    #expect(
      world.log.texts == [
        "launched", "authorizedAlways", "monitoring door", "denied", "authorizedAlways",
        "inside door",
      ])
  }

  @Test
  func `only one state waits for the foreground, however often the screen is lit (BC6, BC12)`()
    async throws
  {
    let app = locationApp(monitoring: [door { $0.notifyEntryStateOnDisplay = true }])
    let moments = Moments()
    let world = try await withBeacon { phone, door in
      func light() async throws {
        await phone.lock()
        phone.wakeScreen()
        try await phone.world.pass(.seconds(5))
      }
      let installed = try await phone.start(app, allowed: .whenInUse)
      door.switchOn()
      try await phone.world.pass(.seconds(5))
      moments.on = phone.world.now
      for _ in 1...3 { try await light() }
      await phone.open(installed)
      try await phone.world.pass(.seconds(5))
      #expect(phone.world.texts(from: moments.on) == ["inside door"])
      moments.off = phone.world.now
      // In the order of the events: the screen's state is the last one.
      try await light()
      door.switchOff()
      try await phone.world.pass(.minutes(2))
      door.switchOn()
      try await phone.world.pass(.seconds(5))
      try await light()
      await phone.open(installed)
      try await phone.world.pass(.seconds(5))
    }
    #expect(
      world.texts(from: moments.off) == [
        "exit door", "outside door", "enter door", "inside door", "inside door",
      ])
  }

  enum Refresh: String, Sendable, CaseIterable { case on, offForApp, off, lowPower }

  @Test(arguments: Refresh.allCases, [true, false])
  func `with Background App Refresh off events wait for the foreground (L18, L19)`(
    _ refresh: Refresh, _ isTerminated: Bool
  ) async throws {
    let world = try await withBeacon { phone, door in
      let app = try await phone.start()
      await phone.goHome()
      if isTerminated { phone.jetsam(app) }
      try await phone.world.pass(.minutes(1))
      switch refresh {
      case .on: break
      case .offForApp: phone.setBackgroundRefresh(false, for: app)
      case .off: phone.setBackgroundRefresh(false)
      case .lowPower: phone.power.isLowPowerMode = true
      }
      let before = app.launchCount
      door.switchOn()
      try await phone.world.pass(.minutes(1))
      let isDelivered = refresh == .on || refresh == .lowPower
      #expect(app.launchCount == before + (isTerminated && isDelivered ? 1 : 0))
      await phone.open(app)
      try await phone.world.pass(.seconds(1))
    }
    let entered = world.moments(printed: "enter door")
    let opened = world.moments { $0 == .user("opens App") }
    #expect(entered.count == 1)
    let isHeld = refresh == .off || refresh == .offForApp
    #expect((try #require(entered.first) >= opened.last!) == isHeld)
    #expect(world.locationEvents.contains(.held("entry to door")) == isHeld)
  }
}
