import YobanFoundation
internal import YobanSimulatedApple

/// The newest change that an anchored query has delivered. Save it in an archive to receive only what changes later.
///
/// Sendable: immutable.
open class HKQueryAnchor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  let number: Int

  init(_ number: Int) { self.number = number }
  public convenience init(fromValue value: Int) { self.init(value) }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKQueryAnchor)?.number == number
  }
  open override var hash: Int { number }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "number") else { return nil }
    number = coder.decodeInteger(forKey: "number")
  }

  open func encode(with coder: NSCoder) { coder.encode(number, forKey: "number") }
}

/// Finds what was saved and deleted after an anchor, and with an `updateHandler` what follows, too.
open class HKAnchoredObjectQuery: HKQuery, @unchecked SimulationConfined {
  public typealias Handler =
    @Sendable (
      HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
    ) -> Void
  /// Called for each change. Set it before the query is executed, and only without a limit.
  @preconcurrency open var updateHandler:
    (
      @Sendable (
        HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
      ) -> Void
    )?
  private let limit: Int
  private let handler: Handler
  private var anchor: Int

  /// - Parameter anchor: nil for all samples.
  public convenience init(
    type: HKSampleType, predicate: NSPredicate?, anchor: HKQueryAnchor?, limit: Int,
    resultsHandler handler:
      @escaping @Sendable (
        HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
      ) -> Void
  ) {
    self.init(
      queryDescriptors: [HKQueryDescriptor(sampleType: type, predicate: predicate)],
      anchor: anchor, limit: limit, resultsHandler: handler)
  }

  public init(
    queryDescriptors: [HKQueryDescriptor], anchor: HKQueryAnchor?, limit: Int,
    resultsHandler handler:
      @escaping @Sendable (
        HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
      ) -> Void
  ) {
    (self.limit, self.handler, self.anchor) = (limit, handler, anchor?.number ?? 0)
    super.init(queryDescriptors)
  }

  override func begin() {
    if updateHandler != nil, limit != HKObjectQueryNoLimit {
      AppProcess.raise(
        "NSInvalidArgumentException: An updateHandler needs a query without a limit (HKObjectQueryNoLimit)"
      )
    }
    deliver(handler)
    if let updateHandler {
      observe { [self] _, _ in deliver(updateHandler, onlyChanges: true) }
    }
  }

  private func deliver(_ handler: @escaping Handler, onlyChanges: Bool = false) {
    do throws(HKError) {
      let found = try changes(after: anchor)
      if onlyChanges, found.added.isEmpty, found.deleted.isEmpty { return }
      let isCut = limit > 0 && found.added.count > limit
      let added = found.added.limited(limit)
      anchor =
        isCut ? system?.service.anchor(of: added.map(\.uuid)) ?? found.anchor : found.anchor
      let newAnchor = HKQueryAnchor(anchor)
      let deleted = found.deleted.filter { [anchor] in $0.number <= anchor }
      call { [self] in handler(self, added, deleted, newAnchor, nil) }
    } catch {
      call { [self] in handler(self, nil, nil, nil, error) }
    }
  }
}

/// Must be called when the app has handled an update, if it uses background delivery (HK2).
public typealias HKObserverQueryCompletionHandler = () -> Void

/// Calls its handler when samples of a type are saved or deleted, and once at its start. After
/// `HKHealthStore.enableBackgroundDelivery`, the system wakes or launches the app for it (HK2).
///
/// A predicate has no effect here: the handler is called for every change of the type.
open class HKObserverQuery: HKQuery, @unchecked SimulationConfined {
  private let handler:
    @Sendable (
      HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler, (any Error)?
    ) -> Void

  /// - Parameter updateHandler: receives the completion handler to call when the data was fetched, or the error 5
  ///   if the app has not asked for the type.
  public convenience init(
    sampleType: HKSampleType, predicate: NSPredicate?,
    updateHandler:
      @escaping @Sendable (
        HKObserverQuery, @escaping HKObserverQueryCompletionHandler, (any Error)?
      ) -> Void
  ) {
    self.init(queryDescriptors: [HKQueryDescriptor(sampleType: sampleType, predicate: predicate)]) {
      query, _, completion, error in updateHandler(query, completion, error)
    }
  }

  public init(
    queryDescriptors: [HKQueryDescriptor],
    updateHandler:
      @escaping @Sendable (
        HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler,
        (any Error)?
      ) -> Void
  ) {
    handler = updateHandler
    super.init(queryDescriptors)
  }

  override func begin() {
    guard let system else { return }
    guard system.service.wasAsked(toRead: identifiers, of: system.process.app) else {
      return call { [self] in
        handler(self, nil, {}, HKError(.authorizationNotDetermined as HealthFailure))
      }
    }
    observe { [self] types, completed in
      let types = Set(types.map(HKSampleType.make))
      nonisolated(unsafe) let completed = completed  // used by one thread at a time
      call { [self] in handler(self, types, completed, nil) }
    }
  }
}

/// Passes the changes of health data to a query.
final class QueryObserver: HealthEventReceiver {
  private let body: (Set<String>, @escaping () -> Void) -> Void

  init(_ body: @escaping (Set<String>, @escaping () -> Void) -> Void) { self.body = body }

  func changed(_ types: Set<String>, completed: @escaping () -> Void) { body(types, completed) }
}
