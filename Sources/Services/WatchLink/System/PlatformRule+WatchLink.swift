import YobanPlatformProfiles

extension [PlatformRule] {
  package static let watchLink: Self = [
    .wc1, .wc2, .wc3, .wc4, .wc5, .wc6, .wc7, .wc8, .wc9,
  ]
}

extension PlatformRule {
  public static let wc1 = PlatformRule(
    "WC1", .watchLink, .documented, versions: "all versions",
    "An app must set a delegate and then call activate() on its WCSession at every launch, because the session delivers nothing before that.",
    sources: [LinkPage.sessionHeader],
    details: [
      .init(
        .documented,
        "The session calls its delegate and its handlers on one serial queue that is not the main queue."
      ),
      .init(
        .assumed,
        "What is queued for a watch that is not worn waits for it. What a watch has queued for an iPhone waits until the watch is paired with that iPhone again. Both fail with 7017 in the end."
      ),
    ],
    simulated:
      "Each call of `activate()` is answered, in each launch. Without a delegate nothing is delivered, and a finding says so; before activation nothing is delivered or sent. All callbacks come on one serial queue that is not the main queue. `WKCompanionAppBundleIdentifier` of the watch app names its iPhone app. `World.switchWatch` makes the session inactive, then deactivates it.",
    difference:
      "Changes of place, range and installation are noticed immediately. A transfer that is started before activation is not sent, and only a finding reports it. An iPhone has one watch at a time, and there is no Family Setup."
  )

  public static let wc2 = PlatformRule(
    "WC2", .watchLink, .documented, versions: "all versions",
    "sendMessage needs a reachable counterpart: sent from the watch it launches the iOS app in the background, and sent from the iPhone it needs a watch app that is already running.",
    sources: [LinkPage.sessionHeader],
    details: [
      .init(.documented, "A message is lost if its sender exits before the message was delivered."),
      .init(
        .documented, "Exactly one of the reply handler and the error handler is called."),
      .init(
        .documented,
        "sendMessage fails with 7007 notReachable, 7012 messageReplyTimedOut or 7014 deliveryFailed. Apple does not publish after which time 7012 comes.",
        [LinkPage.error]),
      .init(
        .documented, "After a reboot the iPhone is unreachable until the user unlocks it once."),
      .init(
        .assumed,
        "A missing reply fails after 60 s. A message gives the iOS app 30 s of run time and takes 100 ms beside the time for its bytes. It also launches an iOS app that the user force-quit (option `watchLink.launchesForceQuitApps`)."
      ),
    ],
    simulated:
      "From the watch a message launches or resumes the iOS app in the background for 30 s, also after a force-quit unless the option says otherwise. From the iPhone it needs a watch app that runs. Until the first unlock after a boot the iPhone is unreachable. Exactly one handler is called; errors are 7007, 7012 after 60 s, 7014 and 7011. A message is lost if the sender exits first. Messages arrive in order.",
    difference:
      "A simulated watch app is reachable whenever its code runs; Apple asks for the foreground, or for high priority in the background. On a device a handler that is isolated to the main actor traps; the simulation does not check that, so mark handlers `@Sendable`."
  )

  public static let wc3 = PlatformRule(
    "WC3", .watchLink, .documented, versions: "all versions; progress from iOS 12 and watchOS 5 on",
    "An application context keeps only its latest value, which is delivered at the next launch of the counterpart, whereas user infos and files are queued and each is delivered in order.",
    sources: [LinkPage.sessionHeader],
    details: [
      .init(
        .documented,
        "transferUserInfo and transferFile are first-in, first-out queues that survive the exit of the sender."
      ),
      .init(
        .documented,
        "outstandingFileTransfers lists a file until it is received, failed or canceled. A transfer has a progress from iOS 12 and watchOS 5 on."
      ),
      .init(
        .documented,
        "transferCurrentComplicationUserInfo is urgent for 50 transfers per day while the complication is on the active watch face.",
        [.page("transferCurrentComplicationUserInfo(_:)", by: "Apple")]),
      .init(
        .reported,
        "After days without use, a watch app received all application contexts of that time, some of them twice.",
        [.thread("Automattic/pocket-casts-ios", 1430)]),
      .init(
        .assumed,
        "Files and smaller transfers do not slow each other down. The day of the budget is a day in UTC."
      ),
    ],
    simulated:
      "Of an application context only the latest value is delivered; an exploration may decide that older ones are, too. User infos and files are each delivered in order, over launches and reboots, until they are received, failed or canceled. A complication on the watch face has 50 urgent transfers per day; further ones are ordinary. Transfers have a progress from watchOS 5 on.",
    difference:
      "The budget's day is one of UTC. A progress object is updated only when it is read. `isTransferring` is true from the call to the end, also while the transfer waits. `updateApplicationContext` sends the same content again, and `transferCurrentComplicationUserInfo` resumes the watch app like any user info."
  )

