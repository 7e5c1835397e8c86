import CoreLocation
import Testing
import UIKit
import UserNotifications
import YobanTesting

/// Pending requests over time: intervals, calendars, regions, relaunches, reboots and the limit (NT3).
@Suite struct UserNotificationScheduleTests {
  private static func app(_ schedule: @escaping @MainActor @Sendable () -> Void) -> NotifyingApp {
    NotifyingApp(launched: { NotifyingApp.ask() }, inBackground: schedule)
  }

  @Test(.world())
  func `a pending request survives the app's end and a reboot (NT3)`() async throws {
    let f = try await NotifyingFixture.start(
      Self.app { NotifyingApp.notify("gap", "Look", trigger: NotifyingApp.after(600)) })
    await f.phone.goHome()
    await f.phone.swipeAway(f.app)
    try await f.phone.reboot()
    #expect(f.phone.notifications.shown.isEmpty)
    try await f.world.pass(.seconds(600))
    #expect(f.phone.notifications.shown.map(\.title) == ["Look"])
    // The delivered notification survives a reboot, too.
    try await f.phone.reboot()
    try await f.phone.tapNotification("Look")
    #expect(f.app.launches == [.user, .user])
    #expect(f.lastResponse == "response UNNotificationDefaultActionIdentifier to gap")
  }

  @Test(.world())
  func `a notification that was due while the phone was off appears after the boot (NT3)`()
    async throws
  {
    let f = try await NotifyingFixture.start(
      Self.app { NotifyingApp.notify("gap", "Look", trigger: NotifyingApp.after(10)) })
    await f.phone.goHome()
    // The boot takes 30 s.
    try await f.phone.reboot()
    try await f.world.pass(.seconds(1))
    #expect(f.phone.notifications.shown.map(\.title) == ["Look"])
  }

  @Test(.world())
  func `a calendar trigger repeats each hour of a night, without the app (NT3)`() async throws {
    let f = try await NotifyingFixture.start(
      Self.app {
        var components = DateComponents()
        components.minute = 30
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
        let next = trigger.nextTriggerDate()!
        print("next in \(Int(next.timeIntervalSinceNow.rounded())) s")
        NotifyingApp.notify("check", "Still on?", trigger: trigger)
      })
    await f.phone.lock()
    let start = f.world.now
    f.app.process?.kill(.jetsam)
    try await f.world.pass(.hours(8))
    // Eight hours contain half past of eight hours.
    #expect(f.deliveries.count == 8)
    let first = try #require(f.deliveries.first)
    let told = try #require(
      f.lines.compactMap { line in
        line.hasPrefix("next in ") ? Int(line.dropFirst(8).dropLast(2)) : nil
      }.first)
    #expect(abs((first - start) / .seconds(1) - Double(told)) < 1)
    for (a, b) in zip(f.deliveries, f.deliveries.dropFirst()) { #expect(b - a == .seconds(3600)) }
    // Only the newest is listed, because all have the same identifier.
    #expect(f.phone.notifications.shown.count == 1)
  }

  @Test(.world())
  func `the system discards the first of 65 pending requests without an error (NT3)`()
    async throws
  {
    let f = try await NotifyingFixture.start(
      Self.app {
        for i in 1...65 {
          NotifyingApp.notify("n\(i)", "n\(i)", trigger: NotifyingApp.after(1_000 + Double(i)))
        }
        UNUserNotificationCenter.current().getPendingNotificationRequests { requests in
          print("pending \(requests.count) from \(requests[0].identifier)")
        }
      })
    await f.phone.goHome()
    try await f.world.pass(.seconds(1))
    #expect(f.lines.contains("pending 64 from n2"))
    #expect(f.findings == [.notificationsLimit])
    #expect(!f.lines.contains { $0.contains("refused") })
    try await f.world.pass(.seconds(2_000))
    #expect(f.phone.notifications.shown.count == 64)
  }

  @Test(.world())
  func `a request replaces the pending and the delivered one with its identifier (NT3)`()
    async throws
  {
    let f = try await NotifyingFixture.start(
      Self.app {
        NotifyingApp.notify("gap", "first", trigger: NotifyingApp.after(100))
        NotifyingApp.notify("gap", "second", trigger: NotifyingApp.after(50))
      })
    await f.phone.goHome()
    try await f.world.pass(.seconds(200))
    #expect(f.phone.notifications.shown.map(\.title) == ["second"])
    #expect(f.deliveries.count == 1)
  }

  @Test(.world())
  func `removed requests and notifications do not appear`() async throws {
    let f = try await NotifyingFixture.start(
      Self.app {
        let center = UNUserNotificationCenter.current()
        NotifyingApp.notify("a", "a", trigger: NotifyingApp.after(20))
        NotifyingApp.notify("b", "b", trigger: NotifyingApp.after(20))
        NotifyingApp.notify("c", "c")
        NotifyingApp.notify("d", "d")
        center.removePendingNotificationRequests(withIdentifiers: ["a"])
        center.removeDeliveredNotifications(withIdentifiers: ["c"])
        center.getDeliveredNotifications { print($0.map(\.request.identifier)) }
      })
    await f.phone.goHome()
    try await f.world.pass(.seconds(60))
    #expect(f.lines.contains("[\"d\"]"))
    #expect(f.phone.notifications.shown.map(\.title) == ["b", "d"])
    await f.phone.clearNotifications()
    #expect(f.phone.notifications.shown.isEmpty)
  }

