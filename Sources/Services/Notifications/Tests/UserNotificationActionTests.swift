import Testing
import UIKit
import UserNotifications
import YobanTesting

/// Actions of notifications: in the background, in the foreground, with text, and dismissals (NT7).
@Suite struct UserNotificationActionTests {
  private static let app = NotifyingApp(
    launched: {
      NotifyingApp.ask()
      let actions = [
        UNNotificationAction(identifier: "later", title: "Later", options: []),
        UNNotificationAction(identifier: "show", title: "Show", options: [.foreground]),
        UNNotificationAction(
          identifier: "delete", title: "Delete", options: [.destructive, .authenticationRequired]),
        UNTextInputNotificationAction(
          identifier: "note", title: "Note", options: [], textInputButtonTitle: "Save",
          textInputPlaceholder: "What happened?"),
      ]
      UNUserNotificationCenter.current().setNotificationCategories([
        UNNotificationCategory(
          identifier: "gap", actions: actions, intentIdentifiers: [],
          options: [.customDismissAction])
      ])
    },
    inBackground: {
      NotifyingApp.notify("gap", "Recording stopped", trigger: NotifyingApp.after(20)) {
        $0.categoryIdentifier = "gap"
      }
    })

  /// Starts the app, locks the phone and lets it deliver the notification to the suspended or killed app.
  private func locked(isKilled: Bool = false) async throws -> NotifyingFixture {
    let f = try await NotifyingFixture.start(Self.app) { $0.phone.hasPasscode = true }
    await f.phone.lock()
    try await f.world.pass(.seconds(25))
    #expect(f.app.state == .suspended)
    if isKilled { f.app.process?.kill(.jetsam) }
    return f
  }

  @Test(.world(), arguments: [false, true])
  func `an action without the option foreground runs in the background (NT7)`(_ isKilled: Bool)
    async throws
  {
    let f = try await locked(isKilled: isKilled)
    try await f.phone.tapNotification("gap", action: "Later")
    #expect(f.lastResponse == "response later to gap in background")
    #expect(f.phone.isLocked && f.app.state != .active)
    #expect(
      f.app.launches == (isKilled ? [.user, .notificationAction("later")] : [.user]))
    #expect(f.phone.notifications.shown.isEmpty)
    // The app has completed the response, so it is suspended again.
    try await f.world.pass(.seconds(15))
    #expect(f.app.state == .suspended)
  }

  @Test(.world(), arguments: [false, true])
  func `an action with the option foreground opens the app (NT7)`(_ isKilled: Bool) async throws {
    let f = try await locked(isKilled: isKilled)
    try await f.phone.tapNotification("Recording stopped", action: "Show")
    #expect(f.lines.contains("response show to gap"))
    #expect(f.app.state == .active && !f.phone.isLocked)
  }

  @Test(.world())
  func
    `an action that requires authentication unlocks the device, but does not open the app (NT7)`()
    async throws
  {
    let f = try await locked()
    try await f.phone.tapNotification("gap", action: "Delete")
    #expect(f.lastResponse == "response delete to gap in background")
    #expect(!f.phone.isLocked && f.app.state != .active)
  }

  @Test(.world()) func `the user types a text (NT7)`() async throws {
    let f = try await locked()
    try await f.phone.tapNotification("gap", action: "Note", text: "strap fell off")
    #expect(f.lastResponse == "response note strap fell off to gap in background")
  }

  @Test(.world())
  func `a dismissal reaches an app whose category asks for it (NT7)`() async throws {
    let f = try await locked()
    try await f.phone.dismissNotification("gap")
    #expect(
      f.lastResponse == "response UNNotificationDismissActionIdentifier to gap in background")
    #expect(f.phone.notifications.shown.isEmpty)
  }

  @Test(.world()) func `errors say which buttons and notifications there are`() async throws {
    let f = try await locked()
    func message(_ body: () async throws -> Void) async -> String? {
      await #expect(throws: NotificationError.self) { try await body() }?.description
    }
    #expect(
      await message { try await f.phone.tapNotification("gap", action: "Stop") }
        == "The notification has no button \"Stop\"; it has \"Later\", \"Show\", \"Delete\", \"Note\"."
    )
    #expect(
      await message { try await f.phone.tapNotification("gap", action: "Note") }
        == "\"Note\" takes a text: pass what the user types as text.")
    #expect(
      await message { try await f.phone.tapNotification("other") }
        == "No notification named \"other\" is shown on phone. Shown are: gap of Night: \"Recording stopped\" with Later, Show, Delete, Note."
    )
  }

  @Test(.world()) func `hidden previews show only the name of the app on a locked phone (NT9)`()
    async throws
  {
    let f = try await locked()
    f.phone.notifications.previews = .whenUnlocked
    let shown = try #require(f.phone.notifications.shown.first)
    #expect(shown.title == "Night" && shown.body == "Notification")
    await #expect(throws: NotificationError.self) {
      try await f.phone.tapNotification("Recording stopped")
    }
    f.phone.unlock()
    #expect(f.phone.notifications.shown.map(\.title) == ["Recording stopped"])
  }

  @Test(.world()) func `a response that is not completed is a finding (NT7)`() async throws {
    let f = try await NotifyingFixture.start(
      NotifyingApp(
        launched: {
          NotifyingApp.ask()
          UNUserNotificationCenter.current().delegate = Forgetful.shared
        }, inBackground: { NotifyingApp.notify("gap", "Recording stopped") }))
    await f.phone.goHome()
    let start = f.world.now
    try await f.phone.tapNotification("gap")
    #expect(f.findings == [.notificationsResponseNotCompleted])
    #expect(f.world.now - start >= .seconds(30))
  }

  @Test(.world()) func `the asynchronous form receives a response`() async throws {
    let f = try await NotifyingFixture.start(
      NotifyingApp(
        launched: {
          NotifyingApp.ask()
          UNUserNotificationCenter.current().delegate = AsyncListener.shared
        }, inBackground: { NotifyingApp.notify("gap", "Recording stopped") }))
    await f.phone.goHome()
    try await f.phone.tapNotification("gap")
    #expect(f.lines.contains("gap after a second"))
  }

  @Test(.world()) func `the app shows its own notification settings`() async throws {
    let f = try await NotifyingFixture.start(
      NotifyingApp(
        launched: {
          NotifyingApp.ask([.alert, .providesAppNotificationSettings])
        }, inBackground: { NotifyingApp.notify("gap", "Recording stopped") }))
    await f.phone.goHome()
    try await f.phone.openNotificationSettings(of: f.app, from: "gap")
    #expect(f.lines.contains("settings for gap") && f.app.state == .active)
  }
}

private final class Forgetful: NSObject, UNUserNotificationCenterDelegate {
  @MainActor static let shared = Forgetful()

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {}
}

private final class AsyncListener: NSObject, UNUserNotificationCenterDelegate {
  @MainActor static let shared = AsyncListener()

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async {
    let identifier = response.notification.request.identifier
    try? await Task.sleep(for: .seconds(1))
    print("\(identifier) after a second")
  }
}
