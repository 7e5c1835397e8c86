import YobanFoundation

/// An object as it was before a change, for an undo.
struct ObjectSnapshot {
  let object: NSManagedObject
  private let values: [String: Any]
  private let loaded: Set<String>
  private let changedKeys: Set<String>
  /// Whether the app had the object: it was inserted or stored, and not deleted.
  private let exists: Bool

  init(_ object: NSManagedObject, existed: Bool? = nil) {
    self.object = object
    (values, loaded, changedKeys) = (object.values, object.loaded, object.changedKeys)
    exists =
      existed ?? (!object.isDeleted && (object.isInserted || object.committed != nil))
  }

  /// Gives the object these values again, and the names of those that differ from the store.
  func restore() {
    let names = changedKeys.union(object.changedKeys)
    let now = object.values
    (object.values, object.loaded) = (values, loaded)
    object.changedKeys = Set(
      object.entity.properties.filter { property in
        switch property {
        case let relationship as NSRelationshipDescription:
          names.contains(relationship.name)
            || now[relationship.name] as? ObjectReference
              != values[relationship.name] as? ObjectReference
            || now[relationship.name] as? [ObjectReference]
              != values[relationship.name] as? [ObjectReference]
        default:
          !PredicateValues.isEqual(object.committed?.values[property.name], values[property.name])
        }
      }.map(\.name))
    object.isInserted = exists && object.committed == nil
    object.isUpdated = exists && object.committed != nil && !object.changedKeys.isEmpty
    object.isDeleted = !exists && object.committed != nil
  }
}

// Undo. A context registers what has changed with its undo manager when it processes its pending changes: one action
// for all objects that were changed since the last time.
extension NSManagedObjectContext {
  public func undo() {
    processPendingChanges()
    undoManager?.undo()
  }

  public func redo() {
    processPendingChanges()
    undoManager?.redo()
  }

  /// Notes how an object is before its first change of an event.
  func willChange(_ object: NSManagedObject, existed: Bool? = nil) {
    guard undoManager != nil, snapshots[ObjectIdentifier(object)] == nil else { return }
    snapshots[ObjectIdentifier(object)] = ObjectSnapshot(object, existed: existed)
    snapshotOrder.append(ObjectIdentifier(object))
  }

  /// Registers the undo of what has changed since the last call.
  func registerUndo() {
    guard !snapshotOrder.isEmpty else { return }
    let list = snapshotOrder.compactMap { snapshots[$0] }
    (snapshots, snapshotOrder) = ([:], [])
    undoManager?.registerUndo(withTarget: self) { $0.restore(list) }
  }

  private func restore(_ list: [ObjectSnapshot]) {
    for snapshot in list {
      let object = snapshot.object
      willChange(object)
      let was = (object.isInserted, object.isDeleted)
      // A save has removed a deleted object from the context.
      if object.managedObjectContext == nil { takeBack(object) }
      for changes in [\NSManagedObjectContext.inserted, \.updated, \.deleted] {
        self[keyPath: changes].removeAll { $0 === object }
      }
      snapshot.restore()
      if object.isInserted { inserted.append(object) }
      if object.isUpdated { updated.append(object) }
      if object.isDeleted { deleted.append(object) }
      object.changePublisher?.send()
      switch (was, (object.isInserted, object.isDeleted)) {
      case ((false, _), (true, _)), ((_, true), (_, false)): unprocessed.inserted.append(object)
      case ((true, _), (false, _)), ((_, false), (_, true)): unprocessed.deleted.append(object)
      default: unprocessed.add(updated: object)
      }
    }
    processPendingChanges()
  }
}
