import YobanPlatformProfiles

extension [PlatformRule] {
  package static let calls: Self = [.ck1, .ck2, .ck3, .ck4, .ck5, .ck6]
}

extension PlatformRule {
  public static let ck1 = PlatformRule(
    "CK1", .calls, .documented, versions: "iOS 8 and later",
    "In each launch, an app creates a PKPushRegistry, sets its delegate, and then desiredPushTypes; the delegate receives the token for VoIP pushes.",
    sources: [.registry, .pushKit("desiredPushTypes", "pkpushregistry/desiredpushtypes")],
    details: [
      .init(
        .documented,
        "It needs the capability Push Notifications, which is the entitlement aps-environment, and the background mode voip.",
        [.supporting]),
      .init(
        .reported, "The token of an app came only after it had the capability Push Notifications.",
        [.thread("react-native-webrtc/react-native-voip-push-notification", 35)]),
      .init(.assumed, "Without the mode no method of the delegate is called, either."),
      .init(
        .documented, "The payload of a VoIP push may have 5 KB (5120 bytes).",
        [
          .userNotifications(
            "Generating a remote notification", "generating-a-remote-notification")
        ]),
      .init(.assumed, "The payload need not have aps."),
      .init(
        .assumed,
        "The token comes 1 s after the registration, if the device is online, and is the same in each launch. When the type is removed from desiredPushTypes, the delegate receives didInvalidatePushTokenFor, and the push service refuses pushes."
      ),
    ],
    simulated:
      "As stated. Findings report a missing mode, a missing entitlement, and a registry without a delegate. Of the push types voIP and complication (WC9) are simulated; advice names another one."
  )

  public static let ck2 = PlatformRule(
    "CK2", .calls, .documented, versions: "iOS 8 and later",
    "A VoIP push wakes a suspended app, or launches it in background, and gives it time to report the call.",
    sources: [.responding],
    details: [
      .init(
        .reported, "It also launches an app that the user has force-quit.",
        [.forum(781211)]),
      .init(
        .reported,
        "The app then runs for about 30 s. That is known from before iOS 13; an app that owes a call (CK3) may get less.",
        [.thread("signalapp/Signal-iOS", 2632), .thread("RestComm/restcomm-ios-sdk", 650)]),
      .init(
        .documented,
        "An engineer at Apple writes that the system may launch the app before the first unlock since the boot, and that this is inconsistent.",
        [.forum(784473)]),
      .init(
        .reported,
        "A developer sees that the app is not launched before the first unlock, and receives these pushes after the unlock.",
        [.forum(784473)]),
      .init(
        .reported,
        "A push that was sent while the device was offline comes when it is online again, also with an expiration of 0.",
        [.forum(795610)]),
      .init(
        .documented,
        "For a device that is offline the push service stores one push of an app, in most cases the latest, and none after its expiration.",
        [
          .userNotifications(
            "Sending notification requests to APNs", "sending-notification-requests-to-apns")
        ]),
      .init(
        .assumed,
        "It stores the latest, and none with an expiration of 0. Background App Refresh and Low Power Mode do not matter."
      ),
    ],
    simulated:
      "As stated. Before the first unlock a push waits; a profile with calls.launchesBeforeFirstUnlock launches the app.",
    difference: "A device may deliver pushes late or in another order.")

