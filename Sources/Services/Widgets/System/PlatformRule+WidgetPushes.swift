import YobanPlatformProfiles

extension PlatformRule {
  public static let wi12 = PlatformRule(
    "WI12", .widgets, .documented, versions: "iOS 26 and later, watchOS 26 and later",
    "A push of the type widgets, to the token that a WidgetPushHandler of the extension has received, reloads the timelines of the app's widgets within a budget.",
    sources: [.widgetPushes],
    details: [
      .init(
        .documented,
        "The system makes an object of each type of handler and calls pushTokenDidChange(_:widgets:) with the first token, with each new one, and when the user adds or removes a widget.",
        [.widgetPushes, .pushHandler]),
      .init(
        .documented,
        "currentPushInfo may be nil if the token is not generated yet, or if no widget is configured for pushes.",
        [
          .page(
            "WidgetCenter.currentPushInfo", by: "Apple",
            at: "https://developer.apple.com/documentation/widgetkit/widgetcenter/currentpushinfo")
        ]),
      .init(
        .documented,
        "The extension needs the capability Push Notifications. The topic is the bundle identifier with .push-type.widgets, and aps has content-changed with true.",
        [.widgetPushes]),
      .init(
        .documented,
        "A push reloads timelines, similar to reloadAllTimelines(). The system budgets pushes, without a number, and delivers them opportunistically.",
        [.widgetPushes]),
      .init(
        .documented, "A push handler opts its widget into updates by pushes.", [.pushHandler]),
      .init(.assumed, "A push reloads none of the app's widgets that have no push handler."),
      .init(
        .documented,
        "APNs may store a push that it cannot deliver for 30 days or less, as its apns-expiration says, and only one for each bundle ID.",
        [.sendingPushes]),
      .init(
        .assumed,
        "A push uses the budget of the reloads of each widget (WI2, WI11), and is free while the app is in the foreground."
      ),
      .init(
        .assumed,
        "The widgets of an app have one token. It comes 1 s after the extension was asked for the first timeline of a widget with a handler, if the device is online and was unlocked since its boot, and ends with the last of these widgets: then the handlers are called with no widgets. The extension has 30 s for its handlers. Without the entitlement aps-environment no token comes."
      ),
      .init(
        .assumed,
        "While the device is offline one push to the widgets of an app waits, and one to each of its controls: they do not replace each other."
      ),
    ],
    simulated:
      "As stated; a push arrives at once. One that has no effect is an event with the reason, and a finding reports a missing entitlement of the extension.",
    difference:
      "A device may deliver a push later or not at all, and it may change the token at any time. A push that waits here does not expire."
  )

  public static let wi13 = PlatformRule(
    "WI13", .widgets, .documented, versions: "iOS 18 and later, watchOS 26 and later",
    "A push of the type controls, to the token of one control, reloads this control; a ControlPushHandler of the extension receives the tokens of the controls.",
    sources: [.controlPushes],
    details: [
      .init(
        .documented,
        "The system calls pushTokensDidChange(controls:) when the user adds or removes controls, and may call it when a token changes or a control is configured again. It gets all controls of the app with this type of handler, also if the tokens of only some have changed.",
        [
          .controlPushes,
          .page(
            "pushTokensDidChange(controls:)", by: "Apple",
            at:
              "https://developer.apple.com/documentation/widgetkit/controlpushhandler/pushtokensdidchange(controls:)"
          ),
        ]),
      .init(
        .documented,
        "ControlInfo.pushInfo has the token of the control, for currentControls(), too.",
        [.controlPushes]),
      .init(
        .documented,
        "The topic is the bundle identifier with .push-type.controls, and aps has content-changed with true.",
        [.controlPushes]),
      .init(
        .assumed,
        "The times, and a device that is offline, are as for widgets (WI12). Without the entitlement aps-environment of the app or of the extension no token comes; Apple's page names no capability. A push has no budget, as other reloads of a control (WI10)."
      ),
      .init(
        .documented,
        "A token is valid until pushTokensDidChange(controls:) says otherwise.",
        [
          .page(
            "ControlPushInfo.token", by: "Apple",
            at: "https://developer.apple.com/documentation/widgetkit/controlpushinfo/token")
        ]),
    ],
    simulated: "As stated; the value of the control is asked for at once.",
    difference:
      "A device may change the token at any time. Apple's example of a push has an apns-expiration of 0, so it is lost while the device is offline; here it waits."
  )
}

extension RuleSource {
  fileprivate static let widgetPushes = page(
    "Updating widgets with WidgetKit push notifications", by: "Apple",
    at:
      "https://developer.apple.com/documentation/widgetkit/updating-widgets-with-widgetkit-push-notifications"
  )
  fileprivate static let sendingPushes = page(
    "Sending notification requests to APNs", by: "Apple",
    at:
      "https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns"
  )
  fileprivate static let pushHandler = page(
    "pushHandler(_:)", by: "Apple",
    at: "https://developer.apple.com/documentation/swiftui/widgetconfiguration/pushhandler(_:)")
  fileprivate static let controlPushes = page(
    "Updating controls locally and remotely", by: "Apple",
    at:
      "https://developer.apple.com/documentation/widgetkit/updating-controls-locally-and-remotely")
}
