import SwiftParser
import Testing

@testable import YobanPorting

/// Overrides in extensions, as tables of the files of a module.
@Suite struct OverrideTests {
  /// The file of the class, the file of the extension (nil if it is the same file), and both as they are ported. In
  /// these texts, `@A:3` is the directive that gives the next line its place: line 3 of the file A.
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let inputs: [String]
    let outputs: [String]

    init(_ description: String, _ inputs: [String], _ outputs: [String]) {
      (testDescription, self.inputs, self.outputs) = (description, inputs, outputs)
    }
  }

  static let moves: [Row] = [
    Row(
      "a function, in the same file",
      ["class A: B {\n}\nextension A {\n  override func f() {\n    super.f()\n  }\n}"],
      [
        "class A: B {\n\n@A:4\n  override func f() {\n    super.f()\n  }\n@A:2\n}\nextension A {\n  \n\n\n}"
      ]),
    Row(
      "a function, in another file",
      ["class A: B {\n  let x = 1\n}", "extension A {\n  @objc override func f() { g() }\n}"],
      [
        "class A: B {\n  let x = 1\n\n@B:2\n   override func f() { g() }\n@A:3\n}",
        "extension A {\n  \n}",
      ]),
    Row(
      "a computed property",
      ["class A: B {}", "extension A { override var x: [Int] {\n  [1]\n} }"],
      [
        "class A: B {\n@B:1\n              override var x: [Int] {\n  [1]\n}\n@A:1\n}",
        "extension A { \n\n }",
      ]),
    Row(
      "a subscript, a class method and an initializer, in their order",
      [
        "class A: B {}",
        "extension A {\noverride subscript(i: Int) -> Int { 1 }\noverride class func f() {}\n"
          + "override convenience init(x: Int) { self.init() }\nfunc g() {}\n}",
      ],
      [
        "class A: B {\n@B:2\noverride subscript(i: Int) -> Int { 1 }\n@B:3\noverride class func f() {}\n"
          + "@B:4\noverride convenience init(x: Int) { self.init() }\n@A:1\n}",
        "extension A {\n\n\n\nfunc g() {}\n}",
      ]),
    Row(
      "a nested class",
      [
        "enum Outer {\n  class Inner: B {\n  }\n}",
        "extension Outer.Inner {\n  override func f() {}\n}",
      ],
      [
        "enum Outer {\n  class Inner: B {\n  \n@B:2\n  override func f() {}\n@A:3\n}\n}",
        "extension Outer.Inner {\n  \n}",
      ]),
    Row(
      "a class in a class, and the class around it",
      [
        "class A: B { class C: B {} }",
        "extension A {\noverride func f() {}\n}\nextension A.C {\noverride func f() {}\n}",
      ],
      [
        "class A: B { class C: B {\n@B:5\noverride func f() {}\n@A:1\n} \n@B:2\noverride func f() {}\n@A:1\n}",
        "extension A {\n\n}\nextension A.C {\n\n}",
      ]),
    Row(
      "the access and the isolation of the extension, with the text as it is ported",
      [
        "class A: B {}",
        "@MainActor public extension A {\n  @IBAction override func f() { perform(#selector(g)) }\n}",
      ],
      [
        "class A: B {\n@B:2\n  @MainActor  public override func f() {"
          + " perform(YobanFoundation.Selector(\"g\")) }\n@A:1\n}",
        "@MainActor public extension A {\n  \n}",
      ]),
    Row(
      "a member with an access and an isolation of its own",
      [
        "class A: B {}",
        "@MainActor public extension A { nonisolated internal override func f() {} }",
      ],
      [
        "class A: B {\n@B:1\n                                nonisolated internal override func f() {}\n@A:1\n}",
        "@MainActor public extension A {  }",
      ]),
    Row(
      "what is private stays within reach in the same file",
      ["class A: B {}\nextension A {\noverride func f() { g() }\nprivate func g() {}\n}"],
      [
        "class A: B {\n@A:3\noverride func f() { g() }\n@A:1\n}\nextension A {\n\nprivate func g() {}\n}"
      ]),
    Row(
      "what is private elsewhere, or only has the name of a variable, does not matter",
      [
        "class A: B {}",
        "private let x = 1, y = 2\nclass C { private func g() {} }\n"
          + "extension A {\noverride func f(x: Int) { let y = x; g(); print(y) }\n}",
      ],
      [
        "class A: B {\n@B:4\noverride func f(x: Int) { let y = x; g(); print(y) }\n@A:1\n}",
        "private let x = 1, y = 2\nclass C { private func g() {} }\nextension A {\n\n}",
      ]),
    Row(
      "the imports that the class's file lacks, at its end",
      [
        "import UIKit\nclass A: B {}",
        "import UIKit\nimport Darwin\n@preconcurrency import CoreBluetooth.CBUUID\nextension A { override func f() {} }",
      ],
      [
        "import YobanFoundation; import UIKit\nclass A: B {\n@B:4\n              override func f() {}\n@A:2\n}\n"
          + "#sourceLocation()\nimport Glibc\n@preconcurrency import CoreBluetooth",
        "import YobanFoundation; import UIKit\nimport Glibc\n@preconcurrency import CoreBluetooth\nextension A {  }",
      ]),
    Row(
      "observed values of a superclass that the app has",
      [
        "class B: NSObject { override func observeValue(forKeyPath k: String?) {} }\nclass A: B {}",
        "extension A { override func observeValue(forKeyPath k: String?) {} }",
      ],
      [
        "class B: NSObject {  func observeValue(forKeyPath k: String?) {} }\nclass A: B {\n@B:1\n"
          + "              override func observeValue(forKeyPath k: String?) {}\n@A:2\n}",
        "extension A {  }",
      ]),
  ]

  /// The ported texts of a module with the files A and B, without tables of selectors.
  static func texts(_ inputs: [String]) -> [String] {
    let paths = ["/A.swift", "/B.swift"]
    let files = Array(zip(paths, ported(inputs)))
    let moves = MemberMoves(files)
    return files.map { path, ported in
      var text = moves.text(ported, path: path)
      for table in [/\nextension [\w.]+ \{\n  nonisolated fileprivate/, /\nenum YobanPorted_/] {
        if let start = text.firstRange(of: table) { text = String(text[..<start.lowerBound]) }
      }
      text = text.replacing("#sourceLocation(file: \"/", with: "@").replacing(
        /\.swift", line: (\d+)\)/
      ) { ":\($0.1)" }
      text.removeFirst("@A:1\n".count)
      for ending in ["\n", "\nimport YobanFoundation", "\n#sourceLocation()"]
      where text.hasSuffix(ending) && text.contains("#sourceLocation()") {
        text.removeLast(ending.count)
      }
      return text
    }
  }

  static func ported(_ inputs: [String], others: [String] = []) -> [PortedSource] {
    let settings = PortSettings(platform: .iOS)
    let sources = inputs.map { ParsedSource($0, settings: settings) }
    let porter = Porter(
      settings: settings, indexes: sources.map(\.index),
      others: others.map { ParsedSource($0, settings: settings).index })
    return zip(sources, ["A", "B"]).map { porter.port($0, identifier: $1) }
  }

  @Test(arguments: moves)
  func `an override in an extension moves into its class`(_ row: Row) {
    let texts = Self.texts(row.inputs)
    #expect(texts == row.outputs)
    for text in texts {
      #expect(!Parser.parse(source: text.replacing(/@[AB]:\d+/, with: "")).hasError)
    }
    #expect(Self.ported(row.inputs).allSatisfy { $0.diagnostics.isEmpty })
  }

  /// The files of a module, and the reason why the override in the last one stays out of it.
  static let refusals: [(inputs: [String], others: [String], functions: Int, words: String)] = [
    (["extension C { override func f() {} }"], [], 1, "no class C is declared in this module"),
    (["extension C { override func f() {} }"], ["class C {}"], 1, "no class C"),
    (["extension C { override var x: Int { get { 1 } set {} } }"], [], 2, "no class C"),
    (["extension C { override subscript(i: Int) -> Int { 1 } }"], [], 1, "no class C"),
    (["class A<T>: B {}\nextension A where T: P { override func f() {} }"], [], 1, "a condition"),
    (
      [
        "private class A: B {}", "private class A: B {}", "extension A { override func f() {} }",
      ], [], 1, "several files declare a class A"
    ),
    (
      ["class A: B {}", "extension A {\noverride func f() { g() }\nprivate func g() {}\n}"], [], 1,
      "private in this file (g)"
    ),
    (
      [
        "class A: B {}",
        "extension A { override func f() { g() } }\nprivate extension A { func g() {} }",
      ],
      [], 1, "(g)"
    ),
    (
      [
        "class A: B {}",
        "fileprivate struct S {}\nprivate let x = 1\n"
          + "extension A { override var y: Int { _ = S(); return x } }",
      ], [], 1, "(S, x)"
    ),
    (
      [
        "class A: B {}",
        "extension String { fileprivate var short: String { self } }\n"
          + "extension A { override var y: String { super.y.short } }",
      ], [], 1, "(short)"
    ),
  ]

  @Test(arguments: refusals.indices)
  func `an override that cannot move is left out, and counted with its reason`(_ row: Int) {
    let row = Self.refusals[row]
    let sources = row.inputs
    let settings = PortSettings(platform: .iOS)
    let parsed = sources.map { ParsedSource($0, settings: settings) }
    let porter = Porter(
      settings: settings, indexes: parsed.map(\.index),
      others: row.others.map { ParsedSource($0, settings: settings).index })
    let ported = porter.port(parsed[parsed.count - 1], identifier: "A")
    #expect(ported.moved.isEmpty)
    #expect(!ported.body.contains("override"))
    #expect(ported.diagnostics.count == 1)
    #expect(ported.diagnostics.first?.loss?.kind == .declaration)
    #expect(ported.diagnostics.first?.loss?.functions == row.functions)
    let message = ported.diagnostics.first?.message ?? ""
    #expect(message.contains(row.words), "\(message)")
  }

  /// A file, and the code that its port loses.
  static let losses: [(text: String, line: Int, lastLine: Int, loss: Diagnostic.Loss)] = [
    (
      "func f() {\n  method_exchangeImplementations(\n    a, b)\n}", 2, 3,
      .init(kind: .statement, lastLine: 3, functions: 0)
    ),
    (
      "class A {\n@NSCopying var x: B\n}", 2, 2,
      .init(kind: .attribute, lastLine: 2, functions: 0)
    ),
    (
      "class A {\n@objc dynamic var x = 1, y = 2\n}", 2, 2,
      .init(kind: .attribute, lastLine: 2, functions: 0)
    ),
  ]

  @Test(arguments: losses.indices)
  func `code that the port takes out is counted`(_ row: Int) {
    let row = Self.losses[row]
    let diagnostics = Port(row.text).diagnostics
    #expect(diagnostics.map(\.line) == [row.line])
    #expect(diagnostics.map(\.loss) == [row.loss])
    #expect(row.loss.lastLine == row.lastLine)
  }

  @Test func `a preview is no code of the app`() {
    #expect(Port("#Preview { A() }").diagnostics.map(\.loss) == [nil])
  }
}
