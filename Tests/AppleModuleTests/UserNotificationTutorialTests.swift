import Testing
import TutorialsSwift5
import TutorialsSwift6
import UserNotifications
import YobanTesting

/// Apps as in tutorials, on a phone and on a watch.
@Suite struct UserNotificationTutorialTests {
  @Test(.world())
  func `an app of the Swift 5 mode reminds the user after an hour (NT3)`() async throws {
    let world = try World.current
    let phone = try world.addPhone(iOS: 17)
    let app = try phone.install(
      .delegate(ReminderAppDelegate.self), infoPlist: InfoPlist(["CFBundleName": "Cat"]))
    await phone.open(app)
    try await world.pass(.seconds(5))
    await phone.goHome()
    try await world.pass(.hours(1))
    #expect(phone.lookAtHomeScreen() == ["Cat": 1])
    try await phone.tapNotification("It looks hungry", action: "Snooze")
    #expect(app.log.texts == ["snooze Mia"])
  }

  @Test(.world())
  func `a scene that connects for a notification has its response (NT6)`() async throws {
    let world = try World.current
    let phone = try world.addPhone(iOS: 18)
    let app = try phone.install(
      .delegate(DiaryAppDelegate.self),
      infoPlist: InfoPlist(["UIApplicationSceneManifest": [String: String]()]))
    await phone.open(app)
    try await world.pass(.seconds(5))
    #expect(app.log.texts == ["connects", "granted true, alerts true"])
    #expect(app.badge == 2)
    await phone.goHome()
    app.process?.kill(.jetsam)
    try await world.pass(.hours(24))
    #expect(phone.notifications.shown.map(\.title) == ["Write your diary"])
    try await phone.tapNotification("diary")
    let launch = app.log.filter { $0.launch == 2 }.map(\.text)
    #expect(launch.contains("connects for diary") && launch.contains("open diary"))

    // The scene is connected, so only the delegate receives the next response.
    await phone.goHome()
    try await world.pass(.hours(24))
    try await phone.tapNotification("diary")
    #expect(app.log.texts.last == "open diary")
  }

  @Test(.world())
  func `a watch app notifies its user, and a tap opens it (NT6)`() async throws {
    let world = try World.current
    let watch = try world.addWatch(pairedWith: nil)
    var fixture = WatchAppFixture {
      UNUserNotificationCenter.current().delegate = WatchListener.shared
      UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { _, _ in
        let content = UNMutableNotificationContent()
        content.title = "Strap lost"
        UNUserNotificationCenter.current().add(
          UNNotificationRequest(
            identifier: "lost", content: content,
            trigger: UNTimeIntervalNotificationTrigger(timeInterval: 600, repeats: false)))
      }
    }
    fixture.name = "Night"
    let app = try watch.install(fixture)
    await watch.open(app)
    try await world.pass(.seconds(5))
    await watch.goHome()
    app.process?.kill(.jetsam)
    try await world.pass(.seconds(600))
    #expect(watch.notifications.shown.map(\.title) == ["Strap lost"])
    try await watch.tapNotification("Strap lost")
    #expect(app.state == .active)
    #expect(app.log.contains("response to lost"))
  }
}

private final class WatchListener: NSObject, UNUserNotificationCenterDelegate {
  @MainActor static let shared = WatchListener()

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    print("response to \(response.notification.request.identifier)")
    completionHandler()
  }
}