  public static let ck3 = PlatformRule(
    "CK3", .calls, .documented, versions: "iOS 13 and later, for apps built with its SDK",
    "An app that receives a VoIP push in background must report a call to CallKit before the delegate's method returns; otherwise the system ends it.",
    sources: [.responding, .forum(817976)],
    details: [
      .init(
        .reported,
        "PushKit throws NSInternalInconsistencyException: Killing app because it never posted an incoming call to the system after receiving a PushKit VoIP push.",
        [.forum(801446)]),
      .init(
        .documented,
        "A second check of the system, about 7 s after the push, kills the app with 0xbaadca11. It catches an app that has no registry with a delegate, or that blocks the queue of the registry.",
        [.forum(817976)]),
      .init(
        .documented,
        "No call is owed while the app is in the foreground or has a call. The completion handler has no role.",
        [.forum(768136), .forum(817976)]),
      .init(
        .documented,
        "The system remembers that the app has reported a call, so one report counts for all pushes that have come.",
        [.forum(817976)]),
      .init(
        .assumed,
        "No call is owed for a push that comes while an earlier one is unanswered, and the second check spares an app that is in the foreground or has a call by then."
      ),
      .init(
        .documented,
        "From iOS 17.4 on a conversation that is reported to LiveCommunicationKit counts as well.",
        [
          .pushKit(
            "pushRegistry(_:didReceiveIncomingVoIPPushWith:metadata:withCompletionHandler:)",
            "pkpushregistrydelegate/pushregistry(_:didreceiveincomingvoippushwith:metadata:withcompletionhandler:)"
          )
        ]),
      .init(
        .documented,
        "A report that the system refuses, such as for Do Not Disturb or with the identifier of a present call, counts.",
        [.responding, .forum(768136)]),
      .init(
        .documented,
        "From iOS 26.4 on another method of the delegate has PKVoIPPushMetadata, whose mustReport says whether a call is owed; it is false for a push that is old enough, too.",
        [
          .pushKit("mustReport", "pkvoippushmetadata/mustreport"), .forum(817976),
        ]),
      .init(.assumed, "A push is late 60 s after it was sent."),
      .init(
        .reported,
        "With the asynchronous forms of the delegate's method and of reportNewIncomingCall, an app was ended in background; with completion handlers it was not.",
        [.thread("wireapp/wire-ios", 3060)]),
      .init(
        .assumed,
        "A call that an asynchronous method reports before it returns is in time, because Apple documents this form."
      ),
      .init(
        .documented,
        "Before iOS 13 a VoIP push ran any app in background that had the mode. So the rule ended the use of VoIP pushes for other things, as the SDK of iOS 10 has ended the keep-alive handler (BG8).",
        [.pushKit("voIP", "pkpushtype/voip"), .legacyVoIP]),
    ],
    simulated:
      "As stated, for every app on iOS 13 and later. Findings say why the app was ended; advice names an asynchronous method, which a profile with calls.judgesAsyncAtOnce ends as the report says.",
    difference:
      "An app that has both an asynchronous method with metadata and the older one with a completion handler receives the older one. There is no LiveCommunicationKit. Apps with an entitlement for push to talk, which ended with the SDK of iOS 26, owe no call on a device."
  )

  public static let ck4 = PlatformRule(
    "CK4", .calls, .documented, versions: "iOS 13 and later",
    "If an app repeatedly fails to report VoIP pushes, the system stops launching it for them.",
    sources: [.pushKit("voIP", "pkpushtype/voip"), .responding],
    details: [
      .init(
        .reported, "This is after 3 attempts, and a reinstallation ends it.",
        [.thread("BelledonneCommunications/linphone-iphone", 680), .forum(764376)]),
      .init(
        .reported,
        "It ends after 24 hours.",
        [.thread("react-native-webrtc/react-native-voip-push-notification", 75)]),
      .init(
        .reported,
        "The log of the device says: will not be launched because it failed to report an incoming call too many times (or repeatedly crashed).",
        [.thread("react-native-webrtc/react-native-voip-push-notification", 102)]),
      .init(
        .documented, "An app cannot find out that its pushes are stopped.", [.forum(768136)]),
      .init(
        .reported, "An app in the foreground still receives pushes.",
        [.thread("react-native-webrtc/react-native-voip-push-notification", 75)]),
      .init(
        .assumed,
        "A process that crashes or is killed while it owes a call has failed once. 3 failures within any 24 hours stop the pushes."
      ),
    ],
    simulated: "As stated. A finding says that the pushes are stopped.")

