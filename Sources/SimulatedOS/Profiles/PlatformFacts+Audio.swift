/// The facts about audio in background, interruptions and the microphone.
enum AudioFacts {
  static let deactivatesWhileBusy = PlatformFact<Bool>(
    "setActive(false) takes effect while audio plays", "AU1", "audio.deactivatesWhileBusy",
    .always(false, .documented), .since(8, true, .documented))
  static let deactivatesOnSuspension = PlatformFact<Bool>(
    "a suspended app's audio session is deactivated", "AU1", "audio.deactivatesOnSuspension",
    .always(false, .documented), .since(10, true, .documented))
  static let reportsSuspension = PlatformFact<Bool>(
    "the app receives that as an interruption when it runs again", "AU1",
    "audio.reportsSuspension",
    .always(false, .documented), .since(10, true, .documented), .since(16, false, .documented))
  static let tellsInterruptionReason = PlatformFact<Bool>(
    "an interruption's notification has its reason", "AU2", "audio.tellsInterruptionReason",
    .always(false, .documented), .since("14.5", true, .documented))
  static let interruptionWake = PlatformFact<Duration>(
    "run time after an interruption ended with shouldResume", "AU2", "audio.interruptionWake",
    .always(.seconds(10), .assumed))
  static let silenceTolerated = PlatformFact<Duration>(
    "silent audio keeps an app running until a finding", "AU3", "audio.silenceTolerated",
    .always(.seconds(30), .assumed))
  static let asksForMicrophone = PlatformFact<Bool>(
    "the microphone needs the user's permission", "AU4", "audio.asksForMicrophone",
    .always(false, .documented), .since(7, true, .documented))
  static let needsMicrophoneText = PlatformFact<Bool>(
    "without NSMicrophoneUsageDescription the app ends", "AU4", "audio.needsMicrophoneText",
    .always(false, .documented), .since(10, true, .documented))
  static let microphoneAnswerDelay = PlatformFact<Duration>(
    "until the user has answered for the microphone", "AU4", "audio.microphoneAnswerDelay",
    .always(.seconds(2), .assumed))

  static let rows = PlatformRow.section(
    "Audio",
    deactivatesWhileBusy, deactivatesOnSuspension, reportsSuspension, tellsInterruptionReason,
    interruptionWake, silenceTolerated, asksForMicrophone, needsMicrophoneText,
    microphoneAnswerDelay)
}
