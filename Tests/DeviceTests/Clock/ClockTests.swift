import Foundation
import Testing
import UIKit
import YobanFoundation
import YobanTesting

/// Notes changes of the time, and counts seconds with a timer.
private final class ClockDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let names: [(NSNotification.Name, String)] = [
      (.NSSystemClockDidChange, "clock"), (.NSCalendarDayChanged, "day"),
      (UIApplication.significantTimeChangeNotification, "significant"),
    ]
    for (name, text) in names {
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
        print("\(text)\(note.userInfo == nil ? "" : " with a user info")")
      }
    }
    return true
  }

  func applicationSignificantTimeChange(_ application: UIApplication) { print("delegate") }
}

/// The clock of a device, which a test sets as the user does (TM1).
@Suite(.world()) struct ClockTests {
  private static func open() async throws -> (Phone, InstalledApp) {
    let phone = try World.current.addPhone()
    let app = try phone.install(.delegate(ClockDelegate.self))
    await phone.open(app)
    return (phone, app)
  }

  private static func date(in app: InstalledApp) async -> Date {
    await app.device.touch(app, "date") { print("date \(Date().timeIntervalSince1970)") }
    let text = app.log.texts.last { $0.hasPrefix("date ") } ?? ""
    return Date(timeIntervalSince1970: Double(text.dropFirst(5)) ?? 0)
  }

  private static func news(_ app: InstalledApp) -> [String] {
    app.log.texts.filter { !$0.hasPrefix("date") && !$0.hasPrefix("tick") }
  }

  @Test(arguments: [7_200.0, -7_200, 0.5, -86_400])
  func `an app reads the new date, on this device only, also after a relaunch`(
    _ seconds: Double
  ) async throws {
    let (phone, app) = try await Self.open()
    let other = try World.current.addPhone("other")
    let otherApp = try other.install(.delegate(ClockDelegate.self))
    await other.open(otherApp)
    let before = await Self.date(in: app)
    phone.setClock(by: .seconds(seconds))
    #expect(abs(await Self.date(in: app).timeIntervalSince(before) - seconds) < 0.001)
    #expect(abs(await Self.date(in: otherApp).timeIntervalSince(before)) < 0.001)
    phone.jetsam(app)
    await phone.open(app)
    #expect(abs(await Self.date(in: app).timeIntervalSince(before) - seconds) < 0.001)
  }

  @Test func `each line of a log has the time and the time zone that the device showed`()
    async throws
  {
    let (phone, app) = try await Self.open()
    func say() async {
      await phone.touch(app, "say") { print("now \(Date().timeIntervalSince1970)") }
    }
    await say()
    try await World.current.pass(.minutes(1))
    phone.setClock(by: .hours(2))
    await say()
    try await World.current.pass(.minutes(1))
    phone.setTimeZone(try #require(TimeZone(identifier: "Asia/Tokyo")))
    await say()
    let lines = app.log.filter { $0.text.hasPrefix("now ") }
    #expect(lines.count == 3)
    for line in lines {
      let printed = try #require(Double(line.text.dropFirst("now ".count)))
      #expect(abs(line.date.timeIntervalSince1970 - printed) < 0.001)
    }
    #expect(lines.map { $0.timeZone.identifier == "Asia/Tokyo" } == [false, false, true])
  }

  @Test func `a running app is notified at once, and its delegate afterwards`() async throws {
    let (phone, app) = try await Self.open()
    phone.setClock(by: .seconds(60))
    try await World.current.pass(.seconds(1))
    #expect(Self.news(app) == ["clock", "significant", "delegate"])
    phone.setClock(by: .hours(24))
    try await World.current.pass(.seconds(1))
    #expect(
      Self.news(app).dropFirst(3) == ["clock", "day", "significant", "delegate"])
  }

  @Test func `a suspended app is notified once when it runs again`() async throws {
    let (phone, app) = try await Self.open()
    await phone.goHome()
    try await World.current.wait(for: "suspension", atMost: .minutes(1)) { app.state == .suspended }
    phone.setClock(by: .hours(1))
    phone.setClock(by: .hours(-25))
    try await World.current.pass(.minutes(5))
    #expect(Self.news(app).isEmpty)
    await phone.open(app)
    #expect(Self.news(app) == ["clock", "day", "significant", "delegate"])
  }

  @Test func `an app that runs over midnight is notified of the day`() async throws {
    let (_, app) = try await Self.open()
    let now = await Self.date(in: app)
    let midnight = Calendar(identifier: .gregorian).startOfDay(for: now).addingTimeInterval(86_400)
    try await World.current.pass(.seconds(midnight.timeIntervalSince(now) - 1))
    #expect(Self.news(app).isEmpty)
    try await World.current.pass(.seconds(2))
    #expect(Self.news(app) == ["day", "significant", "delegate"])
    try await World.current.pass(.hours(24))
    #expect(Self.news(app).count == 6)
  }

  @Test(arguments: [3_600.0, -3_600])
  func `a repeating timer and a sleep keep their pace when the clock is set`(
    _ seconds: Double
  ) async throws {
    let (phone, app) = try await Self.open()
    await phone.touch(app, "tick") {
      _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in print("tick of the timer")
      }
      Task {
        for _ in 0..<10 {
          try? await Task.sleep(for: .seconds(1))
          print("tick of the task")
        }
      }
    }
    try await World.current.pass(.seconds(3.5))
    phone.setClock(by: .seconds(seconds))
    try await World.current.pass(.seconds(5))
    #expect(app.log.texts.count { $0 == "tick of the task" } == 8)
    #expect(app.log.texts.count { $0 == "tick of the timer" } == 8)
  }
}
