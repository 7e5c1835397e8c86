import Foundation

/// The facts of a source file that a test package needs: the modules that it imports, and the app's entry point.
struct SourceFacts: Hashable, Sendable {
  struct Import: Hashable, Sendable {
    var module: String
    /// The line, from 1.
    var line: Int
    /// True for an import within `#if`, which may not be compiled.
    var isConditional: Bool
  }

  struct EntryPoint: Hashable, Sendable {
    /// The name of the type, such as `AppDelegate`.
    var type: String
    var line: Int
    /// True for a type that conforms to SwiftUI's `App`.
    var isSwiftUI: Bool
    /// True if the type conforms to a delegate of a watch app.
    var isWatch: Bool
    /// True if the type conforms to `WKExtensionDelegate` only, which `install` does not take.
    var isExtensionDelegate = false
  }

  var imports: [Import] = []
  /// The types marked `@main`, `@UIApplicationMain` or `@WKApplicationMain`.
  var entryPoints: [EntryPoint] = []
  /// The classes that conform to `UIApplicationDelegate`, or on a watch to `WKApplicationDelegate` or
  /// `WKExtensionDelegate`, without being marked.
  var delegates: [EntryPoint] = []

  /// Whether the source has the delegate of a watch app.
  var isOfWatchApp: Bool { (entryPoints + delegates).contains(where: \.isWatch) }

  /// The facts of a file; none if it cannot be read.
  init(ofFile file: URL) {
    self.init(of: (try? String(contentsOf: file, encoding: .utf8)) ?? "")
  }

  init(of source: String) {
    var depth = 0
    var isMarked = false
    let text = Self.withoutCommentsAndTexts(source)
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("#if") { depth += 1 }
      if line.hasPrefix("#endif") { depth -= 1 }
      for statement in line.split(separator: ";") {
        if let module = Self.importedModule(statement.trimmingCharacters(in: .whitespaces)) {
          imports.append(Import(module: module, line: index + 1, isConditional: depth > 0))
        }
      }
      if line.contains(/@(main|UIApplicationMain|WKApplicationMain|NSApplicationMain)\b/) {
        isMarked = true
      }
      guard
        let match = line.firstMatch(
          of: /\b(?:class|struct|enum|actor)\s+([A-Za-z_][A-Za-z_0-9]*)\s*(.*)/)
      else { continue }
      let inherited = String(match.2)
      let point = EntryPoint(
        type: String(match.1), line: index + 1,
        isSwiftUI: inherited.contains(/[:,]\s*(SwiftUI\.)?App\b/),
        isWatch: inherited.contains(/\bWK(Application|Extension)Delegate\b/),
        isExtensionDelegate: inherited.contains(/\bWKExtensionDelegate\b/)
          && !inherited.contains(/\bWKApplicationDelegate\b/))
      if isMarked {
        entryPoints.append(point)
      } else if inherited.contains(/\b(UIApplication|WKApplication|WKExtension)Delegate\b/) {
        delegates.append(point)
      }
      isMarked = false
    }
  }

  /// The module of an import declaration, such as `os` of `@preconcurrency import struct os.Logger`.
  private static func importedModule(_ statement: String) -> String? {
    let pattern =
      #/
      ^(?:@[A-Za-z_]+(?:\([^)]*\))?\s+
      |(?:public|package|internal|fileprivate|private)\s+)*import\s+
      (?:(?:typealias|struct|class|enum|protocol|let|var|func)\s+)?([A-Za-z_][A-Za-z_0-9]*)
      /#
    return statement.firstMatch(of: pattern).map { String($0.1) }
  }

  /// The source with its comments and the contents of its string literals replaced by spaces, so that the
  /// lines stay the same.
  private static func withoutCommentsAndTexts(_ source: String) -> String {
    var result: [UInt8] = []
    let bytes = Array(source.utf8)
    var position = 0
    func starts(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }
    func blank(_ count: Int) {
      for byte in bytes[position..<min(position + count, bytes.count)] {
        result.append(byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " "))
      }
      position = min(position + count, bytes.count)
    }
    while position < bytes.count {
      if starts("//") {
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { blank(1) }
      } else if starts("/*") {
        var depth = 0
        repeat {
          if starts("/*") {
            depth += 1
            blank(2)
          } else if starts("*/") {
            depth -= 1
            blank(2)
          } else {
            blank(1)
          }
        } while depth > 0 && position < bytes.count
      } else if starts("\"") {
        let quote = starts("\"\"\"") ? "\"\"\"" : "\""
        blank(quote.utf8.count)
        while position < bytes.count, !starts(quote) {
          if quote.utf8.count == 1, bytes[position] == UInt8(ascii: "\n") { break }
          blank(starts("\\") ? 2 : 1)
        }
        blank(quote.utf8.count)
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
