import Testing
import UIKit
import YobanTesting

/// An app that fetches new comments when a silent push says so.
///
/// The faulty app calls the completion handler of the push only when it has found comments. The system
/// ends an app that does not call it in time.
private final class CommentsApp: UIResponder, UIApplicationDelegate {
  private let variant: Variant

  init(_ variant: Variant) { self.variant = variant }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    application.registerForRemoteNotifications()
    return true
  }

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    var isComplete = false
    func complete(_ result: UIBackgroundFetchResult) {
      if !isComplete { completionHandler(result) }
      isComplete = true
    }
    Task {
      let url = URL(string: "https://comments.example.com/new")!
      guard let (data, _) = try? await URLSession.shared.data(from: url), !data.isEmpty else {
        // Wrong in the faulty form: this way ends without the call.
        if variant == .mended { complete(.failed) }
        return
      }
      print("shows", String(decoding: data, as: UTF8.self))
      complete(.newData)
    }
    // The system does not wait for a server that is slow.
    if variant == .mended {
      DispatchQueue.main.asyncAfter(deadline: .now() + 20) { complete(.failed) }
    }
  }
}

extension KnownBug {
  static let pushNotCompleted = KnownBug(
    name: "PushNotCompleted",
    thread: "https://github.com/wordpress-mobile/WordPress-iOS/issues/25657",
    clue: "didReceiveRemoteNotification",
    property: .always("the system does not end the app for a push") { stage in
      !stage.wasKilled
    },
    build: { world, variant in
      let server = try world.addServer("comments.example.com")
      server.respond(to: "GET", "/new") { _ in .text("a comment") }
      let phone = try world.addPhone()
      let app = try phone.install(
        .making { CommentsApp(variant) },
        infoPlist: InfoPlist([
          "CFBundleName": "PushNotCompleted", "UIBackgroundModes": ["remote-notification"],
        ]), entitlements: ["aps-environment": "production"])
      return Stage(world: world, phone: phone, app: app, server: server)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      try await stage.world.pass(.seconds(20))
      await stage.phone.goHome()
      for _ in 1...3 {
        try await stage.world.pass(.minutes(10))
        // A server cannot reach an app that has no token yet.
        try? stage.phone.push(to: stage.app, payload: #"{"aps": {"content-available": 1}}"#)
      }
      try await stage.world.pass(.minutes(5))
    })
}

@Suite struct PushNotCompletedTests {
  @Test func `a push without an answer of the server ends the faulty app`() async throws {
    try await expectShown(.pushNotCompleted, findings: [.eventNotCompleted.by(.ft6)]) { stage in
      stage.server!.respond(to: "GET", "/new") { _ in .text("") }
      try await KnownBug.pushNotCompleted.scenario(stage)
    }
  }

  @Test func `both forms show the comment when nothing goes wrong`() async throws {
    try await expectQuiet(.pushNotCompleted, prints: "shows a comment")
  }
}
