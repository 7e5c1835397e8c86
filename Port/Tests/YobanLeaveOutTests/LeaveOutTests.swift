import Testing

@testable import YobanLeaveOut

/// A source, the error of the compiler at the mark `^`, and the source after it. In the texts, `OUT`, `SKIP`, `EMPTY`,
/// `FALSE`, `MODIFIER`, `LATE` and `NEVER` are the calls in the place of code that is left out.
struct Row: CustomTestStringConvertible {
  let source: String
  let message: String
  let expected: String
  var stage = LeaveOut.Stage.types

  init(_ source: String, _ message: String, _ expected: String, stage: LeaveOut.Stage = .types) {
    (self.source, self.message, self.expected, self.stage) = (source, message, expected, stage)
  }
  var testDescription: String { message }

  /// The source after one round with the error.
  func result(
    values: [String: String] = [:], foreignNames: Set<String> = [],
    storyboardClasses: [String: String] = [:]
  ) -> (text: String, placeholders: String) {
    let mark = source.firstIndex(of: "^")!
    let before = source[..<mark]
    let line = before.count { $0 == "\n" } + 2
    let column =
      before.split(separator: "\n", omittingEmptySubsequences: false).last!.utf8.count + 1
    // As in a ported file, the first line is not the user's.
    let text = "\n" + source.replacing("^", with: "")
    var leaveOut = LeaveOut.of(
      text, values: values, foreignNames: foreignNames, storyboardClasses: storyboardClasses)
    let error = CompilerOutput(
      "/check/A.swift:\(line):\(column): error: \(message)\n", hasCrashed: false)
    if stage != .declarations {
      leaveOut.advance(CompilerOutput("", hasCrashed: false))
      if leaveOut.next == .check(.flow, files: nil) { leaveOut.advance(error) }
    }
    leaveOut.advance(error)
    var result = String(leaveOut.texts[0].text.dropFirst())
    for (call, short) in [
      ("let _: Void = yobanLeftOut(", "OUT"), ("yobanLeftOutNever(", "NEVER"),
      ("yobanLeftOut(", "OUT"),
      ("yobanSkip(", "SKIP"), ("yobanEmpty(", "EMPTY"), ("yobanFalse(", "FALSE"),
      ("yobanModifier(", "MODIFIER"), ("@YobanLateValue(", "LATE"),
    ] {
      while let start = result.ranges(of: call).first {
        var end = start.upperBound
        var isQuoted = false
        while result[end] != ")" || isQuoted {
          if result[end] == "\"" { isQuoted.toggle() }
          end = result.index(after: end)
        }
        result.replaceSubrange(start.lowerBound...end, with: short)
      }
    }
    return (result, leaveOut.placeholderText)
  }

  static let available = AvailableNames(
    modules: ["UIKit", "SwiftUI", "CoreBluetooth", "Foundation", "YobanFoundation"],
    sources: [
      (
        "UIKit",
        "open class UIView: NSObject {}\npublic final class UILabel: UIView {}\n@MainActor open class UIViewController {}"
      ),
      (
        "CoreBluetooth",
        "open class CBCentralManager: NSObject {}\npublic struct CBPlace {}"
      ),
      ("SwiftUI", "public struct Text: View {}"),
    ])
}

extension LeaveOut {
  /// The search in a module with one file.
  static func of(
    _ text: String, path: String = "/check/A.swift", values: [String: String] = [:],
    foreignNames: Set<String> = [], storyboardClasses: [String: String] = [:]
  ) -> LeaveOut {
    LeaveOut(
      [.init(path: path, original: "/app/A.swift", text: text)], available: Row.available,
      ownModules: ["App"], values: values, foreignNames: foreignNames,
      storyboardClasses: storyboardClasses)
  }
}

