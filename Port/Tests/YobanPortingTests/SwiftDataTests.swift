import Testing

@testable import YobanPorting

/// The macros of SwiftData.
@Suite struct SwiftDataTests {
  private let model = """
    import SwiftData
    @Model
    final class Night: Named {
      #Unique<Night>([\\.name], [\\.begin, \\.count])
      #Index<Night>([\\.begin])
      @Attribute(.unique) var name: String
      var begin: Date = Date()
      var count = 0, other = 1
      var note: String?
      var unknown = make()
      let fixed = 1
      @Transient var opened = false
      var title: String { name }
      static var all = 0
      @Relationship(
        deleteRule: .cascade, inverse: \\Sample.night)
      var samples: [Sample] = []
    }
    """

  @Test func `stored variables get accessors, on their lines, and other members stay`() {
    let lines = Port(model).body.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    #expect(lines.count == model.split(separator: "\n", omittingEmptySubsequences: false).count)
    let accessors = { (name: String) in
      #"{ get { yobanBacking.get(self, \.\#(name), "\#(name)") } set { yobanBacking.set(self, \.\#(name), "\#(name)", newValue) } }"#
    }
    #expect(lines[5] == "   var name: String \(accessors("name"))")
    #expect(
      lines[6]
        == "  var begin: Date \(accessors("begin")); private static func yobanDefault_begin() -> Date { return Date() }"
    )
    #expect(lines[8] == "  var note: String? \(accessors("note"))")
    #expect(lines[10] == "  let fixed = 1" && lines[11] == "   var opened = false")
    #expect(lines[12] == "  var title: String { name }" && lines[13] == "  static var all = 0")
    #expect(lines[16].hasPrefix("  var samples: [Sample] { get"))
  }

  @Test func `the class describes its properties`() {
    let line = Port(model).body.split(separator: "\n", omittingEmptySubsequences: false)[2]
    #expect(line.hasPrefix("final class Night: Named, SwiftData.PersistentModel {"))
    #expect(line.contains(#".init("name", \Night.name, SwiftData.Schema.Attribute(.unique))"#))
    #expect(line.contains(#".init("note", \Night.note)"#))
    #expect(
      line.contains(#"SwiftData.Schema.Relationship(deleteRule: .cascade, inverse: \Sample.night)"#)
    )
    #expect(line.contains(#""begin": Night.yobanDefault_begin()"#))
    #expect(!line.contains("opened") && !line.contains("fixed") && !line.contains("title"))
  }

  @Test func `unique properties are kept, and an index is taken out`() {
    let lines = Port(model).body.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    #expect(
      lines[3]
        == #"  public static var yobanUnique: [[AnyKeyPath]] { [[\Night.name], [\Night.begin, \Night.count]] }"#
    )
    #expect(lines[4] == "  ")
  }

  @Test func `what cannot be stored is reported at its line`() {
    let diagnostics = Port(model).diagnostics
    #expect(diagnostics.map(\.line) == [8, 10])
    #expect(diagnostics.first?.message.contains("alone") == true)
    #expect(diagnostics.last?.message.contains("The type of unknown") == true)
  }

  @Test(arguments: [
    ("1", "Int"), ("-1", "Int"), ("1.5", "Double"), ("true", "Bool"), (#""a""#, "String"),
    ("Date()", "Date"),
    ("Date.now", "Date"), ("[Int]()", "[Int]"), ("Quality.good", "Quality"), ("UUID()", "UUID"),
  ])
  func `a type that the initial value shows is written`(_ value: String, _ type: String) {
    let body = Port("@Model class A {\n var x = \(value)\n}").body
    #expect(body.contains("var x: \(type) { get"))
    #expect(body.contains("-> \(type) { return \(value) }"))
  }

  @Test func `attributes of other classes stay`() {
    let text = "class A {\n  @Attribute var x = 1\n}"
    #expect(Port(text).body == text)
  }

  @Test func `an actor gets its context`() {
    let own = Port("@ModelActor\nactor Reader {\n  func f() {}\n}").body
    #expect(own.contains("actor Reader: SwiftData.ModelActor { nonisolated let modelExecutor"))
    #expect(own.contains("init(modelContainer: SwiftData.ModelContainer) {"))
    let other = Port("@ModelActor\nactor Reader: Named {\n  init() {}\n}").body
    #expect(other.contains("actor Reader: Named, SwiftData.ModelActor {"))
    #expect(!other.contains("init(modelContainer"))
  }
}
