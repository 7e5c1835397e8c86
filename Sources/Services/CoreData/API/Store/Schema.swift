import YobanFoundation

/// The tables of a model: one for each entity without a superentity, whose rows are also those of its subentities,
/// and one for each to-many relationship whose inverse is not a to-one relationship.
///
/// Columns have the names of the properties, so the file can be read with the command `sqlite3`. It is not the
/// format of Apple's Core Data.
struct Schema {
  let entities: [NSEntityDescription]

  static func quoted(_ name: String) -> String {
    "\"\(name.replacing("\"", with: "\"\""))\""
  }

  static func table(_ entity: NSEntityDescription) -> String { quoted(entity.root.name ?? "") }

  /// The stored attributes and to-one relationships of an entity with its subentities, each name once.
  static func columns(_ root: NSEntityDescription) -> [NSPropertyDescription] {
    var columns: [String: NSPropertyDescription] = [:]
    for entity in root.family {
      for attribute in entity.attributes where !attribute.isTransient {
        columns[attribute.name] = attribute
      }
      for relationship in entity.relationships
      where !relationship.isToMany && !relationship.isTransient {
        columns[relationship.name] = relationship
      }
    }
    return columns.values.sorted { $0.name < $1.name }
  }

  static func type(_ property: NSPropertyDescription) -> String {
    guard let attribute = property as? NSAttributeDescription else { return "INTEGER" }
    return switch attribute.attributeType {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .booleanAttributeType:
      "INTEGER"
    case .doubleAttributeType, .floatAttributeType, .dateAttributeType: "REAL"
    case .decimalAttributeType: "NUMERIC"
    case .stringAttributeType, .UUIDAttributeType, .URIAttributeType, .objectIDAttributeType: "TEXT"
    default: "BLOB"
    }
  }

  // MARK: Relationships

  /// How a to-many relationship is stored.
  enum Storage {
    /// In a column of the destination, the one of the inverse relationship.
    case inverse(NSRelationshipDescription)
    /// In a table; the columns of this object and of the other one.
    case table(String, own: String, other: String)
  }

  static func storage(_ relationship: NSRelationshipDescription) -> Storage {
    if let inverse = relationship.inverseRelationship, !inverse.isToMany, !relationship.isOrdered {
      return .inverse(inverse)
    }
    let own = joinName(relationship)
    // Both sides of a many-to-many relationship use the table of the one that comes first.
    if let inverse = relationship.inverseRelationship, inverse.isToMany, inverse !== relationship {
      let other = joinName(inverse)
      if other < own { return .table(quoted(other), own: "other", other: "own") }
    }
    return .table(quoted(own), own: "own", other: "other")
  }

  private static func joinName(_ relationship: NSRelationshipDescription) -> String {
    "\(relationship.entity.root.name ?? "")_\(relationship.name)"
  }

  /// The SQL that makes the tables.
  var statements: [String] {
    var statements = [
      "CREATE TABLE _metadata (key TEXT PRIMARY KEY, value BLOB)",
      "CREATE TABLE _history (number INTEGER PRIMARY KEY AUTOINCREMENT, moment REAL, author TEXT, context TEXT, changes BLOB)",
    ]
    var joins: Set<String> = []
    for root in entities where root.superentity == nil {
      let columns = Self.columns(root).map { "\(Self.quoted($0.name)) \(Self.type($0))" }
      let all =
        [
          "_id INTEGER PRIMARY KEY AUTOINCREMENT", "_entity TEXT NOT NULL",
          "_version INTEGER NOT NULL",
        ] + columns
      statements.append("CREATE TABLE \(Self.table(root)) (\(all.joined(separator: ", ")))")
      for entity in root.family {
        for relationship in entity.relationships where !relationship.isTransient {
          guard relationship.isToMany else {
            statements.append(
              "CREATE INDEX IF NOT EXISTS \(Self.quoted("_\(root.name ?? "")_\(relationship.name)")) ON \(Self.table(root)) (\(Self.quoted(relationship.name)))"
            )
            continue
          }
          guard case .table(let name, _, _) = Self.storage(relationship),
            joins.insert(name).inserted
          else { continue }
          statements.append(
            "CREATE TABLE \(name) (own INTEGER NOT NULL, other INTEGER NOT NULL, position INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (own, other)) WITHOUT ROWID"
          )
          statements.append(
            "CREATE INDEX \(Self.quoted("_\(name.dropFirst().dropLast())_other")) ON \(name) (other)"
          )
        }
        for index in entity.indexes {
          let columns = index.elements.compactMap { element in
            element.propertyName.map { "\(Self.quoted($0))\(element.isAscending ? "" : " DESC")" }
          }
          guard !columns.isEmpty else { continue }
          statements.append(
            "CREATE INDEX IF NOT EXISTS \(Self.quoted("_\(root.name ?? "")_\(entity.name ?? "")_\(index.name)")) ON \(Self.table(root)) (\(columns.joined(separator: ", ")))"
          )
        }
      }
    }
    return statements
  }
}

