import CoreLocation
import Testing
import UIKit
import UserNotifications
import YobanTesting

/// The life of a local notification: permission, delivery, tap, badge.
@Suite struct UserNotificationsTests {
  /// Posts a notification when the app has entered background, which names a screen.
  private static let postsInBackground: @MainActor @Sendable () -> Void = {
    NotifyingApp.notify("gap", "Recording stopped") {
      $0.userInfo = ["screen": "Gap at 3:12"]
      $0.badge = 1
    }
  }

  @Test(.world())
  func `a tap on a notification of a killed app launches it into the right screen (NT6)`()
    async throws
  {
    let f = try await NotifyingFixture.start(
      NotifyingApp(
        launched: { NotifyingApp.ask() },
        inBackground: UserNotificationsTests.postsInBackground))
    #expect(try await f.app.texts == ["Recordings"])
    await f.phone.goHome()
    #expect(f.phone.notifications.shown.map(\.title) == ["Recording stopped"])
    f.app.process?.kill(.jetsam)
    #expect(f.app.state == .notRunning)

    try await f.phone.tapNotification("Recording stopped")
    #expect(f.app.state == .active)
    #expect(try await f.app.texts.contains("Details of Gap at 3:12"))
    #expect(f.phone.notifications.shown.isEmpty)
    // The response is handled before the app is active.
    // The launched process asks again, and is answered later.
    let launch = f.lines.filter { !$0.hasPrefix("permission") }.suffix(2)
    #expect(Array(launch) == ["response UNNotificationDefaultActionIdentifier to gap", "active"])
  }

  @Test(.world()) func `a badge is seen on the home screen (NT4)`() async throws {
    let f = try await NotifyingFixture.start(
      NotifyingApp(
        launched: { NotifyingApp.ask() },
        inBackground: UserNotificationsTests.postsInBackground))
    await f.phone.goHome()
    #expect(f.app.badge == 1)
    #expect(f.phone.lookAtHomeScreen() == ["Night": 1])
    let looks = f.world.trace.events.filter {
      $0.kind == .user("sees the badge 1 of Night on the home screen")
    }
    #expect(looks.count == 1)
    await f.phone.lock()
    #expect(f.phone.lookAtHomeScreen() == [:], "the screen is dark")
    await f.phone.open(f.app)
    #expect(f.phone.lookAtHomeScreen() == [:], "the app is in front")
    await f.phone.goHome()
    let badges = f.world.trace.events.filter { $0.kind == .badge(1) }
    #expect(badges.count == 1, "the second notification changes nothing")
    f.phone.setNotifications(.badge, false, for: f.app)
    #expect(f.phone.lookAtHomeScreen() == [:])
  }

