import YobanPlatformProfiles

/// The constants of health data.
public struct HealthPolicy: Policy, Sendable, Hashable {
  /// The time after a lock for which samples can be read (HK3).
  @Fact("health data can be read after a lock for", "HK3", .always(.seconds(600), .documented))
  public var accessAfterLock: Duration
  /// The run time of an app that is woken for a change (HK2).
  @Fact("run time of a wake for health data", "HK2", .always(.seconds(15), .assumed))
  public var deliveryWake: Duration
  /// The number of deliveries without a call of the completion handler after which nothing is delivered (HK2).
  @Fact(
    "deliveries of health data in a row that are not completed, until none comes any more", "HK2",
    .always(3, .documented))
  public var deliveryFailures: Int
  /// The time until a delivery that was not completed is repeated; each further one doubles it (HK2).
  @Fact(
    "a delivery that was not completed is repeated after", "HK2", .always(.seconds(300), .assumed))
  public var deliveryRetry: Duration

  /// Whether a change launches an app that the user has swiped away (HK5: sources disagree).
  @Fact(
    "a change of health data launches an app after a force-quit", "HK5",
    .always(false, .documented))
  public var deliveryLaunchesForceQuitApps: Bool

  /// The time between two samples of a sensor during a workout (WK12).
  @Fact("a sensor measures during a workout every", "WK12", .always(.seconds(5), .reported))
  public var workoutSampleInterval: Duration

  /// Whether a workout session of an iPhone keeps its app running in the background (HK6).
  @Fact(
    "a workout session of an iPhone keeps its app running in the background", "HK6",
    .always(false, .assumed))
  public var phoneWorkoutsRun: Bool

  /// The bytes that one side of a mirrored workout can send in any `mirrorWindow` (WK13).
  @Fact("bytes that one side of a mirrored workout can send", "WK13", .always(100_000, .documented))
  public var mirrorBytes: Int64
  /// The time for `mirrorBytes` (WK13).
  @Fact("such bytes are counted in any", "WK13", .always(.seconds(10), .documented))
  public var mirrorWindow: Duration
  /// The time that an event or data takes from one device to the other (WK13).
  @Fact("an event of a mirrored workout takes", "WK13", .always(.milliseconds(100), .assumed))
  public var mirrorLatency: Duration
  /// The background run time of an iPhone app for a mirrored workout, and for the data of one (WK13).
  @Fact("run time of the phone app for a mirrored workout", "WK13", .always(.seconds(15), .assumed))
  public var mirrorWake: Duration
  /// The time between two wakes of a suspended iPhone app for data (WK13: several minutes are documented).
  @Fact(
    "a suspended phone app is woken for data of a mirrored workout once in", "WK13",
    .always(.seconds(180), .assumed))
  public var mirrorWakeInterval: Duration
  /// The time without a connection after which both sides are notified (WK13).
  @Fact(
    "a mirrored workout is disconnected without a link for", "WK13", .always(.seconds(10), .assumed)
  )
  public var mirrorTimeout: Duration
  /// Whether mirroring launches an iPhone app that the user has swiped away (WK13).
  @Fact("mirroring launches the phone app after a force-quit", "WK13", .always(true, .assumed))
  public var mirroringLaunchesForceQuitApps: Bool

  /// The policy of an iOS version; a watch uses the iOS version of the same autumn.
  public init(iOS version: SystemVersion) { self.init(for: version) }

  package init() {}

  /// Whether changes of a type can be delivered at once. Others wake an app at most once in an hour (HK2).
  public func deliversAtOnce(_ type: String, isWatch: Bool) -> Bool {
    isWatch ? Self.atOnceOnWatch.contains(type) : type != "HKQuantityTypeIdentifierStepCount"
  }

  private static let atOnceOnWatch: Set<String> = [
    "HKCategoryTypeIdentifierHighHeartRateEvent", "HKCategoryTypeIdentifierLowHeartRateEvent",
    "HKCategoryTypeIdentifierIrregularHeartRhythmEvent",
    "HKCategoryTypeIdentifierAudioExposureEvent",
    "HKCategoryTypeIdentifierEnvironmentalAudioExposureEvent",
    "HKCategoryTypeIdentifierHeadphoneAudioExposureEvent",
    "HKCategoryTypeIdentifierLowCardioFitnessEvent", "HKQuantityTypeIdentifierNumberOfTimesFallen",
    "HKQuantityTypeIdentifierVO2Max", "HKCategoryTypeIdentifierHandwashingEvent",
    "HKCategoryTypeIdentifierToothbrushingEvent",
  ]
}

extension DeviceProfile {
  /// The constants of health data.
  public var health: HealthPolicy {
    get { self[HealthPolicy.self] }
    set { self[HealthPolicy.self] = newValue }
  }
}
