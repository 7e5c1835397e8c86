import YobanFoundation
internal import YobanSimulatedApple

@nonexhaustive public enum NSBatchDeleteRequestResultType: UInt, Sendable {
  case resultTypeStatusOnly, resultTypeObjectIDs, resultTypeCount
}
@nonexhaustive public enum NSBatchUpdateRequestResultType: UInt, Sendable {
  case statusOnlyResultType, updatedObjectIDsResultType, updatedObjectsCountResultType
}
@nonexhaustive public enum NSBatchInsertRequestResultType: UInt, Sendable {
  case statusOnly, objectIDs, count
}

/// What a request to a store gives.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSPersistentStoreResult: NSObject, @unchecked Sendable {}
open class NSBatchDeleteResult: NSPersistentStoreResult, @unchecked Sendable {
  /// True, the identities or the number, as `resultType` says.
  open fileprivate(set) var result: Any?
  open fileprivate(set) var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly
}
open class NSBatchUpdateResult: NSPersistentStoreResult, @unchecked Sendable {
  open fileprivate(set) var result: Any?
  open fileprivate(set) var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType
}
open class NSBatchInsertResult: NSPersistentStoreResult, @unchecked Sendable {
  open fileprivate(set) var result: Any?
  open fileprivate(set) var resultType = NSBatchInsertRequestResultType.statusOnly
}

/// Deletes rows at once, without loading objects. Contexts are not told.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSBatchDeleteRequest: NSPersistentStoreRequest, @unchecked Sendable {
  open private(set) var fetchRequest: NSFetchRequest<NSFetchRequestResult>
  open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly
  open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

  public init(fetchRequest fetch: NSFetchRequest<NSFetchRequestResult>) { fetchRequest = fetch }

  public convenience init(objectIDs objects: [NSManagedObjectID]) {
    let request = NSFetchRequest<NSFetchRequestResult>()
    request.entity = objects.first?.entity
    request.predicate = NSPredicate(format: "SELF IN %@", objects)
    self.init(fetchRequest: request)
  }
}

/// Changes values of rows at once, without loading objects.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSBatchUpdateRequest: NSPersistentStoreRequest, @unchecked Sendable {
  open private(set) var entityName: String
  open var predicate: NSPredicate?
  open var includesSubentities = true
  open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType
  /// Values, or expressions, by the names of the attributes.
  open var propertiesToUpdate: [AnyHashable: Any]?
  open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }

  public init(entityName: String) { self.entityName = entityName }
  public convenience init(entity: NSEntityDescription) { self.init(entityName: entity.name ?? "") }
}

/// Inserts rows at once, without making objects that stay in a context.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSBatchInsertRequest: NSPersistentStoreRequest, @unchecked Sendable {
  open private(set) var entityName: String
  open var objectsToInsert: [[String: Any]]?
  open var resultType = NSBatchInsertRequestResultType.statusOnly
  open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?
  open var managedObjectHandler: ((NSManagedObject) -> Bool)?
  open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }

  public init(entityName: String, objects dictionaries: [[String: Any]]) {
    self.entityName = entityName
    objectsToInsert = dictionaries
  }
  public convenience init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {
    self.init(entityName: entity.name ?? "", objects: dictionaries)
  }
  /// - Parameter handler: fills a row; true ends the insertion.
  public init(
    entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
  ) {
    self.entityName = entityName
    dictionaryHandler = handler
  }
  public init(
    entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
  ) {
    self.entityName = entityName
    managedObjectHandler = handler
  }
}

/// A fetch that runs on the queue of its context and calls back.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSAsynchronousFetchRequest<ResultType: NSFetchRequestResult>: NSPersistentStoreRequest,
  @unchecked Sendable
{
  open private(set) var fetchRequest: NSFetchRequest<ResultType>
  let completion: ((NSAsynchronousFetchResult<ResultType>) -> Void)?
  open var estimatedResultCount = 0

  public init(
    fetchRequest request: NSFetchRequest<ResultType>,
    completionBlock blk: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
  ) {
    fetchRequest = request
    completion = blk
  }
}

/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSAsynchronousFetchResult<ResultType: NSFetchRequestResult>: NSPersistentStoreResult,
  @unchecked Sendable
{
  open internal(set) var finalResult: [ResultType]?
  open internal(set) var operationError: (any Error)?
}

