import YobanPlatformProfiles

extension [PlatformRule] {
  package static let liveActivities: Self = [.la1, .la2, .la3, .la4, .la5, .la6, .la7, .la8, .la9]
}

extension PlatformRule {
  public static let la1 = PlatformRule(
    "LA1", .liveActivities, .documented, versions: "iOS 16.1 and later",
    "An app can start a Live Activity only while it is in the foreground, and only if its Info.plist has NSSupportsLiveActivities.",
    sources: [.displaying, .activityClass],
    details: [
      .init(
        .documented,
        "In background, Activity.request throws ActivityAuthorizationError.visibility. If the user has switched Live Activities off, it throws denied.",
        [.authorizationError]),
      .init(
        .documented,
        "In background, an app starts one in the perform() of a LiveActivityIntent (AI3). A push can start one (LA7), and an app schedules one while it is in the foreground (LA9).",
        [.activityClass, .pushes]),
      .init(
        .reported,
        "Without the key in Info.plist, or in an extension, it throws unsupportedTarget, with the text: Target does not include NSSupportsLiveActivities plist key.",
        [
          .page(
            "forum thread 746416", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/746416")
        ]),
      .init(
        .reported,
        "An app can have 5 Live Activities at a time; then it throws targetMaximumExceeded.",
        [.page("Limits", by: "PushWard", at: "https://pushward.app/docs/limits")]),
      .init(
        .documented, "How many it can have may depend on a variety of factors.", [.displaying]),
      .init(
        .reported,
        "The request fails with visibility also in willEnterForeground, before the app is active.",
        [.thread("loopandlearn/LoopFollow", 615)]),
    ],
    simulated:
      "As stated. A finding reports a request in background and one without the key, because an app often ignores the error.",
    difference:
      "A device also has a limit for all apps together, whose number is not known (globalMaximumExceeded). Before the first one stays, it asks the user on the Lock Screen whether the app may go on."
  )

  public static let la2 = PlatformRule(
    "LA2", .liveActivities, .documented, versions: "iOS 16.1 and later",
    "The system ends a Live Activity after 8 hours, and removes it from the Lock Screen up to 4 hours later.",
    sources: [.displaying],
    simulated:
      "It ends after exactly 8 hours, and is removed exactly 4 hours later. The app is neither resumed nor launched for it (assumed): it reads the state when it runs again.",
    difference: "There is no Dynamic Island.")

  public static let la3 = PlatformRule(
    "LA3", .liveActivities, .documented, versions: "iOS 16.1 and later",
    "An app updates and ends its Live Activities in the foreground and in background, while it runs; after its end a Live Activity ignores updates.",
    sources: [.activityClass, .displaying],
    details: [
      .init(
        .documented,
        "The attributes and the state together may have 4 KB, also in updates and pushes.",
        [.displaying]),
      .init(
        .documented,
        "A Live Activity has no access to the network and gets no positions: it shows only what it is given.",
        [.displaying]),
      .init(.assumed, "4 KB are 4096 bytes of JSON. An update that is larger is ignored."),
      .init(
        .reported, "An update by the running app does not count toward the budget of pushes.",
        [
          .page(
            "Why your iOS Live Activity silently stops updating", by: "hellomisterdev",
            at:
              "https://dev.to/hellomisterdev/why-your-ios-live-activity-silently-stops-updating-lmd"
          )
        ]),
    ],
    simulated:
      "As stated. A finding reports an update after the end, and one that is too large; ActivityKit reports neither to the app."
  )

  public static let la4 = PlatformRule(
    "LA4", .liveActivities, .documented, versions: "iOS 16.2 and later",
    "At its staleDate the state of a Live Activity becomes stale, and it needs an update.",
    sources: [
      .activity("staleDate", "activitycontent/staledate"),
      .activity("ActivityState.stale", "activitystate/stale"),
    ],
    details: [
      .init(.assumed, "An update makes it active again."),
      .init(
        .assumed,
        "The date counts by the device's clock, also after the user has set it; that of a dismissal stays as it was. A date that has passed makes the content stale at once."
      ),
    ],
    simulated: "As stated.")

  public static let la5 = PlatformRule(
    "LA5", .liveActivities, .documented, versions: "iOS 16.1 and later",
    "An ended Live Activity stays on the Lock Screen for up to 4 hours by default; the app can have it removed at once, or at a date within these 4 hours.",
    sources: [.activity("ActivityUIDismissalPolicy", "activityuidismissalpolicy")],
    simulated: "As stated; by default it stays as long as LA2 allows.")

  public static let la6 = PlatformRule(
    "LA6", .liveActivities, .documented, versions: "iOS 16.1 and later",
    "Pushes to the token of a Live Activity update and end it without running the app; those of priority 10 count toward a budget of each hour.",
    sources: [.pushes],
    details: [
      .init(
        .documented,
        "An update needs timestamp, event and content-state in aps, so that the system shows the newest.",
        [.pushes]),
      .init(
        .reported,
        "An update whose timestamp is older than that of what is shown is dropped, and so is one that is more than 8 hours ahead; an end is not.",
        [
          .page(
            "forum thread 776165", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/776165")
        ]),
      .init(
        .documented,
        "Priority 5 does not count toward the budget. Beyond it, the system may throttle pushes.",
        [.pushes]),
      .init(
        .documented,
        "With NSSupportsLiveActivitiesFrequentUpdates in Info.plist the budget is larger, unless the user switches More Frequent Updates off.",
        [.pushes]),
      .init(
        .reported,
        "About 15 pushes in an hour are shown, and the others dropped; Apple names no number.",
        [.page("Limits", by: "PushWard", at: "https://pushward.app/docs/limits")]),
      .init(
        .documented,
        "The token may change; then the app gets run time in background, so it observes pushTokenUpdates.",
        [.activity("pushToken", "activity/pushtoken"), .pushes]),
      .init(
        .reported,
        "A request with PushType.token throws error 0 of com.apple.ActivityKit.ActivityInput if the app has no entitlement aps-environment.",
        [.thread("LoopKit/Loop", 2532)]),
      .init(
        .reported,
        "activityUpdates gives only activities that are started from then on, not those that exist already.",
        [
          .page(
            "VoltraLiveActivityManager.swift", by: "callstackincubator/voltra",
            at: "https://github.com/callstackincubator/voltra")
        ]),
      .init(
        .documented,
        "From iOS 18 on, an activity can follow a channel instead, to which one push is sent for all.",
        [.pushes]),
      .init(
        .assumed,
        "An app has the token 1 s after the start, if the device is online."
      ),
      .init(
        .assumed,
        "While the device is offline, the newest push for an activity waits; one that starts an activity does not. A push of priority 5 waits as a silent push does (FT6)."
      ),
      .init(
        .assumed,
        "If content-state cannot be decoded as the app's ContentState, the old content stays."),
      .init(
        .assumed,
        "The other sequences of ActivityKit begin with the present value, and go on with the changes."
      ),
    ],
    simulated:
      "As stated; with frequent updates there is no budget. Each push that is ignored is an event with the reason. Findings report a push without a timestamp and a state that cannot be decoded.",
    difference:
      "Tokens never change while an activity lives. With frequent updates a device has a larger budget, which is not endless."
  )

  public static let la7 = PlatformRule(
    "LA7", .liveActivities, .documented, versions: "iOS 17.2 and later",
    "A push can start a Live Activity; the system then wakes the app and gives it run time, in which it receives the token for updates.",
    sources: [.pushes],
    details: [
      .init(
        .documented,
        "The token for starts belongs to a type of attributes, and needs no activity that the app has started.",
        [.activity("pushToStartTokenUpdates", "activity/pushtostarttokenupdates")]),
      .init(
        .documented,
        "The push needs an alert. From iOS 18 on, it says with input-push-token or input-push-channel how the activity is updated; before, one with a channel starts nothing.",
        [.pushes]),
      .init(
        .reported,
        "After about 10 starts in a short time the device starts no more; an Apple engineer says that this budget is fixed.",
        [
          .page(
            "forum thread 799505", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/799505")
        ]),
      .init(
        .reported,
        "Developers get the token only after the user has tapped Allow on the Lock Screen; Apple's support confirmed it to one of them.",
        [
          .page(
            "forum thread 801072", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/801072"),
          .page(
            "Product decisions for Live Activities", by: "M. Faani",
            at: "https://mfaani.com/posts/liveactivities/5-product-decisions"),
        ]),
      .init(
        .reported,
        "Developers write that they receive no token while the app is terminated.",
        [
          .page(
            "posts about widgets and Live Activities", by: "Apple Developer Forums",
            at:
              "https://developer.apple.com/forums/topics/app-and-system-services/app-and-system-services-widgets-and-live-activities"
          )
        ]),
      .init(.assumed, "The budget of 10 starts counts within an hour."),
      .init(
        .assumed,
        "The run time is 30 s. An app that the user has force-quit is not launched, nor one on a device that was not unlocked since its boot; the activity is shown."
      ),
    ],
    simulated:
      "As stated; the user has tapped Allow already. A finding reports an app that was woken and did not receive the token: mostly because its code iterates the tokens only in a scene or a view.",
    difference:
      "An answer in the forum speaks of a few seconds of run time.")

  public static let la8 = PlatformRule(
    "LA8", .liveActivities, .documented, versions: "iOS 16.1 and later",
    "A Live Activity outlives the process of its app; the user can remove it, and switch the Live Activities of an app off.",
    sources: [.displaying, .activity("ActivityAuthorizationInfo", "activityauthorizationinfo")],
    details: [
      .init(
        .reported,
        "Killing the app does not end its Live Activity, nor does a force-quit.",
        [
          .page(
            "forum thread 824244", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/824244"),
          .page(
            "The missing documentation of Live Activities", by: "M. Faani",
            at: "https://mfaani.com/posts/liveactivities/2-the-missing-doc"),
        ]),
      .init(
        .documented,
        "When the user removes it, it has ended and its state becomes dismissed; what it shows goes on.",
        [.displaying]),
      .init(
        .assumed,
        "It outlives a reboot; developers disagree about this. The removal does not wake the app. Switching them off ends and removes all of the app, for which no source was found."
      ),
    ],
    simulated:
      "As stated. A later launch finds them in Activity.activities. They are removed with the app."
  )

  public static let la9 = PlatformRule(
    "LA9", .liveActivities, .documented, versions: "iOS 26 and later",
    "In the foreground, an app can schedule a Live Activity, which the system starts at the date, also while the app is in background.",
    sources: [
      .activity(
        "request(attributes:content:pushType:style:alertConfiguration:start:)",
        "activity/request(attributes:content:pushtype:style:alertconfiguration:start:)")
    ],
    details: [
      .init(
        .documented,
        "Until then its state is pending, and it counts toward the limit of the app. It needs an AlertConfiguration.",
        [
          .activity("ActivityState.pending", "activitystate/pending"),
          .activity(
            "request(attributes:content:pushType:style:alertConfiguration:start:)",
            "activity/request(attributes:content:pushtype:style:alertconfiguration:start:)"),
        ]),
      .init(.assumed, "The 8 hours begin with the start. The app is not woken for it."),
    ],
    simulated: "As stated. Before iOS 26 it starts at once, and advice says that this is too new.")
}

extension RuleSource {
  fileprivate static func activity(_ title: String, _ path: String) -> RuleSource {
    .page(
      title, by: "Apple", at: "https://developer.apple.com/documentation/activitykit/\(path)")
  }

  fileprivate static let displaying = activity(
    "Displaying live data with Live Activities", "displaying-live-data-with-live-activities")
  fileprivate static let activityClass = activity("Activity", "activity")
  fileprivate static let authorizationError = activity(
    "ActivityAuthorizationError", "activityauthorizationerror")
  fileprivate static let pushes = activity(
    "Starting and updating Live Activities with ActivityKit push notifications",
    "starting-and-updating-live-activities-with-activitykit-push-notifications")
}
