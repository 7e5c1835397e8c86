import YobanPlatformProfiles

/// The constants of background audio.
public struct AudioPolicy: Policy, Sendable, Hashable {
  // MARK: Sessions

  /// Whether a session that is deactivated while it plays becomes inactive, with the error
  /// `isBusy`. If not, it stays active, with the same error (AU1).
  @Fact(
    "setActive(false) takes effect while audio plays", "AU1", .always(false, .documented),
    .since(8, true, .documented))
  public var deactivatesWhileBusy: Bool
  /// Whether the system deactivates the session of an app that it suspends (AU1).
  @Fact(
    "a suspended app's audio session is deactivated", "AU1", .always(false, .documented),
    .since(10, true, .documented))
  public var deactivatesOnSuspension: Bool
  /// Whether the app is notified of that as an interruption when it is resumed (AU1).
  @Fact(
    "the app receives that as an interruption when it runs again", "AU1",
    .always(false, .documented), .since(10, true, .documented), .since(16, false, .documented))
  public var reportsSuspension: Bool
  /// Whether the notification of an interruption contains the reason (AU2).
  @Fact(
    "an interruption's notification has its reason", "AU2", .always(false, .documented),
    .since("14.5", true, .documented))
  public var tellsInterruptionReason: Bool
  /// The background run time of a suspended app after an interruption ended with `shouldResume`
  /// (AU2).
  @Fact(
    "run time after an interruption ended with shouldResume", "AU2", .always(.seconds(10), .assumed)
  )
  public var interruptionWake: Duration

  // MARK: Routes of a watch

  /// Whether long-form audio can be played on the speaker of a watch whose model supports it (AU5).
  @Fact(
    "long-form audio on the speaker of a watch that supports it", "AU5",
    .always(false, .documented), .since(18, true, .documented))
  public var speakerPlaysLongForm: Bool
  /// Whether the app receives the loss of the route of its long-form audio as an interruption (AU5).
  @Fact(
    "the loss of the route interrupts long-form audio", "AU5", .always(false, .documented),
    .since(17, true, .documented))
  public var reportsLostRoute: Bool
  /// The time that the user takes to pick a route, or to close the picker (AU5).
  @Fact("until the user has picked a route on a watch", "AU5", .always(.seconds(3), .assumed))
  public var routePickDelay: Duration

  // MARK: Silence

  /// The time for which silence alone may keep an app running before a finding is reported (AU3).
  @Fact("silent audio keeps an app running until a finding", "AU3", .always(.seconds(30), .assumed))
  public var silenceTolerated: Duration

  // MARK: Microphone

  /// Whether an app needs the user's permission to record (AU4).
  @Fact(
    "the microphone needs the user's permission", "AU4", .always(false, .documented),
    .since(7, true, .documented))
  public var asksForMicrophone: Bool
  /// Whether an app is terminated that uses the microphone without NSMicrophoneUsageDescription
  /// (AU4).
  @Fact(
    "without NSMicrophoneUsageDescription the app ends", "AU4", .always(false, .documented),
    .since(10, true, .documented))
  public var needsMicrophoneText: Bool
  /// The time that the user takes to answer the permission alert (AU4).
  @Fact("until the user has answered for the microphone", "AU4", .always(.seconds(2), .assumed))
  public var microphoneAnswerDelay: Duration

  /// Creates the policy of an iOS version.
  public init(iOS version: SystemVersion) { self.init(for: version) }

  package init() {}
}

extension DeviceProfile {
  /// The constants of background audio.
  public var audio: AudioPolicy {
    get { self[AudioPolicy.self] }
    set { self[AudioPolicy.self] = newValue }
  }
}
