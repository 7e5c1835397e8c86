import Testing

@testable import YobanPorting

/// Optional requirements of the app's own protocols.
@Suite struct OptionalRequirementTests {
  static let declaration = """
    @objc protocol D {
      @objc optional func done(_ n: Int)
      @objc optional func title(for n: Int) -> String
      @objc optional func save() throws
      @objc optional var name: String { get }
      func required()
    }

    """
  static let lowered = """
     protocol D: AnyObject {
        func done(_ n: Int) throws
        func title(for n: Int) throws -> String
        func save() throws
        var name: String { get throws }
      func required()
    }

    """

  static let rows: [(use: String, lowered: String)] = [
    ("d?.done?(1)", "d?.done_yobanOptional(1)"),
    ("d.done!(1)", "d.done_yobanOptional(1)!"),
    ("let t = d?.title?(for: 1) ?? s", "let t = d?.title_yobanOptional(for: 1) ?? s"),
    ("try d?.save?()", "try d?.save_yobanOptional()"),
    ("if d?.title != nil {}", "if d?.title_for_yobanMethod != nil {}"),
    ("if let f = d?.done { f(1) }", "if let f = d?.done_yobanMethod { f(1) }"),
    ("let f = d?.title(for:)", "let f = d?.title_for_yobanMethod"),
    ("func f(_ d: D?) { g(d?.name) }", "func f(_ d: D?) { g(d?.name_yobanOptional) }"),
    ("func f(_ d: User) { g(d.name) }", "func f(_ d: User) { g(d.name) }"),
    ("user.title = 1", "user.title = 1"),
    ("self.done(1)", "self.done(1)"),
    ("x?.other?(1)", "x?.other?(1)"),
  ]

  @Test(arguments: rows.indices)
  func `a use of an optional requirement can tell whether it is implemented`(_ row: Int) {
    let row = Self.rows[row]
    #expect(Port(Self.declaration + row.use).body == Self.lowered + row.lowered)
  }

  @Test func `a default implementation throws, and the optional call catches it`() {
    let generated = Port(Self.declaration).generated
    #expect(
      generated.contains(
        """
          func title(for a0: Int) throws -> String {
            throw YobanFoundation.OptionalRequirementIsMissing()
          }
          @discardableResult func title_yobanOptional(for a0: Int) -> String? {
            do { return try self.title(for: a0) } catch { return nil }
          }
        """))
    // The errors of the method itself reach the caller.
    #expect(
      generated.contains(
        """
          @discardableResult func save_yobanOptional() throws -> Void? {
            do { return try self.save() } catch is YobanFoundation.OptionalRequirementIsMissing { return nil }
          }
        """))
  }

  @Test func `a requirement of another file is known`() {
    let settings = PortSettings(platform: .iOS)
    let (a, b) = (
      ParsedSource(Self.declaration, settings: settings),
      ParsedSource("d?.done?(1)", settings: settings)
    )
    let porter = Porter(settings: settings, indexes: [a.index, b.index])
    #expect(porter.port(b, identifier: "b").body == "d?.done_yobanOptional(1)")
  }

  @Test func `the generated members of a public protocol are public`() {
    let generated = Port("@objc public protocol D { @objc optional func f() }").generated
    #expect(generated.contains("  public func f() throws -> Void"))
    #expect(generated.contains("  @discardableResult public func f_yobanOptional()"))
  }
}
