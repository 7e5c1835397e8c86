import YobanFoundation
internal import YobanSimulatedApple

/// What a fetch can give: an object, a dictionary, an identity or a number.
public typealias NSFetchRequestResult = AnyObject

public struct NSFetchRequestResultType: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static var managedObjectResultType: Self { [] }
  public static let managedObjectIDResultType = Self(rawValue: 1)
  public static let dictionaryResultType = Self(rawValue: 2)
  public static let countResultType = Self(rawValue: 4)
}

/// A request to a store.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSPersistentStoreRequest: NSObject, NSCopying, @unchecked Sendable {
  open var affectedStores: [NSPersistentStore]?
  open var requestType: NSPersistentStoreRequestType { .fetchRequestType }
  public override init() { super.init() }
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

@nonexhaustive public enum NSPersistentStoreRequestType: UInt, Sendable {
  case fetchRequestType = 1
  case saveRequestType
  case batchInsertRequestType = 5
  case batchUpdateRequestType
  case batchDeleteRequestType
}

/// What a fetch does, without the type of its results.
struct FetchPlan {
  var entityName: String?
  var entity: NSEntityDescription?
  var predicate: NSPredicate?
  var sortDescriptors: [NSSortDescriptor] = []
  var limit = 0
  var offset = 0
  var includesSubentities = true
  var includesPendingChanges = true

  /// Whether an object is of the entity.
  func isAbout(_ object: NSManagedObject) -> Bool {
    includesSubentities ? object.entity.isKindOf(entity: entity!) : object.entity === entity
  }
}

/// A description of the objects that a fetch gives.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSFetchRequest<ResultType: NSFetchRequestResult>: NSPersistentStoreRequest,
  @unchecked Sendable
{
  var plan = FetchPlan()

  public override init() { super.init() }

  public init(entityName: String) {
    super.init()
    plan.entityName = entityName
  }

  open var entity: NSEntityDescription? {
    get { plan.entity }
    set {
      plan.entity = newValue
      plan.entityName = newValue?.name
    }
  }
  open var entityName: String? { plan.entityName }
  open var predicate: NSPredicate? {
    get { plan.predicate }
    set { plan.predicate = newValue }
  }
  open var sortDescriptors: [NSSortDescriptor]? {
    get { plan.sortDescriptors }
    set { plan.sortDescriptors = newValue ?? [] }
  }
  /// The largest number of results; 0 for all.
  open var fetchLimit: Int {
    get { plan.limit }
    set { plan.limit = max(0, newValue) }
  }
  open var fetchOffset: Int {
    get { plan.offset }
    set { plan.offset = max(0, newValue) }
  }
  open var includesSubentities: Bool {
    get { plan.includesSubentities }
    set { plan.includesSubentities = newValue }
  }
  open var includesPendingChanges: Bool {
    get { plan.includesPendingChanges }
    set { plan.includesPendingChanges = newValue }
  }
  open var resultType = NSFetchRequestResultType.managedObjectResultType
  open var includesPropertyValues = true
  open var returnsObjectsAsFaults = true
  open var relationshipKeyPathsForPrefetching: [String]?
  /// Has no effect: all rows are read at once.
  open var fetchBatchSize = 0
  open var shouldRefreshRefetchedObjects = false
  open var returnsDistinctResults = false
  open var propertiesToFetch: [Any]?
  open var propertiesToGroupBy: [Any]?
  open var havingPredicate: NSPredicate?

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSFetchRequest<ResultType>()
    copy.plan = plan
    copy.affectedStores = affectedStores
    copy.resultType = resultType
    copy.includesPropertyValues = includesPropertyValues
    copy.returnsObjectsAsFaults = returnsObjectsAsFaults
    copy.relationshipKeyPathsForPrefetching = relationshipKeyPathsForPrefetching
    copy.fetchBatchSize = fetchBatchSize
    copy.shouldRefreshRefetchedObjects = shouldRefreshRefetchedObjects
    copy.returnsDistinctResults = returnsDistinctResults
    copy.propertiesToFetch = propertiesToFetch
    copy.propertiesToGroupBy = propertiesToGroupBy
    copy.havingPredicate = havingPredicate
    return copy
  }

  /// Performs the fetch in the context whose block runs.
  open func execute() throws -> [ResultType] {
    guard let context = NSManagedObjectContext.running else {
      AppProcess.raise(
        "NSInternalInconsistencyException: NSFetchRequest.execute() is called outside of a block of a context."
      )
    }
    return try context.fetch(self)
  }
}
