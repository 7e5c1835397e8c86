import YobanFoundation
internal import YobanSimulatedApple

extension NSManagedObjectContext {
  public func fetch<T: AnyObject>(_ request: NSFetchRequest<T>) throws -> [T] {
    checkQueue()
    processPendingChanges()
    let plan = try resolved(request.plan)
    switch request.resultType {
    case .managedObjectIDResultType:
      return try objects(plan).map { unsafeDowncast($0.objectID, to: T.self) }
    case .countResultType:
      return [NSNumber(value: try objects(plan).count) as AnyObject as! T]
    case .dictionaryResultType:
      return try dictionaries(request, plan).map { $0 as AnyObject as! T }
    default:
      let objects = try objects(plan)
      if !request.returnsObjectsAsFaults { objects.forEach { $0.fire() } }
      return objects.map { object in
        guard let result = object as? T else {
          AppProcess.raise(
            "Could not cast value of type '\(type(of: object))' of the entity \(object.entity.name ?? "") to '\(T.self)'."
          )
        }
        return result
      }
    }
  }

  public func count<T: AnyObject>(for request: NSFetchRequest<T>) throws -> Int {
    checkQueue()
    processPendingChanges()
    let plan = try resolved(request.plan)
    guard plan.includesPendingChanges, hasChanges || parent != nil else {
      return try coordinator().count(plan)
    }
    return try objects(plan).count
  }

  private func coordinator() throws -> NSPersistentStoreCoordinator {
    guard let coordinator = persistentStoreCoordinator else {
      AppProcess.raise(
        "NSInternalInconsistencyException: the context has no NSPersistentStoreCoordinator")
    }
    return coordinator
  }

  /// The plan with the entity of its name.
  private func resolved(_ plan: FetchPlan) throws -> FetchPlan {
    var plan = plan
    let name = plan.entityName ?? plan.entity?.name ?? ""
    guard let entity = model?.entitiesByName[name] ?? plan.entity else {
      AppProcess.raise(
        "NSInvalidArgumentException: executeFetchRequest:error: could not locate an NSEntityDescription named '\(name)'."
      )
    }
    plan.entity = entity
    return plan
  }

  /// The objects of a fetch in their order, with the unsaved changes of this context.
  func objects(_ plan: FetchPlan) throws -> [NSManagedObject] {
    if let parent {
      let found = try parent.performAndWait { try parent.objects(unlimited(plan)).map(\.objectID) }
      return merged(found.map { object(for: $0) }, plan)
    }
    let isAffected =
      plan.includesPendingChanges && (inserted + updated + deleted).contains(where: plan.isAbout)
    guard isAffected else { return try coordinator().fetch(plan).map(registered) }
    return merged(try coordinator().fetch(unlimited(plan)).map(registered), plan)
  }

  private func unlimited(_ plan: FetchPlan) -> FetchPlan {
    var plan = plan
    (plan.limit, plan.offset) = (0, 0)
    return plan
  }

  private func registered(_ found: FetchedRow) -> NSManagedObject {
    let reference = reference(for: found.id)
    if reference.object == nil || reference.object?.isFault == true { reference.row = found.row }
    return object(of: reference)!
  }

  /// What the store has found, with the changes that are not in the store.
  private func merged(_ found: [NSManagedObject], _ plan: FetchPlan) -> [NSManagedObject] {
    guard plan.includesPendingChanges else { return found }
    func fits(_ object: NSManagedObject) -> Bool {
      plan.isAbout(object) && !object.isDeleted && plan.predicate?.evaluate(with: object) != false
    }
    var result = found.filter { !$0.isDeleted && (!$0.isUpdated || fits($0)) }
    let known = Set(result.map(ObjectIdentifier.init))
    let added = (updated + inserted).filter { !known.contains(ObjectIdentifier($0)) && fits($0) }
    result += added
    if !plan.sortDescriptors.isEmpty, !added.isEmpty || result.contains(where: \.isUpdated) {
      result = result.ordered(by: plan.sortDescriptors)
    }
    if plan.offset > 0 { result = Array(result.dropFirst(plan.offset)) }
    return plan.limit > 0 ? Array(result.prefix(plan.limit)) : result
  }

  private func dictionaries<T>(
    _ request: NSFetchRequest<T>, _ plan: FetchPlan
  ) throws -> [NSDictionary] {
    let properties = request.propertiesToFetch ?? plan.entity!.attributes
    return try coordinator().dictionaries(
      plan,
      DictionaryPlan(
        properties: properties, groups: request.propertiesToGroupBy ?? [],
        having: request.havingPredicate, isDistinct: request.returnsDistinctResults)
    ).map { NSDictionary(dictionary: $0) }
  }

  // MARK: Refreshing

