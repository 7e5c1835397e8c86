import Foundation
import Testing

@testable import yoban_port_tool

/// The tool on the files of a module.
@Suite struct PortRunTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "yoban-port-\(UUID().uuidString)")

  private func write(_ text: String, _ name: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// Ports A.swift and B.swift.
  private func port() throws {
    try write(#"{ "platform": "iOS", "sources": ["."] }"#, "port.json")
    let sources = ["A", "B"].map {
      PortJob.Source(path: path("\($0).swift"), output: path("\($0)-1.swift"))
    }
    let job = PortJob(
      configuration: path("port.json"), sources: sources, storyboards: [], catalogs: nil,
      refused: [], others: [], isExecutable: false, modules: [], moduleFile: path("Module.swift"),
      report: path("report.txt"), cache: path("cache.json"), leaveOut: nil)
    try PortRun(job).run()
  }

  @Test func `a change of an override in an extension reaches the file of its class`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("class A: B {\n}\n", "A.swift")
    try write("extension A {\n  override func f() { one() }\n}\n", "B.swift")
    try port()
    let line = "#sourceLocation(file: \"\(path("B.swift"))\", line: 2)\n  override func f()"
    #expect(try text("A-1.swift").contains("\(line) { one() }"))
    #expect(try !text("B-1.swift").contains("override"))

    // Nothing but a body changes, so the index stays as it was.
    try write("extension A {\n  override func f() { two() }\n}\n", "B.swift")
    try port()
    #expect(try text("A-1.swift").contains("\(line) { two() }"))

    try write("extension A {\n\n\n  override func f() { two() }\n}\n", "B.swift")
    try port()
    #expect(try text("A-1.swift").contains("line: 4)\n  override func f() { two() }"))

    // The class moves to the file of the extension.
    try write("\n", "A.swift")
    try write("extension A {\n  override func f() { two() }\n}\nclass A: B {\n}\n", "B.swift")
    try port()
    #expect(try !text("A-1.swift").contains("override"))
    #expect(try text("B-1.swift").contains("class A: B {\n\n\(line) { two() }"))

    // Without the class, the override is left out.
    try write("extension A {\n  override func f() { two() }\n}\n", "B.swift")
    try port()
    #expect(try !text("B-1.swift").contains("override"))
    #expect(try text("report.txt").contains("B.swift:2:3: warning: Without Objective-C"))
  }

  @Test func `a file whose class receives nothing is not written again`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("class A: B {\n}\n", "A.swift")
    try write("extension A {\n  func f() { one() }\n}\n", "B.swift")
    try port()
    let old = Date(timeIntervalSince1970: 1_000_000)
    try FileManager.default.setAttributes(
      [.modificationDate: old], ofItemAtPath: path("A-1.swift"))
    try write("extension A {\n  func f() { two() }\n}\n", "B.swift")
    try port()
    let attributes = try FileManager.default.attributesOfItem(atPath: path("A-1.swift"))
    #expect(attributes[.modificationDate] as? Date == old)
    #expect(try text("B-1.swift").contains("two()"))
  }

  @Test func `the classes of a data model are ported with the sources`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(#"{ "platform": "iOS", "sources": ["."] }"#, "port.json")
    try write("class A: Night {\n}\n", "A.swift")
    let model = "Nights.xcdatamodel"
    try FileManager.default.createDirectory(
      atPath: path(model), withIntermediateDirectories: true)
    func port(_ attribute: String) throws {
      try write(
        """
        <model><entity name="Night" representedClassName="Night" codeGenerationType="class">
        <attribute name="\(attribute)" attributeType="String"/></entity></model>
        """, "\(model)/contents")
      let job = PortJob(
        configuration: path("port.json"),
        sources: [.init(path: path("A.swift"), output: path("A-1.swift"))], storyboards: [],
        catalogs: nil, models: [.init(path: path(model), output: path("Nights-1.swift"))],
        refused: [], others: [], isExecutable: false, modules: [],
        moduleFile: path("Module.swift"), report: path("report.txt"), cache: path("cache.json"),
        leaveOut: nil)
      try PortRun(job).run()
    }
    try port("place")
    #expect(try text("Nights-1.swift").contains(#"set { yobanSet(newValue, "place") }"#))
    #expect(try text("A-1.swift").contains("{ A(entity: entity, insertInto: context) }"))
    try port("name")
    #expect(try text("Nights-1.swift").contains(#"set { yobanSet(newValue, "name") }"#))
  }

  @Test(arguments: [#"/app/A.swift"#, #"/app/"a"\b.swift"#])
  func `the parts of a ported file have their places in the user's files`(_ path: String) {
    let quoted = path.replacing(#"\"#, with: #"\\"#).replacing("\"", with: #"\""#)
    let text = """
      #sourceLocation(file: "\(quoted)", line: 1)
      class A {
      #sourceLocation(file: "/app/B.swift", line: 7)
        func f() {}
      #sourceLocation(file: "\(quoted)", line: 2)
      }
      #sourceLocation()
      enum Table {}
      """
    let (blank, generatedStart, regions) = LeaveOutRun.withoutLocations(text)
    #expect(blank.utf8.count == text.utf8.count && !blank.contains("#"))
    #expect(LeaveOutRun.withLocations(of: text, blank) == text)
    #expect(regions.map(\.path) == [path, "/app/B.swift", path])
    #expect(regions.map(\.line) == [1, 7, 2])
    let starts = regions.map { blank.utf8.dropFirst($0.offset).prefix(8) }.map { String($0)! }
    #expect(starts == ["class A ", "  func f", "}\n      "])
    #expect(generatedStart.map { blank.utf8.dropFirst($0 - 2).first } == UInt8(ascii: "}"))
  }
}
