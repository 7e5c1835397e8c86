import CoreData

/// A model made in code: nights with samples, and tags that several nights share.
enum Models {
  static func attribute(
    _ name: String, _ type: NSAttributeType, optional: Bool = true, default value: Any? = nil
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = optional
    attribute.defaultValue = value
    return attribute
  }

  static func relate(
    _ one: NSEntityDescription, _ name: String, toMany: Bool, rule: NSDeleteRule,
    _ other: NSEntityDescription, _ inverseName: String, inverseToMany: Bool,
    ordered: Bool = false
  ) {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = other
    relationship.maxCount = toMany ? 0 : 1
    relationship.deleteRule = rule
    relationship.isOrdered = ordered
    let inverse = NSRelationshipDescription()
    inverse.name = inverseName
    inverse.destinationEntity = one
    inverse.maxCount = inverseToMany ? 0 : 1
    relationship.inverseRelationship = inverse
    inverse.inverseRelationship = relationship
    one.properties.append(relationship)
    other.properties.append(inverse)
  }

  static func nights(_ change: (NSEntityDescription) -> Void = { _ in }) -> NSManagedObjectModel {
    let night = NSEntityDescription()
    night.name = "Night"
    night.properties = [
      attribute("name", .stringAttributeType, optional: false),
      attribute("start", .dateAttributeType),
      attribute("count", .integer64AttributeType, default: 0),
      attribute("rate", .doubleAttributeType),
      attribute("done", .booleanAttributeType, default: false),
      attribute("id", .UUIDAttributeType), attribute("data", .binaryDataAttributeType),
      attribute("price", .decimalAttributeType), attribute("link", .URIAttributeType),
      attribute("list", .transformableAttributeType),
    ]
    let sample = NSEntityDescription()
    sample.name = "Sample"
    sample.properties = [attribute("value", .doubleAttributeType, default: 0.0)]
    let tag = NSEntityDescription()
    tag.name = "Tag"
    tag.properties = [attribute("word", .stringAttributeType)]
    relate(
      night, "samples", toMany: true, rule: .cascadeDeleteRule, sample, "night",
      inverseToMany: false)
    relate(
      night, "tags", toMany: true, rule: .nullifyDeleteRule, tag, "nights", inverseToMany: true)
    change(night)
    let model = NSManagedObjectModel()
    model.entities = [night, sample, tag]
    return model
  }

  /// A container whose store is in memory, or a file.
  static func container(
    _ model: NSManagedObjectModel = nights(), at url: URL = URL(fileURLWithPath: "/dev/null")
  ) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Nights", managedObjectModel: model)
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }
}

extension NSManagedObjectContext {
  func insert(_ entity: String, _ values: [String: Any]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: self)
    object.setValuesForKeys(values)
    return object
  }

  func names(_ format: String? = nil, _ arguments: [Any] = [], sort: String = "name") throws
    -> [String]
  {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Night")
    request.predicate = format.map { NSPredicate(format: $0, argumentArray: arguments) }
    request.sortDescriptors = [NSSortDescriptor(key: sort, ascending: true)]
    return try fetch(request).compactMap { $0.value(forKey: "name") as? String }
  }
}
