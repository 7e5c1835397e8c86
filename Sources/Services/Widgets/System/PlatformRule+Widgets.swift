import YobanPlatformProfiles

extension [PlatformRule] {
  package static let widgets: Self = [
    .wi1, .wi2, .wi3, .wi4, .wi5, .wi6, .wi7, .wi8, .wi9, .wi10, .wi11, .wi12, .wi13,
  ]
}

extension PlatformRule {
  public static let wi1 = PlatformRule(
    "WI1", .widgets, .documented, versions: "iOS 14 and later",
    "A widget shows the entries of a timeline; its reload policy gives the earliest time at which the system asks for the next one: after the last entry, after a date, or never.",
    sources: [.keepingWidgets, .reloadPolicy],
    details: [
      .init(
        .documented,
        "Entries should be at least about 5 minutes apart, and the system has a minimum time before a reload, without a number.",
        [.keepingWidgets]),
      .init(.assumed, "The minimum time before a reload is 5 minutes."),
      .init(
        .documented,
        "The system may also reload a widget by itself, for example when it becomes visible on a page that is rarely seen.",
        [.keepingWidgets]),
      .init(
        .documented, "A widget is in the gallery after the first launch of its app.",
        [.creatingWidgets]),
      .init(
        .reported, "A reload can come one or two hours after the date of its policy, or before it.",
        [
          .page(
            "forum thread 657518", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/657518")
        ]),
    ],
    simulated:
      "The system asks at the earliest time, and not sooner than 5 minutes after the last timeline (assumed). When the user adds a widget, it asks at once.",
    difference: "A device may ask much later, for example at night.")

  public static let wi2 = PlatformRule(
    "WI2", .widgets, .documented, versions: "iOS 14 and later",
    "Each widget that the user has added has a budget of reloads for 24 hours, typically 40 to 70 for one that is often seen; when it is used up, the system withholds reloads.",
    sources: [.keepingWidgets, .widgetPrinciples],
    details: [
      .init(
        .documented,
        "Reloads by a policy and by the app in background count. Not counted are those while the app is in the foreground or has an audio or navigation session, after an intent or an animation of the widget, and after a change of the locale, Dynamic Type, accessibility settings, the location, the time or the account, if it is significant.",
        [.keepingWidgets, .widgetPrinciples]),
      .init(
        .documented,
        "The budget need not start again exactly at midnight, because its 24 hours follow the habits of the user, and it grows through the day.",
        [.keepingWidgets, .widgetPrinciples]),
      .init(
        .documented,
        "A session of WWDC25 says that a reload by the app is not limited by the budget, since the app is running; the page does not.",
        [
          .page(
            "What's new in widgets (WWDC25, 278)", by: "Apple",
            at: "https://developer.apple.com/videos/play/wwdc2025/278")
        ]),
      .init(
        .documented, "An engineer at Apple names another number: 72 a day, one in 20 minutes.",
        [
          .page(
            "forum thread 758400", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/758400")
        ]),
    ],
    simulated:
      "40 reloads within any 24 hours; a further one is carried out as soon as the oldest of them is 24 hours old, and several become one. A finding says so when the app's process runs.",
    difference:
      "A device gives a widget fewer reloads if it is rarely seen, and spreads them over the day. The audio of the app does not make a reload free here."
  )

  public static let wi3 = PlatformRule(
    "WI3", .widgets, .documented, versions: "iOS 14 and later",
    "An app and its extensions ask for new timelines with WidgetCenter; the call returns nothing, and nothing says whether or when a reload follows.",
    sources: [.keepingWidgets, .widgetCenter],
    details: [
      .init(
        .documented, "While the app is in the foreground, the reload is immediate and free.",
        [.widgetPrinciples]),
      .init(
        .documented,
        "Frequent reloads while the app is in the foreground might be throttled; Apple advises a last one when the app goes to the background.",
        [
          .page(
            "WidgetKit foundations (WWDC26, 277)", by: "Apple",
            at: "https://developer.apple.com/videos/play/wwdc2026/277")
        ]),
      .init(
        .reported, "On iOS 16.0 the reload came when the user left the app.",
        [.thread("feedback-assistant/reports", 360)]),
      .init(
        .reported, "A reload in the foreground can be late by up to a minute.",
        [.thread("wordpress-mobile/WordPress-iOS", 21535)]),
    ],
    simulated: "A reload begins at once, in the foreground for free.",
    difference: "A device may throttle the reloads of an app in the foreground.")

  public static let wi4 = PlatformRule(
    "WI4", .widgets, .documented, versions: "iOS 14 and later",
    "The views of a timeline are made and stored when the provider gives it; no code of the app runs when an entry is shown at its date.",
    sources: [.widgetPrinciples, .widgetInteractivity],
    details: [
      .init(
        .documented, "An entry may be shown later than at its date.",
        [
          .page(
            "Timeline.init(entries:policy:)", by: "Apple",
            at:
              "https://developer.apple.com/documentation/widgetkit/timeline/init(entries:policy:)")
        ])
    ],
    simulated:
      "The texts of all entries are read when the timeline is given, so a view that reads Date() has the time of the reload, as on a device. An entry is shown exactly at its date."
  )

  public static let wi5 = PlatformRule(
    "WI5", .widgets, .documented, versions: "iOS 14 and later",
    "The providers of widgets run in the process of their extension, which is not active all the time: the system may suspend or end it after each request.",
    sources: [.widgetNetwork, .keepingWidgets],
    details: [
      .init(
        .reported, "The extension is ended when it uses more than 30 MB of memory.",
        [.thread("feedback-assistant/reports", 177), .thread("home-assistant/iOS", 2741)])
    ],
    simulated:
      "The extension is launched for a request, has run time until it has answered, and is then suspended. It has its own launches, static variables and container, and shares files with its app by an App Group only.",
    difference: "Memory is not measured.")

  public static let wi6 = PlatformRule(
    "WI6", .widgets, .assumed, versions: "iOS 14 and later",
    "A provider that gives no timeline within 30 s is given up: the widget keeps the old one, and the system asks again after 1 hour.",
    sources: [.widgetNetwork],
    details: [
      .init(
        .documented,
        "An extension may not have enough time to complete its work before the system halts it.",
        [.widgetNetwork]),
      .init(
        .reported, "On macOS 26 the next attempt is 1 hour after failed ones.",
        [.thread("steipete/CodexBar", 3339)]),
    ],
    simulated:
      "As stated, with a finding. Apple publishes neither number; the second is that of other failures. An extension that ends while it makes a timeline is asked again after the same time."
  )

  public static let wi7 = PlatformRule(
    "WI7", .widgets, .documented, versions: "iOS 15 and later",
    "After a reboot widgets show a placeholder until the first unlock; with complete protection as the default of the extension, they do so while the device is locked, too, and the system withholds updates.",
    sources: [.creatingWidgets, .widgetPrinciples],
    details: [
      .init(
        .documented,
        "With NSFileProtectionCompleteUnlessOpen a placeholder replaces the content while the device is locked, too.",
        [.creatingWidgets]),
      .init(
        .reported, "A timeline was made while the device was locked.",
        [
          .page(
            "forum thread 659858", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/659858")
        ]),
    ],
    simulated:
      "A placeholder has no texts and no entry. No timeline is made before the first unlock, nor with com.apple.developer.default-data-protection NSFileProtectionComplete while the device is locked. Those that were asked for are made after the unlock."
  )

  public static let wi8 = PlatformRule(
    "WI8", .widgets, .documented, versions: "iOS 17 and later",
    "An intent of a button or a toggle in a widget is performed by default in the process of the extension, and in that of the app for some intents; after it has returned, the widget is reloaded for free.",
    sources: [.widgetInteractivity, .keepingWidgets],
    details: [
      .init(
        .documented,
        "It is performed in the process of the app if openAppWhenRun is true, and for LiveActivityIntent, AudioPlaybackIntent, ForegroundContinuableIntent and PushToTalkTransmissionIntent.",
        [.widgetInteractivity]),
      .init(
        .assumed,
        "The old names LiveActivityStartingIntent and AudioStartingIntent, and AudioRecordingIntent, have the same effect."
      ),
      .init(
        .documented,
        "On a locked device buttons and toggles do nothing unless the user unlocks it.",
        [.widgetInteractivity]),
      .init(
        .documented,
        "From iOS 27 on the system performs it in any available target, unless the intent names its targets (AI1)."
      ),
      .init(
        .reported, "The reload is certain for the widget that was touched only.",
        [
          .page(
            "forum thread 746783", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/746783")
        ]),
    ],
    simulated: "As stated; only the touched widget is reloaded.",
    difference: "On iOS 27, too, an intent without openAppWhenRun runs in the extension here.")

  public static let wi9 = PlatformRule(
    "WI9", .widgets, .documented, versions: "iOS 14 and later",
    "The events of a background URLSession that a widget's extension has made go to the extension (onBackgroundURLSessionEvents), not to the app.",
    sources: [.widgetNetwork],
    simulated: "As stated; the extension is launched for them if it does not run.")
}

extension RuleSource {
  fileprivate static let keepingWidgets = page(
    "Keeping a widget up to date", by: "Apple",
    at: "https://developer.apple.com/documentation/widgetkit/keeping-a-widget-up-to-date")
  fileprivate static let reloadPolicy = page(
    "TimelineReloadPolicy", by: "Apple",
    at: "https://developer.apple.com/documentation/widgetkit/timelinereloadpolicy")
  fileprivate static let creatingWidgets = page(
    "Creating a widget extension", by: "Apple",
    at: "https://developer.apple.com/documentation/widgetkit/creating-a-widget-extension")
  fileprivate static let widgetPrinciples = page(
    "Principles of great widgets (WWDC21, 10048)", by: "Apple",
    at: "https://developer.apple.com/videos/play/wwdc2021/10048")
  fileprivate static let widgetCenter = page(
    "WidgetCenter", by: "Apple",
    at: "https://developer.apple.com/documentation/widgetkit/widgetcenter")
  fileprivate static let widgetNetwork = page(
    "Making network requests in a widget extension", by: "Apple",
    at:
      "https://developer.apple.com/documentation/widgetkit/making-network-requests-in-a-widget-extension"
  )
  fileprivate static let widgetInteractivity = page(
    "Adding interactivity to widgets and Live Activities", by: "Apple",
    at:
      "https://developer.apple.com/documentation/widgetkit/adding-interactivity-to-widgets-and-live-activities"
  )
}