@Suite struct LeaveOutTests {
  /// The smallest piece is left out, in the order: modifier, statement, body, conformance, member.
  static let pieces: [Row] = [
    Row(
      "func f() {\n  ^view.layer.x = 1\n  g()\n}", "value of type 'UIView' has no member 'layer'",
      "func f() {\n  SKIP\n  g()\n}"),
    Row(
      "func f() {\n  ^db.save()\n  g()\n}", "value of type 'Store' has no member 'save'",
      "func f() {\n  OUT\n  g()\n}"),
    Row(
      "func f() -> Int {\n  let a: Int = ^x.y\n  return a\n}", "cannot find 'x' in scope",
      "func f() -> Int {\n  let a: Int = OUT\n  return a\n}"),
    Row(
      "func f() -> Int {\n  g()\n  let a = ^x.y\n  return a\n}", "cannot find 'x' in scope",
      "func f() -> Int {\n  g()\n  return OUT\n\n}"),
    Row(
      "func f() -> Int {\n  g()\n  let a = ^x.y\n  return 1\n}", "cannot find 'x' in scope",
      "func f() -> Int {\n  g()\n  OUT\n  return 1\n}"),
    Row(
      "func f() -> Int {\n  g()\n  return ^x.y\n}", "cannot find 'x' in scope",
      "func f() -> Int {\n  g()\n  return OUT\n}"),
    Row("func f() -> Int { ^x.y }", "cannot find 'x' in scope", "func f() -> Int { return OUT }"),
    Row(
      "func f() {\n  self.name = ^x.y\n}", "cannot find 'x' in scope",
      "func f() {\n  self.name = OUT\n}"),
    Row(
      "class A {\n  let name: String\n  init() {\n    self.name = ^x.y\n  }\n}",
      "cannot find 'x' in scope",
      "class A {\n  let name: String\n  init() {\n    self.name = OUT\n  }\n}"),
    Row(
      "class A {\n  let store: Store\n  init() {\n    self.store = ^x.y\n  }\n}",
      "cannot find 'x' in scope",
      "class A {\n  LATE var store: Store\n  init() {\n    OUT\n  }\n}"),
    Row(
      "@Observable class A {\n  private let store: Store\n  init() {\n    store = ^x.y\n  }\n}",
      "cannot find 'x' in scope",
      "@Observable class A {\n  @ObservationIgnored LATE private var store: Store\n  init() {\n    OUT\n  }\n}"
    ),
    Row(
      "class A {\n  let store: Store\n  init() {\n    store = Store()\n    self.store.name = ^x.y\n  }\n}",
      "cannot find 'x' in scope",
      "class A {\n  let store: Store\n  init() {\n    store = Store()\n    self.store.name = OUT\n  }\n}"
    ),
    Row(
      "class A {\n  let store: Store\n  init() {\n    var store: Store\n    store = ^x.y\n  }\n}",
      "cannot find 'x' in scope",
      "class A {\n  let store: Store\n  init() {\n    var store: Store\n    store = OUT\n  }\n}"),
    Row(
      "class A {\n  lazy var store: Store = f()\n  init() {\n    self.store = ^x.y\n  }\n}",
      "cannot find 'x' in scope",
      "class A {\n  lazy var store: Store = f()\n  init() {\n    self.store = OUT\n  }\n}"),
    Row(
      "func f() throws {\n  throw ^x.y\n}", "cannot find 'x' in scope",
      "func f() throws {\n  throw YobanLeftOutError(\"A.swift:2\")\n}"),
    Row(
      "func f() {\n  if a {\n    ^x()\n  } else {\n    b()\n  }\n}", "cannot find 'x' in scope",
      "func f() {\n  if a {\n    OUT\n  } else {\n    b()\n  }\n}"),
    Row(
      "func f() {\n  if a, ^x.y == nil {\n    b()\n  }\n}", "cannot find 'x' in scope",
      "func f() {\n  if a, OUT {\n    b()\n  }\n}"),
    Row(
      "func f() {\n  if(^x.y < 1) {\n    b()\n  }\n}", "cannot find 'x' in scope",
      "func f() {\n  if OUT {\n    b()\n  }\n}"),
    Row(
      "func f() {\n  guard let a = ^x else { return }\n  g(a)\n}", "cannot find 'x' in scope",
      "func f() {\n  return OUT\n\n}"),
    Row(
      "struct V: View {\n  var body: some View {\n    Text(\"a\").^glow(1).bold()\n  }\n}",
      "value of type 'Text' has no member 'glow'",
      "struct V: View {\n  var body: some View {\n    Text(\"a\").MODIFIER.bold()\n  }\n}"),
    Row(
      "extension View {\n  func card() -> some View {\n    ^glow(self)\n  }\n}",
      "cannot find 'glow' in scope",
      "extension View {\n  func card() -> some View { self.onAppear { SKIP } }\n\n\n}"),
    Row(
      "struct M: ViewModifier {\n  func body(content: Content) -> some View {\n    ^glow(content)\n  }\n}",
      "cannot find 'glow' in scope",
      "struct M: ViewModifier {\n  func body(content: Content) -> some View { content.onAppear { SKIP } }\n\n\n}"
    ),
    Row(
      "struct V: View {\n  var body: some View {\n    ^MapView()\n  }\n}",
      "cannot find 'MapView' in scope",
      "struct V: View {\n  var body: some View { Text(\"left out: MapView\").onAppear { SKIP } }\n\n\n}"
    ),
    Row(
      "class A {\n  override ^func f() {}\n}",
      "method does not override any method from its superclass",
      "class A {\n   func f() {}\n}"),
    Row("class A: P, ^Q {\n}", "type 'A' does not conform to protocol 'Q'", "class A: P {\n}"),
    Row("@^Glow var a: Int = 1", "unknown attribute 'Glow'", " var a: Int = 1"),
  ]

