import YobanPlatformProfiles

extension [PlatformRule] {
  package static let audio: Self = [
    .au1, .au2, .au3, .au4, .au5,
  ]
}

extension PlatformRule {
  public static let au1 = PlatformRule(
    "AU1", .audio, .documented, versions: "iOS 4 and later",
    "With the background mode audio an app keeps running in background as long as it plays or records audio with an active audio session, and it is suspended like any other app when playing and recording stop.",
    sources: [.backgroundExecution, .qa1668],
    details: [
      .init(
        .documented,
        "The part of Apple's programming guide about background audio was read in word-for-word copies in several public repositories.",
        [.backgroundExecution]),
      .init(
        .documented,
        "The session must be active before the app enters the background. If it is deactivated then, the app is suspended, because for the system it no longer plays audio.",
        [.qa1668]),
      .init(
        .documented,
        "The category must allow audio in background, such as playback, record or playAndRecord. The default category is soloAmbient, which does not.",
        [.qa1668, .categories]),
      .init(
        .documented,
        "Without the background mode, audio that the app plays stops when the app enters the background. Starting to play then fails with cannotStartPlaying.",
        [.backgroundExecution, .sessionTypesHeader]),
      .init(
        .documented,
        "Starting to play also fails with cannotStartPlaying if the app has the background mode but the category is ambient or soloAmbient.",
        [.sessionTypesHeader]),
      .init(
        .documented,
        "In background a nonmixable session cannot be activated: this fails with cannotInterruptOthers (560557684), except for the app that is Now Playing.",
        [.sessionTypesHeader]),
      .init(
        .reported,
        "In background setActive(true) itself fails with cannotStartPlaying (561015905) if the app may not play there.",
        [.thread("ryanheise/audio_session", 110)]),
      .init(
        .documented,
        "An app in background cannot start a recording with a mixable session: this fails with cannotStartRecording (561145187).",
        [.sessionTypesHeader]),
      .init(
        .documented,
        "If a session is deactivated while it plays or records, setActive(false) throws isBusy (560030580). From iOS 8 on the session is inactive nevertheless; before, it stays active.",
        [.sessionHeader]),
      .init(
        .documented,
        "A category takes only some of the options: mixWithOthers is valid with playback, playAndRecord and multiRoute, defaultToSpeaker with playAndRecord, allowBluetoothHFP with playAndRecord and record.",
        [.sessionValuesHeader]),
      .init(
        .documented,
        "From iOS 10 on the system deactivates the audio session of most apps when it suspends them. From iOS 10 to 15 the app receives the notification of this interruption when it runs again; from iOS 16 on there is no such notification.",
        [
          .page(
            "AVAudioSession.InterruptionReason.appWasSuspended", by: "Apple",
            at:
              "https://developer.apple.com/documentation/avfaudio/avaudiosession/interruptionreason/appwassuspended"
          ),
          .sessionValuesHeader,
        ]),
      .init(
        .assumed,
        "An app whose playing or recording stops in background is suspended as soon as one that has just entered the background (L7)."
      ),
      .init(
        .documented,
        "On a watch an app must begin its audio session in foreground; the session goes on when the app enters the background.",
        [
          .page(
            "Enabling Background Sessions", by: "Apple",
            at: "https://developer.apple.com/documentation/watchkit/enabling-background-sessions")
        ]),
      .init(
        .assumed,
        "The app that played nonmixable audio last counts as Now Playing, until another app plays."
      ),
      .init(
        .assumed,
        "Audio that the system stopped does not go on by itself when the app returns to the foreground."
      ),
    ],
    simulated:
      "An app in background is kept running while it plays or records with an active session, a category that allows this, and the background mode audio. When it pauses, stops or is interrupted, it is suspended like any other app. Without the background mode or with ambient or soloAmbient its audio stops when it enters the background, and it is suspended. A finding reports audio that stopped although the app has the mode or such a category. A suspended app has no active session. On a watch the same holds, and a session cannot be activated in background (exceptions: AU5).",
    difference:
      "A real device decides by MPNowPlayingInfoCenter and remote commands which app is Now Playing, and may refuse a mixable session to an app that a push woke."
  )

