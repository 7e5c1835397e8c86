import Foundation
import HealthKit
import SimulatedOS
import WatchKit

/// An unrelated app that starts a workout when it is opened.
final class OtherWorkoutApp: NSObject, WKApplicationDelegate {
  private let store = HKHealthStore()
  private var session: HKWorkoutSession?

  nonisolated static var definition: AppDefinition {
    AppDefinition(
      bundleIdentifier: "example.other.watchkitapp", name: "Other",
      infoPlist: InfoPlist([
        "WKBackgroundModes": ["workout-processing"], "NSHealthUpdateUsageDescription": "test",
        "NSHealthShareUsageDescription": "test",
      ]), entitlements: ["com.apple.developer.healthkit"]
    ) {
      _ = WKApplicationMain(
        CommandLine.argc, CommandLine.unsafeArgv, NSStringFromClass(OtherWorkoutApp.self))
    }
  }

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