  @Test(arguments: pieces)
  func `an error leaves out the smallest piece around it`(_ row: Row) {
    #expect(row.result().text == row.expected)
  }

  @Test func `a function that can throw does, if the place is skipped and has no empty value`() {
    let row = Row("func f() throws -> A {\n  g()\n  return ^x.y\n}", "cannot find 'x' in scope", "")
    #expect(row.result().text.contains("return try yobanLeftOutOrThrow("))
  }

  @Test func `a stored property has no value until it is set`() {
    let row = Row(
      "import UIKit\nclass A {\n  let store: Store = ^X.open()\n}", "cannot find 'X' in scope", "")
    #expect(
      row.result().text
        == "import UIKit\nclass A {\n  LATE var store: Store \n}")
  }

  @Test func `what only draws is skipped, and what calls the app or the system is not`() {
    func isSkipped(_ code: String, _ message: String) -> Bool {
      let source =
        "class A {\n  var state = 0\n  func save(_ n: Int) {}\n  func f() {\n    \(code)\n  }\n}"
      return Row(source, message, "").result().text.contains("SKIP")
    }
    let message = "type 'UIView' has no member 'animate'"
    #expect(isSkipped("UIView.^animate(1) { self.label.alpha = 0 }", message))
    #expect(!isSkipped("UIView.^animate(1) { self.save(1) }", message))
    #expect(
      isSkipped("UIView.^animate(1) { self.file.save() }", message),
      "another function than the app's")
    #expect(!isSkipped("UIView.^animate(1) { self.state = 1 }", message))
    #expect(!isSkipped("UIView.^animate(1) { _ = CBCentralManager() }", message))
    #expect(isSkipped("UIView.^animate(1) { _ = CBPlace() }", message), "it is only data")
    #expect(!isSkipped("UIView.^animate(1) { UserDefaults.standard.set(1) }", message))
    #expect(isSkipped("^FirebaseApp.configure()", "cannot find 'FirebaseApp' in scope"))
    #expect(!isSkipped("UIView.^animate(1) { completion?(1) }", message), "a closure of the app")
    #expect(!isSkipped("UIView.^animate(1) { self.state(1) }", message), "a property is called")
    let arguments = "extra argument 'weight' in call"
    #expect(isSkipped("label.font = UIFont.^system(1, weight: 2)", arguments))
    #expect(!isSkipped("let a = Strap.^open(1, weight: 2)", arguments))
    #expect(!isSkipped("^Realm.open()", "cannot find 'Realm' in scope"))
  }

  @Test(arguments: [
    ("Lottie", true), ("SceneKit", true), ("Accelerate", false), ("StoreKit", false),
  ])
  func `a name of a module that computes is not skipped`(_ module: String, _ isSkipped: Bool) {
    let row = Row(
      "import \(module)\nfunc f() {\n  ^Vector.sum()\n}", "cannot find 'Vector' in scope", "")
    #expect(row.result().text.contains("SKIP") == isSkipped)
  }

  @Test func `a member that a view of the app lacks is one of its superclass, which draws`() {
    let own = "class MapView: MKMapView {\n  func f() {\n    "
    let inherited = Row(own + "^addOverlay(1)\n  }\n}", "cannot find 'addOverlay' in scope", "")
    #expect(inherited.result().text.contains("SKIP"))
    let other = Row(
      own + "}\n}\nfunc g(_ m: MapView) {\n  ^m.camera.zoom()\n}",
      "value of type 'MapView' has no member 'camera'", "")
    #expect(other.result().text.contains("SKIP"))
    let model = Row(
      "class Model: Realm {\n  func f() {\n    ^save()\n  }\n}", "cannot find 'save' in scope", "")
    #expect(model.result().text.contains("OUT"))
  }

  @Test func `a condition is false only if what it decides about draws`() {
    func text(_ statement: String) -> String {
      Row(
        "class A {\n  func save() {}\n  func f() {\n    \(statement)\n  }\n}",
        "value of type 'UIView' has no member 'isDark'", ""
      ).result().text
    }
    #expect(text("if view.^isDark { label.text = 1 }").contains("if FALSE {"))
    #expect(text("if view.^isDark { save() }").contains("if OUT {"))
    #expect(text("if view.^isDark { label.text = 1 } else { save() }").contains("if OUT {"))
    #expect(text("guard view.^isDark else { return }\n    save()").contains("guard OUT else"))
    #expect(
      text("guard view.^isDark else { return }\n    label.hide()").contains("guard FALSE else"))
  }

  @Test func `a method of the app's Objective-C files is not one of UIKit`() {
    let row = Row(
      "class A: UIViewController {\n  func f() {\n    self.^enh_reload()\n  }\n}",
      "value of type 'A' has no member 'enh_reload'", "")
    #expect(row.result().text.contains("SKIP"))
    #expect(row.result(foreignNames: ["enh_reload"]).text.contains("OUT"))
  }

  @Test func `a name like one of Foundation's is not of a module that draws`() {
    func isSkipped(_ name: String) -> Bool {
      Row("import Lottie\nfunc f() {\n  ^\(name).stop()\n}", "cannot find '\(name)' in scope", "")
        .result().text.contains("SKIP")
    }
    #expect(isSkipped("AnimationView"))
    #expect(!isSkipped("NSKeyValueObservation") && !isSkipped("SecIdentity"))
  }

  @Test func `port.json gives a place its code`() {
    let statement = Row("func f() {\n  ^db.save()\n}", "cannot find 'db' in scope", "")
    #expect(statement.result(values: ["A.swift:2": "print(1)"]).text == "func f() {\n  print(1)\n}")
    let value = Row(
      "func f() -> Int {\n  g()\n  return ^db.count\n}", "cannot find 'db' in scope", "")
    #expect(
      value.result(values: ["A.swift:3": "7"]).text == "func f() -> Int {\n  g()\n  return (7)\n}")
  }

  @Test(arguments: [("Scene", "super.init()"), ("MapView", "super.init(frame: .zero)")])
  func `a class whose superclass is missing calls the initializer of the placeholder`(
    _ superclass: String, _ call: String
  ) {
    let text =
      "import UIKit\nclass A: \(superclass) {\n  init(size: Int) {\n    super.init(size: size)\n    f()\n  }\n}"
    var leaveOut = LeaveOut.of("\n" + text)
    leaveOut.advance(
      CompilerOutput(
        "/check/A.swift:3:10: error: cannot find type '\(superclass)' in scope\n",
        hasCrashed: false))
    leaveOut.advance(CompilerOutput("", hasCrashed: false))
    leaveOut.advance(
      CompilerOutput(
        "/check/A.swift:5:22: error: argument passed to call that takes no arguments\n",
        hasCrashed: false))
    #expect(leaveOut.texts[0].text.contains("    \(call)\n    f()\n"), "\(leaveOut.texts[0].text)")
  }

  @Test func `an error in what stands for a piece leaves out the piece around it`() {
    var leaveOut = LeaveOut.of("\nfunc f() {\n  if a {\n    x()\n  }\n}")
    leaveOut.advance(CompilerOutput("", hasCrashed: false))
    for column in [5, 5, 7] {
      leaveOut.advance(
        CompilerOutput(
          "/check/A.swift:4:\(column): error: cannot find 'x' in scope\n", hasCrashed: false))
    }
    #expect(leaveOut.texts[0].text.contains("if a") == false)
  }

  @Test(arguments: [
    ("func f() -> Int {", "return yobanLeftOut("), ("init() {", "yobanLeftOutNever("),
  ])
  func `a function whose last statement is left out returns a value, which can be skipped`(
    _ head: String, _ expected: String
  ) {
    let text =
      "\nclass A {\n\(head)\n  g(x)\n  start()\n  switch a {\n  case x: h()\n  }\n}\n}"
    var leaveOut = LeaveOut.of(text)
    leaveOut.advance(CompilerOutput("", hasCrashed: false))
    let errors = ["4:5", "7:8"].map {
      "/check/A.swift:\($0): error: cannot find 'x' in scope\n"
    }
    for _ in 0..<2 { leaveOut.advance(CompilerOutput(errors.joined(), hasCrashed: false)) }
    while leaveOut.next != .check(.flow, files: nil), leaveOut.next != .finished {
      leaveOut.advance(CompilerOutput("", hasCrashed: false))
    }
    leaveOut.advance(
      CompilerOutput("/check/A.swift:9:1: error: missing return\n", hasCrashed: false))
    #expect(leaveOut.texts[0].text.contains("let _: Void = yobanLeftOut(\"A.swift:3\""))
    #expect(leaveOut.texts[0].text.contains("  \(expected)"), "\(leaveOut.texts[0].text)")
  }

  @Test func `after the check of types comes the check of the flow, and then the end`() {
    var leaveOut = LeaveOut.of("\nlet a = 1")
    #expect(leaveOut.next == .check(.declarations, files: nil))
    leaveOut.advance(CompilerOutput("", hasCrashed: false))
    #expect(
      leaveOut.next == .check(.flow, files: nil),
      "nothing is left out, so types are checked with the flow")
    leaveOut.advance(CompilerOutput("", hasCrashed: false))
    #expect(leaveOut.next == .finished)
    #expect(leaveOut.placeholderText.isEmpty)
  }

  /// Two files, of which the first does not compile; the search has ended.
  private func search(_ second: String, memory: LeaveOutMemory? = nil) -> LeaveOut {
    LeaveOut(
      [
        .init(path: "/check/A.swift", original: "/app/A.swift", text: "\nfunc f() {\n  x()\n}"),
        .init(path: "/check/B.swift", original: "/app/B.swift", text: "\n\(second)"),
      ], available: Row.available, ownModules: [], memory: memory)
  }

  private var memory: LeaveOutMemory {
    var leaveOut = search("func g() { a() }")
    let clean = CompilerOutput("", hasCrashed: false)
    let error = CompilerOutput(
      "/check/A.swift:3:3: error: cannot find 'x' in scope\n", hasCrashed: false)
    for output in [clean, error, error, clean, clean, clean] { leaveOut.advance(output) }
    #expect(leaveOut.next == .finished)
    return leaveOut.memory
  }

  @Test func `after a change of a body, only its file is searched`() {
    var leaveOut = search("func g() { b() }", memory: memory)
    #expect(leaveOut.texts[0].text.contains("yobanLeftOut"))
    #expect(leaveOut.next == .check(.declarations, files: nil))
    leaveOut.advance(CompilerOutput("", hasCrashed: false))
    #expect(leaveOut.next == .check(.types, files: ["/check/B.swift"]))
  }

  @Test func `after a change of a declaration, the search begins from the start`() {
    let leaveOut = search("func g(_ n: Int) { a() }", memory: memory)
    #expect(!leaveOut.texts[0].text.contains("yobanLeftOut"))
    #expect(leaveOut.next == .check(.declarations, files: nil))
  }

  @Test func `errors that cannot be removed end the search`() {
    var leaveOut = LeaveOut([], available: Row.available, ownModules: [])
    for _ in 0..<200 where leaveOut.next != .finished {
      leaveOut.advance(CompilerOutput("error: no input files\n", hasCrashed: false))
      if case .failed = leaveOut.next { break }
    }
    #expect(leaveOut.next == .failed(["no input files"]))
  }
}

