import UIKit
import Yoban

/// Records motion through the night (experiment E5, iPhone) and brings it to a collector.
///
/// Info.plist says where: `CollectorURL`, `CollectorToken`, `DeviceName`. `RecordsHeartRate` adds a
/// chest strap. `LeaveOut` names parts of the keep-alive recipe to leave out, to see what they are
/// for.
final class AppDelegate: UIResponder, UIApplicationDelegate {
  private var night: NightRecording?
  /// The chest strap, if Info.plist wants its heart rate.
  private var strap: BluetoothSession?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    do {
      var configuration = try NightRecording.Configuration.fromInfoPlist()
      if Bundle.main.object(forInfoDictionaryKey: "RecordsHeartRate") as? Bool == true {
        let strap = BluetoothSession(.strap, restoreIdentifier: "strap")
        strap.start()
        self.strap = strap
        configuration.sensors.append(.bluetooth(.heartRate(strap)))
      }
      let night = try NightRecording(configuration)
      self.night = night
      night.applicationDidFinishLaunching()
      watch(night)
    } catch {
      print("cannot record: \(error)")
    }
    _ = NotificationCenter.default.addObserver(forName: .startNight, object: nil, queue: .main) {
      [weak self] note in
      let hours = note.userInfo?["hours"] as? Double ?? 12
      MainActor.assumeIsolated { self?.start(hours: hours) }
    }
    _ = NotificationCenter.default.addObserver(forName: .stopNight, object: nil, queue: .main) {
      [weak self] _ in
      MainActor.assumeIsolated { self?.stop() }
    }
    return true
  }

  func applicationWillTerminate(_ application: UIApplication) { night?.applicationWillTerminate() }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    night?.handleEventsForBackgroundURLSession(
      identifier: identifier, completionHandler: completionHandler)
  }

  // MARK: The two buttons

  private func start(hours: Double) {
    do {
      try night?.start(for: .seconds(hours * 3600))
      print("recording")
    } catch {
      print("cannot start: \(error)")
    }
  }

  private func stop() {
    night?.stop()
    print("stopped")
  }

  /// Logs what a developer would want to see in the console.
  private func watch(_ night: NightRecording) {
    Task {
      for await event in night.events() {
        switch event {
        case .recording(.gap), .recording(.started), .recording(.stopped), .keepAlive: print(event)
        default: break
        }
      }
    }
  }
}

extension AccessoryProfile {
  /// Any chest strap that says its name.
  fileprivate static let strap = AccessoryProfile(
    name: "chest strap", advertises: ["180D"], services: [.heartRate, .battery.optional],
    accepts: { $0.localName != nil })
}

extension Notification.Name {
  /// Posted by the start button; `hours` in the user info.
  static let startNight = Notification.Name("StartNight")
  static let stopNight = Notification.Name("StopNight")
}
