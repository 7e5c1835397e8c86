import Testing

@testable import YobanPorting

/// The ported text of a file, as tables of input and output.
@Suite struct RewritingTests {
  /// Lines of the input, and of the output. The same number of each.
  static let rows: [(input: String, output: String)] = [
    // Attributes and modifiers.
    ("class A {\n  @objc func f() {}\n}", "class A {\n   func f() {}\n}"),
    ("class A {\n  @objc(g:) private var x = 1\n}", "class A {\n   private var x = 1\n}"),
    ("@objcMembers\nclass A: NSObject {}", "\nclass A: NSObject {}"),
    ("let a = 1\n@objc enum E: Int { case a }", "let a = 1\n enum E: Int { case a }"),
    ("class A {\n  @IBOutlet weak var v: V!\n}", "class A {\n   weak var v: V!\n}"),
    ("class A {\n  @IBAction func f(_ s: Any) {}\n}", "class A {\n   func f(_ s: Any) {}\n}"),
    (
      "class A {\n  @nonobjc subscript(i: Int) -> Int { 1 }\n}",
      "class A {\n   subscript(i: Int) -> Int { 1 }\n}"
    ),
    ("@UIApplicationMain\nclass A {}", "\nclass A {}"),
    ("unowned(unsafe) let a: A", "unowned(unsafe) let a: A"),
    // Imports.
    ("import Foundation\nimport UIKit", "import YobanFoundation; import Foundation\nimport UIKit"),
    ("@testable import A", "import YobanFoundation; @testable import A"),
    ("import CoreBluetooth.CBUUID", "import YobanFoundation; import CoreBluetooth"),
    ("import class UIKit.UIView", "import YobanFoundation; import  UIKit"),
    ("import os.log", "import YobanFoundation; import os"),
    ("import Darwin", "import YobanFoundation; import Glibc"),
    ("import MobileCoreServices", "import YobanFoundation; import UniformTypeIdentifiers"),
    ("import ObjectiveC\nlet a = 1", "import YobanFoundation; \nlet a = 1"),
    (
      "let a = Timer(), b = MyTimer(), c = Timer(fire: d)",
      "let a = Timer.unscheduled(), b = MyTimer(), c = Timer(fire: d)"
    ),
    ("let a = ProcessInfo().environment", "let a = ProcessInfo.processInfo.environment"),
    // SwiftUI.
    (
      "import SwiftUI\n#Preview {\n  Text(\"a\")\n}\nlet a = 1",
      "import YobanFoundation; import SwiftUI\n\n\n\nlet a = 1"
    ),
    // Selectors.
    (
      "class A {\n  @objc func f() {}\n  let s = #selector(f)\n}",
      "class A {\n   func f() {}\n  let s = YobanFoundation.Selector(\"f\", calling: { (o: A, _) in o.f() })\n}"
    ),
    (
      "class A { func f(_ n: Int, with b: Int) {}\nlet s = #selector(A.f(_:with:)) }",
      "class A { func f(_ n: Int, with b: Int) {}\nlet s = YobanFoundation.Selector(\"f:with:\", calling: { (o: A, x) in try o.f(x(), with: x()) }) }"
    ),
    (
      "class A { static func f() {}\nlet s = #selector(A.f) }",
      "class A { static func f() {}\nlet s = YobanFoundation.Selector(\"f\", calling: { (o: A.Type, _) in o.f() }) }"
    ),
    (
      "class A { func f(_ n: Int) throws {}\nlet s = #selector(self.f) }",
      "class A { func f(_ n: Int) throws {}\nlet s = YobanFoundation.Selector(\"f:error:\", calling: { (o: A, x) in try o.f(x()) }) }"
    ),
    (
      "class A { func f() {}\nfunc f(_ n: Int) {}\nlet s = #selector(f as (Int) -> Void) }",
      "class A { func f() {}\nfunc f(_ n: Int) {}\nlet s = YobanFoundation.Selector(\"f:\", calling: { (o: A, x) in try o.f(x()) }) }"
    ),
    (
      "class A { let s = #selector(getter: name)\nlet t = #selector(setter: A.name) }",
      "class A { let s = YobanFoundation.Selector(\"name\")\nlet t = YobanFoundation.Selector(\"setName:\") }"
    ),
    ("let s = #selector(delegate.f)", "let s = YobanFoundation.Selector(\"f\")"),
    (
      "let s = #selector(UIView.endEditing(_:))",
      "let s = YobanFoundation.Selector(\"endEditing:\", calling: { (o: UIView, x) in try o.endEditing(x()) })"
    ),
    ("let k = #keyPath(A.b.c)", "let k = \"b.c\""),
    // Optional methods of Apple's protocols, and closures.
    (
      "delegate?.peripheral?(p, didUpdateValueFor: c, error: nil)",
      "delegate?.peripheral(p, didUpdateValueFor: c, error: nil)"
    ),
    ("delegate?.centralManagerDidUpdateState?(c)", "delegate?.centralManagerDidUpdateState(c)"),
    ("let a = d.application?(x, open: u)", "let a = Optional(d.application(x, open: u))"),
    (
      "let w = UIApplication.shared.delegate?.window??.bounds ?? z",
      "let w = UIApplication.shared.delegate?.window_yobanOptional??.bounds ?? z"
    ),
    (
      "let w = (scene.delegate as? UIWindowSceneDelegate)?.window!",
      "let w = (scene.delegate as? UIWindowSceneDelegate)?.window_yobanOptional!"
    ),
    (
      "delegate?.window = (a as? AppDelegate)?.window",
      "delegate?.window = (a as? AppDelegate)?.window"
    ),
    ("owner?.onDone?(3)", "owner?.onDone?(3)"),
    ("owner.handler!(3)", "owner.handler!(3)"),
    ("let a = NSMutableAttributedString()", "let a = NSMutableAttributedString(string: \"\")"),
    ("let a = Darwin.round(b) + Darwin2.c", "let a = Foundation.round(b) + Darwin2.c"),
    (
      "import CoreData\nlet a = NSExpression(forKeyPath: b.NSExpression)\nextension NSExpression { var c: NSComparisonPredicate.Operator }",
      "import YobanFoundation; import CoreData\nlet a = YobanFoundation.FormatExpression(forKeyPath: b.NSExpression)\n"
        + "extension YobanFoundation.FormatExpression { var c: YobanFoundation.FormatComparison.Operator }"
    ),
    // Code that is taken out.
    (
      "let a = #colorLiteral(red: 1, green: 0, blue: 0, alpha: 1)",
      "let a = UIColor(red: 1, green: 0, blue: 0, alpha: 1)"
    ),
    ("let a = #imageLiteral(resourceName: \"b\")", "let a = (UIImage(named: \"b\") ?? UIImage())"),
    ("extension A {\n  override func f() {\n  }\n}", "extension A {\n  \n\n}"),
    // An actor that is an object.
    (
      "actor A: NSObject, D {\n  override init() {\n    super.init()\n    f()\n  }\n  override nonisolated var hash: Int { 1 }\n}",
      "actor A: YobanFoundation.ActorObject, D {\n   init() {\n    \n    f()\n  }\n   nonisolated var hash: Int { 1 }\n}"
    ),
    ("actor A: D { func f() {} }", "actor A: D { func f() {} }"),
    (
      "actor A: Foundation.NSObject { init() { super.init(); f() } }",
      "actor A: YobanFoundation.ActorObject { init() {  f() } }"
    ),
    // Key-value observing.
    (
      "class A {\n  @objc dynamic var x = f() // g\n}",
      "class A {\n    var x = f() { willSet { \(will) } didSet { \(did) } } // g\n}"
    ),
    (
      "class A {\n  @objc(y) dynamic private(set) weak var x: B?\n}",
      "class A {\n    private(set) weak var x: B? { willSet { \(will.replacing(#""x""#, with: #""y""#)) } didSet"
        + " { \(did.replacing(#""x""#, with: #""y""#)) } }\n}"
    ),
    (
      "class A {\n  @objc dynamic var x = 1 {\n    didSet { g() }\n  }\n}",
      "class A {\n    var x = 1 { willSet { \(will) }\n    didSet { defer { \(did) };  g() }\n  }\n}"
    ),
    (
      "class A {\n  @objc dynamic var x: Int {\n    get { 1 }\n    set { g() }\n  }\n}",
      "class A {\n    var x: Int {\n    get { 1 }\n    set { \(will); defer { \(did) };  g() }\n  }\n}"
    ),
    (
      "class A {\n  @objc dynamic var x = 1 { // by the watch\n    willSet { g() }\n  }\n}",
      "class A {\n    var x = 1 { didSet { \(did) } // by the watch\n    willSet { \(will);  g() }\n  }\n}"
    ),
    ("struct A {\n  dynamic var x = 1\n}", "struct A {\n   var x = 1\n}"),
    ("dynamic var x = 1", " var x = 1"),
    (
      "@objcMembers class A: NSObject {\n  dynamic var x = 1\n}",
      " class A: NSObject {\n   var x = 1 { willSet { \(will) } didSet { \(did) } }\n}"
    ),
    ("class A {\n  @objc dynamic var x: Int { 1 }\n}", "class A {\n    var x: Int { 1 }\n}"),
    (
      "class A: NSObject {\n  override func observeValue(\(change)) {\n    super.observeValue(\(arguments))\n  }\n}",
      "class A: NSObject {\n   func observeValue(\(change)) {\n    YobanFoundation.unobservedValue(\(arguments))\n  }\n}"
    ),
    (
      "class A { func observeValue(\(change)) {} }\nclass B: A { override func observeValue(\(change)) {} }",
      "class A { func observeValue(\(change)) {} }\nclass B: A { override func observeValue(\(change)) {} }"
    ),
    (
      "func f() {\n  o = a.observe(\\.x, options: []) { _, _ in }\n  a.removeObserver(b, forKeyPath: \"x\")\n}",
      "func f() {\n  o = a.observe(\\.x, options: []) { _, _ in }\n  a.removeObserver(b, forKeyPath: \"x\")\n}"
    ),
  ]

