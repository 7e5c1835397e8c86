import BackgroundTasks
import Testing
import UIKit
import YobanTesting

/// An app that uploads new photos in refresh tasks.
///
/// A request of BGTaskScheduler is used up by its launch. The faulty app submits one when it enters
/// the background, and none in the handler: if that one launch does not get the photo through, no
/// other one comes until the user opens the app.
private final class CloudApp: UIResponder, UIApplicationDelegate {
  private let variant: Variant

  init(_ variant: Variant) { self.variant = variant }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "cloud.refresh", using: .main) { task in
      MainActor.assumeIsolated { self.refresh(task) }
    }
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) { Task { await upload() } }
  func applicationDidEnterBackground(_ application: UIApplication) { submit() }

  private func submit() {
    let request = BGAppRefreshTaskRequest(identifier: "cloud.refresh")
    request.earliestBeginDate = Date(timeIntervalSinceNow: 900)
    try? BGTaskScheduler.shared.submit(request)
  }

  private func refresh(_ task: BGTask) {
    switch variant {
    case .faulty: break  // Wrong: nothing asks for the next refresh.
    case .mended: submit()
    }
    let work = Task {
      let isDone = await upload()
      task.setTaskCompleted(success: isDone)
    }
    task.expirationHandler = { work.cancel() }
  }

  /// The user takes a photo.
  func takePhoto() {
    UserDefaults.standard.set(true, forKey: "photo")
    submit()
    print("taken")
  }

  @discardableResult private func upload() async -> Bool {
    guard UserDefaults.standard.bool(forKey: "photo") else { return true }
    var request = URLRequest(url: URL(string: "https://cloud.example.com/photo")!)
    request.httpMethod = "PUT"
    do {
      _ = try await URLSession.shared.upload(for: request, from: Data("photo".utf8))
      UserDefaults.standard.set(false, forKey: "photo")
      print("uploaded")
      return true
    } catch {
      print("failed")
      return false
    }
  }
}

extension KnownBug {
  static let neverSubmittedAgain = KnownBug(
    name: "NeverSubmittedAgain", thread: "https://github.com/nextcloud/ios/issues/2158",
    // The system may wait for hours before it runs a refresh task (FT2).
    clue: "bgtask.not-submitted-again",
    property: .eventually(within: .hours(6), "a new photo is on the server within 6 hours") {
      stage in
      !stage.app.log.contains("taken") || !stage.server!.requests.isEmpty || !stage.mayRefresh
        || stage.app.state == .active
    },
    build: { world, variant in
      let server = try world.addServer("cloud.example.com")
      server.respond(to: "PUT", "/photo") { _ in .status(201) }
      let phone = try world.addPhone()
      let app = try phone.install(
        .making {
          CloudApp(variant)
        }, infoPlist: .tasks("NeverSubmittedAgain", ["cloud.refresh"]))
      return Stage(world: world, phone: phone, app: app, server: server)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      await stage.phone.touch(stage.app, "take a photo") { (app: CloudApp) in app.takePhoto() }
      await stage.phone.goHome()
      try await stage.world.pass(.hours(10))
    })
}

extension Stage {
  /// Whether the conditions for a refresh task of the app are met.
  var mayRefresh: Bool {
    isOnline && phone.isUnlocked && !app.isForceQuit && !phone.power.isLowPowerMode
      && app.backgroundRefreshStatus == .available
  }
}

extension InfoPlist {
  /// An app with tasks of BGTaskScheduler.
  static func tasks(_ name: String, _ identifiers: [String]) -> InfoPlist {
    InfoPlist([
      "CFBundleName": name, "UIBackgroundModes": ["fetch", "processing"],
      "BGTaskSchedulerPermittedIdentifiers": identifiers,
    ])
  }
}

@Suite struct NeverSubmittedAgainTests {
  @Test func `one refresh without a network is the last one of the faulty app`() async throws {
    try await expectShown(.neverSubmittedAgain, advice: [.bgtaskNotSubmittedAgain.by(.ft2)]) {
      stage in
      await stage.phone.open(stage.app)
      await stage.phone.touch(stage.app, "take a photo") { (app: CloudApp) in app.takePhoto() }
      await stage.phone.goHome()
      stage.phone.network.path = .offline
      try await stage.world.wait(for: "the refresh", atMost: .hours(6)) {
        stage.app.log.contains("failed")
      }
      stage.phone.network.path = .wifi
    }
  }

  @Test func `both forms upload the photo when nothing goes wrong`() async throws {
    try await expectQuiet(.neverSubmittedAgain, prints: "uploaded")
  }
}
