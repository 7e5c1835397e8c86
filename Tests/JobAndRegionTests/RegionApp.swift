import Foundation
import Testing
import YobanTesting

@testable import Yoban

/// The configuration of a test's app: its regions, and the initial place of the phone.
struct RegionAppFixture: Sendable {
  static let uuid = UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")!
  static let door = WatchedRegion.beacon("door", uuid: uuid, major: 1)

  /// Returns the regions of a launch; launches are counted from 0.
  var regions: @Sendable (Int) -> [WatchedRegion] = { _ in [door] }
  var configuration = RegionWatch.Configuration()
  /// The user's authorization; nil if the user was not asked.
  var authorization: LocationAuthorization? = .always
  var place = Place(x: 1)
  var modes: [String] = []
  var version: SystemVersion = 17
  /// Whether a launch starts the watch; a watch that is already started continues by itself.
  var starts: @Sendable (Int) -> Bool = { _ in true }
  /// Called in every launch, after the watch was created.
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
      // In later launches, creating the watch is enough.
      if starts(launch), !watch.isStarted {
        do throws(RegionWatchError) { try watch.start() } catch { print(error.message) }
      }
    }
  }
}

/// Returns the text of an event for the tables of the tests.
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

  /// The entries and exits that the app printed.
  var reported: [String] {
    app.log.texts.filter { $0.hasPrefix("entered") || $0.hasPrefix("exited") }
  }

  /// The lines that the app printed, without proximities.
  var linesWithoutProximity: [String] {
    app.log.texts.filter { line in
      !["unknown", "immediate", "near", "far"].contains { line.hasPrefix($0) }
    }
  }

  /// The file in which the watch stores its state.
  var memory: URL {
    app.container.home.appending(
      path: "Library/Application Support/Yoban/regions/doors.json")
  }

  /// The number of times that a region was registered with the system.
  var registrations: Int {
    world.trace.events.filter {
      if case .monitoringStarted = $0.kind.location { true } else { false }
    }.count
  }

  /// Returns how often the system delivered the event.
  func eventCount(_ event: TraceEvent.LocationEvent) -> Int {
    world.trace.events.filter { $0.kind == .location(event) }.count
  }

  /// Waits until the system delivers the event once more.
  func waitForEvent(_ event: TraceEvent.LocationEvent) async throws {
    let count = eventCount(event)
    try await world.wait(for: "\(event)", atMost: .minutes(1)) { eventCount(event) > count }
    #expect(eventCount(event) == count + 1)
  }
}

/// Starts the app with a beacon that is off, one meter from the phone.
func startRegionApp(_ appFixture: RegionAppFixture = RegionAppFixture()) async throws
  -> RuntimeFixture
{
  try await startApp(appFixture.runtime) { fixture in
    _ = try fixture.world.addBeacon("beacon", uuid: RegionAppFixture.uuid, major: 1, minor: 7)
    fixture.phone.place = appFixture.place
    if let authorization = appFixture.authorization {
      fixture.phone.location.setAuthorization(authorization, for: fixture.app)
    }
  }
}
