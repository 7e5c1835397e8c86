import YobanFoundation
internal import YobanSimulatedApple

extension NSPersistentStore {
  /// Ends the transaction of a save without writing anything.
  ///
  /// Sendable: it is thrown and caught on one thread.
  private enum Refused: Error, @unchecked Sendable {
    case conflicts([StoreConflict])
    case constraints([UniqueConflict])
  }

  /// Writes the changes in one transaction.
  ///
  /// - Throws: `SQLiteDatabase.Failure`.
  func save(_ plan: SavePlan) throws -> SaveResult {
    do {
      return .saved(
        try database.transaction {
          let rows = try write(plan)
          if database.isInFile { CoreDataReports.waitForSave() }
          return rows
        })
    } catch Refused.conflicts(let conflicts) {
      return .conflicts(conflicts)
    } catch Refused.constraints(let conflicts) {
      return .constraints(conflicts)
    }
  }

  private func write(_ plan: SavePlan) throws -> [ObjectIdentifier: SavedRow] {
    try checkVersions(plan)
    for object in plan.deleted { try delete(object) }
    try checkConstraints(plan)
    // The keys first, so that new objects can refer to each other.
    var ids: [ObjectIdentifier: NSManagedObjectID] = [:]
    for object in plan.inserted {
      ids[ObjectIdentifier(object.reference)] = try insertKey(object)
    }
    func key(_ reference: ObjectReference) -> NSManagedObjectID? {
      reference.id.isTemporaryID ? ids[ObjectIdentifier(reference)] : reference.id
    }
    var saved: [ObjectIdentifier: SavedRow] = [:]
    for object in plan.inserted {
      saved[ObjectIdentifier(object)] = try write(
        object, ids[ObjectIdentifier(object.reference)]!, version: 1, key)
    }
    for object in plan.updated where object.hasPersistentChangedValues {
      let version = (object.committed?.version ?? 0) + 1
      saved[ObjectIdentifier(object)] = try write(object, object.objectID, version: version, key)
    }
    if isOn(NSPersistentHistoryTrackingKey) { try record(plan, saved) }
    return saved
  }

  private func checkVersions(_ plan: SavePlan) throws {
    var conflicts: [StoreConflict] = []
    for object in plan.updated + plan.deleted {
      guard let committed = object.committed, object.isDeleted || object.hasPersistentChangedValues
      else { continue }
      let row = try row(object.objectID)
      if row?.version != committed.version, !(row == nil && object.isDeleted) {
        conflicts.append(StoreConflict(object: object, row: row))
      }
    }
    if !conflicts.isEmpty { throw Refused.conflicts(conflicts) }
  }

  private func checkConstraints(_ plan: SavePlan) throws {
    var conflicts: [UniqueConflict] = []
    for object in plan.inserted + plan.updated {
      for constraint in object.entity.constraints {
        let conditions = constraint.map { "\(Schema.quoted($0)) = ?" }.joined(separator: " AND ")
        let values = constraint.map { name in
          AttributeValue.sql(object.values[name], object.entity.attributesByName[name])
        }
        let own = object.objectID.row ?? -1
        let found = try database.value(
          "SELECT _id FROM \(Schema.table(object.entity)) WHERE \(conditions) AND _id <> ? LIMIT 1",
          values + [.integer(own)])
        guard case .integer(let key) = found else { continue }
        let id = id(key, object.entity)
        if let row = try row(id) {
          conflicts.append(UniqueConflict(object: object, constraint: constraint, id: id, row: row))
        }
      }
    }
    if !conflicts.isEmpty { throw Refused.constraints(conflicts) }
  }

  private func delete(_ object: NSManagedObject) throws {
    guard let key = object.objectID.row else { return }
    try database.run(
      "DELETE FROM \(Schema.table(object.entity)) WHERE _id = ?", [.integer(key)])
    for relationship in object.entity.relationships where relationship.isToMany {
      if case .table(let name, let own, _) = Schema.storage(relationship) {
        try database.run("DELETE FROM \(name) WHERE \(own) = ?", [.integer(key)])
      }
    }
  }

  private func insertKey(_ object: NSManagedObject) throws -> NSManagedObjectID {
    // An object can have its permanent identity before its first save.
    let values: [SQLiteDatabase.Value] = [
      object.objectID.row.map { .integer($0) } ?? .null, .text(object.entity.name ?? ""),
    ]
    try database.run(
      "INSERT INTO \(Schema.table(object.entity)) (_id, _entity, _version) VALUES (?, ?, 0)", values
    )
    return id(database.lastInsertedRow, object.entity)
  }

  private func write(
    _ object: NSManagedObject, _ id: NSManagedObjectID, version: Int64,
    _ key: (ObjectReference) -> NSManagedObjectID?
  ) throws -> SavedRow {
    var row = ObjectRow(version: version)
    var saved = SavedRow(id: id, row: row)
    var names = ["_version = ?"]
    var values: [SQLiteDatabase.Value] = [.integer(version)]
    for attribute in object.entity.attributes where !attribute.isTransient {
      var value = object.values[attribute.name]
      if let derived = attribute as? NSDerivedAttributeDescription {
        value = AttributeValue.converted(
          derived.derivationExpression?.expressionValue(with: object, context: nil), attribute)
        saved.derived[attribute.name] = value
      }
      row.values[attribute.name] = value
      names.append("\(Schema.quoted(attribute.name)) = ?")
      values.append(AttributeValue.sql(value, attribute))
    }
    for relationship in object.entity.relationships where !relationship.isTransient {
      guard relationship.isToMany else {
        let id = (object.values[relationship.name] as? ObjectReference).flatMap(key)
        row.references[relationship.name] = id
        names.append("\(Schema.quoted(relationship.name)) = ?")
        values.append(id?.row.map { .integer($0) } ?? .null)
        continue
      }
      guard case .table(let name, let own, let other) = Schema.storage(relationship),
        object.loaded.contains(relationship.name),
        object.isInserted || object.changedKeys.contains(relationship.name)
      else { continue }
      try database.run("DELETE FROM \(name) WHERE \(own) = ?", [.integer(id.row!)])
      let members = (object.values[relationship.name] as? [ObjectReference] ?? []).compactMap(key)
      for (position, member) in members.enumerated() {
        try database.run(
          "INSERT OR REPLACE INTO \(name) (\(own), \(other), position) VALUES (?, ?, ?)",
          [.integer(id.row!), .integer(member.row!), .integer(Int64(position))])
      }
    }
    try database.run(
      "UPDATE \(Schema.table(object.entity)) SET \(names.joined(separator: ", ")) WHERE _id = ?",
      values + [.integer(id.row!)])
    saved.row = row
    return saved
  }
}
