import Foundation
import Testing
import UIKit
import UserNotifications
import YobanTesting

/// Notes changes of the time, the time zone and the locale.
private final class RegionDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let names: [(NSNotification.Name, String)] = [
      (.NSSystemTimeZoneDidChange, "zone"), (.NSSystemClockDidChange, "clock"),
      (.NSCalendarDayChanged, "day"), (NSLocale.currentLocaleDidChangeNotification, "locale"),
      (UIApplication.significantTimeChangeNotification, "significant"),
    ]
    for (name, text) in names {
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
        let before = (note.object as? NSTimeZone).map { " was \($0.name)" } ?? ""
        print("\(text)\(before), now \(TimeZone.current.identifier) \(Locale.current.identifier)")
      }
    }
    print("launched in \(TimeZone.current.identifier) \(Locale.current.identifier)")
    return true
  }

  func applicationSignificantTimeChange(_ application: UIApplication) { print("delegate") }
}

/// The time zone and the locale of a device, which a test sets as the user does (TM2, TM3). Worlds begin
/// on 2024-01-15 at 22:00 UTC.
@Suite(.world()) struct TimeZoneAndLocaleTests {
  private static let tokyo = TimeZone(identifier: "Asia/Tokyo")!
  private static let berlin = TimeZone(identifier: "Europe/Berlin")!

  private static func open(in zone: TimeZone = berlin) async throws -> (Phone, InstalledApp) {
    let phone = try World.current.addPhone()
    phone.setTimeZone(zone)
    phone.setLocale(Locale(identifier: "de_DE"))
    let app = try phone.install(.delegate(RegionDelegate.self))
    await phone.open(app)
    return (phone, app)
  }

  private static func news(_ app: InstalledApp) -> [String] {
    app.log.texts.filter { !$0.hasPrefix("launched") }
  }

  @Test func `an app reads the time zone and locale of its device, from its launch on (TM2, TM3)`()
    async throws
  {
    let (phone, app) = try await Self.open()
    let otherPhone = try World.current.addPhone("other")
    let other = try otherPhone.install(.delegate(RegionDelegate.self))
    await otherPhone.open(other)
    #expect(app.log.texts == ["launched in Europe/Berlin de_DE"])
    #expect(
      other.log.texts == [
        "launched in \(TimeZone.current.identifier) \(Locale.current.identifier)"
      ])
    #expect(phone.timeZone == Self.berlin)
    #expect(phone.locale.identifier == "de_DE")
    #expect(otherPhone.timeZone == .current)
  }

  @Test
  func `a running app is notified of another time zone at once, and the delegate afterwards (TM2)`()
    async throws
  {
    let (phone, app) = try await Self.open()
    phone.setTimeZone(TimeZone(identifier: "Europe/Lisbon")!)
    try await World.current.pass(.seconds(1))
    #expect(
      Self.news(app) == [
        "zone was Europe/Berlin, now Europe/Lisbon de_DE", "significant, now Europe/Lisbon de_DE",
        "delegate",
      ])
  }

  /// At 23:00 in Berlin it is 7:00 of the next day in Tokyo.
  @Test func `a time zone in which it is another day changes the day, too (TM2)`() async throws {
    let (phone, app) = try await Self.open()
    phone.setTimeZone(Self.tokyo)
    try await World.current.pass(.seconds(1))
    #expect(
      Self.news(app).map { $0.prefix { $0 != " " && $0 != "," } } == [
        "zone", "day", "significant", "delegate",
      ])
    // The next midnight is that of Tokyo, 17 hours later.
    try await World.current.pass(.hours(17) - .seconds(2))
    #expect(Self.news(app).count == 4)
    try await World.current.pass(.seconds(2))
    #expect(Self.news(app).count == 7)
  }

  @Test func `a suspended app is notified once when it runs again (TM2, TM3)`() async throws {
    let (phone, app) = try await Self.open()
    await phone.goHome()
    try await World.current.wait(for: "suspension", atMost: .minutes(1)) { app.state == .suspended }
    phone.setTimeZone(TimeZone(identifier: "Europe/Lisbon")!)
    phone.setTimeZone(TimeZone(identifier: "Europe/London")!)
    phone.setLocale(Locale(identifier: "de_GB"))
    try await World.current.pass(.minutes(5))
    #expect(Self.news(app).isEmpty)
    await phone.open(app)
    #expect(
      Self.news(app) == [
        "zone was Europe/Berlin, now Europe/London de_GB", "locale, now Europe/London de_GB",
        "significant, now Europe/London de_GB", "delegate",
      ])
  }

  @Test func `another region notifies the app, and is no change of the time (TM3)`() async throws {
    let (phone, app) = try await Self.open()
    phone.setLocale(Locale(identifier: "de_AT"))
    try await World.current.pass(.seconds(1))
    #expect(Self.news(app) == ["locale, now Europe/Berlin de_AT"])
  }

  @Test func `another language ends all apps without notifying them (TM3)`() async throws {
    let (phone, app) = try await Self.open()
    phone.setLocale(Locale(identifier: "ja_JP"))
    try await World.current.pass(.seconds(1))
    #expect(app.process == nil)
    #expect(Self.news(app).isEmpty)
    await phone.open(app)
    #expect(app.log.texts.last == "launched in Europe/Berlin ja_JP")
  }

  @Test
  func
    `a watch app is notified of the time zone of the watch, and ends with the language (TM2, TM3)`()
    async throws
  {
    let watch = try World.current.addWatch(pairedWith: World.current.addPhone())
    watch.setLocale(Locale(identifier: "de_DE"))
    let app = try watch.install(
      WatchAppFixture {
        _ = NotificationCenter.default.addObserver(
          forName: .NSSystemTimeZoneDidChange, object: nil, queue: nil
        ) { _ in print("zone \(TimeZone.current.identifier)") }
      })
    await watch.open(app)
    watch.setTimeZone(Self.tokyo)
    try await World.current.pass(.seconds(1))
    #expect(app.log.texts.last == "zone Asia/Tokyo")
    watch.setLocale(Locale(identifier: "fr_FR"))
    try await World.current.pass(.seconds(1))
    #expect(app.process == nil)
  }

  @Test(arguments: [
    // Another script is another language, another variant in the same script is not (TM3).
    ("zh_CN", "zh_TW", true), ("zh_Hans_CN", "zh_CN", false), ("pt_BR", "pt_PT", false),
    ("en_US", "de_US", true),
  ])
  func `a language is that of the script, too (TM3)`(
    _ before: String, _ after: String, _ ends: Bool
  )
    async throws
  {
    let phone = try World.current.addPhone()
    phone.setLocale(Locale(identifier: before))
    let app = try phone.install(.delegate(RegionDelegate.self))
    await phone.open(app)
    phone.setLocale(Locale(identifier: after))
    try await World.current.pass(.seconds(1))
    #expect((app.process == nil) == ends)
  }

  @Test func `a time zone that updates itself is the one of the tests (TM2)`() async throws {
    let (phone, app) = try await Self.open()
    phone.setTimeZone(.autoupdatingCurrent)
    try await World.current.pass(.seconds(1))
    #expect(phone.timeZone == TimeZone(identifier: TimeZone.current.identifier))
    #expect(Self.news(app).count == 3)
  }

  @Test func `the same time zone and the same locale change nothing (TM2, TM3)`() async throws {
    let (phone, app) = try await Self.open()
    phone.setTimeZone(Self.berlin)
    phone.setLocale(Locale(identifier: "de_DE"))
    try await World.current.pass(.seconds(1))
    #expect(Self.news(app).isEmpty)
  }

  /// A request for 7:30 is added in Berlin at 23:00, and the phone is taken to London at once, where it is
  /// 22:00: 7:30 is 8.5 h later in Berlin, and 9.5 h later in London.
  @Test(arguments: [
    (nil, 9.5), ("autoupdating", 9.5), ("Europe/Berlin", 8.5),
  ])
  func `a notification for a time of day follows the time zone, unless it has one of its own (TM2)`(
    _ zone: String?, _ hours: Double
  ) async throws {
    let (phone, app) = try await Self.open()
    await phone.touch(app, "adds a notification") {
      var date = DateComponents(hour: 7, minute: 30)
      date.timeZone =
        zone == "autoupdating" ? .autoupdatingCurrent : zone.flatMap(TimeZone.init(identifier:))
      let center = UNUserNotificationCenter.current()
      Task {
        _ = try? await center.requestAuthorization(options: [.alert, .provisional])
        let content = UNMutableNotificationContent()
        content.title = "Good morning"
        let trigger = UNCalendarNotificationTrigger(dateMatching: date, repeats: false)
        let request = UNNotificationRequest(identifier: "a", content: content, trigger: trigger)
        do { try await center.add(request) } catch { print("\(error)") }
      }
    }
    await phone.goHome()
    phone.setTimeZone(TimeZone(identifier: "Europe/London")!)
    try await World.current.pass(.hours(hours) - .seconds(10))
    #expect(phone.notifications.shown.isEmpty)
    try await World.current.pass(.seconds(20))
    #expect(phone.notifications.shown.count == 1)
  }
}
