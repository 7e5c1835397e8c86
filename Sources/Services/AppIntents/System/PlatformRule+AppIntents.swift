import YobanPlatformProfiles

extension [PlatformRule] {
  package static let appIntents: Self = [.ai1, .ai2, .ai3, .ai4]
}

extension PlatformRule {
  public static let ai1 = PlatformRule(
    "AI1", .appIntents, .documented, versions: "iOS 16, watchOS 9 and later",
    "The system performs an intent of the app in the app's process, which it launches in background without opening the app; an intent that asks for it opens the app first.",
    sources: [
      .intents("supportedModes", "appintent/supportedmodes"),
      .intents("LiveActivityIntent", "liveactivityintent"),
    ],
    details: [
      .init(
        .documented,
        "An intent of a widget runs by default in the widget's extension, but in the app's process if it has openAppWhenRun, or is a LiveActivityIntent, an AudioPlaybackIntent, a ForegroundContinuableIntent or a PushToTalkTransmissionIntent.",
        [.interactivity]),
      .init(
        .documented,
        "From iOS 27 on an intent says with allowedExecutionTargets where it may run.",
        [.intents("allowedExecutionTargets", "appintent/allowedexecutiontargets")]),
      .init(
        .documented,
        "Buttons and toggles of widgets and Live Activities do nothing on a locked device until the user unlocks it. Other intents run there, unless their authenticationPolicy forbids it.",
        [
          .interactivity,
          .intents("authenticationPolicy", "appintent/authenticationpolicy"),
        ]),
      .init(
        .reported,
        "The app may be launched for an intent without any scene.",
        [.thread("TortugaPower/BookPlayer", 1197)]),
      .init(
        .assumed,
        "An app that the user has force-quit is launched, too, because the user runs the intent. Before the first unlock nothing is performed."
      ),
    ],
    simulated:
      "As stated, with openAppWhenRun, for the intents of the app's own target. Where the intent comes from makes no difference, and a locked device performs every intent.",
    difference:
      "authenticationPolicy and allowedExecutionTargets have no effect, and buttons of a Live Activity work on a locked device."
  )

  public static let ai2 = PlatformRule(
    "AI2", .appIntents, .documented, versions: "iOS 16, watchOS 9 and later",
    "An intent has about 30 s to finish.",
    sources: [
      .answer832257,
      .intents("IntentCancellationReason.timeout", "intentcancellationreason/timeout"),
    ],
    details: [
      .init(
        .documented,
        "Conflict: another answer of an Apple engineer speaks of 30 s of processor time.",
        [
          .page(
            "forum answer 832170", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/832170")
        ]),
      .init(
        .reported, "Developers saw 20 to 25 s, and on iOS 16.1 30 s each time.",
        [
          .page(
            "forum question 720454", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/720454")
        ]),
      .init(.documented, "Siri may wait for a shorter time.", [.answer832257]),
      .init(
        .documented,
        "From iOS 26.4 on the system can cancel the task of such an intent, and gives a CancellableIntent some more time to handle it.",
        [.intents("CancellableIntent", "cancellableintent")]),
      .init(
        .assumed,
        "After this time an app in background is suspended, and perform() goes on when it runs again; in front it goes on at once."
      ),
    ],
    simulated:
      "As stated, with 30 s of time. A finding reports an intent that has not finished in time.",
    difference: "The task of an intent that is no LongRunningIntent is never canceled.")

  public static let ai3 = PlatformRule(
    "AI3", .appIntents, .documented, versions: "iOS 17 and later",
    "In the perform() of a LiveActivityIntent an app may start a Live Activity in background.",
    sources: [.intents("LiveActivityIntent", "liveactivityintent")],
    simulated:
      "As stated, until perform() has returned or its time is over; also for a LiveActivityStartingIntent, as it is called on iOS 16. It is an exception of LA1."
  )

  public static let ai4 = PlatformRule(
    "AI4", .appIntents, .documented, versions: "iOS 27 and later",
    "A LongRunningIntent runs on beyond 30 s inside performBackgroundTask, as long as it reports progress; the system may cancel one that does not.",
    sources: [.intents("LongRunningIntent", "longrunningintent")],
    details: [
      .init(
        .documented,
        "A Live Activity of the system shows the progress, and lets the user stop the intent.",
        [
          .intents(
            "IntentCancellationReason.userCancelled", "intentcancellationreason/usercancelled")
        ]),
      .init(
        .documented,
        "The task of the operation is canceled. A CancellableIntent (iOS 26.4) receives the reason, and has a small window to clean up.",
        [
          .intents(
            "performBackgroundTask(options:operation:onCancel:)",
            "longrunningintent/performbackgroundtask(options:operation:oncancel:)"), .answer832257,
        ]),
      .init(
        .assumed,
        "The system cancels after 30 s without progress, and the window to clean up is 5 s."),
    ],
    simulated: "As stated. The options have no effect.",
    difference: "The Live Activity is an event of the trace.")
}

extension RuleSource {
  fileprivate static let answer832257 = RuleSource.page(
    "forum answer 832257", by: "Apple Developer Forums",
    at: "https://developer.apple.com/forums/thread/832257")
  fileprivate static let interactivity = RuleSource.page(
    "Adding interactivity to widgets and Live Activities", by: "Apple",
    at:
      "https://developer.apple.com/documentation/widgetkit/adding-interactivity-to-widgets-and-live-activities"
  )

  fileprivate static func intents(_ title: String, _ path: String) -> RuleSource {
    .page(title, by: "Apple", at: "https://developer.apple.com/documentation/appintents/\(path)")
  }
}
