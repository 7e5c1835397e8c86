import YobanFoundation
internal import YobanSimulatedApple

/// The builder of a workout session. It collects the session's pauses and the samples of its data source automatically
/// (WK12).
open class HKLiveWorkoutBuilder: HKWorkoutBuilder, @unchecked SimulationConfined {
  open private(set) weak var workoutSession: HKWorkoutSession?
  open weak var delegate: (any HKLiveWorkoutBuilderDelegate)?
  /// The source of samples. Set it again after a recovery (WK14).
  open var dataSource: HKLiveWorkoutDataSource? {
    didSet { workoutSession?.collect(from: dataSource) }
  }
  /// Whether the session's pauses become events of the workout. Default: true.
  open var shouldCollectWorkoutEvents = true

  init(
    _ store: HKHealthStore, _ configuration: HKWorkoutConfiguration,
    _ collection: WorkoutCollection, of session: HKWorkoutSession
  ) {
    workoutSession = session
    super.init(store, configuration, nil, collection)
  }

  /// Seconds from the start until now, or until the end, without paused time.
  open var elapsedTime: TimeInterval { elapsedTime(at: endDate ?? Date()) }

  func collect(_ event: HKWorkoutEvent) {
    guard shouldCollectWorkoutEvents, add(event) else { return }
    delegate?.workoutBuilderDidCollectEvent(self)
  }

  /// The system has collected samples of these types.
  func collected(_ types: Set<HKSampleType>) {
    delegate?.workoutBuilder(self, didCollectDataOf: types)
  }

  override func added(_ types: Set<HKSampleType>) {
    workoutSession?.onQueue { [weak self] in self?.collected(types) }
  }
}

/// Receives what a live builder collects, on the session's queue. A suspended app receives it when it is resumed.
public protocol HKLiveWorkoutBuilderDelegate: NSObjectProtocol {
  /// The builder has new samples of these types, each of which the app may read.
  func workoutBuilder(
    _ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>)
  func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder)
}

/// The types that a live builder collects while its session runs (WK12).
open class HKLiveWorkoutDataSource: NSObject, @unchecked SimulationConfined {
  /// The collected types, with the predicate that their samples must match.
  private var predicates: [HKQuantityType: NSPredicate?] = [:]

  /// - Parameter configuration: the activity, whose types are collected; nil for none.
  public init(
    healthStore: HKHealthStore, workoutConfiguration configuration: HKWorkoutConfiguration?
  ) {
    for identifier in configuration?.activityType.collectedTypes ?? [] {
      predicates.updateValue(nil, forKey: HKQuantityType(identifier))
    }
  }

  open var typesToCollect: Set<HKQuantityType> { Set(predicates.keys) }

  /// Collects another type, or with another predicate.
  open func enableCollection(for quantityType: HKQuantityType, predicate: NSPredicate?) {
    predicates.updateValue(predicate, forKey: quantityType)
  }

  open func disableCollection(for quantityType: HKQuantityType) {
    predicates.removeValue(forKey: quantityType)
  }

  func collects(_ sample: HealthSample) -> Bool {
    guard let type = HKSampleType.make(sample.type) as? HKQuantityType,
      let predicate = predicates[type]
    else { return false }
    return predicate?.evaluate(with: HKSample.make(sample)) ?? true
  }
}

extension HKWorkoutActivityType {
  /// The types that are collected by default (WK12: which of them belong to an activity is assumed).
  var collectedTypes: [HKQuantityTypeIdentifier] {
    let distance: [HKQuantityTypeIdentifier] =
      switch self {
      case .walking, .running, .hiking: [.distanceWalkingRunning]
      case .cycling, .handCycling: [.distanceCycling]
      case .swimming: [.distanceSwimming, .swimmingStrokeCount]
      case .wheelchairWalkPace, .wheelchairRunPace: [.distanceWheelchair, .pushCount]
      case .downhillSkiing, .snowboarding: [.distanceDownhillSnowSports]
      default: []
      }
    return [.heartRate, .activeEnergyBurned, .basalEnergyBurned] + distance
  }
}
