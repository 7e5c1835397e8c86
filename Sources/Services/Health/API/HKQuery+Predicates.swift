import YobanFoundation

/// Predicates for queries.
extension HKQuery {
  private static func predicate<Object>(
    _ matches: @escaping @Sendable (Object) -> Bool
  ) -> NSPredicate {
    NSPredicate { object, _ in (object as? Object).map(matches) ?? false }
  }

  // MARK: Dates

  /// Samples of an interval; its end does not belong to it. Nil: without a beginning, or an end.
  public class func predicateForSamples(
    withStart startDate: Date?, end endDate: Date?, options: HKQueryOptions = []
  ) -> NSPredicate {
    let (start, end) = (startDate ?? .distantPast, endDate ?? .distantFuture)
    return predicate { (sample: HKSample) in
      if options.contains(.strictStartDate), !(start..<max(start, end)).contains(sample.startDate) {
        return false
      }
      if options.contains(.strictEndDate), !(start..<max(start, end)).contains(sample.endDate) {
        return false
      }
      return sample.startDate < end && (sample.endDate > start || sample.startDate >= start)
    }
  }

  // MARK: Objects

  public class func predicateForObject(with UUID: UUID) -> NSPredicate {
    predicate { (object: HKObject) in object.uuid == UUID }
  }

  public class func predicateForObjects(with UUIDs: Set<UUID>) -> NSPredicate {
    predicate { (object: HKObject) in UUIDs.contains(object.uuid) }
  }

  public class func predicateForObjects(from source: HKSource) -> NSPredicate {
    predicateForObjects(from: [source])
  }

  public class func predicateForObjects(from sources: Set<HKSource>) -> NSPredicate {
    predicate { (object: HKObject) in sources.contains(object.sourceRevision.source) }
  }

  public class func predicateForObjects(from devices: Set<HKDevice>) -> NSPredicate {
    predicate { (object: HKObject) in object.device.map(devices.contains) ?? false }
  }

  /// The samples of a workout: those that its builder has collected, or that were added to it (WK12).
  public class func predicateForObjects(from workout: HKWorkout) -> NSPredicate {
    let uuid = workout.uuid
    return predicate { (sample: HKSample) in sample.workouts.contains(uuid) }
  }

  /// All: there are no correlations here.
  public class func predicateForObjectsWithNoCorrelation() -> NSPredicate {
    NSPredicate(value: true)
  }

  // MARK: Metadata

  public class func predicateForObjects(withMetadataKey key: String) -> NSPredicate {
    predicate { (object: HKObject) in object.metadata?[key] != nil }
  }

  public class func predicateForObjects(
    withMetadataKey key: String, allowedValues: [Any]
  ) -> NSPredicate {
    let allowed = NSArray(array: allowedValues)
    nonisolated(unsafe) let values = allowed  // immutable
    return predicate { (object: HKObject) in
      object.metadata?[key].map { values.contains($0) } ?? false
    }
  }

  // MARK: Values

  private static func compare<Value: Comparable>(
    _ a: Value, _ operatorType: UInt, _ b: Value
  ) -> Bool {
    // The order of NSComparisonPredicate.Operator.
    switch operatorType {
    case 0: a < b
    case 1: a <= b
    case 2: a > b
    case 3: a >= b
    case 4: a == b
    case 5: a != b
    default: false
    }
  }

  /// - Parameter operatorType: a comparison; others match nothing.
  @available(
    *, deprecated, message: "Foundation on Linux deprecates NSComparisonPredicate.Operator"
  )
  public class func predicateForQuantitySamples(
    with operatorType: NSComparisonPredicate.Operator, quantity: HKQuantity
  ) -> NSPredicate {
    let type = operatorType.rawValue
    return predicate { (sample: HKQuantitySample) in
      sample.quantity.isCompatible(with: quantity)
        && compare(sample.quantity.value, type, quantity.value)
    }
  }

  @available(
    *, deprecated, message: "Foundation on Linux deprecates NSComparisonPredicate.Operator"
  )
  public class func predicateForCategorySamples(
    with operatorType: NSComparisonPredicate.Operator, value: Int
  ) -> NSPredicate {
    let type = operatorType.rawValue
    return predicate { (sample: HKCategorySample) in compare(sample.value, type, value) }
  }

  @available(
    *, deprecated, message: "Foundation on Linux deprecates NSComparisonPredicate.Operator"
  )
  public class func predicateForWorkouts(
    with operatorType: NSComparisonPredicate.Operator, duration: TimeInterval
  ) -> NSPredicate {
    let type = operatorType.rawValue
    return predicate { (workout: HKWorkout) in compare(workout.duration, type, duration) }
  }

  public class func predicateForWorkouts(
    with workoutActivityType: HKWorkoutActivityType
  ) -> NSPredicate {
    predicate { (workout: HKWorkout) in workout.workoutActivityType == workoutActivityType }
  }
}

/// The values of a category, which can be searched for.
public protocol HKCategoryValuePredicateProviding: Hashable, RawRepresentable {}

extension HKCategoryValuePredicateProviding where RawValue == Int {
  public static func predicateForSamples(equalTo values: Set<Self>) -> NSPredicate {
    let numbers = Set(values.map(\.rawValue))
    return NSPredicate { object, _ in
      (object as? HKCategorySample).map { numbers.contains($0.value) } ?? false
    }
  }
}
