import Foundation
import SimulatedOS
import Testing
import VirtualTime

@testable import Yoban

/// What the app of a test watches, and where it begins.
struct RegionAppFixture: Sendable {
  static let uuid = UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")!
  static let door = WatchedRegion.beacon("door", uuid: uuid, major: 1)

  /// For each launch of the app, counted from 0.
  var regions: @Sendable (Int) -> [WatchedRegion] = { _ in [door] }
  var configuration = RegionWatch.Configuration()
  /// Nil for a user who was not asked.
  var authorization: LocationAuthorization? = .always
  var place = Place(x: 1)
  var modes: [String] = []
  var version: SystemVersion = 17
  /// Whether a launch starts the watch; one that is started already goes on by itself.
  var starts: @Sendable (Int) -> Bool = { _ in true }
  /// Called when the watch was made, in every launch.
  var launched: @MainActor @Sendable (RegionWatch) -> Void = { _ in }

  var runtime: RuntimeAppFixture {
    RuntimeAppFixture(modes: modes, version: version) { kept in
      let launch = UserDefaults.standard.integer(forKey: "launches")
      UserDefaults.standard.set(launch + 1, forKey: "launches")
      let watch = RegionWatch("doors", regions(launch), configuration: configuration)
      kept.keep(watch)
      let events = watch.events()
      Task { for await event in events { print(text(event)) } }
      launched(watch)
      // The one line is enough in later launches.
      if starts(launch), !watch.isStarted {
        do throws(RegionWatchError) { try watch.start() } catch { print(error.message) }
      }
    }
  }
}

/// An event as a test's table has it.
@MainActor func text(_ event: RegionEvent) -> String {
  switch event {
  case .watching: "watching"
  case .entered(let change): "entered \(text(change))"
  case .exited(let change): "exited \(text(change))"
  case .proximity(let change): "\(change.proximity) \(change.region.name)"
  case .problem(let problem): problem.message
  }
}

@MainActor private func text(_ change: RegionChange) -> String {
  let age = Int((-change.date.timeIntervalSinceNow).rounded())
  return change.region.name + (change.happenedWhileNotRunning ? " (app did not run)" : "")
    + (age > 25 ? " \(age) s ago" : "")
}

extension RuntimeFixture {
  var beacon: Accessory { world.accessories.first { $0.name == "beacon" }! }

  /// Entries and exits, as the app printed them.
  var told: [String] {
    lines.filter { $0.hasPrefix("entered") || $0.hasPrefix("exited") }
  }

  /// What the app printed, but for proximities.
  var news: [String] {
    lines.filter { line in
      !["unknown", "immediate", "near", "far"].contains { line.hasPrefix($0) }
    }
  }

  /// Where the watch keeps what it knows.
  var memory: URL {
    app.container.home.appending(
      path: "Library/Application Support/Yoban/regions/doors.json")
  }

  /// How often a region was registered with the system.
  var registrations: Int {
    world.trace.events.filter {
      if case .location(.monitoringStarted) = $0.kind { true } else { false }
    }.count
  }

  /// How often the system told this.
  func systemTold(_ event: TraceEvent.LocationEvent) -> Int {
    world.trace.events.filter { $0.kind == .location(event) }.count
  }

  /// Waits until the system tells this once more.
  func untilSystemTells(_ event: TraceEvent.LocationEvent) async throws {
    let count = systemTold(event)
    for _ in 0..<600 where systemTold(event) == count { try await wait(0.1) }
    #expect(systemTold(event) == count + 1)
  }
}

/// Plays a scenario with a beacon, which is off, a meter from the phone.
@discardableResult
func playRegions(
  _ appFixture: RegionAppFixture = RegionAppFixture(), seed: UInt64 = 1, findings: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation,
  _ scenario: @escaping @Sendable (RuntimeFixture) async throws -> Void
) async throws -> RuntimeFixture {
  try await play(
    appFixture.runtime, seed: seed, findings: findings, sourceLocation: sourceLocation,
    before: { fixture in
      _ = fixture.world.addBeacon("beacon", uuid: RegionAppFixture.uuid, major: 1, minor: 7)
      fixture.phone.place = appFixture.place
      if let authorization = appFixture.authorization {
        fixture.phone.location.setAuthorization(authorization, for: fixture.app)
      }
    }, scenario)
}
