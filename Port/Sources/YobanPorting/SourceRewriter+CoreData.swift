import SwiftSyntax

/// Core Data's part of the Objective-C runtime: the accessors of `@NSManaged` members, and the objects that a fetch
/// makes of the app's classes.
extension SourceRewriter {
  /// Gives a property with `@NSManaged` accessors that read and change the object's value.
  func lowerManaged(_ node: VariableDeclSyntax) {
    for binding in node.bindings {
      guard let type = binding.typeAnnotation, binding.accessorBlock == nil else { continue }
      let key = "\"\(binding.pattern.trimmedDescription.filter { $0 != "`" })\""
      edits.insert(
        " { get { yobanValue(\(key)) } set { yobanSet(newValue, \(key)) } }",
        at: type.endPositionBeforeTrailingTrivia)
    }
  }

  /// Gives a method with `@NSManaged` a body that calls Core Data by the name that the method has in Objective-C.
  func lowerManaged(_ node: FunctionDeclSyntax) {
    let arguments = node.signature.parameterClause.parameters.map {
      ", " + ($0.secondName ?? $0.firstName).text
    }.joined()
    edits.insert(
      " { yobanCall(\"\(node.objectiveCName)\"\(arguments)) }",
      at: node.endPositionBeforeTrailingTrivia)
  }

  /// Adds a method that makes an object to a class of managed objects: Swift cannot call an initializer of a class that
  /// it knows only as a value. A class whose designated initializers are others than Core Data's has none, and the app
  /// ends when a fetch finds an object of it, as on a device.
  func addFactory(_ node: ClassDeclSyntax) {
    guard let path = enclosingTypes.last, index.isManagedObject(path),
      index.hasInitializer(["entity", "insertInto"], path),
      index.ownMethods("yobanInstance", of: path).isEmpty
    else { return }
    needsCoreData = true
    edits.insert(
      " public nonisolated override class func yobanInstance(_ entity: CoreData.NSEntityDescription,"
        + " _ context: CoreData.NSManagedObjectContext?) -> CoreData.NSManagedObject"
        + " { \(node.name.text)(entity: entity, insertInto: context) }",
      at: node.memberBlock.leftBrace.endPositionBeforeTrailingTrivia)
  }
}