@Suite struct PlaceholderTests {
  static func placeholder(_ source: String, _ name: String) -> String {
    let source = source.hasPrefix("import ") ? source : "import Foundation\n" + source
    return Row(source, "cannot find type '\(name)' in scope", "", stage: .declarations).result()
      .placeholders
  }

  static let rows: [(source: String, name: String, declaration: String)] = [
    (
      "class A { var a: ^Store }", "Store",
      "open class Store: NSObject, YobanFoundation.EmptyValue, @unchecked Sendable {"
    ),
    ("class A { var a: ^ChartView }", "ChartView", "open class ChartView: UIView {"),
    ("class A { var a: any ^Store }", "Store", "public protocol Store: AnyObject {}"),
    ("class A: NSObject, ^Store {}", "Store", "public protocol Store: AnyObject {}"),
    ("struct A { var a: ^Store<Int, Int> }", "Store", "open class Store<T0, T1>: NSObject"),
    (
      "class A { weak var a: ^StoreDelegate? }", "StoreDelegate",
      "public protocol StoreDelegate: AnyObject {}"
    ),
    (
      "class A: ^PageController {}", "PageController",
      "open class PageController: UIViewController {"
    ),
  ]

  @Test(arguments: rows.indices)
  func `an unknown type is what its use and its name say`(_ row: Int) {
    let row = Self.rows[row]
    #expect(Self.placeholder(row.source, row.name).contains(row.declaration))
  }

