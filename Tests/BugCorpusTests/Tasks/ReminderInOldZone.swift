import Testing
import UIKit
import YobanTesting

/// An app that reminds its user at nine o'clock.
///
/// The faulty app computes the time until then, and asks for a notification after that time. When the
/// user travels to another time zone, the reminder comes at another hour. The mended app asks for a
/// notification at that hour of the clock.
private final class HabitApp: UIResponder, UIApplicationDelegate {
  private let variant: Variant

  init(_ variant: Variant) { self.variant = variant }

  /// The user wants a reminder at the next full hour but one.
  func remind() {
    let center = UNUserNotificationCenter.current()
    center.requestAuthorization(options: [.alert]) { isGranted, _ in
      DispatchQueue.main.async {
        MainActor.assumeIsolated { if isGranted { self.schedule() } }
      }
    }
  }

  private func schedule() {
    let calendar = Calendar.current
    let hour = calendar.nextDate(
      after: Date(), matching: DateComponents(minute: 0), matchingPolicy: .nextTime)!
    let parts = calendar.dateComponents([.hour, .minute], from: hour)
    let trigger: UNNotificationTrigger =
      switch variant {
      case .faulty:
        // Wrong: the clock of the user can change until then.
        UNTimeIntervalNotificationTrigger(
          timeInterval: hour.timeIntervalSinceNow, repeats: false)
      case .mended: UNCalendarNotificationTrigger(dateMatching: parts, repeats: false)
      }
    let content = UNMutableNotificationContent()
    content.title = "Habit"
    content.body = "\(parts.hour!)"
    UNUserNotificationCenter.current().add(
      UNNotificationRequest(identifier: "habit", content: content, trigger: trigger))
    print("planned for", parts.hour!)
  }
}

extension KnownBug {
  static let reminderInOldZone = KnownBug(
    name: "ReminderInOldZone", thread: "https://github.com/xpavle00/Habo/issues/139",
    clue: "added notification habit, in",
    property: .always("a reminder comes at its hour of the user's clock") { stage in
      // Only at the moment at which it comes.
      guard let shown = stage.app.shownNotifications.first,
        shown.instant == stage.world.now, !stage.mayBeOverdue
      else { return true }
      return "\(stage.nearestHour)" == shown.body
    },
    build: { world, variant in
      let phone = try world.addPhone()
      let app = try phone.install(
        .making {
          HabitApp(variant)
        }, infoPlist: InfoPlist(["CFBundleName": "ReminderInOldZone"]))
      return Stage(world: world, phone: phone, app: app)
    },
    scenario: { stage in
      await stage.phone.open(stage.app)
      await stage.phone.touch(stage.app, "remind") { (app: HabitApp) in app.remind() }
      try await stage.world.pass(.seconds(30))
      await stage.phone.goHome()
      try await stage.world.pass(.minutes(70))
    })
}

extension Stage {
  /// The full hour next to now, on the clock of the phone and in its time zone.
  fileprivate var nearestHour: Int {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = phone.timeZone
    let halfAnHour = 1_800.0
    return calendar.component(.hour, from: phone.date + halfAnHour)
  }

  /// Whether the phone has just booted, or its clock or time zone has just been changed. A reminder whose
  /// hour was skipped comes then, which is right.
  fileprivate var mayBeOverdue: Bool {
    world.trace.events.contains { event in
      guard event.instant == world.now else { return false }
      let action = event.kind.user ?? ""
      return action.hasPrefix("sets the clock") || action.hasPrefix("sets the time zone")
        || event.kind == .power("booted")
    }
  }
}

@Suite struct ReminderInOldZoneTests {
  @Test func `after a journey to another time zone only the mended app reminds at its hour`()
    async throws
  {
    try await expectShown(.reminderInOldZone) { stage in
      await stage.phone.open(stage.app)
      await stage.phone.touch(stage.app, "remind") { (app: HabitApp) in app.remind() }
      try await stage.world.pass(.seconds(30))
      await stage.phone.goHome()
      stage.phone.setTimeZone(TimeZone(identifier: "America/Los_Angeles")!)
      try await stage.world.pass(.hours(30))
    }
  }

  @Test func `both forms remind at their hour when nothing goes wrong`() async throws {
    try await expectQuiet(.reminderInOldZone, prints: "planned for")
  }
}
