import Foundation

/// Writes the classes that Xcode generates for the entities of a Core Data model: whole classes for the choice "Class
/// Definition", and only their properties for "Category/Extension".
public struct DataModelCompiler {
  /// Swift code as Xcode writes it, which YobanPort ports as it ports the app's own sources. Only a comment if Xcode
  /// generates nothing for the model.
  public private(set) var code: String

  /// - Parameters:
  ///   - name: the name of the model without its extension, such as `Nights`.
  ///   - text: the file `contents` of a version of the model.
  /// - Throws: `XcodeFileError` if the text is no model.
  public init(name: String, text: String) throws(XcodeFileError) {
    let root = try XMLTree.parse(text)
    guard root.name == "model" else {
      throw XcodeFileError(line: root.line, message: "The file is not a model of Core Data.")
    }
    let entities = root.children.filter { $0.name == "entity" }.map(Entity.init)
    let classes = Dictionary(
      entities.map { ($0.name, $0.className) }, uniquingKeysWith: { first, _ in first })
    let declarations = entities.flatMap { $0.declarations(classes) }
    code =
      declarations.isEmpty
      ? "// Xcode generates no class for the model \(name).\n"
      : "import CoreData\nimport Foundation\n\n" + declarations.joined(separator: "\n") + "\n"
  }

  /// Reads the current version of a model.
  ///
  /// - Parameter folder: `NAME.xcdatamodeld`, or `NAME.xcdatamodel` for a model without versions.
  /// - Returns: the file `contents` of the version that `.xccurrentversion` names, of the only version, or of the last
  ///   one by name; nil if there is none.
  public static func currentVersion(of folder: URL) -> URL? {
    func contents(_ version: URL) -> URL? {
      let file = version.appending(path: "contents")
      return FileManager.default.fileExists(atPath: file.path) ? file : nil
    }
    if folder.pathExtension == "xcdatamodel" { return contents(folder) }
    if let data = try? Data(contentsOf: folder.appending(path: ".xccurrentversion")),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
        as? [String: Any],
      let name = list["_XCCurrentVersionName"] as? String
    {
      return contents(folder.appending(path: name))
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().last { $0.hasSuffix(".xcdatamodel") }.flatMap {
      contents(folder.appending(path: $0))
    }
  }
}

private struct Entity {
  let element: XMLNode
  let name: String
  /// The name of the class without its module; nil for an entity without a class of its own.
  let className: String

  init(_ element: XMLNode) {
    self.element = element
    name = element["name"] ?? ""
    let full = element["representedClassName"] ?? ""
    className = full.split(separator: ".").last.map(String.init) ?? "NSManagedObject"
  }

  /// - Parameter classes: the names of the classes by entity.
  func declarations(_ classes: [String: String]) -> [String] {
    guard className != "NSManagedObject" else { return [] }
    var texts: [String] = []
    switch element["codeGenerationType"] {
    case "class":
      let parent = element["parentEntity"].flatMap { classes[$0] } ?? "NSManagedObject"
      texts.append("@objc(\(className))\npublic class \(className): \(parent) {}\n")
    case "category": break
    default: return []
    }
    let properties = element.children.compactMap { property($0, classes) }
    texts.append(
      """
      extension \(className) {
        @nonobjc public class func fetchRequest() -> NSFetchRequest<\(className)> {
          return NSFetchRequest<\(className)>(entityName: "\(name)")
        }
      \(properties.map { "  @NSManaged public \($0)\n" }.joined())}

      """)
    for relationship in element.children
    where relationship.name == "relationship" && relationship["toMany"] == "YES" {
      texts.append(accessors(relationship, classes))
    }
    if element["parentEntity"] == nil { texts.append("extension \(className): Identifiable {}\n") }
    return texts
  }

  private func property(_ element: XMLNode, _ classes: [String: String]) -> String? {
    guard let name = element["name"] else { return nil }
    switch element.name {
    case "attribute": return type(of: element).map { "var `\(name)`: \($0)" }
    case "relationship":
      if element["toMany"] == "YES" {
        return "var `\(name)`: \(element["ordered"] == "YES" ? "NSOrderedSet" : "NSSet")?"
      }
      return "var `\(name)`: \(destination(element, classes))?"
    default: return nil
    }
  }

  private func destination(_ relationship: XMLNode, _ classes: [String: String]) -> String {
    relationship["destinationEntity"].flatMap { classes[$0] } ?? "NSManagedObject"
  }

  /// The type of an attribute's property; nil for a type that has none in Swift.
  private func type(of attribute: XMLNode) -> String? {
    let isScalar = attribute["usesScalarValueType"] == "YES"
    switch attribute["attributeType"] {
    case "Integer 16": return isScalar ? "Int16" : "NSNumber?"
    case "Integer 32": return isScalar ? "Int32" : "NSNumber?"
    case "Integer 64": return isScalar ? "Int64" : "NSNumber?"
    case "Double": return isScalar ? "Double" : "NSNumber?"
    case "Float": return isScalar ? "Float" : "NSNumber?"
    case "Boolean": return isScalar ? "Bool" : "NSNumber?"
    case "Date": return isScalar ? "TimeInterval" : "Date?"
    case "Decimal": return "NSDecimalNumber?"
    case "String": return "String?"
    case "Binary": return "Data?"
    case "UUID": return "UUID?"
    case "URI": return "URL?"
    case "ObjectID": return "NSManagedObjectID?"
    case "Composite": return "[String: Any]?"
    case "Transformable": return (attribute["customClassName"] ?? "NSObject") + "?"
    default: return nil
    }
  }

  /// The methods that change a relationship to many objects.
  private func accessors(_ relationship: XMLNode, _ classes: [String: String]) -> String {
    let name = relationship["name"] ?? ""
    let key = name.prefix(1).uppercased() + name.dropFirst()
    let member = destination(relationship, classes)
    let isOrdered = relationship["ordered"] == "YES"
    var methods = [
      ("add\(key)Object:", "addTo\(key)(_ value: \(member))"),
      ("remove\(key)Object:", "removeFrom\(key)(_ value: \(member))"),
    ]
    let set = isOrdered ? "NSOrderedSet" : "NSSet"
    methods += [
      ("add\(key):", "addTo\(key)(_ values: \(set))"),
      ("remove\(key):", "removeFrom\(key)(_ values: \(set))"),
    ]
    if isOrdered {
      methods += [
        ("insertObject:in\(key)AtIndex:", "insertInto\(key)(_ value: \(member), at idx: Int)"),
        ("removeObjectFrom\(key)AtIndex:", "removeFrom\(key)(at idx: Int)"),
        (
          "insert\(key):atIndexes:",
          "insertInto\(key)(_ values: [\(member)], at indexes: NSIndexSet)"
        ),
        ("remove\(key)AtIndexes:", "removeFrom\(key)(at indexes: NSIndexSet)"),
        (
          "replaceObjectIn\(key)AtIndex:withObject:",
          "replace\(key)(at idx: Int, with value: \(member))"
        ),
        (
          "replace\(key)AtIndexes:with\(key):",
          "replace\(key)(at indexes: NSIndexSet, with values: [\(member)])"
        ),
      ]
    }
    let lines = methods.map { "  @objc(\($0)) @NSManaged public func \($1)\n" }.joined()
    return "extension \(className) {\n\(lines)}\n"
  }
}
