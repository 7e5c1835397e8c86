import YobanAppleSystem
import YobanPlatformProfiles

// The functions of HealthKit that older systems do not have.
extension SystemAPI {
  package static let healthAuthorizationAsync = SystemAPI(
    "HKHealthStore.requestAuthorization(toShare:read:)", iOS: 15, watchOS: 8)
  package static let workoutSession = SystemAPI(
    "HKWorkoutSession.init(healthStore:configuration:)", iOS: 26, watchOS: 5)
}
