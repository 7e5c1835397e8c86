import YobanFoundation

/// The parts of a store's model that a migration must know. They stand in the store itself: SwiftData has
/// no file of a model in the app's bundle.
struct ModelArchive: Codable {
  struct Attribute: Codable {
    var name: String
    var type: UInt
    var isTransient: Bool
    var isOptional: Bool
  }
  struct Relationship: Codable {
    var name: String
    var destination: String
    var inverse: String?
    var isToMany: Bool
    var isOrdered: Bool
  }
  struct Entity: Codable {
    var name: String
    var parent: String?
    var isAbstract: Bool
    var attributes: [Attribute]
    var relationships: [Relationship]
  }
  var entities: [Entity]

  init(_ model: NSManagedObjectModel) {
    entities = model.entities.map { entity in
      let inherited = Set((entity.superentity?.propertiesByName ?? [:]).keys)
      let own = entity.properties.filter { !inherited.contains($0.name) }
      return Entity(
        name: entity.name ?? "", parent: entity.superentity?.name, isAbstract: entity.isAbstract,
        attributes: own.compactMap { $0 as? NSAttributeDescription }.map {
          Attribute(
            name: $0.name, type: $0.attributeType.rawValue, isTransient: $0.isTransient,
            isOptional: $0.isOptional)
        },
        relationships: own.compactMap { $0 as? NSRelationshipDescription }.map {
          Relationship(
            name: $0.name, destination: $0.destinationEntity?.name ?? "",
            inverse: $0.inverseRelationship?.name, isToMany: $0.isToMany, isOrdered: $0.isOrdered)
        })
    }
  }

  /// The model, with all that a lightweight migration needs.
  var model: NSManagedObjectModel {
    var made: [String: NSEntityDescription] = [:]
    for entity in entities {
      let description = NSEntityDescription()
      description.name = entity.name
      description.isAbstract = entity.isAbstract
      made[entity.name] = description
    }
    for entity in entities {
      let attributes = entity.attributes.map { attribute in
        let description = NSAttributeDescription()
        description.name = attribute.name
        description.attributeType =
          NSAttributeType(rawValue: attribute.type) ?? .undefinedAttributeType
        description.isTransient = attribute.isTransient
        description.isOptional = attribute.isOptional
        return description
      }
      let relationships = entity.relationships.map { relationship in
        let description = NSRelationshipDescription()
        description.name = relationship.name
        description.destinationEntity = made[relationship.destination]
        description.maxCount = relationship.isToMany ? 0 : 1
        description.isOrdered = relationship.isOrdered
        return description
      }
      made[entity.name]?.properties = attributes + relationships
    }
    for entity in entities {
      if let parent = entity.parent, let child = made[entity.name] {
        made[parent]?.subentities.append(child)
      }
      for relationship in entity.relationships {
        made[entity.name]?.relationshipsByName[relationship.name]?.inverseRelationship =
          relationship.inverse.flatMap { made[relationship.destination]?.relationshipsByName[$0] }
      }
    }
    let model = NSManagedObjectModel()
    model.entities = entities.compactMap { made[$0.name] }
    return model
  }
}

extension NSPersistentStore {
  /// An option of a store that is migrated from the model that stands in it. SwiftData sets it.
  package static let usesStoredModel = "YobanUsesStoredModel"

  /// The model with which the store was written.
  func storedModel() -> NSManagedObjectModel? {
    guard
      case .blob(let data)? = try? database.value(
        "SELECT value FROM _metadata WHERE key = 'model'")
    else { return nil }
    return (try? PropertyListDecoder().decode(ModelArchive.self, from: data))?.model
  }

  func writeModel() throws {
    let data = try PropertyListEncoder().encode(ModelArchive(model))
    try database.run(
      "INSERT OR REPLACE INTO _metadata (key, value) VALUES ('model', ?)", [.blob(data)])
  }
}