  public static let wc4 = PlatformRule(
    "WC4", .watchLink, .documented, versions: "all versions",
    "A received file is in Documents/Inbox and is deleted when session(_:didReceive:) returns, so the app must move it before that.",
    sources: [LinkPage.sessionHeader],
    details: [
      .init(
        .reported, "Many developers lost files because they moved them only later.",
        [.page("an article on transferFile", by: "yorifuji (zenn.dev)")]),
      .init(
        .assumed,
        "If the process ends inside the method, the delivery is repeated at the next launch, for a file only if the file is still there."
      ),
    ],
    simulated:
      "A received file is in Documents/Inbox until the method returns and is then deleted, with a finding if it was still there.",
    difference:
      "The names of the folders in Documents/Inbox are the simulator's. A file is read when its last byte is sent, so one that was changed meanwhile arrives changed, and one that is gone fails with 7013."
  )

  public static let wc5 = PlatformRule(
    "WC5", .watchLink, .measured, versions: "measured on iOS 16 and 17",
    "If the iPhone app is suspended or terminated while the watch transfers the file of a long recording, the delegate method is never called, and the file is lost.",
    sources: [.article(.s4)],
    choice: "watchLink.mode",
    details: [
      .init(
        .documented,
        "Apple says the opposite: the receiver does not have to run, and a file is delivered at its next launch.",
        [LinkPage.sessionHeader]),
      .init(
        .measured,
        "No file was lost when the iPhone app kept running during the whole transfer with the help of location updates (LOC8)."
      ),
      .init(
        .reported,
        "A watch app was launched without a WKWatchConnectivityRefreshBackgroundTask and its data was lost (watchOS 3 beta 6).",
        [.thread("openradar-mirror", 15691)]),
      .init(
        .reported,
        "The sender's didFinish fileTransfer was not called while a debugger stopped at a breakpoint, although the file was transferred.",
        [.thread("openradar-mirror", 16591)]),
      .init(.measured, "Short recordings arrived."),
      .init(
        .assumed,
        "The sender gets no error, and files that are sent to a watch app are lost under the same condition, which is not known exactly."
      ),
      .init(
        .assumed,
        "The run time of an iPhone app for a finished transfer is 10 s (option `watchLink.transferWake`)."
      ),
      .init(
        .assumed,
        "Advice, not a fact: send a long recording in chunks, keep the iPhone app running until it has confirmed them, and delete a chunk on the watch only after the app's own acknowledgement."
      ),
    ],
    simulated:
      "As documented, which is the default, the receiver does not have to run: the iPhone app is launched or resumed for user infos and files, a watch app with a background refresh task. As observed, a file is lost if its receiver is suspended or does not run at any moment from the first byte to the last; the sender is notified as if the transfer had succeeded, and a finding reports the loss. User infos and application contexts arrive as documented.",
    difference:
      "The measurement covers iPhone apps and long recordings only. A watch app that is launched without a task and loses its data (watchOS 3 beta) is not simulated."
  )

  public static let wc6 = PlatformRule(
    "WC6", .watchLink, .reported, versions: "read from private symbols of iOS 9",
    "A message and a user info can hold 65,536 bytes and an application context 262,144 bytes; larger ones fail with 7009 payloadTooLarge.",
    sources: [
      .page(
        "question 33025915", by: "Stack Overflow",
        at: "https://stackoverflow.com/questions/33025915"),
      .thread("react-native-watch-connectivity", 96),
    ],
    details: [
      .init(
        .reported,
        "No size limit is known for files, although Apple says that 7009 can occur for files, too. Transfers of hundreds of megabytes are unreliable."
      ),
      .init(.reported, "The effective size depends on the compression by the system."),
    ],
    simulated:
      "Messages and user infos above 65,536 bytes and application contexts above 262,144 bytes of the binary property list fail with 7009, with a finding. Values that no property list holds fail with 7010. Files have any size.",
    difference:
      "A reply that is too large fails with 7011, which is assumed. The system's compression, and the unreliability of very large files, are not simulated."
  )

  public static let wc7 = PlatformRule(
    "WC7", .watchLink, .reported, versions: "by watch model",
    "Apple does not publish how fast the link is; its Bluetooth radio carries at most 1 Mbit/s up to Series 3 and 2 Mbit/s from Series 4 on, and Wi-Fi is much faster but chosen by the system.",
    sources: [.page("an article on the watch's radio", by: "intelligentwatchreview")],
    details: [
      .init(
        .reported,
        "At 2 Mbit/s a file of 100 MB takes at least 7 minutes, and a 12-hour recording of 69 MB at least 5 minutes."
      ),
      .init(
        .assumed,
        "Bluetooth carries 30 kB/s within 10 m and Wi-Fi 1 MB/s. An interrupted transfer begins again at its first byte."
      ),
      .init(
        .documented,
        "The Bluetooth of a Series 4 carries 2 Mbit/s instead of 1 (LE). Which radio WatchConnectivity uses is not documented.",
        [
          .page(
            "What's new in Core Bluetooth, WWDC 2019, session 901", by: "Apple",
            at: "https://developer.apple.com/videos/play/wwdc2019/901/")
        ]),
    ],
    simulated:
      "Within 10 m Bluetooth carries 30 kB/s, below the radio's ceiling; otherwise Wi-Fi carries 1 MB/s if both devices have a Wi-Fi path; otherwise the counterpart is out of reach. An interruption takes a transfer back to its first byte.",
    difference:
      "Both directions have the full rate each, and any two Wi-Fi paths count as one network. Transfers over the internet while the devices are apart do not exist."
  )

