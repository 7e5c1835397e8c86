/// Continued processing, silent pushes and transfers: FT5 to FT9.
extension PlatformRule {
  static let ft5 = PlatformRule(
    "FT5", .documented, versions: "iOS 26 and later",
    "A BGContinuedProcessingTask continues work in background that the user has started in foreground, and the system shows its progress in a Live Activity.",
    sources: [
      .page("Performing long-running tasks on iOS and iPadOS", by: "Apple")
    ],
    details: [
      .init(
        .documented,
        "The request must be submitted in foreground, after an action of the user. The task must report progress."
      ),
      .init(
        .documented,
        "If the user cancels the task, the system calls its expiration handler."),
      .init(
        .documented,
        "If the task cannot begin at once, the strategy queue makes it wait and the strategy fail makes the submission fail."
      ),
      .init(
        .documented, "The identifier must begin with the bundle identifier."),
      .init(.documented, "The use of the GPU in background requires an entitlement."),
      .init(
        .reported,
        "Developers report tasks that fail when the app goes to background, and handlers that are never called.",
        [
          .page(
            "posts with the tag Background Tasks", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/tags/backgroundtasks")
        ]),
      .init(.assumed, "One such task runs on the device at a time."),
      .init(.assumed, "A task without progress for 60 s expires."),
      .init(
        .assumed,
        "A submission in background, or with an identifier that does not begin with the bundle identifier, fails with code 3; without room and with the strategy fail it fails with code 4."
      ),
      .init(
        .assumed, "A request that waits for room is cancelled when the process of its app ends."),
    ],
    simulated:
      "The task is submitted in foreground and begins at once or waits, as its strategy says. An entry with a wildcard in Info.plist permits its identifier, and its handler may be registered after the launch. It goes on in background, its Live Activity is an event of the trace, and it expires after 60 s without progress. The user can stop it, which calls the expiration handler. The GPU is available to every app with the entitlement.",
    difference:
      "A real device may run several such tasks and asks the user whether a task without progress should continue. Only few models offer the GPU."
  )

  static let ft6 = PlatformRule(
    "FT6", .documented, versions: "iOS 7 and later",
    "A silent push (content-available 1) wakes or launches an app that has the background mode remote-notification; the system treats it with low priority and does not guarantee its delivery.",
    sources: [LifecycleSource.backgroundPushes],
    details: [
      .init(
        .documented,
        "The system may throttle silent pushes if there are too many. How many it allows depends on the conditions; Apple advises not to send more than two or three per hour."
      ),
      .init(
        .assumed,
        "The hard limit is three in background within an hour; later ones wait."),
      .init(
        .documented,
        "The app has 30 s to call the completion handler."),
      .init(
        .documented,
        "The system may hold a push and deliver it later. A newer push replaces a held one. If the app is force-quit or killed, the held push is discarded, and if the user opens the app, it is delivered immediately."
      ),
      .init(
        .documented,
        "A silent push is sent with apns-push-type background and apns-priority 5."),
      .init(
        .assumed, "A push of priority 5 arrives up to 60 s later while the screen is dark."),
      .init(
        .reported,
        "The payload has at most 256 bytes before iOS 8 and 2 kilobytes from iOS 8 on; developers quote these limits from Apple's guide, which was not read.",
        [.page("Local and Remote Notification Programming Guide", by: "Apple")]),
      .init(
        .assumed, "The payload has at most 4096 bytes from iOS 9 on."),
      .init(
        .assumed,
        "A handler that is not called in time gets the app killed with 0x2182bad4, and a device token arrives after 0.2 to 2 s."
      ),
    ],
    simulated:
      "An app with a token, the entitlement and the background mode is woken or launched for up to 30 s. In background it receives three pushes in an hour; a later one waits, and the newest replaces the one that waits. Pushes in foreground are not counted. A push waits while the app is force-quit, while the device is offline or not unlocked, and in Low Power Mode; with Background App Refresh off it is dropped. The push service refuses a payload that is too long and an app without a token.",
    difference:
      "A real device discards a held push when the app is force-quit or killed; here it waits until the user opens the app. No push is lost on the way, and there is no limit for the whole device or for a day."
  )

  static let ft7 = PlatformRule(
    "FT7", .documented, versions: "iOS 7 and later",
    "The transfers of a background URLSession continue while their app is suspended or after the system has terminated it, and the system wakes or launches the app when all tasks of the session have finished.",
    sources: [LifecycleSource.forumAnswer(14854), LifecycleSource.forumAnswer(128813)],
    details: [
      .init(
        .documented,
        "The app receives handleEventsForBackgroundURLSession, then the events of the session's delegate, and then it must call the completion handler."
      ),
      .init(
        .documented,
        "A task that is created in background starts after a delay, and this delay doubles each time the system resumes the app in background (resume rate limiter)."
      ),
      .init(
        .documented,
        "The delay returns to zero when the user opens the app, or when it has passed and the app has started no task."
      ),
      .init(.reported, "The delays are 60, 120 and 240 s, and so on."),
      .init(
        .documented,
        "The reasons of a cancelled task are 0 for a force-quit, 1 for background updates that are disabled and 2 for low resources.",
        [LifecycleSource.header("NSURLError.h")]),
      .init(
        .reported,
        "After a force-quit the next launch still finds its tasks with getAllTasks, and gets the error of each afterwards (iOS 18.3).",
        [.thread("tus/TUSKit", 200)]),
      .init(.assumed, "The state of such a task is running until then."),
      .init(
        .assumed,
        "The outcome of a task counts as delivered when the delegate is called. If the process ends before, the next launch receives the outcome."
      ),
      .init(
        .documented,
        "A transfer that is started in background is always discretionary: the system chooses its time, for instance when the device is charging and has Wi-Fi.",
        [
          .page(
            "isDiscretionary", by: "Apple",
            at:
              "https://developer.apple.com/documentation/foundation/urlsessionconfiguration/isdiscretionary"
          )
        ]),
      .init(
        .documented, "By default a transfer may take 7 days in all.",
        [
          .page(
            "timeoutIntervalForResource", by: "Apple",
            at:
              "https://developer.apple.com/documentation/foundation/urlsessionconfiguration/timeoutintervalforresource"
          )
        ]),
      .init(
        .documented,
        "The termination code of an app that does not finish with the events of its session is 0x2182bad3.",
        [LifecycleSource.sigkill]),
      .init(.assumed, "The delay does not grow beyond 256 min."),
      .init(
        .assumed,
        "A discretionary transfer needs Wi-Fi, no Low Power Mode, and a charger or 20 % of battery."
      ),
      .init(
        .assumed,
        "After a failed connection a transfer is tried again after 10 s, and then after twice as long each time, at most 10 min."
      ),
    ],
    simulated:
      "Transfers go on without the app, which is woken once when all are done and has 30 s to call the handler; otherwise it is killed with 0x2182bad3. The delays of the resume rate limiter start with 60 s and double; a batch of tasks waits for none of them. An app that creates one task after the other in background gets the finding urlsession.one-at-a-time. Cancelled tasks have the reasons 0, 1 or 2; reason 2 occurs when a test requests it. The tasks that a force-quit has canceled are listed until the next launch has got their errors.",
    difference:
      "The conditions that a discretionary transfer waits for are assumed. Transfers run one after the other over one connection."
  )

  static let ft8 = PlatformRule(
    "FT8", .documented, versions: "iOS 7 and later",
    "A transfer of a URLSession that is not a background session makes no progress while its process is suspended: it goes on if the process is resumed soon, fails after a longer time, and is lost with the process.",
    sources: [LifecycleSource.forumAnswer(99991)],
    details: [
      .init(
        .documented,
        "After a longer time it fails because it has timed out, or because the system has taken the sockets of the suspended process away."
      ),
      .init(.assumed, "It goes on after a suspension of at most 30 s."),
      .init(.assumed, "After a longer one it fails with NSURLErrorNetworkConnectionLost."),
    ],
    simulated:
      "The transfer keeps its place during a suspension. At the end of the suspension it goes on, or it fails if the suspension was longer than transfer.suspensionLimit or if the network is gone. Nothing of it is left after the process has ended.",
    difference:
      "How long a suspension may be depends on the state of the device; here it is one limit. The server's side of the connection does not time out."
  )

  static let ft9 = PlatformRule(
    "FT9", .documented, versions: "iOS 7 and later",
    "A task of a background URLSession follows redirects by itself; in another session the delegate decides about each, and the task follows it if there is no delegate.",
    sources: [
      .page(
        "urlSession(_:task:willPerformHTTPRedirection:newRequest:completionHandler:)", by: "Apple",
        at:
          "https://developer.apple.com/documentation/foundation/urlsessiontaskdelegate/1411626-urlsession"
      )
    ],
    details: [
      .init(
        .documented,
        "If the delegate answers with nil, the response of the redirect is the response of the task."
      ),
      .init(
        .documented,
        "By the standard a client may turn a POST into a GET after 301 or 302; after 303 it sends a GET; after 307 and 308 it keeps the method.",
        [
          .page(
            "RFC 9110, HTTP Semantics, section 15.4", by: "IETF",
            at: "https://www.rfc-editor.org/rfc/rfc9110#name-redirection-3xx")
        ]),
      .init(.assumed, "iOS turns a POST into a GET after 301 and 302."),
      .init(.assumed, "The field Authorization is not sent to another server."),
      .init(.assumed, "A task follows 16 redirects."),
    ],
    simulated:
      "301, 302, 303, 307 and 308 with a Location are redirects. A redirect too many fails with NSURLErrorHTTPTooManyRedirects.",
    difference: "A 304 is delivered as a response, because nothing is cached."
  )
}
