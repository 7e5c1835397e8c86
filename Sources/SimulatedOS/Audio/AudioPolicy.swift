/// The constants of background audio.
public struct AudioPolicy: Sendable, Hashable {
  // MARK: Sessions

  /// Whether a session that is deactivated while it plays becomes inactive, with the error `isBusy`.
  /// If not, it stays active, with the same error (AU1).
  public var deactivatesWhileBusy: Bool
  /// Whether the system deactivates the session of an app that it suspends (AU1).
  public var deactivatesOnSuspension: Bool
  /// Whether the app receives that as an interruption when it runs again (AU1).
  public var reportsSuspension: Bool
  /// Whether the notification of an interruption has its reason (AU2).
  public var tellsInterruptionReason: Bool
  /// How long a suspended app may run after an interruption ended with `shouldResume` (AU2).
  public var interruptionWake: Duration

  // MARK: Silence

  /// How long only silence keeps an app running before that is a finding (AU3).
  public var silenceTolerated: Duration

  // MARK: Microphone

  /// Whether an app must ask before it records (AU4).
  public var asksForMicrophone: Bool
  /// Whether an app ends that uses the microphone without NSMicrophoneUsageDescription (AU4).
  public var needsMicrophoneText: Bool
  /// How long it takes until the user has answered the question (AU4).
  public var microphoneAnswerDelay: Duration

  /// The policy of an iOS version.
  public init(iOS version: SystemVersion) {
    deactivatesWhileBusy = AudioFacts.deactivatesWhileBusy(version)
    deactivatesOnSuspension = AudioFacts.deactivatesOnSuspension(version)
    reportsSuspension = AudioFacts.reportsSuspension(version)
    tellsInterruptionReason = AudioFacts.tellsInterruptionReason(version)
    interruptionWake = AudioFacts.interruptionWake(version)
    silenceTolerated = AudioFacts.silenceTolerated(version)
    asksForMicrophone = AudioFacts.asksForMicrophone(version)
    needsMicrophoneText = AudioFacts.needsMicrophoneText(version)
    microphoneAnswerDelay = AudioFacts.microphoneAnswerDelay(version)
  }
}
