import Testing

@testable import YobanInit

@Suite struct SourceFactsTests {
  static let imports: [(source: String, modules: [String])] = [
    ("import UIKit", ["UIKit"]),
    ("  import class UIKit.UIView; import os", ["UIKit", "os"]),
    ("@_spi(Some(1)) @preconcurrency public import A", ["A"]),
    ("// import A\n/* import B /* import C */\nimport D */ import E", ["E"]),
    ("let a = \"import A\"; import B", ["B"]),
    ("let a = \"\"\"\n  import A\n  \"\"\"\nimport B", ["B"]),
    (##"let a = #"\"# + #"""\nimport A"""#"##, []),
    ("let a = \"\\(f(\"import A\")) \\\" import B\"\nimport C", ["C"]),
    ("let a = \"no end\nimport B", ["B"]),
    ("x.import(A)\nlet import_A = 1\n.import\nf(import: A)", []),
    ("import Übersicht", ["Übersicht"]),
    ("import\n  UIKit", ["UIKit"]), ("import", []), ("/*", []), ("\"", []), ("#\"", []), ("", []),
  ]

  @Test(arguments: imports)
  func `imports are those of statements`(_ source: String, _ modules: [String]) {
    #expect(SourceFacts(of: source).imports.map(\.module) == modules)
  }

  @Test func `an import has its line, and knows whether it is conditional`() {
    let facts = SourceFacts(
      of: "/*\n*/import A\n#if X\nimport B\n#if Y\n#endif\nimport C\n#endif\nimport D\n")
    #expect(
      facts.imports == [
        .init(module: "A", line: 2, isConditional: false),
        .init(module: "B", line: 4, isConditional: true),
        .init(module: "C", line: 7, isConditional: true),
        .init(module: "D", line: 9, isConditional: false),
      ])
  }

  @Test func `names of Combine are found outside of comments and texts`() {
    #expect(SourceFacts(of: "class A: ObservableObject {}").usesCombine)
    #expect(SourceFacts(of: "class A { @Published var x = 1 }").usesCombine)
    #expect(!SourceFacts(of: "// @Published\nlet a = \"ObservableObject\"").usesCombine)
  }

  static let types: [(source: String, entryPoints: [String], delegates: [String])] = [
    ("@UIApplicationMain class A: UIResponder, UIApplicationDelegate {}", ["A"], []),
    ("@main\n@MainActor\nstruct P:\n  SwiftUI.App\n{}", ["P"], []),
    ("class A: UIResponder {}\nextension A: UIApplicationDelegate {}", [], ["A"]),
    ("class A<T: UIApplicationDelegate>: Base<App> where T: WKExtensionDelegate {}", [], []),
    ("final class A:\n  NSObject,\n  WKExtensionDelegate {\n  class func f() {}\n}", [], ["A"]),
    ("protocol P: class {}\nclass A: UIApplicationDelegate {}", [], ["A"]),
    ("// @main\nclass A {}\nlet x = \"@main\"\nclass B {}", [], []),
  ]

  @Test(arguments: types)
  func `the type that the system launches is found`(
    _ source: String, _ entryPoints: [String], _ delegates: [String]
  ) {
    let facts = SourceFacts(of: source)
    #expect(facts.entryPoints.map(\.type) == entryPoints)
    #expect(facts.delegates.map(\.type) == delegates)
  }
}
