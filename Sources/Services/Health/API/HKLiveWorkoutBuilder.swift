import YobanFoundation
internal import YobanSimulatedApple

/// The builder of a workout session. Collects the session's pauses automatically.
open class HKLiveWorkoutBuilder: HKWorkoutBuilder, @unchecked SimulationConfined {
  open private(set) weak var workoutSession: HKWorkoutSession?
  open weak var delegate: (any HKLiveWorkoutBuilderDelegate)?
  /// The source of samples. There are no samples here.
  open var dataSource: HKLiveWorkoutDataSource?
  /// Whether the session's pauses become events of the workout. Default: true.
  open var shouldCollectWorkoutEvents = true

  init(
    healthStore: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice?,
    _ session: HKWorkoutSession
  ) {
    workoutSession = session
    super.init(healthStore: healthStore, configuration: configuration, device: device)
  }

  /// Seconds from the start until now, or until the end, without paused time.
  open var elapsedTime: TimeInterval { elapsedTime(at: endDate ?? Date()) }

  func collect(_ event: HKWorkoutEvent) {
    guard shouldCollectWorkoutEvents, add(event) else { return }
    delegate?.workoutBuilderDidCollectEvent(self)
  }
}

/// Receives what a live builder collects, on the session's queue. There are no samples here.
public protocol HKLiveWorkoutBuilderDelegate: NSObjectProtocol {
  func workoutBuilder(
    _ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>)
  func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder)
}

/// The types that a live builder would collect.
open class HKLiveWorkoutDataSource: NSObject, @unchecked SimulationConfined {
  open private(set) var typesToCollect: Set<HKQuantityType> = []

  public init(
    healthStore: HKHealthStore, workoutConfiguration configuration: HKWorkoutConfiguration?
  ) {}

  open func enableCollection(for quantityType: HKQuantityType, predicate: NSPredicate?) {
    typesToCollect.insert(quantityType)
  }

  open func disableCollection(for quantityType: HKQuantityType) {
    typesToCollect.remove(quantityType)
  }
}
