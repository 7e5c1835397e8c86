import Foundation
import SimulatedOS
import Testing
import UIKit
import VirtualTime

@testable import Yoban

@Suite struct RegionTests {
  // MARK: E4, row by row

  enum Background: CaseIterable, CustomTestStringConvertible {
    case none, suspended, dark, jetsam, forceQuit

    var testDescription: String { "\(self)" }

    func happen(_ stage: RuntimeStage) async throws {
      switch self {
      case .none: break
      case .suspended: await stage.phone.goHome()
      case .dark: await stage.phone.lock()
      case .jetsam:
        await stage.phone.goHome()
        stage.phone.jetsam(stage.app)
      case .forceQuit: await stage.phone.swipeAway(stage.app)
      }
      try await stage.wait(60)
    }

    /// Whether a detection launches the app.
    var isGone: Bool { self == .jetsam || self == .forceQuit }
  }

  @Test(arguments: Background.allCases)
  func `an entry and an exit are told, whatever became of the app (BC3, BC9, L16)`(
    background: Background
  ) async throws {
    let stage = try await playRegions { stage in
      try await stage.wait(5)
      try await background.happen(stage)
      stage.beacon.switchOn()
      try await stage.wait(10)
      stage.beacon.switchOff()
      try await stage.wait(120)
    }
    let launches = background.isGone ? ["launched", "watching"] : []
    let missed = background.isGone ? " (app did not run)" : ""
    #expect(
      stage.news
        == ["launched", "watching"] + launches + ["entered door\(missed)", "exited door"])
    // Heard for 9 to 10 s, then 30 to 45 s of the system (BC4), and 20 s of the watch.
    let delay = try #require(stage.seconds(from: "entered door\(missed)", to: "exited door"))
    #expect((58.9...76.1).contains(delay))
    #expect(stage.assertions.begun.sorted() == stage.assertions.ended.sorted())
    #expect(stage.registrations == 1)
  }

  @Test func `a reboot changes nothing but the time (BC11, L17)`() async throws {
    let stage = try await playRegions { stage in
      try await stage.wait(5)
      try await stage.phone.reboot()
      stage.beacon.switchOn()
      try await stage.wait(170)
      #expect(stage.lines == ["launched", "watching"])
      try await stage.wait(60)
      stage.beacon.switchOff()
      try await stage.wait(120)
    }
    #expect(
      stage.news == [
        "launched", "watching", "launched", "watching", "entered door (app did not run)",
        "exited door",
      ])
    #expect(stage.registrations == 1)
  }

  @Test func `an entry that the system repeats after a reboot is no second one (BC11)`()
    async throws
  {
    let stage = try await playRegions { stage in
      stage.beacon.switchOn()
      try await stage.wait(10)
      try await stage.phone.reboot()
      try await stage.wait(600)
      stage.beacon.switchOff()
      try await stage.wait(120)
    }
    #expect(stage.told == ["entered door", "exited door"])
  }

  // MARK: The exit delay

  @Test func `an exit that an entry follows soon is none`() async throws {
    let stage = try await playRegions { stage in
      stage.beacon.switchOn()
      try await stage.wait(10)
      await stage.phone.goHome()
      for _ in 0..<5 {
        stage.beacon.switchOff()
        try await stage.untilSystemTells(.exited("yoban.doors.door"))
        try await stage.wait(15)
        stage.beacon.switchOn()
        try await stage.wait(60)
      }
    }
    #expect(stage.told == ["entered door"])
    #expect(stage.systemTold(.exited("yoban.doors.door")) == 5)
    #expect(stage.assertions.begun.sorted() == stage.assertions.ended.sorted())
  }

  @Test(arguments: [Background.jetsam, .forceQuit])
  func `an exit that a kill leaves open is told with its date at the next launch`(
    background: Background
  ) async throws {
    let stage = try await playRegions { stage in
      stage.beacon.switchOn()
      try await stage.wait(10)
      await stage.phone.goHome()
      stage.beacon.switchOff()
      try await stage.untilSystemTells(.exited("yoban.doors.door"))
      try await stage.wait(3)
      try await background.happen(stage)
      try await stage.wait(3_537)
      #expect(stage.told == ["entered door"])
      await stage.phone.open(stage.app)
      try await stage.wait(10)
    }
    #expect(stage.told == ["entered door", "exited door 3602 s ago"])
  }

  @Test func `an exit that a kill leaves open is settled by the entry that launches the app`()
    async throws
  {
    let stage = try await playRegions { stage in
      stage.beacon.switchOn()
      try await stage.wait(10)
      await stage.phone.goHome()
      stage.beacon.switchOff()
      try await stage.untilSystemTells(.exited("yoban.doors.door"))
      stage.phone.jetsam(stage.app)
      try await stage.wait(600)
      stage.beacon.switchOn()
      try await stage.wait(10)
    }
    #expect(
      stage.told.count == 3 && stage.told[0] == "entered door"
        && stage.told[1].hasPrefix("exited door 60")
        && stage.told[2] == "entered door (app did not run)", "\(stage.told)")
  }

  @Test func `a delay that outlasts every wake is settled when the app runs again`() async throws {
    var script = RegionScript()
    script.configuration.exitDelay = .seconds(300)
    let stage = try await playRegions(script) { stage in
      stage.beacon.switchOn()
      try await stage.wait(10)
      await stage.phone.goHome()
      stage.beacon.switchOff()
      try await stage.wait(3_600)
      #expect(stage.told == ["entered door"])
      await stage.phone.open(stage.app)
      try await stage.wait(5)
    }
    #expect(stage.told.count == 2 && stage.told[1].hasPrefix("exited door 35"), "\(stage.told)")
    // No assertion is taken for what it cannot bridge.
    #expect(stage.assertions.begun.isEmpty)
  }

  // MARK: Registering

  @Test func `nothing is registered twice in any number of lives (BC10)`() async throws {
    let stage = try await playRegions { stage in
      for _ in 0..<5 {
        try await stage.wait(5)
        stage.phone.jetsam(stage.app)
        await stage.phone.open(stage.app)
        await stage.use { try? $0.last(RegionWatch.self).start() }
      }
      try await stage.wait(5)
    }
    #expect(stage.registrations == 1)
  }

  @Test func `another version of the app watches other regions, and no others (BC2)`()
    async throws
  {
    let home = WatchedRegion.circle("home", latitude: 35.6586, longitude: 139.7454, radius: 200)
    let moved = WatchedRegion.circle("home", latitude: 36, longitude: 139.7454, radius: 200)
    let lives: [[WatchedRegion]] = [[RegionScript.door, home], [moved]]
    var script = RegionScript()
    script.regions = { lives[min($0, 1)] }
    let stage = try await playRegions(script) { stage in
      try await stage.wait(10)
      stage.phone.jetsam(stage.app)
      await stage.phone.open(stage.app)
      try await stage.wait(10)
      await stage.use { kept in
        let watch = kept.last(RegionWatch.self)
        print(
          watch.manager.monitoredRegions.map(\.identifier), watch.presence(in: "home"),
          watch.presence(in: "door"))
      }
    }
    #expect(stage.lines.last == #"["yoban.doors.home"] outside unknown"#)
    #expect(stage.told == ["entered home"])
  }

  @Test func `the 21st region is an error, and nothing is registered (BC1)`() async throws {
    var script = RegionScript()
    script.regions = { _ in
      (0..<21).map {
        .circle("r\($0)", latitude: 0, longitude: Double($0), radius: 200)
      }
    }
    let stage = try await playRegions(script) { stage in try await stage.wait(10) }
    #expect(
      stage.lines == [
        "launched", RegionWatchError.tooManyRegions(wanted: 21, others: 0).message,
      ])
    #expect(stage.registrations == 0)
  }

  @Test func `after a stop nothing is watched, in no later life either`() async throws {
    let stage = try await playRegions { stage in
      stage.beacon.switchOn()
      try await stage.wait(10)
      await stage.use { kept in
        kept.last(RegionWatch.self).stop()
        print(kept.last(RegionWatch.self).manager.monitoredRegions.count)
      }
      stage.phone.jetsam(stage.app)
      stage.beacon.switchOff()
      try await stage.wait(120)
      stage.beacon.switchOn()
      try await stage.wait(10)
    }
    #expect(stage.lines.filter { $0 == "launched" }.count == 1)
    #expect(stage.lines.last == "0")
  }

  // MARK: Circles and proximity

  @Test func `a circle is entered and left (BC16)`() async throws {
    var script = RegionScript()
    script.regions = { _ in
      [.circle("home", latitude: 35.6586, longitude: 139.7454, radius: 200)]
    }
    script.place = Place(x: 2_000)
    let stage = try await playRegions(script) { stage in
      try await stage.wait(60)
      await stage.phone.goHome()
      try await stage.phone.carry(to: .origin, at: 5)
      try await stage.wait(120)
      try await stage.phone.carry(to: Place(x: -2_000), at: 5)
      try await stage.wait(120)
    }
    #expect(stage.told == ["entered home", "exited home"])
  }

  @Test func `only changes of proximity are told, while the device is inside (BC8)`() async throws {
    var script = RegionScript()
    script.configuration.exitDelay = .zero
    script.place = Place(x: 0.2)
    let stage = try await playRegions(script) { stage in
      stage.beacon.switchOn()
      try await stage.wait(60)
      stage.phone.place = Place(x: 12)
      try await stage.wait(60)
      stage.beacon.switchOff()
      try await stage.wait(120)
    }
    let told = stage.lines.filter { $0.hasSuffix("door") }
    #expect(told.first == "entered door")
    #expect(told.last == "exited door")
    let proximities = told.dropFirst().dropLast()
    #expect(proximities.first == "immediate door")
    #expect(proximities.contains("far door"))
    #expect(proximities.last == "unknown door")
    for (one, next) in zip(proximities, proximities.dropFirst()) { #expect(one != next) }
  }
}
