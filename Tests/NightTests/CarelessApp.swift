import BackgroundTasks
import CoreLocation
import CoreMotion
import UIKit
import Yoban

/// The delegate of a recording app with UIKit's life cycle that makes the mistake named in its Info.plist.
final class CarelessApp: UIResponder, UIApplicationDelegate {
  enum Mistake: String, CaseIterable, Sendable {
    case twentyFirstRegion, unknownTask, taskRegisteredLate, taskNeverCompleted, fetchNeverCompleted
    case nothing
  }

  nonisolated static let task = "example.careless.task"
  var window: UIWindow?
  private var night: PhoneRecording?
  private let locations = CLLocationManager()

  private var mistake: Mistake {
    Mistake(rawValue: Bundle.main.object(forInfoDictionaryKey: "Mistake") as? String ?? "")
      ?? .nothing
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    do {
      let motion = CMMotionManager()
      let configuration = PhoneRecording.Configuration(
        device: text("DeviceName"),
        sources: [
          MotionSource(.accelerometer, manager: motion, rateHz: 10),
          MotionSource(.gyroscope, manager: motion, rateHz: 10),
        ],
        collector: URL(string: text("CollectorURL"))!, token: text("CollectorToken"))
      let night = try PhoneRecording(configuration)
      self.night = night
      night.applicationDidFinishLaunching()
    } catch {
      print("cannot record: \(error)")
    }
    locations.delegate = self
    if mistake == .taskNeverCompleted {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.task, using: .main) { task in
        print("the task began")
        task.expirationHandler = { print("the task is late") }
      }
      try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: Self.task))
    }
    if mistake == .fetchNeverCompleted {
      application.setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
    }
    let screen = UIViewController()
    for (title, body) in [("Start", start), ("Stop", stop)] {
      let button = UIButton(primaryAction: UIAction(title: title) { _ in body() })
      screen.view.addSubview(button)
    }
    let window = UIWindow()
    window.rootViewController = screen
    window.makeKeyAndVisible()
    self.window = window
    return true
  }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    night?.handleEventsForBackgroundURLSession(
      identifier: identifier, completionHandler: completionHandler)
  }

  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    print("the fetch began")
  }

  private func text(_ key: String) -> String {
    Bundle.main.object(forInfoDictionaryKey: key) as? String ?? ""
  }

  private func start() {
    do {
      try night?.start(for: .seconds(3600))
      print("recording")
    } catch {
      print("cannot start: \(error)")
    }
    err()
  }

  private func stop() {
    night?.stop()
    print("stopped")
  }

  private func err() {
    switch mistake {
    case .twentyFirstRegion:
      for i in 1...21 {
        locations.startMonitoring(
          for: CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: 35 + Double(i), longitude: 139), radius: 200,
            identifier: "place \(i)"))
      }
    case .unknownTask:
      do {
        try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "example.unknown"))
      } catch let error as BGTaskScheduler.Error {
        print("refused with \(error.code.rawValue)")
      } catch {
        print("\(error)")
      }
    case .taskRegisteredLate:
      BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.task, using: nil) { _ in }
    case .taskNeverCompleted, .fetchNeverCompleted, .nothing: break
    }
  }
}

extension CarelessApp: @preconcurrency CLLocationManagerDelegate {
  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  ) {
    print("cannot watch \(region?.identifier ?? "nothing"): \((error as NSError).code)")
  }
}
