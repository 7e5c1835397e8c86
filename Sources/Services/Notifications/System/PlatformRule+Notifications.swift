import YobanPlatformProfiles

extension [PlatformRule] {
  package static let notifications: Self = [
    .nt1, .nt2, .nt3, .nt4, .nt5, .nt6, .nt7, .nt8, .nt9,
  ]
}

extension PlatformRule {
  public static let nt1 = PlatformRule(
    "NT1", .notifications, .documented, versions: "iOS 10 and later",
    "An app may notify the user only after the user has allowed it: the user is asked once, and later requests are answered without a question.",
    sources: [.asking],
    details: [
      .init(
        .documented,
        "A request that is added without permission fails with UNError.notificationsNotAllowed (code 1).",
        [.notAllowed]),
      .init(
        .documented,
        "The permission has kinds: alerts, sounds and badges. The user can switch each of them off in Settings at any time. The app reads the settings with getNotificationSettings.",
        [.settings]),
      .init(
        .documented,
        "The completion handlers may be called on a background thread.", [.requestAuthorization]),
      .init(
        .assumed,
        "The user answers after 2 s. The alert waits until the app is in front, and appears again if the app leaves the front before the answer."
      ),
      .init(
        .assumed,
        "An app with permission that asks for more kinds gets them without a question."),
      .init(
        .assumed,
        "Notifications that the user has switched off leave Notification Center."),
      .init(
        .assumed,
        "A request with neither texts nor a sound nor a badge fails with notificationInvalidNoContent (1401), and a calendar trigger without components with notificationInvalidNoDate (1400)."
      ),
    ],
    simulated:
      "The first request asks the user, who answers after a while, with yes unless a scenario says otherwise. Without permission add fails, and a finding reports an app that never asked. A scenario changes the permission as in Settings.",
    difference:
      "A device shows only the kinds in Settings that the app has asked for.")

  public static let nt2 = PlatformRule(
    "NT2", .notifications, .documented, versions: "iOS 12 and later",
    "With the option provisional the permission is granted without a question, and notifications arrive quietly, only in Notification Center, until the user decides to keep them or to turn them off.",
    sources: [.asking, .provisional],
    details: [
      .init(
        .documented,
        "They do not interrupt the user with a sound or a banner, and do not appear on the lock screen.",
        [.asking]),
      .init(
        .documented,
        "The user can keep them quiet, make them prominent, or turn them off, below the notification.",
        [
          .page(
            "What's New in User Notifications, WWDC 2018, session 710", by: "Apple",
            at: "https://developer.apple.com/videos/play/wwdc2018/710/")
        ]),
      .init(
        .assumed,
        "A later request without the option asks the user with the alert of NT1."),
      .init(.assumed, "Badges are not shown while the permission is provisional."),
      .init(
        .assumed, "Before iOS 12 the option is ignored, and the user is asked as in NT1."),
    ],
    simulated:
      "As stated. A scenario keeps the notifications, prominent or quiet, or turns them off; both need a notification that is shown.",
    difference:
      "On a device the user can also choose a scheduled summary.")