  public static let au2 = PlatformRule(
    "AU2", .audio, .documented, versions: "all versions",
    "An interruption deactivates the app's audio session and stops its audio immediately, the app is notified that it began, and it must activate the session again when it is notified that the interruption ended.",
    sources: [.interruptions, .interruptionNotification],
    details: [
      .init(
        .documented,
        "The notification is interruptionNotification. Its user info has the type began or ended; for ended it also has the options."
      ),
      .init(
        .documented,
        "The option shouldResume at the end means that the app can resume its audio, for example after the user declined a call. It is missing if resuming is not appropriate, for example after the user started music in another app.",
        [
          .page("AVAudioSession.InterruptionOptions", by: "Apple"),
          .page("AudioSessionInterruptionType", by: "Apple"),
        ]),
      .init(
        .documented,
        "Interruptions come from a call, an alarm, or another app that activates a session that does not mix with the app's session.",
        [.interruptions]),
      .init(
        .documented,
        "The app may be suspended after an interruption began, for example when the user accepts a call. If the user declines the call or dismisses the alarm, the app continues to run.",
        [.interruptions]),
      .init(
        .documented,
        "If the user accepts a call, the app is suspended, and the end of the interruption is delivered when the call ends.",
        [.interruptionLifeCycle]),
      .init(
        .documented,
        "From iOS 14.5 on the notification that an interruption began has its reason.",
        [.sessionValuesHeader]),
      .init(
        .reported,
        "During a call a session cannot be activated: this fails with insufficientPriority (561017449), which the SDK header describes for setting the category.",
        [.sessionTypesHeader]),
      .init(
        .documented,
        "There is no guarantee that an interruption that began is followed by a notification that it ended. This sentence was read as quoted from Apple's guide.",
        [
          .page(
            "Sample usage of AVAudioSessionInterruptionNotification", by: "jchernan (GitHub Gist)",
            at: "https://gist.github.com/jchernan/de6c30b40fb69d03fb63")
        ]),
      .init(
        .documented,
        "AVAudioPlayer and AVAudioRecorder pause by themselves when an interruption begins, and activate the session again when they resume.",
        [.interruptions]),
      .init(
        .documented,
        "Locking the screen and the Ring/Silent switch mute the audio of the categories ambient and soloAmbient. They do not affect playback, record, playAndRecord and multiRoute.",
        [.categories]),
      .init(
        .assumed,
        "If an app was suspended during an interruption that ends with shouldResume, it runs again for about 10 s. Without shouldResume it receives the end when it runs again."
      ),
    ],
    simulated:
      "A scenario begins and ends an interruption, with or without shouldResume. At its beginning the session becomes inactive, the audio stops and the app is notified; in background it is then suspended. During a call or an alarm no session becomes active. At its end the app is notified, and a suspended app runs again for a while if it can resume. A simulated app that activates a nonmixable session interrupts the others in the same way. Locking the screen stops the audio of the categories ambient and soloAmbient, because the app enters the background.",
    difference:
      "On a real device the end of an interruption may never be reported, and the Ring/Silent switch mutes some categories."
  )

  public static let au3 = PlatformRule(
    "AU3", .audio, .documented, versions: "all versions",
    "An app may use the background mode audio only to play audible content or to record, so playing silent audio to keep running violates guideline 2.5.4 of App Review.",
    sources: [.backgroundExecution, .reviewGuidelines],
    details: [
      .init(
        .documented,
        "Apple's guide says that apps that play audio in background must play audible content, and that they should do no work there that is unrelated to the playback.",
        [.backgroundExecution]),
      .init(
        .documented,
        "Guideline 2.5.4 allows background services only for their intended purposes and lists audio playback among them. It does not name silent audio. Its text was read as quoted in several public repositories.",
        [.reviewGuidelines]),
      .init(
        .reported,
        "App Review rejects apps with the background mode audio in which it finds no audible content or no feature that needs persistent audio.",
        [
          .page(
            "Guideline 2.5 rejection for audio background services", by: "Bizness Apps support",
            at: "https://support.biznessapps.com/hc/en-us/articles/360015551979")
        ]),
      .init(
        .reported,
        "Silent audio does keep an app running: a library loops a buffer of zeros for this purpose.",
        [
          .page(
            "Dala.Background", by: "HexDocs",
            at: "https://hexdocs.pm/dala/Dala.Background.html")
        ]),
    ],
    simulated:
      "Silent audio keeps an app running in background as audible audio does. If nothing but silence (volume 0, or only zero samples) keeps it running for 30 s, a finding reports that App Review rejects it.",
    difference: nil)

