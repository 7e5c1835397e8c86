import YobanFoundation
internal import YobanSimulatedApple

/// The limit of a query that returns all samples.
public let HKObjectQueryNoLimit = 0

public let HKSampleSortIdentifierStartDate = "startDate"
public let HKSampleSortIdentifierEndDate = "endDate"
public let HKPredicateKeyPathStartDate = "startDate"
public let HKPredicateKeyPathEndDate = "endDate"

/// Which date of a sample must be in the interval of a predicate. Without an option, the sample overlaps with it.
public struct HKQueryOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let strictStartDate = Self(rawValue: 1)
  public static let strictEndDate = Self(rawValue: 2)
}

/// A request for health data. `HKHealthStore.execute(_:)` begins it, once; the handlers run on a background queue.
open class HKQuery: NSObject, @unchecked SimulationConfined {
  open private(set) var predicate: NSPredicate?
  open var objectType: HKObjectType? { descriptors.first?.sampleType }
  @available(*, deprecated, message: "Use objectType")
  open var sampleType: HKSampleType? { descriptors.first?.sampleType }

  let descriptors: [HKQueryDescriptor]
  let queue = DispatchQueue(label: "com.apple.HealthKit.query")
  /// The access to the service of a query that was begun.
  private(set) var system: ServiceHandle<HealthService>?
  @exclusivity(unchecked) private(set) var isStopped = false

  init(_ descriptors: [HKQueryDescriptor]) {
    self.descriptors = descriptors
    predicate = descriptors.count == 1 ? descriptors[0].predicate : nil
  }

  /// The service keeps it, and it keeps the query, until the query is stopped.
  private weak var observer: QueryObserver?

  final func begin(_ system: ServiceHandle<HealthService>) {
    guard self.system == nil else {
      AppProcess.raise(
        "NSInvalidArgumentException: You cannot start a query that is already active or that was started before: \(type(of: self))"
      )
    }
    self.system = system
    begin()
  }

  final func stop() {
    isStopped = true
    guard let observer, let system else { return }
    system.service.stopObserving(observer, for: system.process)
  }

  /// Begins the query. For subclasses.
  func begin() {}

  /// Observes changes of the query's types until it is stopped.
  final func observe(_ changed: @escaping (Set<String>, _ completed: @escaping () -> Void) -> Void)
  {
    guard let system else { return }
    let observer = QueryObserver(changed)
    self.observer = observer
    system("execute(_:)") { $0.observe(identifiers, for: system.process, observer) }
  }

  /// Reads now, and calls a handler with the value, or with nil and the error.
  final func answer<Value>(
    _ read: () throws(HKError) -> Value, _ handler: @escaping (Value?, HKError?) -> Void
  ) {
    do throws(HKError) {
      let value = try read()
      call { handler(value, nil) }
    } catch {
      call { handler(nil, error) }
    }
  }

  /// Calls a handler on the query's queue, unless the query was stopped.
  final func call(_ body: @escaping () -> Void) {
    nonisolated(unsafe) let body = body
    queue.async { [self] in if !isStopped { body() } }
  }

  final var identifiers: Set<String> { Set(descriptors.map(\.sampleType.identifier)) }

  /// The samples that match, among those that changed after an anchor, in the order in which they were saved.
  final func changes(after anchor: Int = 0) throws(HKError) -> (
    added: [HKSample], deleted: [HKDeletedObject], anchor: Int
  ) {
    guard let system else { return ([], [], anchor) }
    let found = system("execute(_:)") {
      $0.changes(of: identifiers, after: anchor, for: system.process)
    }
    switch found {
    case nil: return ([], [], 0)
    case .failure(let failure): throw HKError(failure)
    case .success(let found):
      return (
        found.added.map { HKSample.make($0) }.filter(matches),
        found.deleted.map { HKDeletedObject($0.uuid, number: $0.number) },
        found.anchor
      )
    }
  }

  private func matches(_ sample: HKSample) -> Bool {
    descriptors.contains { descriptor in
      descriptor.sampleType == sample.sampleType
        && descriptor.predicate?.evaluate(with: sample) ?? true
    }
  }
}

/// A type, and which samples of it.
///
/// Sendable: immutable.
open class HKQueryDescriptor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  open private(set) var sampleType: HKSampleType
  open private(set) var predicate: NSPredicate?

  public init(sampleType: HKSampleType, predicate: NSPredicate?) {
    (self.sampleType, self.predicate) = (sampleType, predicate)
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let type = coder.text("sampleType") else { return nil }
    sampleType = .make(type)
  }

  /// Encodes the type. A predicate is left out, and reported, because Foundation on Linux encodes none.
  open func encode(with coder: NSCoder) {
    coder.encode(sampleType.identifier, "sampleType")
    guard predicate != nil else { return }
    coder.leaveOut(
      "An archive lacks the predicate of an HKQueryDescriptor, because Foundation on Linux encodes none."
    )
  }
}

extension HKError {
  init(_ failure: HealthFailure) {
    let text =
      switch failure {
      case .invalidArgument: "An object with this identifier exists already"
      case .authorizationDenied: "Not authorized"
      case .authorizationNotDetermined: "Authorization not determined"
      case .databaseInaccessible: "Protected health data is inaccessible"
      }
    self.init(code: failure.rawValue, text)
  }

  static var noData: HKError {
    HKError(
      code: Code.errorNoData.rawValue, "No data available for the specified predicate.")
  }
}

/// A predicate and a sort descriptor read the dates of a sample by name.
extension HKSample: KeyValueReadable {
  package static var readableProperties: [String: AnyKeyPath] {
    [
      HKPredicateKeyPathStartDate: \HKSample.startDate,
      HKPredicateKeyPathEndDate: \HKSample.endDate,
    ]
  }
}
