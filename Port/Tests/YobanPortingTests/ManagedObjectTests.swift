import Testing

@testable import YobanPorting

/// Classes of Core Data, whose accessors and objects the Objective-C runtime makes on a device.
@Suite struct ManagedObjectTests {
  static let members: [(input: String, output: String)] = [
    (
      "@NSManaged public var name: String?",
      #" public var name: String? { get { yobanValue("name") } set { yobanSet(newValue, "name") } }"#
    ),
    (
      "@NSManaged var `in`: Int, out: Int",
      #" var `in`: Int { get { yobanValue("in") } set { yobanSet(newValue, "in") } }, out: Int"#
        + #" { get { yobanValue("out") } set { yobanSet(newValue, "out") } }"#
    ),
    (
      "@objc(addSamplesObject:) @NSManaged func addToSamples(_ value: Sample)",
      #"  func addToSamples(_ value: Sample) { yobanCall("addSamplesObject:", value) }"#
    ),
    (
      "@objc(insertSamples:atIndexes:) @NSManaged func insert(_ values: [Sample], at indexes: NSIndexSet)",
      #"  func insert(_ values: [Sample], at indexes: NSIndexSet) { yobanCall("insertSamples:atIndexes:", values, indexes) }"#
    ),
  ]

  @Test(arguments: members.indices)
  func `a member with @NSManaged has a body`(_ row: Int) {
    let (input, output) = Self.members[row]
    let body = Port("extension Night {\n  \(input)\n}").body
    #expect(body == "extension Night {\n  \(output)\n}")
    #expect(Port(body).body == body)
    #expect(Port("extension Night {\n  \(input)\n}").diagnostics.isEmpty)
  }

  static let factories: [(text: String, classes: [String])] = [
    ("class Night: NSManagedObject {}", ["Night"]),
    ("class Night: CoreData.NSManagedObject, Named {}", ["Night"]),
    (
      "class Base: NSManagedObject {}\nclass Night: Base {}\nclass Other: Named {}",
      ["Base", "Night"]
    ),
    ("class Night: NSManagedObject { convenience init(name: String) { self.init() } }", ["Night"]),
    (
      "class Night: NSManagedObject { override init(entity: E, insertInto context: C?) { super.init(entity: entity, insertInto: context) } }",
      ["Night"]
    ),
    ("class Night: NSManagedObject { init(name: String) { fatalError() } }", []),
    (
      "class Base: NSManagedObject { init(name: String) { fatalError() } }\nclass Night: Base {}",
      []
    ),
    ("struct Outer { class Night: NSManagedObject {} }", ["Night"]),
    ("class Night: NSObject {}", []),
  ]

  @Test(arguments: factories.indices)
  func `a class makes its objects if it has the initializer of Core Data`(_ row: Int) {
    let (text, classes) = Self.factories[row]
    let body = Port(text).body
    let found = body.matches(of: /func yobanInstance\(.*?\{ (\w+)\(entity: entity/).map {
      String($0.1)
    }
    #expect(found == classes)
    #expect(Port(body).body == body)
  }

  @Test(arguments: [
    ("import Foundation", true), ("import CoreData", false),
    ("import CoreData.NSManagedObject", false),
    ("", true),
  ])
  func `the file of a class imports Core Data`(_ imports: String, _ isAdded: Bool) {
    let port = Port("\(imports)\nclass Night: NSManagedObject {}")
    #expect(port.generated.contains("import CoreData\n") == isAdded)
  }

  @Test func `the names of managed properties are known, also those of the superclass`() {
    let text = Port(
      "class Base: NSManagedObject { @NSManaged var a: Int; @NSManaged private var hidden: Int }\n"
        + "class Night: Base { var other = 1 }\nextension Night { @NSManaged var `in`: Int }"
    ).generated
    #expect(
      text.contains(#"[\Base.`a`: "a", \Night.`a`: "a", \Night.`in`: "in"]"#))
  }

  @Test(arguments: [
    ("import SwiftUI", ["CoreData", "_CoreData_SwiftUI"], true),
    ("import SwiftUI", ["SwiftUI"], false),
    ("import CoreData", ["_CoreData_SwiftUI"], false),
  ])
  func `a file of views imports what SwiftUI knows of Core Data`(
    _ text: String, _ modules: [String], _ isImported: Bool
  ) {
    let body = Port(text, PortSettings(platform: .iOS, modules: Set(modules))).body
    #expect(body.contains("import _CoreData_SwiftUI; ") == isImported)
  }
}
