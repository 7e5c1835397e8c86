import YobanPlatformProfiles

/// The presentation of notifications, and the user's responses: NT5 to NT9.
extension PlatformRule {
  public static let nt5 = PlatformRule(
    "NT5", .notifications, .documented, versions: "iOS 10 and later",
    "A notification that arrives while the app is in the foreground is shown only as the delegate's willPresent says, and not at all without it.",
    sources: [.willPresent],
    details: [
      .init(
        .documented,
        "From iOS 14 on the options banner and list replace alert, which means both.",
        [
          .page(
            "UNNotificationPresentationOptions", by: "Apple",
            at:
              "https://developer.apple.com/documentation/usernotifications/unnotificationpresentationoptions"
          )
        ]),
      .init(
        .reported,
        "The form with a completion handler is called on the main thread, the asynchronous form on another thread.",
        [
          .page(
            "Airship iOS SDK 19.11.0", by: "Airship",
            at: "https://newreleases.io/project/github/urbanairship/ios-library/release/19.11.0")
        ]),
      .init(.assumed, "A banner is shown for 5 s."),
      .init(
        .assumed,
        "In the callback didEnterBackground the app counts as in the background."),
      .init(
        .documented,
        "Conflict: Apple's page says that without any delegate the system uses the notification's original options. Firebase documents that nothing is shown in foreground by default.",
        [
          .page(
            "userNotificationCenter(_:willPresent:withCompletionHandler:)", by: "Apple",
            at:
              "https://developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate/usernotificationcenter(_:willpresent:withcompletionhandler:)"
          )
        ]),
    ],
    simulated:
      "As stated. A notification that is not shown is in the trace, with the reason.",
    difference: nil)

  public static let nt6 = PlatformRule(
    "NT6", .notifications, .documented, versions: "iOS 10 and later",
    "A tap on a notification brings the app to the foreground or launches it, and the delegate receives the response if it was set before the app finished launching.",
    sources: [.delegate, .didReceive],
    details: [
      .init(
        .documented,
        "The delegate must be set in willFinishLaunching or didFinishLaunching. Responses that arrive before it was set may be lost.",
        [.delegate]),
      .init(
        .documented,
        "In an app with scenes that is launched by a tap, the connection options of the scene contain the response.",
        [
          .page(
            "UIScene.ConnectionOptions.notificationResponse", by: "Apple",
            at:
              "https://developer.apple.com/documentation/uikit/uiscene/connectionoptions/notificationresponse"
          )
        ]),
      .init(
        .reported,
        "The form with a completion handler is called before the app becomes active.",
        [
          .page(
            "Airship iOS SDK 19.11.0", by: "Airship",
            at: "https://newreleases.io/project/github/urbanairship/ios-library/release/19.11.0")
        ]),
      .init(
        .assumed,
        "The delegate receives the response although the scene received it, too."),
      .init(.assumed, "The notification leaves Notification Center when it is tapped."),
    ],
    simulated:
      "The device is unlocked, the app comes to the front, and the delegate receives the response before the app becomes active. If the tap launched the app and the delegate was not set when didFinishLaunching returned, the response is lost, and a finding says so.",
    difference: nil)

  public static let nt7 = PlatformRule(
    "NT7", .notifications, .documented, versions: "iOS 10 and later",
    "An action of a notification runs in the background, and launches the app there if needed, unless it has the option foreground.",
    sources: [.actions, .didReceive],
    details: [
      .init(
        .documented,
        "An action with the option authenticationRequired can be performed only on an unlocked device.",
        [.actionOptions]),
      .init(
        .documented,
        "A dismissal is delivered only if the category has the option customDismissAction. Flicking a banner away or ignoring it is no dismissal.",
        [
          .page(
            "UNNotificationDismissActionIdentifier", by: "Apple",
            at:
              "https://developer.apple.com/documentation/usernotifications/unnotificationdismissactionidentifier"
          )
        ]),
      .init(
        .documented,
        "The delegate must call the completion handler when it has handled the response.",
        [.didReceive]),
      .init(
        .assumed,
        "The app has 30 s for a response in the background, and is suspended as soon as it has called the handler. An app that does not call it is suspended then."
      ),
      .init(
        .assumed,
        "Responses are delivered in the background although the user has force-quit the app or switched Background App Refresh off."
      ),
      .init(
        .assumed,
        "Clearing all notifications dismisses each of them."),
    ],
    simulated:
      "As stated. The user unlocks the device for an action that requires it. A response that was not completed within 30 s is a finding.",
    difference: nil)

