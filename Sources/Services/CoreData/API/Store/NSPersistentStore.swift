import YobanFoundation
internal import YobanSimulatedApple

/// A file with the objects of a model.
///
/// Sendable: Apple's class is Sendable, and an app uses an object on one queue at a time.
open class NSPersistentStore: NSObject, @unchecked Sendable {
  /// The kind of a store. A binary store is not in Yoban.
  public struct StoreType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let sqlite = Self(rawValue: NSSQLiteStoreType)
    public static let inMemory = Self(rawValue: NSInMemoryStoreType)
    public static let binary = Self(rawValue: NSBinaryStoreType)
  }

  open internal(set) weak var persistentStoreCoordinator: NSPersistentStoreCoordinator?
  open private(set) var configurationName: String
  open private(set) var options: [AnyHashable: Any]?
  open var url: URL?
  open var identifier: String! = UUID().uuidString
  open var type: String { storeType }
  open var isReadOnly: Bool
  open var metadata: [String: Any]! = [:]
  let storeType: String
  let model: NSManagedObjectModel
  let database: SQLiteDatabase

  var entities: [NSEntityDescription] {
    model.entities(forConfigurationName: configurationName) ?? model.entities
  }

  init(
    _ database: SQLiteDatabase, type: String, model: NSManagedObjectModel, configuration: String?,
    url: URL?, options: [AnyHashable: Any]?
  ) {
    self.database = database
    storeType = type
    self.model = model
    configurationName = configuration ?? "PF_DEFAULT_CONFIGURATION_NAME"
    self.url = url
    self.options = options
    isReadOnly = (options?[NSReadOnlyPersistentStoreOption] as? NSNumber)?.boolValue ?? false
  }

  func has(_ entity: NSEntityDescription) -> Bool {
    entities.contains { $0.name == entity.name }
  }

  func isOn(_ option: String) -> Bool { (options?[option] as? NSNumber)?.boolValue ?? false }

  // MARK: Metadata

  static func readMetadata(_ database: SQLiteDatabase) throws -> [String: Any]? {
    let exists = try database.value("SELECT 1 FROM sqlite_master WHERE name = '_metadata'")
    guard exists == .integer(1),
      case .blob(let data) = try database.value(
        "SELECT value FROM _metadata WHERE key = 'metadata'")
    else { return nil }
    return try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
  }

  func writeMetadata() throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: metadata!, format: .binary, options: 0)
    try database.run(
      "INSERT OR REPLACE INTO _metadata (key, value) VALUES ('metadata', ?)", [.blob(data)])
  }

  var standardMetadata: [String: Any] {
    [
      NSStoreTypeKey: storeType, NSStoreUUIDKey: identifier!,
      NSStoreModelVersionHashesKey: Dictionary(entities.map { ($0.name ?? "", $0.versionHash) }) {
        $1
      },
      NSStoreModelVersionIdentifiersKey: model.versionIdentifiers.map { "\($0)" }.sorted(),
    ]
  }

  // MARK: Reading

  private static let prefix = ["_id", "_entity", "_version"]

  private func columns(_ root: NSEntityDescription, _ alias: String) -> String {
    (Self.prefix + Schema.columns(root).map(\.name)).map { "\(alias).\(Schema.quoted($0))" }
      .joined(separator: ", ")
  }

  func id(_ row: Int64, _ entity: NSEntityDescription) -> NSManagedObjectID {
    NSManagedObjectID(entity, .stored(row), self)
  }

  private func found(_ row: borrowing SQLiteDatabase.Row, _ root: NSEntityDescription) -> FetchedRow
  {
    let name = row.text(1)
    let entity = root.family.first { $0.name == name } ?? root
    var result = ObjectRow(version: row.integer(2))
    for (index, property) in Schema.columns(root).enumerated() {
      let value = row[index + Self.prefix.count]
      guard value != .null else { continue }
      switch property {
      case let attribute as NSAttributeDescription
      where entity.propertiesByName[attribute.name] != nil:
        result.values[attribute.name] = AttributeValue.value(value, attribute)
      case let relationship as NSRelationshipDescription:
        if case .integer(let other) = value, let destination = relationship.destinationEntity {
          result.references[relationship.name] = id(other, destination)
        }
      default: break
      }
    }
    return FetchedRow(id: id(row.integer(0), entity), row: result)
  }

  /// The condition that a row is of an entity.
  private func isOf(
    _ entity: NSEntityDescription, _ includesSubentities: Bool, _ builder: inout SQLBuilder
  ) -> String? {
    guard entity.superentity != nil || !includesSubentities && !entity.subentities.isEmpty else {
      return nil
    }
    let names = (includesSubentities ? entity.family : [entity]).map { $0.name ?? "" }
    return "t0._entity IN (\(names.map { builder.bind(.text($0)) }.joined(separator: ", ")))"
  }

  private func clauses(
    _ plan: FetchPlan, _ builder: inout SQLBuilder
  ) -> (from: String, condition: String) {
    let entity = plan.entity!
    let scope = SQLBuilder.Scope(alias: "t0", entity: entity)
    var conditions: [String] = []
    if let condition = isOf(entity, plan.includesSubentities, &builder) {
      conditions.append(condition)
    }
    if let predicate = plan.predicate {
      conditions.append("(\(builder.condition(predicate, scope)))")
    }
    return (
      "\(Schema.table(entity)) t0",
      conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    )
  }

  func fetch(_ plan: FetchPlan) throws -> [FetchedRow] {
    let entity = plan.entity!
    var builder = SQLBuilder()
    let (from, condition) = clauses(plan, &builder)
    let order = builder.order(plan.sortDescriptors, .init(alias: "t0", entity: entity))
    var sql =
      "SELECT \(columns(entity.root, "t0")) FROM \(from) \(builder.joins.joined(separator: " "))\(condition) ORDER BY \(order)"
    if plan.limit > 0 || plan.offset > 0 {
      sql += " LIMIT \(plan.limit > 0 ? plan.limit : -1) OFFSET \(plan.offset)"
    }
    var result: [FetchedRow] = []
    try database.run(sql, builder.values) { result.append(found($0, entity.root)) }
    return result
  }

  func count(_ plan: FetchPlan) throws -> Int {
    var builder = SQLBuilder()
    let (from, condition) = clauses(plan, &builder)
    let joins = builder.joins.joined(separator: " ")
    var sql = "SELECT count(*) FROM \(from) \(joins)\(condition)"
    if plan.limit > 0 || plan.offset > 0 {
      sql =
        "SELECT count(*) FROM (SELECT 1 FROM \(from) \(joins)\(condition) LIMIT \(plan.limit > 0 ? plan.limit : -1) OFFSET \(plan.offset))"
    }
    guard case .integer(let count) = try database.value(sql, builder.values) else { return 0 }
    return Int(count)
  }

  func row(_ id: NSManagedObjectID) throws -> ObjectRow? {
    guard let key = id.row else { return nil }
    let root = id.entity.root
    var result: ObjectRow?
    try database.run(
      "SELECT \(columns(root, "t0")) FROM \(Schema.table(root)) t0 WHERE t0._id = ?",
      [.integer(key)]
    ) { result = found($0, root).row }
    return result
  }

  func related(
    _ relationship: NSRelationshipDescription, to key: Int64
  ) throws -> [NSManagedObjectID] {
    guard let destination = relationship.destinationEntity else { return [] }
    let table = Schema.table(destination)
    let sql =
      switch Schema.storage(relationship) {
      case .inverse(let inverse):
        "SELECT _id, _entity FROM \(table) WHERE \(Schema.quoted(inverse.name)) = ? ORDER BY _id"
      case .table(let name, let own, let other):
        "SELECT d._id, d._entity FROM \(name) j JOIN \(table) d ON d._id = j.\(other) WHERE j.\(own) = ? ORDER BY j.position, d._id"
      }
    var result: [NSManagedObjectID] = []
    try database.run(sql, [.integer(key)]) { row in
      let name = row.text(1)
      let entity = destination.root.family.first { $0.name == name } ?? destination
      result.append(id(row.integer(0), entity))
    }
    return result
  }

  func dictionaries(_ plan: FetchPlan, _ wanted: DictionaryPlan) throws -> [[String: Any]] {
    let entity = plan.entity!
    let scope = SQLBuilder.Scope(alias: "t0", entity: entity)
    var builder = SQLBuilder()
    var names: [(name: String, attribute: NSAttributeDescription?)] = []
    var terms: [String] = []
    for property in wanted.properties {
      if let description = property as? NSExpressionDescription {
        names.append((description.name, description.resultAttribute))
        terms.append(
          builder.sql(description.expression ?? .init(forConstantValue: nil), nil, scope))
      } else {
        let name = NSEntityDescription.name(inConstraint: property)
        names.append((name, SQLBuilder.property(name, entity) as? NSAttributeDescription))
        terms.append(builder.column(name, nil, scope))
      }
    }
    let (from, condition) = clauses(plan, &builder)
    let groups = wanted.groups.map {
      builder.column(NSEntityDescription.name(inConstraint: $0), nil, scope)
    }
    var ending = groups.isEmpty ? "" : " GROUP BY \(groups.joined(separator: ", "))"
    if let having = wanted.having { ending += " HAVING \(builder.condition(having, scope))" }
    if !plan.sortDescriptors.isEmpty || groups.isEmpty,
      !terms.contains(where: {
        $0.hasPrefix("count(") || $0.hasPrefix("sum(") || $0.hasPrefix("max(")
          || $0.hasPrefix("min(") || $0.hasPrefix("avg(")
      }), !wanted.isDistinct
    {
      ending += " ORDER BY \(builder.order(plan.sortDescriptors, scope))"
    } else if !plan.sortDescriptors.isEmpty {
      let order = builder.order(plan.sortDescriptors, scope)
      ending += " ORDER BY \(order.replacing(", t0._id ASC", with: ""))"
    }
    if plan.limit > 0 || plan.offset > 0 {
      ending += " LIMIT \(plan.limit > 0 ? plan.limit : -1) OFFSET \(plan.offset)"
    }
    let sql =
      "SELECT \(wanted.isDistinct ? "DISTINCT " : "")\(terms.joined(separator: ", ")) FROM \(from) \(builder.joins.joined(separator: " "))\(condition)\(ending)"
    var result: [[String: Any]] = []
    try database.run(sql, builder.values) { row in
      var dictionary: [String: Any] = [:]
      for (index, entry) in names.enumerated() {
        let value = row[index]
        if entry.name == "objectID", case .integer(let key) = value {
          dictionary[entry.name] = id(key, entity)
        } else if let attribute = entry.attribute {
          dictionary[entry.name] = AttributeValue.value(value, attribute)
        } else if case .integer(let number) = value {
          dictionary[entry.name] = NSNumber(value: number)
        } else if case .real(let number) = value {
          dictionary[entry.name] = NSNumber(value: number)
        } else if case .text(let text) = value {
          dictionary[entry.name] = text
        }
      }
      result.append(dictionary)
    }
    return result
  }

  open override var description: String {
    "<\(storeType) store: \(url?.lastPathComponent ?? "in memory")>"
  }
}

extension NSExpressionDescription {
  /// An attribute with the type of the result.
  fileprivate var resultAttribute: NSAttributeDescription? {
    guard expressionResultType != .undefinedAttributeType,
      expressionResultType != .objectIDAttributeType
    else { return nil }
    let attribute = NSAttributeDescription()
    attribute.attributeType = expressionResultType
    return attribute
  }
}