  @Test(.world())
  func `an app with a refused permission gets errors, and nothing is shown (NT1)`() async throws {
    let f = try await NotifyingFixture.start(
      NotifyingApp(
        launched: { NotifyingApp.ask() },
        inBackground: UserNotificationsTests.postsInBackground)
    ) { $0.phone.notifications.answer(false, for: $0.app) }
    #expect(f.lines.contains("permission false"))
    await f.phone.goHome()
    try await f.world.pass(.seconds(1))
    // UNErrorCodeNotificationsNotAllowed is 1.
    #expect(f.lines.contains("gap refused 1"))
    #expect(f.phone.notifications.shown.isEmpty && f.app.badge == 0)
    let error = await #expect(throws: NotificationError.self) {
      try await f.phone.tapNotification("Recording stopped")
    }
    #expect(
      error?.description
        == "No notification named \"Recording stopped\" is shown on phone. None is shown. Night has no permission, because the user refused it."
    )
  }

  @Test(.world())
  func `an app that never asked gets an error and a finding (NT1)`() async throws {
    let f = try await NotifyingFixture.start(
      NotifyingApp(inBackground: UserNotificationsTests.postsInBackground))
    await f.phone.goHome()
    try await f.world.pass(.seconds(1))
    #expect(f.lines.contains("gap refused 1"))
    #expect(f.findings == [.notificationsNeverAsked])
  }

  @Test(.world())
  func `provisional notifications arrive quietly until the user keeps them (NT2)`() async throws {
    let f = try await NotifyingFixture.start(
      NotifyingApp(
        launched: { NotifyingApp.ask([.alert, .badge, .sound, .provisional]) },
        inBackground: {
          NotifyingApp.notify("gap", "Recording stopped", trigger: NotifyingApp.after(2)) {
            $0.badge = 1
          }
        }))
    #expect(f.lines.contains("permission true"))
    #expect(f.app.notificationPermission == "provisional")
    await f.phone.lock()
    try await f.world.pass(.seconds(3))
    #expect(f.phone.notifications.shown.map(\.place) == [.notificationCenter])
    #expect(!f.phone.isScreenOn && f.app.badge == 0)

    try f.phone.keepNotifications(of: f.app)
    await f.phone.open(f.app)
    await f.phone.lock()
    try await f.world.pass(.seconds(3))
    #expect(f.phone.notifications.shown.map(\.place) == [.lockScreen])
    #expect(f.phone.isScreenOn && f.app.badge == 1)
    // The policy lights the screen for 10 s.
    try await f.world.pass(.seconds(11))
    #expect(!f.phone.isScreenOn)
  }

  @Test(.world())
  func `the user turns provisional notifications off (NT2)`() async throws {
    let f = try await NotifyingFixture.start(
      NotifyingApp(
        launched: { NotifyingApp.ask([.alert, .provisional]) },
        inBackground: UserNotificationsTests.postsInBackground))
    #expect(throws: NotificationError.self) { try f.phone.turnOffNotifications(of: f.app) }
    await f.phone.goHome()
    try f.phone.turnOffNotifications(of: f.app)
    #expect(f.app.notificationPermission == "denied")
    #expect(f.phone.notifications.shown.isEmpty)
  }

  @Test(.world(), arguments: [true, false])
  func `in the foreground the delegate decides whether a notification is shown (NT5)`(
    _ isShown: Bool
  ) async throws {
    let f = try await NotifyingFixture.start(
      NotifyingApp(
        showing: isShown ? [.banner, .list] : [],
        launched: {
          NotifyingApp.ask()
          NotifyingApp.notifyLater("gap", "Recording stopped", in: 10)
        }))
    try await f.world.pass(.seconds(10))
    #expect(f.lines.contains("will present gap"))
    #expect(f.phone.notifications.shown.map(\.place) == (isShown ? [.banner] : []))
    guard isShown else { return }
    // A tap on the banner of the active app.
    try await f.phone.tapNotification("gap")
    #expect(f.lastResponse == "response UNNotificationDefaultActionIdentifier to gap")
  }

  @Test(.world())
  func `without a delegate a notification in the foreground is not shown (NT5)`() async throws {
    let f = try await NotifyingFixture.start(
      NotifyingApp(
        setsDelegate: false,
        launched: {
          NotifyingApp.ask()
          NotifyingApp.notifyLater("gap", "Recording stopped", in: 10)
        }))
    try await f.world.pass(.seconds(10))
    #expect(f.phone.notifications.shown.isEmpty)
  }

  @Test(.world())
  func `a response that launched the app is lost without a delegate at launch (NT6)`()
    async throws
  {
    let f = try await NotifyingFixture.start(
      NotifyingApp(
        setsDelegate: false, launched: { NotifyingApp.ask() },
        inBackground: UserNotificationsTests.postsInBackground))
    await f.phone.goHome()
    f.app.process?.kill(.jetsam)
    try await f.phone.tapNotification("gap")
    #expect(f.findings == [.notificationsResponseLost])
    #expect(try await f.app.texts == ["Recordings"])
  }

  @Test(.world())
  func `a region event wakes a terminated app, which notifies the user`() async throws {
    let f = try await NotifyingFixture.start(
      NotifyingApp(
        plist: InfoPlist([
          "CFBundleName": "Night", "NSLocationWhenInUseUsageDescription": "To find the door.",
          "NSLocationAlwaysAndWhenInUseUsageDescription": "To find the door.",
        ]),
        launched: {
          NotifyingApp.ask()
          RegionListener.start()
        }))
    await f.phone.goHome()
    try await f.world.pass(.seconds(60))
    f.app.process?.kill(.jetsam)
    f.phone.place = Place(x: 2_000)
    try await f.world.pass(.seconds(600))
    #expect(f.phone.notifications.shown.map(\.title) == ["You left home"])
    f.app.process?.kill(.jetsam)
    try await f.phone.tapNotification("You left home")
    #expect(try await f.app.texts.contains("Details of Home"))
  }
}

extension NotifyingApp {
  /// Adds a notification after the user has answered for the permission.
  @MainActor static func notifyLater(_ identifier: String, _ title: String, in seconds: Double) {
    DispatchQueue.main.asyncAfter(deadline: .now() + 3) {
      notify(identifier, title, trigger: after(seconds - 3))
    }
  }
}

/// Monitors a region around the origin, and notifies the user at its exit.
@MainActor private final class RegionListener: NSObject, @MainActor CLLocationManagerDelegate {
  private let manager = CLLocationManager()

  static func start() {
    let listener = AppProcess.current!.process.resident(RegionListener.self) { RegionListener() }
    listener.manager.delegate = listener
    listener.manager.requestAlwaysAuthorization()
    if listener.manager.monitoredRegions.isEmpty {
      let here = World.geography.coordinate(of: .origin)
      listener.manager.startMonitoring(
        for: CLCircularRegion(
          center: CLLocationCoordinate2D(latitude: here.latitude, longitude: here.longitude),
          radius: 200, identifier: "home"))
    }
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    NotifyingApp.notify("left", "You left home") { $0.userInfo = ["screen": "Home"] }
  }
}
