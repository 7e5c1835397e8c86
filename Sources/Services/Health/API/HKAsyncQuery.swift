import YobanFoundation
internal import YobanSimulatedApple

/// A query whose result is awaited.
public protocol HKAsyncQuery {
  associatedtype Output
  func result(for healthStore: HKHealthStore) async throws -> Output
}

/// A query with results until its task is canceled.
public protocol HKAsyncSequenceQuery {
  associatedtype Sequence: AsyncSequence
  func results(for healthStore: HKHealthStore) -> Sequence
}

/// A type of samples, and which of them.
public struct HKSamplePredicate<Sample: HKSample>: Hashable, Sendable {
  public let sampleType: HKSampleType
  public var nsPredicate: NSPredicate? { predicate.value }
  private let predicate: Predicate

  /// Sendable: the predicates of queries are immutable.
  private struct Predicate: Hashable, @unchecked Sendable { let value: NSPredicate? }

  init(_ sampleType: HKSampleType, _ predicate: NSPredicate?) {
    self.sampleType = sampleType
    self.predicate = Predicate(value: predicate)
  }

  var descriptor: HKQueryDescriptor {
    HKQueryDescriptor(sampleType: sampleType, predicate: nsPredicate)
  }
}

extension HKSamplePredicate where Sample == HKQuantitySample {
  public static func quantitySample(
    type quantityType: HKQuantityType, predicate: NSPredicate? = nil
  ) -> Self { Self(quantityType, predicate) }
}

extension HKSamplePredicate where Sample == HKCategorySample {
  public static func categorySample(
    type categoryType: HKCategoryType, predicate: NSPredicate? = nil
  ) -> Self { Self(categoryType, predicate) }
}

extension HKSamplePredicate where Sample == HKSample {
  public static func sample(type sampleType: HKSampleType, predicate: NSPredicate? = nil) -> Self {
    Self(sampleType, predicate)
  }
}

extension HKSamplePredicate where Sample == HKWorkout {
  public static func workout(_ predicate: NSPredicate? = nil) -> Self {
    Self(HKObjectType.workoutType(), predicate)
  }
}

/// Finds samples, sorted; `HKSampleQuery` as an asynchronous function.
public struct HKSampleQueryDescriptor<Sample: HKSample>: HKAsyncQuery, Sendable {
  public var predicates: [HKSamplePredicate<Sample>]
  public var sortDescriptors: [SortDescriptor<Sample>]
  public var limit: Int?

  public init(
    predicates: [HKSamplePredicate<Sample>], sortDescriptors: [SortDescriptor<Sample>],
    limit: Int? = nil
  ) {
    (self.predicates, self.sortDescriptors, self.limit) = (predicates, sortDescriptors, limit)
  }

  public func result(for healthStore: HKHealthStore) async throws -> [Sample] {
    let samples: [HKSample] = try await withCheckedThrowingContinuation { continuation in
      healthStore.execute(
        HKSampleQuery(
          queryDescriptors: predicates.map(\.descriptor), limit: HKObjectQueryNoLimit
        ) { _, samples, error in continuation.resume(with: outcome(samples, error)) })
    }
    return samples.compactMap { $0 as? Sample }.sorted(using: sortDescriptors).limited(limit ?? 0)
  }
}

/// Finds what was saved and deleted after an anchor; `HKAnchoredObjectQuery` as an asynchronous function or sequence.
public struct HKAnchoredObjectQueryDescriptor<Sample: HKSample>: HKAsyncQuery, HKAsyncSequenceQuery,
  Sendable
{
  public var predicates: [HKSamplePredicate<Sample>]
  public var anchor: HKQueryAnchor?
  public var limit: Int?

  public struct Result: Sendable {
    public let addedSamples: [Sample]
    public let deletedObjects: [HKDeletedObject]
    public let newAnchor: HKQueryAnchor
  }
  public typealias Results = AsyncThrowingStream<Result, any Error>

  public init(
    predicates: [HKSamplePredicate<Sample>], anchor: HKQueryAnchor?, limit: Int? = nil
  ) {
    (self.predicates, self.anchor, self.limit) = (predicates, anchor, limit)
  }

  public func result(for healthStore: HKHealthStore) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      healthStore.execute(query(limit ?? 0) { continuation.resume(with: $0) })
    }
  }

  /// The first element is what was saved and deleted until now, each further one a change.
  public func results(for healthStore: HKHealthStore) -> Results {
    AsyncThrowingStream { stream in
      let query = query(HKObjectQueryNoLimit) { stream.yield(with: $0) }
      query.updateHandler = { _, added, deleted, anchor, error in
        stream.yield(with: Self.result(added, deleted, anchor, error))
      }
      healthStore.execute(query)
      stream.onTermination = { _ in healthStore.stop(query) }
    }
  }

  private func query(
    _ limit: Int, _ handler: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void
  ) -> HKAnchoredObjectQuery {
    HKAnchoredObjectQuery(
      queryDescriptors: predicates.map(\.descriptor), anchor: anchor, limit: limit
    ) { _, added, deleted, anchor, error in handler(Self.result(added, deleted, anchor, error)) }
  }

  private static func result(
    _ added: [HKSample]?, _ deleted: [HKDeletedObject]?, _ anchor: HKQueryAnchor?,
    _ error: (any Error)?
  ) -> Swift.Result<Result, any Error> {
    outcome(anchor, error).map { anchor in
      Result(
        addedSamples: (added ?? []).compactMap { $0 as? Sample }, deletedObjects: deleted ?? [],
        newAnchor: anchor)
    }
  }
}

