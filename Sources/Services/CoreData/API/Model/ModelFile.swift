import FoundationXML
import YobanFoundation

/// A model as Xcode keeps it: a folder `NAME.xcdatamodeld` with a folder `VERSION.xcdatamodel` for each version,
/// whose file `contents` is XML. In the bundle of a simulated app it has the name `NAME.momd`, and a version
/// `VERSION.mom`.
struct ModelFile {
  let url: URL

  init(_ url: URL) { self.url = url }

  /// The models of a bundle, in the order of their names.
  static func all(in bundle: Bundle) -> [URL] {
    guard let folder = bundle.resourceURL,
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    else { return [] }
    return names.filter { $0.hasSuffix(".momd") || $0.hasSuffix(".mom") }.sorted().map {
      folder.appendingPathComponent($0)
    }
  }

  private static let endings = ["xcdatamodel", "mom"]

  /// The folders of the versions, in the order of their names.
  var versions: [URL] {
    if Self.endings.contains(url.pathExtension) { return [url] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.sorted().map(url.appendingPathComponent).filter {
      Self.endings.contains($0.pathExtension)
    }
  }

  /// The version that `.xccurrentversion` names; without this file the only one, or the last by name.
  private var current: URL? {
    if Self.endings.contains(url.pathExtension) { return existing(url) }
    if let data = try? Data(contentsOf: url.appendingPathComponent(".xccurrentversion")),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
        as? [String: Any],
      let name = list["_XCCurrentVersionName"] as? String
    {
      return existing(url.appendingPathComponent(name))
    }
    return versions.last
  }

  /// An app asks for a version by the name that it has on a device.
  private func existing(_ url: URL) -> URL? {
    Self.endings.map { url.deletingPathExtension().appendingPathExtension($0) }.first {
      FileManager.default.fileExists(atPath: $0.appendingPathComponent("contents").path)
    }
  }

  /// - Returns: whether the file could be read.
  func read(into model: NSManagedObjectModel) -> Bool {
    guard let version = current,
      let data = try? Data(contentsOf: version.appendingPathComponent("contents"))
    else { return false }
    let parser = XMLParser(data: data)
    let reader = ModelReader()
    parser.delegate = reader
    guard parser.parse() else { return false }
    reader.build(model)
    model.versionName = version.deletingPathExtension().lastPathComponent
    return true
  }
}

/// An element of the file.
private final class ModelElement {
  let name: String
  let attributes: [String: String]
  var children: [ModelElement] = []

  init(_ name: String, _ attributes: [String: String]) {
    (self.name, self.attributes) = (name, attributes)
  }

  subscript(_ name: String) -> String? { attributes[name] }
  func isYes(_ name: String) -> Bool { attributes[name] == "YES" }
  func children(_ name: String) -> [ModelElement] { children.filter { $0.name == name } }
}

/// Reads the XML of a version of a model.
private final class ModelReader: NSObject, XMLParserDelegate {
  private var stack: [ModelElement] = []
  private var root: ModelElement?

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?, attributes attributeDict: [String: String] = [:]
  ) {
    let element = ModelElement(elementName, attributeDict)
    if let parent = stack.last { parent.children.append(element) } else { root = element }
    stack.append(element)
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?
  ) {
    stack.removeLast()
  }

  func build(_ model: NSManagedObjectModel) {
    guard let root else { return }
    let elements = root.children("entity")
    var entities: [String: NSEntityDescription] = [:]
    for element in elements {
      let entity = NSEntityDescription()
      entity.name = element["name"]
      entity.isAbstract = element.isYes("isAbstract")
      entity.renamingIdentifier = element["elementID"]
      entity.versionHashModifier = element["versionHashModifier"]
      if let name = element["representedClassName"], !name.isEmpty {
        entity.managedObjectClassName = name
      }
      entity.userInfo = userInfo(element)
      entities[element["name"] ?? ""] = entity
    }
    for element in elements {
      guard let entity = entities[element["name"] ?? ""] else { continue }
      entity.properties = element.children.compactMap { property($0, entities) }
      entity.uniquenessConstraints = element.children("uniquenessConstraints").flatMap(\.children)
        .map {
          $0.children("constraint").compactMap { $0["value"] }
        }
      entity.indexes = element.children("fetchIndex").map { index($0, entity) }
    }
    for element in elements {
      guard let parent = element["parentEntity"].flatMap({ entities[$0] }),
        let entity = entities[element["name"] ?? ""]
      else { continue }
      parent.subentities.append(entity)
    }
    for element in elements {
      for child in element.children("relationship") {
        let relationship = entities[element["name"] ?? ""]?.relationshipsByName[child["name"] ?? ""]
        relationship?.inverseRelationship = child["inverseName"].flatMap {
          relationship?.destinationEntity?.relationshipsByName[$0]
        }
      }
    }
    model.entities = elements.compactMap { entities[$0["name"] ?? ""] }
    for element in root.children("configuration") {
      let members = element.children("memberEntity").compactMap { entities[$0["name"] ?? ""] }
      model.setEntities(members, forConfigurationName: element["name"] ?? "")
    }
    for element in root.children("fetchRequest") {
      let request = NSFetchRequest<NSFetchRequestResult>(entityName: element["entity"] ?? "")
      request.predicate = element["predicateString"].map { NSPredicate(format: $0) }
      model.setFetchRequestTemplate(request, forName: element["name"] ?? "")
    }
    if let identifier = root["userDefinedModelVersionIdentifier"], !identifier.isEmpty {
      model.versionIdentifiers = [identifier]
    }
  }