  public static let nt8 = PlatformRule(
    "NT8", .notifications, .documented, versions: "iOS 15 and later",
    "The interruption level decides whether a notification lights the screen, plays a sound and breaks through a Focus.",
    sources: [
      .page(
        "UNNotificationInterruptionLevel", by: "Apple",
        at:
          "https://developer.apple.com/documentation/usernotifications/unnotificationinterruptionlevel"
      )
    ],
    details: [
      .init(
        .documented,
        "passive: the notification is added to the list without lighting the screen or playing a sound."
      ),
      .init(
        .documented,
        "active: it lights the screen and can play a sound. timeSensitive: it also breaks through a Focus; the user can switch this off."
      ),
      .init(
        .documented,
        "timeSensitive needs the entitlement com.apple.developer.usernotifications.time-sensitive.",
        [
          .page(
            "Time Sensitive Notifications Entitlement", by: "Apple",
            at:
              "https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.developer.usernotifications.time-sensitive"
          )
        ]),
      .init(
        .assumed, "Without the entitlement a time-sensitive notification counts as active."),
      .init(.assumed, "Before iOS 15 every notification is active."),
      .init(
        .assumed,
        "While a Focus is on, other notifications go to Notification Center without a banner, a sound or light."
      ),
    ],
    simulated:
      "As stated, with a Focus that a scenario switches on. A critical notification counts as time-sensitive.",
    difference:
      "A real Focus lets apps and people through that the user has chosen. Critical alerts need an entitlement of Apple and ignore the mute switch."
  )

  public static let nt9 = PlatformRule(
    "NT9", .notifications, .documented, versions: "iOS 11 and later",
    "On a locked device notifications appear on the lock screen, where their texts are hidden if the user has chosen so.",
    sources: [
      .page(
        "UNShowPreviewsSetting", by: "Apple",
        at: "https://developer.apple.com/documentation/usernotifications/unshowpreviewssetting")
    ],
    details: [
      .init(
        .documented,
        "A category can give a text in place of the hidden body, and can show title and subtitle.",
        [
          .page(
            "UNNotificationCategory.hiddenPreviewsBodyPlaceholder", by: "Apple",
            at:
              "https://developer.apple.com/documentation/usernotifications/unnotificationcategory/hiddenpreviewsbodyplaceholder"
          )
        ]),
      .init(.assumed, "A notification lights a dark screen for 10 s."),
      .init(
        .assumed, "Texts are shown always, until the user changes the setting."),
    ],
    simulated:
      "As stated; a hidden notification shows the app's name and the text Notification or that of its category.",
    difference:
      "Newer iPhones hide the texts by default until they recognize their user's face.")
}

extension RuleSource {
  private static func apple(_ title: String, _ path: String) -> RuleSource {
    .page(
      title, by: "Apple",
      at: "https://developer.apple.com/documentation/usernotifications/\(path)")
  }

  fileprivate static let willPresent = apple(
    "userNotificationCenter(_:willPresent:withCompletionHandler:)",
    "unusernotificationcenterdelegate/usernotificationcenter(_:willpresent:withcompletionhandler:)")
  fileprivate static let delegate = apple(
    "UNUserNotificationCenter.delegate", "unusernotificationcenter/delegate")
  fileprivate static let didReceive = apple(
    "userNotificationCenter(_:didReceive:withCompletionHandler:)",
    "unusernotificationcenterdelegate/usernotificationcenter(_:didreceive:withcompletionhandler:)")
  fileprivate static let actions = apple(
    "Declaring your actionable notification types", "declaring-your-actionable-notification-types")
  fileprivate static let actionOptions = apple(
    "UNNotificationActionOptions", "unnotificationactionoptions")
}
