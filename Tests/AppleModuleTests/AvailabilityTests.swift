import BackgroundTasks
import CoreLocation
import Foundation
import OSLog
import Testing
import UIKit
import UserNotifications
import YobanSimulatedOS
import YobanTesting

/// APIs that the simulated system, or the oldest one that the app supports, does not have.
@Suite(.world()) struct AvailabilityTests {
  /// The advice about new APIs that an app receives for some calls in the foreground.
  private func advice(
    iOS version: SystemVersion, minimum: String? = nil,
    _ use: @escaping @MainActor @Sendable () -> Void
  ) async throws -> [String] {
    var fixture = AppFixture { _ in use() }
    if let minimum { fixture.plist = InfoPlist(["MinimumOSVersion": minimum]) }
    let running = try await startApp(fixture, iOS: version)
    try await running.world.pass(.seconds(1))
    return running.world.trace.advice.filter { $0.name.hasPrefix("api.") }.map {
      "\($0.name): \($0.what)"
    }
  }

  static let rows: [(version: SystemVersion, minimum: String?, advice: String?)] = [
    (
      16, nil,
      "api.newer-than-system: CLLocationUpdate.liveUpdates(_:) needs iOS 17; this phone has iOS 16."
    ),
    (17, nil, nil), (18, nil, nil), (17, "17.0", nil), (26, "17.0", nil),
    (
      17, "15.0",
      "api.newer-than-deployment-target: CLLocationUpdate.liveUpdates(_:) needs iOS 17; Info.plist has the MinimumOSVersion 15."
    ),
    (
      26, "16.4.1",
      "api.newer-than-deployment-target: CLLocationUpdate.liveUpdates(_:) needs iOS 17; Info.plist has the MinimumOSVersion 16.4."
    ),
  ]

  @Test(arguments: rows.indices)
  func `a newer API is reported once`(_ row: Int) async throws {
    let (version, minimum, expected) = Self.rows[row]
    let advice = try await advice(iOS: version, minimum: minimum) {
      _ = CLLocationUpdate.liveUpdates()
      _ = CLLocationUpdate.liveUpdates()
    }
    #expect(advice == [expected].compactMap(\.self))
  }

  @Test func `every new API that an app uses is reported`() async throws {
    let advice = try await advice(iOS: 14) {
      let content = UNMutableNotificationContent()
      content.interruptionLevel = .passive
      _ = UNNotificationSound.defaultRingtone
      _ = UIButton(configuration: .plain())
      _ = CLServiceSession(authorization: .whenInUse)
      _ = BGContinuedProcessingTaskRequest(identifier: "a", title: "b", subtitle: "c")
      UIControl().addAction(UIAction { _ in }, for: .touchUpInside)
    }
    #expect(
      advice.map { $0.split(separator: " ")[1...3].joined(separator: " ") } == [
        "UNMutableNotificationContent.interruptionLevel needs iOS",
        "UNNotificationSound.defaultRingtone needs iOS",
        "UIButton.init(configuration:primaryAction:) needs iOS",
        "CLServiceSession.init(authorization:) needs iOS",
        "BGContinuedProcessingTaskRequest.init(identifier:title:subtitle:) needs iOS",
      ])
  }

  @Test func `the versions are those of Apple's SDK`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    for (list, apis) in SystemAPI.listed {
      let file = root.appending(path: "scripts/apple-names/\(list).txt")
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      for api in apis {
        let line = try #require(
          lines.first { $0.hasPrefix("\(api.name)  ") }, "\(api.name) in \(list)")
        let words = line.split(separator: " ")
        let version = words.firstIndex(of: "iOS").map { String(words[$0 + 1]) }
        #expect(version.flatMap { SystemVersion($0) } == api.iOS, "\(line)")
      }
    }
  }
}

/// Archives of objects that only a running app has.
@Suite(.world()) struct ArchivesOfAppTests {
  /// Prints the user's response, read back from an archive.
  private final class Listener: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
      _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
      withCompletionHandler completionHandler: @escaping () -> Void
    ) {
      let back = try? archived(response)
      print(
        "archived", back?.actionIdentifier == response.actionIdentifier,
        back?.notification.request == response.notification.request,
        back?.notification.date == response.notification.date, back?.targetScene == nil)
      completionHandler()
    }
  }

  @Test func `settings, responses and log entries can be archived and read back`() async throws {
    let fixture = try await startApp(
      AppFixture { _ in
        let center = UNUserNotificationCenter.current()
        let listener = Listener()
        Kept.of("listener", listener)
        center.delegate = listener
        Logger(subsystem: "strap", category: "ble").error("lost")
        center.requestAuthorization(options: [.alert, .sound]) { _, _ in
          UNUserNotificationCenter.current().getNotificationSettings { settings in
            let back = try? archived(settings)
            print("settings", back == settings, back?.alertSetting == .enabled)
          }
          let content = UNMutableNotificationContent()
          content.title = "Strap"
          UNUserNotificationCenter.current().add(
            UNNotificationRequest(
              identifier: "a", content: content,
              trigger: UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)))
        }
        let entries = try? OSLogStore(scope: .currentProcessIdentifier).getEntries()
        let entry = entries?.compactMap { $0 as? OSLogEntryLog }.first
        let back = entry.flatMap { try? archived($0) }
        print("entry", back?.composedMessage ?? "", back?.level == .error, back?.category ?? "")
      })
    try await fixture.world.pass(.seconds(5))
    await fixture.phone.goHome()
    try await fixture.world.pass(.minutes(2))
    try await fixture.phone.tapNotification("Strap")
    try await fixture.world.pass(.seconds(2))
    #expect(
      fixture.app.log.texts == [
        "lost", "entry lost true ble", "settings true true", "archived true true true true",
      ])
  }
}
