import YobanAppleSystem
import YobanPlatformProfiles

// The functions and types of Core Location that older systems do not have.
extension SystemAPI {
  package static let authorizationStatus = SystemAPI(
    "CLLocationManager.authorizationStatus", iOS: 14)
  package static let accuracyAuthorization = SystemAPI(
    "CLLocationManager.accuracyAuthorization", iOS: 14)
  package static let temporaryFullAccuracy = SystemAPI(
    "CLLocationManager.requestTemporaryFullAccuracyAuthorization(withPurposeKey:completion:)",
    iOS: 14)
  package static let locationPushes = SystemAPI(
    "CLLocationManager.startMonitoringLocationPushes(completion:)", iOS: 15)
  package static let locationMonitor = SystemAPI("CLMonitor.init(_:)", iOS: 17)
  package static let backgroundActivity = SystemAPI("CLBackgroundActivitySession.init()", iOS: 17)
  package static let liveUpdates = SystemAPI("CLLocationUpdate.liveUpdates(_:)", iOS: 17)
  package static let serviceSession = SystemAPI("CLServiceSession.init(authorization:)", iOS: 18)
  package static let preciseServiceSession = SystemAPI(
    "CLServiceSession.init(authorization:fullAccuracyPurposeKey:)", iOS: 18)
}