  public static let au4 = PlatformRule(
    "AU4", .audio, .documented, versions: "iOS 7 and later",
    "An app may use the microphone only after the user has allowed it, and from iOS 10 on it ends if its Info.plist has no NSMicrophoneUsageDescription.",
    sources: [.microphoneText, .recordPermission, .captureAccess],
    details: [
      .init(
        .documented,
        "The user is asked once. Later requests are answered with what the user answered or set in Settings.",
        [.sessionHeader]),
      .init(
        .documented,
        "Until the user has answered, an app records silence. Apple says this of AVCapture.",
        [.captureAccess]),
      .init(
        .assumed,
        "If the user has denied permission, AVAudioRecorder's record() returns false."),
      .init(
        .assumed,
        "The user answers after 2 s. An app in background is not asked before it is in front."),
      .init(
        .documented,
        "Conflict: a page of iOS 7 says that without permission a recording session records only silence.",
        [
          .page(
            "a page of Apple of 2013, copied in a blog", by: "w2sunshine",
            at: "https://blog.csdn.net/w2sunshine/article/details/17221903")
        ]),
    ],
    simulated:
      "The first request asks the user, who answers after a while, with yes unless a scenario says otherwise. Without permission a recorder does not record. Without NSMicrophoneUsageDescription the process ends, with a finding.",
    difference:
      "On a real device an app ends when its permission is changed in Settings."
  )

  public static let au5 = PlatformRule(
    "AU5", .audio, .documented, versions: "watchOS 5 and later",
    "On a watch the audio of an app goes on in background if the app has the background mode audio, its session has the category playback and the route sharing policy longFormAudio, and activate(options:completionHandler:) has activated the session with a route that can play such audio.",
    sources: [.backgroundAudioOnWatch, .longFormAudio, .activation],
    details: [
      .init(
        .documented,
        "Long-form audio needs a Bluetooth route. From watchOS 11 on (with iOS 18) the built-in speaker is such a route, too, on watches that support it, but not while the watch is charging.",
        [.activation]),
      .init(
        .reported,
        "The Apple Watch Series 10 and the Ultra 2 support it.",
        [
          .page(
            "Apple Watch Series 10 Slims Down, Apple Watch Ultra 2 Gains Black Finish",
            by: "TidBITS",
            at:
              "https://tidbits.com/2024/09/09/apple-watch-series-10-slims-down-apple-watch-ultra-2-gains-black-finish/"
          ),
          .page(
            "Frequently Asked Questions", by: "superturboryan/WatchCloud",
            at: "https://github.com/superturboryan/WatchCloud/discussions/15"),
        ]),
      .init(
        .documented,
        "activate(options:completionHandler:) takes a route that can be reached. If there is none, the watch shows the route picker. If the user closes it, the completion handler receives false and an error.",
        [.activation, .backgroundAudioOnWatch]),
      .init(
        .reported,
        "setActive(true) with long-form audio fails with resourceNotAvailable (561145203) on a watch. An engineer of Apple answers that such a session must be activated with activate(options:completionHandler:).",
        [.longFormMixing]),
      .init(
        .documented,
        "The long-form policies are valid only with the category playback, with the modes default, moviePlayback and spokenAudio, and without options. On watchOS 10, mixWithOthers fails with badParam (-50); a developer reports that it worked before.",
        [.sessionHeader, .longFormMixing]),
      .init(
        .documented,
        "From iOS 17 and watchOS 10 on a Now Playing session is interrupted when its route is disconnected. Before, the app is expected to pause when it is notified of the route change.",
        [.sessionHeader]),
      .init(
        .documented,
        "During a workout session an app with the background modes workout-processing and audio may play short clips in background.",
        [.workoutSessions]),
      .init(
        .assumed,
        "The same holds during an extended runtime session, and for the app that played long-form audio last, such as after an interruption."
      ),
      .init(
        .assumed,
        "Outside of these cases audio of another policy goes on in background, as on a phone (AU1)."
      ),
      .init(
        .reported,
        "It stops there, says an engineer of Apple who does not work on watchOS, and two apps report it. Apple's documentation of workouts calls background audio outside of a workout session invalid.",
        [
          .page(
            "forum thread 821905", by: "Apple Developer Forums",
            at: "https://developer.apple.com/forums/thread/821905"),
          .thread("kyonifer/silveran-reader", 22), .thread("holgerkrupp/PodcastClient", 34),
          .workoutSessions,
        ]),
      .init(
        .documented,
        "An app can opt out of the interruption with setPrefersInterruptionOnRouteDisconnect(false).",
        [
          .page(
            "setPrefersInterruptionOnRouteDisconnect(_:)", by: "Apple",
            at:
              "https://developer.apple.com/documentation/avfaudio/avaudiosession/setprefersinterruptiononroutedisconnect(_:)"
          )
        ]),
      .init(
        .assumed,
        "setActive(true) succeeds if there is a route. The error of a closed picker is resourceNotAvailable, too. The user needs 3 s. An app that leaves the foreground closes the picker. Long-form audio that loses its route is paused, and its session is inactive. setCategory without a policy sets the policy default."
      ),
    ],
    simulated:
      "A watch without headphones shows the route picker when an app in front activates long-form audio with activate(options:completionHandler:); the user picks headphones unless a scenario says otherwise. A Series 10 plays on its speaker from watchOS 11 on, unless it is charging. Without a route, setActive(true) and players fail; a finding reports a long-form session that was not activated with activate(options:completionHandler:). When the route is lost, the audio stops, and the app in background is suspended. Audio with another policy goes on in background, with advice. During a workout an app in background may begin to play.",
    difference:
      "A real watch may stop audio of another policy in background. AirPods that are near the watch are not found by themselves. The policies have no effect on a phone."
  )
}

