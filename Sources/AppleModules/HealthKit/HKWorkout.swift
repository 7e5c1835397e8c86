import Foundation

@nonexhaustive public enum HKWorkoutEventType: Int, Sendable {
  case pause = 1
  case resume = 2
  case lap = 3
  case marker = 4
  case motionPaused = 5
  case motionResumed = 6
  case segment = 7
  case pauseOrResumeRequest = 8
}

/// An event of a workout.
///
/// Sendable: immutable.
open class HKWorkoutEvent: NSObject, @unchecked Sendable {
  open private(set) var type: HKWorkoutEventType
  open private(set) var dateInterval: DateInterval
  open private(set) var metadata: [String: Any]?

  public init(type: HKWorkoutEventType, dateInterval: DateInterval, metadata: [String: Any]?) {
    self.type = type
    self.dateInterval = dateInterval
    self.metadata = metadata
  }
}

/// A workout that a builder has finished. It is not saved.
///
/// Sendable: immutable.
open class HKWorkout: NSObject, @unchecked Sendable {
  open private(set) var workoutActivityType: HKWorkoutActivityType
  open private(set) var startDate: Date
  open private(set) var endDate: Date
  open private(set) var workoutEvents: [HKWorkoutEvent]?
  open private(set) var metadata: [String: Any]?
  /// Seconds from start to end, without paused time.
  open private(set) var duration: TimeInterval

  init(
    _ type: HKWorkoutActivityType, from start: Date, to end: Date, duration: TimeInterval,
    _ events: [HKWorkoutEvent], _ metadata: [String: Any]
  ) {
    workoutActivityType = type
    startDate = start
    endDate = end
    self.duration = duration
    workoutEvents = events
    self.metadata = metadata
  }
}

/// The device that produces samples.
///
/// Sendable: immutable.
open class HKDevice: NSObject, @unchecked Sendable {
  open private(set) var name: String?
  open private(set) var manufacturer: String?
  open private(set) var model: String?

  init(_ name: String) {
    self.name = name
    manufacturer = "Apple Inc."
    model = "Watch"
  }

  /// Returns the device that runs the app.
  open class func local() -> HKDevice { HKDevice("Apple Watch") }
}
