/// The generated table of the methods of one file that can be called by name.
struct SelectorTable {
  let name: String
  let text: String

  /// Returns nil if the file has no methods to list.
  init?(types: [SourceIndex.TypeDeclaration], index: ModuleIndex, identifier: String) {
    name = "YobanPorted_\(identifier)"
    var selectors: [(path: String, lines: [String])] = []
    var names: [(path: String, names: [String])] = []
    var classes: [String] = []
    var keyPaths: [String] = []
    for type in types where Self.isListed(type, index) {
      let lines = Self.lines(type, index)
      if !lines.isEmpty { selectors.append((type.path, lines)) }
      let own = type.methods.map(\.objectiveCName) + type.properties.map(\.name)
      if !own.isEmpty { names.append((type.path, own)) }
      if let name = type.objectiveCName { classes.append("\"\(name)\": \(type.path).self") }
      if type.kind == .class {
        keyPaths += index.managedProperties(of: type.path).map {
          "\\\(type.path).`\($0)`: \"\($0)\""
        }
      }
    }
    if names.isEmpty && selectors.isEmpty && classes.isEmpty && keyPaths.isEmpty { return nil }
    var text = ""
    for (number, entry) in selectors.enumerated() {
      text += """
        extension \(entry.path) {
          nonisolated fileprivate static func \(name)_\(number)() -> [YobanFoundation.Selector] {
            [
        \(entry.lines.map { "      \($0),\n" }.joined())    ]
          }
        }

        """
    }
    text += "enum \(name): YobanFoundation.PortedFile {\n"
    text += "  static func selectors(of type: Any.Type) -> [YobanFoundation.Selector] {\n"
    text += "    \(selectors.isEmpty ? "let" : "var") found: [YobanFoundation.Selector] = []\n"
    for (number, entry) in selectors.enumerated() {
      text += "    if type == \(entry.path).self { found += \(entry.path).\(name)_\(number)() }\n"
    }
    text += "    return found\n  }\n"
    text += "  static func methodNames(of type: Any.Type) -> [String] {\n"
    text += "    \(names.isEmpty ? "let" : "var") found: [String] = []\n"
    for entry in names {
      let list = entry.names.map { "\"\($0)\"" }.joined(separator: ", ")
      text += "    if type == \(entry.path).self { found += [\(list)] }\n"
    }
    text += "    return found\n  }\n"
    if !classes.isEmpty {
      text += "  static var classes: [String: AnyClass] {\n"
      text += "    [\(classes.joined(separator: ", "))]\n  }\n"
    }
    if !keyPaths.isEmpty {
      text += "  static var keyPaths: [AnyKeyPath: String] {\n"
      text += "    [\(keyPaths.joined(separator: ", "))]\n  }\n"
    }
    text += "}\n"
    self.text = text
  }

  /// Classes, and extensions of what may be a class. A generic class has no type of its own to
  /// compare with, and Objective-C does not see its methods.
  private static func isListed(_ type: SourceIndex.TypeDeclaration, _ index: ModuleIndex) -> Bool {
    guard type.isVisibleInFile, !type.isGeneric, !index.isGeneric(type.path) else { return false }
    switch type.kind {
    case .class: return true
    case .extension:
      if index.isDeclared(type.path) { return index.isClass(type.path) }
      return type.methods.contains { $0.isExposed }
    default: return false
    }
  }

  private static func lines(
    _ type: SourceIndex.TypeDeclaration, _ index: ModuleIndex
  ) -> [String] {
    guard !index.isIsolatedToOtherActor(type.path), !type.isIsolatedToOtherActor else { return [] }
    var lines: [String] = []
    var seen: Set<String> = []
    for method in type.methods where method.isExposed && method.isCallable {
      guard seen.insert("\(method.isStatic) \(method.objectiveCName)").inserted else { continue }
      lines.append(
        SelectorCall.text(
          method, on: type.path, isOverloaded: index.isOverloaded(method, of: type.path)))
    }
    for property in type.properties where !property.isStatic {
      if property.isOutlet || property.isExposed && property.isSettable {
        lines.append(
          "YobanFoundation.Selector(\"\(ObjectiveCName.setter(property.getter ?? property.name))\", calling: "
            + "{ (o: \(type.path), x) in o.`\(property.name)` = try x() })")
      }
      if property.isExposed {
        lines.append(
          "YobanFoundation.Selector(\"\(property.getter ?? property.name)\", calling: "
            + "{ (o: \(type.path), _) in o.`\(property.name)` })")
      }
    }
    return lines
  }
}

/// The text of a selector that calls a method.
enum SelectorCall {
  /// - Parameter isOverloaded: whether other methods differ only in the types of their parameters. The call
  ///   then has these types.
  static func text(
    _ method: SourceIndex.Method, on type: String, isOverloaded: Bool
  ) -> String {
    text(
      name: method.objectiveCName, method: method.name, labels: method.labels,
      types: isOverloaded ? method.parameterTypes : [],
      on: method.isStatic ? "\(type).Type" : type, throws: method.isThrowing)
  }

  /// - Parameter types: the types of the parameters, to choose between overloads; empty if unknown.
  static func text(
    name: String, method: String, labels: [String], types: [String] = [], on type: String,
    throws: Bool = false
  ) -> String {
    let arguments = labels.enumerated().map { index, label in
      let type = types.indices.contains(index) ? valueType(types[index]) : nil
      return (label == "_" ? "" : "\(label): ") + "x()" + (type.map { " as \($0)" } ?? "")
    }.joined(separator: ", ")
    let call = "o.\(method)(\(arguments))"
    let attempt = `throws` || !labels.isEmpty ? "try " : ""
    return "YobanFoundation.Selector(\"\(name)\", calling: "
      + "{ (o: \(type), \(labels.isEmpty ? "_" : "x")) in \(attempt)\(call) })"
  }

  /// The type of a parameter as the type of a value; nil for one that no value is converted to, such as `some View`.
  private static func valueType(_ type: String) -> String? {
    var type = type.replacing("@escaping ", with: "")
    if type.hasSuffix("!") { type = "\(type.dropLast())?" }
    return type.hasPrefix("some ") || type.hasPrefix("@") ? nil : type
  }
}
