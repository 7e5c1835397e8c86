import Foundation

/// A type of health data. Two are equal if they have the same identifier.
///
/// Sendable: nothing in it changes.
open class HKObjectType: NSObject, NSCopying, @unchecked Sendable {
  /// Such as `HKWorkoutTypeIdentifier`.
  open private(set) var identifier: String

  init(named identifier: String) { self.identifier = identifier }

  /// The type of workouts, which a workout session needs permission to share (WK2).
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
}

/// A type of data that has a time.
///
/// Sendable: nothing in it changes.
open class HKSampleType: HKObjectType, @unchecked Sendable {}

/// The type of workouts.
///
/// Sendable: nothing in it changes.
open class HKWorkoutType: HKSampleType, @unchecked Sendable {}

/// A type of data that is a number.
///
/// Sendable: nothing in it changes.
open class HKQuantityType: HKSampleType, @unchecked Sendable {
  public convenience init(_ identifier: HKQuantityTypeIdentifier) {
    self.init(named: identifier.rawValue)
  }
}

/// The name of a quantity's type. Those that workout apps ask for; no samples of them exist here.
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

/// What the user said about sharing a type; an app never learns whether it may read.
@nonexhaustive public enum HKAuthorizationStatus: Int, Sendable {
  case notDetermined = 0
  case sharingDenied = 1
  case sharingAuthorized = 2
}

/// Whether a request would ask the user.
@nonexhaustive public enum HKAuthorizationRequestStatus: Int, Sendable {
  case unknown = 0
  case shouldRequest = 1
  case unnecessary = 2
}