  private func userInfo(_ element: ModelElement) -> [AnyHashable: Any]? {
    let entries = element.children("userInfo").flatMap(\.children)
    return entries.isEmpty
      ? nil : Dictionary(entries.map { ($0["key"] ?? "", $0["value"] ?? "") }) { $1 }
  }

  private func property(
    _ element: ModelElement, _ entities: [String: NSEntityDescription]
  ) -> NSPropertyDescription? {
    let property: NSPropertyDescription
    switch element.name {
    case "attribute": property = attribute(element)
    case "relationship": property = relationship(element, entities)
    case "fetchedProperty": property = NSFetchedPropertyDescription()
    default: return nil
    }
    property.name = element["name"] ?? ""
    property.isOptional = element.isYes("optional")
    property.isTransient = element.isYes("transient")
    property.renamingIdentifier = element["elementID"]
    property.versionHashModifier = element["versionHashModifier"]
    property.userInfo = userInfo(element)
    return property
  }

  private func attribute(_ element: ModelElement) -> NSAttributeDescription {
    let attribute: NSAttributeDescription
    if let derivation = element["derivationExpression"], element.isYes("derived") {
      let derived = NSDerivedAttributeDescription()
      derived.derivationExpression = NSExpression(format: derivation)
      attribute = derived
    } else {
      attribute = NSAttributeDescription()
    }
    attribute.attributeType = Self.types[element["attributeType"] ?? ""] ?? .undefinedAttributeType
    attribute.valueTransformerName = element["valueTransformerName"]
    attribute.attributeValueClassName = element["customClassName"]
    attribute.allowsExternalBinaryDataStorage = element.isYes("allowsExternalBinaryDataStorage")
    attribute.minimum = (element["minValueString"] ?? element["minDateTimeInterval"]).flatMap {
      Double($0)
    }
    attribute.maximum = (element["maxValueString"] ?? element["maxDateTimeInterval"]).flatMap {
      Double($0)
    }
    attribute.regularExpression = element["regularExpressionString"]
    attribute.defaultValue = defaultValue(element, attribute.attributeType)
    return attribute
  }

  private func defaultValue(_ element: ModelElement, _ type: NSAttributeType) -> Any? {
    if let seconds = element["defaultDateTimeInterval"].flatMap({ Double($0) }) {
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
    guard let text = element["defaultValueString"] else { return nil }
    return switch type {
    case .stringAttributeType: text
    case .booleanAttributeType: NSNumber(value: text == "YES" || text == "1")
    case .decimalAttributeType: NSDecimalNumber(string: text)
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
      Int64(text).map { NSNumber(value: $0) }
    case .doubleAttributeType: Double(text).map { NSNumber(value: $0) }
    case .floatAttributeType: Float(text).map { NSNumber(value: $0) }
    case .UUIDAttributeType: UUID(uuidString: text)
    case .URIAttributeType: URL(string: text)
    default: nil
    }
  }

  private static let types: [String: NSAttributeType] = [
    "Integer 16": .integer16AttributeType, "Integer 32": .integer32AttributeType,
    "Integer 64": .integer64AttributeType, "Decimal": .decimalAttributeType,
    "Double": .doubleAttributeType, "Float": .floatAttributeType, "String": .stringAttributeType,
    "Boolean": .booleanAttributeType, "Date": .dateAttributeType,
    "Binary": .binaryDataAttributeType,
    "UUID": .UUIDAttributeType, "URI": .URIAttributeType,
    "Transformable": .transformableAttributeType, "ObjectID": .objectIDAttributeType,
  ]

  private func relationship(
    _ element: ModelElement, _ entities: [String: NSEntityDescription]
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    let isToMany = element.isYes("toMany")
    relationship.maxCount = Int(element["maxCount"] ?? "") ?? (isToMany ? 0 : 1)
    if isToMany, relationship.maxCount == 1 { relationship.maxCount = 0 }
    relationship.minCount = Int(element["minCount"] ?? "") ?? 0
    relationship.isOrdered = element.isYes("ordered")
    relationship.destinationEntity = element["destinationEntity"].flatMap { entities[$0] }
    relationship.deleteRule =
      switch element["deletionRule"] {
      case "Cascade": .cascadeDeleteRule
      case "Deny": .denyDeleteRule
      case "No Action": .noActionDeleteRule
      default: .nullifyDeleteRule
      }
    return relationship
  }

  private func index(_ element: ModelElement, _ entity: NSEntityDescription)
    -> NSFetchIndexDescription
  {
    let elements = element.children("fetchIndexElement").compactMap { part in
      part["property"].flatMap { entity.propertiesByName[$0] }.map { property in
        let description = NSFetchIndexElementDescription(
          property: property, collationType: part["type"] == "RTree" ? .rTree : .binary)
        description.isAscending = part["order"] != "descending"
        return description
      }
    }
    return NSFetchIndexDescription(name: element["name"] ?? "", elements: elements)
  }
}
