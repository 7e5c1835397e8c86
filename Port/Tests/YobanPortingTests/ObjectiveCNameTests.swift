import Testing

@testable import YobanPorting

/// The names of Swift methods in Objective-C, as Swift Evolution SE-0005 and SE-0070 describe them.
@Suite struct ObjectiveCNameTests {
  static let rows: [(declaration: String, name: String)] = [
    ("func f()", "f"),
    ("func f(_ a: Int)", "f:"),
    ("func f(_ a: Int, _ b: Int)", "f::"),
    ("func f(_ a: Int, with b: Int)", "f:with:"),
    ("func f(a: Int)", "fWithA:"),
    ("func f(with a: Int)", "fWith:"),
    ("func f(for a: Int, forKey b: Int)", "fFor:forKey:"),
    ("func f(withName a: Int)", "fWithName:"),
    ("func move(to a: Int)", "moveTo:"),
    ("func moveTo(place a: Int)", "moveToPlace:"),
    ("@objc(other:) func f(_ a: Int)", "other:"),
    ("func f() async", "fWithCompletionHandler:"),
    ("func f(_ a: Int) async", "f:completionHandler:"),
    ("func f() throws", "fAndReturnError:"),
    ("func f(_ a: Int) throws", "f:error:"),
  ]

  @Test(arguments: rows.indices)
  func `a method has the name that Swift gives it in Objective-C`(_ row: Int) {
    let (declaration, name) = Self.rows[row]
    let source = ParsedSource(
      "class A { \(declaration) {} }", settings: PortSettings(platform: .iOS))
    #expect(source.index.types.first?.methods.map(\.objectiveCName) == [name])
  }
}

/// The tables with which a method can be called by its name.
@Suite struct SelectorTableTests {
  @Test func `actions and outlets of a class are in the table`() {
    let generated = Port(
      """
      class C: UIViewController {
        @IBOutlet private weak var label: UILabel!
        @IBAction private func onClickScan(_ sender: UIButton) {}
        func plain(_ n: Int) {}
        @objc func wide(_ n: inout Int) {}
        @objc func late() async {}
      }
      """
    ).generated
    #expect(
      generated.contains(
        "Selector(\"onClickScan:\", calling: { (o: C, x) in try o.onClickScan(x()) })"))
    #expect(
      generated.contains("Selector(\"setLabel:\", calling: { (o: C, x) in o.`label` = try x() })"))
    // Objective-C does not see the first, and a message cannot pass the arguments of the others.
    for name in ["plain:", "wide:", "lateWithCompletionHandler:"] {
      #expect(!generated.contains("Selector(\"\(name)\""))
      #expect(generated.contains("\"\(name)\""))
    }
    #expect(generated.contains("enum YobanPorted_file: YobanFoundation.PortedFile"))
  }

  @Test func `overloads that differ only in the types of their parameters are distinguished`() {
    let generated = Port(
      """
      class C: NSObject {
        @objc(character:error:) func f(_ c: CBCharacteristic, error: Error?) {}
        @objc(descriptor:error:) func f(_ d: CBDescriptor!, error: Error?) {}
        @objc func g(_ c: Int) {}
        func h() { _ = #selector(f(_:error:) as (CBDescriptor?, Error?) -> Void) }
      }
      """
    ).generated
    for call in [
      "Selector(\"character:error:\", calling: { (o: C, x) in try o.f(x() as CBCharacteristic, error: x() as Error?) })",
      "Selector(\"descriptor:error:\", calling: { (o: C, x) in try o.f(x() as CBDescriptor?, error: x() as Error?) })",
      "Selector(\"g:\", calling: { (o: C, x) in try o.g(x()) })",
    ] { #expect(generated.contains(call), "\(call)") }
  }

  @Test func `a class is found by the name that Objective-C has for it`() {
    let generated = Port("@objc(OldScreen) private class Screen: UIViewController {}\nclass B {}")
      .generated
    #expect(generated.contains("[\"OldScreen\": Screen.self]"))
    #expect(
      !Port("@objc class Screen: UIViewController { func f() {} }").generated.contains("classes"))
  }

  @Test func `a class that cannot be named in the file has no table`() {
    #expect(Port("class G<T> { @objc func f() {} }").generated.isEmpty)
    #expect(Port("struct S { private class P { @objc func f() {} } }").generated.isEmpty)
    #expect(Port("func g() { class L { @objc func f() {} } }").generated.isEmpty)
    #expect(Port("struct S { func f() {} }").generated.isEmpty)
  }

  @Test func `an extension of a class of another module is in the table if it has actions`() {
    #expect(Port("extension UIView { func f() {} }").generated.isEmpty)
    #expect(
      Port("extension UIView { @objc func f() {} }").generated.contains("if type == UIView.self"))
  }

  @Test func `a class of another global actor has only names`() {
    let generated = Port("@RadioActor class C { @objc func f() {} }").generated
    #expect(!generated.contains("calling:"))
    #expect(generated.contains("\"f\""))
  }
}