/// Calculates the statistics of the samples that match; `HKStatisticsQuery` as an asynchronous function.
public struct HKStatisticsQueryDescriptor: HKAsyncQuery, Sendable {
  public var predicate: HKSamplePredicate<HKQuantitySample>
  public var options: HKStatisticsOptions

  public init(predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions) {
    (self.predicate, self.options) = (predicate, options)
  }

  /// - Returns: nil without samples.
  public func result(for healthStore: HKHealthStore) async throws -> HKStatistics? {
    guard let type = predicate.sampleType as? HKQuantityType else { return nil }
    do {
      return try await withCheckedThrowingContinuation { continuation in
        healthStore.execute(
          HKStatisticsQuery(
            quantityType: type, quantitySamplePredicate: predicate.nsPredicate, options: options
          ) { _, statistics, error in continuation.resume(with: outcome(statistics, error)) })
      }
    } catch HKError.errorNoData {
      return nil
    }
  }
}

/// Calculates statistics of intervals; `HKStatisticsCollectionQuery` as an asynchronous function or sequence.
public struct HKStatisticsCollectionQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
  public var predicate: HKSamplePredicate<HKQuantitySample>
  public var options: HKStatisticsOptions
  public var anchorDate: Date
  public var intervalComponents: DateComponents

  public struct Result: Sendable {
    public let statisticsCollection: HKStatisticsCollection
    /// The intervals that have changed; nil in the first result.
    public let updatedStatistics: [HKStatistics]?
  }
  public typealias Results = AsyncThrowingStream<Result, any Error>

  public init(
    predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions, anchorDate: Date,
    intervalComponents: DateComponents
  ) {
    (self.predicate, self.options) = (predicate, options)
    (self.anchorDate, self.intervalComponents) = (anchorDate, intervalComponents)
  }

  public func result(for healthStore: HKHealthStore) async throws -> HKStatisticsCollection {
    try await withCheckedThrowingContinuation { continuation in
      let query = query()
      query.initialResultsHandler = { _, collection, error in
        continuation.resume(with: outcome(collection, error))
      }
      healthStore.execute(query)
    }
  }

  public func results(for healthStore: HKHealthStore) -> Results {
    AsyncThrowingStream { stream in
      let query = query()
      query.initialResultsHandler = { _, collection, error in
        stream.yield(
          with: outcome(collection, error).map {
            Result(statisticsCollection: $0, updatedStatistics: nil)
          })
      }
      query.statisticsUpdateHandler = { _, statistics, collection, error in
        stream.yield(
          with: outcome(collection, error).map {
            Result(statisticsCollection: $0, updatedStatistics: statistics.map { [$0] } ?? [])
          })
      }
      healthStore.execute(query)
      stream.onTermination = { _ in healthStore.stop(query) }
    }
  }

  private func query() -> HKStatisticsCollectionQuery {
    HKStatisticsCollectionQuery(
      quantityType: predicate.sampleType as? HKQuantityType
        ?? HKQuantityType(named: predicate.sampleType.identifier),
      quantitySamplePredicate: predicate.nsPredicate, options: options, anchorDate: anchorDate,
      intervalComponents: intervalComponents)
  }
}

/// Finds the sources of samples; `HKSourceQuery` as an asynchronous function.
public struct HKSourceQueryDescriptor<Sample: HKSample>: HKAsyncQuery, Sendable {
  public var predicate: HKSamplePredicate<Sample>

  public init(predicate: HKSamplePredicate<Sample>) { self.predicate = predicate }

  public func result(for healthStore: HKHealthStore) async throws -> [HKSource] {
    let sources: Set<HKSource> = try await withCheckedThrowingContinuation { continuation in
      healthStore.execute(
        HKSourceQuery(
          sampleType: predicate.sampleType, samplePredicate: predicate.nsPredicate
        ) { _, sources, error in continuation.resume(with: outcome(sources, error)) })
    }
    return sources.sorted { $0.bundleIdentifier < $1.bundleIdentifier }
  }
}

/// The value of a handler, or its error.
private func outcome<Value>(_ value: Value?, _ error: (any Error)?) -> Result<Value, any Error> {
  if let value { .success(value) } else { .failure(error ?? HKError.noData) }
}
