import Foundation
internal import YobanSimulatedApple

/// Builds a workout from times, events and metadata. There are no samples here.
///
/// Completion handlers are called on a background queue.
open class HKWorkoutBuilder: NSObject, @unchecked SimulationConfined {
  let store: HKHealthStore
  private let configuration: HKWorkoutConfiguration
  private enum Phase { case new, collecting, collected, over }
  private var phase = Phase.new

  open private(set) var device: HKDevice?
  open private(set) var startDate: Date?
  open private(set) var endDate: Date?
  open private(set) var metadata: [String: Any] = [:]
  open private(set) var workoutEvents: [HKWorkoutEvent] = []

  public init(
    healthStore: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice?
  ) {
    store = healthStore
    self.configuration = configuration.copy() as! HKWorkoutConfiguration
    self.device = device
  }

  open var workoutConfiguration: HKWorkoutConfiguration {
    configuration.copy() as! HKWorkoutConfiguration
  }

  // MARK: Collecting

  open func beginCollection(
    withStart startDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    answer(completion, allowing: .new) {
      phase = .collecting
      self.startDate = startDate
    }
  }

  open func beginCollection(at startDate: Date) async throws {
    try await awaiting { self.beginCollection(withStart: startDate, completion: $0) }
  }

  open func endCollection(
    withEnd endDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    answer(completion, allowing: .collecting) {
      phase = .collected
      self.endDate = endDate
    }
  }

  open func endCollection(at endDate: Date) async throws {
    try await awaiting { self.endCollection(withEnd: endDate, completion: $0) }
  }

  open func addMetadata(
    _ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    answer(completion, allowing: .collecting) {
      self.metadata.merge(metadata) { _, new in new }
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
    answer(completion, allowing: .collecting) { self.workoutEvents += workoutEvents }
  }

  open func addWorkoutEvents(_ workoutEvents: [HKWorkoutEvent]) async throws {
    try await awaiting { self.addWorkoutEvents(workoutEvents, completion: $0) }
  }

  func add(_ event: HKWorkoutEvent) -> Bool {
    guard phase == .collecting else { return false }
    workoutEvents.append(event)
    return true
  }

  // MARK: Finishing

  /// Creates and saves the workout, after the collection has ended. It needs the permission to share workouts.
  open func finishWorkout(
    completion: @escaping @Sendable (HKWorkout?, (any Error)?) -> Void
  ) {
    guard phase == .collected, let startDate, let endDate else {
      let error = Self.wrongPhase
      return DispatchQueue.global().async { completion(nil, error) }
    }
    phase = .over
    let workout = HKWorkout(
      configuration.activityType, from: startDate, to: endDate,
      duration: elapsedTime(at: endDate), workoutEvents, metadata)
    let error = store.save([workout.plain]).map { HKError($0) }
    DispatchQueue.global().async { completion(error == nil ? workout : nil, error) }
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

  open func discardWorkout() { phase = .over }

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

  private func answer(
    _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void, allowing wanted: Phase,
    _ body: () -> Void
  ) {
    let isAllowed = phase == wanted
    if isAllowed { body() }
    let error = isAllowed ? nil : Self.wrongPhase
    DispatchQueue.global().async { completion(isAllowed, error) }
  }
}
