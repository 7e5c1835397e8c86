import Foundation
import HealthKit
import WatchKit
import YobanTesting

/// An unrelated app that starts a workout when it is opened.
final class OtherWorkoutApp: NSObject, WKApplicationDelegate {
  private let store = HKHealthStore()
  private var session: HKWorkoutSession?

  nonisolated static let infoPlist = InfoPlist([
    "CFBundleName": "Other", "CFBundleIdentifier": "example.other.watchkitapp",
    "WKBackgroundModes": ["workout-processing"], "NSHealthUpdateUsageDescription": "test",
    "NSHealthShareUsageDescription": "test",
  ])

  func applicationDidBecomeActive() {
    guard session == nil else { return }
    Task {
      try await store.requestAuthorization(toShare: [HKObjectType.workoutType()], read: [])
      let session = try HKWorkoutSession(
        healthStore: store, configuration: HKWorkoutConfiguration())
      self.session = session
      session.startActivity(with: Date())
    }
  }
}
