import BackgroundTasks
import Testing
import UIKit
import YobanTesting

/// An app that fetches its lists in a refresh task.
///
/// The work waits for the server on the queue of the task's handler, and the end of the task's time
/// is handled on that queue, too. When the server is slow, the faulty app does not get to complete
/// the task in time, and the system kills it.
private final class ListsApp: UIResponder, UIApplicationDelegate {
  private let variant: Variant
  private let tasks = DispatchQueue(label: "tasks")

  init(_ variant: Variant) { self.variant = variant }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let (variant, tasks) = (variant, tasks)
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "lists.refresh", using: tasks) { task in
      Self.submit()
      // Sendable: a task may be completed on any thread.
      nonisolated(unsafe) let task = task
      task.expirationHandler = {
        tasks.async {
          print("expired")
          task.setTaskCompleted(success: false)
        }
      }
      switch variant {
      case .faulty:
        // Wrong: this occupies the queue on which the expiration is handled.
        Self.fetch()
        task.setTaskCompleted(success: true)
      case .mended:
        DispatchQueue.global().async {
          Self.fetch()
          task.setTaskCompleted(success: true)
        }
      }
    }
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) { Self.submit() }

  nonisolated private static func submit() {
    try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "lists.refresh"))
  }

  /// Waits until the server has answered.
  nonisolated private static func fetch() {
    let answered = DispatchSemaphore(value: 0)
    let url = URL(string: "https://lists.example.com/lists")!
    URLSession.shared.dataTask(with: url) { _, _, _ in answered.signal() }.resume()
    answered.wait()
    print("fetched")
  }
}

extension KnownBug {
  static let expirationBehindWork = KnownBug(
    name: "ExpirationBehindWork", thread: "https://github.com/duckduckgo/iOS/pull/782",
    clue: "expirationHandler, lists.refresh",
    property: .always("the system does not kill the app for a task") { stage in
      !stage.app.terminations.contains {
        if case .killed(.backgroundTask, _) = $0 { true } else { false }
      }
    },
    build: { world, variant in
      let server = try world.addServer("lists.example.com")
      server.respond(to: "GET", "/lists") { _ in .json("[]") }
      let phone = try world.addPhone()
      let app = try phone.install(
        .making {
          ListsApp(variant)
        }, infoPlist: .tasks("ExpirationBehindWork", ["lists.refresh"]))
      return Stage(world: world, phone: phone, app: app, server: server)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      await stage.phone.goHome()
      // A refresh comes within an hour (FT1).
      try await stage.world.pass(.minutes(70))
    })
}

@Suite struct ExpirationBehindWorkTests {
  @Test
  func `a slow server gets the faulty app killed, because its work keeps the expiration waiting`()
    async throws
  {
    try await expectShown(.expirationBehindWork, findings: [.bgtaskLeaked.by(.ft3)]) { stage in
      stage.server!.respond(to: "GET", "/lists") { _ in .json("[]").after(.minutes(2)) }
      await stage.phone.open(stage.app)
      await stage.phone.goHome()
      try await stage.world.pass(.hours(6))
    }
  }

  @Test func `both forms fetch their lists when nothing goes wrong`() async throws {
    try await expectQuiet(.expirationBehindWork, prints: "fetched")
  }
}
