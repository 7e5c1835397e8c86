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
