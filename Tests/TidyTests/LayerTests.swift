import Foundation
import Testing

/// The layers of the files in C that interpose functions.
@Suite struct LayerTests {
  private static let folder = "Sources/CYobanVirtualTime"

  /// The files from the lowest layer to the highest, as the comment of context.h lists them.
  private static func listed() throws -> [String] {
    try Tree.File(path: "\(folder)/context.h").lines().prefix { $0.hasPrefix("//") }
      .filter { $0.hasPrefix("//   ") }
      .flatMap { $0.split(separator: " ").filter { $0.hasSuffix(".c") }.map(String.init) }
  }

  /// Returns a file without comments and without uses of the host's own functions.
  private static func code(_ file: String) throws -> String {
    try Tree.File(path: "\(folder)/\(file)").lines().joined(separator: "\n")
      .replacing(#/\/\/.*/#, with: "").replacing(#/(HOST|LIBRARY)\(\w+\)/#, with: "")
  }

  /// The functions that a file defines for others: not static ones, and those that a macro defines.
  private static func functions(in code: String) -> Set<Substring> {
    let macros = code.matches(of: #/(?m)^[A-Z_]+\((\w+)[,)]/#).map(\.1)
    let others = code.matches(of: #/(?m)^(\w[\w *]*?)\b(\w+)\([^;{}]*?\)\s*\{/#)
      .filter { !$0.1.hasPrefix("static") }.map(\.2)
    return Set(macros + others)
  }

  @Test func `each file in C has a place in the list of layers`() throws {
    let files = try Tree.files(under: Self.folder, ["c"]).map {
      URL(fileURLWithPath: $0.path).lastPathComponent
    }
    #expect(try Self.listed().sorted() == files)
  }

  @Test func `a file in C calls no function of a file in a higher layer`() throws {
    let files = try Self.listed().map { ($0, try Self.code($0)) }
    let functions = files.map { Self.functions(in: $0.1) }
    #expect(functions.joined().count > 100, "the functions of the files were not found")
    for (index, (file, code)) in files.enumerated() {
      let called = Set(code.matches(of: #/(\w+)\(/#).map(\.1)).subtracting(functions[index])
      for higher in files.indices.dropFirst(index + 1) {
        let wrong = called.intersection(functions[higher]).sorted()
        #expect(wrong.isEmpty, "\(file) calls \(wrong) of \(files[higher].0)")
      }
    }
  }
}
