import YobanFoundation
internal import YobanSimulatedApple

/// Where and how a store is opened.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSPersistentStoreDescription: NSObject, NSCopying, @unchecked Sendable {
  open var type = NSSQLiteStoreType
  open var configuration: String?
  open var url: URL?
  open private(set) var options: [String: NSObject] = [:]
  open var timeout: TimeInterval = 240
  open private(set) var sqlitePragmas: [String: NSObject] = [:]
  open var isReadOnly = false
  open var shouldAddStoreAsynchronously = false
  open var shouldMigrateStoreAutomatically = true
  open var shouldInferMappingModelAutomatically = true
  /// The cloud is not simulated; the options are kept.
  open var cloudKitContainerOptions: NSPersistentCloudKitContainerOptions?

  public override init() { super.init() }
  public init(url: URL) { self.url = url }

  open func setOption(_ option: NSObject?, forKey key: String) { options[key] = option }
  open func setValue(_ value: NSObject?, forPragmaNamed name: String) {
    sqlitePragmas[name] = value
  }

  var allOptions: [AnyHashable: Any] {
    var all: [AnyHashable: Any] = [
      NSMigratePersistentStoresAutomaticallyOption: shouldMigrateStoreAutomatically,
      NSInferMappingModelAutomaticallyOption: shouldInferMappingModelAutomatically,
      NSReadOnlyPersistentStoreOption: isReadOnly,
    ]
    for (key, value) in options { all[key] = value }
    return all
  }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSPersistentStoreDescription()
    copy.type = type
    copy.configuration = configuration
    copy.url = url
    copy.options = options
    copy.sqlitePragmas = sqlitePragmas
    copy.isReadOnly = isReadOnly
    copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
    copy.shouldMigrateStoreAutomatically = shouldMigrateStoreAutomatically
    copy.shouldInferMappingModelAutomatically = shouldInferMappingModelAutomatically
    return copy
  }
}

/// A model with its store, and a context for the main queue.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSPersistentContainer: NSObject, @unchecked Sendable {
  open private(set) var name: String
  open private(set) var viewContext: NSManagedObjectContext
  open private(set) var managedObjectModel: NSManagedObjectModel
  open private(set) var persistentStoreCoordinator: NSPersistentStoreCoordinator
  open var persistentStoreDescriptions: [NSPersistentStoreDescription]

  /// The folder of stores without a URL: Application Support.
  open class func defaultDirectoryURL() -> URL {
    let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Makes a container with the model `NAME.momd` of the app's bundle.
  public convenience init(name: String) {
    let model = ["momd", "mom"].lazy.compactMap {
      Bundle.main.url(forResource: name, withExtension: $0)
    }.compactMap(NSManagedObjectModel.init(contentsOf:)).first
    if model == nil {
      CoreDataReports.noModel(name)
    }
    self.init(name: name, managedObjectModel: model ?? NSManagedObjectModel())
  }

  public init(name: String, managedObjectModel model: NSManagedObjectModel) {
    self.name = name
    managedObjectModel = model
    persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    persistentStoreDescriptions = []
    super.init()
    viewContext.persistentStoreCoordinator = persistentStoreCoordinator
    let url = Self.defaultDirectoryURL().appendingPathComponent("\(name).sqlite")
    persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
  }

  /// Opens the stores that are not open yet, and calls the block for each.
  open func loadPersistentStores(
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    for description in persistentStoreDescriptions {
      if let url = description.url, persistentStoreCoordinator.persistentStore(for: url) != nil {
        continue
      }
      persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
    }
  }

  open func newBackgroundContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = persistentStoreCoordinator
    return context
  }

  open func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {
    let context = newBackgroundContext()
    context.perform { block(context) }
  }

  public func performBackgroundTask<T, E: Error>(
    _ block: @escaping (NSManagedObjectContext) throws(E) -> T
  ) async throws(E) -> T {
    let context = newBackgroundContext()
    return try await context.perform { () throws(E) -> T in try block(context) }
  }
}

/// The options of a store that Apple's container mirrors to the cloud. They have no effect.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSPersistentCloudKitContainerOptions: NSObject, @unchecked Sendable {
  public let containerIdentifier: String
  public init(containerIdentifier: String) { self.containerIdentifier = containerIdentifier }
}

/// A container without the cloud: it stores what an app saves, and nothing is mirrored.
open class NSPersistentCloudKitContainer: NSPersistentContainer, @unchecked Sendable {
  public override init(name: String, managedObjectModel model: NSManagedObjectModel) {
    super.init(name: name, managedObjectModel: model)
    for description in persistentStoreDescriptions {
      description.setOption(NSNumber(value: true), forKey: NSPersistentHistoryTrackingKey)
    }
  }
}
