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
open class HKSampleType: HKObjectType, @unchecked Sendable {}

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
}

/// The identifier of a quantity type. Contains the types that workout apps usually request. There
/// are no samples of them here.
public struct HKQuantityTypeIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let heartRate = Self(rawValue: "HKQuantityTypeIdentifierHeartRate")
  public static let activeEnergyBurned = Self(
    rawValue: "HKQuantityTypeIdentifierActiveEnergyBurned")
  public static let basalEnergyBurned = Self(
    rawValue: "HKQuantityTypeIdentifierBasalEnergyBurned")
  public static let distanceWalkingRunning = Self(
    rawValue: "HKQuantityTypeIdentifierDistanceWalkingRunning")
  public static let distanceCycling = Self(rawValue: "HKQuantityTypeIdentifierDistanceCycling")
  public static let distanceSwimming = Self(rawValue: "HKQuantityTypeIdentifierDistanceSwimming")
  public static let stepCount = Self(rawValue: "HKQuantityTypeIdentifierStepCount")
  public static let appleExerciseTime = Self(
    rawValue: "HKQuantityTypeIdentifierAppleExerciseTime")
  public static let oxygenSaturation = Self(rawValue: "HKQuantityTypeIdentifierOxygenSaturation")
  public static let respiratoryRate = Self(rawValue: "HKQuantityTypeIdentifierRespiratoryRate")
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
