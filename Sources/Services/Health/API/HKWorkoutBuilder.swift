import Foundation
internal import YobanSimulatedApple

/// Builds a workout from samples, times, events and metadata.
///
/// Completion handlers are called on a background queue.
open class HKWorkoutBuilder: NSObject, @unchecked SimulationConfined {
  let store: HKHealthStore
  private let configuration: HKWorkoutConfiguration
  let collection: WorkoutCollection
  /// The first samples of the collection with their objects, by type, whether or not the app may read them.
  private var objects: [HKQuantityType: [(sample: HealthSample, object: HKQuantitySample)]] = [:]
  private var objectCount = 0

  open private(set) var device: HKDevice?
  open var startDate: Date? { collection.start }
  open var endDate: Date? { collection.end }
  open private(set) var metadata: [String: Any]
  open private(set) var workoutEvents: [HKWorkoutEvent]

  public init(
    healthStore: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice?
  ) {
    store = healthStore
    self.configuration = configuration.copy() as! HKWorkoutConfiguration
    self.device = device
    (collection, metadata, workoutEvents) = (WorkoutCollection(), [:], [])
  }

  /// - Parameter collection: that of an earlier launch, if its workout was recovered (WK14).
  init(
    _ store: HKHealthStore, _ configuration: HKWorkoutConfiguration, _ device: HKDevice?,
    _ collection: WorkoutCollection
  ) {
    self.store = store
    self.configuration = configuration.copy() as! HKWorkoutConfiguration
    self.device = device
    self.collection = collection
    metadata = collection.metadata.mapValues(\.object)
    workoutEvents = collection.events.compactMap { HKWorkoutEvent($0) }
  }

  open var workoutConfiguration: HKWorkoutConfiguration {
    configuration.copy() as! HKWorkoutConfiguration
  }

  // MARK: Collecting

  open func beginCollection(
    withStart startDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    answer(completion, allowing: .new) {
      collection.phase = .collecting
      collection.start = startDate
    }
  }

  open func beginCollection(at startDate: Date) async throws {
    try await awaiting { self.beginCollection(withStart: startDate, completion: $0) }
  }

  open func endCollection(
    withEnd endDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    answer(completion, allowing: .collecting) {
      collection.phase = .collected
      collection.end = endDate
    }
  }

  open func endCollection(at endDate: Date) async throws {
    try await awaiting { self.endCollection(withEnd: endDate, completion: $0) }
  }

  open func addMetadata(
    _ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    answer(completion, allowing: .collecting, .collected) {
      self.metadata.merge(metadata) { _, new in new }
      collection.metadata = self.metadata.compactMapValues { HealthValue($0) }
    }
  }

  open func addMetadata(_ metadata: [String: Any]) async throws {
    nonisolated(unsafe) let metadata = metadata  // from here on, kept by this builder only
    try await awaiting { self.addMetadata(metadata, completion: $0) }
  }

  open func addWorkoutEvents(
    _ workoutEvents: [HKWorkoutEvent],
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    answer(completion, allowing: .collecting, .collected) {
      for event in workoutEvents { append(event) }
    }
  }

  open func addWorkoutEvents(_ workoutEvents: [HKWorkoutEvent]) async throws {
    try await awaiting { self.addWorkoutEvents(workoutEvents, completion: $0) }
  }

  private func append(_ event: HKWorkoutEvent) {
    workoutEvents.append(event)
    collection.events.append(event.plain)
  }

  func add(_ event: HKWorkoutEvent) -> Bool {
    guard collection.phase == .collecting else { return false }
    append(event)
    return true
  }

  // MARK: Samples

  /// Adds samples, and saves those that are not saved yet. They must not begin before the collection.
  ///
  /// - Parameter completion: receives the error 3 for a sample that begins too early, or in another phase, and the
  ///   errors of `HKHealthStore.save`.
  open func add(
    _ samples: [HKSample], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let isEarly = startDate.map { start in samples.contains { $0.startDate < start } } ?? false
    guard isAllowed(.collecting, .collected), !isEarly else {
      let error = isEarly ? HKError(.invalidArgument, "A sample begins before the workout") : nil
      return complete(completion, error ?? Self.wrongPhase)
    }
    let plain = samples.map(\.plain)
    if let failure = store.add(plain) { return complete(completion, HKError(failure)) }
    // The system has made this app their source.
    let own = HKSource.default()
    collection.add(
      plain.map { sample in
        var sample = sample
        (sample.source, sample.sourceName) = (own.bundleIdentifier, own.name)
        return sample
      })
    added(Set(samples.map(\.sampleType)))
    complete(completion, nil)
  }