  public static let nt3 = PlatformRule(
    "NT3", .notifications, .documented, versions: "iOS 10 and later",
    "The system keeps and delivers pending notifications by itself, without running the app, and an app can have only a limited number of them.",
    sources: [.scheduling, .centerHeader],
    details: [
      .init(
        .documented,
        "The limit was 64 for UILocalNotification: the system kept the 64 that were due first and discarded the others. One that repeats counts once.",
        [
          .page(
            "UILocalNotification", by: "Apple",
            at: "https://developer.apple.com/documentation/uikit/uilocalnotification")
        ]),
      .init(
        .reported,
        "For UserNotifications the limit is still 64, without an error. iOS 10 keeps those that are due first, and iOS 11 and later those that were added last (radar 38065340).",
        [
          .page(
            "Limit for local notifications (UNNotificationRequest) in iOS 10", by: "Stack Overflow",
            at:
              "https://stackoverflow.com/questions/43424044/limit-for-local-notifications-unnotificationrequest-in-ios-10"
          ),
          .page(
            "Managing iOS Notification Budgets", by: "codalas.com",
            at:
              "https://www.codalas.com/en/2603/notification-budget-manager-ios-priority-eviction"),
        ]),
      .init(
        .documented,
        "A request replaces a pending request with the same identifier. When it is delivered, it replaces a delivered notification with the same identifier.",
        [.centerHeader]),
      .init(
        .documented,
        "A time interval must be greater than 0, and at least 60 s if it repeats.", [.interval]),
      .init(
        .reported,
        "Other intervals raise NSInternalInconsistencyException, which terminates the app.",
        [.thread("superwall/Superwall-iOS", 185)]),
      .init(
        .documented,
        "A location trigger needs the permission for the location, at least When In Use.",
        [
          .page(
            "UNLocationNotificationTrigger", by: "Apple",
            at:
              "https://developer.apple.com/documentation/usernotifications/unlocationnotificationtrigger"
          )
        ]),
      .init(
        .reported,
        "A notification that was due while the device was off appears after the boot if at most about 15 minutes have passed since its date; otherwise it never appears. A developer measured this on iOS 8.3.",
        [
          .page(
            "#JustFiguredOut: Local Notifications (2015)", by: "a developer's blog",
            at: "http://skillify.blogspot.ru/2015/06/justfiguredout-local-notifications.html")
        ]),
      .init(
        .assumed,
        "The same holds for UserNotifications and for newer systems, and delivery after a boot does not wait for the first unlock."
      ),
      .init(
        .assumed,
        "Delivered notifications stay in Notification Center over a reboot. Deleting the app removes all of its notifications; an update of the app keeps them."
      ),
      .init(
        .assumed,
        "nextTriggerDate() of a time interval counts from the call, also for a pending request."),
      .init(
        .reported,
        "A calendar trigger for a date that a month does not have, such as the 31st, is moved to the next possible date.",
        [
          .page(
            "Schedule Notifications on Day of Month", by: "Jake Hao",
            at: "https://jakehao.com/scheduling-notification-monthly")
        ]),
      .init(
        .assumed,
        "A calendar trigger whose date has passed is accepted and never delivered."),
    ],
    simulated:
      "The device keeps the requests outside of the app's processes and delivers them over virtual time, also when the app is suspended, killed or force-quit, and after a reboot. The 65th request discards the oldest one, and a finding says so; so does one for a date that has passed.",
    difference:
      "A device may delay or drop notifications that are due at the same time. The regions of location triggers have no limit of their own."
  )

  public static let nt4 = PlatformRule(
    "NT4", .notifications, .documented, versions: "iOS 8 and later",
    "A number on the app's icon needs the user's permission for badges.",
    sources: [
      .page(
        "applicationIconBadgeNumber", by: "Apple",
        at:
          "https://developer.apple.com/documentation/uikit/uiapplication/applicationiconbadgenumber"
      )
    ],
    details: [
      .init(
        .documented,
        "From iOS 16 on the app sets it with setBadgeCount, which reports an error if it fails; the number 0 removes it.",
        [.badgeCount]),
      .init(
        .documented,
        "A notification can set the number when it is delivered, without running the app.",
        [
          .page(
            "UNNotificationContent.badge", by: "Apple",
            at:
              "https://developer.apple.com/documentation/usernotifications/unnotificationcontent/badge"
          )
        ]),
      .init(
        .assumed, "Without permission, setBadgeCount fails with notificationsNotAllowed."),
      .init(
        .assumed,
        "Switching badges off removes the number, and switching them on does not bring it back."),
    ],
    simulated:
      "Without permission the number is ignored, which the trace shows. lookAtHomeScreen shows the badges.",
    difference: nil)
}

extension RuleSource {
  private static func apple(_ title: String, _ path: String) -> RuleSource {
    .page(
      title, by: "Apple",
      at: "https://developer.apple.com/documentation/usernotifications/\(path)")
  }

  fileprivate static let asking = apple(
    "Asking permission to use notifications", "asking-permission-to-use-notifications")
  fileprivate static let notAllowed = apple(
    "UNError.Code.notificationsNotAllowed", "unerror/code/notificationsnotallowed")
  fileprivate static let settings = apple("UNNotificationSettings", "unnotificationsettings")
  fileprivate static let requestAuthorization = apple(
    "requestAuthorization(options:completionHandler:)",
    "unusernotificationcenter/requestauthorization(options:completionhandler:)")
  fileprivate static let provisional = apple(
    "UNAuthorizationOptions.provisional", "unauthorizationoptions/provisional")
  fileprivate static let scheduling = apple(
    "Scheduling a notification locally from your app",
    "scheduling-a-notification-locally-from-your-app")
  fileprivate static let centerHeader = RuleSource.page(
    "SDK header UNUserNotificationCenter.h", by: "Apple")
  fileprivate static let interval = apple(
    "UNTimeIntervalNotificationTrigger.init(timeInterval:repeats:)",
    "untimeintervalnotificationtrigger/init(timeinterval:repeats:)")
  fileprivate static let badgeCount = apple(
    "setBadgeCount(_:withCompletionHandler:)",
    "unusernotificationcenter/setbadgecount(_:withcompletionhandler:)")
}
