import Foundation

/// A type of health data. Two types are equal if they have the same identifier.
///
/// Sendable: immutable.
open class HKObjectType: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The name of the type, such as `HKWorkoutTypeIdentifier`.
  open private(set) var identifier: String

  init(named identifier: String) { self.identifier = identifier }

  /// The type of workouts. A workout session needs permission to share it (WK2).
  open class func workoutType() -> HKWorkoutType { HKWorkoutType(named: "HKWorkoutTypeIdentifier") }

  open class func quantityType(forIdentifier identifier: HKQuantityTypeIdentifier)
    -> HKQuantityType?
  {
    HKQuantityType(identifier)
  }

  open class func categoryType(forIdentifier identifier: HKCategoryTypeIdentifier)
    -> HKCategoryType?
  { HKCategoryType(identifier) }

  open class func characteristicType(forIdentifier identifier: HKCharacteristicTypeIdentifier)
    -> HKCharacteristicType?
  { HKCharacteristicType(identifier) }

  open class func correlationType(forIdentifier identifier: HKCorrelationTypeIdentifier)
    -> HKCorrelationType?
  { HKCorrelationType(identifier) }

  open class func activitySummaryType() -> HKActivitySummaryType {
    HKActivitySummaryType(named: "HKActivitySummaryTypeIdentifier")
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKObjectType)?.identifier == identifier
  }
  open override var hash: Int { identifier.hashValue }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let identifier = coder.text("identifier") else { return nil }
    self.identifier = identifier
  }

  open func encode(with coder: NSCoder) { coder.encode(identifier, "identifier") }
}

/// A type of data with a time.
///
/// Sendable: immutable.
open class HKSampleType: HKObjectType, @unchecked Sendable {
  /// The type with an identifier.
  static func make(_ identifier: String) -> HKSampleType {
    if identifier.hasPrefix("HKCategoryTypeIdentifier") {
      HKCategoryType(named: identifier)
    } else if identifier == HKObjectType.workoutType().identifier {
      HKObjectType.workoutType()
    } else {
      HKQuantityType(named: identifier)
    }
  }
}

/// The type of workouts.
///
/// Sendable: immutable.
open class HKWorkoutType: HKSampleType, @unchecked Sendable {}

/// A type of numeric data.
///
/// Sendable: immutable.
open class HKQuantityType: HKSampleType, @unchecked Sendable {
  public convenience init(_ identifier: HKQuantityTypeIdentifier) {
    self.init(named: identifier.rawValue)
  }

  private var kind: (unit: String, style: HKQuantityAggregationStyle)? {
    HKQuantityTypeIdentifier(rawValue: identifier).kind
  }
  /// A unit that fits the type; nil for a type that is not known here.
  var canonicalUnit: HKUnit? { kind.map { HKUnit(from: $0.unit) } }
  /// The calculation that combines samples; an average for a type that is not known here.
  open var aggregationStyle: HKQuantityAggregationStyle { kind?.style ?? .discreteArithmetic }
  open func `is`(compatibleWith unit: HKUnit) -> Bool {
    canonicalUnit?.isCompatible(with: unit) ?? true
  }
}

@nonexhaustive public enum HKQuantityAggregationStyle: Int, Sendable {
  case cumulative = 0
  case discreteArithmetic = 1
  case discreteTemporallyWeighted = 2
  case discreteEquivalentContinuousLevel = 3
}

/// A type of data with a number out of a list, such as the stages of sleep.
///
/// Sendable: immutable.
open class HKCategoryType: HKSampleType, @unchecked Sendable {
  public convenience init(_ identifier: HKCategoryTypeIdentifier) {
    self.init(named: identifier.rawValue)
  }
}

/// A type of samples that belong together. There are no such samples here.
///
/// Sendable: immutable.
open class HKCorrelationType: HKSampleType, @unchecked Sendable {
  public convenience init(_ identifier: HKCorrelationTypeIdentifier) {
    self.init(named: identifier.rawValue)
  }
}

/// A type of data that does not change, such as the date of birth. None has a value here.
///
/// Sendable: immutable.
open class HKCharacteristicType: HKObjectType, @unchecked Sendable {
  public convenience init(_ identifier: HKCharacteristicTypeIdentifier) {
    self.init(named: identifier.rawValue)
  }
}

/// The type of the rings of a day. There are no summaries here.
///
/// Sendable: immutable.
open class HKActivitySummaryType: HKObjectType, @unchecked Sendable {}

public struct HKCharacteristicTypeIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  private init(_ name: String) { rawValue = "HKCharacteristicTypeIdentifier\(name)" }
  public static let biologicalSex = Self("BiologicalSex")
  public static let bloodType = Self("BloodType")
  public static let dateOfBirth = Self("DateOfBirth")
  public static let fitzpatrickSkinType = Self("FitzpatrickSkinType")
  public static let wheelchairUse = Self("WheelchairUse")
  public static let activityMoveMode = Self("ActivityMoveMode")
}

public struct HKCorrelationTypeIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  private init(_ name: String) { rawValue = "HKCorrelationTypeIdentifier\(name)" }
  public static let bloodPressure = Self("BloodPressure")
  public static let food = Self("Food")
}

/// The user's decision on sharing a type. An app cannot find out whether it may read.
@nonexhaustive public enum HKAuthorizationStatus: Int, Sendable {
  case notDetermined = 0
  case sharingDenied = 1
  case sharingAuthorized = 2
}

/// Whether an authorization request would ask the user.
@nonexhaustive public enum HKAuthorizationRequestStatus: Int, Sendable {
  case unknown = 0
  case shouldRequest = 1
  case unnecessary = 2
}
