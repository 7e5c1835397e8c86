import Testing
import UIKit
import YobanTesting

/// An app that ends its upload under a background task.
///
/// When the time is over, the faulty app begins another task in the expiration handler, because the
/// upload goes on. The new task gets no time: its handler is called at once, and begins the next one.
private final class FetcherApp: UIResponder, UIApplicationDelegate {
  private let variant: Variant
  private var task = UIBackgroundTaskIdentifier.invalid

  init(_ variant: Variant) { self.variant = variant }

  func applicationDidEnterBackground(_ application: UIApplication) {
    begin()
    Task {
      var request = URLRequest(url: URL(string: "https://fetcher.example.com/part")!)
      request.httpMethod = "PUT"
      request.timeoutInterval = 300
      do {
        _ = try await URLSession.shared.upload(for: request, from: Data(count: 1000))
        print("uploaded")
      } catch { print("failed") }
      end()
    }
  }

  private func begin() {
    task = UIApplication.shared.beginBackgroundTask {
      MainActor.assumeIsolated {
        let expired = self.task
        // Wrong in the faulty form: there is no more time.
        if self.variant == .faulty { self.begin() } else { self.task = .invalid }
        UIApplication.shared.endBackgroundTask(expired)
      }
    }
  }

  private func end() {
    UIApplication.shared.endBackgroundTask(task)
    task = .invalid
  }
}

extension KnownBug {
  static let taskInExpirationHandler = KnownBug(
    name: "TaskInExpirationHandler",
    thread: "https://github.com/google/gtm-session-fetcher/issues/199",
    clue: "expirationHandler",
    property: .always("the system does not end the app for a task") { stage in
      !stage.wasKilled
    },
    build: { world, variant in
      let server = try world.addServer("fetcher.example.com")
      server.respond(to: "PUT", "/part") { _ in .status(201) }
      let phone = try world.addPhone()
      let app = try phone.install(
        .making { FetcherApp(variant) },
        infoPlist: InfoPlist(["CFBundleName": "TaskInExpirationHandler"]))
      return Stage(world: world, phone: phone, app: app, server: server)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      try await stage.world.pass(.seconds(5))
      await stage.phone.goHome()
      try await stage.world.pass(.minutes(2))
    })
}

@Suite struct TaskInExpirationHandlerTests {
  @Test func `both forms upload when nothing goes wrong`() async throws {
    try await expectQuiet(.taskInExpirationHandler, prints: "uploaded")
  }
}
