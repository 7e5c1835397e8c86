import YobanFoundation
internal import YobanSimulatedApple

/// The stores of a model.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
  open private(set) var managedObjectModel: NSManagedObjectModel
  open private(set) var persistentStores: [NSPersistentStore] = []
  open var name: String?
  /// Why there is no store, for the exception of a save: `device locked`, for example.
  private(set) var lastFailure: String?
  private let queue = DispatchQueue(label: "NSPersistentStoreCoordinator")
  /// Held while the database of a store is used: a save can take time, and contexts have several threads.
  private let lock = NSRecursiveLock()

  public init(managedObjectModel model: NSManagedObjectModel) { managedObjectModel = model }

  open func perform(_ block: @escaping () -> Void) {
    nonisolated(unsafe) let block = block
    queue.async { block() }
  }
  open func performAndWait(_ block: () -> Void) { queue.sync(execute: block) }
  public func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
    try queue.sync(execute: block)
  }

  // MARK: Stores

  @discardableResult
  open func addPersistentStore(
    ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    do {
      let store = try StoreOpening(
        type: storeType, configuration: configuration, url: storeURL, options: options,
        model: managedObjectModel
      ).open()
      store.persistentStoreCoordinator = self
      persistentStores.append(store)
      lastFailure = nil
      return store
    } catch let error as NSError {
      lastFailure = StoreError.reason(of: error)
      throw error
    }
  }

  @discardableResult
  public func addPersistentStore(
    type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try addPersistentStore(
      ofType: type.rawValue, configurationName: configuration, at: storeURL, options: options)
  }

  open func addPersistentStore(
    with storeDescription: NSPersistentStoreDescription,
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    let work = { [self] in
      do {
        try addPersistentStore(
          ofType: storeDescription.type, configurationName: storeDescription.configuration,
          at: storeDescription.url, options: storeDescription.allOptions)
        block(storeDescription, nil)
      } catch { block(storeDescription, error) }
    }
    guard storeDescription.shouldAddStoreAsynchronously else { return work() }
    nonisolated(unsafe) let later = work
    queue.async { later() }
  }

  open func remove(_ store: NSPersistentStore) throws {
    store.database.close()
    persistentStores.removeAll { $0 === store }
  }

  open func persistentStore(for URL: URL) -> NSPersistentStore? {
    persistentStores.first { $0.url?.standardizedFileURL == URL.standardizedFileURL }
  }

  open func url(for store: NSPersistentStore) -> URL {
    store.url ?? URL(fileURLWithPath: "/dev/null")
  }

  open func setURL(_ url: URL, for store: NSPersistentStore) -> Bool {
    store.url = url
    return true
  }

  open func destroyPersistentStore(
    at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil
  ) throws {
    for ending in ["", "-wal", "-shm"] {
      let path = url.path + ending
      if FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(atPath: path)
      }
    }
  }

  public func destroyPersistentStore(
    at url: URL, type: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
  ) throws {
    try destroyPersistentStore(at: url, ofType: type.rawValue, options: options)
  }

  // MARK: Metadata

  open class func metadataForPersistentStore(
    ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    do {
      let database = try SQLiteDatabase(path: url.path, isReadOnly: true)
      defer { database.close() }
      guard let metadata = try NSPersistentStore.readMetadata(database) else {
        throw NSError.coreData(NSPersistentStoreOpenError, [NSFilePathErrorKey: url.path])
      }
      return metadata
    } catch let failure as SQLiteDatabase.Failure { throw StoreError.opening(failure, url) }
  }

  public class func metadataForPersistentStore(
    type: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    try metadataForPersistentStore(ofType: type.rawValue, at: url, options: options)
  }

  open func metadata(for store: NSPersistentStore) -> [String: Any] { store.metadata }

  open func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
    store.metadata = (metadata ?? [:]).merging(store.standardMetadata) { $1 }
    try? store.writeMetadata()
  }

  open func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
    guard url.scheme == "x-coredata",
      let store = persistentStores.first(where: { $0.identifier == url.host }),
      let entity = managedObjectModel.entitiesByName[
        url.deletingLastPathComponent().lastPathComponent],
      let row = Int64(url.lastPathComponent.dropFirst())
    else { return nil }
    return store.id(row, entity)
  }

  // MARK: For contexts

  private func store(of entity: NSEntityDescription) -> NSPersistentStore? {
    persistentStores.first { $0.has(entity) }
  }

  func guarded<Result>(_ store: NSPersistentStore?, _ body: () throws -> Result) throws
    -> Result
  {
    lock.lock()
    defer { lock.unlock() }
    do { return try body() } catch let failure as SQLiteDatabase.Failure {
      throw StoreError.operation(failure, store?.url)
    }
  }

  func fetch(_ plan: FetchPlan) throws -> [FetchedRow] {
    guard let store = store(of: plan.entity!) else { throw StoreError.noStore(self) }
    return try guarded(store) { try store.fetch(plan) }
  }

  func count(_ plan: FetchPlan) throws -> Int {
    guard let store = store(of: plan.entity!) else { throw StoreError.noStore(self) }
    return try guarded(store) { try store.count(plan) }
  }

  func dictionaries(_ plan: FetchPlan, _ wanted: DictionaryPlan) throws -> [[String: Any]] {
    guard let store = store(of: plan.entity!) else { throw StoreError.noStore(self) }
    return try guarded(store) { try store.dictionaries(plan, wanted) }
  }

  func row(of id: NSManagedObjectID) throws -> ObjectRow? {
    guard let store = id.persistentStore ?? store(of: id.entity) else { return nil }
    return try guarded(store) { try store.row(id) }
  }

  func related(
    _ relationship: NSRelationshipDescription, to id: NSManagedObjectID
  ) throws -> [NSManagedObjectID] {
    guard let store = id.persistentStore ?? store(of: id.entity), let key = id.row else {
      return []
    }
    return try guarded(store) { try store.related(relationship, to: key) }
  }

  func save(_ plan: SavePlan) throws -> SaveResult {
    let objects = plan.inserted + plan.updated + plan.deleted
    guard let store = objects.first.flatMap({ store(of: $0.entity) }) else {
      throw StoreError.noStore(self)
    }
    let result = try guarded(store) { try store.save(plan) }
    if case .saved = result, store.isOn(NSPersistentStoreRemoteChangeNotificationPostOptionKey) {
      nonisolated(unsafe) let info: [AnyHashable: Any] = [
        NSStoreUUIDKey: store.identifier!, NSPersistentStoreURLKey: store.url as Any,
        NSPersistentHistoryTokenKey: currentPersistentHistoryToken(fromStores: [store]) as Any,
      ]
      queue.async { [weak self] in
        NotificationCenter.default.post(
          name: .NSPersistentStoreRemoteChange, object: self, userInfo: info)
      }
    }
    return result
  }

  func permanentID(for object: NSManagedObject) throws -> NSManagedObjectID {
    guard let store = store(of: object.entity) else { throw StoreError.noStore(self) }
    return try guarded(store) { try store.reserveID(object.entity) }
  }
}

extension NSPersistentStore {
  /// A key that no row will have but that of the caller.
  func reserveID(_ entity: NSEntityDescription) throws -> NSManagedObjectID {
    try database.transaction {
      try database.run(
        "INSERT INTO \(Schema.table(entity)) (_entity, _version) VALUES (?, 0)",
        [.text(entity.name ?? "")])
      let key = database.lastInsertedRow
      try database.run("DELETE FROM \(Schema.table(entity)) WHERE _id = ?", [.integer(key)])
      return id(key, entity)
    }
  }
}