extension RuleSource {
  fileprivate static let backgroundExecution = RuleSource.page(
    "App Programming Guide for iOS: Background Execution", by: "Apple",
    at:
      "https://developer.apple.com/library/archive/documentation/iPhone/Conceptual/iPhoneOSProgrammingGuide/BackgroundExecution/BackgroundExecution.html"
  )
  fileprivate static let qa1668 = RuleSource.page(
    "QA1668: Playing media while in the background using AV Foundation on iOS", by: "Apple",
    at: "https://developer.apple.com/library/archive/qa/qa1668/_index.html")
  fileprivate static let categories = RuleSource.page(
    "Audio Session Programming Guide: Audio Session Categories and Modes", by: "Apple",
    at:
      "https://developer.apple.com/library/archive/documentation/Audio/Conceptual/AudioSessionProgrammingGuide/AudioSessionCategoriesandModes/AudioSessionCategoriesandModes.html"
  )
  fileprivate static let interruptions = RuleSource.page(
    "Audio Session Programming Guide: Responding to Interruptions", by: "Apple",
    at:
      "https://developer.apple.com/library/archive/documentation/Audio/Conceptual/AudioSessionProgrammingGuide/HandlingAudioInterruptions/HandlingAudioInterruptions.html"
  )
  fileprivate static let interruptionNotification = RuleSource.page(
    "AVAudioSession.interruptionNotification", by: "Apple",
    at:
      "https://developer.apple.com/documentation/avfaudio/avaudiosession/interruptionnotification")
  fileprivate static let interruptionLifeCycle = RuleSource.page(
    "Audio Session Programming Guide (2014): The Interruption Life Cycle", by: "Apple")
  fileprivate static let sessionHeader = RuleSource.page(
    "SDK header AVAudioSession.h", by: "Apple")
  fileprivate static let sessionValuesHeader = RuleSource.page(
    "SDK header AVAudioSessionTypes.h", by: "Apple")
  fileprivate static let microphoneText = RuleSource.page(
    "NSMicrophoneUsageDescription", by: "Apple",
    at:
      "https://developer.apple.com/documentation/bundleresources/information-property-list/nsmicrophoneusagedescription"
  )
  fileprivate static let captureAccess = RuleSource.page(
    "AVCaptureDevice.requestAccess(for:completionHandler:)", by: "Apple",
    at:
      "https://developer.apple.com/documentation/avfoundation/avcapturedevice/1624584-requestaccessformediatype"
  )
  fileprivate static let recordPermission = RuleSource.page(
    "AVAudioSession.requestRecordPermission", by: "Apple",
    at:
      "https://developer.apple.com/documentation/avfaudio/avaudiosession/requestrecordpermission(_:)"
  )
  fileprivate static let backgroundAudioOnWatch = RuleSource.page(
    "Playing Background Audio", by: "Apple",
    at: "https://developer.apple.com/documentation/watchkit/playing-background-audio")
  fileprivate static let longFormAudio = RuleSource.page(
    "AVAudioSession.RouteSharingPolicy.longFormAudio", by: "Apple",
    at:
      "https://developer.apple.com/documentation/avfaudio/avaudiosession/routesharingpolicy-swift.enum/longformaudio"
  )
  fileprivate static let activation = RuleSource.page(
    "AVAudioSession.activate(options:completionHandler:)", by: "Apple",
    at:
      "https://developer.apple.com/documentation/avfaudio/avaudiosession/activate(options:completionhandler:)"
  )
  fileprivate static let workoutSessions = RuleSource.page(
    "Running workout sessions", by: "Apple",
    at: "https://developer.apple.com/documentation/healthkit/running-workout-sessions")
  fileprivate static let longFormMixing = RuleSource.page(
    "Using .mixWithOthers or .duckOthers when setting category of AVAudioSession.sharedInstance gives error in WatchOS10",
    by: "Apple Developer Forums", at: "https://developer.apple.com/forums/thread/738278")
  fileprivate static let sessionTypesHeader = RuleSource.page(
    "SDK header AudioSessionTypes.h, AVAudioSessionErrorCode", by: "Apple")
  fileprivate static let reviewGuidelines = RuleSource.page(
    "App Review Guidelines, 2.5.4", by: "Apple",
    at: "https://developer.apple.com/app-store/review/guidelines/")
}
