import YobanFoundation
internal import YobanSimulatedApple

/// The calculations of a query, in addition to the number of samples. A sum is for types whose samples are added,
/// such as steps; an average, a minimum and a maximum are for the others.
public struct HKStatisticsOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let separateBySource = Self(rawValue: 1 << 0)
  public static let discreteAverage = Self(rawValue: 1 << 1)
  public static let discreteMin = Self(rawValue: 1 << 2)
  public static let discreteMax = Self(rawValue: 1 << 3)
  public static let cumulativeSum = Self(rawValue: 1 << 4)
  public static let mostRecent = Self(rawValue: 1 << 5)
  @available(*, deprecated, renamed: "mostRecent")
  public static let discreteMostRecent = Self(rawValue: 1 << 5)
  public static let duration = Self(rawValue: 1 << 6)

  /// Raises an exception, which terminates the app, for what cannot be calculated for a type.
  func check(_ type: HKQuantityType) {
    let wrong: HKStatisticsOptions =
      type.aggregationStyle == .cumulative
      ? [.discreteAverage, .discreteMin, .discreteMax] : .cumulativeSum
    guard !isDisjoint(with: wrong) else { return }
    AppProcess.raise(
      "NSInvalidArgumentException: Statistics options \(intersection(wrong).rawValue) are not compatible with the data type \(type.identifier)"
    )
  }
}

