import CoreMotion
import Foundation
import UIKit
import Yoban

/// The delegate of a phone app that records its own sensors and receives the chunks of a watch.
/// Used by `DocumentationTests`.
final class RecordingAndRelayingPhoneDelegate: UIResponder, UIApplicationDelegate {
  private var night: PhoneRecording?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let collector = URL(string: "https://collector.example")!
    let motion = CMMotionManager()
    var configuration = PhoneRecording.Configuration(
      device: "bedroom-phone",
      sources: [
        MotionSource(.accelerometer, manager: motion), MotionSource(.gyroscope, manager: motion),
      ],
      collector: collector, token: "yb_phone")
    configuration.relay = RelayReceiver.Configuration(
      device: "bedroom-watch", collector: collector, token: "yb_watch")
    configuration.deviceFacts = {
      UIDevice.current.isBatteryMonitoringEnabled = true
      let level = UIDevice.current.batteryLevel
      return DeviceFacts(
        battery: level < 0 ? nil : Int((level * 100).rounded()), appVersion: "1.2\r\nX:é",
        freeBytes: 5_000)
    }
    do {
      let night = try PhoneRecording(configuration)
      night.applicationDidFinishLaunching()
      self.night = night
    } catch {
      print("cannot record: \(error)")
    }
    return true
  }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    night?.handleEventsForBackgroundURLSession(
      identifier: identifier, completionHandler: completionHandler)
  }

  func start() { try? night?.start(for: .seconds(1_200)) }

  func printRelayProgress() {
    guard let progress = night?.relayProgress else { return }
    print("relayed \(progress.delivered) of \(progress.received)")
  }
}
