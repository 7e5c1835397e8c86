import Foundation
internal import YobanSimulatedApple

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

  convenience init?(_ event: WorkoutCollection.Event) {
    guard let type = HKWorkoutEventType(rawValue: event.type) else { return nil }
    self.init(
      type: type, dateInterval: DateInterval(start: event.start, end: event.end),
      metadata: event.metadata.isEmpty ? nil : event.metadata.mapValues(\.object))
  }

  /// The event as the system keeps it.
  var plain: WorkoutCollection.Event {
    WorkoutCollection.Event(
      type: type.rawValue, start: dateInterval.start, end: dateInterval.end,
      metadata: (metadata ?? [:]).compactMapValues { HealthValue($0) })
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

/// A workout that a builder has finished, or that is stored.
///
/// Sendable: immutable.
open class HKWorkout: HKSample, @unchecked Sendable {
  open private(set) var workoutActivityType: HKWorkoutActivityType
  /// The pauses and laps. A workout that comes from a query has none here.
  open private(set) var workoutEvents: [HKWorkoutEvent]?
  /// Seconds from start to end, without paused time.
  open private(set) var duration: TimeInterval
  /// The energy and the distance that the initializer was given; of a builder the sums of the active energy, and of
  /// all distances, that it has collected.
  open private(set) var totalEnergyBurned: HKQuantity?
  open private(set) var totalDistance: HKQuantity?

  init(
    _ type: HKWorkoutActivityType, from start: Date, to end: Date, duration: TimeInterval,
    _ events: [HKWorkoutEvent], _ metadata: [String: Any], joules: Double? = nil,
    meters: Double? = nil
  ) {
    workoutActivityType = type
    self.duration = duration
    workoutEvents = events
    totalEnergyBurned = joules.map { HKQuantity(unit: .joule(), doubleValue: $0) }
    totalDistance = meters.map { HKQuantity(unit: .meter(), doubleValue: $0) }
    super.init(HKObjectType.workoutType(), start, end, nil, metadata)
  }

  init(
    stored sample: HealthSample, _ device: HKDevice?, _ metadata: [String: Any],
    _ source: HKSourceRevision
  ) {
    workoutActivityType =
      UInt(exactly: sample.value).flatMap(HKWorkoutActivityType.init) ?? .other
    duration = sample.seconds ?? sample.end.timeIntervalSince(sample.start)
    totalEnergyBurned = sample.joules.map { HKQuantity(unit: .joule(), doubleValue: $0) }
    totalDistance = sample.meters.map { HKQuantity(unit: .meter(), doubleValue: $0) }
    super.init(
      HKObjectType.workoutType(), sample.start, sample.end, device, metadata, uuid: sample.uuid,
      source: source)
  }

  /// Creates a workout to save. Use `HKWorkoutBuilder` from iOS 17 and watchOS 10 on.
  public convenience init(
    activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date,
    end endDate: Date
  ) {
    self.init(
      workoutActivityType, from: startDate, to: endDate,
      duration: endDate.timeIntervalSince(startDate), [], [:])
  }

  /// - Parameter duration: 0 for the time from start to end.
  public convenience init(
    activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date,
    end endDate: Date, duration: TimeInterval, totalEnergyBurned: HKQuantity?,
    totalDistance: HKQuantity?, metadata: [String: Any]?
  ) {
    self.init(
      workoutActivityType, from: startDate, to: endDate,
      duration: duration == 0 ? endDate.timeIntervalSince(startDate) : duration, [], metadata ?? [:]
    )
    (self.totalEnergyBurned, self.totalDistance) = (totalEnergyBurned, totalDistance)
  }

  public convenience init(
    activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date,
    end endDate: Date, workoutEvents: [HKWorkoutEvent]?, totalEnergyBurned: HKQuantity?,
    totalDistance: HKQuantity?, metadata: [String: Any]?
  ) {
    self.init(
      workoutActivityType, from: startDate, to: endDate,
      duration: endDate.timeIntervalSince(startDate), workoutEvents ?? [], metadata ?? [:])
    (self.totalEnergyBurned, self.totalDistance) = (totalEnergyBurned, totalDistance)
  }

  /// The statistics of the samples of a type that belong to the stored workout (WK12); nil without samples, and for a
  /// type that the app may not read.
  open func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
    HKStatistics.of(quantityType, from: startDate, to: endDate, samples(of: quantityType))
  }

  /// The statistics of all types that the app may read, and of which samples belong to the workout.
  open var allStatistics: [HKQuantityType: HKStatistics] {
    Dictionary(grouping: samples(of: nil), by: \.quantityType).compactMapValues { samples in
      HKStatistics.of(samples[0].quantityType, from: startDate, to: endDate, samples)
    }
  }

  private func samples(of type: HKQuantityType?) -> [HKQuantitySample] {
    let process = AppProcess.callingOnPhone("HKWorkout.statistics(for:)")
    return process.app.appleDevice.health.samples(of: type?.identifier, in: uuid, for: process)
      .compactMap { HKSample.make($0) as? HKQuantitySample }
  }

  override var storedValue: Double { Double(workoutActivityType.rawValue) }

  override var plain: HealthSample {
    var sample = super.plain
    sample.seconds = duration
    sample.joules = totalEnergyBurned.map { $0.doubleValue(for: .joule()) }
    sample.meters = totalDistance.map { $0.doubleValue(for: .meter()) }
    return sample
  }

  // MARK: Archives

  public required init?(coder: NSCoder) {
    let type = coder.unsigned("workoutActivityType").map { UInt($0) }
    guard let type = type.flatMap(HKWorkoutActivityType.init) else { return nil }
    workoutActivityType = type
    duration = coder.decodeDouble(forKey: "duration")
    workoutEvents = coder.list(of: HKWorkoutEvent.self, "workoutEvents")
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(unsigned: UInt64(workoutActivityType.rawValue), "workoutActivityType")
    coder.encode(duration, forKey: "duration")
    if let workoutEvents { coder.encode(workoutEvents, "workoutEvents") }
  }
}
