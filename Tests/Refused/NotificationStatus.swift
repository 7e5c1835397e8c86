// refused: may have additional unknown values
// The statuses of a permission can grow: an exhaustive switch needs `@unknown default`.
import UserNotifications

func words(_ settings: UNNotificationSettings) -> String {
  switch settings.authorizationStatus {
  case .notDetermined: "notDetermined"
  case .denied: "denied"
  case .authorized: "authorized"
  case .provisional: "provisional"
  case .ephemeral: "ephemeral"
  }
}
