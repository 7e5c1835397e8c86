import YobanAppleSystem
import YobanPlatformProfiles

// The functions of HealthKit that older systems do not have.
extension SystemAPI {
  package static let healthAuthorizationAsync = SystemAPI(
    "HKHealthStore.requestAuthorization(toShare:read:)", iOS: 15, watchOS: 8)
  package static let workoutSession = SystemAPI(
    "HKWorkoutSession.init(healthStore:configuration:)", iOS: 26, watchOS: 5)
  package static let workoutRecovery = SystemAPI(
    "UIScene.ConnectionOptions.shouldHandleActiveWorkoutRecovery", iOS: 26)
  package static let mirroringHandler = SystemAPI(
    "HKHealthStore.workoutSessionMirroringStartHandler", iOS: 17, watchOS: 10)
  package static let mirroredData = SystemAPI(
    "HKWorkoutSession.sendToRemoteWorkoutSession(data:completion:)", iOS: 17, watchOS: 10)
  // An iPhone does not have the next two, so they are in none of the lists.
  package static let mirroringStart = SystemAPI(
    "HKWorkoutSession.startMirroringToCompanionDevice(completion:)", watchOS: 10)
  package static let mirroringStop = SystemAPI(
    "HKWorkoutSession.stopMirroringToCompanionDevice(completion:)", watchOS: 10)
}
