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
open class HKWorkoutEvent: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  open private(set) var type: HKWorkoutEventType
  open private(set) var dateInterval: DateInterval
  open private(set) var metadata: [String: Any]?

  public init(type: HKWorkoutEventType, dateInterval: DateInterval, metadata: [String: Any]?) {
    self.type = type
    self.dateInterval = dateInterval
    self.metadata = metadata
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKWorkoutEvent else { return false }
    return type == other.type && dateInterval == other.dateInterval
      && (metadata ?? [:]) as NSDictionary == (other.metadata ?? [:]) as NSDictionary
  }
  open override var hash: Int { dateInterval.hashValue }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let type = HKWorkoutEventType(rawValue: Int(coder.decodeInt64(forKey: "type"))),
      let start = coder.date("start"), let end = coder.date("end"), start <= end
    else { return nil }
    self.type = type
    dateInterval = DateInterval(start: start, end: end)
    metadata = coder.propertyList("metadata")
  }

  /// Encodes the event. Metadata with other than property-list values is an error of the archive.
  open func encode(with coder: NSCoder) {
    coder.encode(Int64(type.rawValue), forKey: "type")
    coder.encode(dateInterval.start, "start")
    coder.encode(dateInterval.end, "end")
    if let metadata { coder.encode(propertyList: metadata, "metadata") }
  }
}

/// A workout that a builder has finished. It is not saved.
///
/// Sendable: immutable.
open class HKWorkout: NSObject, NSSecureCoding, @unchecked Sendable {
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

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    let type = coder.unsigned("workoutActivityType").map { UInt($0) }
    guard let type = type.flatMap(HKWorkoutActivityType.init), let start = coder.date("startDate"),
      let end = coder.date("endDate")
    else { return nil }
    workoutActivityType = type
    startDate = start
    endDate = end
    duration = coder.decodeDouble(forKey: "duration")
    workoutEvents = coder.list(of: HKWorkoutEvent.self, "workoutEvents")
    metadata = coder.propertyList("metadata")
  }

  /// Encodes the workout. Metadata with other than property-list values is an error of the archive.
  open func encode(with coder: NSCoder) {
    coder.encode(unsigned: UInt64(workoutActivityType.rawValue), "workoutActivityType")
    coder.encode(startDate, "startDate")
    coder.encode(endDate, "endDate")
    coder.encode(duration, forKey: "duration")
    if let workoutEvents { coder.encode(workoutEvents, "workoutEvents") }
    if let metadata { coder.encode(propertyList: metadata, "metadata") }
  }
}

/// The device that produces samples.
///
/// Sendable: immutable.
open class HKDevice: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
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

  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    name = coder.text("name")
    manufacturer = coder.text("manufacturer")
    model = coder.text("model")
  }

  open func encode(with coder: NSCoder) {
    if let name { coder.encode(name, "name") }
    if let manufacturer { coder.encode(manufacturer, "manufacturer") }
    if let model { coder.encode(model, "model") }
  }
}