  public static let ck5 = PlatformRule(
    "CK5", .calls, .documented, versions: "iOS 10 and later",
    "CallKit shows a call that the app reports, or refuses it with an error; what the user does is an action that the app must fulfill or fail in time.",
    sources: [
      .callKit(
        "reportNewIncomingCall(with:update:completion:)",
        "cxprovider/reportnewincomingcall(with:update:completion:)"),
      .callKit("CXAction", "cxaction"),
      .callKit(
        "provider(_:timedOutPerforming:)", "cxproviderdelegate/provider(_:timedoutperforming:)"),
    ],
    details: [
      .init(
        .documented,
        "It refuses an identifier that a call has already, a caller whom the user has blocked, and any caller while Do Not Disturb is on, except for a VIP.",
        [
          .callKit(
            "CXErrorCodeIncomingCallError", "cxerrorcodeincomingcallerror-swift.struct")
        ]),
      .init(
        .reported, "Without the background mode voip a request has the error unentitled.",
        [.thread("twilio/video-quickstart-ios", 122)]),
      .init(
        .documented,
        "An action that has timed out must not be completed; the timeout may end the call.",
        [
          .callKit(
            "provider(_:timedOutPerforming:)",
            "cxproviderdelegate/provider(_:timedoutperforming:)")
        ]),
      .init(
        .reported,
        "An answer that was not fulfilled times out after about 60 s, and the call ends.",
        [.thread("voximplant/flutter_callkit", 12)]),
      .init(
        .reported,
        "From iOS 16 on, the system ends an incoming call that rings for 60 s: the app is asked to end it.",
        [.thread("voximplant/flutter_callkit", 29)]),
      .init(
        .assumed,
        "A start times out after 600 s, and any other action after 5 s. A start or an answer that fails or times out ends the call, and so does an end. A CXCallUpdate supports everything by default."
      ),
    ],
    simulated:
      "As stated. Do Not Disturb is the Focus of the notifications. Findings report an action that was not performed, and a missing mode.",
    difference:
      "There are no VIPs, and no calls of the telephone. When the user answers on an unlocked device, the app comes to the front there."
  )

  public static let ck6 = PlatformRule(
    "CK6", .calls, .assumed, versions: "iOS 10 and later",
    "From the report of a call until its end the app runs, also in background, and the system activates its audio session when the call is answered or started.",
    sources: [],
    details: [
      .init(
        .documented,
        "The delegate of the provider receives didActivate and didDeactivate with the audio session.",
        [.callKit("provider(_:didActivate:)", "cxproviderdelegate/provider(_:didactivate:)")]),
      .init(
        .reported,
        "An app whose call is not answered in its run time after a push is suspended without CallKit.",
        [.thread("signalapp/Signal-iOS", 2632)]),
      .init(
        .assumed,
        "While a call is on hold, the session is inactive. The end of the process ends its calls as failed. An app needs no background mode audio for a call: guides of SDKs keep a call running with the mode voip alone, and others ask for both."
      ),
      .init(
        .documented,
        "A call that is taken off hold after the other party has ended a second call gets no didActivate; an engineer of Apple calls this intended.",
        [.forum(749202)]),
    ],
    simulated:
      "As stated. During a call the app may play and record in background with a category that does so, without the background mode audio.",
    difference:
      "A call that rings does not interrupt the audio of other apps; one that is connected does. A call that is taken off hold always gets didActivate."
  )
}

extension RuleSource {
  fileprivate static func pushKit(_ title: String, _ path: String) -> RuleSource {
    .page(title, by: "Apple", at: "https://developer.apple.com/documentation/pushkit/\(path)")
  }

  fileprivate static func callKit(_ title: String, _ path: String) -> RuleSource {
    .page(title, by: "Apple", at: "https://developer.apple.com/documentation/callkit/\(path)")
  }

  fileprivate static func userNotifications(_ title: String, _ path: String) -> RuleSource {
    .page(
      title, by: "Apple", at: "https://developer.apple.com/documentation/usernotifications/\(path)")
  }

  fileprivate static func forum(_ number: Int) -> RuleSource {
    .page(
      "forum thread \(number)", by: "Apple Developer Forums",
      at: "https://developer.apple.com/forums/thread/\(number)")
  }

  fileprivate static let registry = pushKit("PKPushRegistry", "pkpushregistry")
  fileprivate static let supporting = pushKit(
    "Supporting PushKit Notifications in Your App", "supporting-pushkit-notifications-in-your-app")
  fileprivate static let responding = pushKit(
    "Responding to VoIP Notifications from PushKit",
    "responding-to-voip-notifications-from-pushkit")
  fileprivate static let legacyVoIP = RuleSource.page(
    "Technical Q&A QA1938", by: "Apple",
    at: "https://developer.apple.com/library/archive/qa/qa1938/_index.html")
}
