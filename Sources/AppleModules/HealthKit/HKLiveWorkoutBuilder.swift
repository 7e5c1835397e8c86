import Foundation

/// The builder of a workout session: collects the session's pauses by itself.
///
/// Sendable: as its superclass.
open class HKLiveWorkoutBuilder: HKWorkoutBuilder, @unchecked Sendable {
  open private(set) weak var workoutSession: HKWorkoutSession?
  open weak var delegate: (any HKLiveWorkoutBuilderDelegate)?
  /// What would collect samples; there are none here.
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

  /// Seconds until now, or until the end, without those that were paused.
  open var elapsedTime: TimeInterval { elapsedTime(at: endDate ?? Date()) }

  func collect(_ event: HKWorkoutEvent) {
    guard shouldCollectWorkoutEvents, add(event) else { return }
    delegate?.workoutBuilderDidCollectEvent(self)
  }
}

/// Hears of what a live builder collects, on the session's queue. No samples come here.
public protocol HKLiveWorkoutBuilderDelegate: NSObjectProtocol {
  func workoutBuilder(
    _ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>)
  func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder)
}

/// Which types a live builder would collect.
///
/// Sendable: touched by the holder of the simulation's baton.
open class HKLiveWorkoutDataSource: NSObject, @unchecked Sendable {
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
