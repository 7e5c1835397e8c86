/// A storyboard, a nib or a data model that cannot be compiled at all.
public struct XcodeFileError: Error, Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  public let message: String
}

/// A part of a storyboard or a nib that is not compiled.
public struct StoryboardWarning: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  public let message: String

  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }
}

/// Compiles the XML of a storyboard or a nib to Swift code that describes its objects. UIKit makes the objects
/// from the description.
public struct StoryboardCompiler {
  /// The Swift code; only a comment for a launch screen.
  public private(set) var code = ""
  /// The parts that were left out, in the order of the lines.
  public private(set) var warnings: [StoryboardWarning] = []
  /// The class of UIKit that stands for the element of each class of the app, such as `UIButton` for a button whose
  /// class is `RoundButton`.
  public private(set) var classes: [String: String] = [:]
  private var objects: [String] = []

  /// - Parameters:
  ///   - name: the name of the file without its extension, such as `Main`.
  ///   - text: the contents of the file.
  /// - Throws: `XcodeFileError` if the text is neither a storyboard nor a nib of iOS.
  public init(name: String, text: String) throws(XcodeFileError) {
    let root = try XMLTree.parse(text)
    guard root.name == "document", let type = root["type"], type.contains("CocoaTouch") else {
      throw XcodeFileError(line: root.line, message: "The file is not a storyboard of iOS.")
    }
    // The system shows a launch screen before the app runs, and the app never loads it.
    guard root["launchScreen"] != "YES" else {
      code = "// \(name) is a launch screen, which no code of the app loads.\n"
      return
    }
    noteClasses(root)
    if type.contains("Storyboard") {
      compileStoryboard(name, root)
    } else {
      compileNib(name, root)
    }
    warnings.sort { $0.line < $1.line }
  }

  private mutating func noteClasses(_ node: XMLNode) {
    if let name = node["customClass"], classes[name] == nil {
      classes[name] = StoryboardElements.className(node.name)
    }
    for child in node.children { noteClasses(child) }
  }

  private mutating func compileNib(_ name: String, _ root: XMLNode) {
    let names = (root.child("objects")?.children ?? []).compactMap { node in
      node["placeholderIdentifier"] == "IBFilesOwner" ? owner(node) : object(node, in: .scene)
    }
    code = """
      import UIKit

      nonisolated final class YobanNib_\(Self.identifier(name)): UIKit.PortedNib {
        static var objects: [UIKit.PortedStoryboardObject] {
          [\(names.joined(separator: ", "))]
        }
      \(objects.joined())}

      """
  }

  /// The object that loads the nib, with its outlets.
  private mutating func owner(_ node: XMLNode) -> String {
    let name = "object\(objects.count + 1)"
    let connections = (node.child("connections")?.children ?? []).compactMap { connection($0) }
    objects.append(text(node, name, [:], connections: connections, children: []))
    return name
  }

  private mutating func compileStoryboard(_ name: String, _ root: XMLNode) {
    var scenes: [String] = []
    for scene in root.child("scenes")?.children ?? [] {
      let names = (scene.child("objects")?.children ?? []).compactMap { object($0, in: .scene) }
      scenes.append("UIKit.PortedStoryboardScene([\(names.joined(separator: ", "))])")
    }
    let initial = root["initialViewController"].map(Self.quoted) ?? "nil"
    code = """
      import UIKit

      nonisolated final class YobanStoryboard_\(Self.identifier(name)): UIKit.PortedStoryboard {
        static var initialScene: String? { \(initial) }
        static var scenes: [UIKit.PortedStoryboardScene] {
          [
      \(scenes.map { "      \($0),\n" }.joined())    ]
        }
      \(objects.joined())}

      """
  }

