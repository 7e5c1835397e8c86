import YobanFoundation
internal import YobanSimulatedApple

/// Finds samples, once. If the user has not allowed to read them, the query finds only what the app has saved itself
/// (HK4).
open class HKSampleQuery: HKQuery, @unchecked SimulationConfined {
  public typealias Handler = @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
  /// `HKObjectQueryNoLimit`, or the number of samples that are returned at most.
  open private(set) var limit: Int
  open private(set) var sortDescriptors: [NSSortDescriptor]?
  private let handler: Handler

  /// - Parameter resultsHandler: receives the samples, or nil and the reason: 5 if the app has not asked for the
  ///   type, 6 while the device is locked (HK3).
  public convenience init(
    sampleType: HKSampleType, predicate: NSPredicate?, limit: Int,
    sortDescriptors: [NSSortDescriptor]?,
    resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
  ) {
    self.init(
      [HKQueryDescriptor(sampleType: sampleType, predicate: predicate)], limit, sortDescriptors,
      resultsHandler)
  }

  public convenience init(
    queryDescriptors: [HKQueryDescriptor], limit: Int,
    resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
  ) { self.init(queryDescriptors, limit, nil, resultsHandler) }

  public convenience init(
    queryDescriptors: [HKQueryDescriptor], limit: Int, sortDescriptors: [NSSortDescriptor],
    resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
  ) { self.init(queryDescriptors, limit, sortDescriptors, resultsHandler) }

  private init(
    _ descriptors: [HKQueryDescriptor], _ limit: Int, _ sortDescriptors: [NSSortDescriptor]?,
    _ handler: @escaping Handler
  ) {
    (self.limit, self.sortDescriptors, self.handler) = (limit, sortDescriptors, handler)
    super.init(descriptors)
  }

  override func begin() {
    answer { () throws(HKError) in
      try changes().added.sorted(by: sortDescriptors).limited(limit)
    } _: { [self] in
      handler(self, $0, $1)
    }
  }
}

extension [HKSample] {
  func sorted(by descriptors: [NSSortDescriptor]?) -> [HKSample] {
    guard let descriptors, !descriptors.isEmpty else { return self }
    return sorted { a, b in
      for descriptor in descriptors {
        switch descriptor.compare(a, to: b) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: continue
        }
      }
      return false
    }
  }
}

extension Array {
  func limited(_ limit: Int) -> Self { limit > 0 ? Array(prefix(limit)) : self }
}

/// Finds the sources of samples, once.
open class HKSourceQuery: HKQuery, @unchecked SimulationConfined {
  private let handler: @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void

  public init(
    sampleType: HKSampleType, samplePredicate objectPredicate: NSPredicate?,
    completionHandler: @escaping @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void
  ) {
    handler = completionHandler
    super.init([HKQueryDescriptor(sampleType: sampleType, predicate: objectPredicate)])
  }

  override func begin() {
    answer { () throws(HKError) in
      Set(try changes().added.map(\.sourceRevision.source))
    } _: { [self] in
      handler(self, $0, $1)
    }
  }
}
