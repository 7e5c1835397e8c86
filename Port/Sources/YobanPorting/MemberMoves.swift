import SwiftSyntax

/// A member that moves from an extension into the body of its class.
struct MovedMember: Codable, Equatable, Sendable {
  /// The path of the class.
  let type: String
  let isInSameFile: Bool
  /// The first line in the original file.
  let line: Int
  /// The ported text, which begins at the original column.
  let text: String
}

/// The end of a class's body.
struct ClassEnd: Codable, Equatable, Sendable {
  let type: String
  /// The place of the closing brace in the ported body, as a UTF-8 offset.
  var offset: Int
  let line: Int
}

/// An import of a ported file.
struct ImportedModule: Codable, Equatable, Sendable {
  let module: String
  let text: String

  init(_ module: String) {
    self.module = module
    text = "import \(module)"
  }

  /// Returns nil for an import that the port removes.
  init?(_ node: ImportDeclSyntax) {
    guard let module = node.path.first?.name.text, !KnownModules.removed.contains(module) else {
      return nil
    }
    self.module = KnownModules.replacements[module] ?? module
    let head = [node.attributes.trimmedDescription, node.modifiers.trimmedDescription]
    text = (head + ["import", self.module]).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// The texts of a module's ported files, with each member that moves in the body of its class.
///
/// Each file is ported on its own. This is the only step that needs all of them, so a change in one file leaves the
/// other ported files as they are, and still reaches the file of the class.
public struct MemberMoves {
  private struct Arrival {
    let path: String
    let member: MovedMember
    let imports: [ImportedModule]
  }
  private var arrivals: [String: [String: [Arrival]]] = [:]

  /// - Parameter files: all files of the module, with the paths of the originals.
  public init(_ files: [(path: String, ported: PortedSource)]) {
    var paths: [String: String] = [:]
    for (path, ported) in files {
      for end in ported.classEnds { paths[end.type] = path }
    }
    for (path, ported) in files {
      for member in ported.moved {
        guard let target = member.isInSameFile ? path : paths[member.type] else { continue }
        arrivals[target, default: [:]][member.type, default: []].append(
          Arrival(path: path, member: member, imports: ported.imports))
      }
    }
  }

  /// Returns the whole text of a file.
  ///
  /// - Parameter path: the original file.
  public func text(_ ported: PortedSource, path: String) -> String {
    guard let arrivals = arrivals[path] else { return ported.text(path: path) }
    let bytes = Array(ported.body.utf8)
    var body = ""
    var position = 0
    for end in ported.classEnds {
      guard let arrived = arrivals[end.type] else { continue }
      body += String(decoding: bytes[position..<end.offset], as: UTF8.self)
      for arrival in arrived {
        body += "\n\(PortedSource.location(arrival.path, line: arrival.member.line))"
        body += "\n\(arrival.member.text)"
      }
      body += "\n\(PortedSource.location(path, line: end.line))\n"
      position = end.offset
    }
    body += String(decoding: bytes[position...], as: UTF8.self)
    let imports = missingImports(of: ported, arrivals.sorted { $0.key < $1.key }.flatMap(\.value))
    return ported.text(path: path, body: body, generated: imports + ported.generated)
  }

  /// The imports that arrived members need. They stand at the end of the file, where they change no line of it.
  private func missingImports(of ported: PortedSource, _ arrivals: [Arrival]) -> String {
    var known = Set(ported.imports.map(\.module))
    if ported.generated.hasPrefix("import YobanFoundation\n") { known.insert("YobanFoundation") }
    var text = ""
    for imported in arrivals.flatMap(\.imports) where known.insert(imported.module).inserted {
      text += "\(imported.text)\n"
    }
    return text
  }
}