  /// The name as a part of an identifier, as `PortedStoryboardNames` of UIKit makes it.
  static func identifier(_ name: String) -> String {
    String(name.unicodeScalars.map { $0.properties.isXIDContinue ? Character($0) : "_" })
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case let scalar where scalar.value < 32: result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private mutating func warn(_ node: XMLNode, _ message: String) {
    warnings.append(StoryboardWarning(line: node.line, message: message))
  }

  // MARK: Objects

  private enum Place { case scene, controller, view }

  /// Writes the description of an object, and returns the name of its property; nil if it is left out.
  private mutating func object(_ node: XMLNode, in place: Place) -> String? {
    if StoryboardElements.isIgnored(node.name) { return nil }
    if let problem = StoryboardElements.problem(node.name) {
      warn(node, problem)
      return nil
    }
    if place == .scene, !StoryboardElements.controllers.contains(node.name),
      !StoryboardElements.views.contains(node.name),
      !StoryboardElements.recognizers.contains(node.name),
      node.name != "viewControllerPlaceholder"
    {
      warn(node, "\(node.name) is not supported and is left out.")
      return nil
    }
    if place == .view, !StoryboardElements.views.contains(node.name) {
      warn(node, "\(node.name) is not supported: it is a plain UIView.")
    }
    var values = node.attributes.filter { StoryboardElements.attributes.contains($0.key) }
    var connections: [String] = []
    var children: [String] = []
    for child in node.children {
      switch child.name {
      case "connections": connections += child.children.compactMap { connection($0) }
      case "subviews", "items", "prototypes", "buttons", "sections", "cells", "gestureRecognizers":
        children += child.children.compactMap { object($0, in: .view) }
      case "tableViewCellContentView", "collectionViewCellContentView":
        children += (child.child("subviews")?.children ?? []).compactMap { object($0, in: .view) }
      case "view" where node.name.hasPrefix("collectionView") && child["key"] == "contentView",
        "view" where node.name == "visualEffectView":
        children += (child.child("subviews")?.children ?? []).compactMap { object($0, in: .view) }
      case "view", "tableView", "collectionView":
        if let name = object(child, in: .view) { children.append(name) }
      case "toolbarItems":
        children += child.children.compactMap { object($0, in: .controller) }
      case "navigationBar", "toolbar", "tabBar": break  // of a controller, which makes its own
      case _ where StoryboardElements.recognizers.contains(child.name):
        if let name = object(child, in: .scene) { children.append(name) }
      case "navigationItem", "barButtonItem", "tabBarItem":
        if let name = object(child, in: .controller) { children.append(name) }
      case _ where ["customView", "titleView"].contains(child["key"]):
        if let name = object(child, in: .view) { children.append(name) }
      default: readValues(child, of: node, into: &values)
      }
    }
    let name = "object\(objects.count + 1)"
    objects.append(
      text(node, name, values, connections: connections, children: children))
    return name
  }

  private func text(
    _ node: XMLNode, _ name: String, _ values: [String: String], connections: [String],
    children: [String]
  ) -> String {
    var arguments = [Self.quoted(node.name), Self.quoted(node["id"] ?? name)]
    if let type = node["customClass"] { arguments.append("customClass: \(Self.quoted(type))") }
    // A class of the target itself is in the module that is compiled, whatever its name.
    if let module = node["customModule"], node["customModuleProvider"] != "target" {
      arguments.append("customModule: \(Self.quoted(module))")
    }
    if !values.isEmpty {
      let list = values.sorted { $0.key < $1.key }
        .map { "\(Self.quoted($0.key)): \(Self.quoted($0.value))" }
      arguments.append("[\(list.joined(separator: ", "))]")
    }
    if !connections.isEmpty {
      arguments.append("connections: [\(connections.joined(separator: ", "))]")
    }
    if !children.isEmpty { arguments.append("children: [\(children.joined(separator: ", "))]") }
    return """
        private static var \(name): UIKit.PortedStoryboardObject {
          UIKit.PortedStoryboardObject(
            \(arguments.joined(separator: ",\n      ")))
        }

      """
  }

  /// Reads values that are in a child element.
  private mutating func readValues(
    _ child: XMLNode, of node: XMLNode, into values: inout [String: String]
  ) {
    switch child.name {
    case "state":
      if let state = child["key"], let title = child["title"] ?? child.child("string")?.text {
        values["title.\(state)"] = title
      }
      if child["key"] == "normal" { values["image"] = child["image"] ?? Self.image(in: child) }
    case "imageReference" where child["key"] == "image": values["image"] = child["image"]
    case "buttonConfiguration":
      values["configuration.style"] = child["style"] ?? "plain"
      for key in ["title", "subtitle"] {
        let text = child.children.first { $0["key"] == key }
        values["configuration.\(key)"] = child[key] ?? text.map(Self.string)
      }
    case "accessibility":
      values["accessibilityIdentifier"] = child["identifier"]
      values["accessibilityLabel"] = child["label"]
    case "string", "mutableString", "attributedString":
      let key = child["key"] == "attributedText" ? "text" : child["key"]
      if let key, StoryboardElements.attributes.contains(key) { values[key] = Self.string(child) }
    case "segments":
      for (index, segment) in child.children.enumerated() {
        values["segment.\(index)"] = segment["title"] ?? ""
      }
    case "userDefinedRuntimeAttributes":
      warn(child, "The runtime attributes of \(node.name) are not set: set them in code.")
    default:
      if StoryboardElements.isIgnored(child.name) { return }
      warn(
        child,
        StoryboardElements.problem(child.name) ?? "\(child.name) is not supported and is left out.")
    }
  }

  private static func image(in node: XMLNode) -> String? {
    node.children.first { $0.name == "imageReference" && $0["key"] == "image" }?["image"]
  }

  private static func string(_ node: XMLNode) -> String {
    let fragments = node.children.filter { $0.name == "fragment" }
    guard !fragments.isEmpty else { return node.text }
    return fragments.map { $0["content"] ?? $0.child("string")?.text ?? "" }.joined()
  }

  // MARK: Connections

  private mutating func connection(_ node: XMLNode) -> String? {
    func value(_ key: String) -> String { Self.quoted(node[key] ?? "") }
    func optional(_ key: String) -> String { node[key].map(Self.quoted) ?? "nil" }
    switch node.name {
    case "outlet":
      return ".outlet(property: \(value("property")), destination: \(value("destination")))"
    case "outletCollection":
      return ".collection(property: \(value("property")), destination: \(value("destination")))"
    case "action":
      return
        ".action(selector: \(value("selector")), destination: \(value("destination")), event: \(optional("eventType")))"
    case "segue":
      // Adaptive segues are shown as a navigation controller shows them. A class of the app is not called.
      let kinds = [
        "show", "push", "presentation", "modal", "relationship", "embed", "unwind",
        "popoverPresentation",
        "popover", "showDetail", "replace", "custom",
      ]
      guard let kind = node["kind"], kinds.contains(kind) else {
        warn(
          node, "A segue of the kind \(node["kind"] ?? "") is not supported: perform it in code.")
        return nil
      }
      if kind == "custom" {
        warn(
          node,
          "A segue of the app's class \(node["customClass"] ?? "") shows its destination: `perform()` of the class is not called."
        )
      }
      // An unwind segue names a method, and no scene.
      let destination = kind == "unwind" ? value("unwindAction") : value("destination")
      return
        ".segue(kind: \(value("kind")), identifier: \(optional("identifier")), relationship: \(optional("relationship")), destination: \(destination))"
    default:
      warn(node, "A connection \(node.name) is not supported.")
      return nil
    }
  }
}