  static let storyboardRows: [(source: String, element: String, declaration: String)] = [
    ("class A { var a: ^Pie! }", "UIView", "open class Pie: UIView {"),
    // The simulated module lacks the class of the element.
    ("class A { var a: ^Pie! }", "UIPickerView", "open class Pie: UIView {"),
    ("class A { var a: ^Pie! }", "UITabBarController", "open class Pie: UIViewController {"),
    ("class A: ^Pie {}", "UILabel", "open class Pie: UILabel {"),
  ]

  @Test(arguments: storyboardRows.indices)
  func `a missing class, or a superclass of one, that a storyboard names is one of UIKit`(
    _ row: Int
  ) {
    let row = Self.storyboardRows[row]
    let result = Row(
      "import UIKit\n" + row.source, "cannot find type 'Pie' in scope", "", stage: .declarations
    ).result(storyboardClasses: [row.source.contains("A: ^Pie") ? "A" : "Pie": row.element])
    #expect(result.placeholders.contains(row.declaration), "\(result.placeholders)")
  }

  @Test func `a type that a module has is imported, and gets no placeholder`() {
    let row = Row(
      "import UIKit\nvar a: ^CBCentralManager?", "cannot find type 'CBCentralManager' in scope", "",
      stage: .declarations)
    #expect(row.result().text == "import CoreBluetooth; import UIKit\nvar a: CBCentralManager?")
    // In a file without imports, on its own first line: the line before is a directive of the port.
    let alone = Row(
      "// A\nvar a: ^UIView?", "cannot find type 'UIView' in scope", "", stage: .declarations)
    #expect(alone.result().text == "import UIKit; // A\nvar a: UIView?")
    #expect(row.result().placeholders.isEmpty)
  }

