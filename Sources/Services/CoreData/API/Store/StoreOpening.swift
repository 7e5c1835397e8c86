import YobanFoundation

/// Opens the file of a store, or makes it; migrates it if its model is another one.
struct StoreOpening {
  var type: String
  var configuration: String?
  var url: URL?
  var options: [AnyHashable: Any]?
  var model: NSManagedObjectModel

  private var path: String? {
    guard type == NSSQLiteStoreType, let url, url.path != "/dev/null" else { return nil }
    return url.path
  }

  private func isOn(_ option: String) -> Bool {
    (options?[option] as? NSNumber)?.boolValue ?? false
  }

  func open() throws -> NSPersistentStore {
    do {
      let database = try SQLiteDatabase(
        path: path, isReadOnly: isOn(NSReadOnlyPersistentStoreOption))
      let store = NSPersistentStore(
        database, type: type, model: model, configuration: configuration, url: url,
        options: options)
      do { try prepare(store) } catch {
        database.close()
        throw error
      }
      return store
    } catch let failure as SQLiteDatabase.Failure { throw StoreError.opening(failure, url) }
  }

  private func prepare(_ store: NSPersistentStore) throws {
    let database = store.database
    if path != nil, !store.isReadOnly { try database.run("PRAGMA journal_mode = WAL") }
    guard let metadata = try NSPersistentStore.readMetadata(database) else {
      return try create(store)
    }
    store.metadata = metadata
    store.identifier = metadata[NSStoreUUIDKey] as? String
    guard !model.isConfiguration(withName: configuration, compatibleWithStoreMetadata: metadata)
    else { return }
    guard isOn(NSMigratePersistentStoresAutomaticallyOption) else {
      throw NSError.coreData(
        NSPersistentStoreIncompatibleVersionHashError,
        [
          "metadata": metadata,
          "reason":
            "The model used to open the store is incompatible with the one used to create the store",
        ])
    }
    try StoreMigration(store: store, infers: isOn(NSInferMappingModelAutomaticallyOption)).run()
  }

  private func create(_ store: NSPersistentStore) throws {
    try store.database.transaction {
      for statement in Schema(entities: store.entities).statements {
        try store.database.run(statement)
      }
      store.metadata = store.standardMetadata
      try store.writeMetadata()
      try store.writeModel()
    }
    if let path, let protection = options?[NSPersistentStoreFileProtectionKey] {
      for ending in ["", "-wal", "-shm"] {
        try? FileManager.default.setAttributes(
          [.protectionKey: protection], ofItemAtPath: path + ending)
      }
    }
  }
}
