import YobanPlatformProfiles

/// The constants of local notifications.
public struct NotificationPolicy: Policy, Sendable, Hashable {
  // MARK: Permission

  /// Whether the system has the framework UserNotifications (NT1).
  @Fact(
    "the framework UserNotifications exists", "NT1", .always(false, .documented),
    .since(10, true, .documented))
  public var exists: Bool
  /// The time that the user takes to answer the permission alert (NT1).
  @Fact("until the user has answered for notifications", "NT1", .always(.seconds(2), .assumed))
  public var answerDelay: Duration
  /// Whether an app can get a provisional permission (NT2).
  @Fact(
    "provisional permission without an alert", "NT2", .always(false, .documented),
    .since(12, true, .documented))
  public var offersProvisional: Bool

  // MARK: Pending requests

  /// The maximum number of pending requests of an app (NT3).
  @Fact("pending notification requests of an app", "NT3", .always(64, .reported))
  public var pendingLimit: Int
  /// Whether the requests that were added last are kept beyond the limit. If not, the ones that are due
  /// first are kept (NT3).
  @Fact(
    "beyond the limit, the requests that were added first are discarded", "NT3",
    .always(false, .reported), .since(11, true, .reported))
  public var keepsNewestRequests: Bool
  /// The time after its date within which a notification is still delivered when the device boots
  /// (NT3).
  @Fact(
    "a notification missed while the device was off is still delivered within", "NT3",
    .always(.seconds(15 * 60), .reported))
  public var lateDelivery: Duration

  // MARK: Badge

  /// Whether the user must allow badges (NT4).
  @Fact(
    "a badge needs the user's permission", "NT4", .always(false, .documented),
    .since(8, true, .documented))
  public var badgeNeedsPermission: Bool
  /// Whether `setBadgeCount` exists (NT4).
  @Fact(
    "setBadgeCount exists", "NT4", .always(false, .documented), .since(16, true, .documented))
  public var setsBadgeCount: Bool

  // MARK: Delivery

  /// The time for which a banner is shown (NT5).
  @Fact("a banner is shown for", "NT5", .always(.seconds(5), .assumed))
  public var bannerDuration: Duration
  /// Whether notifications have interruption levels (NT8).
  @Fact(
    "notifications have interruption levels", "NT8", .always(false, .documented),
    .since(15, true, .documented))
  public var hasInterruptionLevels: Bool
  /// The time for which a notification lights the screen (NT9).
  @Fact("a notification lights the screen for", "NT9", .always(.seconds(10), .assumed))
  public var screenLit: Duration

  // MARK: Responses

  /// The run time of an app in background for the user's response, until it calls the completion
  /// handler (NT7).
  @Fact("run time for the user's response in background", "NT7", .always(.seconds(30), .assumed))
  public var responseTime: Duration

  /// Creates the policy of an iOS version.
  public init(iOS version: SystemVersion) { self.init(for: version) }

  package init() {}
}

extension DeviceProfile {
  /// The constants of local notifications.
  public var notifications: NotificationPolicy {
    get { self[NotificationPolicy.self] }
    set { self[NotificationPolicy.self] = newValue }
  }
}