  public static let wc8 = PlatformRule(
    "WC8", .watchLink, .documented, versions: "all versions",
    "WatchConnectivity reports its errors with the codes 7001 to 7019 of WCError.",
    sources: [LinkPage.error],
    details: [
      .init(
        .documented,
        "7001 genericError, 7002 sessionNotSupported, 7003 sessionMissingDelegate, 7004 sessionNotActivated, 7005 deviceNotPaired, 7006 watchAppNotInstalled, 7007 notReachable, 7008 invalidParameter, 7009 payloadTooLarge, 7010 payloadUnsupportedTypes, 7011 messageReplyFailed, 7012 messageReplyTimedOut, 7013 fileAccessDenied, 7014 deliveryFailed, 7015 insufficientSpace, 7016 sessionInactive, 7017 transferTimedOut, 7018 companionAppNotInstalled, 7019 watchOnlyApp."
      ),
      .init(
        .assumed,
        "A transfer that cannot be completed fails with 7017 after 7 days (option `watchLink.transferTimeout`)."
      ),
      .init(
        .documented,
        "7016 and 7017 exist from iOS 9.3 and watchOS 2.2 on, and 7018 and 7019 from iOS 13 and watchOS 6 on.",
        [LinkPage.error]),
    ],
    simulated:
      "Each of the 19 codes has Apple's value. 7005 comes without a counterpart, 7006 without the watch app, 7018 without the iPhone app, 7019 for a watch app that names no iPhone app, 7004 before activation, 7002 before iOS 9, 7008 for a URL of no file, 7013 for a file that is not there, 7015 when the receiver has no room, 7017 after 7 days.",
    difference:
      "7001 and 7003 do not occur: a session without a delegate is a finding instead.")

  public static let wc9 = PlatformRule(
    "WC9", .watchLink, .documented,
    versions: "iOS 9 and later, deprecated from iOS 13 on; watchOS 6 and later",
    "A push of the type complication is delivered only while the complication is on the active watch face, and at most 50 times in a day.",
    sources: [LinkPage.complicationPushes],
    details: [
      .init(
        .documented,
        "From watchOS 6 on a server sends these pushes to the watch, and before to the iPhone. On an iPhone the type is deprecated from iOS 13 on.",
        [LinkPage.complicationPushes]),
      .init(
        .documented,
        "The pushes after the 50 of a day are not delivered.", [LinkPage.complicationPushes]),
      .init(
        .documented,
        "The time for which a watch app works on these pushes counts against the budget of the complication.",
        [LinkPage.complicationPushes]),
      .init(
        .documented,
        "PushKit wakes or launches the app for a push, and gives it time to respond. An app creates a PKPushRegistry in each launch.",
        [
          .page("PushKit", by: "Apple", at: "https://developer.apple.com/documentation/pushkit")
        ]),
      .init(
        .documented, "The payload may have 4 KB (4096 bytes).",
        [
          .page(
            "Generating a remote notification", by: "Apple",
            at:
              "https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification"
          )
        ]),
      .init(
        .assumed,
        "The token comes 1 s after the registration and is the same in each launch. The app runs for 30 s, or until it has called the completion handler. The day is one of UTC. An iPhone with a watch of watchOS 6 or later still receives the pushes. A force-quit app is launched, too. For a device that is offline or locked since its boot the newest push waits."
      ),
    ],
    simulated:
      "As stated. `Watch.activeComplications` says what is on the face. A push for a complication that is not there, and the 51st of a day, are discarded, and the trace says so. Findings report a missing entitlement, pushes that no registry received, and the end of the budget; advice says that pushes to an iPhone are deprecated.",
    difference:
      "How long an app may run for these pushes in a day is not known and not limited. The budget of the pushes is not that of transferCurrentComplicationUserInfo."
  )
}

/// Pages that several of these rules use as a source.
private enum LinkPage {
  static let sessionHeader = RuleSource.page("WCSession.h (iOS 16.5 SDK)", by: "Apple")
  static let complicationPushes = RuleSource.page(
    "PKPushType.complication", by: "Apple",
    at: "https://developer.apple.com/documentation/pushkit/pkpushtype/complication")
  static let error = RuleSource.page("WCError.h (iOS 16.5 SDK)", by: "Apple")
}
