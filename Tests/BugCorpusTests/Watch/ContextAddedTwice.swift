import Testing
import UIKit
import WatchConnectivity
import WatchKit
import YobanTesting

/// The watch of a player for podcasts: the phone says which episode is next, and the watch adds it.
///
/// On some devices a watch app gets several old application contexts again. The faulty app adds the
/// episode of each context. The mended app adds an episode that it does not have.
private final class PodcastWatchApp: NSObject, WKApplicationDelegate, WCSessionDelegate {
  private let variant: Variant

  init(_ variant: Variant) { self.variant = variant }

  func applicationDidFinishLaunching() {
    WCSession.default.delegate = self
    WCSession.default.activate()
  }

  nonisolated func session(
    _ session: WCSession, didReceiveApplicationContext applicationContext: [String: Any]
  ) {
    guard let episode = applicationContext["next"] as? String else { return }
    DispatchQueue.main.async { self.add(episode) }
  }

  private func add(_ episode: String) {
    let episodes = UserDefaults.standard.stringArray(forKey: "episodes") ?? []
    // Wrong in the faulty form: the context may not be new.
    if variant == .mended, episodes.contains(episode) { return }
    UserDefaults.standard.set(episodes + [episode], forKey: "episodes")
    print("adds \(episode)")
  }

  nonisolated func session(
    _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState,
    error: (any Error)?
  ) {}
}

/// The phone of that app.
private final class PodcastPhoneApp: UIResponder, UIApplicationDelegate, WCSessionDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    WCSession.default.delegate = self
    WCSession.default.activate()
    return true
  }

  /// The user chooses the next episode.
  func choose(_ episode: String) {
    try? WCSession.default.updateApplicationContext(["next": episode])
  }

  nonisolated func session(
    _ session: WCSession, activationDidCompleteWith activationState: WCSessionActivationState,
    error: (any Error)?
  ) {}
  nonisolated func sessionDidBecomeInactive(_ session: WCSession) {}
  nonisolated func sessionDidDeactivate(_ session: WCSession) { session.activate() }
}

extension KnownBug {
  static let contextAddedTwice = KnownBug(
    name: "ContextAddedTwice", thread: "https://github.com/Automattic/pocket-casts-ios/issues/1430",
    clue: "didReceiveApplicationContext",
    property: .always("the watch adds an episode once") { stage in
      let added = stage.watchApp!.log.lines(containing: "adds ").map(\.text)
      return Set(added).count == added.count
    },
    build: { world, variant in
      let phone = try world.addPhone()
      let watch = try world.addWatch(pairedWith: phone)
      let app = try phone.install(
        .making { PodcastPhoneApp() },
        infoPlist: InfoPlist(["CFBundleName": "ContextAddedTwice"]),
        bundleIdentifier: "com.example.podcasts")
      let watchApp = try watch.install(
        .making { PodcastWatchApp(variant) },
        infoPlist: InfoPlist([
          "CFBundleName": "ContextAddedTwiceWatch",
          "WKCompanionAppBundleIdentifier": "com.example.podcasts",
        ]), bundleIdentifier: "com.example.podcasts.watch")
      return Stage(world: world, phone: phone, app: app, watch: watch, watchApp: watchApp)
    },
    scenario: { stage in
      await stage.watch!.open(stage.watchApp!)
      await stage.phone.open(stage.app)
      try await stage.world.pass(.seconds(10))
      await stage.watch!.pressCrown()
      for episode in ["one", "two"] {
        try await stage.world.pass(.minutes(5))
        await stage.phone.open(stage.app)
        await stage.phone.touch(stage.app, episode) { (app: PodcastPhoneApp) in app.choose(episode)
        }
      }
      try await stage.world.pass(.minutes(5))
      await stage.watch!.open(stage.watchApp!)
      try await stage.world.pass(.minutes(1))
    })
}

@Suite struct ContextAddedTwiceTests {
  @Test func `both forms add an episode when nothing goes wrong`() async throws {
    for variant in Variant.allCases {
      let verdict = try await play(.contextAddedTwice, variant)
      #expect(verdict.brokenSince == nil)
    }
  }
}
