import YobanFoundation

/// A lightweight migration: the rows are copied into the tables of the new model, in one transaction. A process that
/// ends in the middle leaves the old tables (CD9).
struct StoreMigration {
  let store: NSPersistentStore
  let infers: Bool

  func run() throws {
    let isStored = store.isOn(NSPersistentStore.usesStoredModel)
    let found =
      isStored
      ? store.storedModel()
      : NSManagedObjectModel.mergedModel(from: nil, forStoreMetadata: store.metadata)
    guard let old = found else {
      throw NSError.coreData(
        NSMigrationMissingSourceModelError, ["reason": "Can't find model for source store"])
    }
    guard infers else {
      throw NSError.coreData(
        NSMigrationMissingMappingModelError,
        ["reason": "Can't find mapping model for migration"])
    }
    try check(old)
    try migrate(from: old)
  }

  private func source(of entity: NSEntityDescription, in old: NSManagedObjectModel)
    -> NSEntityDescription?
  {
    old.entitiesByName[entity.renamingIdentifier ?? ""] ?? old.entitiesByName[entity.name ?? ""]
  }

  private func source(
    of property: NSPropertyDescription, in entity: NSEntityDescription
  ) -> NSPropertyDescription? {
    entity.propertiesByName[property.renamingIdentifier ?? ""]
      ?? entity.propertiesByName[property.name]
  }

  /// What cannot be inferred is an error (CD8).
  private func check(_ old: NSManagedObjectModel) throws {
    for entity in store.entities {
      guard let source = source(of: entity, in: old) else { continue }
      for attribute in entity.attributes where !attribute.isTransient {
        let before = self.source(of: attribute, in: source) as? NSAttributeDescription
        let isRequired = !attribute.isOptional && attribute.defaultValue == nil
        if isRequired, before.map(\.isOptional) ?? true {
          throw failure(
            "Validation error missing attribute values on mandatory destination attribute", entity,
            attribute)
        }
        if let before, before.attributeType != attribute.attributeType {
          throw failure(
            "Source and destination attribute types are incompatible", entity, attribute)
        }
      }
    }
  }

  private func failure(
    _ reason: String, _ entity: NSEntityDescription, _ attribute: NSAttributeDescription
  ) -> NSError {
    .coreData(
      NSMigrationMissingMappingModelError,
      ["reason": reason, "entity": entity.name ?? "", "attribute": attribute.name])
  }

  private func migrate(from old: NSManagedObjectModel) throws {
    let database = store.database
    let oldEntities = old.entities(forConfigurationName: store.configurationName) ?? old.entities
    try database.transaction {
      // Names of indexes are unique in the file.
      var indexes: [String] = []
      try database.run(
        "SELECT name FROM sqlite_master WHERE type = 'index' AND name LIKE '\\_%' ESCAPE '\\'"
      ) {
        indexes.append($0.text(0))
      }
      for index in indexes { try database.run("DROP INDEX IF EXISTS \(Schema.quoted(index))") }
      var tables: [String] = []
      try database.run(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
      ) {
        tables.append($0.text(0))
      }
      for table in tables {
        try database.run(
          "ALTER TABLE \(Schema.quoted(table)) RENAME TO \(Schema.quoted("old " + table))")
      }
      for statement in Schema(entities: store.entities).statements { try database.run(statement) }
      for entity in store.entities where !entity.isAbstract {
        guard let source = source(of: entity, in: old),
          oldEntities.contains(where: { $0 === source })
        else { continue }
        try copy(source, to: entity)
      }
      try copyJoins(from: old, tables)
      for table in tables { try database.run("DROP TABLE \(Schema.quoted("old " + table))") }
      let own = (store.metadata ?? [:]).filter { store.standardMetadata[$0.key] == nil }
      store.metadata = own.merging(store.standardMetadata) { $1 }
      try store.writeMetadata()
      try store.writeModel()
    }
  }

  private func copy(_ source: NSEntityDescription, to entity: NSEntityDescription) throws {
    var columns = ["_id", "_entity", "_version"]
    var terms = ["_id", "?", "_version"]
    var values: [SQLiteDatabase.Value] = [.text(entity.name ?? "")]
    for attribute in entity.attributes where !attribute.isTransient {
      columns.append(Schema.quoted(attribute.name))
      let before = self.source(of: attribute, in: source)
      let value = AttributeValue.sql(attribute.defaultValue, attribute)
      if let before, !before.isTransient {
        terms.append(
          attribute.isOptional
            ? Schema.quoted(before.name) : "coalesce(\(Schema.quoted(before.name)), ?)")
        if !attribute.isOptional { values.append(value) }
      } else {
        terms.append("?")
        values.append(value)
      }
    }
    for relationship in entity.relationships where !relationship.isToMany {
      guard let before = self.source(of: relationship, in: source) as? NSRelationshipDescription,
        !before.isToMany
      else { continue }
      columns.append(Schema.quoted(relationship.name))
      terms.append(Schema.quoted(before.name))
    }
    let old = Schema.quoted("old " + (source.root.name ?? ""))
    try store.database.run(
      "INSERT INTO \(Schema.table(entity)) (\(columns.joined(separator: ", "))) SELECT \(terms.joined(separator: ", ")) FROM \(old) WHERE _entity = ?",
      values + [.text(source.name ?? "")])
  }

  private func copyJoins(from old: NSManagedObjectModel, _ tables: [String]) throws {
    var done: Set<String> = []
    for entity in store.entities {
      for relationship in entity.relationships where relationship.isToMany {
        guard case .table(let name, let own, let other) = Schema.storage(relationship),
          let source = source(of: entity, in: old),
          let before = self.source(of: relationship, in: source) as? NSRelationshipDescription,
          before.isToMany, done.insert(name).inserted
        else { continue }
        switch Schema.storage(before) {
        case .table(let oldName, let oldOwn, let oldOther):
          let plain = String(oldName.dropFirst().dropLast())
          guard tables.contains(plain) else { continue }
          try store.database.run(
            "INSERT INTO \(name) (\(own), \(other), position) SELECT \(oldOwn), \(oldOther), position FROM \(Schema.quoted("old " + plain))"
          )
        case .inverse(let inverse):
          let table = Schema.quoted("old " + (before.destinationEntity?.root.name ?? ""))
          try store.database.run(
            "INSERT INTO \(name) (\(own), \(other), position) SELECT \(Schema.quoted(inverse.name)), _id, 0 FROM \(table) WHERE \(Schema.quoted(inverse.name)) IS NOT NULL"
          )
        }
      }
    }
  }
}
