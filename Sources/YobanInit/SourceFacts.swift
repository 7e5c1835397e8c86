import Foundation

/// The facts of a source file that a test package needs: the modules that it imports, and the app's entry point.
struct SourceFacts: Hashable, Sendable {
  struct Import: Hashable, Sendable {
    var module: String
    /// The line, from 1.
    var line: Int
    /// True for an import within `#if`, which may not be compiled.
    var isConditional: Bool
  }

  struct EntryPoint: Hashable, Sendable {
    /// The name of the type, such as `AppDelegate`.
    var type: String
    var line: Int
    /// True for a type that conforms to SwiftUI's `App`.
    var isSwiftUI: Bool
    /// True if the type conforms to a delegate of a watch app.
    var isWatch: Bool
    /// True if the type conforms to `WKExtensionDelegate` only, which `install` does not take.
    var isExtensionDelegate = false
  }

  var imports: [Import] = []
  /// Whether the file uses a name of Combine that Apple's Foundation brings.
  var usesCombine = false
  /// The types marked `@main`, `@UIApplicationMain` or `@WKApplicationMain`.
  var entryPoints: [EntryPoint] = []
  /// The classes that conform to `UIApplicationDelegate`, or on a watch to `WKApplicationDelegate` or
  /// `WKExtensionDelegate`, without being marked. An extension can give the conformance.
  var delegates: [EntryPoint] = []
  /// The type marked `@main` that conforms to WidgetKit's `WidgetBundle` or `Widget`.
  var widgets: String?

  init(of source: String) { self.init(of: Data(source.utf8)) }

  init(of source: Data) {
    source.withUnsafeBytes { bytes in
      var words = SourceWords(bytes)
      read(&words)
    }
  }

  private mutating func read(_ words: inout SourceWords) {
    var depth = 0
    var isMarked = false
    /// Whether the next word can begin a statement: only attributes and modifiers are before it.
    var isStart = true
    var isAfterAttribute = false
    while let word = words.next() {
      if word.isFirstOfLine { isStart = true }
      defer { isAfterAttribute = word.text.hasPrefix("@") }
      switch word.text {
      case "#if": depth += 1
      case "#endif": depth -= 1
      case "@main", "@UIApplicationMain", "@WKApplicationMain", "@NSApplicationMain":
        isMarked = true
      case "ObservableObject", "@Published": usesCombine = true
      case ";": isStart = true
      case "(" where isAfterAttribute: words.skipArguments()
      case "import" where isStart:
        guard let module = words.importedModule() else { continue }
        imports.append(Import(module: module, line: word.line, isConditional: depth > 0))
        isStart = false
      case "class", "struct", "enum", "actor", "extension":
        guard let name = words.next(), name.isIdentifier, !Self.membersOfTypes.contains(name.text)
        else { continue }
        let inherited = words.inheritedTypes()
        if inherited.contains("ObservableObject") { usesCombine = true }
        add(name, inherits: inherited, isMarked: isMarked)
        isMarked = false
      default:
        if !word.text.hasPrefix("@"), !Self.modifiersOfImports.contains(word.text) {
          isStart = false
        }
      }
    }
  }

  private mutating func add(
    _ name: SourceWords.Word, inherits inherited: Set<String>, isMarked: Bool
  ) {
    let watch = inherited.intersection(["WKApplicationDelegate", "WKExtensionDelegate"])
    let point = EntryPoint(
      type: name.text, line: name.line, isSwiftUI: inherited.contains("App"),
      isWatch: !watch.isEmpty, isExtensionDelegate: watch == ["WKExtensionDelegate"])
    // Not an app, although it is marked.
    guard inherited.isDisjoint(with: ["Widget", "WidgetBundle", "ControlWidget"]) else {
      if isMarked { widgets = name.text }
      return
    }
    guard !inherited.contains("ParsableCommand") else { return }
    if isMarked {
      entryPoints.append(point)
    } else if point.isWatch || inherited.contains("UIApplicationDelegate") {
      delegates.append(point)
    }
  }

  /// The words after `class` that declare a member of a type.
  private static let membersOfTypes: Set<String> = ["func", "var", "let", "subscript", "override"]
  private static let modifiersOfImports: Set<String> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
}
