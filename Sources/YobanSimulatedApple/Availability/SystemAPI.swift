import YobanPlatformProfiles
import YobanSimulatedDevices

/// A function of Apple's frameworks that older versions of iOS do not have. The module that declares it calls
/// `reportIfTooNew()` when an app uses it.
///
/// The compiler for Linux ignores `@available` and takes every `#available` for true, so it accepts what
/// Xcode refuses, and the branch for older systems never runs.
package struct SystemAPI: Sendable, Hashable {
  /// Apple's name, as in `scripts/apple-names`.
  package let name: String
  /// The first version of iOS that has it.
  package let iOS: SystemVersion

  private init(_ name: String, iOS: SystemVersion) {
    self.name = name
    self.iOS = iOS
  }

  /// Reports advice if the phone of the calling app, or the oldest iOS that the app supports, does not have
  /// the API. Watches are not checked.
  package func reportIfTooNew() {
    guard let process = AppProcess.current, process.app.device.profile.platform == .iOS else {
      return
    }
    let system = process.app.device.profile.version
    let oldest = process.app.definition.infoPlist.oldestSystem
    if system < iOS {
      process.reportOnce(.newerThanSystem(self, system), for: "\(name) on the system")
    } else if let oldest, oldest < iOS {
      process.reportOnce(.newerThanDeploymentTarget(self, oldest), for: "\(name) of the target")
    }
  }
}

extension InfoPlist {
  /// The oldest system that the app supports: `MinimumOSVersion`, which Xcode writes into the built app, and
  /// `yoban init` into the Info.plist of a test package; nil without it.
  fileprivate var oldestSystem: SystemVersion? {
    text("MinimumOSVersion").flatMap { text in
      SystemVersion(text.split(separator: ".").prefix(2).joined(separator: "."))
    }
  }
}

extension Finding {
  fileprivate static func newerThanSystem(_ api: SystemAPI, _ system: SystemVersion) -> Finding {
    Finding(
      "api.newer-than-system", rule: "",
      what: "\(api.name) needs iOS \(api.iOS.short); this phone has iOS \(system.short).",
      remedy:
        "A device of this version does not have it. On Linux #available is always true: play this branch on a phone with iOS \(api.iOS.short) or later.",
      isAdvice: true)
  }

  fileprivate static func newerThanDeploymentTarget(_ api: SystemAPI, _ oldest: SystemVersion)
    -> Finding
  {
    Finding(
      "api.newer-than-deployment-target", rule: "",
      what:
        "\(api.name) needs iOS \(api.iOS.short); Info.plist has the MinimumOSVersion \(oldest.short).",
      remedy:
        "Xcode refuses it outside of `if #available(iOS \(api.iOS.short), *)` or a declaration with @available; the compiler for Linux does not check this.",
      isAdvice: true)
  }
}

// MARK: The APIs

extension SystemAPI {
  // CoreLocation
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

  // BackgroundTasks
  package static let taskRegistration = SystemAPI(
    "BGTaskScheduler.register(forTaskWithIdentifier:using:launchHandler:)", iOS: 13)
  package static let taskSubmission = SystemAPI("BGTaskScheduler.submit(_:)", iOS: 13)
  package static let continuedTask = SystemAPI(
    "BGContinuedProcessingTaskRequest.init(identifier:title:subtitle:)", iOS: 26)
  package static let taskResources = SystemAPI("BGTaskScheduler.supportedResources", iOS: 26)

  // CoreBluetooth
  package static let connectionEvents = SystemAPI(
    "CBCentralManager.registerForConnectionEvents(options:)", iOS: 13)
  package static let automaticReconnection = SystemAPI(
    "CBConnectPeripheralOptionEnableAutoReconnect", iOS: 17)

  // UserNotifications
  package static let interruptionLevel = SystemAPI(
    "UNMutableNotificationContent.interruptionLevel", iOS: 15)
  package static let relevanceScore = SystemAPI(
    "UNMutableNotificationContent.relevanceScore", iOS: 15)
  package static let actionIcon = SystemAPI(
    "UNNotificationAction.init(identifier:title:options:icon:)", iOS: 15)
  package static let timeSensitiveSetting = SystemAPI(
    "UNNotificationSettings.timeSensitiveSetting", iOS: 15)
  package static let ringtone = SystemAPI("UNNotificationSound.defaultRingtone", iOS: "15.2")
  package static let namedRingtone = SystemAPI(
    "UNNotificationSound.ringtoneSoundNamed(_:)", iOS: "15.2")
  package static let badgeCount = SystemAPI(
    "UNUserNotificationCenter.setBadgeCount(_:withCompletionHandler:)", iOS: 16)

  // UIKit
  package static let controlAction = SystemAPI("UIControl.addAction(_:for:)", iOS: 14)
  package static let buttonConfiguration = SystemAPI(
    "UIButton.init(configuration:primaryAction:)", iOS: 15)
  package static let sceneSubtitle = SystemAPI("UIScene.subtitle", iOS: 15)
  package static let keyWindowOfScene = SystemAPI("UIWindowScene.keyWindow", iOS: 15)

  /// All of them, by the list of `scripts/apple-names` that has them.
  package static let all: [String: [SystemAPI]] = [
    "CoreLocation": [
      authorizationStatus, accuracyAuthorization, temporaryFullAccuracy, locationPushes,
      locationMonitor, backgroundActivity, liveUpdates, serviceSession, preciseServiceSession,
    ],
    "BackgroundTasks": [taskRegistration, taskSubmission, continuedTask, taskResources],
    "CoreBluetooth": [connectionEvents, automaticReconnection],
    "UserNotifications": [
      interruptionLevel, relevanceScore, actionIcon, timeSensitiveSetting, ringtone, namedRingtone,
      badgeCount,
    ],
    "UIKit": [controlAction, buttonConfiguration, sceneSubtitle, keyWindowOfScene],
  ]
}
