import YobanFoundation
internal import YobanSimulatedApple

/// Statistics of intervals of equal length, such as the steps of each hour. A sample counts for the interval in
/// which it begins.
///
/// Sendable: immutable.
open class HKStatisticsCollection: NSObject, @unchecked Sendable {
  private let type: HKQuantityType
  private let options: HKStatisticsOptions
  private let intervals: StatisticsIntervals
  private let samples: [Int: [HKQuantitySample]]

  init(
    _ type: HKQuantityType, _ options: HKStatisticsOptions, _ intervals: StatisticsIntervals,
    _ samples: [HKQuantitySample]
  ) {
    (self.type, self.options, self.intervals) = (type, options, intervals)
    self.samples = Dictionary(grouping: samples) { intervals.index(of: $0.startDate) }
  }

  /// The statistics of the interval that contains a date; nil without samples.
  open func statistics(for date: Date) -> HKStatistics? {
    let index = intervals.index(of: date)
    return samples[index] == nil ? nil : statistics(at: index)
  }

  private func statistics(at index: Int) -> HKStatistics {
    HKStatistics(
      type, options, from: intervals.start(of: index), to: intervals.start(of: index + 1),
      samples[index] ?? [])
  }

  /// Calls a function with each interval that overlaps with a period, those without samples, too.
  open func enumerateStatistics(
    from startDate: Date, to endDate: Date,
    with block: @escaping (HKStatistics, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    var stop: ObjCBool = false
    var index = intervals.index(of: startDate)
    while !stop.boolValue, intervals.start(of: index) <= endDate {
      block(statistics(at: index), &stop)
      index += 1
    }
  }

  /// The statistics of all intervals with samples.
  open func statistics() -> [HKStatistics] { samples.keys.sorted().map(statistics(at:)) }

  /// The sources of all samples, if the options separate them.
  open func sources() -> Set<HKSource> {
    guard options.contains(.separateBySource) else { return [] }
    return Set(samples.values.joined().map(\.sourceRevision.source))
  }
}

/// Intervals of a calendar, numbered from an anchor.
struct StatisticsIntervals: Sendable {
  let anchor: Date
  let components: DateComponents
  private let calendar: Calendar
  /// The seconds of the first interval: a guess for the others.
  private let seconds: Double

  /// - Returns: nil for an interval without a length.
  init?(anchor: Date, components: DateComponents) {
    let calendar = components.calendar ?? Calendar.current
    guard let next = calendar.date(byAdding: components, to: anchor), next > anchor else {
      return nil
    }
    (self.anchor, self.components, self.calendar) = (anchor, components, calendar)
    seconds = next.timeIntervalSince(anchor)
  }

  func start(of index: Int) -> Date {
    var scaled = components
    scaled.calendar = nil
    for unit: Calendar.Component in [
      .era, .year, .month, .weekOfYear, .weekOfMonth, .day, .hour, .minute, .second, .nanosecond,
      .quarter, .weekday, .weekdayOrdinal, .yearForWeekOfYear,
    ] {
      guard let value = components.value(for: unit) else { continue }
      let (product, overflow) = value.multipliedReportingOverflow(by: index)
      scaled.setValue(overflow ? nil : product, for: unit)
    }
    return calendar.date(byAdding: scaled, to: anchor)
      ?? anchor.addingTimeInterval(Double(index) * seconds)
  }

  func index(of date: Date) -> Int {
    let guess = (date.timeIntervalSince(anchor) / seconds).rounded(.down)
    var index = Int(exactly: min(max(guess, -1e9), 1e9)) ?? 0
    // Months and days differ in length: by less than a tenth.
    var step = max(1, abs(index) / 8)
    while true {
      if start(of: index) > date {
        index -= step
      } else if start(of: index + 1) <= date {
        index += step
      } else {
        return index
      }
      step = max(1, step / 2)
    }
  }
}

/// Calculates statistics of intervals, and with a `statisticsUpdateHandler` again after each change.
open class HKStatisticsCollectionQuery: HKQuery, @unchecked SimulationConfined {
  open private(set) var anchorDate: Date
  open private(set) var options: HKStatisticsOptions
  open private(set) var intervalComponents: DateComponents
  /// Set the handlers before the query is executed.
  @preconcurrency open var initialResultsHandler:
    (@Sendable (HKStatisticsCollectionQuery, HKStatisticsCollection?, (any Error)?) -> Void)?
  @preconcurrency open var statisticsUpdateHandler:
    (
      @Sendable (HKStatisticsCollectionQuery, HKStatistics?, HKStatisticsCollection?, (any Error)?)
        -> Void
    )?
  private let quantityType: HKQuantityType
  private var newest = 0

  public init(
    quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?,
    options: HKStatisticsOptions = [], anchorDate: Date, intervalComponents: DateComponents
  ) {
    options.check(quantityType)
    self.quantityType = quantityType
    (self.anchorDate, self.options) = (anchorDate, options)
    self.intervalComponents = intervalComponents
    super.init([HKQueryDescriptor(sampleType: quantityType, predicate: quantitySamplePredicate)])
  }

  override func begin() {
    guard StatisticsIntervals(anchor: anchorDate, components: intervalComponents) != nil else {
      AppProcess.raise(
        "NSInvalidArgumentException: intervalComponents must be longer than nothing: \(intervalComponents)"
      )
    }
    answer(collection) { [self] in initialResultsHandler?(self, $0?.collection, $1) }
    if statisticsUpdateHandler != nil { observe { [self] _, _ in update() } }
  }

  private func update() {
    let before = newest
    guard let found = try? collection(), newest > before else { return }
    call { [self] in statisticsUpdateHandler?(self, found.last, found.collection, nil) }
  }

  /// All statistics, and those of the interval of the newest sample.
  private func collection() throws(HKError) -> (
    collection: HKStatisticsCollection, last: HKStatistics?
  ) {
    let found = try changes()
    newest = found.anchor
    let samples = found.added.compactMap { $0 as? HKQuantitySample }
    guard
      let intervals = StatisticsIntervals(anchor: anchorDate, components: intervalComponents)
    else { throw .noData }
    let collection = HKStatisticsCollection(quantityType, options, intervals, samples)
    return (collection, samples.last.flatMap { collection.statistics(for: $0.startDate) })
  }
}
