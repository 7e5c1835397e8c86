import YobanPlatformProfiles

/// Where a notification is shown first.
public enum NotificationPlace: String, Sendable, Hashable {
  case banner
  case lockScreen = "lock screen"
  /// Only in Notification Center.
  case notificationCenter = "Notification Center"
}

/// The presentation of a notification (NT2, NT5, NT8). It has no side effects.
package struct NotificationPresentation: Sendable, Hashable {
  /// The conditions of a delivery.
  package struct Surroundings: Sendable, Hashable {
    package var permission: NotificationPermission
    package var level = NotificationLevel.active
    /// Whether the screen is off or the device is locked.
    package var isLockScreenShown = false
    package var isFocusOn = false
    /// Whether the app has the entitlement for time-sensitive notifications.
    package var mayBeTimeSensitive = false
    /// The options that the delegate of the app in the foreground returned; nil in the background.
    package var inForeground: NotificationShowing?

    package init(_ permission: NotificationPermission) { self.permission = permission }
  }

  /// The place; nil if the user sees nothing.
  package var place: NotificationPlace?
  package var isListed = false
  package var lightsScreen = false
  package var playsSound = false
  package var setsBadge = false
  /// The reason why nothing is shown, or why it is shown quietly; nil for a normal presentation.
  package var reason: String?

  package static func decide(_ around: Surroundings, _ policy: NotificationPolicy) -> Self {
    let permission = around.permission
    guard permission.allowsNotifications else {
      return Self(reason: "the app has no permission")
    }
    if let showing = around.inForeground { return inForeground(showing, permission) }
    var result = Self()
    result.setsBadge = permission.allows(.badge)
    guard permission.allows(.alert) else {
      result.playsSound = permission.allows(.sound) && !around.isFocusOn
      result.reason = "the app may not show alerts"
      return result
    }
    result.isListed = true
    if permission.isQuiet {
      result.place = .notificationCenter
      result.reason = "quiet delivery"
      return result
    }
    let level = effectiveLevel(around, policy)
    let isSilenced = around.isFocusOn && level.rawValue < NotificationLevel.timeSensitive.rawValue
    let quietPlace: NotificationPlace =
      around.isLockScreenShown && !isSilenced ? .lockScreen : .notificationCenter
    if isSilenced || level == .passive {
      result.place = quietPlace
      result.reason = isSilenced ? "a Focus is on" : "passive"
      return result
    }
    result.place = around.isLockScreenShown ? .lockScreen : .banner
    result.lightsScreen = around.isLockScreenShown
    result.playsSound = permission.allows(.sound)
    return result
  }

  /// Levels exist from iOS 15 on; without the entitlement, a time-sensitive one is active (NT8).
  private static func effectiveLevel(_ around: Surroundings, _ policy: NotificationPolicy)
    -> NotificationLevel
  {
    guard policy.hasInterruptionLevels else { return .active }
    switch around.level {
    case .passive, .active: return around.level
    case .timeSensitive, .critical:
      // Critical alerts need another entitlement of Apple, and are not simulated.
      let isOn = around.permission.switchedOff.isDisjoint(with: .timeSensitive)
      return around.mayBeTimeSensitive && isOn ? .timeSensitive : .active
    }
  }

  private static func inForeground(
    _ showing: NotificationShowing, _ permission: NotificationPermission
  ) -> Self {
    var result = Self()
    let mayAlert = permission.allows(.alert) && !permission.isQuiet
    result.isListed = showing.contains(.list) && permission.allows(.alert)
    if showing.contains(.banner), mayAlert {
      result.place = .banner
    } else if result.isListed {
      result.place = .notificationCenter
    } else {
      result.reason = "the app is in front and does not show it"
    }
    result.playsSound = showing.contains(.sound) && permission.allows(.sound)
    result.setsBadge = showing.contains(.badge) && permission.allows(.badge)
    return result
  }
}

/// The presentation that the app in the foreground wants
/// (`UNNotificationPresentationOptions`).
package struct NotificationShowing: OptionSet, Sendable, Hashable {
  package let rawValue: UInt
  package init(rawValue: UInt) { self.rawValue = rawValue }

  package static let badge = Self(rawValue: 1 << 0)
  package static let sound = Self(rawValue: 1 << 1)
  package static let list = Self(rawValue: 1 << 3)
  package static let banner = Self(rawValue: 1 << 4)
}
