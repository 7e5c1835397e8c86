import YobanPlatformProfiles
import YobanSimulatedDevices

extension [PlatformRule] {
  package static let transfer: Self = [
    .ft7, .ft8, .ft9,
  ]
}

/// The transfers of a URLSession: FT7 to FT9.
extension PlatformRule {
  public static let ft7 = PlatformRule(
    "FT7", .jobs, .documented, versions: "iOS 7 and later",
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
        "The delay returns to zero when the user opens the app, or when it has passed without the system having resumed or launched the app.",
        [
          .page(
            "Downloading files in the background", by: "Apple",
            at:
              "https://developer.apple.com/documentation/foundation/downloading-files-in-the-background"
          )
        ]),
      .init(
        .assumed,
        "A task that waits for the delay keeps it: otherwise it would return to zero before each resume, and never double."
      ),
      .init(
        .reported,
        "Conflict: on iOS 13.1.3 a developer measured a delay of 29 s although the app was in foreground all the time.",
        [LifecycleSource.forumThread(124450)]),
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
        .documented,
        "An app must create exactly one session for each identifier: the behavior of several is undefined.",
        [
          .page(
            "Using NSURLSession", by: "Apple",
            at:
              "https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/URLLoadingSystem/Articles/UsingNSURLSession.html"
          )
        ]),
      .init(
        .reported,
        "Of two such sessions in one process, the delegate of the older one receives the events, also those of the newer one's tasks.",
        [.thread("tus/TUSKit", 190)]),
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
        .documented,
        "By default a request waits 60 s for data, and a transfer may take 7 days in all.",
        [
          .page(
            "timeoutIntervalForRequest", by: "Apple",
            at:
              "https://developer.apple.com/documentation/foundation/urlsessionconfiguration/timeoutintervalforrequest"
          ),
          .page(
            "timeoutIntervalForResource", by: "Apple",
            at:
              "https://developer.apple.com/documentation/foundation/urlsessionconfiguration/timeoutintervalforresource"
          ),
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
      "Transfers go on without the app, which is woken once when all are done and has 30 s (L12) to call the handler; otherwise it is killed with 0x2182bad3. The delays of the resume rate limiter start with 60 s and double; a batch of tasks waits for none of them. An app that creates one task after the other in background gets the finding urlsession.one-at-a-time. Cancelled tasks have the reasons 0, 1 or 2; reason 2 occurs when a test requests it. The tasks that a force-quit has canceled are listed until the next launch has got their errors.",
    difference:
      "The conditions that a discretionary transfer waits for are assumed. Transfers run one after the other over one connection."
  )

  public static let ft8 = PlatformRule(
    "FT8", .jobs, .documented, versions: "iOS 7 and later",
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

  public static let ft9 = PlatformRule(
    "FT9", .jobs, .documented, versions: "iOS 7 and later",
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
      .init(
        .documented, "A task follows 16 redirects.",
        [
          .page(
            "URLError.httpTooManyRedirects", by: "Apple",
            at:
              "https://developer.apple.com/documentation/foundation/urlerror/httptoomanyredirects")
        ]),
    ],
    simulated:
      "301, 302, 303, 307 and 308 with a Location are redirects. A redirect too many fails with NSURLErrorHTTPTooManyRedirects.",
    difference: "A 304 is delivered as a response, because nothing is cached."
  )
}
