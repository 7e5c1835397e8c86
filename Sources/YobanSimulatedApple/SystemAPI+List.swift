import YobanAccessorySetup
import YobanAppIntents
import YobanAppleSystem
import YobanAudio
import YobanBluetooth
import YobanCalls
import YobanHealth
import YobanJobs
import YobanLiveActivities
import YobanLocation
import YobanNotifications
import YobanWidgets

extension SystemAPI {
  /// Those that a list of `scripts/apple-names` has, by the name of the list.
  package static let listed: [String: [SystemAPI]] = [
    "CoreLocation": [
      authorizationStatus, accuracyAuthorization, temporaryFullAccuracy, locationPushes,
      locationMonitor, backgroundActivity, liveUpdates, serviceSession, preciseServiceSession,
    ],
    "AccessorySetupKit": accessorySetup,
    "ActivityKit": liveActivities,
    "AppIntents": [appIntent, liveActivityIntent, longRunningIntent],
    "WidgetKit": widgets,
    "BackgroundTasks": [taskRegistration, taskSubmission, continuedTask, taskResources],
    "CallKit": [callConfiguration],
    "CoreBluetooth": [connectionEvents, automaticReconnection],
    "UserNotifications": notifications,
    "HealthKit": [healthAuthorizationAsync, workoutSession, mirroringHandler, mirroredData],
    "HealthKitUI": [workoutRecovery],
    "AVFAudio": [audioApplication, audioActivation, longFormVideo],
    "CoreMotion": [absoluteAltitude, headphoneMotion, batchedSensors],
    "UIKit": [controlAction, buttonConfiguration, sceneSubtitle, keyWindowOfScene],
  ]
}
