/// The names that Xcode generates for the colors and images of asset catalogs, such as `ColorResource.night`.
public struct AssetSymbols {
  public enum Kind: String, Sendable { case color, image }

  public struct Asset: Hashable, Sendable {
    public var kind: Kind
    public var name: String
    /// The names of the folders around it that provide a namespace.
    public var namespace: [String]

    public init(_ kind: Kind, _ name: String, namespace: [String] = []) {
      self.kind = kind
      self.name = name
      self.namespace = namespace
    }
  }

  /// The amount of names, as the build settings of the asset catalog compiler say.
  public enum Extent: String, Codable, Sendable {
    case none
    /// `ColorResource` and `ImageResource`.
    case resources
    /// Also `UIColor`, `UIImage` and `Color`.
    case extensions
  }

  private let assets: [Asset]
  private let extent: Extent
  private let modules: Set<String>
  private let declared: Set<String>

  /// - Parameters:
  ///   - modules: those that the target can import.
  ///   - declared: static names that the app declares itself.
  public init(
    _ assets: [Asset], extent: Extent, modules: Set<String>, declared: Set<String>
  ) {
    var seen: Set<String> = []
    self.assets = assets.filter {
      seen.insert("\($0.kind) \($0.namespace) \(Self.symbol($0.name, $0.kind))").inserted
    }
    self.extent = extent
    self.modules = modules
    self.declared = declared
  }

  /// The Swift code; empty if there is nothing to declare.
  public var text: String {
    guard extent != .none, !assets.isEmpty, !modules.isDisjoint(with: ["UIKit", "SwiftUI"]) else {
      return ""
    }
    var text = "\n// The names that Xcode generates for the asset catalogs.\n"
    for module in ["SwiftUI", "UIKit"] where modules.contains(module) {
      text += "import \(module)\n"
    }
    for kind in [Kind.color, .image] {
      let own = assets.filter { $0.kind == kind }
      guard !own.isEmpty else { continue }
      text += resources(own, kind)
      if extent == .extensions { text += extensions(own, kind) }
    }
    return text
  }

  private func resources(_ assets: [Asset], _ kind: Kind) -> String {
    let type = kind == .color ? "ColorResource" : "ImageResource"
    return "\nextension \(type) {\n"
      + Self.nested(assets) { asset, symbol in
        let path = (asset.namespace + [asset.name]).joined(separator: "/")
        return
          "nonisolated static let \(symbol) = \(type)(name: \(Self.quoted(path)), bundle: .main)"
      } + "}\n"
  }

  private func extensions(_ assets: [Asset], _ kind: Kind) -> String {
    guard modules.contains("UIKit") || kind == .color else { return "" }
    let assets = assets.filter { asset in
      let first = Self.symbol(asset.namespace.first ?? asset.name, asset.kind)
      return !Self.system.contains(first) && !declared.contains(first)
    }
    guard !assets.isEmpty else { return "" }
    var text = ""
    func add(_ head: String, _ type: String, _ value: String) {
      text += "\nextension \(head) {\n"
      text += Self.nested(assets) { asset, symbol in
        let path = (asset.namespace.map(Self.typeName) + [symbol]).joined(separator: ".")
        return
          "nonisolated static var \(symbol): \(type) { \(type)(\(value).\(path)) }"
      }
      text += "}\n"
    }
    let type = kind == .color ? "UIColor" : "UIImage"
    let resource = kind == .color ? "ColorResource" : "ImageResource"
    add("UIKit.\(type)", "UIKit.\(type)", "resource: \(resource)")
    if kind == .color, modules.contains("SwiftUI") {
      add("SwiftUI.Color", "SwiftUI.Color", resource)
      // A namespace cannot be nested in an extension of a protocol.
      let plain = assets.filter(\.namespace.isEmpty)
      if !plain.isEmpty {
        text += "\nextension SwiftUI.ShapeStyle where Self == SwiftUI.Color {\n"
        for asset in plain {
          let symbol = Self.escaped(Self.symbol(asset.name, .color))
          text +=
            "  nonisolated static var \(symbol): SwiftUI.Color { .init(\(resource).\(symbol)) }\n"
        }
        text += "}\n"
      }
    }
    return text
  }

  /// The declarations of assets, within the types of their namespaces.
  private static func nested(
    _ assets: [Asset], depth: Int = 0, _ declaration: (Asset, String) -> String
  ) -> String {
    let indentation = String(repeating: "  ", count: depth + 1)
    var text = ""
    for asset in assets where asset.namespace.count == depth {
      text += "\(indentation)\(declaration(asset, escaped(symbol(asset.name, asset.kind))))\n"
    }
    let inner = assets.filter { $0.namespace.count > depth }
    var seen: Set<String> = []
    for name in inner.map({ $0.namespace[depth] }) where seen.insert(name).inserted {
      text += "\(indentation)enum \(typeName(name)) {\n"
      text += nested(inner.filter { $0.namespace[depth] == name }, depth: depth + 1, declaration)
      text += "\(indentation)}\n"
    }
    return text
  }

  // MARK: Names

  /// The name of an asset in code: `Night Sky` is `nightSky`, and `AccentColor` is `accent`.
  static func symbol(_ name: String, _ kind: Kind) -> String {
    var words = words(name)
    let last = kind == .color ? "Color" : "Image"
    if words.count > 1, words.last == last { words.removeLast() }
    guard let first = words.first else { return "_" }
    // Of several capitals, the last one may begin the next word.
    var lowered = ""
    let letters = Array(first)
    for (index, letter) in letters.enumerated() {
      let next = index + 1 < letters.count ? letters[index + 1] : nil
      let isBeginning = index > 0 && (next?.isLowercase ?? false)
      guard letter.isUppercase, !isBeginning else {
        lowered += String(letters[index...])
        break
      }
      lowered += letter.lowercased()
    }
    let symbol = ([lowered] + words.dropFirst().map(capitalized)).joined()
    return symbol.first!.isNumber ? "_" + symbol : symbol
  }

  private static func typeName(_ name: String) -> String {
    let type = words(name).map(capitalized).joined()
    return type.first?.isNumber == false ? type : "_" + type
  }

  /// The parts of a name between characters that an identifier cannot have, and before capitals.
  private static func words(_ name: String) -> [String] {
    var words: [String] = []
    var previous: Character?
    for letter in name {
      guard letter.isLetter || letter.isNumber else {
        previous = nil
        continue
      }
      if let last = previous, !(letter.isUppercase && !last.isUppercase) {
        words[words.count - 1].append(letter)
      } else {
        words.append(String(letter))
      }
      previous = letter
    }
    return words
  }

  private static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  private static func escaped(_ symbol: String) -> String {
    keywords.contains(symbol) ? "`\(symbol)`" : symbol
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.filter { $0 != "\"" && $0 != "\\" })\""
  }

  private static let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "for", "func", "guard",
    "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "private",
    "protocol", "public", "repeat", "return", "self", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// Names that UIKit and SwiftUI have, for which Xcode generates no extension.
  private static let system: Set<String> = [
    "red", "orange", "yellow", "green", "mint", "teal", "cyan", "blue", "indigo", "purple", "pink",
    "brown", "white", "gray", "black", "clear", "primary", "secondary", "magenta", "lightGray",
    "darkGray", "label", "secondaryLabel", "tertiaryLabel", "link", "separator", "tint",
    "systemBackground", "background", "foreground", "add", "remove", "actions", "checkmark",
    "strokedCheckmark",
  ]
}