  public func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
    object.changePublisher?.send()
    checkQueue(of: object)
    guard !object.isInserted, object.managedObjectContext === self else { return }
    if flag, object.isUpdated {
      guard let row = try? row(of: object.reference) else { return }
      object.merge(row, objectWins: true)
    } else {
      if !flag {
        updated.removeAll { $0 === object }
        deleted.removeAll { $0 === object }
        (object.isUpdated, object.isDeleted) = (false, false)
        object.changedKeys = []
      }
      turnIntoFault(object)
    }
    unprocessed.refreshed.append(object)
    processPendingChanges()
  }

  private func turnIntoFault(_ object: NSManagedObject) {
    guard !object.isFault else {
      object.reference.row = nil
      return
    }
    object.willTurnIntoFault()
    object.isFault = true
    object.values = [:]
    object.loaded = []
    object.reference.row = nil
    object.didTurnIntoFault()
  }

  public func refreshAllObjects() {
    for reference in allReferences { reference.object.map { refresh($0, mergeChanges: true) } }
  }

  public func reset() {
    checkQueue()
    forgetAll()
  }

  /// Discards insertions and deletions, and gives changed objects their values of the last save.
  public func rollback() {
    checkQueue()
    processPendingChanges()
    undoManager?.removeAllActions()
    for object in inserted {
      object.isInserted = false
      object.managedObjectContext = nil
      forget(object.reference)
      unprocessed.deleted.append(object)
    }
    let changed = updated + deleted
    (inserted, updated, deleted) = ([], [], [])
    for object in changed {
      (object.isUpdated, object.isDeleted) = (false, false)
      object.changedKeys = []
      if let row = object.committed { take(row, into: object) }
      unprocessed.refreshed.append(object)
    }
    processPendingChanges()
  }

  public func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
    for object in objects where object.objectID.isTemporaryID {
      let id =
        try parent?.permanentID(ofChild: object.objectID)
        ?? coordinator().permanentID(for: object)
      replace(object.reference, by: id)
    }
  }

  /// The identity of an object that a child has saved into this context; nil if the child did not save it yet.
  private func permanentID(ofChild id: NSManagedObjectID) throws -> NSManagedObjectID? {
    try performNow {
      if let known = identitiesOfChildren[id], !known.isTemporaryID { return known }
      guard let object = registeredObject(for: id) else {
        return try parent?.permanentID(ofChild: id)
      }
      try obtainPermanentIDs(for: [object])
      return object.objectID
    }
  }

  // MARK: Merging

  public func mergeChanges(fromContextDidSave notification: Notification) {
    checkQueue()
    func ids(_ keys: String...) -> [NSManagedObjectID] {
      keys.flatMap { PredicateValues.elements(of: notification.userInfo?[$0]) }.compactMap {
        element in (element as? NSManagedObject)?.objectID ?? (element as? NSManagedObjectID)
      }.sorted { ($0.row ?? 0) < ($1.row ?? 0) }
    }
    merge(
      SavedIDs(
        inserted: ids(NSInsertedObjectsKey, NSInsertedObjectIDsKey),
        updated: ids(NSUpdatedObjectsKey, NSUpdatedObjectIDsKey),
        deleted: ids(NSDeletedObjectsKey, NSDeletedObjectIDsKey)))
  }

  public class func mergeChanges(
    fromRemoteContextSave changeNotificationData: [AnyHashable: Any],
    into contexts: [NSManagedObjectContext]
  ) {
    func ids(_ keys: String..., in context: NSManagedObjectContext) -> [NSManagedObjectID] {
      keys.flatMap { PredicateValues.elements(of: changeNotificationData[$0]) }.compactMap {
        element in
        switch element {
        case let id as NSManagedObjectID: id
        case let object as NSManagedObject: object.objectID
        case let url as URL:
          context.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: url)
        default: nil
        }
      }
    }
    for context in contexts {
      context.performAndWait {
        context.merge(
          SavedIDs(
            inserted: ids(NSInsertedObjectsKey, NSInsertedObjectIDsKey, in: context),
            updated: ids(NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, in: context),
            deleted: ids(NSDeletedObjectsKey, NSDeletedObjectIDsKey, in: context)))
      }
    }
  }

  /// Takes what another context has saved: updated objects get the new values, inserted ones are registered, deleted
  /// ones are deleted. What was changed here stays.
  func merge(_ saved: SavedIDs) {
    for id in saved.updated {
      guard let object = registeredObject(for: id) else { continue }
      object.reference.row = nil
      if object.isUpdated {
        if let row = try? row(of: object.reference) { object.merge(row, objectWins: true) }
      } else if !object.isFault {
        guard let row = try? row(of: object.reference) else { continue }
        let changed = object.entity.attributes.map(\.name)
        changed.forEach { (object as NSObject).willChangeNamed($0) }
        take(row, into: object)
        changed.forEach { (object as NSObject).didChangeNamed($0) }
      }
      unprocessed.refreshed.append(object)
    }
    for id in saved.inserted {
      let object = object(for: id)
      object.fire()
      unprocessed.inserted.append(object)
      refreshInverses(of: object)
    }
    for id in saved.deleted {
      guard let object = registeredObject(for: id), !object.isDeleted else { continue }
      if !object.isFault { refreshInverses(of: object) }
      updated.removeAll { $0 === object }
      object.isUpdated = false
      object.isDeleted = true
      unprocessed.deleted.append(object)
    }
    processPendingChanges()
    for id in saved.deleted {
      guard let object = registeredObject(for: id) else { continue }
      object.managedObjectContext = nil
      forget(object.reference)
    }
  }

  /// The to-many relationships that have got or lost an object are read again.
  private func refreshInverses(of object: NSManagedObject) {
    for relationship in object.entity.relationships {
      guard let inverse = relationship.inverseRelationship, inverse.isToMany else { continue }
      let value = object.values[relationship.name]
      let list = (value as? [ObjectReference]) ?? (value as? ObjectReference).map { [$0] } ?? []
      for reference in list {
        guard let other = reference.object, !other.changedKeys.contains(inverse.name) else {
          continue
        }
        other.loaded.remove(inverse.name)
        if !other.isFault { unprocessed.refreshed.append(other) }
      }
    }
  }
}