  private static let will = #"YobanFoundation.willChange(self, \.x, "x")"#
  private static let did = #"YobanFoundation.didChange(self, \.x, "x")"#
  private static let change =
    "forKeyPath k: String?, of o: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?"
  private static let arguments = "forKeyPath: k, of: o, change: change, context: context"

  @Test(arguments: rows.indices)
  func `a file is ported line by line`(_ row: Int) {
    let row = Self.rows[row]
    #expect(Port(row.input).body == row.output)
  }

  @Test(arguments: rows.indices)
  func `porting a ported file again changes nothing`(_ row: Int) {
    let body = Port(Self.rows[row].input).body
    let again = Port(body).body
    #expect(
      again.replacing(
        "import YobanFoundation; import YobanFoundation; ", with: "import YobanFoundation; ")
        == body)
  }

  static let warnings: [(text: String, line: Int, words: String)] = [
    ("\nfunc f() { method_exchangeImplementations(a, b) }", 2, "Objective-C runtime"),
    ("extension A {\noverride func f() {} }", 2, "cannot override"),
    ("class A {\n@objc dynamic var x = 1, y = 2 }", 2, "cannot be observed"),
    (
      "extension UserDefaults {\n@objc dynamic var nights: Int { integer(forKey: \"night_count\") } }",
      2,
      "night_count"
    ),
    ("class A {\n@NSCopying var x: B }", 2, "does not copy"),
  ]

  @Test(arguments: warnings.indices)
  func `what cannot be ported is reported at its line`(_ row: Int) {
    let (text, line, words) = Self.warnings[row]
    let diagnostics = Port(text).diagnostics
    #expect(diagnostics.map(\.line) == [line])
    #expect(diagnostics.first?.message.contains(words) == true)
  }

  @Test(arguments: [
    ("import Foundation\nclass A: ObservableObject {}", true),
    ("import WatchConnectivity\nclass A { @Published var x = 1 }", true),
    ("import Foundation\nclass A {}", false), ("import os\nclass A: ObservableObject {}", false),
    ("import SwiftUI\nimport UIKit\nclass A: ObservableObject {}", false),
    ("import Foundation\nimport Combine\nclass A: ObservableObject {}", false),
  ])
  func `the names of Combine that Apple's Foundation brings are imported`(
    _ text: String, _ isImported: Bool
  ) {
    var settings = PortSettings(platform: .iOS)
    #expect(!Port(text, settings).body.contains("; import Combine;"))
    settings.modules = ["Combine"]
    #expect(Port(text, settings).body.contains("; import Combine;") == isImported)
  }

  @Test func `an executable target keeps its entry point`() {
    let settings = PortSettings(platform: .iOS, keepsMain: true)
    #expect(Port("@UIApplicationMain\nclass A {}", settings).body == "@main\nclass A {}")
    #expect(Port("@main\nclass A {}", settings).body == "@main\nclass A {}")
  }

  @Test func `the ported file names the original`() {
    let ported = Port("import Foundation\n").ported
    #expect(
      ported.text(path: "/a/\"b\".swift")
        == "#sourceLocation(file: \"/a/\\\"b\\\".swift\", line: 1)\nimport YobanFoundation; import Foundation\n"
    )
  }
}

/// A file that is ported on its own.
struct Port {
  let ported: PortedSource
  var body: String { ported.body }
  var generated: String { ported.generated }
  var diagnostics: [Diagnostic] { ported.diagnostics }

  init(_ text: String, _ settings: PortSettings = PortSettings(platform: .iOS)) {
    let source = ParsedSource(text, settings: settings)
    ported = Porter(settings: settings, indexes: [source.index]).port(source, identifier: "file")
  }
}