extension AttributeValue {
  /// A value as the database has it.
  static func sql(_ value: Any?, _ attribute: NSAttributeDescription?) -> SQLiteDatabase.Value {
    guard let value = PredicateValues.unwrapped(value) else { return .null }
    switch value {
    case let value as NSDecimalNumber: return .text(value.description)
    case let value as Bool: return .integer(value ? 1 : 0)
    case let value as NSNumber:
      switch attribute?.attributeType {
      case .doubleAttributeType, .floatAttributeType: return .real(value.doubleValue)
      case .decimalAttributeType: return .text(value.description)
      default:
        return Double(value.int64Value) == value.doubleValue
          ? .integer(value.int64Value) : .real(value.doubleValue)
      }
    case let value as String: return .text(value)
    case let value as Date: return .real(value.timeIntervalSinceReferenceDate)
    case let value as UUID: return .text(value.uuidString)
    case let value as URL: return .text(value.absoluteString)
    case let value as NSManagedObjectID: return .integer(value.row ?? -1)
    case let value as NSManagedObject: return .integer(value.objectID.row ?? -1)
    case let value as Data where attribute?.attributeType != .transformableAttributeType:
      return .blob(value)
    default:
      if attribute?.attributeType == .transformableAttributeType {
        return Transformed.data(value, attribute!).map { .blob($0) } ?? .null
      }
      return .text("\(value)")
    }
  }

  /// A value of the database as an object keeps it.
  static func value(_ value: SQLiteDatabase.Value, _ attribute: NSAttributeDescription) -> Any? {
    switch (attribute.attributeType, value) {
    case (_, .null): nil
    case (.booleanAttributeType, .integer(let number)): NSNumber(value: number != 0)
    case (.dateAttributeType, .real(let seconds)): Date(timeIntervalSinceReferenceDate: seconds)
    case (.dateAttributeType, .integer(let seconds)):
      Date(timeIntervalSinceReferenceDate: Double(seconds))
    case (.decimalAttributeType, .text(let text)): NSDecimalNumber(string: text)
    case (.decimalAttributeType, .integer(let number)): NSDecimalNumber(string: "\(number)")
    case (.decimalAttributeType, .real(let number)): NSDecimalNumber(string: "\(number)")
    case (.UUIDAttributeType, .text(let text)): UUID(uuidString: text)
    case (.URIAttributeType, .text(let text)): URL(string: text)
    case (.transformableAttributeType, .blob(let data)): Transformed.value(data, attribute)
    case (.floatAttributeType, .real(let number)): NSNumber(value: Float(number))
    case (_, .integer(let number)): NSNumber(value: number)
    case (_, .real(let number)): NSNumber(value: number)
    case (_, .text(let text)): text
    case (_, .blob(let data)): data
    }
  }
}

/// The values of transformable attributes as data.
enum Transformed {
  static func data(_ value: Any, _ attribute: NSAttributeDescription) -> Data? {
    let object = value as? NSObject ?? (value as AnyObject as? NSObject)
    return object.flatMap {
      try? NSKeyedArchiver.archivedData(withRootObject: $0, requiringSecureCoding: false)
    }
  }

  static func value(_ data: Data, _ attribute: NSAttributeDescription) -> Any? {
    (try? NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(data)) ?? nil
  }
}