/// The statistics of the samples of an interval. All sources count together; samples of two sources that overlap
/// are not merged here.
///
/// Sendable: immutable.
open class HKStatistics: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  open private(set) var quantityType: HKQuantityType
  open private(set) var startDate: Date
  open private(set) var endDate: Date
  private let options: HKStatisticsOptions
  /// In the order of their start.
  private let samples: [HKQuantitySample]

  init(
    _ type: HKQuantityType, _ options: HKStatisticsOptions, from start: Date, to end: Date,
    _ samples: [HKQuantitySample]
  ) {
    (quantityType, self.options, startDate, endDate) = (type, options, start, end)
    self.samples = samples.sorted { $0.startDate < $1.startDate }
  }

  /// The statistics of the samples of a workout; nil without samples.
  static func of(
    _ type: HKQuantityType, from start: Date, to end: Date, _ samples: [HKQuantitySample]
  ) -> HKStatistics? {
    guard !samples.isEmpty else { return nil }
    let options: HKStatisticsOptions =
      type.aggregationStyle == .cumulative
      ? .cumulativeSum : [.discreteAverage, .discreteMin, .discreteMax]
    return HKStatistics(
      type, options.union([.mostRecent, .duration]), from: start, to: end, samples)
  }

  /// The sources, if the options separate them; otherwise nil.
  open var sources: [HKSource]? {
    guard options.contains(.separateBySource) else { return nil }
    var known: Set<HKSource> = []
    return samples.map(\.sourceRevision.source).filter { known.insert($0).inserted }
  }

  private func samples(of source: HKSource?, _ option: HKStatisticsOptions) -> [HKQuantitySample]? {
    guard options.contains(option) else { return nil }
    guard let source else { return samples.isEmpty ? nil : samples }
    guard options.contains(.separateBySource) else { return nil }
    let own = samples.filter { $0.sourceRevision.source == source }
    return own.isEmpty ? nil : own
  }

  private func sum(_ source: HKSource?) -> HKQuantity? {
    guard let samples = samples(of: source, .cumulativeSum) else { return nil }
    return samples[0].quantity.with(samples.reduce(0) { $0 + $1.quantity.value })
  }

  private func average(_ source: HKSource?) -> HKQuantity? {
    guard let samples = samples(of: source, .discreteAverage) else { return nil }
    let sum = samples.reduce(0) { $0 + $1.quantity.value }
    return samples[0].quantity.with(sum / Double(samples.count))
  }

  private func extreme(
    _ source: HKSource?, _ option: HKStatisticsOptions, _ isBetter: (Double, Double) -> Bool
  ) -> HKQuantity? {
    samples(of: source, option)?.map(\.quantity).min { isBetter($0.value, $1.value) }
  }

  private func mostRecent(_ source: HKSource?) -> HKQuantitySample? {
    samples(of: source, .mostRecent)?.last
  }

  private func seconds(_ source: HKSource?) -> HKQuantity? {
    samples(of: source, .duration).map { samples in
      HKQuantity(
        unit: .second(),
        doubleValue: samples.reduce(0) { $0 + $1.endDate.timeIntervalSince($1.startDate) })
    }
  }

  /// The sum; nil without samples, and without the option.
  open func sumQuantity() -> HKQuantity? { sum(nil) }
  open func sumQuantity(for source: HKSource) -> HKQuantity? { sum(source) }
  /// The average of the samples, each of which counts once.
  open func averageQuantity() -> HKQuantity? { average(nil) }
  open func averageQuantity(for source: HKSource) -> HKQuantity? { average(source) }
  open func minimumQuantity() -> HKQuantity? { extreme(nil, .discreteMin, <) }
  open func minimumQuantity(for source: HKSource) -> HKQuantity? {
    extreme(source, .discreteMin, <)
  }
  open func maximumQuantity() -> HKQuantity? { extreme(nil, .discreteMax, >) }
  open func maximumQuantity(for source: HKSource) -> HKQuantity? {
    extreme(source, .discreteMax, >)
  }
  open func mostRecentQuantity() -> HKQuantity? { mostRecent(nil)?.quantity }
  open func mostRecentQuantity(for source: HKSource) -> HKQuantity? { mostRecent(source)?.quantity }
  open func mostRecentQuantityDateInterval() -> DateInterval? {
    mostRecent(nil).map { DateInterval(start: $0.startDate, end: $0.endDate) }
  }
  open func mostRecentQuantityDateInterval(for source: HKSource) -> DateInterval? {
    mostRecent(source).map { DateInterval(start: $0.startDate, end: $0.endDate) }
  }
  /// The sum of the durations of the samples.
  open func duration() -> HKQuantity? { seconds(nil) }
  open func duration(for source: HKSource) -> HKQuantity? { seconds(source) }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let name = coder.text("quantityType"),
      let type = HKSampleType.make(name) as? HKQuantityType, let start = coder.date("startDate"),
      let end = coder.date("endDate"), let number = coder.unsigned("options"),
      let options = UInt(exactly: number),
      let samples = coder.list(of: HKQuantitySample.self, "samples")
    else { return nil }
    (quantityType, startDate, endDate) = (type, start, end)
    (self.options, self.samples) = (HKStatisticsOptions(rawValue: options), samples)
  }

  open func encode(with coder: NSCoder) {
    coder.encode(quantityType.identifier, "quantityType")
    coder.encode(startDate, "startDate")
    coder.encode(endDate, "endDate")
    coder.encode(unsigned: UInt64(options.rawValue), "options")
    coder.encode(samples, "samples")
  }
}

/// Calculates the statistics of the samples that match, once.
open class HKStatisticsQuery: HKQuery, @unchecked SimulationConfined {
  private let quantityType: HKQuantityType
  private let options: HKStatisticsOptions
  private let handler: @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void

  /// - Parameter handler: receives the statistics, or nil and the reason: 11 without samples.
  public init(
    quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?,
    options: HKStatisticsOptions = [],
    completionHandler handler:
      @escaping @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void
  ) {
    options.check(quantityType)
    (self.quantityType, self.options, self.handler) = (quantityType, options, handler)
    super.init([HKQueryDescriptor(sampleType: quantityType, predicate: quantitySamplePredicate)])
  }

  override func begin() { answer(statistics) { [self] in handler(self, $0, $1) } }

  private func statistics() throws(HKError) -> HKStatistics {
    let samples = try changes().added.compactMap { $0 as? HKQuantitySample }
    guard let start = samples.map(\.startDate).min(), let end = samples.map(\.endDate).max() else {
      throw .noData
    }
    return HKStatistics(quantityType, options, from: start, to: end, samples)
  }
}
