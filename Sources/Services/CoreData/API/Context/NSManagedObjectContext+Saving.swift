import YobanFoundation
internal import YobanSimulatedApple

extension NSManagedObjectContext {
  /// Writes the changes to the store, or to the parent context.
  ///
  /// - Throws: an error of NSCocoaErrorDomain: that of a validation, of a conflict (133020, 133021) or of the store.
  /// Nothing
  ///   is written then, and the changes stay in the context. Without a store the app ends with
  ///   NSInternalInconsistencyException, as on a device.
  public func save() throws {
    checkQueue()
    processPendingChanges()
    guard hasChanges else { return }
    if !isBatch { post(.NSManagedObjectContextWillSave) }
    try withSaving {
      // An object may change itself or others in willSave.
      var told: Set<ObjectIdentifier> = []
      var next = inserted + updated + deleted
      while !next.isEmpty {
        for object in next where told.insert(ObjectIdentifier(object)).inserted {
          object.willSave()
        }
        processPendingChanges()
        next = (inserted + updated + deleted).filter { !told.contains(ObjectIdentifier($0)) }
      }
      if !isBatch { try validate() }
      if let parent {
        pushToParent(parent)
        finish(rows: [:])
      } else {
        try saveToStore()
      }
    }
  }

  private func validate() throws {
    var errors: [NSError] = []
    func collect(_ body: () throws -> Void) {
      do { try body() } catch let error as NSError {
        errors += error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error]
      }
    }
    for object in inserted { collect(object.validateForInsert) }
    for object in updated { collect(object.validateForUpdate) }
    for object in deleted { collect(object.validateForDelete) }
    try Validation.throwErrors(errors)
  }

  // MARK: The store

  private func saveToStore() throws {
    guard let coordinator = persistentStoreCoordinator, !coordinator.persistentStores.isEmpty else {
      let reason = persistentStoreCoordinator?.lastFailure ?? "unknown"
      AppProcess.raise(
        "NSInternalInconsistencyException: This NSPersistentStoreCoordinator has no persistent stores (\(reason)).  It cannot perform a save operation."
      )
    }
    while true {
      // A merge policy can discard all changes.
      guard hasChanges else { return finish(rows: [:]) }
      let plan = SavePlan(self)
      switch try coordinator.save(plan) {
      case .saved(let rows): return finish(rows: rows)
      case .conflicts(let conflicts): try resolve(conflicts)
      case .constraints(let conflicts): try resolve(conflicts, coordinator)
      }
    }
  }

  private var policy: NSMergePolicy { mergePolicy as? NSMergePolicy ?? .error }

  private func resolve(_ conflicts: [StoreConflict]) throws {
    let list = conflicts.map { conflict in
      NSMergeConflict(
        source: conflict.object, newVersion: Int(conflict.row?.version ?? 0),
        oldVersion: Int(conflict.object.committed?.version ?? 0),
        cachedSnapshot: conflict.object.committed?.values, persistedSnapshot: conflict.row?.values)
    }
    if policy.mergeType == .errorMergePolicyType {
      throw NSError.coreData(
        NSManagedObjectMergeError, [NSPersistentStoreSaveConflictsErrorKey: list])
    }
    try policy.resolve(optimisticLockingConflicts: list)
    CoreDataReports.merged(conflicts.count, policy.mergeType)
    for conflict in conflicts { resolve(conflict) }
  }

  private func resolve(_ conflict: StoreConflict) {
    let object = conflict.object
    guard let row = conflict.row else {
      // The row is gone: an object that is overwritten comes back, every other one is deleted.
      if policy.mergeType == .overwriteMergePolicyType
        || policy.mergeType == .mergeByPropertyObjectTrumpMergePolicyType, !object.isDeleted
      {
        object.committed = nil
        object.isUpdated = false
        updated.removeAll { $0 === object }
        object.isInserted = true
        inserted.append(object)
      } else {
        drop(object)
      }
      return
    }
    switch policy.mergeType {
    case .rollbackMergePolicyType:
      drop(object)
      take(row, into: object)
    case .overwriteMergePolicyType: object.committed?.version = row.version
    case .mergeByPropertyObjectTrumpMergePolicyType: object.merge(row, objectWins: true)
    default: object.merge(row, objectWins: false)
    }
  }

  private func drop(_ object: NSManagedObject) {
    updated.removeAll { $0 === object }
    deleted.removeAll { $0 === object }
    (object.isUpdated, object.isDeleted) = (false, false)
    object.changedKeys = []
  }

  /// An inserted object that must be unique takes the place of the row that has its values.
  private func resolve(
    _ conflicts: [UniqueConflict], _ coordinator: NSPersistentStoreCoordinator
  ) throws {
    let list = conflicts.map { conflict in
      NSConstraintConflict(
        constraint: conflict.constraint, database: object(for: conflict.id),
        databaseSnapshot: conflict.row.values, conflictingObjects: [conflict.object],
        conflictingSnapshots: [])
    }
    guard policy.mergeType != .errorMergePolicyType else {
      throw NSError.coreData(
        NSManagedObjectConstraintMergeError, [NSPersistentStoreSaveConflictsErrorKey: list])
    }
    try policy.resolve(constraintConflicts: list)
    for conflict in conflicts {
      let object = conflict.object
      guard object.isInserted else {
        throw NSError.coreData(
          NSManagedObjectConstraintMergeError, [NSPersistentStoreSaveConflictsErrorKey: list])
      }
      inserted.removeAll { $0 === object }
      object.isInserted = false
      registeredObject(for: conflict.id)?.managedObjectContext = nil
      replace(object.reference, by: conflict.id)
      object.committed = conflict.row
      switch policy.mergeType {
      case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType:
        object.isUpdated = true
        object.changedKeys = Set(object.values.keys)
        updated.append(object)
      default: take(conflict.row, into: object)
      }
    }
  }

  // MARK: The parent

  private func pushToParent(_ parent: NSManagedObjectContext) {
    parent.performAndWait {
      var targets: [(NSManagedObject, NSManagedObject)] = []
      for object in inserted {
        let target =
          parent.registeredObject(for: object.objectID)
          ?? parent.adopt(object.objectID)
        targets.append((object, target))
      }
      for object in updated { targets.append((object, parent.object(for: object.objectID))) }
      for (object, target) in targets { target.takeChanges(of: object) }
      for object in deleted { parent.delete(parent.object(for: object.objectID)) }
      parent.processPendingChanges()
    }
  }

  /// Makes the object of a child's insertion, with the same temporary identity.
  private func adopt(_ id: NSManagedObjectID) -> NSManagedObject {
    let reference = reference(for: id)
    reference.isOfChild = true
    let object = reference.object ?? make(reference)
    object.isFault = false
    object.loaded = Set(object.entity.relationships.map(\.name))
    object.isInserted = true
    inserted.append(object)
    unprocessed.inserted.append(object)
    return object
  }

  // MARK: After a save

  /// The changes are in the store now.
  private func finish(rows: [ObjectIdentifier: SavedRow]) {
    var changes = ChangeSet()
    (changes.inserted, changes.updated, changes.deleted) = (inserted, updated, deleted)
    let saved = inserted + updated
    let identifiers = deleted.map(\.objectID)
    for object in saved {
      if let row = rows[ObjectIdentifier(object)] {
        if object.objectID.isTemporaryID { replace(object.reference, by: row.id) }
        object.committed = row.row
        for (name, value) in row.derived { object.values[name] = value }
      }
      object.isInserted = false
      object.isUpdated = false
      object.changedKeys = []
    }
    for object in deleted {
      object.managedObjectContext = nil
      object.isDeleted = false
      forget(object.reference)
    }
    (inserted, updated, deleted) = ([], [], [])
    unprocessed = ChangeSet()
    if isBatch { return }
    for object in changes.inserted + changes.updated + changes.deleted { object.didSave() }
    var info = changes.userInfo
    info["managedObjectContext"] = self
    post(.NSManagedObjectContextDidSave, info)
    let ids: [AnyHashable: Any] = [
      NSInsertedObjectIDsKey: Set(changes.inserted.map(\.objectID)),
      NSUpdatedObjectIDsKey: Set(changes.updated.map(\.objectID)),
      NSDeletedObjectIDsKey: Set(identifiers),
    ]
    post(.NSManagedObjectContextDidSaveObjectIDs, ids)
    let changed = SavedIDs(
      inserted: changes.inserted.map(\.objectID), updated: changes.updated.map(\.objectID),
      deleted: identifiers)
    for other in ContextList.all
    where other !== self && other.automaticallyMergesChangesFromParent && other.isBelow(self) {
      other.perform { other.merge(changed) }
    }
  }

  /// Whether this context receives what another one has saved: it has the same store, or the other one is its
  /// parent or its sibling.
  private func isBelow(_ saved: NSManagedObjectContext) -> Bool {
    if let parent { return parent === saved.parent || parent === saved }
    return saved.parent == nil && persistentStoreCoordinator === saved.persistentStoreCoordinator
  }
}

