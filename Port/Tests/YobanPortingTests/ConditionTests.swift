import Testing

@testable import YobanPorting

/// The text of a file after its conditions were resolved, for each platform.
@Suite struct ConditionTests {
  static let rows: [(condition: String, iOS: Bool, watchOS: Bool)] = [
    ("os(iOS)", true, false),
    ("os(watchOS)", false, true),
    ("!os(Linux)", true, true),
    ("os(macOS) || os(iOS)", true, false),
    ("os(iOS) && !targetEnvironment(simulator)", true, false),
    ("targetEnvironment(macCatalyst)", false, false),
    ("os(macOS) || os(iOS) && DEBUG", true, false),
    ("(os(macOS) || os(iOS)) && RELEASE", false, false),
    ("DEBUG", true, true),
    ("!DEBUG", false, false),
    ("canImport(UIKit)", true, true),
    ("canImport(CoreBluetooth.CBUUID)", true, true),
    ("canImport(WatchKit)", false, true),
    ("canImport(AppKit)", false, false),
    ("canImport(Darwin)", false, false),
    ("canImport(ObjectiveC)", false, false),
    ("canImport(FoundationNetworking)", false, false),
    ("swift(>=5.5)", true, true),
    ("swift(>=6.0)", false, false),
    ("compiler(>=6.0)", true, true),
    ("compiler(<5.9.1)", false, false),
    ("arch(arm64)", true, true),
    ("arch(x86_64)", false, false),
    ("hasFeature(StrictConcurrency)", false, false),
    ("false", false, false),
    ("true", true, true),
  ]

  @Test(arguments: rows.indices)
  func `a condition has its value on the system under test`(_ row: Int) {
    let row = Self.rows[row]
    let text = "#if \(row.condition)\nlet a = 1\n#else\nlet b = 2\n#endif\n"
    for (platform, expected) in [(PortSettings.Platform.iOS, row.iOS), (.watchOS, row.watchOS)] {
      let source = ParsedSource(text, settings: PortSettings(platform: platform))
      #expect(source.text == (expected ? "\nlet a = 1\n\n\n\n" : "\n\n\nlet b = 2\n\n"))
      #expect(source.diagnostics.isEmpty)
    }
  }

  @Test func `settings change the value of conditions`() {
    let settings = PortSettings(
      platform: .iOS, conditions: ["BETA"], modules: ["MyKit"], missingModules: ["UIKit"],
      isSimulator: true, architecture: "x86_64", languageVersion: .compiler,
      features: ["Macros"])
    for condition in [
      "BETA", "!DEBUG", "canImport(MyKit)", "!canImport(UIKit)", "targetEnvironment(simulator)",
      "arch(x86_64)", "swift(>=6)", "hasFeature(Macros)",
    ] {
      let source = ParsedSource("#if \(condition)\na\n#endif", settings: settings)
      #expect(source.text == "\na\n", "\(condition)")
    }
  }

  @Test func `only the first true clause of a chain is active, also when nested`() {
    let text = """
      #if os(watchOS)
      a
      #elseif os(iOS)
      #if DEBUG
      b
      #else
      c
      #endif
      #elseif DEBUG
      d
      #endif
      """
    #expect(
      ParsedSource(text, settings: PortSettings(platform: .iOS)).text == "\n\n\n\nb\n\n\n\n\n\n")
  }

  static let places = [
    "switch x {\n#if os(iOS)\ncase .a: break\n#endif\ndefault: break\n}",
    "enum E {\n#if os(iOS)\ncase a\n#endif\ncase b\n}",
    "#if os(iOS)\n@MainActor\n#endif\nfunc f() {}",
    "x\n#if os(iOS)\n.a()\n#endif\n.b()",
    "class C {\n#if os(iOS)\nvar a = 1\n#endif\n}",
  ]

  @Test(arguments: places)
  func `a directive is removed at every place where it can stand`(_ text: String) {
    let expected = text.replacing("#if os(iOS)", with: "").replacing("#endif", with: "")
    #expect(ParsedSource(text, settings: PortSettings(platform: .iOS)).text == expected)
  }

  @Test func `a directive within a string or a comment stays`() {
    let text = "let a = \"\"\"\n#if os(iOS)\n\"\"\"\n// #if os(macOS)\n"
    #expect(ParsedSource(text, settings: PortSettings(platform: .iOS)).text == text)
  }

  @Test func `a condition that is not known counts as false and is reported`() {
    let source = ParsedSource(
      "\n#if hasThing(X)\na\n#endif", settings: PortSettings(platform: .iOS))
    #expect(source.text == "\n\n\n")
    #expect(source.diagnostics.map(\.line) == [2])
    #expect(source.diagnostics.first?.message.contains("hasThing(X)") == true)
  }

  /// A text, the last line of the code that is inactive because its condition is not known (nil if no code is), and
  /// the number of functions in it.
  static let unknown: [(text: String, lastLine: Int?, functions: Int)] = [
    ("#if hasThing(X)\nfunc f() { func g() {} }\nvar x: Int { 1 }\n#endif", 3, 2),
    ("#if hasThing(X)\na\n#else\nfunc f() {}\n#endif", 2, 0),
    ("#if !hasThing(X)\nfunc f() {}\n#endif", nil, 0),
    ("#if DEBUG\na\n#elseif hasThing(X)\nfunc f() {}\n#endif", nil, 0),
    (
      "class A {\n#if hasThing(X)\nvar x: Int { get { 1 } set {} }\ninit() {}\ndeinit {}\n#endif\n}",
      5, 4
    ),
  ]

  @Test(arguments: unknown.indices)
  func `code that is inactive because its condition is not known is counted`(_ row: Int) {
    let row = Self.unknown[row]
    let loss = ParsedSource(row.text, settings: PortSettings(platform: .iOS)).diagnostics.first?
      .loss
    #expect(loss?.lastLine == row.lastLine)
    #expect(loss?.functions ?? 0 == row.functions)
    #expect(loss.map(\.kind) ?? .conditionalCode == .conditionalCode)
  }
}
