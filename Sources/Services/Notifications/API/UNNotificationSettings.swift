internal import YobanSimulatedApple

/// The permission of an app.
@nonexhaustive public enum UNAuthorizationStatus: Int, Sendable {
  case notDetermined = 0
  case denied = 1
  case authorized = 2
  /// Quiet delivery without a question to the user (iOS 12).
  case provisional = 3
  /// The status of an App Clip, which does not occur here (iOS 14).
  case ephemeral = 4
}

/// When the texts of notifications are shown (iOS 11).
@nonexhaustive public enum UNShowPreviewsSetting: Int, Sendable {
  case always = 0
  case whenAuthenticated = 1
  case never = 2
}

/// Whether a kind of interaction is on.
@nonexhaustive public enum UNNotificationSetting: Int, Sendable {
  /// The app has not asked for it.
  case notSupported = 0
  case disabled = 1
  case enabled = 2
}

/// The style of alerts.
@nonexhaustive public enum UNAlertStyle: Int, Sendable {
  case none = 0
  case banner = 1
  case alert = 2
}

/// The settings of the user for the app, at the time of the call that returned the object.
open class UNNotificationSettings: NSObject, NSCopying, NSSecureCoding {
  private let permission: NotificationPermission
  private let previews: NotificationPreviews
  private let mayBeTimeSensitive: Bool

  init(of app: InstalledApp, _ service: NotificationService) {
    permission = service.settings(of: app)
    previews = service.previews
    mayBeTimeSensitive = service.mayBeTimeSensitive(app) && service.policy.hasInterruptionLevels
    super.init()
  }

  open var authorizationStatus: UNAuthorizationStatus {
    switch permission.status {
    case .notDetermined: .notDetermined
    case .denied: .denied
    case .authorized: .authorized
    case .provisional: .provisional
    }
  }

  open var soundSetting: UNNotificationSetting { setting(.sound) }
  open var badgeSetting: UNNotificationSetting { setting(.badge) }
  open var alertSetting: UNNotificationSetting {
    permission.isQuiet && permission.options.contains(.alert) ? .disabled : setting(.alert)
  }
  open var notificationCenterSetting: UNNotificationSetting {
    guard permission.options.contains(.alert) else { return .notSupported }
    return permission.allows(.alert) ? .enabled : .disabled
  }
  open var lockScreenSetting: UNNotificationSetting { alertSetting }
  /// Not supported: there is no CarPlay here.
  open var carPlaySetting: UNNotificationSetting { .notSupported }
  open var alertStyle: UNAlertStyle { alertSetting == .enabled ? .banner : .none }
  open var showPreviewsSetting: UNShowPreviewsSetting {
    switch previews {
    case .always: .always
    case .whenUnlocked: .whenAuthenticated
    case .never: .never
    }
  }
  /// Not supported: critical alerts need an entitlement of Apple (iOS 12).
  open var criticalAlertSetting: UNNotificationSetting { .notSupported }
  /// Whether the app has notification settings of its own (iOS 12).
  open var providesAppNotificationSettings: Bool { permission.options.contains(.appSettings) }
  /// Not supported: there is no Siri here (iOS 13).
  open var announcementSetting: UNNotificationSetting { .notSupported }
  /// Not supported: there is no scheduled summary here (iOS 15).
  open var scheduledDeliverySetting: UNNotificationSetting { .notSupported }
  /// Not supported: there are no direct messages here (iOS 15).
  open var directMessagesSetting: UNNotificationSetting { .notSupported }
  /// Whether time-sensitive notifications are on, which need an entitlement (iOS 15, NT8).
  open var timeSensitiveSetting: UNNotificationSetting {
    SystemAPI.timeSensitiveSetting.reportIfTooNew()
    guard mayBeTimeSensitive else { return .notSupported }
    return permission.allowsNotifications && permission.switchedOff.isDisjoint(with: .timeSensitive)
      ? .enabled : .disabled
  }

  private func setting(_ option: NotificationOptions) -> UNNotificationSetting {
    guard permission.options.contains(option) else { return .notSupported }
    return permission.allows(option) ? .enabled : .disabled
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationSettings else { return false }
    return permission == other.permission && previews == other.previews
      && mayBeTimeSensitive == other.mayBeTimeSensitive
  }

  open override var hash: Int { permission.hashValue }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    func options(_ key: String) -> NotificationOptions {
      NotificationOptions(rawValue: UInt(coder.unsigned(key) ?? 0))
    }
    guard let status = coder.text("status").flatMap(NotificationPermission.Status.init),
      let previews = coder.unsigned("previews").flatMap({ NotificationPreviews(rawValue: Int($0)) })
    else { return nil }
    permission = NotificationPermission(
      status, options("options"), switchedOff: options("switchedOff"),
      isKeptQuiet: coder.decodeBool(forKey: "isKeptQuiet"))
    self.previews = previews
    mayBeTimeSensitive = coder.decodeBool(forKey: "mayBeTimeSensitive")
    super.init()
  }

  open func encode(with coder: NSCoder) {
    coder.encode(permission.status.rawValue, "status")
    coder.encode(unsigned: UInt64(permission.options.rawValue), "options")
    coder.encode(unsigned: UInt64(permission.switchedOff.rawValue), "switchedOff")
    coder.encode(permission.isKeptQuiet, forKey: "isKeptQuiet")
    coder.encode(unsigned: UInt64(previews.rawValue), "previews")
    coder.encode(mayBeTimeSensitive, forKey: "mayBeTimeSensitive")
  }
}

/// The kinds of interaction that an app asks for.
public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let badge = Self(rawValue: 1 << 0)
  public static let sound = Self(rawValue: 1 << 1)
  public static let alert = Self(rawValue: 1 << 2)
  public static let carPlay = Self(rawValue: 1 << 3)
  /// Needs an entitlement of Apple; without an effect here (iOS 12).
  public static let criticalAlert = Self(rawValue: 1 << 4)
  /// The app has notification settings of its own (iOS 12).
  public static let providesAppNotificationSettings = Self(rawValue: 1 << 5)
  /// Quiet delivery without a question to the user (iOS 12, NT2).
  public static let provisional = Self(rawValue: 1 << 6)

  var plain: NotificationOptions { NotificationOptions(rawValue: rawValue) }
}

extension UNAuthorizationOptions {
  @available(
    iOS, introduced: 13.0, deprecated: 15.0,
    message: "Announcement authorization is always included"
  )
  public static var announcement: UNAuthorizationOptions { Self(rawValue: 1 << 7) }
  @available(iOS, introduced: 15.0, deprecated: 15.0, message: "Use time-sensitive entitlement")
  public static var timeSensitive: UNAuthorizationOptions { Self(rawValue: 1 << 8) }
}

/// The presentation of a notification that arrives while the app is in the foreground.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let badge = Self(rawValue: 1 << 0)
  public static let sound = Self(rawValue: 1 << 1)
  /// The same as `list` and `banner` together.
  @available(*, deprecated, message: "use list and banner")
  public static var alert: Self { oldAlert }
  private static let oldAlert = Self(rawValue: 1 << 2)
  /// In Notification Center (iOS 14).
  public static let list = Self(rawValue: 1 << 3)
  /// As a banner (iOS 14).
  public static let banner = Self(rawValue: 1 << 4)

  var plain: NotificationShowing {
    let both: NotificationShowing = contains(.oldAlert) ? [.list, .banner] : []
    return both.union(
      NotificationShowing(rawValue: rawValue).intersection([.badge, .sound, .list, .banner]))
  }
}