extension NSNotification.Name {
  public static let NSManagedObjectContextDidSaveObjectIDs = Self(
    "NSManagedObjectContextDidSaveObjectIDsNotification")
}

extension NSManagedObjectContext {
  public static let willSaveObjectsNotification = Notification.Name.NSManagedObjectContextWillSave
  public static let didSaveObjectsNotification = Notification.Name.NSManagedObjectContextDidSave
  public static let didChangeObjectsNotification =
    Notification.Name.NSManagedObjectContextObjectsDidChange
  public static let didSaveObjectIDsNotification =
    Notification.Name.NSManagedObjectContextDidSaveObjectIDs
}

/// The identities of what was saved.
struct SavedIDs {
  var inserted: [NSManagedObjectID] = []
  var updated: [NSManagedObjectID] = []
  var deleted: [NSManagedObjectID] = []
}

extension NSManagedObject {
  /// Takes the values of a row that another context has saved, except those that were changed here.
  func merge(_ row: ObjectRow, objectWins: Bool) {
    let old = committed
    for attribute in entity.attributes where !attribute.isTransient {
      let name = attribute.name
      let isChangedInStore = !PredicateValues.isEqual(old?.values[name], row.values[name])
      if changedKeys.contains(name), objectWins || !isChangedInStore { continue }
      values[name] = row.values[name]
      changedKeys.remove(name)
    }
    for relationship in entity.relationships where !relationship.isToMany {
      let name = relationship.name
      let isChangedInStore = old?.references[name] != row.references[name]
      if changedKeys.contains(name), objectWins || !isChangedInStore { continue }
      values[name] = row.references[name].flatMap { managedObjectContext?.reference(for: $0) }
      changedKeys.remove(name)
    }
    committed = row
  }

  /// Takes what a child context has saved.
  func takeChanges(of child: NSManagedObject) {
    guard let context = managedObjectContext else { return }
    if isFault { fire() }
    for name in child.changedKeys.union(child.isInserted ? Set(child.values.keys) : []).sorted() {
      guard let property = entity.propertiesByName[name] else { continue }
      willChangeValue(forKey: name)
      if property is NSRelationshipDescription {
        values[name] =
          (child.values[name] as? [ObjectReference])?.map { context.reference(for: $0.id) }
          ?? (child.values[name] as? ObjectReference).map { context.reference(for: $0.id) }
        loaded.insert(name)
      } else {
        values[name] = child.values[name]
      }
      didChangeValue(forKey: name)
    }
  }
}
