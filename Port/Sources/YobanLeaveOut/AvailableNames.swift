/// The names that the modules declare on which a target depends.
public struct AvailableNames: Sendable {
  /// The modules that the sources can import.
  public let modules: Set<String>
  private var moduleOfName: [String: String] = [:]
  private var classes: Set<String> = []

  /// - Parameters:
  ///   - modules: the modules that the sources can import.
  ///   - sources: the texts of the modules' files. A module that re-exports another has its names, too.
  public init(modules: Set<String>, sources: [(module: String, text: String)]) {
    self.modules = modules
    var declared: [String: Set<String>] = [:]
    var exported: [String: Set<String>] = [:]
    for (module, text) in sources {
      for line in text.split(separator: "\n") where line.first?.isWhitespace == false {
        var words = line.split { !$0.isLetter && !$0.isNumber && !"_@".contains($0) }[...]
        while let word = words.first, Self.leading.contains(word) || word.hasPrefix("@") {
          if word == "@_exported" {
            let rest = words.dropFirst().filter { $0 != "import" && !Self.kinds.contains($0) }
            if let name = rest.first { exported[module, default: []].insert(String(name)) }
          }
          words = words.dropFirst()
        }
        guard words.count >= 2, let kind = words.first, Self.kinds.contains(kind),
          line.contains("public ") || line.contains("open ")
        else { continue }
        let name = String(words[words.startIndex + 1])
        declared[module, default: []].insert(name)
        if kind == "class" { classes.insert(name) }
      }
    }
    for module in modules.sorted() {
      var names: Set<String> = []
      var seen: Set<String> = []
      var next = [module]
      while let current = next.popLast() {
        guard seen.insert(current).inserted else { continue }
        names.formUnion(declared[current] ?? [])
        next += exported[current] ?? []
      }
      for name in names where moduleOfName[name] == nil { moduleOfName[name] = module }
    }
    for (name, module) in ["Observable": "Observation", "ObservationIgnored": "Observation"] {
      moduleOfName[name] = module
    }
  }

  private static let modulesOfToolchain: Set<String> = [
    "Swift", "Foundation", "Observation", "Dispatch", "Glibc", "Synchronization", "RegexBuilder",
    "Testing", "XCTest",
  ]
  private static let leading: Set<Substring> = [
    "public", "open", "final", "indirect", "nonisolated", "unsafe", "MainActor", "frozen", "inline",
  ]
  private static let kinds: Set<Substring> = [
    "class", "struct", "enum", "protocol", "actor", "typealias", "func", "let", "var",
  ]

  /// The module that declares a name.
  func module(of name: String) -> String? { moduleOfName[name] }
  func isClass(_ name: String) -> Bool { classes.contains(name) }
  func canImport(_ module: String) -> Bool {
    modules.contains(module) || Self.modulesOfToolchain.contains(module)
  }

  /// The modules that a missing module re-exports, and that code which imports it uses.
  static func reexports(of module: String) -> [String] {
    switch module {
    case "CoreLocationUI": ["CoreLocation", "UIKit"]
    case "AVKit": ["AVFoundation", "UIKit"]
    case "Charts": ["SwiftUI"]
    case "CloudKit", "StoreKit": ["Foundation"]
    default: ["UIKit"]
    }
  }
}
