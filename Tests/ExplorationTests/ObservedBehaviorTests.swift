import CoreLocation
import Testing
import UIKit
import WatchConnectivity
import WatchKit
import YobanTesting
import YobanVirtualTime

@testable import YobanExploration

/// Behaviors that one article measured and that contradict the documentation: no default, but a search may choose
/// them, and its story says so.
@Suite struct ObservedBehaviorTests {
  /// Searches without faults, so that only decisions of the systems are left.
  private static func search(_ scenario: @escaping Scenario) async throws -> FoundFailure {
    var explorer = Explorer()
    explorer.kinds = []
    explorer.depth = 1
    explorer.runsMax = 100
    let result = try await explorer.explore(scenario)
    #expect(result.baseline.failure == nil, "as documented, nothing fails")
    let found = try #require(result.found.first)
    return found
  }

  @Test func `an app that updates its location is suspended in a search only, by S4 (LOC8)`()
    async throws
  {
    let found = try await Self.search { run in
      let phone = try run.world.addPhone()
      let app = try phone.install(
        .making { TrackApp() },
        infoPlist: InfoPlist([
          "CFBundleName": "Track", "UIBackgroundModes": ["location"],
          "NSLocationWhenInUseUsageDescription": "To test.",
          "NSLocationAlwaysAndWhenInUseUsageDescription": "To test.",
        ]))
      phone.location.setAuthorization(.always, for: app)
      run.always("the app is not suspended") { app.state != .suspended }
      await phone.open(app)
      await phone.goHome()
      try await run.world.pass(.minutes(45))
    }
    let choice = ChoicePlace("keep-alive", of: "phone/Track")
    #expect(found.smallest.schedule.choices.map(\.place) == [choice])
    let story = "\(try #require(found.story))"
    #expect(story.contains("as one article measured"))
    #expect(story.contains("LOC8"))
  }

  @Test func `a file whose receiver does not run is lost in a search only, by S4 (WC5)`()
    async throws
  {
    let found = try await Self.search { run in
      let phone = try run.world.addPhone()
      let watch = try run.world.addWatch(pairedWith: phone)
      let app = try phone.install(
        .making { ReceiverApp() }, infoPlist: InfoPlist(["CFBundleName": "Receiver"]),
        bundleIdentifier: "com.example.link")
      let sender = try watch.install(
        .making { SenderApp() },
        infoPlist: InfoPlist([
          "CFBundleName": "Sender", "WKCompanionAppBundleIdentifier": "com.example.link",
        ]), bundleIdentifier: "com.example.link.watch")
      await phone.open(app)
      await phone.goHome()
      phone.jetsam(app)
      run.eventually(within: .minutes(30), "the file has arrived") { app.log.contains("received") }
      await watch.open(sender)
      try await run.world.pass(.minutes(40))
      // A file that is kept arrives at the latest now.
      await phone.open(app)
      try await run.world.pass(.minutes(5))
    }
    #expect(found.smallest.schedule.choices.map(\.place.name) == ["file-fate"])
    let story = "\(try #require(found.story))"
    #expect(story.contains("as one article measured"))
    #expect(story.contains("WC5"))
  }
}

/// Updates its location in the background, without background tasks.
private final class TrackApp: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
  private let manager = CLLocationManager()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    manager.delegate = self
    manager.allowsBackgroundLocationUpdates = true
    manager.pausesLocationUpdatesAutomatically = false
    manager.startUpdatingLocation()
    return true
  }
}

/// Prints a line for each file from the watch.
private final class ReceiverApp: UIResponder, UIApplicationDelegate, WCSessionDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    WCSession.default.delegate = self
    WCSession.default.activate()
    return true
  }

  nonisolated func session(
    _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState,
    error: (any Error)?
  ) {}
  nonisolated func sessionDidBecomeInactive(_ session: WCSession) {}
  nonisolated func sessionDidDeactivate(_ session: WCSession) {}
  nonisolated func session(_ session: WCSession, didReceive file: WCSessionFile) {
    print("received")
  }
}

/// Sends a file to the phone at its launch.
private final class SenderApp: NSObject, WKApplicationDelegate, WCSessionDelegate {
  func applicationDidFinishLaunching() {
    WCSession.default.delegate = self
    WCSession.default.activate()
  }

  nonisolated func session(
    _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState,
    error: (any Error)?
  ) {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("night.bin")
    try? Data(count: 1_000).write(to: url)
    _ = session.transferFile(url, metadata: nil)
  }
}
