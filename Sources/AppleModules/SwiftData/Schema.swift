import CoreData

/// The classes of a container.
///
/// Sendable: it does not change.
public final class Schema: @unchecked Sendable, Equatable {
  /// The number of a version of the classes.
  public struct Version: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    public let (major, minor, patch): (Int, Int, Int)
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      (self.major, self.minor, self.patch) = (major, minor, patch)
    }
    public static func < (a: Self, b: Self) -> Bool {
      (a.major, a.minor, a.patch) < (b.major, b.minor, b.patch)
    }
    public var description: String { "\(major).\(minor).\(patch)" }
  }

  /// A property of a class, as YobanPort describes it.
  public struct PropertyMetadata {
    let name: String
    let keyPath: AnyKeyPath
    let options: Any?

    /// - Parameter options: what `@Attribute` or `@Relationship` says.
    public init(_ name: String, _ keyPath: AnyKeyPath, _ options: Any? = nil) {
      (self.name, self.keyPath, self.options) = (name, keyPath, options)
    }

    var type: Any.Type { Swift.type(of: keyPath).valueType }
  }

  /// The arguments of `@Attribute` at a property.
  public struct Attribute {
    public struct Option: Sendable, Equatable {
      let name: String
      public static let unique = Option(name: "unique")
      public static let externalStorage = Option(name: "externalStorage")
      public static let spotlight = Option(name: "spotlight")
      public static let allowsCloudEncryption = Option(name: "allowsCloudEncryption")
      public static let preserveValueOnDeletion = Option(name: "preserveValueOnDeletion")
      public static let ephemeral = Option(name: "ephemeral")
      public static func ephemeral(_ isEphemeral: Bool) -> Option { .ephemeral }
      public static func transformable(by transformerName: String) -> Option {
        Option(name: "transformable")
      }
      public static func transformable(by transformerType: Any.Type) -> Option {
        Option(name: "transformable")
      }
    }
    let options: [Option]
    let originalName: String?

    public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
      (self.options, self.originalName) = (options, originalName)
    }
  }

  /// The arguments of `@Relationship` at a property.
  public struct Relationship {
    @nonexhaustive public enum DeleteRule: String, Sendable {
      case noAction, nullify, cascade, deny
    }
    public struct Option: Sendable, Equatable {
      public static let unique = Option()
    }
    let deleteRule: DeleteRule
    let originalName: String?
    let inverse: AnyKeyPath?

    public init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
      hashModifier: String? = nil
    ) {
      (self.deleteRule, self.originalName, self.inverse) = (deleteRule, originalName, inverse)
    }
  }

  public struct Entity: Hashable, Sendable {
    public let name: String
  }

  public let version: Version
  /// The classes, with those of their relationships.
  let types: [any PersistentModel.Type]

  public init(_ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)) {
    var all: [any PersistentModel.Type] = []
    func add(_ type: any PersistentModel.Type) {
      guard !all.contains(where: { $0 == type }) else { return }
      all.append(type)
      for property in type.schemaMetadata { Self.destination(property).map(add) }
    }
    types.forEach(add)
    self.types = all
    self.version = version
  }

  public convenience init(versionedSchema: any VersionedSchema.Type) {
    self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
  }

  public var entities: [Entity] { types.map { Entity(name: Self.name(of: $0)) } }
  public static func == (a: Schema, b: Schema) -> Bool { a === b || a.entities == b.entities }

  /// The name of the entity of a class.
  public static func entityName<T: PersistentModel>(for type: T.Type) -> String { name(of: type) }
  static func name(of type: any PersistentModel.Type) -> String { "\(type)" }

  private static func kind(_ property: PropertyMetadata) -> ModelValue.Kind? {
    ModelValue.Kind((property.type as? any OptionalType.Type)?.wrapped ?? property.type)
  }

  private static func destination(_ property: PropertyMetadata) -> (any PersistentModel.Type)? {
    switch kind(property) {
    case .model(let type): type
    case .models(let list): list.model
    default: nil
    }
  }

  // MARK: The model of Core Data

  /// Makes the model in which Core Data stores the classes.
  func model() -> NSManagedObjectModel {
    let entities = types.map { type in
      let entity = NSEntityDescription()
      entity.name = Self.name(of: type)
      return entity
    }
    func find(_ type: any PersistentModel.Type) -> NSEntityDescription? {
      types.firstIndex { $0 == type }.map { entities[$0] }
    }
    for (type, entity) in zip(types, entities) {
      entity.properties = type.schemaMetadata.map { property in
        Self.destination(property).map { Self.relationship(property, to: find($0)) }
          ?? Self.attribute(property)
      }
      let unique = type.schemaMetadata.filter {
        ($0.options as? Attribute)?.options.contains(.unique) == true
      }.map { [$0.name] }
      entity.uniquenessConstraints =
        unique + type.yobanUnique.map { paths in paths.compactMap { Self.name(of: $0, in: type) } }
    }
    for (type, entity) in zip(types, entities) { connect(type, entity, find) }
    let model = NSManagedObjectModel()
    model.entities = entities
    return model
  }

  private static func name(of path: AnyKeyPath, in type: any PersistentModel.Type) -> String? {
    type.schemaMetadata.first { $0.keyPath == path }?.name
  }

  private static func attribute(_ property: PropertyMetadata) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = property.name
    attribute.isOptional = true
    let options = property.options as? Attribute
    attribute.renamingIdentifier = options?.originalName
    attribute.isTransient = options?.options.contains(.ephemeral) ?? false
    if case .attribute(let type)? = kind(property) {
      attribute.attributeType = type
    } else {
      attribute.attributeType = .binaryDataAttributeType
    }
    return attribute
  }

  private static func relationship(
    _ property: PropertyMetadata, to destination: NSEntityDescription?
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = property.name
    relationship.isOptional = true
    relationship.destinationEntity = destination
    if case .models? = kind(property) {
      relationship.maxCount = 0
    } else {
      relationship.maxCount = 1
    }
    let options = property.options as? Relationship
    relationship.renamingIdentifier = options?.originalName
    relationship.deleteRule =
      switch options?.deleteRule {
      case .cascade: .cascadeDeleteRule
      case .deny: .denyDeleteRule
      case .noAction: .noActionDeleteRule
      default: .nullifyDeleteRule
      }
    return relationship
  }

  /// Connects the inverse relationships: those that `@Relationship` names, and the only one that leads back.
  private func connect(
    _ type: any PersistentModel.Type, _ entity: NSEntityDescription,
    _ entityOf: (any PersistentModel.Type) -> NSEntityDescription?
  ) {
    for property in type.schemaMetadata {
      guard let destination = Self.destination(property), let other = entityOf(destination),
        let own = entity.relationshipsByName[property.name]
      else { continue }
      let named = (property.options as? Relationship)?.inverse.flatMap {
        Self.name(of: $0, in: destination)
      }
      let back = destination.schemaMetadata.filter {
        Self.destination($0).map { $0 == type } == true
          && !(destination == type && $0.name == property.name)
      }
      guard let name = named ?? (back.count == 1 ? back[0].name : nil),
        own.inverseRelationship == nil,
        let inverse = other.relationshipsByName[name], inverse.inverseRelationship == nil
      else { continue }
      own.inverseRelationship = inverse
      inverse.inverseRelationship = own
    }
  }
}

/// The classes of one version of an app.
public protocol VersionedSchema {
  static var models: [any PersistentModel.Type] { get }
  static var versionIdentifier: Schema.Version { get }
}

/// The way of a store from version to version.
public protocol SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { get }
  static var stages: [MigrationStage] { get }
}

/// One step between two versions.
@nonexhaustive public enum MigrationStage {
  case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
  case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: ((ModelContext) throws -> Void)?, didMigrate: ((ModelContext) throws -> Void)?)
}
