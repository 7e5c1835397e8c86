import BackgroundTasks
import Testing
import UIKit
import YobanTesting

/// An app that registers the handler of its refresh task.
///
/// The faulty app does it when its scene connects, and not before the launch has ended, as the system
/// demands.
private final class NewsApp: UIResponder, UIApplicationDelegate {
  private let variant: Variant

  init(_ variant: Variant) { self.variant = variant }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    if variant == .mended { register() }
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    // Wrong: the launch has ended.
    if variant == .faulty { register() }
  }

  private func register() {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "news.refresh", using: .main) { task in
      print("refreshed")
      task.setTaskCompleted(success: true)
    }
    print("registered")
  }
}

extension KnownBug {
  static let registeredLate = KnownBug(
    name: "RegisteredLate",
    thread: "https://github.com/transistorsoft/flutter_background_fetch/issues/414",
    clue: "All launch handlers must be registered before application finishes launching",
    property: .always("the app does not crash") { stage in
      !stage.hasCrashed
    },
    build: { world, variant in
      let phone = try world.addPhone()
      let app = try phone.install(
        .making { NewsApp(variant) }, infoPlist: .tasks("RegisteredLate", ["news.refresh"]))
      return Stage(world: world, phone: phone, app: app)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      try await stage.world.pass(.minutes(1))
    })
}

@Suite struct RegisteredLateTests {
  @Test func `a handler that is registered after the launch crashes the app`() async throws {
    try await expectShown(
      .registeredLate, findings: [.bgtaskRegisteredLate.by(.ft2)],
      by: KnownBug.registeredLate.scenario)
  }
}
