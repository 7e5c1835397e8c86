import YobanPlatformProfiles
import YobanSimulatedDevices

extension Finding {
  static let noAudioMode = Finding(
    .audioNoBackgroundMode, rule: .au1,
    what:
      "The app's audio was stopped when it entered the background, because UIBackgroundModes does not contain audio.",
    remedy:
      "Add audio to UIBackgroundModes of Info.plist if the app plays what the user listens to, or records."
  )

  static func categoryStops(_ category: AudioCategory) -> Finding {
    Finding(
      .audioCategoryStops, rule: .au1,
      what:
        "The app's audio was stopped when it entered the background, because the category of its session is \(category.rawValue).",
      remedy:
        "Set the category playback, playAndRecord, record or multiRoute before the app plays; the background mode audio alone is not enough."
    )
  }

  static func silentKeepAlive(_ policy: AudioPolicy) -> Finding {
    Finding(
      .audioSilentKeepalive, rule: .au3,
      what:
        "Nothing but silent audio has kept the app running in background for \(policy.silenceTolerated): its volume is 0, or its samples are all zero.",
      remedy:
        "Use the background mode that fits the work (location, bluetooth-central, processing); App Review rejects silent audio."
    )
  }

  static let longFormActivation = Finding(
    .audioLongFormActivation, rule: .au5,
    what:
      "A session with long-form audio was activated by setActive(true), or by a player or a recorder, so the watch cannot show the route picker: without headphones this fails with 561145203.",
    remedy:
      "Call activate(options:completionHandler:) while the app is in front, and play after its completion handler was called with true."
  )

  static let notLongForm = Finding(
    .audioNotLongForm, rule: .au5,
    what:
      "The app's audio went on when the watch app entered the background, although its route sharing policy is not longFormAudio. Apple documents this only for long-form audio, and for short clips during a workout session, so on a device the audio may stop.",
    remedy:
      "Set the category playback with the policy longFormAudio, and activate the session with activate(options:completionHandler:).",
    isAdvice: true)

  static let missingMicrophoneText = Finding(
    .plistMissingKey, rule: .au4,
    what: "The microphone was used without NSMicrophoneUsageDescription.",
    remedy: "Add NSMicrophoneUsageDescription to Info.plist; without it the system ends the app.")
}

extension Finding.Kind {
  /// The category of the audio session stops in the background.
  public static let audioCategoryStops = Self("audio.category-stops")
  /// A watch's session with long-form audio was not activated with
  /// `activate(options:completionHandler:)`.
  public static let audioLongFormActivation = Self("audio.long-form-activation")
  /// Audio stops in the background, because `UIBackgroundModes` lacks audio.
  public static let audioNoBackgroundMode = Self("audio.no-background-mode")
  /// Audio of a watch app goes on in the background without the policy for long-form audio.
  public static let audioNotLongForm = Self("audio.not-long-form")
  /// The app plays silence in order to keep running.
  public static let audioSilentKeepalive = Self("audio.silent-keepalive")
}
