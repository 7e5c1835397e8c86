import Foundation
internal import YobanSimulatedApple

@nonexhaustive public enum HKWorkoutSessionLocationType: Int, Sendable {
  case unknown = 1
  case indoor = 2
  case outdoor = 3
}

@nonexhaustive public enum HKWorkoutSwimmingLocationType: Int, Sendable {
  case unknown = 0
  case pool = 1
  case openWater = 2
}

/// The settings of a workout session. A session stores a copy.
open class HKWorkoutConfiguration: NSObject, NSCopying, NSSecureCoding {
  open var activityType = HKWorkoutActivityType.other
  open var locationType = HKWorkoutSessionLocationType.unknown
  open var swimmingLocationType = HKWorkoutSwimmingLocationType.unknown
  /// The length of one lap in a pool. Required for pool swimming.
  open var lapLength: HKQuantity?

  public override init() { super.init() }

  open func copy(with zone: NSZone? = nil) -> Any { HKWorkoutConfiguration(plain) }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    super.init()
    set(
      WorkoutConfiguration(
        activityType: UInt(coder.decodeInt64(forKey: "activityType")),
        locationType: Int(coder.decodeInt64(forKey: "locationType")),
        swimmingLocationType: Int(coder.decodeInt64(forKey: "swimmingLocationType")),
        lapLength: coder.containsValue(forKey: "lapLength")
          ? coder.decodeDouble(forKey: "lapLength") : nil))
  }

  open func encode(with coder: NSCoder) {
    coder.encode(Int64(activityType.rawValue), forKey: "activityType")
    coder.encode(Int64(locationType.rawValue), forKey: "locationType")
    coder.encode(Int64(swimmingLocationType.rawValue), forKey: "swimmingLocationType")
    if let lapLength { coder.encode(lapLength.meters, forKey: "lapLength") }
  }

  // MARK: Conversion to the system's types

  /// Creates a configuration from the system's values, for the WatchKit of this package. Not part
  /// of Apple's API.
  package convenience init(
    activityType: UInt, locationType: Int, swimmingLocationType: Int, lapLength: Double?
  ) {
    self.init(
      WorkoutConfiguration(
        activityType: activityType, locationType: locationType,
        swimmingLocationType: swimmingLocationType, lapLength: lapLength))
  }

  init(_ plain: WorkoutConfiguration) {
    super.init()
    set(plain)
  }

  private func set(_ plain: WorkoutConfiguration) {
    activityType = HKWorkoutActivityType(rawValue: plain.activityType) ?? .other
    locationType = HKWorkoutSessionLocationType(rawValue: plain.locationType) ?? .unknown
    swimmingLocationType =
      HKWorkoutSwimmingLocationType(rawValue: plain.swimmingLocationType) ?? .unknown
    lapLength = plain.lapLength.map(HKQuantity.init(meters:))
  }

  var plain: WorkoutConfiguration {
    WorkoutConfiguration(
      activityType: activityType.rawValue, locationType: locationType.rawValue,
      swimmingLocationType: swimmingLocationType.rawValue, lapLength: lapLength?.meters)
  }

  /// The reason why a session cannot use the configuration; nil if there is none.
  var problem: String? {
    if activityType == .swimming, swimmingLocationType == .pool, lapLength == nil {
      return "A lap length is required to swim in a pool"
    }
    return nil
  }
}
