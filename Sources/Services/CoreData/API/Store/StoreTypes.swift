import YobanFoundation

/// A row that a fetch has found.
struct FetchedRow {
  var id: NSManagedObjectID
  var row: ObjectRow
}

/// What a fetch of dictionaries gives.
struct DictionaryPlan {
  /// Names or descriptions.
  var properties: [Any]
  var groups: [Any]
  var having: NSPredicate?
  var isDistinct: Bool
}

/// The changes of a context, in the order in which they are written.
struct SavePlan {
  var inserted: [NSManagedObject]
  var updated: [NSManagedObject]
  var deleted: [NSManagedObject]
  var author: String?
  var context: String?

  init(_ context: NSManagedObjectContext) {
    inserted = context.inserted
    updated = context.updated
    deleted = context.deleted
    author = context.transactionAuthor
    self.context = context.name
  }
}

/// An object whose row has another version than the object was read with; nil if the row is gone.
struct StoreConflict {
  var object: NSManagedObject
  var row: ObjectRow?
}

/// A row with the values that an object must not share.
struct UniqueConflict {
  var object: NSManagedObject
  var constraint: [String]
  var id: NSManagedObjectID
  var row: ObjectRow
}

struct SavedRow {
  var id: NSManagedObjectID
  var row: ObjectRow
  /// The values of derived attributes.
  var derived: [String: Any] = [:]
}

enum SaveResult {
  case saved([ObjectIdentifier: SavedRow])
  case conflicts([StoreConflict])
  case constraints([UniqueConflict])
}

public let NSSQLiteStoreType = "SQLite"
public let NSInMemoryStoreType = "InMemory"
public let NSBinaryStoreType = "Binary"
public let NSStoreTypeKey = "NSStoreType"
public let NSStoreUUIDKey = "NSStoreUUID"
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"
public let NSPersistentStoreURLKey = "storeURL"
public let NSPersistentHistoryTokenKey = "historyToken"
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
public let NSMigratePersistentStoresAutomaticallyOption =
  "NSMigratePersistentStoresAutomaticallyOption"
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
public let NSPersistentStoreFileProtectionKey = "NSPersistentStoreFileProtectionKey"
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
  "NSPersistentStoreRemoteChangeNotificationOptionKey"
public let NSSQLitePragmasOption = "NSSQLitePragmasOption"
public let NSSQLiteAnalyzeOption = "NSSQLiteAnalyzeOption"
public let NSSQLiteManualVacuumOption = "NSSQLiteManualVacuumOption"
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"
public let NSPersistentStoreForceDestroyOption = "NSPersistentStoreForceDestroyOption"
