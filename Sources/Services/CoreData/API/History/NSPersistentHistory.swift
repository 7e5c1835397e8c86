import YobanFoundation

@nonexhaustive public enum NSPersistentHistoryResultType: Int, Sendable {
  case statusOnly, objectIDs, count, transactionsOnly, changesOnly, transactionsAndChanges
}

@nonexhaustive public enum NSPersistentHistoryChangeType: Int, Sendable {
  case insert, update, delete
}

/// A moment in the history of stores.
///
/// Sendable: it does not change.
open class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The number of the last transaction, by the identifiers of the stores.
  let numbers: [String: Int64]

  init(_ numbers: [String: Int64]) { self.numbers = numbers }

  public class var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) {
    let text = numbers.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    coder.encode(text.joined(separator: ","), forKey: "numbers")
  }

  public required init?(coder: NSCoder) {
    guard let text = coder.decodeObject(forKey: "numbers") as? String else { return nil }
    let entries = text.split(separator: ",").compactMap { entry -> (String, Int64)? in
      let parts = entry.split(separator: "=")
      guard parts.count == 2, let number = Int64(parts[1]) else { return nil }
      return (String(parts[0]), number)
    }
    numbers = Dictionary(entries) { $1 }
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSPersistentHistoryToken)?.numbers == numbers
  }
  open override var hash: Int { numbers.hashValue }
}

/// One change of an object in a transaction.
///
/// Sendable: it does not change.
open class NSPersistentHistoryChange: NSObject, @unchecked Sendable {
  open private(set) var changeID: Int64
  open private(set) var changedObjectID: NSManagedObjectID
  open private(set) var changeType: NSPersistentHistoryChangeType
  /// Nil: the values of deleted objects are not kept.
  open var tombstone: [AnyHashable: Any]? { nil }
  open fileprivate(set) weak var transaction: NSPersistentHistoryTransaction?
  /// The properties that an update has changed.
  open private(set) var updatedProperties: Set<NSPropertyDescription>?

  init(
    _ number: Int64, _ id: NSManagedObjectID, _ type: NSPersistentHistoryChangeType,
    _ properties: Set<NSPropertyDescription>?
  ) {
    (changeID, changedObjectID, changeType, updatedProperties) = (number, id, type, properties)
  }
}

/// The changes of one save, or of one batch request, in a store with `NSPersistentHistoryTrackingKey`.
///
/// Sendable: it does not change.
open class NSPersistentHistoryTransaction: NSObject, @unchecked Sendable {
  open private(set) var timestamp: Date
  /// The changes, if the request asks for them.
  open internal(set) var changes: [NSPersistentHistoryChange]?
  open private(set) var transactionNumber: Int64
  open private(set) var storeID: String
  open var bundleID: String { Bundle.main.bundleIdentifier ?? "" }
  open var processID: String { "\(ProcessInfo.processInfo.processIdentifier)" }
  open private(set) var contextName: String?
  open private(set) var author: String?
  open var token: NSPersistentHistoryToken {
    NSPersistentHistoryToken([storeID: transactionNumber])
  }

  init(
    _ number: Int64, _ timestamp: Date, author: String?, context: String?, store: String,
    _ changes: [NSPersistentHistoryChange]
  ) {
    (transactionNumber, self.timestamp, storeID) = (number, timestamp, store)
    (self.author, contextName, self.changes) = (author, context, changes)
    super.init()
    for change in changes { change.transaction = self }
  }

  /// A notification that `mergeChanges(fromContextDidSave:)` takes.
  open func objectIDNotification() -> Notification {
    func ids(_ type: NSPersistentHistoryChangeType) -> Set<NSManagedObjectID> {
      Set((changes ?? []).filter { $0.changeType == type }.map(\.changedObjectID))
    }
    return Notification(
      name: .NSManagedObjectContextDidSaveObjectIDs,
      userInfo: [
        NSInsertedObjectIDsKey: ids(.insert), NSUpdatedObjectIDsKey: ids(.update),
        NSDeletedObjectIDsKey: ids(.delete),
      ])
  }

  /// A request for transactions, whose predicate `fetchHistory(withFetch:)` uses.
  open class var fetchRequest: NSFetchRequest<NSFetchRequestResult>? {
    NSFetchRequest(entityName: "TRANSACTION")
  }
}

extension NSPersistentHistoryTransaction: KeyValueReadable {
  package static var readableProperties: [String: AnyKeyPath] {
    [
      "author": \NSPersistentHistoryTransaction.author,
      "contextName": \NSPersistentHistoryTransaction.contextName,
      "timestamp": \NSPersistentHistoryTransaction.timestamp,
      "bundleID": \NSPersistentHistoryTransaction.bundleID,
      "processID": \NSPersistentHistoryTransaction.processID,
      "storeID": \NSPersistentHistoryTransaction.storeID,
      "transactionNumber": \NSPersistentHistoryTransaction.transactionNumber,
    ]
  }
}

/// The transactions, changes, identities or number that a request for history has asked for.
///
/// Sendable: it does not change.
open class NSPersistentHistoryResult: NSPersistentStoreResult, @unchecked Sendable {
  open private(set) var result: Any?
  open private(set) var resultType: NSPersistentHistoryResultType

  init(_ result: Any?, _ type: NSPersistentHistoryResultType) {
    (self.result, resultType) = (result, type)
  }
}

/// Reads or deletes the history of the stores of a context.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest, @unchecked Sendable {
  enum Limit {
    case date(Date)
    case token(NSPersistentHistoryToken?)
    case predicate(NSPredicate?)
  }
  let limit: Limit
  let deletes: Bool
  open var resultType: NSPersistentHistoryResultType
  open private(set) var token: NSPersistentHistoryToken?
  open var fetchRequest: NSFetchRequest<NSFetchRequestResult>?

  init(_ limit: Limit, deletes: Bool = false) {
    (self.limit, self.deletes) = (limit, deletes)
    resultType = deletes ? .statusOnly : .transactionsAndChanges
    if case .token(let given) = limit { token = given }
  }

  open class func fetchHistory(after date: Date) -> NSPersistentHistoryChangeRequest {
    .init(.date(date))
  }
  /// - Parameter token: nil means all of the history.
  open class func fetchHistory(
    after token: NSPersistentHistoryToken?
  ) -> NSPersistentHistoryChangeRequest { .init(.token(token)) }
  open class func fetchHistory(
    after transaction: NSPersistentHistoryTransaction?
  ) -> NSPersistentHistoryChangeRequest { .init(.token(transaction?.token)) }
  open class func fetchHistory(
    withFetch fetchRequest: NSFetchRequest<NSFetchRequestResult>
  ) -> NSPersistentHistoryChangeRequest {
    let request = NSPersistentHistoryChangeRequest(.predicate(fetchRequest.predicate))
    request.fetchRequest = fetchRequest
    return request
  }
  open class func deleteHistory(before date: Date) -> NSPersistentHistoryChangeRequest {
    .init(.date(date), deletes: true)
  }
  open class func deleteHistory(
    before token: NSPersistentHistoryToken?
  ) -> NSPersistentHistoryChangeRequest { .init(.token(token), deletes: true) }
  open class func deleteHistory(
    before transaction: NSPersistentHistoryTransaction?
  ) -> NSPersistentHistoryChangeRequest { .init(.token(transaction?.token), deletes: true) }
}
