import Testing
import UIKit
import YobanTesting

/// An app that registers a channel when its user leaves it, under a background task.
///
/// When the request fails, the app tries again after five minutes. The faulty app ends the background
/// task when it has succeeded, and its expiration handler does nothing: the system ends an app whose
/// task goes on when the time is over.
private final class ChannelApp: UIResponder, UIApplicationDelegate {
  private let variant: Variant
  private var task = UIBackgroundTaskIdentifier.invalid

  init(_ variant: Variant) { self.variant = variant }

  func applicationDidEnterBackground(_ application: UIApplication) {
    task = application.beginBackgroundTask {
      switch self.variant {
      case .faulty: break  // Wrong: the task must end here, too.
      case .mended: self.endTask()
      }
    }
    Task { await register() }
  }

  private func endTask() {
    UIApplication.shared.endBackgroundTask(task)
    task = .invalid
  }

  private func register() async {
    var request = URLRequest(url: URL(string: "https://channels.example.com/channel")!)
    request.httpMethod = "POST"
    do {
      _ = try await URLSession.shared.upload(for: request, from: Data("channel".utf8))
      print("registered")
      endTask()
    } catch {
      print("failed")
      try? await Task.sleep(for: .seconds(300))
      await register()
    }
  }
}

extension KnownBug {
  static let taskNotEnded = KnownBug(
    name: "TaskNotEnded", thread: "https://github.com/urbanairship/ios-library/pull/61",
    clue: "bgtask.leaked",
    property: .always("the system does not end the app for a task") { stage in
      !stage.wasKilled
    },
    build: { world, variant in
      let server = try world.addServer("channels.example.com")
      server.respond(to: "POST", "/channel") { _ in .status(201) }
      let phone = try world.addPhone()
      let app = try phone.install(
        .making {
          ChannelApp(variant)
        }, infoPlist: InfoPlist(["CFBundleName": "TaskNotEnded"]))
      return Stage(world: world, phone: phone, app: app, server: server)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      try await stage.world.pass(.seconds(20))
      await stage.phone.goHome()
      try await stage.world.pass(.minutes(2))
    })
}

@Suite struct TaskNotEndedTests {
  @Test func `a task that goes on after a failed request ends the faulty app`() async throws {
    try await expectShown(.taskNotEnded, findings: [.bgtaskLeaked.by(.bg4)]) { stage in
      stage.phone.network.path = .offline
      await stage.phone.open(stage.app)
      await stage.phone.goHome()
      try await stage.world.pass(.minutes(2))
    }
  }

  @Test func `both forms register the channel when nothing goes wrong`() async throws {
    try await expectQuiet(.taskNotEnded, prints: "registered")
  }
}