  @Test(.world())
  func `a short interval that repeats terminates the app (NT3)`() async throws {
    let f = try await NotifyingFixture.start(
      Self.app { _ = NotifyingApp.after(59, repeats: true) })
    await f.phone.goHome()
    #expect(
      f.app.terminations == [
        .crash(
          "NSInternalInconsistencyException: time interval must be at least 60 if repeating")
      ])
  }

  @Test(.world())
  func `a request without content or without a date is refused with Apple's code`() async throws {
    let f = try await NotifyingFixture.start(
      Self.app {
        NotifyingApp.notify("empty")
        NotifyingApp.notify(
          "dateless", "a",
          trigger: UNCalendarNotificationTrigger(dateMatching: DateComponents(), repeats: false))
        NotifyingApp.notify(
          "past", "a",
          trigger: UNCalendarNotificationTrigger(
            dateMatching: DateComponents(year: 2001, month: 1, day: 1), repeats: false))
      })
    await f.phone.goHome()
    try await f.world.pass(.seconds(1))
    #expect(f.lines.contains("empty refused 1401") && f.lines.contains("dateless refused 1400"))
    #expect(f.findings == [.notificationsNeverFires])
  }

  @Test(.world())
  func `a region triggers a notification without waking the app (NT3)`() async throws {
    let f = try await NotifyingFixture.start(
      NotifyingApp(
        plist: InfoPlist([
          "CFBundleName": "Night", "NSLocationWhenInUseUsageDescription": "To find the door.",
        ]),
        launched: {
          NotifyingApp.ask()
          CLLocationManager().requestWhenInUseAuthorization()
        },
        inBackground: {
          let here = World.geography.coordinate(of: .origin)
          let region = CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: here.latitude, longitude: here.longitude),
            radius: 200, identifier: "home")
          region.notifyOnEntry = false
          NotifyingApp.notify(
            "left", "You left home",
            trigger: UNLocationNotificationTrigger(region: region, repeats: false))
        }))
    await f.phone.goHome()
    try await f.world.pass(.seconds(60))
    f.app.process?.kill(.jetsam)
    f.phone.place = Place(x: 2_000)
    try await f.world.pass(.seconds(600))
    #expect(f.phone.notifications.shown.map(\.title) == ["You left home"])
    #expect(f.app.launches == [.user])
  }

  @Test(.world()) func `deleting the app removes its notifications (NT3)`() async throws {
    let f = try await NotifyingFixture.start(
      Self.app {
        NotifyingApp.notify("now", "now")
        NotifyingApp.notify("later", "later", trigger: NotifyingApp.after(20))
      })
    await f.phone.goHome()
    f.phone.delete(f.app)
    try await f.world.pass(.seconds(60))
    #expect(f.phone.notifications.shown.isEmpty && f.deliveries.count == 1)
  }

  @Test(.world())
  func `a Focus silences notifications that are not time-sensitive (NT8)`() async throws {
    let f = try await NotifyingFixture.start(
      Self.app {
        NotifyingApp.notify("a", "a", trigger: NotifyingApp.after(20))
        NotifyingApp.notify("b", "b", trigger: NotifyingApp.after(40)) {
          $0.interruptionLevel = .timeSensitive
        }
      }, entitlements: ["com.apple.developer.usernotifications.time-sensitive"])
    f.phone.notifications.isFocusOn = true
    await f.phone.lock()
    try await f.world.pass(.seconds(30))
    #expect(f.phone.notifications.shown.map(\.place) == [.notificationCenter])
    #expect(!f.phone.isScreenOn)
    try await f.world.pass(.seconds(15))
    #expect(f.phone.notifications.shown.first?.place == .lockScreen)
    #expect(f.phone.isScreenOn)
  }

  @Test(.world(), arguments: [(15, false), (16, true)])
  func `setBadgeCount exists from iOS 16 on, and needs permission (NT4)`(
    _ version: SystemVersion, _ exists: Bool
  ) async throws {
    let f = try await NotifyingFixture.start(
      Self.app {
        UNUserNotificationCenter.current().setBadgeCount(5) { error in
          print("badge \((error as NSError?)?.code ?? 0)")
        }
        UIApplication.shared.applicationIconBadgeNumber = 7
      }, iOS: version)
    await f.phone.goHome()
    try await f.world.pass(.seconds(1))
    #expect(f.lines.contains(exists ? "badge 0" : "badge 1"))
    #expect(f.app.badge == 7)
    f.phone.setNotifications(false, for: f.app)
    #expect(f.app.badge == 0)
  }
}
