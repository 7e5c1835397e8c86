/// The constants of background audio.
public struct AudioPolicy: Sendable, Hashable {
  // MARK: Sessions

  /// Whether a session that is deactivated while it plays becomes inactive, with the error
  /// `isBusy`. If not, it stays active, with the same error (AU1).
  public var deactivatesWhileBusy: Bool
  /// Whether the system deactivates the session of an app that it suspends (AU1).
  public var deactivatesOnSuspension: Bool
  /// Whether the app is notified of that as an interruption when it is resumed (AU1).
  public var reportsSuspension: Bool
  /// Whether the notification of an interruption contains the reason (AU2).
  public var tellsInterruptionReason: Bool
  /// The background run time of a suspended app after an interruption ended with `shouldResume`
  /// (AU2).
  public var interruptionWake: Duration

  // MARK: Silence

  /// The time for which silence alone may keep an app running before a finding is reported (AU3).
  public var silenceTolerated: Duration

  // MARK: Microphone

  /// Whether an app needs the user's permission to record (AU4).
  public var asksForMicrophone: Bool
  /// Whether an app is terminated that uses the microphone without NSMicrophoneUsageDescription
  /// (AU4).
  public var needsMicrophoneText: Bool
  /// The time that the user takes to answer the permission alert (AU4).
  public var microphoneAnswerDelay: Duration

  /// Creates the policy of an iOS version.
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