extension NSManagedObjectContext {
  /// Performs a request. A request to save is refused, as on a device.
  @discardableResult
  public func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    checkQueue()
    switch request {
    case let request as NSBatchDeleteRequest: return try delete(request)
    case let request as NSBatchUpdateRequest: return try update(request)
    case let request as NSBatchInsertRequest: return try insert(request)
    case let request as NSPersistentHistoryChangeRequest:
      guard let coordinator = persistentStoreCoordinator else {
        throw NSError.coreData(
          NSPersistentStoreUnsupportedRequestTypeError,
          [NSLocalizedDescriptionKey: "The context has no store whose history it could read"])
      }
      return try coordinator.execute(request)
    case let request as any AsynchronousFetching: return request.run(in: self)
    default:
      throw NSError.coreData(
        NSPersistentStoreUnsupportedRequestTypeError,
        [NSLocalizedDescriptionKey: "\(type(of: request)) is not a request that a context executes"]
      )
    }
  }

  /// A context that writes at once: a batch request has nothing to do with the objects of this one.
  private func worker() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .init(rawValue: 0))
    context.persistentStoreCoordinator = persistentStoreCoordinator
    context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    context.isBatch = true
    // The store sees the request as one of the root of the contexts.
    var sender = self
    while sender.transactionAuthor == nil, let parent = sender.parent { sender = parent }
    context.transactionAuthor = sender.transactionAuthor
    context.name = sender.name
    return context
  }

  private func found(
    _ name: String?, _ predicate: NSPredicate?, in context: NSManagedObjectContext
  ) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: name ?? "")
    request.predicate = predicate
    return try context.fetch(request)
  }

  private func delete(_ request: NSBatchDeleteRequest) throws -> NSBatchDeleteResult {
    let context = worker()
    let plan = request.fetchRequest.plan
    let name = plan.entityName ?? plan.entity?.name
    let objects = try found(name, plan.predicate, in: context)
    let ids = objects.map(\.objectID)
    objects.forEach(context.delete)
    try context.save()
    let result = NSBatchDeleteResult()
    result.resultType = request.resultType
    result.result =
      switch request.resultType {
      case .resultTypeStatusOnly: true
      case .resultTypeObjectIDs: ids
      case .resultTypeCount: ids.count
      }
    return result
  }

  private func update(_ request: NSBatchUpdateRequest) throws -> NSBatchUpdateResult {
    let context = worker()
    let objects = try found(request.entityName, request.predicate, in: context)
    for object in objects {
      for (key, value) in request.propertiesToUpdate ?? [:] {
        let name = NSEntityDescription.name(inConstraint: key.base)
        let value =
          (value as? FormatExpression).map {
            $0.expressionValue(with: object, context: nil) as Any
          } ?? value
        object.setCodedValue(value is NSNull ? nil : value, forKey: name)
      }
    }
    try context.save()
    let result = NSBatchUpdateResult()
    result.resultType = request.resultType
    result.result =
      switch request.resultType {
      case .statusOnlyResultType: true
      case .updatedObjectIDsResultType: objects.map(\.objectID)
      case .updatedObjectsCountResultType: objects.count
      }
    return result
  }

  private func insert(_ request: NSBatchInsertRequest) throws -> NSBatchInsertResult {
    let context = worker()
    var objects: [NSManagedObject] = []
    func new() -> NSManagedObject {
      NSEntityDescription.insertNewObject(forEntityName: request.entityName, into: context)
    }
    // A value of a wrong type is an error here, and no exception as in an object.
    func add(_ values: [String: Any]) throws {
      let object = new()
      for (key, value) in values.sorted(by: { $0.key < $1.key }) {
        let attribute = object.entity.attributesByName[key]
        guard AttributeValue.accepts(value, attribute) else {
          throw NSError.coreData(
            NSCoreDataError,
            ["reason": "Unacceptable type of value for attribute: \(key); value = \(value)"])
        }
        object.setCodedValue(value is NSNull ? nil : value, forKey: key)
      }
      objects.append(object)
    }
    try (request.objectsToInsert ?? []).forEach(add)
    if let handler = request.dictionaryHandler {
      while true {
        let values = NSMutableDictionary()
        if handler(values) { break }
        try add(values as? [String: Any] ?? [:])
      }
    }
    if let handler = request.managedObjectHandler {
      while true {
        let object = new()
        if handler(object) {
          context.delete(object)
          break
        }
        objects.append(object)
      }
    }
    try context.save()
    let result = NSBatchInsertResult()
    result.resultType = request.resultType
    result.result =
      switch request.resultType {
      case .statusOnly: true
      case .objectIDs: objects.map(\.objectID)
      case .count: objects.count
      }
    return result
  }
}

private protocol AsynchronousFetching {
  func run(in context: NSManagedObjectContext) -> NSPersistentStoreResult
}

extension NSAsynchronousFetchRequest: AsynchronousFetching {
  fileprivate func run(in context: NSManagedObjectContext) -> NSPersistentStoreResult {
    let result = NSAsynchronousFetchResult<ResultType>()
    context.perform { [self] in
      do { result.finalResult = try context.fetch(fetchRequest) } catch {
        result.operationError = error
      }
      completion?(result)
    }
    return result
  }
}
