/// Types and operators of missing modules, as the generated file declares them, so that signatures that name them
/// stay as they are.
struct Placeholders: Codable {
  struct Placeholder: Equatable, Codable {
    enum Kind: Equatable, Codable {
      /// A class with this superclass.
      case `class`(String)
      /// A protocol of classes.
      case `protocol`
      /// A protocol that structs and enumerations conform to, too.
      case valueProtocol
    }
    var kind: Kind
    var genericCount = 0
    var conformances: Set<String> = []
    /// The places that name the type.
    var places: Set<String> = []
    /// The modules that it may come from.
    var modules: Set<String> = []
  }

  private(set) var types: [String: Placeholder] = [:]
  /// Nested types, by the name of the type around.
  private(set) var nested: [String: [String: Placeholder]] = [:]
  private(set) var operators: Set<String> = []

  var count: Int { types.count + nested.values.reduce(0) { $0 + $1.count } }
  subscript(name: String) -> Placeholder? { types[name] }

  mutating func add(_ name: String, _ placeholder: Placeholder) { types[name] = placeholder }
  mutating func remove(_ name: String) { types[name] = nil }
  mutating func add(operator name: String) -> Bool { operators.insert(name).inserted }
  mutating func addNested(_ name: String, in type: String, place: String) -> Bool {
    guard nested[type]?[name] == nil else { return false }
    nested[type, default: [:]][name] = Placeholder(kind: .class("NSObject"), places: [place])
    return true
  }
  mutating func removeNested(of type: String) -> Bool { nested.removeValue(forKey: type) != nil }
  mutating func note(_ place: String, for name: String) { types[name]?.places.insert(place) }
  mutating func change(_ name: String, _ change: (inout Placeholder) -> Void) {
    if var placeholder = types[name] {
      change(&placeholder)
      types[name] = placeholder
    }
  }

  /// Adds a conformance to the placeholder with this name, which can be a nested one. Returns false if there is
  /// none, or if it has the conformance.
  mutating func conform(_ name: String, to conformance: String) -> Bool {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    if types[last] != nil { return types[last]!.conformances.insert(conformance).inserted }
    for (type, inner) in nested.sorted(by: { $0.key < $1.key }) where inner[last] != nil {
      return nested[type]![last]!.conformances.insert(conformance).inserted
    }
    return false
  }

  /// The kind of an unknown type, from its uses and its name.
  ///
  /// - Parameter isClass: whether a class with this name exists, such as `UIView`.
  static func kind(
    of name: String, uses: Outline.TypeUses, isClass: (String) -> Bool
  ) -> Placeholder.Kind {
    if uses.isConstraint { return .protocol }
    if uses.isConformance, !(uses.isFirstOfClass && uses.isConstructed) { return .protocol }
    if !uses.isConstructed {
      let endings =
        uses.isFirstOfClass
        ? [
          "Delegate", "DataSource", "Protocol", "able", "Type", "Provider", "Representable",
          "Observer",
          "Listener", "Convertible", "Handling",
        ] : ["Delegate", "DataSource"]
      if endings.contains(where: name.hasSuffix) { return .protocol }
    }
    let bases = [
      ("TableViewController", "UITableViewController"),
      ("NavigationController", "UINavigationController"),
      ("TabBarController", "UITabBarController"), ("ViewController", "UIViewController"),
      ("TableViewCell", "UITableViewCell"), ("CollectionViewCell", "UICollectionViewCell"),
      ("Cell", "UITableViewCell"), ("Button", "UIButton"), ("Label", "UILabel"),
      ("TextField", "UITextField"), ("TextView", "UITextView"), ("ImageView", "UIImageView"),
      ("ScrollView", "UIScrollView"), ("TableView", "UITableView"), ("View", "UIView"),
      ("Control", "UIControl"),
    ]
    for (ending, base) in bases where name.hasSuffix(ending) && name != base && isClass(base) {
      return .class(base)
    }
    if name.hasSuffix("Controller"), uses.isFirstOfClass, isClass("UIViewController") {
      return .class("UIViewController")
    }
    return .class("NSObject")
  }

  /// The text of the generated file.
  ///
  /// - Parameters:
  ///   - imports: the modules that declare the superclasses.
  ///   - isDrawing: whether a type only draws.
  func text(imports: [String], isDrawing: (String) -> Bool) -> String {
    guard count > 0 || !operators.isEmpty else { return "" }
    var text =
      "// Types that do not exist here, for the code that names them. YobanPort writes this file.\n"
    text += imports.map { "import \($0)\n" }.joined()
    for name in operators.sorted() {
      text += """

        infix operator \(name): AssignmentPrecedence
        @discardableResult func \(name) <A, B>(_ a: A, _ b: B) -> A {
          yobanLeftOut("\(name)", "the operator \(name) is missing")
        }

        """
    }
    for (name, placeholder) in types.sorted(by: { $0.key < $1.key }) {
      text += "\n" + declaration(name, placeholder, path: name, isDrawing: isDrawing)
    }
    for (type, inner) in nested.sorted(by: { $0.key < $1.key }) where types[type] == nil {
      text += "\nextension \(type) {\n"
      for (name, placeholder) in inner.sorted(by: { $0.key < $1.key }) {
        text += declaration(name, placeholder, path: "\(type).\(name)", isDrawing: isDrawing)
      }
      text += "}\n"
    }
    return text
  }

  private func declaration(
    _ name: String, _ placeholder: Placeholder, path: String, isDrawing: (String) -> Bool
  ) -> String {
    let places = placeholder.places.sorted()
    let more = places.count > 4 ? " and \(places.count - 4) more" : ""
    var text = "/// Needed in \(places.prefix(4).joined(separator: ", "))\(more).\n"
    if !placeholder.modules.isEmpty {
      text =
        "/// From \(placeholder.modules.sorted().joined(separator: " or ")). " + text.dropFirst(4)
    }
    guard case .class(let base) = placeholder.kind else {
      return text
        + "public protocol \(name)\(placeholder.kind == .protocol ? ": AnyObject" : "") {}\n"
    }
    let parameters = (0..<placeholder.genericCount).map { "T\($0)" }.joined(separator: ", ")
    let isPlain = base == "NSObject"
    let inherited =
      [base] + (isPlain ? ["YobanFoundation.EmptyValue", "@unchecked Sendable"] : [])
      + placeholder.conformances.sorted()
    text += "open class \(name)\(parameters.isEmpty ? "" : "<\(parameters)>")"
    text += ": \(inherited.joined(separator: ", ")) {\n"
    text +=
      "  private let yobanMark: Void = yobanPlaceholder(\"\(path)\", draws: \(isDrawing(name)))\n"
    if isPlain {
      text += "  public override init() { super.init() }\n"
      text +=
        "  public static func emptyValue() -> Any { \(name)\(parameters.isEmpty ? "" : "<\(parameters)>")() }\n"
    }
    if !placeholder.conformances.isDisjoint(with: ["Codable", "Decodable", "Encodable"]) {
      text += """
          public required convenience init(from decoder: any Decoder) throws {
            throw YobanLeftOutError("\(path)")
          }
          public func encode(to encoder: any Encoder) throws { throw YobanLeftOutError("\(path)") }

        """
    }
    for (inner, value) in (nested[path] ?? [:]).sorted(by: { $0.key < $1.key }) {
      text += declaration(inner, value, path: "\(path).\(inner)", isDrawing: isDrawing)
    }
    return text + "}\n"
  }
}
