import SwiftParser
import SwiftSyntax

/// A file whose conditions are resolved, and that is parsed.
public struct ParsedSource {
  let text: String
  let tree: SourceFileSyntax
  let isChanged: Bool
  /// The types of this file, for the ports of other files.
  public let index: SourceIndex
  let diagnostics: [Diagnostic]

  /// Parses a file as on the system under test.
  public init(_ original: String, settings: PortSettings) {
    var text = original
    var tree = Parser.parse(source: original)
    var diagnostics: [Diagnostic] = []
    if original.contains("#if") {
      let regions = InactiveRegions(settings)
      regions.walk(tree)
      let converter = SourceLocationConverter(fileName: "", tree: tree)
      diagnostics = regions.findings.map { finding in
        let loss = finding.inactive.map { inactive in
          Diagnostic.Loss(
            kind: .conditionalCode,
            lastLine: converter.location(for: inactive.endPositionBeforeTrailingTrivia).line,
            functions: FunctionCount.of(inactive))
        }
        return Diagnostic(finding.position, finding.message, converter, loss: loss)
      }
      if !regions.edits.isEmpty {
        text = regions.edits.applied(to: original)
        tree = Parser.parse(source: text)
      }
    }
    let visitor = IndexVisitor()
    visitor.walk(tree)
    self.text = text
    self.tree = tree
    self.isChanged = text != original
    self.index = visitor.index
    self.diagnostics = diagnostics
  }
}

/// The ported text of a file.
public struct PortedSource: Codable, Equatable, Sendable {
  /// The text without the generated parts: line by line the original.
  public let body: String
  /// Declarations for the end of the file. Empty if there are none.
  public let generated: String
  /// The name of the type that conforms to `PortedFile`, if the file has one.
  public let table: String?
  public let diagnostics: [Diagnostic]
  /// Members that move into a class of this or another file. The body does not have them.
  let moved: [MovedMember]
  let imports: [ImportedModule]
  /// The classes that can receive such members, in the order of their ends.
  let classEnds: [ClassEnd]

  /// The whole file, without members that move from or into it: see `MemberMoves`.
  ///
  /// - Parameter path: the original file, for `#file` and the positions of errors.
  public func text(path: String) -> String {
    text(path: path, body: body, generated: generated)
  }

  func text(path: String, body: String, generated: String) -> String {
    var text = "\(Self.location(path, line: 1))\n\(body)"
    if !generated.isEmpty {
      text += (body.hasSuffix("\n") ? "" : "\n") + "#sourceLocation()\n\(generated)"
    }
    return text
  }

  /// The directive that gives the next line its place in the original file.
  static func location(_ path: String, line: Int) -> String {
    var quoted = ""
    for character in path {
      if character == "\\" || character == "\"" { quoted += "\\" }
      quoted.append(character)
    }
    return "#sourceLocation(file: \"\(quoted)\", line: \(line))"
  }
}

/// Ports the files of a module.
public struct Porter {
  private let settings: PortSettings
  private let index: ModuleIndex

  /// - Parameters:
  ///   - indexes: of all files of the module.
  ///   - others: of all files of the ported modules that it imports.
  public init(settings: PortSettings, indexes: [SourceIndex], others: [SourceIndex] = []) {
    self.settings = settings
    index = ModuleIndex(indexes, others: others)
  }

  /// - Parameter identifier: a name for the file's generated type, unique in the module.
  public func port(_ source: ParsedSource, identifier: String) -> PortedSource {
    let rewriter = SourceRewriter(
      settings: settings, index: index, fileIndex: source.index, tree: source.tree)
    rewriter.walk(source.tree)
    let table = SelectorTable(types: source.index.types, index: index, identifier: identifier)
    var generated = rewriter.generated
    if let table { generated += table.text }
    if rewriter.needsCoreData, !rewriter.imports.contains(where: { $0.module == "CoreData" }) {
      generated = "import CoreData\n" + generated
    }
    if !generated.isEmpty, !rewriter.importsAnything {
      generated = "import YobanFoundation\n" + generated
    }
    let (body, moved, classEnds) = rewriter.separated(from: source.text)
    return PortedSource(
      body: body, generated: generated, table: table?.name,
      diagnostics: (source.diagnostics + rewriter.diagnostics).sorted {
        ($0.line, $0.column) < ($1.line, $1.column)
      }, moved: moved, imports: rewriter.imports, classEnds: classEnds)
  }

  /// Returns the file that lists the tables of all ported files.
  ///
  /// - Parameter skipped: places of code that is left out, and that does not end the app.
  public static func moduleFile(tables: [String], skipped: [String] = []) -> String {
    let places = skipped.sorted().map { "\"\($0.filter { $0 != "\"" && $0 != "\\" })\"" }
    let skips =
      places.isEmpty
      ? ""
      : "\n  public static var skippedPlaces: Set<String> { [\(places.joined(separator: ", "))] }"
    return """
      import YobanFoundation

      public final class YobanPortedModule: PortedModule {
        public static var files: [any PortedFile.Type] {
          [\(tables.map { "\($0).self" }.joined(separator: ", "))]
        }\(skips)
      }

      """
  }
}

extension Diagnostic {
  init(
    _ position: AbsolutePosition, _ message: String, _ converter: SourceLocationConverter,
    severity: Severity = .warning, loss: Loss? = nil
  ) {
    let location = converter.location(for: position)
    self.init(
      line: location.line, column: location.column, severity: severity, message: message,
      loss: loss)
  }
}