  @Test func `a file without imports gets Foundation before any placeholder`() {
    let row = Row(
      "// A\nvar a: ^Date?", "cannot find type 'Date' in scope", "", stage: .declarations)
    #expect(row.result().text == "import Foundation; // A\nvar a: Date?")
    #expect(row.result().placeholders.isEmpty)
    // A type that is named only in a value.
    let value = Row(
      "enum A {\n  static let a = ^TimeInterval(3)\n}", "cannot find 'TimeInterval' in scope", "",
      stage: .declarations)
    #expect(value.result().text.hasPrefix("import Foundation; enum A {"))
    #expect(value.result().placeholders.isEmpty)
  }

  @Test func `an error in the expansion of a macro is found by the name of its file`() {
    var leaveOut = LeaveOut.of(
      "\n@Observable class A {\n  var x = 1 {\n    didSet { lost() }\n  }\n}",
      path: "/check/A-1.swift")
    leaveOut.advance(CompilerOutput("", hasCrashed: false))
    for _ in 0..<2 {
      leaveOut.advance(
        CompilerOutput(
          "App/A-1.swift:4:25: error: cannot find 'lost' in scope\n", hasCrashed: false))
    }
    #expect(leaveOut.texts[0].text.contains("lost()") == false, "\(leaveOut.texts[0].text)")
    #expect(leaveOut.texts[0].text.contains("var x = 1"))
  }

