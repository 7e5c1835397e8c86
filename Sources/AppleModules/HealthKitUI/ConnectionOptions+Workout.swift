@_exported import HealthKit
@_exported import UIKit
internal import YobanSimulatedApple

extension UIScene.ConnectionOptions {
  /// Whether the app has ended during a workout of this iPhone that continues. Call
  /// `HKHealthStore.recoverActiveWorkoutSession(completion:)` then (HK6).
  public var shouldHandleActiveWorkoutRecovery: Bool {
    SystemAPI.workoutRecovery.reportIfTooNew()
    guard let process = AppProcess.current else { return false }
    return process.app.appleDevice.health.shouldRecover(process)
  }
}