  open func addSamples(_ samples: [HKSample]) async throws {
    try await awaiting { self.add(samples, completion: $0) }
  }

  /// The app has added samples of these types. For the live builder.
  func added(_ types: Set<HKSampleType>) {}

  /// The statistics of the samples of a type so far; nil without samples, and for a type that the app may not read.
  open func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
    guard let startDate, let samples = readObjects()[quantityType] else { return nil }
    return HKStatistics.of(quantityType, from: startDate, to: lastDate(of: samples), samples)
  }

  /// The statistics of all types that the app may read, and of which the builder has samples.
  open var allStatistics: [HKQuantityType: HKStatistics] {
    guard let startDate else { return [:] }
    return readObjects().compactMapValues { samples in
      HKStatistics.of(
        samples[0].quantityType, from: startDate, to: lastDate(of: samples), samples)
    }
  }

  private func lastDate(of samples: [HKQuantitySample]) -> Date {
    let last = samples.map(\.endDate).max()
    return max(endDate ?? .distantPast, last ?? .distantPast, startDate ?? .distantPast)
  }

  /// Makes the objects of the samples that were added since the last call.
  ///
  /// - Returns: those that the app may read now.
  private func readObjects() -> [HKQuantityType: [HKQuantitySample]] {
    for sample in collection.samples[objectCount...] {
      guard let object = HKSample.make(sample) as? HKQuantitySample else { continue }
      objects[object.quantityType, default: []].append((sample, object))
    }
    objectCount = collection.samples.count
    return objects.compactMapValues { all in
      let readable = all.filter { store.mayRead($0.sample) }.map { $0.object }
      return readable.isEmpty ? nil : readable
    }
  }

  // MARK: Finishing

  /// Creates and saves the workout, after the collection has ended. It needs the permission to share workouts.
  ///
  /// - Parameter completion: receives neither a workout nor an error if it was saved while the device is locked (WK12).
  open func finishWorkout(
    completion: @escaping @Sendable (HKWorkout?, (any Error)?) -> Void
  ) {
    guard collection.phase == .collected, let startDate, let endDate else {
      let error = Self.wrongPhase
      return DispatchQueue.global().async { completion(nil, error) }
    }
    collection.phase = .over
    let workout = HKWorkout(
      configuration.activityType, from: startDate, to: endDate,
      duration: elapsedTime(at: endDate), workoutEvents, metadata,
      joules: collection.total(HKQuantityTypeIdentifier.activeEnergyBurned.rawValue).map {
        $0 / HKUnit.joule().definition.factor
      },
      meters: collection.total("HKQuantityTypeIdentifierDistance"))
    let error = store.save([workout.plain]).map { HKError($0) }
    if error == nil { store.associate(collection.finished, with: workout) }
    let isGiven = error == nil && !store.isOnLockedDevice
    DispatchQueue.global().async { completion(isGiven ? workout : nil, error) }
  }

  open func finishWorkout() async throws -> HKWorkout? {
    try await withCheckedThrowingContinuation { continuation in
      finishWorkout { workout, error in
        if let error {
          continuation.resume(throwing: error)
        } else {
          continuation.resume(returning: workout)
        }
      }
    }
  }

  /// Ends the collection without a workout. The samples stay where they are.
  open func discardWorkout() { collection.phase = .over }

  /// Returns the seconds since the start, without the time between each pause and its resume.
  open func elapsedTime(at date: Date) -> TimeInterval {
    guard let startDate else { return 0 }
    var (sum, since): (TimeInterval, Date?) = (0, startDate)
    for event in workoutEvents where event.dateInterval.start <= date {
      switch event.type {
      case .pause, .motionPaused:
        if let start = since { sum += event.dateInterval.start.timeIntervalSince(start) }
        since = nil
      case .resume, .motionResumed: since = since ?? event.dateInterval.start
      case .lap, .marker, .segment, .pauseOrResumeRequest: break
      }
    }
    return max(0, sum + (since.map { date.timeIntervalSince($0) } ?? 0))
  }

  // MARK: Completion

  private static var wrongPhase: HKError {
    HKError(.invalidArgument, "The workout builder is in another phase")
  }

  private func isAllowed(_ phases: WorkoutCollection.Phase...) -> Bool {
    phases.contains(collection.phase)
  }

  private func answer(
    _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void,
    allowing wanted: WorkoutCollection.Phase..., body: () -> Void
  ) {
    let isAllowed = wanted.contains(collection.phase)
    if isAllowed { body() }
    complete(completion, isAllowed ? nil : Self.wrongPhase)
  }
}
