import Foundation
import Testing
import UIKit
import YobanTesting

@testable import Yoban

@Suite(.world(findings: [])) struct RegionTests {
  // MARK: E4, row by row

  enum Background: CaseIterable, CustomTestStringConvertible {
    case none, suspended, dark, jetsam, forceQuit

    var testDescription: String { "\(self)" }

    func happen(_ fixture: RuntimeFixture) async throws {
      switch self {
      case .none: break
      case .suspended: await fixture.phone.goHome()
      case .dark: await fixture.phone.lock()
      case .jetsam:
        await fixture.phone.goHome()
        fixture.phone.jetsam(fixture.app)
      case .forceQuit: await fixture.phone.swipeAway(fixture.app)
      }
      try await fixture.world.pass(.seconds(60))
    }

    /// Whether a detection launches the app.
    var isGone: Bool { self == .jetsam || self == .forceQuit }
  }

  @Test(arguments: Background.allCases)
  func `an entry and an exit are reported in any state of the app (BC3, BC9, L16)`(
    background: Background
  ) async throws {
    let fixture = try await startRegionApp()
    try await fixture.world.pass(.seconds(5))
    try await background.happen(fixture)
    fixture.beacon.switchOn()
    try await fixture.world.pass(.seconds(10))
    fixture.beacon.switchOff()
    try await fixture.world.pass(.seconds(120))
    let launches = background.isGone ? ["launched", "watching"] : []
    let missed = background.isGone ? " (app did not run)" : ""
    #expect(
      fixture.linesWithoutProximity
        == ["launched", "watching"] + launches + ["entered door\(missed)", "exited door"])
    // The beacon is received for 9 to 10 s, then the system waits 30 to 45 s (BC4), and the watch
    // waits 20 s.
    let delay = try #require(fixture.seconds(from: "entered door\(missed)", to: "exited door"))
    #expect((58.9...76.1).contains(delay))
    #expect(fixture.assertions.begun.sorted() == fixture.assertions.ended.sorted())
    #expect(fixture.registrations == 1)
  }

  @Test func `after a reboot the watch reports entries and exits, only later (BC11, L17)`()
    async throws
  {
    let fixture = try await startRegionApp()
    try await fixture.world.pass(.seconds(5))
    try await fixture.phone.reboot()
    fixture.beacon.switchOn()
    try await fixture.world.pass(.seconds(170))
    #expect(fixture.app.log.texts == ["launched", "watching"])
    try await fixture.world.pass(.seconds(60))
    fixture.beacon.switchOff()
    try await fixture.world.pass(.seconds(120))
    #expect(
      fixture.linesWithoutProximity == [
        "launched", "watching", "launched", "watching", "entered door (app did not run)",
        "exited door",
      ])
    #expect(fixture.registrations == 1)
  }

  @Test func `an entry that the system repeats after a reboot is not reported again (BC11)`()
    async throws
  {
    let fixture = try await startRegionApp()
    fixture.beacon.switchOn()
    try await fixture.world.pass(.seconds(10))
    try await fixture.phone.reboot()
    try await fixture.world.pass(.seconds(600))
    fixture.beacon.switchOff()
    try await fixture.world.pass(.seconds(120))
    #expect(fixture.reported == ["entered door", "exited door"])
  }

  // MARK: The exit delay

  @Test func `an exit that is soon followed by an entry is not reported`() async throws {
    let fixture = try await startRegionApp()
    fixture.beacon.switchOn()
    try await fixture.world.pass(.seconds(10))
    await fixture.phone.goHome()
    for _ in 0..<5 {
      fixture.beacon.switchOff()
      try await fixture.waitForEvent(.exited("yoban.doors.door"))
      try await fixture.world.pass(.seconds(15))
      fixture.beacon.switchOn()
      try await fixture.world.pass(.seconds(60))
    }
    #expect(fixture.reported == ["entered door"])
    #expect(fixture.eventCount(.exited("yoban.doors.door")) == 5)
    #expect(fixture.assertions.begun.sorted() == fixture.assertions.ended.sorted())
  }

  @Test(arguments: [Background.jetsam, .forceQuit])
  func `an exit that was pending at a kill is reported with its date at the next launch`(
    background: Background
  ) async throws {
    let fixture = try await startRegionApp()
    fixture.beacon.switchOn()
    try await fixture.world.pass(.seconds(10))
    await fixture.phone.goHome()
    fixture.beacon.switchOff()
    try await fixture.waitForEvent(.exited("yoban.doors.door"))
    try await fixture.world.pass(.seconds(3))
    try await background.happen(fixture)
    try await fixture.world.pass(.seconds(3_537))
    #expect(fixture.reported == ["entered door"])
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.reported == ["entered door", "exited door 3602 s ago"])
  }

  @Test
  func `an exit that was pending at a kill is reported before the entry that launches the app`()
    async throws
  {
    let fixture = try await startRegionApp()
    fixture.beacon.switchOn()
    try await fixture.world.pass(.seconds(10))
    await fixture.phone.goHome()
    fixture.beacon.switchOff()
    try await fixture.waitForEvent(.exited("yoban.doors.door"))
    fixture.phone.jetsam(fixture.app)
    try await fixture.world.pass(.seconds(600))
    fixture.beacon.switchOn()
    try await fixture.world.pass(.seconds(10))
    #expect(
      fixture.reported.count == 3 && fixture.reported[0] == "entered door"
        && fixture.reported[1].hasPrefix("exited door 60")
        && fixture.reported[2] == "entered door (app did not run)", "\(fixture.reported)")
  }

  @Test func `an exit whose delay is longer than every wake is reported when the app runs again`()
    async throws
  {
    var appFixture = RegionAppFixture()
    appFixture.configuration.exitDelay = .seconds(300)
    let fixture = try await startRegionApp(appFixture)
    fixture.beacon.switchOn()
    try await fixture.world.pass(.seconds(10))
    await fixture.phone.goHome()
    fixture.beacon.switchOff()
    try await fixture.world.pass(.seconds(3_600))
    #expect(fixture.reported == ["entered door"])
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(5))
    #expect(
      fixture.reported.count == 2 && fixture.reported[1].hasPrefix("exited door 35"),
      "\(fixture.reported)")
    // The watch begins no assertion for a delay that is longer than its budget.
    #expect(fixture.assertions.begun.isEmpty)
  }

  // MARK: Registering

  @Test func `a region is registered only once in any number of launches (BC10)`() async throws {
    let fixture = try await startRegionApp()
    for _ in 0..<5 {
      try await fixture.world.pass(.seconds(5))
      fixture.phone.jetsam(fixture.app)
      await fixture.phone.open(fixture.app)
      await fixture.use { try? $0.last(RegionWatch.self).start() }
    }
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.registrations == 1)
  }

  @Test func `another version of the app watches only its own regions (BC2)`()
    async throws
  {
    let home = WatchedRegion.circle("home", latitude: 35.6586, longitude: 139.7454, radius: 200)
    let moved = WatchedRegion.circle("home", latitude: 36, longitude: 139.7454, radius: 200)
    let launches: [[WatchedRegion]] = [[RegionAppFixture.door, home], [moved]]
    var appFixture = RegionAppFixture()
    appFixture.regions = { launches[min($0, 1)] }
    let fixture = try await startRegionApp(appFixture)
    try await fixture.world.pass(.seconds(10))
    fixture.phone.jetsam(fixture.app)
    await fixture.phone.open(fixture.app)
    try await fixture.world.pass(.seconds(10))
    await fixture.use { kept in
      let watch = kept.last(RegionWatch.self)
      print(
        watch.manager.monitoredRegions.map(\.identifier), watch.presence(in: "home"),
        watch.presence(in: "door"))
    }
    #expect(fixture.app.log.texts.last == #"["yoban.doors.home"] outside unknown"#)
    #expect(fixture.reported == ["entered home"])
  }

  @Test func `more than 20 regions are an error, and nothing is registered (BC1)`() async throws {
    var appFixture = RegionAppFixture()
    appFixture.regions = { _ in
      (0..<21).map {
        .circle("r\($0)", latitude: 0, longitude: Double($0), radius: 200)
      }
    }
    let fixture = try await startRegionApp(appFixture)
    try await fixture.world.pass(.seconds(10))
    #expect(
      fixture.app.log.texts == [
        "launched", RegionWatchError.tooManyRegions(wanted: 21, others: 0).message,
      ])
    #expect(fixture.registrations == 0)
  }

  @Test func `after a stop nothing is watched, also in later launches`() async throws {
    let fixture = try await startRegionApp()
    fixture.beacon.switchOn()
    try await fixture.world.pass(.seconds(10))
    await fixture.use { kept in
      kept.last(RegionWatch.self).stop()
      print(kept.last(RegionWatch.self).manager.monitoredRegions.count)
    }
    fixture.phone.jetsam(fixture.app)
    fixture.beacon.switchOff()
    try await fixture.world.pass(.seconds(120))
    fixture.beacon.switchOn()
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.app.log.texts.filter { $0 == "launched" }.count == 1)
    #expect(fixture.app.log.texts.last == "0")
  }

  // MARK: Circles and proximity

  @Test func `the entry into a circle and the exit from it are reported (BC16)`() async throws {
    var appFixture = RegionAppFixture()
    appFixture.regions = { _ in
      [.circle("home", latitude: 35.6586, longitude: 139.7454, radius: 200)]
    }
    appFixture.place = Place(x: 2_000)
    let fixture = try await startRegionApp(appFixture)
    try await fixture.world.pass(.seconds(60))
    await fixture.phone.goHome()
    try await fixture.phone.carry(to: .origin, at: 5)
    try await fixture.world.pass(.seconds(120))
    try await fixture.phone.carry(to: Place(x: -2_000), at: 5)
    try await fixture.world.pass(.seconds(120))
    #expect(fixture.reported == ["entered home", "exited home"])
  }

  @Test func `only changes of proximity are reported, while the device is inside (BC8)`()
    async throws
  {
    var appFixture = RegionAppFixture()
    appFixture.configuration.exitDelay = .zero
    appFixture.place = Place(x: 0.2)
    let fixture = try await startRegionApp(appFixture)
    fixture.beacon.switchOn()
    try await fixture.world.pass(.seconds(60))
    fixture.phone.place = Place(x: 12)
    try await fixture.world.pass(.seconds(60))
    fixture.beacon.switchOff()
    try await fixture.world.pass(.seconds(120))
    let lines = fixture.app.log.texts.filter { $0.hasSuffix("door") }
    #expect(lines.first == "entered door")
    #expect(lines.last == "exited door")
    let proximities = lines.dropFirst().dropLast()
    #expect(proximities.first == "immediate door")
    #expect(proximities.contains("far door"))
    #expect(proximities.last == "unknown door")
    for (one, next) in zip(proximities, proximities.dropFirst()) { #expect(one != next) }
  }
}
