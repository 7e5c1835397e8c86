import Foundation
import Testing

@testable import YobanXcodeFiles

@Suite struct DataModelCompilerTests {
  private func code(_ entities: String) throws -> String {
    try DataModelCompiler(name: "Nights", text: "<model>\(entities)</model>").code
  }

  /// Attributes as Xcode 16 writes them, with the types that it generates for them.
  static let attributes: [(attribute: String, declaration: String)] = [
    (#"name="a" attributeType="String""#, "`a`: String?"),
    (#"name="a" attributeType="Integer 16" usesScalarValueType="YES""#, "`a`: Int16"),
    (#"name="a" attributeType="Integer 32" usesScalarValueType="YES""#, "`a`: Int32"),
    (
      #"name="a" optional="YES" attributeType="Integer 64" usesScalarValueType="YES""#, "`a`: Int64"
    ),
    (#"name="a" attributeType="Integer 64" usesScalarValueType="NO""#, "`a`: NSNumber?"),
    (#"name="a" attributeType="Boolean" usesScalarValueType="YES""#, "`a`: Bool"),
    (#"name="a" attributeType="Date" usesScalarValueType="NO""#, "`a`: Date?"),
    (#"name="a" attributeType="Date" usesScalarValueType="YES""#, "`a`: TimeInterval"),
    (#"name="a" attributeType="Decimal" defaultValueString="0.0""#, "`a`: NSDecimalNumber?"),
    (#"name="a" attributeType="UUID" usesScalarValueType="NO""#, "`a`: UUID?"),
    (#"name="a" attributeType="Transformable""#, "`a`: NSObject?"),
    (#"name="a" attributeType="Transformable" customClassName="[Double]""#, "`a`: [Double]?"),
  ]

  @Test(arguments: attributes.indices)
  func `a property has the type that Xcode generates`(_ row: Int) throws {
    let (attribute, declaration) = Self.attributes[row]
    let code = try code(
      "<entity name=\"Night\" representedClassName=\"Night\" codeGenerationType=\"category\"><attribute \(attribute)/></entity>"
    )
    #expect(code.contains("  @NSManaged public var \(declaration)\n"))
    #expect(!code.contains("class Night:"))
  }

  @Test func `only the entities of the choices have code`() throws {
    let all = try code(
      """
      <entity name="A" representedClassName="A" codeGenerationType="class"/>
      <entity name="B" representedClassName=".BObject" parentEntity="A" codeGenerationType="class"/>
      <entity name="C" representedClassName="App.C" codeGenerationType="category"/>
      <entity name="D" representedClassName="D"/>
      <entity name="E" codeGenerationType="class"/>
      """)
    let classes = all.matches(of: /public class (\w+): (\w+)/).map { "\($0.1): \($0.2)" }
    #expect(classes == ["A: NSManagedObject", "BObject: A"])
    let extended = all.matches(of: /extension (\w+) \{/).map { String($0.1) }
    #expect(extended == ["A", "BObject", "C"])
    #expect(all.contains(#"NSFetchRequest<BObject>(entityName: "B")"#))
    #expect(try code(#"<entity name="D" representedClassName="D"/>"#).hasPrefix("// "))
  }

  @Test func `a relationship to many objects has accessors`() throws {
    let code = try code(
      """
      <entity name="Night" representedClassName="Night" codeGenerationType="class">
        <relationship name="samples" toMany="YES" ordered="YES" destinationEntity="Sample"/>
        <relationship name="tags" toMany="YES" destinationEntity="Tag"/>
        <relationship name="phone" destinationEntity="Phone"/>
      </entity>
      <entity name="Sample" representedClassName="Reading"/>
      """)
    #expect(code.contains("var `samples`: NSOrderedSet?"))
    #expect(code.contains("var `tags`: NSSet?"))
    #expect(code.contains("var `phone`: NSManagedObject?"), "an entity without a class")
    #expect(
      code.contains(
        "@objc(addSamplesObject:) @NSManaged public func addToSamples(_ value: Reading)"))
    #expect(code.contains("@objc(insertObject:inSamplesAtIndex:)"))
    #expect(!code.contains("inTagsAtIndex"))
  }

  @Test(arguments: ["", "<plist/>", "model"])
  func `a file that is no model is an error`(_ text: String) {
    #expect(throws: XcodeFileError.self) { try DataModelCompiler(name: "Nights", text: text) }
  }

  @Test func `the current version is the one of Xcode's list, or the last`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "yoban-\(UUID().uuidString)/A.xcdatamodeld")
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    #expect(DataModelCompiler.currentVersion(of: folder) == nil)
    for name in ["A", "A 2"] {
      let version = folder.appending(path: "\(name).xcdatamodel")
      try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
      try Data().write(to: version.appending(path: "contents"))
    }
    func current() -> String? {
      DataModelCompiler.currentVersion(of: folder)?.deletingLastPathComponent().lastPathComponent
    }
    #expect(current() == "A.xcdatamodel")
    let list = ["_XCCurrentVersionName": "A 2.xcdatamodel"]
    try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
      .write(to: folder.appending(path: ".xccurrentversion"))
    #expect(current() == "A 2.xcdatamodel")
  }
}
