import BackgroundTasks
import Testing
import UIKit
import YobanTesting

/// An app that looks for new photos in a refresh task and in a processing task.
///
/// Both handlers list the photos that are not queued yet, ask the server for the folder, and queue
/// what they have listed. Nothing says that the system runs the two tasks one after the other: when
/// they run together, the faulty app queues and uploads each photo twice.
private final class TwoTasksApp: UIResponder, UIApplicationDelegate {
  private let variant: Variant
  private var isSearching = false

  init(_ variant: Variant) { self.variant = variant }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    for identifier in ["cloud.refresh", "cloud.processing"] {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: .main) { task in
        MainActor.assumeIsolated { self.run(task) }
      }
    }
    return true
  }

  func applicationDidEnterBackground(_ application: UIApplication) { submit() }

  private func submit() {
    let processing = BGProcessingTaskRequest(identifier: "cloud.processing")
    processing.requiresNetworkConnectivity = true
    try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "cloud.refresh"))
    try? BGTaskScheduler.shared.submit(processing)
  }

  private func run(_ task: BGTask) {
    submit()
    let work = Task {
      await queueNewPhotos()
      task.setTaskCompleted(success: true)
    }
    task.expirationHandler = { work.cancel() }
  }

  /// The user takes a photo.
  func takePhoto() { save(photos + ["IMG_\(photos.count + 1)"], "photos") }

  private var photos: [String] { UserDefaults.standard.stringArray(forKey: "photos") ?? [] }
  private var queue: [String] { UserDefaults.standard.stringArray(forKey: "queue") ?? [] }
  private func save(_ names: [String], _ key: String) {
    UserDefaults.standard.set(names, forKey: key)
  }

  private func queueNewPhotos() async {
    switch variant {
    case .faulty: break  // Wrong: the other task may be between its list and its queue.
    case .mended: if isSearching { return }
    }
    isSearching = true
    defer { isSearching = false }
    let new = photos.filter { !queue.contains($0) }
    let folder = URLRequest(url: URL(string: "https://cloud.example.com/photos")!)
    guard (try? await URLSession.shared.data(for: folder)) != nil else { return }
    for name in new {
      save(queue + [name], "queue")
      print("queued", name)
    }
  }
}

extension KnownBug {
  static let tasksTogether = KnownBug(
    name: "TasksTogether", thread: "https://github.com/nextcloud/ios/issues/2225",
    clue: "bgtask.together",
    property: .always("no photo is queued twice") { stage in
      let queued = stage.app.log.texts.filter { $0.hasPrefix("queued") }
      return Set(queued).count == queued.count
    },
    build: { world, variant in
      let server = try world.addServer("cloud.example.com")
      server.respond(to: "GET", "/photos") { _ in .json("[]") }
      let phone = try world.addPhone()
      let app = try phone.install(
        .making { TwoTasksApp(variant) },
        infoPlist: .tasks("TasksTogether", ["cloud.refresh", "cloud.processing"]))
      return Stage(world: world, phone: phone, app: app, server: server)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      await stage.phone.touch(stage.app, "take a photo") { (app: TwoTasksApp) in app.takePhoto() }
      // At a charger and with a dark screen, both tasks run within an hour (FT1, FT4).
      stage.phone.power.isCharging = true
      await stage.phone.lock()
      try await stage.world.pass(.minutes(70))
    })
}

@Suite struct TasksTogetherTests {
  @Test func `two tasks that run together queue a photo twice in the faulty app`() async throws {
    try await expectShown(.tasksTogether, advice: [.bgtaskTogether.by(.ft10)]) { stage in
      await stage.phone.open(stage.app)
      await stage.phone.touch(stage.app, "take a photo") { (app: TwoTasksApp) in app.takePhoto() }
      await stage.phone.goHome()
      try await stage.world.pass(.minutes(1))
      #expect(stage.phone.runScheduledTask(stage.app, "cloud.refresh"))
      #expect(stage.phone.runScheduledTask(stage.app, "cloud.processing"))
      try await stage.world.pass(.minutes(1))
    }
  }

  @Test func `both forms queue the photo once when nothing goes wrong`() async throws {
    try await expectQuiet(.tasksTogether, prints: "queued IMG_1")
  }
}