  @Test func `an import of a missing module becomes what it brings`() {
    let row = Row("import SceneKit\nlet a = ^b", "cannot find 'b' in scope", "")
    #expect(row.result().text.hasPrefix("import Foundation; import UIKit\n"))
  }

  @Test func `a placeholder says where it is needed`() {
    #expect(
      Self.placeholder("import Realm\nvar a: ^Store?", "Store").contains(
        "/// From Realm. Needed in A.swift:2."))
  }
}

@Suite struct CompilerOutputTests {
  @Test func `errors have their notes, and repeated ones count once`() {
    let output = CompilerOutput(
      """
      /a b/A.swift:3:7: error: type 'A' does not conform to protocol 'P'
      class A: P {
            ^
      /a b/B.swift:1:2: note: protocol requires 'f()'
      /a b/A.swift:3:7: error: type 'A' does not conform to protocol 'P'
      /a b/B.swift:1:2: note: protocol requires 'f()'
      /a b/A.swift:9:1: warning: unused
      /a b/B.swift:9:1: note: of the warning
      <unknown>:0: error: fatalError
      """, hasCrashed: false)
    #expect(output.errors.map(\.text) == ["type 'A' does not conform to protocol 'P'"])
    #expect(output.errors[0].place == .init(file: "/a b/A.swift", line: 3, column: 7))
    #expect(output.errors[0].notes.map(\.text) == ["protocol requires 'f()'"])
    #expect(output.errors[0].shape == "type '_' does not conform to protocol '_'")
    #expect(output.errors[0].names == ["A", "P"])
  }

  @Test func `a crash names the last place at which the compiler worked`() {
    let output = CompilerOutput(
      "Stack dump:\n1.\tWhile type-checking statement at [/a/A.swift:5:3 - line:7:4] RangeText=\"x\"\n2.\tWhile type-checking expression at [/a/A.swift:6:5 - line:6:9] RangeText=\"y\"\n",
      hasCrashed: true)
    #expect(output.crash == .init(file: "/a/A.swift", line: 6, column: 5))
  }
}

@Suite struct EditedFileTests {
  @Test func `edits keep the lines, and places in the edited text lead back`() {
    var file = EditedFile(
      path: "/check/A.swift", original: "/app/A.swift",
      text: "let a = 1\nfunc f() {\n  g()\n}\nlet b = 2")
    let body = file.outline.nodes.first { $0.kind == .function }!.body!
    let isAdded = file.add(
      EditKey(.body, 1), Edit(range: body, replacement: "{ X }", level: .body, reason: ""))
    let isAddedAgain = file.add(
      EditKey(.body, 1), Edit(range: 0..<1, replacement: "", level: .body, reason: ""))
    #expect(isAdded && !isAddedAgain)
    #expect(file.isPending(at: body.lowerBound))
    file.render()
    #expect(
      String(decoding: file.rendered, as: UTF8.self) == "let a = 1\nfunc f() { X }\n\n\nlet b = 2")
    #expect(file.locate(line: 5, column: 5).offset == file.text.count - 5)
    #expect(file.locate(line: 2, column: 13).edit == EditKey(.body, 1))
    #expect(file.locate(line: 99, column: 1).offset == file.text.count - 1)
    #expect(!file.isPending(at: body.lowerBound))
  }
}
