import YobanAppleSystem
import YobanPlatformProfiles

// The functions and types of UserNotifications that older systems do not have.
extension SystemAPI {
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

  package static let notifications = [
    interruptionLevel, relevanceScore, actionIcon, timeSensitiveSetting, ringtone, namedRingtone,
    badgeCount,
  ]
}
